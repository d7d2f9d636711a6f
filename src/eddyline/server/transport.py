"""Serve HTTP and WebSockets with uvicorn so that nobody can hold a connection by being slow.

A request that does not arrive in time, and a client that accepts nothing of what it is sent, lose their connection.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from eddyline.server.socket import FRAME

if TYPE_CHECKING:
    from litestar import Litestar
    from websockets.frames import Frame  # noqa: F401

    from eddyline.server.settings import Settings


class _Watched(asyncio.Protocol):
    """Abort a connection whose client has accepted nothing for a while, although something waits for it."""

    unread_for: float
    """Seconds until then."""
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    _watch: asyncio.TimerHandle | None = None
    _left = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        # From the first byte that the system does not take: uvicorn writes nothing more until it has taken all.
        self.transport.set_write_buffer_limits(high=0)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._left = self.transport.get_write_buffer_size()
        self._watch = self.loop.call_later(self.unread_for, self._look)

    def resume_writing(self) -> None:
        self._watch_no_more()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._watch_no_more()
        super().connection_lost(exc)

    def _look(self) -> None:
        left = self.transport.get_write_buffer_size()
        if left >= self._left:
            # Closing would wait for the client to read.
            self.transport.abort()
        else:
            self._left = left
            self._watch = self.loop.call_later(self.unread_for, self._look)

    def _watch_no_more(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None
