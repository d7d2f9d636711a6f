"""Connect a table with its clients: each gets its own view of every version."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from eddyline.protocol import table as protocol
from eddyline.protocol.ahead import PlanAhead
from eddyline.protocol.refusal import UNEXPECTED, RefusalError
from eddyline.server.base.outbox import CLOSED_BY, TRY_AGAIN_LATER, encode
from eddyline.server.base.throttle import Throttle
from eddyline.server.presence.remote import Cast, Elsewhere, Here, version_shown
from eddyline.server.room.alarms import Alarms
from eddyline.server.room.emotes import Emotes
from eddyline.server.room.rated_table import RatedTable
from eddyline.server.room.telling import Telling, draft_for
from eddyline.server.room.visitors import Visitors
from eddyline.server.room.votes import Motion, Votes
from eddyline.server.table.absence import Absence
from eddyline.server.table.audience import audience_of
from eddyline.server.table.foretelling import Foretelling
from eddyline.server.table.listing import listing_of
from eddyline.server.table.seating import Seating
from eddyline.server.table.state import Attendance

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, KeysView, Sequence

    from eddyline.protocol.lobby import Listing
    from eddyline.protocol.table_info import TableInfo
    from eddyline.server.base.metrics import Metrics
    from eddyline.server.base.settings import Settings
    from eddyline.server.friends.admission import Admission
    from eddyline.server.lobby import Lobby
    from eddyline.server.ratings.rater import Rater
    from eddyline.server.room.bot_seats import BotSeats
    from eddyline.server.room.connection import Connection
    from eddyline.server.table.audience import Audience
    from eddyline.server.table.table import Table

_log = logging.getLogger(__name__)

PONG = encode(protocol.Pong())
_ANSWERED = protocol.Decide | protocol.Undo | protocol.WhyNot | protocol.AskFate | protocol.Say | protocol.Ping
"""Messages that are answered in their own way even though the version stays the same."""


class Room:
    """Hold a table in memory with its connections."""

    def __init__(
        self,
        table: Table,
        bots: BotSeats,
        settings: Settings,
        rematch: Callable[[Table, int, str], Coroutine[Any, Any, str]],
        metrics: Metrics,
        lobby: Lobby,
        admission: Admission,
        rater: Rater,
        tell_others: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.table = table
        self._tell_others = tell_others
        self._lobby = lobby
        self._admission = admission
        self._listing: Listing | None = None
        self._audience: Audience | None = None
        """What the list of the lobby says of this table, and who finds it there."""
        self._elsewhere = Elsewhere()
        self._told: Here | None = None
        """What other processes were told last."""
        self._metrics = metrics
        self.bots = bots
        self._clock = table.outside.clock
        self.visitors = Visitors(settings.spectators_per_table)
        self.users = 0
        """Requests and connections that are using this room."""
        self.idle_since = self._clock()
        self._gone = dict.fromkeys(range(len(table.state.seats)), self._clock())
        """Since when seats have nobody connected; a table that is loaded has nobody yet."""
        self._sitting = [(seat.token, seat.account) for seat in table.state.seats]
        """Whose the seats were when the last version was told."""
        self.seating = Seating(table)
        self._votes = Votes()
        self._emotes = Emotes(self._clock)
        self._foretelling = Foretelling(bots.aside)
        self.alarms = Alarms(table, self.seating, bots, self.online, self.tell_presence, settings.host_grace)
        self._presence = Throttle(self._send_presence, settings.presence_every)
        self._rated = RatedTable(table, rater, self.connections, self._elsewhere, self.tell_presence, self._list)
        self._beside: set[asyncio.Task[None]] = set()
        self._rematch = rematch
        table.metrics = metrics
        table.publish = self._publish
        table.settled = self._show_all
        bots.addresses = self.addresses
        self.absence = Absence(table, self._anybody)
        self.alarms.set()
        self._list()
        bots.wake()

    # ---- presence ----

    @property
    def connections(self) -> KeysView[Connection]:
        """Return the connections that have said hello."""
        return self.visitors.greeted

    def online(self) -> frozenset[int]:
        """Return the seats whose human is connected, to this process or to another."""
        return self.visitors.seats | self._elsewhere.seats

    def _anybody(self) -> bool:
        return bool(self.connections) or self._elsewhere.anybody

    def _see_whether_empty(self) -> None:
        self.absence.look()
        self.alarms.watch_clock()

    def here(self, *, asks: bool) -> Here:
        """Tell other processes who is here; with `asks`, they do the same."""
        seats = self.visitors.seats
        self._told = Here(
            table=self.table.state.id,
            asks=False,
            seats=seats,
            spectators=self.visitors.spectators,
            said=dict(self._emotes.last),
            votes=tuple(Cast(motion.matter, motion.seat, by) for motion, by in self._votes.of(seats)),
            version=self.table.state.version,
            listing=self._listing,
            addresses=self._rated.addresses,
            audience=self._audience,
        )
        return msgspec.structs.replace(self._told, asks=asks)

    def hear_elsewhere(self, process: str, here: Here) -> None:
        """Take note of who is at the table by way of another process."""
        before = self.online()
        self._elsewhere.hear(process, here)
        self._emotes.hear(here.said)
        cast = ((Motion(vote.matter, vote.seat), vote.by) for vote in here.votes)
        self._votes.replace(here.seats - self.visitors.seats, cast)
        self._see_whether_empty()
        self._rated.look()
        self._see_who_left(before)

    def keep_elsewhere(self, processes: frozenset[str]) -> None:
        """Forget what was told by processes that are not there any more."""
        before = self.online()
        if self._elsewhere.keep(processes):
            self._see_whether_empty()
            self._see_who_left(before)

    def _see_who_left(self, before: frozenset[int]) -> None:
        for seat in before - self.online():
            self._gone[seat] = self._clock()
        self._carry_out_soon()
        self.tell_presence()

    @property
    def listed(self) -> bool:
        """Return whether the table is in the lobby."""
        return self._listing is not None

    def addresses(self) -> frozenset[str]:
        """Return the network addresses of those who are connected."""
        return frozenset(c.address for c in self.connections)

    def info(self) -> TableInfo:
        """Describe the table and who is connected."""
        online = self.online()
        attendance = Attendance(
            now=self._clock(),
            gone={seat: since for seat, since in self._gone.items() if seat not in online},
            online=online,
            spectators=self.visitors.spectators + self._elsewhere.spectators,
            preparing=self.bots.preparing,
            votes=self._votes.open(self.table.state, online),
            said=self._emotes.last,
            neighbours=self._rated.neighbours,
            ratings=self._rated.ratings,
        )
        return self.table.info(attendance)

    def leave(self, connection: Connection) -> None:
        """Remove a connection that has ended."""
        was_here = connection in self.connections
        self.visitors.leave(connection)
        if was_here:
            self._see_whether_empty()
            if connection.seat is not None and connection.seat not in self.online():
                self._gone[connection.seat] = self._clock()
            self._carry_out_soon()
            self.tell_presence()
            self.bots.attend(somebody=bool(self.connections))

    def turn_away(self, connection: Connection, why: RefusalError) -> None:
        """Tell somebody why they may not be here, and close their connection; what waits was for the seat they had."""
        self.leave(connection)
        connection.seat = None
        connection.forget()
        connection.answer(encode(why.answer()))
        connection.close(CLOSED_BY.get(why.code, TRY_AGAIN_LATER), why.code)

    async def close(self, why: RefusalError | None = None) -> None:
        """Stop the bots, finish pending writes, close all connections; say `why` if they are not to come back."""
        await self.bots.stop()
        await self._rated.finish()
        await self.table.finish()
        # Breaks the reference cycle: a map that the table holds need not wait for the garbage collector.
        self._tell_others = lambda _: None
        self.table.publish = lambda _: None
        self.table.settled = lambda: None
        self._presence.stop()
        self.alarms.stop()
        self.absence.stop()
        self._lobby.empty(self.table.state.id)
        for connection in self.visitors.everybody():
            connection.end(why)

    # ---- incoming messages ----

    async def hear(self, connection: Connection, message: protocol.ToServer) -> None:
        """Carry out a client's message; a refusal is answered and changes nothing."""
        if connection.closing is not None:
            return
        tag = message.__struct_config__.tag
        try:
            if isinstance(message, protocol.Hello):
                await self._hello(connection, message)
            elif not connection.greeted:
                raise RefusalError("bad_message", f"expected hello as the first message, got {tag}")  # noqa: TRY301
            else:
                await self._command(connection, message)
        except RefusalError as refusal:
            connection.answer(encode(refusal.answer()))
            if refusal.code == "stale" and connection.greeted:
                self._sync(connection)
        except Exception:  # noqa: BLE001 - whatever it is, it is logged, and the connection stays
            about = {"table": self.table.state.id, "seat": connection.seat, "command": tag}
            _log.exception("a command failed", extra=about)
            connection.answer(encode(protocol.Refused(code="error", message=UNEXPECTED)))

    async def _command(self, connection: Connection, message: protocol.ToServer) -> None:
        await self.table.reach(version_shown(message))
        before = self.table.state.version
        await self._commands[type(message)](self, connection, message)
        if not isinstance(message, _ANSWERED) and self.table.state.version == before:
            # Nothing changed (a turn sent twice, or another tab was first): confirm the state.
            self._sync(connection)

    async def _hello(self, connection: Connection, hello: protocol.Hello) -> None:
        await self.table.reach(version_shown(hello))
        try:
            admitted = await self._admission.receive(connection, hello.session, self.table.state)
            seat = None if hello.watch else self.table.seat_of(hello.token, connection.account)
            self.visitors.greet(connection, seat, admitted=admitted)
        except RefusalError as why:
            self.turn_away(connection, why)
            return
        self._see_whether_empty()
        connection.deltas, connection.checks, connection.records = hello.deltas, hello.check, hello.record
        connection.catch_up = self._catch_up
        self._rated.look()
        if hello.token is not None and seat is None:
            nobody = RefusalError("unknown", "You have no seat at this table (any more); you are watching.")
            connection.answer(encode(nobody.answer()))
        self._sync(connection, hello.since)
        self.tell_presence()
        self.bots.attend(somebody=True)
        if seat is not None:
            await self.seating.come_back(seat)

    async def _decide(self, connection: Connection, message: protocol.Decide) -> None:
        seat = _seat(connection)
        self.table.decide(seat, message.version, message.step, message.action)
        self._show_draft(seat)

    async def _undo(self, connection: Connection, message: protocol.Undo) -> None:
        seat = _seat(connection)
        self.table.undo(seat, message.version, everything=message.all)
        self._show_draft(seat)

    async def _why_not(self, connection: Connection, message: protocol.WhyNot) -> None:
        because = self.table.why_not(_seat(connection), message)
        connection.answer(encode(because))

    async def _fate(self, connection: Connection, message: protocol.AskFate) -> None:
        answering = self._foretelling.ask(connection, self.table.foresee(connection.seat, message))
        if answering is not None:
            self._run_beside(answering)

    async def _confirm(self, connection: Connection, message: protocol.Confirm) -> None:
        await self.table.confirm(_seat(connection), message.version, message.decisions, message.turn)

    async def _play(self, connection: Connection, message: protocol.Play) -> None:
        await self.table.play_at_once(_seat(connection), message)

    async def _plan_ahead(self, connection: Connection, message: PlanAhead) -> None:
        await self.seating.plan_ahead(_seat(connection), message)

    async def _mix(self, connection: Connection, message: protocol.Mix) -> None:
        await self.seating.mix(_seat(connection), message.word)

    async def _paint(self, connection: Connection, message: protocol.PaintCanoes) -> None:
        await self.seating.paint(_seat(connection), message.colour, message.pattern)

    async def _set_rules(self, connection: Connection, message: protocol.SetRules) -> None:
        await self.seating.set_rules(_seat(connection), message.preset, message.options)

    async def _start(self, connection: Connection, _: protocol.Start) -> None:
        await self.seating.start(_seat(connection))

    async def _add_bot(self, connection: Connection, message: protocol.AddBot) -> None:
        await self.seating.add_bot(_seat(connection), message.seat, message.bot)

    async def _limit_bots(self, connection: Connection, message: protocol.LimitBots) -> None:
        await self.seating.limit_bots(_seat(connection), message.seconds)

    async def _set_pace(self, connection: Connection, message: protocol.SetPace) -> None:
        await self.seating.set_pace(_seat(connection), message.pace)

    async def _admit(self, connection: Connection, message: protocol.Admit) -> None:
        await self.seating.admit(_seat(connection), message.access)

    async def _remove_seat(self, connection: Connection, message: protocol.RemoveSeat) -> None:
        await self.seating.remove(_seat(connection), message.seat)

    async def _stand_in(self, connection: Connection, message: protocol.StandIn) -> None:
        present, now = message.seat in self.online(), self._clock()
        away = None if present else self.table.state.outages.elapsed(self._gone.get(message.seat, now), now)
        await self.seating.stand_in(_seat(connection), message.seat, message.bot, away=away)

    async def _come_back(self, connection: Connection, _: protocol.ComeBack) -> None:
        await self.seating.come_back(_seat(connection))

    async def _vote(self, connection: Connection, message: protocol.Vote) -> None:
        seat, motion, online = _seat(connection), Motion(message.matter, message.seat), self.online()
        if message.favour:
            self._votes.cast(self.table.state, motion, seat, online, self._clock())
        else:
            self._votes.take_back(motion, seat)
        if not await self._carry_out():
            self.tell_presence()

    async def _carry_out(self) -> bool:
        """Carry out what has enough votes; return whether there was anything."""
        carried = self._votes.carried(self.table.state, self.online())
        for matter, seat in carried:
            if matter == "stop":
                await self.seating.stop()
            elif seat is not None:
                await self.seating.replace_silent(seat)
                self._votes.played(seat)
        return bool(carried)

    def _carry_out_soon(self) -> None:
        """Carry out what has enough votes now that others have left or resigned."""
        if self._votes.carried(self.table.state, self.online()):

            async def carry_out() -> None:
                with contextlib.suppress(RefusalError):
                    await self._carry_out()

            self._run_beside(carry_out())

    async def _resign(self, connection: Connection, _: protocol.Resign) -> None:
        await self.seating.resign(_seat(connection))

    async def _move_on(self, connection: Connection, _: protocol.Rematch) -> None:
        seat = _seat(connection)
        await self.seating.move_on(lambda: self._rematch(self.table, seat, connection.address))

    async def _say(self, connection: Connection, message: protocol.Say) -> None:
        self._emotes.say(_seat(connection), message.emote)
        self.tell_presence()

    async def _ping(self, connection: Connection, _: protocol.Ping) -> None:
        connection.answer(PONG)

    _commands: ClassVar[dict[type, Callable[[Room, Connection, Any], Awaitable[None]]]] = {
        protocol.Decide: _decide,
        protocol.Undo: _undo,
        protocol.WhyNot: _why_not,
        protocol.AskFate: _fate,
        protocol.Confirm: _confirm,
        protocol.Play: _play,
        PlanAhead: _plan_ahead,
        protocol.Mix: _mix,
        protocol.PaintCanoes: _paint,
        protocol.SetRules: _set_rules,
        protocol.Start: _start,
        protocol.AddBot: _add_bot,
        protocol.LimitBots: _limit_bots,
        protocol.RemoveSeat: _remove_seat,
        protocol.StandIn: _stand_in,
        protocol.ComeBack: _come_back,
        protocol.Vote: _vote,
        protocol.Resign: _resign,
        protocol.SetPace: _set_pace,
        protocol.Admit: _admit,
        protocol.Rematch: _move_on,
        protocol.Say: _say,
        protocol.Ping: _ping,
    }

    # ---- outgoing messages ----

    def _publish(self, updates: Sequence[protocol.Update]) -> None:
        """Send durable versions to everybody, each in their own view, and wake the bots."""
        with self._metrics.stage("publish"):
            self._tell(tuple(updates))
        self.bots.wake()

    def _tell(self, updates: tuple[protocol.Update, ...]) -> None:
        self._see_who_sits(updates)
        self._rated.look()
        info = self.info()
        self._list(info)
        told = Telling(self.table, info, updates)
        before = updates[0].version - 1
        for connection in self.connections:
            connection.show(told.to(connection), before, told.shown(connection))
        self._see_whether_empty()
        self.alarms.set()
        self._carry_out_soon()

    def _list(self, info: TableInfo | None = None) -> None:
        """Tell the lobby, and the lobbies of other processes, what everybody may know of this table."""
        info = info or self.info()
        before, state, here = (self._listing, self._audience), self.table.state, bool(self.visitors.seats)
        self._listing, self._audience = listing_of(info, state, self._rated.levels), audience_of(state)
        self._lobby.put(state.id, self._listing, state.version, self._audience, present=here)
        if (self._listing, self._audience) != before:
            self._tell_others(state.id)

    def _see_who_sits(self, updates: tuple[protocol.Update, ...]) -> None:
        for update in updates:
            if update.seat is not None:
                self._votes.played(update.seat)
        people = [(seat.token, seat.account) for seat in self.table.state.seats]
        for seat, (before, now) in enumerate(zip(self._sitting, people, strict=True)):
            if now[0] != before[0]:
                self._gone[seat] = self._clock()
                self._emotes.forget(seat)
                self.visitors.stand_up(seat)
            elif now != before:
                self.visitors.come_again(seat, now[1])
        self._sitting = people

    def _sync(self, connection: Connection, since: int | None = None) -> None:
        connection.owe(self.table.state.version if since is None else since)

    def _show_all(self) -> None:
        """Show everybody the state again: nobody knew for a while whether it was this one."""
        for connection in self.connections:
            self._sync(connection)

    def _catch_up(self, connection: Connection, since: int) -> bytes:
        told = Telling(self.table, self.info(), self.table.updates(since))
        connection.shown = None
        message, connection.shown = told.to(connection), told.shown(connection)
        return message

    def _show_draft(self, seat: int) -> None:
        if (draft := self.table.draft(seat)) is not None:
            for connection in self.connections:
                if connection.seat == seat:
                    connection.show_draft(draft_for(connection, draft), draft.version)

    def tell_presence(self) -> None:
        """Send everybody the list of who is connected and who is thinking; soon, if that has just been done."""
        self._presence.changed()
        self.alarms.watch_people()

    def _send_presence(self) -> None:
        told, info = self._told, self.info()
        self._list(info)
        if self.here(asks=False) != told:
            self._tell_others(self.table.state.id)
        message = encode(protocol.TableChanged(table=info))
        for connection in self.connections:
            connection.tell_presence(message)

    def _run_beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)


def _seat(connection: Connection) -> int:
    if connection.seat is None:
        raise RefusalError("not_yours", "You are watching; only players at the table can do this.")
    return connection.seat
