"""Carry the messages of one browser tab over a WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from eddyline.server import protocol
from eddyline.server.connection import CLOSED_BY, TRY_AGAIN_LATER, Connection, encode
from eddyline.server.hub import Hub
from eddyline.server.limits import Bucket, neighbour
from eddyline.server.origin import from_our_pages
from eddyline.server.refusal import UNEXPECTED, RefusalError

if TYPE_CHECKING:
    from eddyline.server.room import Room
    from eddyline.server.settings import Settings

_log = logging.getLogger(__name__)

MESSAGE = 4096
"""Longest message that is decoded, in bytes; our client sends less than 300."""
FRAME = 65_536
"""Longest message that is answered, in bytes; a longer one closes the connection."""

HELLOS, HELLOS_PER_SECOND = 10.0, 1.0
"""Times that one connection may say hello at once, and in the long run; our client says it once."""

SEATED = 4
"""How many times as much somebody with a seat may send as others."""

POLICY_VIOLATION = 1008
INTERNAL_ERROR = 1011

TOO_FAST = RefusalError("too_fast", "Those were too many messages at once; please wait.")

_decoder: msgspec.json.Decoder[protocol.ToServer] = msgspec.json.Decoder(protocol.ToServer)


@websocket("/ws/tables/{table:str}")
async def talk(socket: WebSocket[Any, Any, Any], hub: NamedDependency[Hub], table: FromPath[str]) -> None:
    """Connect a browser tab to a table until either side closes."""
    if not from_our_pages(socket, hub.settings):
        await socket.close(POLICY_VIOLATION, "pages of other sites may not connect")
        return
    await socket.accept()
    address = neighbour(socket.client.host) if socket.client else None
    if not hub.addresses.enter(address):
        await _turn_away(socket, RefusalError("too_fast", "Too many connections from your address."), TRY_AGAIN_LATER)
        return
    try:
        async with hub.room(table) as room:
            await _converse(socket, room, hub.settings, address)
    except RefusalError as refusal:
        await _turn_away(socket, refusal, CLOSED_BY.get(refusal.code, TRY_AGAIN_LATER))
    except Exception:  # noqa: BLE001 - whatever it is, it is logged, and the client told
        _log.exception("a connection failed", extra={"table": table})
        await _turn_away(socket, RefusalError("error", UNEXPECTED), INTERNAL_ERROR)
    finally:
        hub.addresses.leave(address)


async def _turn_away(socket: WebSocket[Any, Any, Any], refusal: RefusalError, code: int) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        await socket.send_data(_refusal(refusal).decode())
        # At most 123 bytes fit here, and the message has been sent.
        await socket.close(code, refusal.code)


async def _converse(socket: WebSocket[Any, Any, Any], room: Room, settings: Settings, address: str | None) -> None:
    connection = Connection(address or "", room.table.state.id)
    loop = asyncio.get_running_loop()
    writer = loop.create_task(_write(socket, connection, room.table.state.id))
    rate = settings.messages_per_second
    watching, seated = (Bucket(each, 4 * each, loop.time) for each in (rate, SEATED * rate))
    hellos = Bucket(HELLOS_PER_SECOND, HELLOS, loop.time)
    room.visitors.arrive(connection, address)
    timeout = loop.call_later(settings.hello_within, _expect_hello, connection)
    try:
        while connection.closing is None:
            message = await _read(socket)
            if message is None:
                return
            if not (watching if connection.seat is None else seated).take():
                connection.answer(_refusal(TOO_FAST))
                # Not reading in the meantime slows the sender down.
                await asyncio.sleep(1)
                continue
            try:
                asked = decode(message)
            except RefusalError as refusal:
                connection.answer(_refusal(refusal))
                continue
            if isinstance(asked, protocol.Hello) and not hellos.take():
                connection.answer(_refusal(TOO_FAST))
            else:
                await room.hear(connection, asked)
        # What it was told last is sent before the connection ends.
        await asyncio.wait([writer])
    finally:
        timeout.cancel()
        room.leave(connection)
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await writer


def _expect_hello(connection: Connection) -> None:
    if not connection.greeted:
        connection.close(TRY_AGAIN_LATER, "no hello came")


def decode(message: bytes) -> protocol.ToServer:
    """Decode a client's message; raises RefusalError that names what was expected and what arrived."""
    if len(message) > MESSAGE:
        raise RefusalError("bad_message", f"expected a message of at most {MESSAGE} bytes, got {len(message)}")
    try:
        return _decoder.decode(message)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise RefusalError(
            "bad_message", f"expected a message as in protocol.py, got something else: {error}"
        ) from None


def _refusal(refusal: RefusalError) -> bytes:
    return encode(refusal.answer())


async def _read(socket: WebSocket[Any, Any, Any]) -> bytes | None:
    """Wait for a message; None when the client has disconnected."""
    try:
        event = await socket.receive()
    except WebSocketDisconnect:
        return None
    if event["type"] != "websocket.receive":
        return None
    text = event.get("text")
    return text.encode() if text is not None else (event.get("bytes") or b"")


async def _write(socket: WebSocket[Any, Any, Any], connection: Connection, table: str) -> None:
    """Send what waits for a connection until it is closed; an error closes it, and is logged."""
    with contextlib.suppress(WebSocketDisconnect, OSError):
        try:
            while isinstance(message := await connection.next(), bytes):
                await socket.send_data(message.decode())
            await socket.close(message.code, message.reason)
        except (WebSocketDisconnect, OSError):
            raise
        except Exception:  # noqa: BLE001 - whatever it is, it is logged, and the client told
            _log.exception("a connection failed", extra={"table": table})
            connection.close(INTERNAL_ERROR, "error")
            await _turn_away(socket, RefusalError("error", UNEXPECTED), INTERNAL_ERROR)
