"""Watch the lobby with many connections: a program that `lobby.py` starts.

A watcher does what the page does: it asks for a part of the list, sends a ping every twenty seconds, and is told what
changes. Messages are only kept while it is measured; what they mean is looked up afterwards, so that the program leaves
the cores to the server.
"""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import msgspec

from load.arrivals import Arrivals, Follower
from load.orders import obey, say
from load.websocket import WebSocket

AT_ONCE = 50
"""Connections that are opened at the same time."""
PING_EVERY = 20.0
"""Seconds between two pings, as in web/src/lib/connection.ts."""
CHANCE = random.Random(2026)  # noqa: S311 - spreads the pings
PONG = b'{"type":"pong"}'

_encode = msgspec.json.Encoder().encode


class Watcher:
    """Watch one part of the list."""

    def __init__(self, question: dict[str, Any], arrivals: Arrivals) -> None:
        self._ask = _encode({"type": "watch", **question})
        self.follower = Follower(question)
        self._arrivals = arrivals
        self._socket: WebSocket
        self._began = (0, 0)
        self.shown = asyncio.Event()
        """Set once the list has been shown."""

    async def connect(self, host: str, port: int) -> None:
        """Connect, and ask."""
        self._socket = WebSocket(self._hear, lambda: None)
        await self._socket.connect(host, port, "/api/lobby/live")
        self._socket.send(self._ask)
        await self.shown.wait()
        loop = asyncio.get_running_loop()
        loop.call_later(CHANCE.uniform(0, PING_EVERY), self._ping)

    def begin(self) -> None:
        """Count bytes from now on."""
        self._began = self._socket.received, self._socket.sent

    def counted(self) -> tuple[int, int]:
        """Return the bytes received and sent since then."""
        return self._socket.received - self._began[0], self._socket.sent - self._began[1]

    def look_again(self) -> None:
        """Ask to be shown the part as a whole."""
        self._socket.send(self._ask)

    def _ping(self) -> None:
        self._socket.send(b'{"type":"ping"}')
        asyncio.get_running_loop().call_later(PING_EVERY, self._ping)

    def _hear(self, data: bytes) -> None:
        if data != PONG:
            self.follower.came.append((self._arrivals.number(data), time.monotonic()))
            self.shown.set()


class Program:
    """Carry out orders for all watchers."""

    def __init__(self) -> None:
        self._arrivals = Arrivals()
        self._watchers: list[Watcher] = []
        self._task: asyncio.Task[None] | None = None

    def order(self, asked: dict[str, Any]) -> None:
        """Carry out one order."""
        match asked["order"]:
            case "connect":
                self._watchers = [Watcher(question, self._arrivals) for question in asked["questions"]]
                self._task = asyncio.get_running_loop().create_task(self._connect(asked["host"], asked["port"]))
            case "measure":
                for watcher in self._watchers:
                    watcher.begin()
                say({"measuring": True})
            case "bytes":
                counted = [watcher.counted() for watcher in self._watchers]
                say({"received": [came for came, _ in counted], "sent": [went for _, went in counted]})
            case "look again":
                for watcher in self._watchers:
                    watcher.look_again()
                say({"asked": True})
            case "report":
                followers = [watcher.follower for watcher in self._watchers]
                say(self._arrivals.report(followers, asked["changes"]))

    async def _connect(self, host: str, port: int) -> None:
        opening = asyncio.Semaphore(AT_ONCE)

        async def one(watcher: Watcher) -> None:
            async with opening:
                await watcher.connect(host, port)

        await asyncio.gather(*map(one, self._watchers))
        say({"watching": len(self._watchers)})


if __name__ == "__main__":
    obey(lambda: Program().order)
