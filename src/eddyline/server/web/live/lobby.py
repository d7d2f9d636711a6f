"""Show the list of tables over a WebSocket, as it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency

from eddyline.protocol.lobby import ToLobby
from eddyline.protocol.table import Ping, Pong
from eddyline.server.base.outbox import encode
from eddyline.server.hub.hub import Hub
from eddyline.server.lobby.part import Watcher
from eddyline.server.web.live.socket import admit, converse, decoded
from eddyline.server.web.who import Who, may

if TYPE_CHECKING:
    from collections.abc import Callable

_decoder: msgspec.json.Decoder[ToLobby] = msgspec.json.Decoder(ToLobby)


@websocket("/api/lobby/live", opt=may(Who.EVERYBODY))
async def watch_lobby(socket: WebSocket[Any, Any, Any], hub: NamedDependency[Hub]) -> None:
    """Connect a browser tab to the lobby until either side closes."""

    async def come(_: str | None) -> None:
        watcher = Watcher()
        try:
            await watch(socket, hub, watcher, lambda message: hear(watcher, message, hub))
        finally:
            hub.lobby.leave(watcher)

    await admit(socket, hub, come)


async def watch(socket: WebSocket[Any, Any, Any], hub: Hub, watcher: Watcher, hear: Callable[[bytes], None]) -> None:
    """Let somebody watch the lobby or a tournament until either side closes."""

    async def listen(message: bytes) -> None:
        hear(message)

    hub.watchers.add(watcher)
    try:
        await converse(socket, hub, watcher, listen)
    finally:
        hub.watchers.discard(watcher)


def hear(watcher: Watcher, message: bytes, hub: Hub) -> None:
    """Carry out a client's message. Raises RefusalError, and changes nothing then."""
    asked = decoded(_decoder, message, "protocol/lobby.py")
    if isinstance(asked, Ping):
        watcher.answer(encode(Pong()))
    else:
        hub.doors.watch(watcher, asked)
