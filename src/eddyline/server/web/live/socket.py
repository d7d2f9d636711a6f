"""Carry the messages of one browser tab over a WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from eddyline.protocol import table as protocol
from eddyline.protocol.ahead import PlanAhead
from eddyline.protocol.refusal import UNEXPECTED, RefusalError
from eddyline.server.base.limits import Bucket, neighbour
from eddyline.server.base.origin import from_our_pages
from eddyline.server.base.outbox import CLOSED_BY, TRY_AGAIN_LATER, encode
from eddyline.server.hub.hub import Hub
from eddyline.server.room.connection import Connection
from eddyline.server.web import wire
from eddyline.server.web.who import Who, may

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from eddyline.server.base.outbox import Outbox
    from eddyline.server.room.room import Room

T = TypeVar("T")

_log = logging.getLogger(__name__)

MESSAGE_BYTES = 4096
"""Longest message that is decoded, in bytes; our client sends less than 300."""
FRAME_BYTES = 65_536
"""Longest message that is answered, in bytes; a longer one closes the connection."""

HELLOS, HELLOS_PER_SECOND = 10.0, 1.0
"""Times that one connection may say hello at once, and in the long run; our client says it once."""

SEATED_FACTOR = 4
"""How many times as much somebody with a seat may send as others."""

POLICY_VIOLATION = 1008
INTERNAL_ERROR = 1011

TOO_FAST = RefusalError("too_fast", "Too many messages at once; please wait.")

MAY_SEND: Mapping[type[msgspec.Struct], Who] = {
    protocol.Hello: Who.VISITORS,
    protocol.AskFate: Who.VISITORS,
    protocol.Ping: Who.EVERYBODY,
    protocol.RemoveSeat: Who.OWN_OR_HOST,
    **dict.fromkeys(
        (
            *(protocol.Decide, protocol.Undo, protocol.WhyNot, protocol.Confirm, protocol.Play, PlanAhead),
            *(protocol.Mix, protocol.PaintCanoes, protocol.StandIn, protocol.ComeBack, protocol.Vote),
            *(protocol.Resign, protocol.Rematch, protocol.ShowEmote, protocol.SayReady),
        ),
        Who.SEATED,
    ),
    **dict.fromkeys(
        (
            *(protocol.SetRules, protocol.SetPace, protocol.SetAccess, protocol.Start, protocol.AddBot),
            protocol.LimitBots,
        ),
        Who.HOST,
    ),
}
"""Who may send which message to a table."""

_decoder: msgspec.json.Decoder[protocol.ToServer] = msgspec.json.Decoder(protocol.ToServer)


@websocket("/ws/tables/{table:str}", opt=may(Who.EVERYBODY))
async def talk(socket: WebSocket[Any, Any, Any], hub: NamedDependency[Hub], table: FromPath[str]) -> None:
    """Connect a browser tab to a table until either side closes."""

    async def come(address: str | None) -> None:
        async with hub.room(table) as room:
            await _at_table(socket, room, hub, address)

    await admit(socket, hub, come, table=table)


async def admit(
    socket: WebSocket[Any, Any, Any], hub: Hub, come: Callable[[str | None], Awaitable[None]], **about: str
) -> None:
    """Let a page of ours, or a program, `come`, unless it is of another version or its address has too many.

    A refusal ends the connection, and so does any other error, which is logged with what it is `about`.
    """
    if not from_our_pages(socket, hub.settings):
        await socket.close(POLICY_VIOLATION, "pages of other sites may not connect")
        return
    await socket.accept()
    if (code := wire.closed_by(socket)) is not None:
        await turn_away(socket, wire.refusal(socket.query_params.get("wire")), code)
        return
    address = neighbour(socket.client.host) if socket.client else None
    if not hub.addresses.enter(address):
        hub.metrics.limited["connections"].inc()
        await turn_away(socket, RefusalError("too_fast", "Too many connections from your address."), TRY_AGAIN_LATER)
        return
    try:
        await come(address)
    except RefusalError as refusal:
        await turn_away(socket, refusal, CLOSED_BY.get(refusal.code, TRY_AGAIN_LATER))
    except Exception:  # noqa: BLE001 - whatever it is, it is logged, and the client told
        _log.exception("a connection failed", extra=about)
        await turn_away(socket, RefusalError("error", UNEXPECTED), INTERNAL_ERROR)
    finally:
        hub.addresses.leave(address)


async def turn_away(socket: WebSocket[Any, Any, Any], refusal: RefusalError, code: int) -> None:
    """Tell a client why it may not stay, and close its connection."""
    with contextlib.suppress(WebSocketDisconnect):
        await socket.send_data(_refusal(refusal).decode())
        # At most 123 bytes fit here, and the message has been sent.
        await socket.close(code, refusal.code)


async def converse(
    socket: WebSocket[Any, Any, Any],
    hub: Hub,
    outbox: Outbox,
    hear: Callable[[bytes], Awaitable[None]],
    allow: Callable[[], bool] | None = None,
    **about: str,
) -> None:
    """Send a client what it is to be sent, and `hear` its messages, until either side closes.

    A refusal is answered. Each message has to be allowed: by `allow`, or as many as anybody may send.
    """
    allow = allow or messages_of(hub.settings.messages_per_second).take
    if "origin" in socket.headers:  # only pages show what is announced
        hub.changes.announcements.come(outbox)
    writer = asyncio.get_running_loop().create_task(write(socket, outbox, **about))
    try:
        while True:
            message = await read(socket) if outbox.closing is None else None
            # Who was shown out, perhaps while this was read, is heard no more.
            if outbox.closing is not None:
                break
            if message is None:
                return
            if not allow():
                hub.metrics.limited["messages"].inc()
                outbox.answer(_refusal(TOO_FAST))
                # Not reading in the meantime slows the sender down.
                await asyncio.sleep(1)
                continue
            try:
                await hear(message)
            except RefusalError as refusal:
                outbox.answer(_refusal(refusal))
        # What it was told last is sent before the connection ends.
        await asyncio.wait([writer])
    finally:
        hub.changes.announcements.go(outbox)
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await writer


def messages_of(rate: float) -> Bucket:
    """Count a connection's messages: so many a second in the long run."""
    return Bucket(rate, 4 * rate, asyncio.get_running_loop().time)


async def _at_table(socket: WebSocket[Any, Any, Any], room: Room, hub: Hub, address: str | None) -> None:
    settings, connection = hub.settings, Connection(room.catch_up, address or "", room.table.state.id)
    loop, rate = asyncio.get_running_loop(), settings.messages_per_second
    watching, seated = messages_of(rate), messages_of(SEATED_FACTOR * rate)
    hellos = Bucket(HELLOS_PER_SECOND, HELLOS, loop.time)

    def allow() -> bool:
        return (watching if connection.seat is None else seated).take()

    async def hear(message: bytes) -> None:
        asked = decode(message)
        if isinstance(asked, protocol.Hello) and not hellos.take():
            raise TOO_FAST
        if isinstance(asked, protocol.Mix):  # everybody at the table reads it
            hub.people.door.must_be_wanted(asked.word)
        await room.hear(connection, asked)

    room.visitors.arrive(connection, address)
    timeout = loop.call_later(settings.hello_within, _expect_hello, connection)
    try:
        await converse(socket, hub, connection, hear, allow, table=room.table.state.id)
    finally:
        timeout.cancel()
        room.leave(connection)


def _expect_hello(connection: Connection) -> None:
    if not connection.greeted:
        connection.close(TRY_AGAIN_LATER, "no hello came")


def decode(message: bytes) -> protocol.ToServer:
    """Decode a client's message to a table; raises what `decoded` raises."""
    return decoded(_decoder, message, "protocol/table.py")


def decoded(decoder: msgspec.json.Decoder[T], message: bytes, where: str) -> T:
    """Decode a client's message, as described at `where`.

    Raises RefusalError that names what was expected and what arrived.
    """
    if len(message) > MESSAGE_BYTES:
        raise RefusalError("bad_message", f"expected a message of at most {MESSAGE_BYTES} bytes, got {len(message)}")
    try:
        return decoder.decode(message)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise RefusalError("bad_message", f"expected a message as in {where}, got something else: {error}") from None


def _refusal(refusal: RefusalError) -> bytes:
    return encode(refusal.answer())


async def read(socket: WebSocket[Any, Any, Any]) -> bytes | None:
    """Wait for a message; None when the client has disconnected."""
    try:
        event = await socket.receive()
    except WebSocketDisconnect:
        return None
    if event["type"] != "websocket.receive":
        return None
    text = event.get("text")
    return text.encode() if text is not None else (event.get("bytes") or b"")


async def write(socket: WebSocket[Any, Any, Any], outbox: Outbox, **about: str) -> None:
    """Send what waits for a client until it is closed; an error closes it, and is logged with what it is `about`."""
    with contextlib.suppress(WebSocketDisconnect, OSError):
        try:
            while isinstance(message := await outbox.next(), bytes):
                await socket.send_data(message.decode())
            await socket.close(message.code, message.reason)
        except (WebSocketDisconnect, OSError):
            raise
        except Exception:  # noqa: BLE001 - whatever it is, it is logged, and the client told
            _log.exception("a connection failed", extra=about)
            outbox.close(INTERNAL_ERROR, "error")
            await turn_away(socket, RefusalError("error", UNEXPECTED), INTERNAL_ERROR)
