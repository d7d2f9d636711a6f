"""Measure whether a crowd can hold a person up: tables that nobody watches, and clients that never read.

Starts `eddyline serve`. A person plays at a table with two thinking bots and notes how long they wait after each turn
of theirs, first alone, then – at a new table – beside a crowd: 20 tables of five scouts with 30 seconds a turn that
everybody has left, and 4 clients that ask for a whole game ten times each and read none of it. Meanwhile every
connection pings. Prints one JSON object: the waits in seconds, their ratio, the round trips of the pings in
milliseconds, and whether both are within the limits.

    python benchmarks/crowd.py --turns 12
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from latency import LIMIT, PACE, Person, ask, p99

TABLES, SCOUTS, SECONDS = 20, 5, 30.0
DEAF, QUESTIONS = 4, 10
"""Clients that never read, and how often each asks."""
BYSTANDERS = 4
"""Further tables without bots, where one connection each pings."""
RATIO = 1.5
"""Maximum ratio of the waits beside the crowd to those alone."""


class Guest(Person):
    """Play turn after turn, and note how long it took after each until the next one was due."""

    def __init__(self, seated: dict[str, Any]) -> None:
        super().__init__(seated)
        self.held_up: list[float] = []

    async def take_turns(self, address: str, turns: int) -> None:
        """Play so many turns, or to the end of the game; the wait for the first one counts, too."""
        async with connect(socket_address(address, self.table), max_queue=None) as socket:
            since = time.perf_counter()
            await socket.send(json.dumps({"type": "hello", "token": self._token}))
            for _ in range(turns):
                while self._draft is None or self._draft["confirmed"]:
                    await self._until(socket, "sync")
                self.held_up.append(time.perf_counter() - since)
                kind = ""
                while kind != "confirm":
                    kind, message, answers = self._next()
                    await socket.send(json.dumps(message))
                    await self._until(socket, *answers)
                since = time.perf_counter()


def socket_address(address: str, table: str) -> str:
    """Return the WebSocket address of a table."""
    return f"ws{address.removeprefix('http')}/ws/tables/{table}"


async def ping(address: str, seated: dict[str, Any], until: asyncio.Event) -> list[float]:
    """Ping on a connection of its own; return the round trips in milliseconds."""
    waits = []
    async with connect(socket_address(address, seated["table"]), max_queue=None) as socket:
        await socket.send(json.dumps({"type": "hello", "token": seated["token"]}))
        while not until.is_set():
            await asyncio.sleep(PACE)
            sent = time.perf_counter()
            await socket.send(json.dumps({"type": "ping"}))
            while json.loads(await socket.recv())["type"] != "pong":
                pass
            waits.append((time.perf_counter() - sent) * 1000)
    return waits


async def play(address: str, bot: str, turns: int) -> tuple[list[float], list[list[float]]]:
    """Let a person play at a new table; return their waits, and the round trips of every connection's pings."""
    wish = {"game": "niagara", "name": "Ann", "seats": 3, "bots": [bot] * 2, "start": True, "bot_seconds": 1.0}
    seated = ask(address, wish)
    quiet = [ask(address, {"game": "niagara", "name": "Bo", "seats": 3, "bots": []}) for _ in range(BYSTANDERS)]
    over = asyncio.Event()
    pings = [asyncio.create_task(ping(address, each, over)) for each in (seated, *quiet)]
    guest = Guest(seated)
    await guest.take_turns(address, turns)
    over.set()
    return guest.held_up, await asyncio.gather(*pings)


async def leave_to_bots(address: str, bot: str, seconds: float, *, until: str) -> str:
    """Open a table where bots play for everybody, and leave it once the game is in a status; return its id."""
    wish = {"game": "niagara", "name": "Cy", "seats": SCOUTS, "bots": [bot] * (SCOUTS - 1), "start": True}
    seated = ask(address, wish | {"bot_seconds": seconds})
    async with connect(socket_address(address, seated["table"]), max_queue=None) as socket:
        await socket.send(json.dumps({"type": "hello", "token": seated["token"]}))
        await socket.send(json.dumps({"type": "stand_in", "seat": 0, "bot": bot}))
        while True:
            message = json.loads(await socket.recv())
            if (
                message["type"] == "sync"
                and message["table"]["seats"][0]["bot"]
                and message["table"]["status"] == until
            ):
                return str(seated["table"])


async def measure(address: str, bot: str, turns: int) -> dict[str, Any]:
    """Play alone, then beside the crowd."""
    await play(address, bot, 1)  # what is loaded at a first use is in nobody's way later
    alone, _ = await play(address, bot, turns)
    for _ in range(TABLES):
        await leave_to_bots(address, "scout", SECONDS, until="running")
    long = await leave_to_bots(address, "random", 0.1, until="over")
    async with contextlib.AsyncExitStack() as deaf:
        for _ in range(DEAF):
            # A queue of one message: then nothing more is read from the network.
            socket = await deaf.enter_async_context(
                connect(socket_address(address, long), max_queue=1, close_timeout=0)
            )
            for _ in range(QUESTIONS):
                await socket.send(json.dumps({"type": "hello", "since": 0}))
        crowded, pings = await play(address, bot, turns)
    return report(alone, crowded, pings)


def report(alone: list[float], crowded: list[float], pings: list[list[float]]) -> dict[str, Any]:
    """Compare the waits; judge the worst connection."""
    ratio = statistics.mean(crowded) / statistics.mean(alone)
    worst = max(map(p99, pings))

    def summary(waits: list[float]) -> dict[str, float]:
        return {
            "first_s": round(waits[0], 2),
            "mean_s": round(statistics.mean(waits), 2),
            "median_s": round(statistics.median(waits), 2),
            "longest_s": round(max(waits), 2),
        }

    return {
        "alone": summary(alone),
        "crowded": summary(crowded),
        "ratio": round(ratio, 2),
        "limit_ratio": RATIO,
        "pings": sum(map(len, pings)),
        "worst_connection_p99_ms": round(worst, 2),
        "limit_ms": LIMIT,
        "passed": ratio <= RATIO and worst <= LIMIT,
    }


def main() -> None:
    """Start the server, measure, stop it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="guide", help="Bot at the person's table.")
    parser.add_argument("--turns", type=int, default=12)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [
            Path(sys.executable).with_name("eddyline"),
            "serve",
            "--port",
            "0",
            "--data",
            folder,
            "--bot-pause",
            "0",
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            found = re.search(r"http://[\d.:]+", server.stdout.readline())
            assert found, "expected the address from `eddyline serve`"
            measured = asyncio.run(measure(found[0], wanted.bot, wanted.turns))
            server.terminate()
    crowd = {"tables": TABLES, "scouts": SCOUTS, "seconds": SECONDS, "deaf": DEAF}
    settings = {"benchmark": "crowd", **vars(wanted), **crowd, "cores": os.cpu_count(), "machine": platform.machine()}
    print(json.dumps(settings | measured))


if __name__ == "__main__":
    main()
