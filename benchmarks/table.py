"""Measure how many turns per second the server handles: confirmed, durable in SQLite, sent to everybody at the table.

Prints one JSON object. At every table four people are connected and a spectator watches; bots play for the four. This
measures the server without the network – bots, fold, views, JSON, store – in one process, as in `eddyline serve`.
Latency is the time from a turn's confirmation until it is on disk and in everybody's outbox. `paced` resembles real
games: a bot waits 0.7 seconds before it thinks. `flat_out` is without pauses: there latency is mostly waiting for the
turns of other tables.

    python benchmarks/table.py --tables 1 20 200 --seconds 5 --bot random
"""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from eddyline.bots import BOTS
from eddyline.protocol.table import Hello, Join, NewTable
from eddyline.server.base.settings import Settings
from eddyline.server.hub.hub import Hub
from eddyline.server.room.connection import Connection
from eddyline.server.store import SqliteStore
from eddyline.server.table.seating import Seating

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.server.table.table import Table

NAMES = ("Ann", "Bo", "Cy", "Di")


class Load:
    """Keep a number of tables playing, and record how long every turn took."""

    def __init__(self, hub: Hub, bot: str) -> None:
        self.hub = hub
        self.bot = bot
        self.latencies: list[float] = []
        self.sent = 0
        self.measuring = False
        self.waiting: list[Table] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Open a table with four people and a spectator."""
        wish = NewTable(game="niagara", name=NAMES[0], seats=len(NAMES))
        people = [await self.hub.open(wish)]
        for name in NAMES[1:]:
            people.append(await self.hub.join(people[0].table, Join(name=name)))
        async with self.hub.room(people[0].table) as room:
            self._time(room.table)
            for person in (*people, None):
                connection = Connection(room.catch_up)
                await room.hear(connection, Hello(token=person and person.token))
                self._spawn(self._drain(connection))
            self.waiting.append(room.table)

    async def start(self) -> None:
        """Start all games and let bots play for everybody."""
        await asyncio.gather(*map(self._begin, self.waiting))
        self.waiting.clear()

    async def _begin(self, table: Table) -> None:
        await Seating(table).start(0)
        for seat in range(len(NAMES)):
            await Seating(table).stand_in(seat, seat, self.bot)

    async def _drain(self, connection: Connection) -> None:
        while isinstance(message := await connection.next(), bytes):
            self.sent += len(message) * self.measuring

    def _spawn(self, work: object) -> None:
        task = asyncio.get_running_loop().create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _time(self, table: Table) -> None:
        play: Callable[[int, Sequence[int], int], object] = table.play

        async def timed(seat: int, decisions: Sequence[int], basis: int) -> bool:
            began = time.perf_counter()
            played: bool = await play(seat, decisions, basis)  # type: ignore[misc]
            if played and self.measuring:
                self.latencies.append(time.perf_counter() - began)
            return played

        table.play = timed  # type: ignore[method-assign]

    async def stop(self) -> None:
        """Stop watching."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def measure(tables: int, pause: float, bot: str, seconds: float, folder: Path) -> dict[str, float]:
    """Run the tables for some seconds; return turns per second and the latency of a turn."""
    hub = Hub(SqliteStore(folder / "bench.sqlite3"), Settings(data=folder, bot_pause=pause))
    load = Load(hub, bot)
    for _ in range(tables):
        await load.open()
    await load.start()
    await asyncio.sleep(1.0)
    load.measuring, began = True, time.perf_counter()
    await asyncio.sleep(seconds)
    load.measuring, took = False, time.perf_counter() - began
    await load.stop()
    await hub.close()
    latencies = sorted(load.latencies)
    return {
        "turns_per_s": round(len(latencies) / took, 1),
        "p50_ms": round(statistics.median(latencies) * 1000, 2),
        "p99_ms": round(latencies[int(len(latencies) * 0.99)] * 1000, 2),
        "megabytes_per_s": round(load.sent / took / 1e6, 2),
    }


def main() -> None:
    """Measure each number of tables, paced and flat out, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 20, 200])
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--bot", choices=list(BOTS["niagara"]), default="random")
    parser.add_argument("--folder", type=Path, help="Folder for the store (default: the system's temporary folder).")
    wanted = parser.parse_args()
    results = []
    with tempfile.TemporaryDirectory(dir=wanted.folder) as folder:
        asyncio.run(measure(1, 0.0, wanted.bot, 0.5, Path(folder)))  # makes sure that everything is compiled
    for tables in wanted.tables:
        row: dict[str, object] = {"tables": tables}
        for name, pause in (("paced", 0.7), ("flat_out", 0.0)):
            print(f"{tables} tables, {name} …", file=sys.stderr)
            with tempfile.TemporaryDirectory(dir=wanted.folder) as folder:
                row[name] = asyncio.run(measure(tables, pause, wanted.bot, wanted.seconds, Path(folder)))
        results.append(row)
    print(json.dumps({"benchmark": "table", "bot": wanted.bot, "machine": platform.machine(), "results": results}))


if __name__ == "__main__":
    main()
