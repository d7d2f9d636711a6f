"""Carry the messages of one browser tab over a WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from eddyline.server import protocol
from eddyline.server.connection import Connection, encode
from eddyline.server.hub import Hub
from eddyline.server.limits import Bucket
from eddyline.server.refusal import UNEXPECTED, RefusalError

if TYPE_CHECKING:
    from eddyline.server.room import Room
    from eddyline.server.settings import Settings

_log = logging.getLogger(__name__)

MESSAGE = 4096
"""Longest message that is decoded, in bytes; our client sends less than 300."""
FRAME = 65_536
"""Longest message that is answered, in bytes; a longer one closes the connection."""

TRY_AGAIN_LATER = 1013
POLICY_VIOLATION = 1008
INTERNAL_ERROR = 1011
NO_SUCH_TABLE = 4404

_decoder: msgspec.json.Decoder[protocol.ToServer] = msgspec.json.Decoder(protocol.ToServer)


def same_origin(socket: WebSocket[Any, Any, Any], allowed: frozenset[str]) -> bool:
    """Return whether one of our pages connects, or a program, which sends no Origin. Browsers let any page connect."""
    origin = socket.headers.get("origin")
    return origin is None or origin in allowed or urlsplit(origin).netloc == socket.headers.get("host")


@websocket("/ws/tables/{table:str}")
async def talk(socket: WebSocket[Any, Any, Any], hub: NamedDependency[Hub], table: FromPath[str]) -> None:
    """Connect a browser tab to a table until either side closes."""
    if not same_origin(socket, hub.settings.allowed_origins):
        await socket.close(POLICY_VIOLATION, "pages of other sites may not connect")
        return
    await socket.accept()
    try:
        async with hub.room(table) as room:
            if len(room.connections) >= hub.settings.connections_per_table:
                await _turn_away(socket, RefusalError("too_fast", "This table has too many visitors."), TRY_AGAIN_LATER)
                return
            await _converse(socket, room, hub.settings)
    except RefusalError as refusal:
        await _turn_away(socket, refusal, NO_SUCH_TABLE)
    except Exception:  # noqa: BLE001 - whatever it is, it is logged, and the client told
        _log.exception("a connection failed", extra={"table": table})
        await _turn_away(socket, RefusalError("error", UNEXPECTED), INTERNAL_ERROR)


async def _turn_away(socket: WebSocket[Any, Any, Any], refusal: RefusalError, code: int) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        await socket.send_data(_refusal(refusal).decode())
        await socket.close(code, refusal.message)


async def _converse(socket: WebSocket[Any, Any, Any], room: Room, settings: Settings) -> None:
    connection = Connection(socket.client.host if socket.client else "")
    writer = asyncio.get_running_loop().create_task(_write(socket, connection))
    rate = settings.messages_per_second
    bucket = Bucket(rate, 4 * rate, asyncio.get_running_loop().time)
    try:
        while not connection.dropped:
            message = await _read(socket)
            if message is None:
                return
            if not bucket.take():
                connection.send(
                    _refusal(RefusalError("too_fast", "Those were too many messages at once; please wait."))
                )
                # Not reading in the meantime slows the sender down.
                await asyncio.sleep(1)
                continue
            try:
                asked = decode(message)
            except RefusalError as refusal:
                connection.send(_refusal(refusal))
            else:
                await room.hear(connection, asked)
    finally:
        room.leave(connection)
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await writer


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


async def _write(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    with contextlib.suppress(WebSocketDisconnect, OSError):
        while (message := await connection.next()) is not None:
            await socket.send_data(message.decode())
        await socket.close(TRY_AGAIN_LATER, "connect again to be brought up to date")
