"""Measure the server over real sockets, beside a peer or an older commit; server and clients share the machine's cores.

Prints one JSON object. By part:

play     Whole games of Niagara, four people at each table, each turn durable in SQLite, and in turns with it
         boardgame.io 0.50: a canoe race of comparable work (`peers/boardgame/river.cjs`) in its store in memory, the
         same in its store of files, and its tutorial's tic-tac-toe for two in memory. Everybody plays at random as soon
         as it is their turn, and decides a whole turn at home: `confirm`, or of boardgame.io a move, tells the server
         of it once. Latency is from sending that until its confirmation is back. In a store of files a match keeps one
         file for all its moves, which grows.
compare  The same against another commit of ours.
idle     Memory of the server for each connection of a person who only has a seat.
back     Seconds from a `kill -9` of the server until everybody is back at their table; it is started again at once.

Settings are the defaults but for the limits that would stop so many people coming from one address.

    python benchmarks/server.py --tables 250 --rounds 3
    python benchmarks/server.py --part compare --against f82d387
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from load.measuring import SETTLE, compared, measure, sit
from load.serving import (
    ROOT,
    SEATS,
    Process,
    Server,
    allow_many_files,
    boardgame,
    boardgame_clients,
    commit,
    compile_rules,
    eddyline,
    seat_clients,
    seat_people,
    shares,
    worktree,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Playing = tuple[Server, list[Process]]

ROUNDS_OF_A_GAME = 20
"""Rounds until a game ends, about as many as people need; random play would go on to the limit of 100."""


@contextlib.contextmanager
def ours(wanted: argparse.Namespace, tree: Path = ROOT) -> Iterator[Playing]:
    """Let people sit at tables of Niagara, with the server of a source tree."""
    with tempfile.TemporaryDirectory() as folder, eddyline(Path(folder), tree=tree) as server:
        seats = seat_people(server, wanted.tables, {"max_rounds": ROUNDS_OF_A_GAME})
        with contextlib.ExitStack() as stack:
            yield (
                server,
                [
                    sit(stack.enter_context(seat_clients()), server, share, wanted.pause)
                    for share in shares(seats, wanted.clients, SEATS)
                ],
            )


@contextlib.contextmanager
def theirs(wanted: argparse.Namespace, name: str, *, files: bool = False) -> Iterator[Playing]:
    """Let people sit at tables of a game of boardgame.io."""
    with contextlib.ExitStack() as stack:
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory()))] if files else []
        server = stack.enter_context(boardgame(name, *folders))
        clients = []
        for share in shares([f"table{number}" for number in range(wanted.tables)], wanted.clients, 1):
            program = stack.enter_context(boardgame_clients(name))
            program.tell({"order": "connect", "address": server.address, "tables": share, "pause": wanted.pause})
            program.answer()
            clients.append(program)
        yield server, clients


def rounds(
    sides: dict[str, Callable[[], contextlib.AbstractContextManager[Playing]]], wanted: argparse.Namespace
) -> dict[str, Any]:
    """Measure the sides in turns; return each one's medians, and the ratios of the first to each of the others."""
    found: dict[str, list[dict[str, float]]] = {name: [] for name in sides}
    for number in range(wanted.rounds):
        for name, playing in sides.items():
            with playing() as (server, clients):
                result = measure(server, clients, wanted.seconds, wanted.tables)
            sys.stderr.write(f"round {number + 1} of {wanted.rounds}, {name}: {result['turns_per_s']:.0f} turns/s\n")
            found[name].append(result)
    return compared(found)


def play(wanted: argparse.Namespace) -> dict[str, Any]:
    """Measure beside boardgame.io."""
    sides: dict[str, Callable[[], contextlib.AbstractContextManager[Playing]]] = {
        "eddyline": lambda: ours(wanted),
        "boardgame.io, river": lambda: theirs(wanted, "river"),
        "boardgame.io, river in files": lambda: theirs(wanted, "river", files=True),
        "boardgame.io, tic-tac-toe": lambda: theirs(wanted, "tic_tac_toe"),
    }
    return rounds(sides, wanted)


def compare(wanted: argparse.Namespace) -> dict[str, Any]:
    """Measure beside another commit."""
    with worktree(wanted.against) as tree:
        compile_rules(tree)
        return rounds({"now": lambda: ours(wanted), wanted.against: lambda: ours(wanted, tree)}, wanted)


def idle(wanted: argparse.Namespace) -> dict[str, Any]:
    """Measure the memory of connections."""
    with tempfile.TemporaryDirectory() as folder, eddyline(Path(folder)) as server, contextlib.ExitStack() as stack:
        seats = seat_people(server, wanted.seats // SEATS, {})
        time.sleep(SETTLE)
        before = server.memory()
        for share in shares(seats, wanted.clients, SEATS):
            sit(stack.enter_context(seat_clients()), server, share, 0)
        time.sleep(SETTLE)
        used = server.memory() - before
    return {
        "connections": len(seats),
        "tables_mib": round(before / 2**20, 1),
        "kib_per_connection": round(used / len(seats) / 1024, 2),
    }


def back(wanted: argparse.Namespace) -> dict[str, Any]:
    """Measure how soon everybody is back after a crash."""
    waits, started = [], []
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        server = eddyline(Path(folder))
        try:
            seats = seat_people(server, wanted.seats // SEATS, {})
            clients = [
                sit(stack.enter_context(seat_clients()), server, share, 0)
                for share in shares(seats, wanted.clients, SEATS)
            ]
            for number in range(wanted.rounds):
                server.kill()
                began = time.perf_counter()
                server = eddyline(Path(folder), port=server.port)
                started.append(time.perf_counter() - began)
                for client in clients:
                    client.tell({"order": "await", "times": number + 2})
                for client in clients:
                    client.answer()
                waits.append(time.perf_counter() - began)
        finally:
            server.kill()
    return {
        "connections": len(seats),
        "server_started_s": round(statistics.median(started), 2),
        "all_back_s": round(statistics.median(waits), 2),
        "longest_s": round(max(waits), 2),
    }


PARTS = {"play": play, "compare": compare, "idle": idle, "back": back}


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=PARTS, default="play", help="what to measure (default: play)")
    parser.add_argument("--against", metavar="COMMIT", help="commit to compare with")
    parser.add_argument("--tables", type=int, default=250, help="tables of play and compare (default: 250)")
    parser.add_argument("--seats", type=int, help="connections of idle (default: 5000) and back (default: 1000)")
    parser.add_argument("--clients", type=int, default=1, help="programs that share the clients (default: 1)")
    parser.add_argument("--pause", type=float, default=0, help="mean seconds before a decision (default: 0)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of which medians are taken (default: 3)")
    parser.add_argument("--seconds", type=float, default=15, help="length of a round (default: 15)")
    wanted = parser.parse_args(arguments)
    if (wanted.part == "compare") != (wanted.against is not None):
        parser.error("expected --against COMMIT with --part compare, and only there")
    if wanted.seats is None:
        wanted.seats = 5000 if wanted.part == "idle" else 1000
    return wanted


def main() -> None:
    """Measure one part, and print it."""
    wanted = parse()
    allow_many_files()
    compile_rules(ROOT)
    settings = {"commit": commit(), "cores": os.cpu_count(), "machine": platform.machine()}
    print(json.dumps({"benchmark": "server", **vars(wanted), **settings} | PARTS[wanted.part](wanted), indent=2))


if __name__ == "__main__":
    main()
