"""Serve an app on a real socket, within the test's own loop; speak to it with bare sockets."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import socket
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import uvicorn

from eddyline.server.web.app import build_app
from eddyline.server.web.transport import configure
from support.tables import MemoryStore, settings, until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from eddyline.server.hub.hub import Hub


@dataclass
class Served:
    """A running server."""

    server: uvicorn.Server
    hub: Hub
    port: int
    opened: list[asyncio.StreamWriter] = field(default_factory=list)
    """Our own ends of all connections."""

    @property
    def sockets(self) -> set[Any]:
        return self.server.server_state.connections

    @property
    def url(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def connect(self, *, reads: int | None = None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a bare connection; `reads` is how many bytes the system may take from the server unasked."""
        sock = socket.socket()
        if reads is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, reads)
        sock.setblocking(False)
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", self.port))
        reader, writer = await asyncio.open_connection(sock=sock, limit=64)
        self.opened.append(writer)
        return reader, writer

    async def say(self, request: bytes) -> bytes:
        """Send bytes and nothing after them; return all that comes until the server closes the connection."""
        reader, writer = await self.connect()
        writer.write(request)
        return await reader.read()

    async def upgrade(self, table: str, *, reads: int | None = None) -> asyncio.StreamWriter:
        """Open a WebSocket that nobody reads after its handshake."""
        reader, writer = await self.connect(reads=reads)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /ws/tables/{table} HTTP/1.1\r\nHost: {self.url}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        status = await reader.readexactly(12)
        assert status == b"HTTP/1.1 101", status
        return writer


def frame(kind: str, **message: Any) -> bytes:
    """Pack a message as a browser does; the mask is zero."""
    text = json.dumps({"type": kind, **message}).encode()
    assert len(text) < 126
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


@contextlib.asynccontextmanager
async def serve(**changes: Any) -> AsyncIterator[Served]:
    """Run a server with these settings."""
    chosen = settings(**changes)
    app = build_app(chosen, MemoryStore())
    server = uvicorn.Server(configure(app, chosen))
    sock = socket.create_server(("127.0.0.1", 0))
    # Without the handlers of signals, which are the test's.
    running = asyncio.get_running_loop().create_task(server._serve([sock]))
    try:
        await until(lambda: server.started or running.done())
        served = Served(server, app.state.hub, sock.getsockname()[1])
        try:
            yield served
        finally:
            for writer in served.opened:
                writer.close()
                with contextlib.suppress(OSError):
                    await writer.wait_closed()
    finally:
        server.should_exit = True
        await running
