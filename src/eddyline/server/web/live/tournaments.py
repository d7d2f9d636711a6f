"""Show a tournament over a WebSocket, as it changes."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from eddyline.protocol.table import Ping, Pong
from eddyline.server.base.outbox import encode
from eddyline.server.hub.hub import Hub
from eddyline.server.lobby.part import Watcher
from eddyline.server.web.live.lobby import watch
from eddyline.server.web.live.socket import admit, decoded
from eddyline.server.web.who import Who, may

_decoder: msgspec.json.Decoder[Ping] = msgspec.json.Decoder(Ping)


@websocket("/api/tournaments/{tournament:str}/live", opt=may(Who.EVERYBODY))
async def watch_tournament(
    socket: WebSocket[Any, Any, Any], hub: NamedDependency[Hub], tournament: FromPath[str]
) -> None:
    """Connect a browser tab to a tournament until either side closes."""
    watcher = Watcher()

    def hear(message: bytes) -> None:
        decoded(_decoder, message, "tournaments/live.py")
        watcher.answer(encode(Pong()))

    async def come(_: str | None) -> None:
        async with hub.tournaments.showing.watched(tournament, watcher):
            await watch(socket, hub, watcher, hear)

    await admit(socket, hub, come, tournament=tournament)
