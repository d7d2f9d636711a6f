"""Measure how long people wait for an answer while bots think at every table.

Starts `eddyline serve` and opens tables with one person each and thinking bots in all other seats. Every person sends a
message every tenth of a second – a decision or a confirmation when a turn is owed, otherwise a ping – and waits for the
answer, over a real WebSocket. Prints one JSON object: p50 and p99 of the round trips over all connections and for the
worst one, in milliseconds, versions per second of all tables, and whether every connection's p99 is within the limit.

    python benchmarks/latency.py --game niagara --bot guide --tables 20 --think 1 --seconds 30
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from eddyline.bots import BOTS

SEATS = 4
PACE = 0.1
"""Seconds from an answer to the next message: a third of the rate that the server allows per connection."""
LIMIT = 100.0
"""Maximum p99 of any connection in milliseconds."""
SETTLE = 3.0
"""Seconds before the measurement starts."""
CHANCE = random.Random(2026)  # noqa: S311 - random play, not a secret


class Person:
    """Play at a table, send one message after another and record how long each answer took."""

    def __init__(self, seated: dict[str, Any]) -> None:
        self.table: str = seated["table"]
        self._token: str = seated["token"]
        self._draft: dict[str, Any] | None = None
        self.version = 0
        self.waits: dict[str, list[float]] = {"ping": [], "decide": [], "confirm": []}

    async def play(self, address: str, began: asyncio.Event, until: asyncio.Event) -> None:
        """Play at random until the time is up."""
        async with connect(f"ws{address.removeprefix('http')}/ws/tables/{self.table}", max_queue=None) as socket:
            await socket.send(json.dumps({"type": "hello", "token": self._token}))
            await self._until(socket, "sync")
            while not until.is_set():
                await asyncio.sleep(PACE * CHANCE.uniform(0.8, 1.2))
                kind, message, answers = self._next()
                sent = time.perf_counter()
                await socket.send(json.dumps(message))
                await self._until(socket, *answers)
                if began.is_set():
                    self.waits[kind].append((time.perf_counter() - sent) * 1000)

    def _next(self) -> tuple[str, dict[str, Any], tuple[str, ...]]:
        draft = self._draft
        if draft is None or draft["confirmed"]:
            return "ping", {"type": "ping"}, ("pong",)
        if draft["complete"]:
            turn = f"turn-{draft['version']}-{CHANCE.randrange(1 << 30)}"
            decisions = [action["id"] for action in draft["decisions"]]
            message = {"type": "confirm", "version": draft["version"], "decisions": decisions, "turn": turn}
            return "confirm", message, ("own", "refused")
        action = CHANCE.choice(draft["legal"])["id"]
        message = {"type": "decide", "version": draft["version"], "step": draft["step"], "action": action}
        return "decide", message, ("draft", "refused")

    async def _until(self, socket: ClientConnection, *kinds: str) -> None:
        """Receive messages up to an answer of one of these kinds; "own" is the sync of this seat's turn."""
        while True:
            message = json.loads(await socket.recv())
            kind = message["type"]
            if kind == "sync":
                own = any(update["seat"] == message["you"] for update in message["updates"])
                self.version, self._draft = message["version"], message["draft"]
                if "sync" in kinds or (own and "own" in kinds):
                    return
            elif kind == "draft":
                self._draft = message
            if kind in kinds:
                return


def ask(address: str, body: dict[str, Any]) -> dict[str, Any]:
    """Open a table."""
    request = urllib.request.Request(  # noqa: S310 - our own server
        f"{address}/api/tables", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as response:  # noqa: S310 - the same
        answer: dict[str, Any] = json.load(response)
        return answer


async def watch(address: str, tables: int, wish: dict[str, Any], seconds: float) -> tuple[list[Person], float]:
    """Let people play at the tables; return them, and the versions per second of all tables."""
    people = [Person(ask(address, wish)) for _ in range(tables)]
    began, until = asyncio.Event(), asyncio.Event()
    playing = [asyncio.create_task(person.play(address, began, until)) for person in people]
    await asyncio.sleep(SETTLE)
    before = sum(person.version for person in people)
    began.set()
    await asyncio.sleep(seconds)
    after = sum(person.version for person in people)
    until.set()
    await asyncio.gather(*playing)
    return people, (after - before) / seconds


def p99(waits: list[float]) -> float:
    """Return the 99th percentile."""
    return sorted(waits)[int(len(waits) * 0.99)]


def report(people: list[Person], versions: float) -> dict[str, Any]:
    """Summarize the round trips."""
    each = [[wait for waits in person.waits.values() for wait in waits] for person in people]
    together = [wait for waits in each for wait in waits]
    kinds = {
        kind: sorted(wait for person in people for wait in person.waits[kind]) for kind in ("ping", "decide", "confirm")
    }
    worst = max(p99(waits) for waits in each)
    return {
        "round_trips": len(together),
        "p50_ms": round(statistics.median(together), 2),
        "p99_ms": round(p99(together), 2),
        "worst_connection": {
            "p50_ms": round(max(statistics.median(waits) for waits in each), 2),
            "p99_ms": round(worst, 2),
        },
        "by_kind": {
            kind: {"count": len(waits), "p50_ms": round(statistics.median(waits), 2), "p99_ms": round(p99(waits), 2)}
            for kind, waits in kinds.items()
            if waits
        },
        "versions_per_s": round(versions, 1),
        "limit_ms": LIMIT,
        "passed": worst <= LIMIT,
    }


def main() -> None:
    """Start the server, measure, stop it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(BOTS), default="niagara")
    parser.add_argument("--bot", default="guide")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--think", type=float, default=1.0, help="Seconds per turn that bots may think.")
    parser.add_argument("--threads", type=int, help="Maximum number of bots thinking at once.")
    parser.add_argument("--seconds", type=float, default=20.0)
    wanted = parser.parse_args()
    wish = {
        "game": wanted.game,
        "name": "Ann",
        "seats": SEATS,
        "bots": [wanted.bot] * (SEATS - 1),
        "start": True,
        "bot_seconds": wanted.think,
    }
    with tempfile.TemporaryDirectory() as folder:
        command = [Path(sys.executable).with_name("eddyline"), "serve", "--port", "0", "--data", folder]
        command += ["--bot-threads", str(wanted.threads)] if wanted.threads else []
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            found = re.search(r"http://[\d.:]+", server.stdout.readline())
            assert found, "expected the address from `eddyline serve`"
            people, versions = asyncio.run(watch(found[0], wanted.tables, wish, wanted.seconds))
            server.terminate()
    settings = {"benchmark": "latency", **vars(wanted), "cores": os.cpu_count(), "machine": platform.machine()}
    print(json.dumps(settings | report(people, versions)))


if __name__ == "__main__":
    main()
