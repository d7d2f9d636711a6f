"""Connect a table with its clients: each gets its own view of every version."""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING

import msgspec

from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.throttle import Throttle
from eddyline.server.presence.remote import Cast, Here, RemotePresence
from eddyline.server.room import commands
from eddyline.server.room.alarms import Alarms
from eddyline.server.room.gestures import Emotes, Ready
from eddyline.server.room.listed import Listed
from eddyline.server.room.messages import Messages, draft_of, presence_of, to_seats
from eddyline.server.room.rated_table import RatedTable
from eddyline.server.room.visitors import Visitors
from eddyline.server.room.votes import Motion, Votes
from eddyline.server.table.attendance import Attendance
from eddyline.server.table.fate import Fates
from eddyline.server.table.seating import Seating
from eddyline.server.table.table import Table

if TYPE_CHECKING:
    from collections.abc import KeysView, Sequence

    from eddyline.protocol import table as protocol
    from eddyline.protocol.table_info import TableInfo
    from eddyline.server.room.connection import Connection
    from eddyline.server.room.shared import Shared
    from eddyline.server.table.state import TableState

_log = logging.getLogger(__name__)


class Room:
    """Hold a table in memory with its connections."""

    def __init__(self, state: TableState, shared: Shared) -> None:
        """Put a folded state to use; nobody knows of it before `begin`."""
        settings = shared.settings
        self.table = table = Table(state, shared.store, settings.outside, shared.metrics, self)
        self.shared = shared
        self._tell_others = shared.tell_others
        self._listed = Listed(shared.lobby)
        self._remote = RemotePresence()
        self._told: Here | None = None
        """What other processes were told last."""
        self._clock = table.outside.clock
        self.visitors = Visitors(settings.spectators_per_table)
        self.bots = bots = shared.bots_of(table, self.visitors)
        self.users = 0
        """Requests and connections that are using this room."""
        self.idle_since = self._clock()
        self.gone = dict.fromkeys(range(len(table.state.seats)), self._clock())
        """Since when seats have nobody connected; a table that is loaded has nobody yet."""
        self._sitting = [(seat.token, seat.account) for seat in table.state.seats]
        """Whose the seats were when the last version was told."""
        self.seating = Seating(table)
        self.votes = Votes()
        self.emotes = Emotes(self._clock)
        self.ready = Ready(state)
        self.fates = Fates(bots.aside)
        self.alarms = Alarms(table, self.seating, bots, self._anybody, self.online, self.tell_presence, settings)
        self._presence = Throttle(self._send_presence, settings.presence_every)
        self.rated = RatedTable(table, shared.rater, self.connections, self._remote, self.tell_presence)
        self.suspensions = shared.suspensions_of(table, self.tell_presence)

    def begin(self) -> None:
        """Set the clocks, see who is suspended, list the table, and let its bots play."""
        self.suspensions.look()
        self.alarms.set()
        self._list()
        self.bots.wake()

    # ---- presence ----

    @property
    def connections(self) -> KeysView[Connection]:
        """Return the connections that have said hello."""
        return self.visitors.greeted

    def online(self) -> frozenset[int]:
        """Return the seats whose human is connected, to this process or to another."""
        return self.visitors.seats | self._remote.seats

    def _anybody(self) -> bool:
        return bool(self.connections) or self._remote.anybody

    def see_whether_empty(self) -> None:
        """Note whether anybody is there by now."""
        self.alarms.see_whether_empty()

    def here(self, *, asks: bool) -> Here:
        """Tell other processes who is here; with `asks`, they do the same."""
        seats = self.visitors.seats
        self._told = Here(
            table=self.table.state.id,
            asks=False,
            seats=seats,
            spectators=self.visitors.spectators,
            emotes=dict(self.emotes.last),
            votes=tuple(Cast(motion.matter, motion.seat, by) for motion, by in self.votes.of(seats)),
            version=self.table.state.version,
            listing=self._listed.listing,
            addresses=self.rated.addresses,
            audience=self._listed.audience,
            ready=self.ready.seats & seats,
        )
        return msgspec.structs.replace(self._told, asks=asks)

    def hear_elsewhere(self, process: str, here: Here) -> None:
        """Take note of who is at the table by way of another process."""
        before = self.online()
        self._remote.hear(process, here)
        self.emotes.merge(here.emotes)
        self.ready.replace(here.seats - self.visitors.seats, here.ready)
        cast = ((Motion(vote.matter, vote.seat), vote.by) for vote in here.votes)
        self.votes.replace(here.seats - self.visitors.seats, cast)
        self.see_whether_empty()
        self.rated.look()
        self._see_who_left(before)

    def keep_elsewhere(self, processes: frozenset[str]) -> None:
        """Forget what was told by processes that are not there any more."""
        before = self.online()
        if self._remote.keep(processes):
            self.see_whether_empty()
            self._see_who_left(before)

    def _see_who_left(self, before: frozenset[int]) -> None:
        for seat in before - self.online():
            self.gone[seat] = self._clock()
        self._carry_out_soon()
        self.tell_presence()

    @property
    def listed(self) -> bool:
        """Return whether the table is in the lobby."""
        return self._listed.listing is not None

    def info(self) -> TableInfo:
        """Describe the table and who is connected."""
        online = self.online()
        attendance = Attendance(
            now=self._clock(),
            gone={seat: since for seat, since in self.gone.items() if seat not in online},
            online=online,
            spectators=self.visitors.spectators + self._remote.spectators,
            preparing=self.bots.preparing,
            votes=self.votes.open(self.table.state, online),
            emotes=self.emotes.last,
            neighbours=self.rated.neighbours,
            levels=self.rated.levels,
            ready=self.ready.seats,
            ratings=self.rated.ratings,
        )
        return self.table.state.info(attendance)

    def leave(self, connection: Connection) -> None:
        """Remove a connection that has ended."""
        was_here = connection in self.connections
        self.visitors.leave(connection)
        if was_here:
            self.see_whether_empty()
            if connection.seat is not None and connection.seat not in self.online():
                self.gone[connection.seat] = self._clock()
            self._carry_out_soon()
            self.tell_presence()
            self.bots.attend(somebody=bool(self.connections))

    def turn_away(self, connection: Connection, why: RefusalError) -> None:
        """Tell somebody why they may not be here, and close their connection; what waits was for the seat they had."""
        self.leave(connection)
        connection.turn_away(why)

    async def close(self, why: RefusalError | None = None) -> None:
        """Stop the bots, finish pending writes, close all connections; say `why` if they are not to come back."""
        await self.bots.stop()
        await self.rated.finish()
        await self.suspensions.finish()
        await self.table.finish()
        self._tell_others = lambda _: None
        self._presence.stop()
        self.alarms.stop()
        self.shared.lobby.empty(self.table.state.id)
        for connection in self.visitors.everybody():
            connection.end(why)

    # ---- incoming messages ----

    async def hear(self, connection: Connection, message: protocol.ToServer) -> None:
        """Carry out a client's message; a refusal is answered and changes nothing."""
        await commands.hear(self, connection, message)

    async def carry_out_votes(self) -> bool:
        """Carry out what has enough votes; return whether there was anything."""
        carried = self.votes.carried(self.table.state, self.online())
        for matter, seat in carried:
            if matter == "stop":
                await self.seating.stop()
            elif seat is not None:
                await self.seating.replace_silent(seat)
                self.votes.played(seat)
        return bool(carried)

    def _carry_out_soon(self) -> None:
        """Carry out what has enough votes now that others have left or resigned."""
        if self.votes.carried(self.table.state, self.online()):

            async def carry_out() -> None:
                with contextlib.suppress(RefusalError):
                    await self.carry_out_votes()

            self.shared.beside.begin(carry_out())

    # ---- outgoing messages ----

    def publish(self, updates: Sequence[protocol.Update]) -> None:
        """Send durable versions to everybody, each in their own view, and wake the bots."""
        with self.shared.metrics.stage("publish"):
            self._tell(tuple(updates))
        self.bots.wake()
        self.shared.published(self.table.state)

    def _tell(self, updates: tuple[protocol.Update, ...]) -> None:
        self._see_who_sits(updates)
        self.rated.look()
        self.suspensions.look()
        self.ready.look(self.table.state)
        info = self.info()
        self._list(info)
        messages = Messages(self.table, info, updates, self.suspensions.seats)
        before = updates[0].version - 1
        for connection in self.connections:
            connection.show(messages.to(connection), before, messages.shown(connection))
        self.see_whether_empty()
        self.alarms.set()
        self._carry_out_soon()

    def _list(self, info: TableInfo | None = None) -> None:
        """Tell the lobby, and the lobbies of other processes, what everybody may know of this table."""
        present = bool(self.visitors.seats)
        if self._listed.show(info or self.info(), self.table.state, self.rated.levels, present=present):
            self._tell_others(self.table.state.id)

    def _see_who_sits(self, updates: tuple[protocol.Update, ...]) -> None:
        for update in updates:
            if update.seat is not None:
                self.votes.played(update.seat)
        people = [(seat.token, seat.account) for seat in self.table.state.seats]
        for seat, (before, now) in enumerate(zip(self._sitting, people, strict=True)):
            if now[0] != before[0]:
                self.gone[seat] = self._clock()
                self.emotes.forget(seat)
                self.ready.forget(seat)
                self.visitors.stand_up(seat)
            elif now != before:
                self.visitors.come_again(seat, now[1])
        self._sitting = people

    def sync(self, connection: Connection, since: int | None = None) -> None:
        """Promise a client the state, with the events after version `since`."""
        connection.owe(self.table.state.version if since is None else since)

    def settled(self) -> None:
        """Show everybody the state again: nobody knew for a while whether it was this one."""
        for connection in self.connections:
            self.sync(connection)

    def catch_up(self, connection: Connection, since: int) -> bytes:
        """Return the state as it is now for a client, with the events after version `since`."""
        missed = self.table.missed(connection.seat, since)
        messages = Messages(self.table, self.info(), missed, self.suspensions.seats)
        connection.shown = None
        message, connection.shown = messages.to(connection), messages.shown(connection)
        return message

    def show_draft(self, seat: int) -> None:
        """Send a seat its draft."""
        if (draft := self.table.draft(seat)) is not None:
            message = draft_of(draft)
            for connection in self.connections:
                if connection.seat == seat and not connection.drafts_itself:
                    connection.show_draft(message, draft.version)

    def tell_presence(self) -> None:
        """Send everybody the list of who is connected and who is thinking; soon, if that has just been done."""
        self._presence.changed()
        self.alarms.watch_people()

    def _send_presence(self) -> None:
        told, info = self._told, self.info()
        self._list(info)
        if self.here(asks=False) != told:
            self._tell_others(self.table.state.id)
        watching = presence_of(info)
        suspended = self.suspensions.seats
        seated = presence_of(to_seats(info, suspended)) if suspended else watching
        for connection in self.connections:
            connection.tell_presence(watching if connection.seat is None else seated)
