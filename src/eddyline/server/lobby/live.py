"""Show the list of tables over a WebSocket, as it changes."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency

from eddyline.protocol.lobby import ToLobby
from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import Ping, Pong
from eddyline.server.connection import encode
from eddyline.server.hub import Hub
from eddyline.server.limits import Bucket
from eddyline.server.lobby.part import Watcher
from eddyline.server.socket import TOO_FAST, admit, decoded, read, write

if TYPE_CHECKING:
    from collections.abc import Callable

_decoder: msgspec.json.Decoder[ToLobby] = msgspec.json.Decoder(ToLobby)


@websocket("/api/lobby/live")
async def watch_lobby(socket: WebSocket[Any, Any, Any], hub: NamedDependency[Hub]) -> None:
    """Connect a browser tab to the lobby until either side closes."""

    async def show(_: str | None) -> None:
        watcher = Watcher()
        try:
            await converse(socket, hub, watcher, lambda message: hear(watcher, message, hub))
        finally:
            hub.lobby.leave(watcher)

    await admit(socket, hub, show)


async def converse(socket: WebSocket[Any, Any, Any], hub: Hub, watcher: Watcher, hear: Callable[[bytes], None]) -> None:
    """Send a watcher what it is to be sent, and `hear` its messages, until either side closes.

    What is refused is answered.
    """
    writer = asyncio.get_running_loop().create_task(write(socket, watcher))
    hub.watchers.add(watcher)
    try:
        await _listen(socket, hub, watcher, hear)
        if watcher.closing is not None:
            # What it was told last is sent before the connection ends.
            await asyncio.wait([writer])
    finally:
        hub.watchers.discard(watcher)
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await writer


async def _listen(socket: WebSocket[Any, Any, Any], hub: Hub, watcher: Watcher, hear: Callable[[bytes], None]) -> None:
    rate = hub.settings.messages_per_second
    bucket = Bucket(rate, 4 * rate, asyncio.get_running_loop().time)
    while watcher.closing is None:
        message = await read(socket)
        if message is None:
            return
        if not bucket.take():
            hub.metrics.limited["messages"].inc()
            watcher.answer(encode(TOO_FAST.answer()))
            # Not reading in the meantime slows the sender down.
            await asyncio.sleep(1)
            continue
        try:
            hear(message)
        except RefusalError as refusal:
            watcher.answer(encode(refusal.answer()))


def hear(watcher: Watcher, message: bytes, hub: Hub) -> None:
    """Carry out a client's message. Raises RefusalError, and changes nothing then."""
    asked = decoded(_decoder, message, "protocol/lobby.py")
    if isinstance(asked, Ping):
        watcher.answer(encode(Pong()))
    else:
        hub.doors.watch(watcher, asked)
