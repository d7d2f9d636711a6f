"""Carry out at once what friendships, blocks and invitations change: in the lobby, at tables, in their chats."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from eddyline.protocol.friends import FriendsChanged
from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.sessions import parse
from eddyline.server.base.outbox import CLOSED_BY, TRY_AGAIN_LATER, encode
from eddyline.server.friends import pair
from eddyline.server.friends.admission import FRIENDS_ONLY
from eddyline.server.table.audience import Circle, audience_of
from eddyline.server.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from collections.abc import Set as AbstractSet

    from eddyline.protocol.lobby import Watch
    from eddyline.server.base.outbox import Outbox
    from eddyline.server.chat.hall import Halls
    from eddyline.server.friends.admission import Admission
    from eddyline.server.friends.friends import Friends
    from eddyline.server.friends.news import News
    from eddyline.server.lobby import Lobby
    from eddyline.server.lobby.part import Watcher
    from eddyline.server.room.room import Room
    from eddyline.server.table.audience import Audience

NEWS = encode(FriendsChanged())

_log = logging.getLogger(__name__)


class Doors:
    """Show people with accounts the tables of their friends, and show out whoever may not be at a table any more."""

    def __init__(
        self,
        friends: Friends,
        admission: Admission,
        lobby: Lobby,
        watchers: Collection[Watcher],
        rooms: Mapping[str, Room],
        halls: Halls,
        news: News,
        pages: Collection[Outbox],
    ) -> None:
        self._friends = friends
        self._admission = admission
        self._lobby = lobby
        self._watchers = watchers
        self._rooms = rooms
        self._halls = halls
        self._news = news
        self._pages = pages
        self._stale: set[Watcher] = set()
        """Watchers whose circle may be another one than is known."""
        self._looking: dict[Watcher, asyncio.Task[None]] = {}
        self._audiences: dict[str, Audience] = {}
        """Who could come to the tables in memory that are for friends, when that was looked at last."""
        self._tasks = Tasks()

    # ---- the lobby ----

    def watch(self, watcher: Watcher, asked: Watch) -> None:
        """Show a part of the list to whoever shows this session; None: a guest."""
        parsed = None if asked.session is None else parse(asked.session)
        watcher.asked = asked
        session = "" if asked.session is None else parsed[1] if parsed else asked.session
        if session == watcher.session:
            # Who is not known yet is shown the list as soon as they are.
            if watcher.part is not None or not session:
                self._lobby.watch(watcher)
            return
        self._lobby.leave(watcher)
        watcher.account, watcher.session, watcher.circle = None, session, Circle()
        if asked.session is None:
            self._lobby.watch(watcher)
        else:
            self._tasks.begin(self._recognize(watcher, asked.session, session))

    async def _recognize(self, watcher: Watcher, token: str, session: str) -> None:
        person = None
        try:
            person = await self._friends.people.who(token)
        except RefusalError as refusal:
            watcher.answer(encode(refusal.answer()))
        if watcher.session != session or watcher not in self._watchers:
            return
        if person is None:
            self._lobby.watch(watcher)
        else:
            watcher.account = person.id
            self._look_again(watcher)

    def _look_again(self, watcher: Watcher) -> None:
        self._stale.add(watcher)
        if watcher not in self._looking:
            self._looking[watcher] = asyncio.get_running_loop().create_task(self._keep_up(watcher))

    async def _keep_up(self, watcher: Watcher) -> None:
        """Find out who somebody's friends are until nothing has changed meanwhile."""
        try:
            while watcher in self._stale:
                self._stale.discard(watcher)
                circle = Circle() if watcher.account is None else await self._friends.circle(watcher.account)
                if watcher not in self._stale:
                    watcher.circle = circle
        except RefusalError as refusal:  # they see nothing of friends, and ask again
            watcher.circle = Circle()
            _log.warning("the friends of somebody cannot be read: %s", refusal.message)
            watcher.close(TRY_AGAIN_LATER, "connect again")
        finally:
            self._stale.discard(watcher)
            del self._looking[watcher]
        if watcher in self._watchers:
            self._lobby.sort_out(watcher)

    # ---- what changes ----

    def changed(self, one: str, other: str) -> None:
        """Look again, because two people stand to each other as they did not before."""
        self._news.changed(one, other)
        self._tell(lambda account: account in {one, other})
        for watcher in self._watchers:
            if watcher.account in {one, other}:
                # Until it is known, they are no friends.
                watcher.circle = Circle(watcher.circle.friends - {one, other}, watcher.circle.apart)
                if watcher.part is not None:
                    self._lobby.sort_out(watcher)
                self._look_again(watcher)
        for room in list(self._rooms.values()):
            if (audience := audience_of(room.table.state)) is not None and audience.host in {one, other}:
                self._tasks.begin(self._show_out(room))

    def catch_up(self, changed: AbstractSet[str] | None) -> None:
        """Look again, because another process has changed these logs, or any."""
        if changed is not None:
            for log in changed:
                if (two := pair.of(log)) is not None:
                    self.changed(*two)
            return
        self._news.changed_somewhere()
        self._tell(lambda _: True)
        for watcher in self._watchers:
            if watcher.account is not None:
                self._look_again(watcher)
        for room in list(self._rooms.values()):
            if audience_of(room.table.state) is not None:
                self._tasks.begin(self._show_out(room))

    def _tell(self, concerns: Callable[[str], bool]) -> None:
        """Let pages ask how friends stand to their accounts."""
        for page in self._pages:
            if page.account is not None and concerns(page.account):
                page.answer(NEWS)

    def look(self, table: str) -> None:
        """Look whether others than before may come to a table in memory."""
        room = self._rooms.get(table)
        audience = None if room is None else audience_of(room.table.state)
        if room is None or audience is None:
            self._audiences.pop(table, None)
        elif audience != self._audiences.get(table):
            self._audiences[table] = audience
            self._tasks.begin(self._show_out(room))

    async def _show_out(self, room: Room) -> None:
        """Close the connections of all who may not be at a table any more."""
        refusal = RefusalError("friends_only", FRIENDS_ONLY)
        state, table = room.table.state, room.table.state.id
        try:
            for connection in [connection for connection in room.connections if connection.seat is None]:
                if not await self._admission.admits(state, connection.account) and connection.seat is None:
                    room.turn_away(connection, refusal)
            for reader in self._halls.readers_at(table):
                admitted = await self._admission.admits(state, reader.account)
                if room.table.seat_of(reader.token, reader.account) is None and not admitted:
                    reader.answer(encode(refusal.answer()))
                    reader.close(CLOSED_BY[refusal.code], refusal.code)
        except RefusalError as error:
            _log.warning("nobody knows who may be at a table: %s", error.message, extra={"table": table})
            for connection in list(room.connections):
                connection.close()

    async def close(self) -> None:
        """Finish what was begun."""
        while waiting := {*self._tasks, *self._looking.values()}:
            await asyncio.wait(waiting)
