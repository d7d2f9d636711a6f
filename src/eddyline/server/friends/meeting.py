"""Tell people where they can meet their friends: who of them is here, and whose table has a seat for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from eddyline.protocol.friends import Friend, FriendsTable

if TYPE_CHECKING:
    from collections.abc import Collection

    from eddyline.protocol.friends import Friends
    from eddyline.server.accounts.account import Account
    from eddyline.server.friends.friends import Friends as AllFriends
    from eddyline.server.lobby import Lobby
    from eddyline.server.presence.site import SitePresence


async def told(all_friends: AllFriends, site: SitePresence, lobby: Lobby, me: Account) -> Friends:
    """Tell somebody of all that they have to do with, of the friends who are here and of tables that wait for them.

    Raises RefusalError.
    """
    known = await all_friends.of(me.id)
    friends = [friend.account for friend in known.friends]
    here = tuple(account for account in friends if site.there(account))
    # By the next time other processes have answered.
    site.ask([account for account in friends if account not in here])
    return msgspec.structs.replace(known, here=here, tables=await _tables(all_friends, lobby, me.id, friends))


async def _tables(all_friends: AllFriends, lobby: Lobby, me: str, friends: Collection[str]) -> tuple[FriendsTable, ...]:
    """List the tables for friends that have a free seat for somebody, as the lobby lists them."""
    found = []
    for entry in list(lobby.entries.values()):
        listing, audience = entry.listing, entry.audience
        if audience is None or audience.host is None or me in audience.seated:
            continue
        if listing.status != "open" or not entry.free:
            continue
        if audience.host not in friends:
            invited = me in audience.invited
            if not invited or (await all_friends.between(me, audience.host)).apart:
                continue
        if (name := await all_friends.people.name_of(audience.host)) is not None:
            host = Friend(account=audience.host, name=name)
            found.append(FriendsTable(table=listing.id, game=listing.game, host=host))
    return tuple(found)
