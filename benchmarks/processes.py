"""Measure several server processes that share one PostgreSQL database; servers, database and clients share the machine.

Prints one JSON object. Four people at each table play whole games of Niagara at random, as `server.py` lets them.

apart    All seats of a table are connected to the same process, as with a proxy that divides people by table.
spread   The seats of a table are connected to different processes, as with a proxy that divides people at random.
hot      Tables where people take their time, by way of two processes, without and with four tables that never rest.

    python benchmarks/processes.py --tables 60 --seconds 15
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from load.measuring import measure, sit
from load.serving import (
    ROOT,
    SEATS,
    TICKS,
    Process,
    Server,
    allow_many_files,
    commit,
    compile_rules,
    eddyline,
    seat_clients,
    seat_people,
    shares,
)

sys.path.append(str(ROOT / "tests"))

from support.database import Postgres

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROUNDS_OF_A_GAME = 20
"""Rounds until a game ends, as in `server.py`."""
HOT = 4
"""Tables that never rest."""
PAUSE = 0.5
"""Mean seconds before a decision at the tables beside them."""
SHOWN = ("turns_per_s", "p50_ms", "p99_ms", "server_cpu_ms_per_turn", "server_cores", "refused_per_turn")


class Together:
    """Add up what several servers cost."""

    def __init__(self, servers: Sequence[Process]) -> None:
        self._servers = servers

    def cpu(self) -> float:
        """Return the processor seconds of all."""
        return sum(server.cpu() for server in self._servers)

    def memory(self) -> int:
        """Return the bytes of memory of all."""
        return sum(server.memory() for server in self._servers)


def divided(seats: list[dict[str, Any]], processes: int, *, spread: bool) -> list[list[dict[str, Any]]]:
    """Divide seats, which stand table by table, among processes: by table, or those of each table."""
    if not spread:
        return shares(seats, processes, SEATS)
    return [[seat for i, seat in enumerate(seats) if (i + i // SEATS) % processes == k] for k in range(processes)]


def database_cpu(postgres: int) -> float:
    """Return the processor seconds of a database server and of its processes that run now."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if postgres in {int(folder.name), int(fields[1])}:
                total += int(fields[11]) + int(fields[12])
    return total / TICKS


@contextlib.contextmanager
def serving(processes: int) -> Iterator[tuple[list[Server], Postgres]]:
    """Run servers on a new database."""
    database = Postgres(max_connections="100").start()
    try:
        store = database.store()
        with contextlib.ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            yield [stack.enter_context(eddyline(folder, store=store)) for _ in range(processes)], database
    finally:
        database.stop("immediate")
        database.remove()


def play(wanted: argparse.Namespace, processes: int, *, spread: bool) -> dict[str, float]:
    """Measure so many processes with all tables busy."""
    with serving(processes) as (servers, database), contextlib.ExitStack() as stack:
        seats = seat_people(servers[0], wanted.tables, {"max_rounds": ROUNDS_OF_A_GAME})
        parts = divided(seats, processes, spread=spread)
        clients = [
            sit(stack.enter_context(seat_clients()), server, part, 0)
            for server, part in zip(servers, parts, strict=True)
        ]
        before = database_cpu(database.pid)
        found = measure(Together(servers), clients, wanted.seconds)
        took = database_cpu(database.pid) - before
    sys.stderr.write(f"{processes} processes, {'spread' if spread else 'apart'}: {found['turns_per_s']:.0f} turns/s\n")
    # The database was at work for the time before the measurement, too.
    played = found["turns_per_s"] * (wanted.seconds + 3)
    return {key: round(found[key], 3) for key in SHOWN} | {"database_cpu_ms_per_turn": round(took / played * 1000, 3)}


def hot(wanted: argparse.Namespace) -> dict[str, Any]:
    """Measure quiet tables without and with tables that never rest."""
    found = {}
    for name in ("without", "with"):
        with serving(2) as (servers, _), contextlib.ExitStack() as stack:
            options = {"max_rounds": ROUNDS_OF_A_GAME}
            quiet = divided(seat_people(servers[0], wanted.tables, options), 2, spread=True)
            clients = [
                sit(stack.enter_context(seat_clients()), server, part, PAUSE)
                for server, part in zip(servers, quiet, strict=True)
            ]
            if name == "with":
                busy = stack.enter_context(seat_clients())
                sit(busy, servers[0], seat_people(servers[0], HOT, options), 0)
                busy.tell({"order": "play"})
            result = measure(Together(servers), clients, wanted.seconds)
        found[name] = {key: round(result[key], 3) for key in ("turns_per_s", "p50_ms", "p99_ms", "server_cores")}
    return found


def main() -> None:
    """Measure everything, and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=60, help="tables (default: 60)")
    parser.add_argument("--seconds", type=float, default=15, help="length of each measurement (default: 15)")
    parser.add_argument("--processes", type=int, default=3, help="most processes (default: 3)")
    wanted = parser.parse_args()
    allow_many_files()
    compile_rules(ROOT)
    settings = {"commit": commit(), "cores": os.cpu_count(), "machine": platform.machine()}
    results: dict[str, Any] = {"benchmark": "processes", **vars(wanted), **settings, "1": play(wanted, 1, spread=False)}
    for processes in range(2, wanted.processes + 1):
        ways = {"apart": False, "spread": True}
        results[str(processes)] = {name: play(wanted, processes, spread=way) for name, way in ways.items()}
    print(json.dumps(results | {"hot": hot(wanted)}, indent=2))


if __name__ == "__main__":
    main()
