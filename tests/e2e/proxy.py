"""Show a server below a path, as a proxy on the internet would: a few lines instead of a program to be installed."""

from __future__ import annotations

import queue
import re
import socket
import socketserver
import threading
import time
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from e2e.server import Server

REQUEST = re.compile(rb"^(\w+) (\S+) (HTTP/1\.1\r\n)")


class Proxy:
    """Pass on what is asked below `path` to a server, without the path.

    Each connection carries one request, and afterwards whatever both sides send. With a `delay`, everything arrives so
    many seconds later on the other side.
    """

    def __init__(self, server: Server, path: str = "", delay: float = 0.0) -> None:
        proxy = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                proxy._pass_on(self.request)

        class Listening(socketserver.ThreadingTCPServer):
            request_queue_size = 128
            daemon_threads = True

        self._server = server
        self._path = path.encode()
        self._delay = delay
        self._listening = Listening(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._listening.server_address[1]}{path}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._listening.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.shutdown()
        self._listening.server_close()

    def _pass_on(self, client: socket.socket) -> None:
        head = b""
        while b"\r\n\r\n" not in head:
            if not (more := client.recv(65536)):
                return
            head += more
        found = REQUEST.match(head)
        assert found, head
        method, path, version = found.groups()
        if not path.startswith(self._path + b"/"):
            client.sendall(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
            return
        rest = head[found.end() :]
        if b"upgrade: websocket" not in rest.lower():
            rest = re.sub(rb"(?im)^connection: .*$", b"Connection: close\r", rest)
        with socket.create_connection(("127.0.0.1", self._server.port)) as server:
            server.sendall(method + b" " + path[len(self._path) :] + b" " + version + rest)
            answering = threading.Thread(target=_pour, args=(server, client, self._delay), daemon=True)
            answering.start()
            _pour(client, server, self._delay)
            answering.join()


def _pour(source: socket.socket, sink: socket.socket, delay: float) -> None:
    under_way: queue.SimpleQueue[tuple[float, bytes]] = queue.SimpleQueue()
    arriving = threading.Thread(target=_arrive, args=(under_way, sink), daemon=True)
    arriving.start()
    data = b"begun"
    while data:
        try:
            data = source.recv(65536)
        except OSError:
            data = b""  # the other side is gone
        under_way.put((time.monotonic() + delay, data))
    arriving.join()


def _arrive(under_way: queue.SimpleQueue[tuple[float, bytes]], sink: socket.socket) -> None:
    try:
        while True:
            due, data = under_way.get()
            time.sleep(max(0.0, due - time.monotonic()))
            if not data:
                sink.shutdown(socket.SHUT_WR)
                return
            sink.sendall(data)
    except OSError:
        return  # either side is gone
