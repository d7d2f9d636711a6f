"""Speak the client's side of WebSocket as lightly as Python can, so that the clients leave the cores to the server."""

from __future__ import annotations

import asyncio
import base64
import os
import zlib
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL, COMPRESSED, KIND, MASKED = 0x80, 0x40, 0x0F, 0x80
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
    "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n"
)


def read_frame(data: bytes, start: int) -> tuple[int, bytes, int] | None:
    """Return a server's frame as its first byte, its payload and where the next one starts; None: not all is here."""
    if len(data) < start + 2:
        return None
    size, body = data[start + 1], start + 2
    if size > 125:
        body += 2 if size == 126 else 8
        if len(data) < body:
            return None
        size = int.from_bytes(data[start + 2 : body])
    end = body + size
    return (data[start], data[body:end], end) if len(data) >= end else None


def write_frame(kind: int, payload: bytes) -> bytes:
    """Frame a client's message; the mask is zero, which the protocol allows and costs nothing."""
    size = len(payload)
    head = (
        bytes((FINAL | kind, MASKED | size)) if size < 126 else bytes((FINAL | kind, MASKED | 126, *divmod(size, 256)))
    )
    return head + bytes(4) + payload


class WebSocket(asyncio.Protocol):
    """Hand every message to `hear`, and count the bytes of messages as they came and as they read."""

    def __init__(self, hear: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self.wire = 0
        self.plain = 0
        self.received = 0
        """All bytes that have come: pings and the handshake, too."""
        self.sent = 0
        self._hear = hear
        self._lost = lost
        self._left = b""
        self._inflate: zlib._Decompress | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the server has agreed to the handshake."""

    async def connect(self, host: str, port: int, path: str) -> None:
        """Connect, offering compression; raises OSError when the server does not agree."""
        await asyncio.get_running_loop().create_connection(lambda: self, host, port)
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(HANDSHAKE.format(host=host, port=port, path=path, key=key).encode())
        await self.opened

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        # uvloop's transport is not registered as asyncio's.
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, _: Exception | None) -> None:
        """Tell who uses the connection; during the handshake, who connects."""
        if self.opened.done():
            self._lost()
        else:
            self.opened.set_exception(ConnectionError("expected a handshake, the connection was closed"))

    def send(self, message: bytes) -> None:
        """Send a text message."""
        self._write(write_frame(TEXT, message))

    def _write(self, frame: bytes) -> None:
        self.sent += len(frame)
        self._transport.write(frame)

    def close(self) -> None:
        """End the connection."""
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        """Take the handshake's answer, then frame after frame."""
        self.received += len(data)
        data = self._left + data
        start = 0
        if not self.opened.done():
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._left = data
                return
            self._open(data[:end].decode())
            start = end + 4
        while (frame := read_frame(data, start)) is not None:
            first, payload, end = frame
            self._take(first, payload, end - start)
            start = end
        self._left = data[start:]

    def _open(self, head: str) -> None:
        if not head.startswith("HTTP/1.1 101"):
            self.opened.set_exception(ConnectionError(f"expected status 101, got: {head.splitlines()[0]}"))
            return
        if "permessage-deflate" in head:
            self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        self.opened.set_result(None)

    def _take(self, first: int, payload: bytes, size: int) -> None:
        kind = first & KIND
        if kind == TEXT and first & FINAL:
            if first & COMPRESSED:
                assert self._inflate is not None
                payload = self._inflate.decompress(payload + b"\x00\x00\xff\xff")
            self.wire += size
            self.plain += len(payload)
            self._hear(payload)
        elif kind == PING:
            self._write(write_frame(PONG, payload))
        elif kind == CLOSE:
            self._transport.close()
        elif kind != PONG:
            raise ValueError(f"expected a whole text message, got a frame that begins with byte {first}")
