"""Tell people where they meet their friends: who of them is here, where they play, who calls them to a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from eddyline.protocol.friends import Friend, FriendCalled, FriendsSeats, FriendsTable, TableCall
from eddyline.protocol.refusal import RefusalError

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from eddyline.protocol.friends import Friends
    from eddyline.server.accounts.account import Account
    from eddyline.server.friends.admission import Admission
    from eddyline.server.friends.friends import Friends as AllFriends
    from eddyline.server.lobby import Lobby
    from eddyline.server.lobby.lobby import Entry
    from eddyline.server.presence.site import SitePresence
    from eddyline.server.table.in_memory import Tables
    from eddyline.server.table.table import Table


async def told(all_friends: AllFriends, site: SitePresence, lobby: Lobby, tables: Tables, me: Account) -> Friends:
    """Tell somebody of all that they have to do with, of the friends who are here and of tables that wait for them.

    Friends who are invisible are not here for anybody. Raises RefusalError.
    """
    known = await all_friends.of(me.id)
    seen = [each for each in known.friends if await all_friends.choices.shows("presence", each.account, me.id)]
    here = tuple(each.account for each in seen if site.there(each.account))
    # By the next time other processes have answered.
    site.ask([each.account for each in seen if each.account not in here])
    waiting = await _tables(all_friends, lobby, me.id, [friend.account for friend in known.friends])
    left_out = {each.table for each in waiting}
    calls = await all_friends.calls(me.id)
    return msgspec.structs.replace(
        known,
        here=here,
        tables=waiting,
        playing=_playing(lobby, me, [each for each in seen if each.account in here], left_out, known.friends),
        calls=await _calls(
            all_friends, tables, me.id, [(by, call.table) for by, _, call in calls if not call.declined]
        ),
        called=tuple(
            FriendCalled(table=call.table, account=whom, declined=call.declined)
            for by, whom, call in calls
            if by == me.id
        ),
    )


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


def _playing(
    lobby: Lobby, me: Account, here: Sequence[Friend], left_out: Collection[str], friends: Sequence[Friend]
) -> tuple[FriendsSeats, ...]:
    """List the tables of the lobby where friends sit who are here; no guest has the name of an account."""
    found, hosts = [], {each.account for each in friends}
    for table, entry in list(lobby.entries.items()):
        names = {seat.name for seat in entry.listing.seats if seat.kind == "human"}
        sit = tuple(friend for friend in here if friend.name in names)
        if sit and me.name not in names and table not in left_out and _finds(entry, me.id, hosts):
            running = entry.listing.status == "running"
            found.append(FriendsSeats(table=table, game=entry.listing.game, running=running, friends=sit))
    return tuple(found)


def _finds(entry: Entry, me: str, friends: Collection[str]) -> bool:
    audience = entry.audience
    return audience is None or me in audience.seated or audience.host in friends


async def _calls(
    all_friends: AllFriends, tables: Tables, me: str, calls: Sequence[tuple[str, str]]
) -> tuple[TableCall, ...]:
    """List those of the tables where somebody could sit down now."""
    found: dict[str, TableCall] = {}
    for by, table in calls:
        if by == me or table in found or (name := await all_friends.people.name_of(by)) is None:
            continue
        try:
            async with tables.room(table) as room:
                if await can_sit(room.table, all_friends.admission, me):
                    friend = Friend(account=by, name=name)
                    found[table] = TableCall(table=table, game=room.table.state.rules.id, by=friend)
        except RefusalError:
            continue
    return tuple(found.values())


async def can_sit(table: Table, admission: Admission, account: str) -> bool:
    """Return whether somebody could take a seat at a table. Raises RefusalError.

    Whom the host keeps away cannot, and so is not even told that a friend has called.
    """
    state = table.state
    if state.status != "open" or all(seat.kind != "open" for seat in state.seats):
        return False
    if table.seat_of(None, account) is not None:
        return False
    try:
        await admission.must_seat(state, account)
    except RefusalError as refusal:
        if refusal.code != "friends_only":
            raise
        return False
    return True
