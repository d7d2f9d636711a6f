"""Measure what further open tables cost: processor time per turn, memory, and the time to load a long game.

Starts `eddyline serve` and opens more and more tables of four people; at each step people play at ten new ones and
everybody has left the others, whose games have begun. Then the server is started again on the same folder, where
nothing is loaded yet, and games of different lengths are opened for the first time. Prints one JSON object; `--plot`
draws one that was printed.

    python benchmarks/scale.py > benchmarks/scale.json
    python benchmarks/scale.py --plot docs/images/scale.svg < benchmarks/scale.json
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

from load.measuring import SETTLE, measure, sit
from load.serving import (
    ROOT,
    SEATS,
    Server,
    allow_many_files,
    commit,
    compile_rules,
    eddyline,
    seat_clients,
    seat_people,
)
from load.websocket import WebSocket

ACTIVE = 10
"""Tables where people play."""
LENGTHS = (5, 10, 25, 50, 75, 100)
"""Rounds of the games that are loaded; 100 is the longest game by the standard rules."""
GAMES = 5
"""Games of each length."""

PAPER, INK, SOFT, RIVER = "#f5eedd", "#16332d", "#44584f", "#3f8f93"
"""Colours of the web client, see web/src/styles/tokens.css; the picture brings its paper along, for dark pages."""


def settled(server: Server) -> int:
    """Return the memory of a server once it has done what it began."""
    time.sleep(SETTLE)
    return server.memory()


def grow(server: Server, steps: list[int], seconds: float) -> list[dict[str, float]]:
    """Open tables up to each number; at each let people play at ten of them, and measure."""
    found = []
    opened = 0
    for tables in steps:
        seat_people(server, tables - opened - ACTIVE, {})
        seats = seat_people(server, ACTIVE, {})
        opened = tables
        memory = settled(server)
        with seat_clients() as program:
            sit(program, server, seats, 0)
            result = measure(server, [program], seconds, tables)
        keys = ("turns_per_s", "server_cpu_ms_per_turn", "p50_ms", "p99_ms")
        found.append({"tables": tables, "rss_mib": memory / 2**20} | {key: result[key] for key in keys})
        sys.stderr.write(f"{tables} tables: {result['server_cpu_ms_per_turn']:.2f} ms/turn\n")
    return found


def play_long(server: Server) -> list[str]:
    """Play whole games of each length; return their tables."""
    seats = [seat for rounds in LENGTHS for seat in seat_people(server, GAMES, {"max_rounds": rounds})]
    with seat_clients() as program:
        sit(program, server, seats, 0)
        program.tell({"order": "await", "times": 2})
        program.tell({"order": "play"})
        program.answer()  # everybody has gone on to the next game
    return list(dict.fromkeys(seat["table"] for seat in seats))


async def load(server: Server, tables: list[str]) -> list[dict[str, float]]:
    """Look at tables for the first time since the server's start; return their numbers of entries and the times."""
    found = []
    for table in tables:
        shown: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        def hear(message: bytes, shown: asyncio.Future[bytes] = shown) -> None:
            if not shown.done():
                shown.set_result(message)

        began = time.perf_counter()
        socket = WebSocket(hear, lambda: None)
        await socket.connect(server.host, server.port, f"/ws/tables/{table}")
        socket.send(b'{"type":"hello"}')
        version = json.loads(await shown)["version"]
        found.append({"entries": version, "ms": round((time.perf_counter() - began) * 1000, 2)})
        socket.close()
    return found


def run(wanted: argparse.Namespace) -> dict[str, Any]:
    """Measure everything on one folder."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with eddyline(folder) as server:
            games = play_long(server)
        with eddyline(folder) as server:
            empty = settled(server)
            grown = grow(server, wanted.tables, wanted.seconds)
        with eddyline(folder) as server:
            unloaded = settled(server) - empty
            # The first table of a server also loads code.
            loaded = asyncio.run(load(server, [games[0], *games]))[1:]
    last, first = grown[-1], grown[0]
    sleeping = last["tables"] - first["tables"]
    return {
        "open_tables": [{key: round(value, 3) for key, value in each.items()} for each in grown],
        "cpu_last_to_first": round(last["server_cpu_ms_per_turn"] / first["server_cpu_ms_per_turn"], 3),
        "kib_per_table_in_memory": round((last["rss_mib"] - first["rss_mib"]) * 1024 / sleeping, 2),
        "kib_per_table_unloaded": round(unloaded / last["tables"] / 1024, 3),
        "loading": loaded,
        "load_us_per_entry": round(slope(loaded) * 1000, 2),
    }


def slope(loaded: list[dict[str, float]]) -> float:
    """Return the milliseconds that each further entry of a log takes to load, by least squares."""
    return statistics.linear_regression([each["entries"] for each in loaded], [each["ms"] for each in loaded]).slope


def draw(found: dict[str, Any], path: Path) -> None:
    """Draw the processor time per turn by open tables, and the loading time by entries."""
    import matplotlib as mpl  # noqa: PLC0415 - an extra
    from matplotlib.figure import Figure  # noqa: PLC0415

    # The same figures make the same file.
    mpl.rcParams["svg.hashsalt"] = "eddyline"
    figure = Figure(figsize=(9, 3.4), facecolor=PAPER, layout="constrained")
    left, right = figure.subplots(1, 2)
    tables = found["open_tables"]
    left.semilogx(
        [each["tables"] for each in tables], [each["server_cpu_ms_per_turn"] for each in tables], "o-", c=RIVER
    )
    left.set(xlabel="open tables, ten of them active", ylabel="server CPU per turn, ms")
    right.plot([each["entries"] for each in found["loading"]], [each["ms"] for each in found["loading"]], "o", c=RIVER)
    right.set(xlabel="entries of the table's log", ylabel="first load over a WebSocket, ms")
    for axes in (left, right):
        axes.set_ylim(0, axes.get_ylim()[1] * 1.05)
        axes.set_facecolor(PAPER)
        axes.spines[["top", "right"]].set_visible(False)
        axes.spines[["bottom", "left"]].set_color(SOFT)
        axes.tick_params(colors=SOFT, which="both")
        axes.xaxis.label.set_color(INK)
        axes.yaxis.label.set_color(INK)
    figure.savefig(path, metadata={"Date": None})


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 1000, 10_000], help="open tables")
    parser.add_argument("--seconds", type=float, default=8, help="length of a measurement (default: 8)")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="only draw the JSON on stdin into this file")
    wanted = parser.parse_args(arguments)
    steps = [0, *wanted.tables]
    if any(more - less < ACTIVE for less, more in pairwise(steps)) or len(wanted.tables) < 2:
        parser.error(
            f"expected two or more numbers of tables, each at least {ACTIVE} above the last; got {wanted.tables}"
        )
    return wanted


def main() -> None:
    """Measure and print, or draw."""
    wanted = parse()
    if wanted.plot:
        draw(json.load(sys.stdin), wanted.plot)
        return
    allow_many_files()
    compile_rules(ROOT)
    settings = {"benchmark": "scale", "commit": commit(), "cores": os.cpu_count(), "machine": platform.machine()}
    print(json.dumps(settings | {"seats": SEATS, "active": ACTIVE} | run(wanted), indent=2))


if __name__ == "__main__":
    main()
