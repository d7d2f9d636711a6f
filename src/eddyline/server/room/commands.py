"""Carry out what clients at a table ask for."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from eddyline.protocol import table as protocol
from eddyline.protocol.ahead import PlanAhead
from eddyline.protocol.refusal import UNEXPECTED, RefusalError
from eddyline.server.base.outbox import encode
from eddyline.server.presence.remote import version_shown
from eddyline.server.room.votes import Motion
from eddyline.server.table.fate import fate_question

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from eddyline.server.room.connection import Connection
    from eddyline.server.room.room import Room

_log = logging.getLogger(__name__)

PONG = encode(protocol.Pong())
_ANSWERED = protocol.Decide | protocol.Undo | protocol.WhyNot | protocol.AskFate | protocol.ShowEmote | protocol.Ping
"""Messages that are answered in their own way even though the version stays the same."""


async def hear(room: Room, connection: Connection, message: protocol.ToServer) -> None:
    """Carry out a client's message; a refusal is answered and changes nothing."""
    if connection.closing is not None:
        return
    tag = message.__struct_config__.tag
    try:
        if isinstance(message, protocol.Hello):
            await _hello(room, connection, message)
        elif not connection.greeted:
            raise RefusalError("bad_message", f"expected hello as the first message, got {tag}")  # noqa: TRY301
        else:
            await _command(room, connection, message)
    except RefusalError as refusal:
        connection.answer(encode(refusal.answer()))
        if refusal.code == "stale" and connection.greeted:
            room.sync(connection)
    except Exception:  # noqa: BLE001 - whatever it is, it is logged, and the connection stays
        about = {"table": room.table.state.id, "seat": connection.seat, "command": tag}
        _log.exception("a command failed", extra=about)
        connection.answer(encode(protocol.Refused(code="error", message=UNEXPECTED)))


async def _command(room: Room, connection: Connection, message: protocol.ToServer) -> None:
    await room.table.reach(version_shown(message))
    before = room.table.state.version
    await _COMMANDS[type(message)](room, connection, message)
    if not isinstance(message, _ANSWERED) and room.table.state.version == before:
        # Nothing changed (a turn sent twice, or another tab was first): confirm the state.
        room.sync(connection)


async def _hello(room: Room, connection: Connection, hello: protocol.Hello) -> None:
    await room.table.reach(version_shown(hello))
    try:
        admitted = await room.shared.admission.receive(connection, hello.session, room.table.state)
        seat = None if hello.watch else room.table.seat_of(hello.token, connection.account)
        room.visitors.greet(connection, seat, admitted=admitted)
    except RefusalError as why:
        room.turn_away(connection, why)
        return
    room.see_whether_empty()
    connection.deltas, connection.checks, connection.records = hello.deltas, hello.check, hello.record
    room.rated.look()
    if hello.token is not None and seat is None:
        nobody = RefusalError("unknown", "You have no seat at this table (any more); you are watching.")
        connection.answer(encode(nobody.answer()))
    room.sync(connection, hello.since)
    room.tell_presence()
    room.bots.attend(somebody=True)
    if seat is not None:
        try:
            await room.seating.come_back(seat)
        except RefusalError:
            if room.table.state.seats[seat].bot is not None:
                raise  # whoever has their seat lacks nothing, even while the store is away


async def _decide(room: Room, connection: Connection, message: protocol.Decide) -> None:
    seat = _seat(connection)
    room.table.decide(seat, message.version, message.step, message.action)
    room.show_draft(seat)


async def _undo(room: Room, connection: Connection, message: protocol.Undo) -> None:
    seat = _seat(connection)
    room.table.undo(seat, message.version, everything=message.all)
    room.show_draft(seat)


async def _why_not(room: Room, connection: Connection, message: protocol.WhyNot) -> None:
    because = room.table.why_not(_seat(connection), message)
    connection.answer(encode(because))


async def _fate(room: Room, connection: Connection, message: protocol.AskFate) -> None:
    asked = fate_question(room.table.state, room.table.drafts, connection.seat, message)
    answering = room.fates.ask(connection, asked)
    if answering is not None:
        room.shared.beside.begin(answering)


async def _confirm(room: Room, connection: Connection, message: protocol.Confirm) -> None:
    try:
        await room.table.confirm(_seat(connection), message.version, message.decisions, message.turn)
    except RefusalError as refusal:
        if connection.drafts_itself and refusal.code in {"illegal", "incomplete"}:
            room.shared.metrics.differing_turns.inc()
        raise


async def _play(room: Room, connection: Connection, message: protocol.Play) -> None:
    await room.table.play_at_once(_seat(connection), message)


async def _plan_ahead(room: Room, connection: Connection, message: PlanAhead) -> None:
    await room.seating.plan_ahead(_seat(connection), message)


async def _mix(room: Room, connection: Connection, message: protocol.Mix) -> None:
    await room.seating.mix(_seat(connection), message.word)


async def _paint(room: Room, connection: Connection, message: protocol.PaintCanoes) -> None:
    await room.seating.paint(_seat(connection), message.colour, message.pattern, message.portrait)


async def _set_rules(room: Room, connection: Connection, message: protocol.SetRules) -> None:
    await room.seating.set_rules(_seat(connection), message.preset, message.options)


async def _start(room: Room, connection: Connection, _: protocol.Start) -> None:
    await room.seating.start(_seat(connection))


async def _add_bot(room: Room, connection: Connection, message: protocol.AddBot) -> None:
    await room.seating.add_bot(_seat(connection), message.seat, message.bot, message.character)


async def _limit_bots(room: Room, connection: Connection, message: protocol.LimitBots) -> None:
    await room.seating.limit_bots(_seat(connection), message.seconds)


async def _set_pace(room: Room, connection: Connection, message: protocol.SetPace) -> None:
    await room.seating.set_pace(_seat(connection), message.pace)


async def _set_access(room: Room, connection: Connection, message: protocol.SetAccess) -> None:
    await room.seating.set_access(_seat(connection), message.access)


async def _remove_seat(room: Room, connection: Connection, message: protocol.RemoveSeat) -> None:
    await room.seating.remove(_seat(connection), message.seat)


async def _stand_in(room: Room, connection: Connection, message: protocol.StandIn) -> None:
    present, now = message.seat in room.online(), room.table.outside.clock()
    away = None if present else room.table.state.outages.elapsed(room.gone.get(message.seat, now), now)
    await room.seating.stand_in(_seat(connection), message.seat, message.bot, away=away)


async def _come_back(room: Room, connection: Connection, _: protocol.ComeBack) -> None:
    await room.seating.come_back(_seat(connection))


async def _vote(room: Room, connection: Connection, message: protocol.Vote) -> None:
    seat, motion, online = _seat(connection), Motion(message.matter, message.seat), room.online()
    if message.favour:
        room.votes.cast(room.table.state, motion, seat, online, room.table.outside.clock())
    else:
        room.votes.take_back(motion, seat)
    if not await room.carry_out_votes():
        room.tell_presence()


async def _resign(room: Room, connection: Connection, _: protocol.Resign) -> None:
    await room.seating.resign(_seat(connection))


async def _move_on(room: Room, connection: Connection, _: protocol.Rematch) -> None:
    seat = _seat(connection)
    await room.seating.move_on(lambda: room.shared.rematch(room.table, seat, connection.address))


async def _show_emote(room: Room, connection: Connection, message: protocol.ShowEmote) -> None:
    room.emotes.show(_seat(connection), message.emote)
    room.tell_presence()


async def _say_ready(room: Room, connection: Connection, message: protocol.SayReady) -> None:
    room.ready.say(room.table.state, _seat(connection), ready=message.ready)
    room.tell_presence()


async def _ping(_: Room, connection: Connection, __: protocol.Ping) -> None:
    connection.answer(PONG)


def _seat(connection: Connection) -> int:
    if connection.seat is None:
        raise RefusalError("not_yours", "You are watching; only players at the table can do this.")
    return connection.seat


_COMMANDS: dict[type, Callable[[Room, Connection, Any], Awaitable[None]]] = {
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
    protocol.SetAccess: _set_access,
    protocol.Rematch: _move_on,
    protocol.ShowEmote: _show_emote,
    protocol.SayReady: _say_ready,
    protocol.Ping: _ping,
}
