"""Send hostile frames to a real server: it answers or closes, never fails, never grows, and plays on."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import httpx
import psutil
import websockets

from campaign.served import complaints, served
from eddyline.protocol.table import ToServer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BATCH = 50
"""Frames sent before their answers are read."""
CLIENTS = 16
WARM = 0.1
"""Share of the frames before memory is first measured: caches and the table's history fill up first."""
GROWTH = 1.2
"""Largest allowed growth of the server's memory after that."""
CLOSES = {1002, 1003, 1006, 1007, 1008, 1009, 1013, 4404}
"""Codes with which a server may close for what it was sent; 1011 would be an error of its own.

1006 is what a client sees that was still sending when it was cut.
"""

KINDS = [member.__struct_config__.tag for member in ToServer.__args__]
FIELDS = sorted({field for member in ToServer.__args__ for field in member.__struct_fields__})
ODD: list[Any] = [
    None, True, False, 0, -1, 1, 2, 5, 6, 2**31, 2**63, 2**64, -(2**63), 10**400, 0.5, 1e308, "", "x", "\x00", "\ud800",
    "é" * 70, "a" * 3000, "card 3", "stay", "turn-0001", [], [[]], {}, {"a": {}}, [0] * 65, ["card 3"], "\u202e",
    "../..", "stop", "stand_in", {"clock": {"turn": 1e9}}, {"clock": {"turn": 30, "reserve": 60}},
]  # fmt: skip


class Odd:
    """Make hostile frames from one seed."""

    def __init__(self, rng: random.Random, version: Callable[[], int]) -> None:
        self.rng = rng
        self._version = version
        self._kinds = [self._message, self._message, self._cut, self._flipped, self._noise, self._nested, self._long]

    def frame(self) -> str | bytes:
        """Return a text or binary message."""
        made = self.rng.choice(self._kinds)()
        if isinstance(made, bytes) and self.rng.random() < 0.5:
            return made.decode("utf-8", "replace")
        return made

    def _message(self) -> str:
        names = self.rng.sample(FIELDS, self.rng.randint(0, 4))
        body = {name: self.rng.choice(ODD) for name in names}
        if self.rng.random() < 0.5:
            body["version"] = self._version() + self.rng.choice([0, 0, 0, -1, 1])
        return json.dumps({"type": self.rng.choice(KINDS), **body})

    def _cut(self) -> str:
        text = self._message()
        return text[: self.rng.randrange(len(text))]

    def _flipped(self) -> bytes:
        data = bytearray(self._message().encode())
        for _ in range(self.rng.randint(1, 4)):
            data[self.rng.randrange(len(data))] = self.rng.randrange(256)
        return bytes(data)

    def _noise(self) -> bytes:
        return self.rng.randbytes(self.rng.randrange(200))

    def _nested(self) -> str:
        return self.rng.choice(["[", '{"a":', '{"type":"hello","token":[']) * self.rng.randrange(1, 1500)

    def _long(self) -> str:
        return json.dumps({"type": "hello", "token": "x" * self.rng.randrange(4000, 9000)})


class Attack:
    """Send frames from several connections at once."""

    def __init__(self, address: str, seed: int, frames: int, server: psutil.Process) -> None:
        self.address, self.frames, self.server = address, frames, server
        self.rng = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.codes: Counter[int] = Counter()
        self.found: list[str] = []
        self.version = 1
        self.memory: list[int] = []

    async def run(self) -> None:
        """Send everything, then see whether the table still plays."""
        async with httpx.AsyncClient(base_url=self.address, timeout=60) as client:
            wish = {"game": "niagara", "name": "Anna", "seats": 4, "bots": ["random"], "options": {"max_rounds": 10000}}
            host = (await client.post("/api/tables", json=wish)).json()
            path = f"/api/tables/{host['table']}/seats"
            others = [(await client.post(path, json={"name": name})).json() for name in ("Bo", "Cy")]
            tokens = [host["token"], *(other["token"] for other in others), None]
            await self._start(host)
            await asyncio.gather(*(self._client(host["table"], tokens[i % 4], i) for i in range(CLIENTS)))
            after = await client.get(f"/api/tables/{host['table']}")
            if after.status_code != 200:
                self.found.append(f"the table answers {after.status_code}: {after.text[:200]}")

    async def _start(self, host: dict[str, Any]) -> None:
        async with self._connect(host["table"]) as socket:
            await socket.send(json.dumps({"type": "hello", "token": host["token"]}))
            await socket.send('{"type":"start"}')
            while json.loads(await socket.recv()).get("view") is None:
                pass

    def _connect(self, table: str) -> websockets.connect:
        url = f"{self.address.replace('http', 'ws', 1)}/ws/tables/{table}"
        return websockets.connect(url, compression=None, proxy=None, max_size=None, max_queue=None, ping_interval=None)

    async def _client(self, table: str, token: str | None, number: int) -> None:
        odd = Odd(random.Random(self.rng.getrandbits(64)), lambda: self.version)
        while self.counts["frames"] < self.frames:
            try:
                async with self._connect(table) as socket:
                    await socket.send(json.dumps({"type": "hello", "token": token}))
                    while self.counts["frames"] < self.frames:
                        await self._batch(socket, odd)
                        if number == 0:
                            self._weigh()
            except websockets.ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 1006
                self.codes[code] += 1
                if code not in CLOSES:
                    self.found.append(f"closed with {code}: {closed.rcvd.reason if closed.rcvd else 'without a word'}")

    async def _batch(self, socket: websockets.ClientConnection, odd: Odd) -> None:
        for _ in range(BATCH):
            await socket.send(odd.frame())
        self.counts["frames"] += BATCH
        await socket.send('{"type":"ping"}')
        async for text in socket:
            message = json.loads(text)
            self.counts[message["type"]] += 1
            self.version = message.get("version", self.version)
            if message.get("code") == "error":
                self.found.append(f"an error of its own: {message}")
            if message["type"] == "pong":
                return

    def _weigh(self) -> None:
        steps = len(self.memory)
        if self.counts["frames"] >= self.frames * (WARM + steps * (1 - WARM) / 10):
            self.memory.append(self.server.memory_info().rss)


def run(folder: Path, seed: int, frames: int) -> dict[str, Any]:
    """Attack a server with so many frames; return what was counted and found."""
    with served(folder) as (server, address):
        attack = Attack(address, seed, frames, psutil.Process(server.pid))
        asyncio.run(attack.run())
        if server.poll() is not None:
            attack.found.append(f"the server ended with {server.returncode}")
    if "Traceback" in (said := complaints(folder)):
        attack.found.append(f"it complained: {said[-2000:]}")
    growth = round(attack.memory[-1] / attack.memory[0], 3)
    if growth > GROWTH:
        attack.found.append(f"memory grew to {growth} times what it was")
    return {
        "hostile frames": attack.counts["frames"],
        "answers": {kind: number for kind, number in sorted(attack.counts.items()) if kind != "frames"},
        "closed by code": {str(code): number for code, number in sorted(attack.codes.items())},
        "memory, last to first": growth,
        "findings": attack.found,
    }
