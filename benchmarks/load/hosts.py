"""Open tables, and let their people fill, start and end them, over HTTP and WebSockets."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import httpx
import msgspec

from load.arrivals import GONE
from load.websocket import WebSocket

SEATS = 3
"""Seats of a table: its host's, a bot's and a free one."""
CLOCKS: tuple[dict[str, float] | None, ...] = (
    None,
    {"turn": 60.0, "reserve": 300.0},
    {"turn": 86_400.0, "reserve": 0.0},
)
GAMES = ("niagara", "canyon")
Change = tuple[str, str, int, float, float]
"""Table, status and free seats by then, and when it was sent and answered; see `arrivals.py`."""


class Table(msgspec.Struct):
    """Read of a table what changes in its life."""

    status: str


class Told(msgspec.Struct):
    """Read of a message what it says of the table."""

    type: str
    table: Table | None = None
    message: str = ""


class Person:
    """Sit at a table."""

    def __init__(self, seated: dict[str, Any]) -> None:
        self.table: str = seated["table"]
        self._token: str = seated["token"]
        self._socket: WebSocket
        self._status = ""
        self._waiting: tuple[str, asyncio.Future[float]] | None = None

    async def connect(self, host: str, port: int) -> None:
        """Come to the table."""
        self._socket = WebSocket(self._hear, lambda: None)
        await self._socket.connect(host, port, f"/ws/tables/{self.table}")
        await self.say("hello", until="open", token=self._token)

    async def say(self, kind: str, *, until: str, **message: object) -> tuple[float, float]:
        """Send a message and wait for the answer that the table has a status; return when that was."""
        done: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._waiting = until, done
        sent = time.monotonic()
        self._socket.send(msgspec.json.encode({"type": kind, **message}))
        return sent, await done

    def leave(self) -> None:
        """Go away."""
        self._socket.close()

    def _hear(self, data: bytes) -> None:
        told = msgspec.json.decode(data, type=Told)
        if told.type == "refused":
            raise RuntimeError(f"expected to go on, was refused: {told.message}")
        if told.type == "sync" and self._waiting and told.table and told.table.status == self._waiting[0]:
            self._waiting[1].set_result(time.monotonic())
            self._waiting = None


class Hosts:
    """Keep tables, and note each change that the lobby has to tell."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._http = httpx.AsyncClient(base_url=f"http://{host}:{port}", limits=httpx.Limits(max_connections=8))
        self._opened = 0
        self.changes: list[Change] = []

    async def open(self) -> Person:
        """Open a table that everybody may find, and sit at it."""
        number = self._opened
        self._opened += 1
        wish = {
            "game": GAMES[number % 2],
            "name": f"Host {number}",
            "seats": SEATS,
            "bots": ["random"],
            "access": "open",
            "pace": {"clock": CLOCKS[number % 3]},
        }
        seated, sent, answered = await self._ask("/api/tables", wish)
        self._note(seated["table"], "open", 1, sent, answered)
        host = Person(seated)
        await host.connect(self._host, self._port)
        return host

    async def fill(self, host: Person) -> Person:
        """Let somebody take the free seat."""
        seated, sent, answered = await self._ask(f"/api/tables/{host.table}/seats", {"name": "Guest"})
        self._note(host.table, "open", 0, sent, answered)
        guest = Person(seated)
        await guest.connect(self._host, self._port)
        return guest

    async def start(self, host: Person) -> None:
        """Begin the game."""
        times = await host.say("start", until="running")
        for free in (0, GONE):
            self._note(host.table, "running", free, *times)

    async def end(self, host: Person, guest: Person) -> None:
        """Give the game up, one after the other."""
        await guest.say("resign", until="running")
        self._note(host.table, "over", GONE, *await host.say("resign", until="over"))
        guest.leave()
        host.leave()

    async def close(self) -> None:
        """End the connections for requests."""
        await self._http.aclose()

    async def _ask(self, path: str, body: dict[str, Any]) -> tuple[dict[str, Any], float, float]:
        sent = time.monotonic()
        answer = await self._http.post(path, json=body)
        answered = time.monotonic()
        if answer.status_code >= 400:
            raise RuntimeError(f"expected a seat, got {answer.status_code}: {answer.text}")
        return answer.json(), sent, answered

    def _note(self, table: str, status: str, free: int, sent: float, answered: float) -> None:
        self.changes.append((table, status, free, sent, answered))
