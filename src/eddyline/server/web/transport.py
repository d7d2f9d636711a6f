"""Serve HTTP and WebSockets with uvicorn so that nobody can hold a connection by being slow.

A request that does not arrive in time, and a client that accepts nothing of what it is sent, lose their connection.
"""

from __future__ import annotations

import asyncio
import socket
from http import HTTPStatus
from ipaddress import IPv4Network, IPv6Network
from typing import TYPE_CHECKING, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from eddyline.server.base.limits import neighbour, plain
from eddyline.server.web.live.socket import FRAME_BYTES

if TYPE_CHECKING:
    from litestar import Litestar
    from uvicorn._types import ASGISendEvent

    from eddyline.server.base.metrics import Metrics
    from eddyline.server.base.settings import Network, Settings


SEND_BUFFER = 65_536
"""Bytes that the system keeps of what a WebSocket's client has not read yet."""
HEAD = 32_768
"""Longest head of a request, in bytes, with what may follow its body; browsers send a few hundred."""


class _Watched(asyncio.Protocol):
    """Abort a connection whose client has accepted nothing for a while, although something waits for it."""

    settings: Settings
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    client: tuple[str, int] | None
    _watch: asyncio.TimerHandle | None = None
    _left = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        # uvicorn writes nothing more until the system has taken all of what it wrote.
        self.transport.set_write_buffer_limits(high=0)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._left = self.transport.get_write_buffer_size()
        self._watch = self.loop.call_later(self.settings.unread_for, self._look)

    def resume_writing(self) -> None:
        self._stop_watching()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_watching()
        super().connection_lost(exc)

    def _answer(self, status: HTTPStatus, sentence: str) -> None:
        head = f"HTTP/1.1 {status} {status.phrase}\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8"
        self.transport.write(f"{head}\r\ncontent-length: {len(sentence)}\r\n\r\n{sentence}".encode())

    def _look(self) -> None:
        left = self.transport.get_write_buffer_size()
        if left < self._left:
            self._left = left
            self._watch = self.loop.call_later(self.settings.unread_for, self._look)
        else:
            self._abort()

    def _abort(self) -> None:
        """End the connection at once; closing would wait for the client to read."""
        self.transport.abort()

    def _stop_watching(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None


class Http(_Watched, HttpToolsProtocol):
    """Speak HTTP; a request that has not arrived completely in time is answered and its connection closed."""

    metrics: Metrics
    _deadline: asyncio.TimerHandle | None = None
    _head = 0
    """Bytes of the head so far, of whole lines."""
    _line = 0
    """Bytes that have arrived since, of a line that the parser still collects."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._expect_request()
        limit = self.settings.connections_per_address
        if len(self.connections) > self.settings.connections:
            self._limit(HTTPStatus.SERVICE_UNAVAILABLE, "This server has too many connections.")
        elif limit and self._held_by_its_address() > limit:
            self._limit(HTTPStatus.TOO_MANY_REQUESTS, f"Your address has {limit} connections already.")

    def data_received(self, data: bytes) -> None:
        cycle = self._cycle()
        if self._deadline is None and (cycle is None or cycle.response_complete):
            self._expect_request()
        self._line += len(data)
        super().data_received(data)
        if self._line > HEAD and not self.transport.is_closing():
            self._turn_away_long_head()

    def on_message_begin(self) -> None:
        self._head = self._line = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        # With the colon, the space and the end of the line.
        self._count(len(name) + len(value) + 4)
        super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        self._line = 0
        super().on_body(body)

    def send_400_response(self, msg: str) -> None:
        if self._head > HEAD:
            self._turn_away_long_head()
        else:
            super().send_400_response(msg)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._expect_no_more()

    def handle_websocket_upgrade(self) -> None:
        self._expect_no_more()
        cycle = self._cycle()
        if self.flow.write_paused or (cycle is not None and not cycle.response_complete):
            # The WebSocket would not learn that its transport is paused, and answers would follow its handshake.
            self._abort()
            return
        self._stop_watching()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_no_more()
        super().connection_lost(exc)

    def _count(self, size: int) -> None:
        """Count a part of the head; raises ValueError, which ends the parser, when that makes it too long."""
        self._line = 0
        self._head += size
        if self._head > HEAD:
            raise ValueError

    def _turn_away_long_head(self) -> None:
        sentence = f"expected a head of at most {HEAD} bytes"
        self._turn_away(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, sentence)

    def _abort(self) -> None:
        super()._abort()
        if (cycle := self._cycle()) is not None:
            # What is still sent before the loop says so itself would fail.
            cycle.disconnected = True

    def _held_by_its_address(self) -> int:
        """Count the connections of this client; a proxy's are those of many."""
        if self.client is None or any(plain(self.client[0]) in proxy for proxy in self.settings.proxies):
            return 0
        ours = neighbour(self.client[0])
        others = (other.client for other in self.connections if isinstance(other, _Watched))
        return sum(other is not None and neighbour(other[0]) == ours for other in others)

    def _cycle(self) -> RequestResponseCycle | None:
        """Return the latest request; None before the first."""
        return cast("RequestResponseCycle | None", self.cycle)

    def _expect_request(self) -> None:
        self._deadline = self.loop.call_later(self.settings.request_within, self._late)

    def _expect_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _late(self) -> None:
        self._deadline = None
        if self.transport.is_closing():
            return
        within = self.settings.request_within
        self._turn_away(HTTPStatus.REQUEST_TIMEOUT, f"expected a whole request within {within:g} s")

    def _limit(self, status: HTTPStatus, sentence: str) -> None:
        self.metrics.limited["connections"].inc()
        self._turn_away(status, sentence)

    def _turn_away(self, status: HTTPStatus, sentence: str) -> None:
        cycle = self._cycle()
        if cycle is None or not cycle.response_started or cycle.response_complete:
            self._answer(status, sentence)
        self.transport.close()


class WebSockets(_Watched, WebSocketsSansIOProtocol):
    """Speak WebSocket; answer no ping while the answers to others wait unread."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        # Otherwise the system lets megabytes wait for a client that does not read.
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        # The whole request came at once, from `Http`; uvicorn leaves one open that cannot be read as a handshake.
        if not self.handshake_initiated and not self.transport.is_closing():
            self._answer(HTTPStatus.BAD_REQUEST, "expected the handshake of a WebSocket")
            self.transport.close()

    async def send(self, message: ASGISendEvent) -> None:
        try:
            await super().send(message)
        except RuntimeError:
            # uvloop refuses to write to a connection that was aborted, before it says that it is lost.
            if self.transport.is_closing():
                raise ClientDisconnected from None
            raise

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                # uvicorn would close it, too, but log it as an error of the server.
                self.frames = []
                self.conn.send_close(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()


def _forms(network: Network) -> list[Network]:
    """List a network as it is and, one of IPv4, as sockets of IPv6 name it."""
    if not isinstance(network, IPv4Network):
        return [network]
    return [network, IPv6Network(f"::ffff:{network.network_address}/{96 + network.prefixlen}")]


def configure(app: Litestar, settings: Settings) -> uvicorn.Config:
    """Configure uvicorn to serve an app."""
    return uvicorn.Config(
        app,
        http=type("ConfiguredHttp", (Http,), {"settings": settings, "metrics": app.state.hub.metrics}),
        ws=type("ConfiguredWebSockets", (WebSockets,), {"settings": settings}),
        ws_per_message_deflate=False,
        ws_max_size=FRAME_BYTES,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=[str(form) for proxy in settings.proxies for form in _forms(proxy)],
        # uvicorn's would replace the handler and the form that `start_logging` chose.
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
