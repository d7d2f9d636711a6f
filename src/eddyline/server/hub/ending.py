"""Show out at once whoever is connected by a session that has ended."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.account import KIND
from eddyline.server.accounts.people import signed_out
from eddyline.server.accounts.sessions import valid
from eddyline.server.accounts.suspension import refusal_of, suspension_of
from eddyline.server.base.outbox import CLOSED_BY, TRY_AGAIN_LATER
from eddyline.server.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from collections.abc import Set as AbstractSet

    from eddyline.server.accounts.account import Account
    from eddyline.server.accounts.people import People
    from eddyline.server.chat.hall import Halls, Reader
    from eddyline.server.lobby.part import Watcher
    from eddyline.server.presence.site import SitePresence
    from eddyline.server.room.connection import Connection
    from eddyline.server.room.room import Room

_log = logging.getLogger(__name__)


class Ending:
    """Close connections of sessions that have ended: at tables, in chats, in the lobby, at tournaments."""

    def __init__(
        self, people: People, site: SitePresence, rooms: Mapping[str, Room], halls: Halls, watchers: Collection[Watcher]
    ) -> None:
        self._people = people
        self._site = site
        self._rooms = rooms
        self._halls = halls
        self._watchers = watchers
        self._looking = Tasks()

    def show_out(self, account: str, person: Account | None) -> None:
        """Close what was opened by sessions that an account does not have; None: by any, for it was deleted.

        Also by all of an account that is suspended.
        """
        now = self._people.now()
        held = None if person is None else suspension_of(person, now)
        refusal = signed_out() if held is None else refusal_of(held)
        for room, connection in self._at_tables(account):
            if person is None or held or not valid(person, connection.session, now):
                room.turn_away(connection, refusal)
        for other in self._elsewhere(account):
            if person is None or held or not valid(person, other.session, now):
                other.close(CLOSED_BY[refusal.code], refusal.code)

    def catch_up(self, changed: AbstractSet[str] | None) -> None:
        """Look at accounts that another process has changed, or at all, as far as they are here or about to be."""
        for account in self._site.connected() | self._people.asking.keys():
            if changed is None or KIND.log(account) in changed:
                self._looking.begin(self._look(account))

    async def _look(self, account: str) -> None:
        try:
            person = await self._people.find(account)
        except RefusalError as refusal:
            _log.warning("nobody knows which sessions have ended: %s", refusal.message)
            again = TRY_AGAIN_LATER, "connect again"
            for _, connection in self._at_tables(account):
                connection.forget()
                connection.close(*again)
            for other in self._elsewhere(account):
                other.close(*again)
        else:
            # Whoever was recognised by what was known before is connected by now.
            self.show_out(account, person)

    def _at_tables(self, account: str) -> list[tuple[Room, Connection]]:
        rooms = list(self._rooms.values())
        return [(room, each) for room in rooms for each in room.connections if each.account == account]

    def _elsewhere(self, account: str) -> list[Reader | Watcher]:
        watchers = [watcher for watcher in self._watchers if watcher.account == account]
        return [*self._halls.readers_of(account), *watchers]
