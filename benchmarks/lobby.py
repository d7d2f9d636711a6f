"""Measure how soon a change of a table is shown to everybody who looks at the lobby; all share the machine's cores.

Starts `eddyline serve`, opens tables whose hosts stay connected, and lets watchers look at parts of the list over
WebSockets, as the page does: by status, game, clock and order. Tables are opened, filled, started and given up, all at
a stated rate. Prints one JSON object:

idle  Bytes per minute for each watcher while nothing changes (whole TCP payload, both ways: the page's pings are all
      there is), and the server's share of a core.
busy  Milliseconds from the answer to whoever changed a table (over HTTP or the WebSocket) until a watcher has been
      told; also from sending it. Bytes per minute for a watcher, and the server's share of a core. In the end everybody
      asks for the list anew: `in_step` is the share of those who had been told all that it shows.

    python benchmarks/lobby.py --tables 1000 --watchers 2000 --rates 5 10 20 --seconds 20
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import platform
import random
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvloop

from load.hosts import Hosts
from load.serving import ROOT, Process, allow_many_files, commit, compile_rules, eddyline, watcher_clients

if TYPE_CHECKING:
    from collections.abc import Sequence

    from load.hosts import Person
    from load.serving import Server

LIMIT = 200.0
"""Maximum p99 of the time from a change's answer to its arrival, in milliseconds."""
ROWS = 100
"""Rows that the page asks for."""
RUNNING = 100
"""Games that run beside the open tables."""
AT_ONCE = 8
"""Tables that are opened at the same time before the measurement."""
QUIET = 6.0
"""Seconds in which nothing changes before the list is asked for anew: by then even numbers of tables have been told."""
CHANCE = random.Random(2026)  # noqa: S311 - which table is next, not a secret


def questions(number: int) -> list[dict[str, Any]]:
    """Return what watchers ask: half of them for all open tables, the others for something of their own."""
    kinds = [
        {"status": status, "game": game, "clock": clock, "order": order, "first": first, "rows": ROWS}
        for status, game, clock, order, first in itertools.product(
            ("open", "running"), (None, "niagara", "canyon"), (None, "live", "days"), ("oldest", "newest"), (0, 50)
        )
    ]
    usual = {"status": "open", "game": None, "clock": None, "order": "oldest", "first": 0, "rows": ROWS}
    return [usual if each % 2 else kinds[each // 2 % len(kinds)] for each in range(number)]


class Evening:
    """Hold the tables, and let things happen at them."""

    def __init__(self, hosts: Hosts) -> None:
        self._hosts = hosts
        self._open: list[Person] = []
        self._full: list[tuple[Person, Person]] = []
        self._running: list[tuple[Person, Person]] = []

    async def prepare(self, tables: int) -> None:
        """Open tables, and start the games that run beside them."""
        places = asyncio.Semaphore(AT_ONCE)

        async def one(*, runs: bool) -> None:
            async with places:
                host = await self._hosts.open()
                if runs:
                    guest = await self._hosts.fill(host)
                    await self._hosts.start(host)
                    self._running.append((host, guest))
                else:
                    self._open.append(host)

        await asyncio.gather(*(one(runs=number < RUNNING) for number in range(tables + RUNNING)))

    async def go_on(self, seconds: float, rate: float) -> int:
        """Change so many tables a second: open, fill, start, give up; return how many were changed."""
        loop = asyncio.get_running_loop()
        began, made = loop.time(), 0
        running: set[asyncio.Task[None]] = set()
        for step in itertools.cycle((self._open_one, self._fill_one, self._start_one, self._end_one)):
            due = began + made / rate
            if due >= began + seconds:
                break
            await asyncio.sleep(max(0.0, due - loop.time()))
            task = loop.create_task(step())
            running.add(task)
            task.add_done_callback(running.discard)
            made += 1
        await asyncio.gather(*running)
        return made

    async def _open_one(self) -> None:
        self._open.append(await self._hosts.open())

    async def _fill_one(self) -> None:
        host = self._open.pop(CHANCE.randrange(len(self._open)))
        self._full.append((host, await self._hosts.fill(host)))

    async def _start_one(self) -> None:
        if self._full:
            pair = self._full.pop(0)
            await self._hosts.start(pair[0])
            self._running.append(pair)

    async def _end_one(self) -> None:
        await self._hosts.end(*self._running.pop(CHANCE.randrange(len(self._running))))


class Crowd:
    """Hold the programs of watchers."""

    def __init__(self, programs: Sequence[Process]) -> None:
        self._programs = programs

    async def tell(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """Give an order to all programs; return their answers."""
        for program in self._programs:
            program.tell(message)
        return await asyncio.gather(*(asyncio.to_thread(program.answer) for program in self._programs))

    async def watch(self, server: Server, number: int) -> None:
        """Let so many watchers come."""
        asked, share = questions(number), len(self._programs)
        for index, program in enumerate(self._programs):
            order = {"order": "connect", "host": server.host, "port": server.port, "questions": asked[index::share]}
            program.tell(order)
        for program in self._programs:
            await asyncio.to_thread(program.answer)

    async def bytes_per_minute(self, seconds: float) -> dict[str, float]:
        """Return the means of what a watcher has received and sent since the last `measure`."""
        counted = await self.tell({"order": "bytes"})
        return {
            way: round(statistics.mean(count for each in counted for count in each[way]) / seconds * 60)
            for way in ("received", "sent")
        }

    def cpu(self) -> float:
        """Return the processor seconds that watchers have used."""
        return sum(program.cpu() for program in self._programs)


class Costs:
    """Measure what passes while something happens."""

    def __init__(self, server: Server, crowd: Crowd) -> None:
        self._server, self._crowd = server, crowd
        self._began = asyncio.get_running_loop().time()
        self._cpu, self._clients = server.cpu(), crowd.cpu()

    def found(self) -> dict[str, float]:
        """Return the shares of a core, the seconds that passed and the machine's load."""
        took = asyncio.get_running_loop().time() - self._began
        return {
            "seconds": round(took, 1),
            "server_cores": round((self._server.cpu() - self._cpu) / took, 3),
            "watchers_cores": round((self._crowd.cpu() - self._clients) / took, 3),
            "load": round(os.getloadavg()[0], 1),
        }


def quantiles(waits: list[float]) -> dict[str, float]:
    """Return the median, the 99th percentile and the longest."""
    waits.sort()
    return {
        "p50": round(statistics.median(waits), 1),
        "p99": round(waits[int(len(waits) * 0.99)], 1),
        "longest": round(waits[-1], 1),
    }


async def measure(server: Server, crowd: Crowd, wanted: argparse.Namespace) -> dict[str, Any]:
    """Open the tables, let the watchers come, and measure."""
    hosts = Hosts(server.host, server.port)
    evening = Evening(hosts)
    await evening.prepare(wanted.tables)
    alone = server.memory()
    await crowd.watch(server, wanted.watchers)
    sys.stderr.write(f"{wanted.tables} tables, {wanted.watchers} watchers\n")
    found: dict[str, Any] = {"kib_per_watcher": round((server.memory() - alone) / wanted.watchers / 1024, 1)}
    await asyncio.sleep(QUIET)
    await crowd.tell({"order": "measure"})
    costs = Costs(server, crowd)
    await asyncio.sleep(wanted.idle)
    found["idle"] = {**costs.found(), "bytes_per_minute": await crowd.bytes_per_minute(wanted.idle)}
    found["busy"] = {}
    for rate in wanted.rates:
        found["busy"][f"{rate:g}/s"] = part = await busy(server, crowd, evening, hosts, rate, wanted)
        sys.stderr.write(f"{rate:g} changes/s: {part['since_answer_ms']}, {part['server_cores']} cores\n")
    await hosts.close()
    return found


async def busy(
    server: Server, crowd: Crowd, evening: Evening, hosts: Hosts, rate: float, wanted: argparse.Namespace
) -> dict[str, Any]:
    """Measure while tables change at a rate."""
    hosts.changes.clear()
    await crowd.tell({"order": "measure"})
    costs = Costs(server, crowd)
    made = await evening.go_on(wanted.seconds, rate)
    part: dict[str, Any] = {"changes": made, **costs.found()}
    part["bytes_per_minute"] = await crowd.bytes_per_minute(part["seconds"])
    await asyncio.sleep(QUIET)
    await crowd.tell({"order": "look again"})
    await asyncio.sleep(QUIET)
    reports = await crowd.tell({"order": "report", "changes": hosts.changes})
    for name in ("since_answer_ms", "since_sent_ms"):
        part[name] = quantiles([wait for report in reports for wait in report[name]])
    part["arrivals"] = sum(len(report["since_answer_ms"]) for report in reports)
    part["changes_seen"] = len({tuple(change) for report in reports for change in report["changes_seen"]})
    part["messages_per_s"] = round(sum(report["messages"] for report in reports) / part["seconds"])
    part["in_step"] = sum(report["in_step"] for report in reports) / wanted.watchers
    part["passed"] = part["since_answer_ms"]["p99"] <= LIMIT and part["in_step"] == 1
    return part


def main() -> None:
    """Start everything, measure, print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000, help="open tables (default: 1000)")
    parser.add_argument("--watchers", type=int, default=2000, help="watchers of the lobby (default: 2000)")
    parser.add_argument(
        "--rates", type=float, nargs="+", default=[5, 10, 20], help="changes a second (default: 5 10 20)"
    )
    parser.add_argument("--seconds", type=float, default=20, help="length at each rate (default: 20)")
    parser.add_argument("--idle", type=float, default=60, help="seconds without changes (default: 60)")
    parser.add_argument("--clients", type=int, default=1, help="programs of watchers (default: 1)")
    wanted = parser.parse_args()
    allow_many_files()
    compile_rules(ROOT)
    settings = {"commit": commit(), "cores": os.cpu_count(), "machine": platform.machine(), "limit_ms": LIMIT}
    with tempfile.TemporaryDirectory() as folder, eddyline(Path(folder)) as server, contextlib.ExitStack() as stack:
        crowd = Crowd([stack.enter_context(watcher_clients()) for _ in range(wanted.clients)])
        found = uvloop.run(measure(server, crowd, wanted))
    print(json.dumps({"benchmark": "lobby", **vars(wanted), **settings, **found}, indent=2))


if __name__ == "__main__":
    main()
