"""Measure how soon somebody with 10,000 games is shown them, from both stores. Fails when a page takes too long.

Starts `eddyline serve` on an SQLite file, then on PostgreSQL, makes an account, and puts its games, and as many of
somebody else, into the index. Then asks over HTTP, one request after the other; the server shares the cores of the
machine with this program. Prints one JSON object with milliseconds for each store:

first   The very first page that the server is asked for.
page    The first page again and again: median and maximum.
rare    A page of a filter and a search that only the oldest games fit, so that all are looked through.
last    The page after all others.
times   When all games ended, for the calendar.

    python benchmarks/history.py --games 10000 --tries 30
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from load.serving import ROOT, commit, compile_rules, eddyline

sys.path.append(str(ROOT / "tests"))

from eddyline.protocol.history import PlayedGame, PlayedSeat
from eddyline.server.store import Played
from eddyline.server.store.names import DATABASE
from eddyline.server.store.postgres.store import PostgresStore
from eddyline.server.store.sqlite_games import SqliteGames
from support.database import Postgres

if TYPE_CHECKING:
    from collections.abc import Iterator

    from load.serving import Server

LIMIT = 200.0
"""Milliseconds that a page may take."""
RARE = 20
"""Games, the oldest, that somebody is searched among."""
HOUR = 3_600_000
PAGE = "/api/me/games"


def games_of(account: str, number: int) -> list[Played]:
    """Make up games of an account, one an hour, each with four players."""
    now, made = int(time.time() * 1000), []
    for each in range(number):
        names = ["Ann", "Bo", "Cy", "Zoë" if each >= number - RARE else "Dora"]
        told = PlayedGame(
            table=f"{account[:4]}{each:06}",
            game="niagara",
            preset="rulebook",
            seat=0,
            seats=tuple(PlayedSeat(name=name, rank=rank, won=rank == 1) for rank, name in enumerate(names, start=1)),
            outcome="won",
            ending="finished",
            began=now - each * HOUR - 30 * 60_000,
            ended=now - each * HOUR,
            turns=60,
            rated=each % 2 == 0,
        )
        text, words = msgspec.json.encode(told).decode(), "\n".join(names[1:]).lower().replace("ë", "e")
        made.append(Played(account, told.ended, told.table, told.game, "won", told.rated, True, words, text))
    return made


class Asker:
    """Ask a server as somebody with an account, on one connection."""

    def __init__(self, server: Server) -> None:
        self._connection = http.client.HTTPConnection(server.host, server.port)
        made = self.post("/api/people", {"name": "Ann", "password": "correct horse battery"})
        self.account, self._headers = made["account"], {"Authorization": f"Bearer {made['session']}"}

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Send a message, and return the answer."""
        self._connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        answer: dict[str, Any] = json.loads(self._connection.getresponse().read())
        return answer

    def get(self, path: str) -> tuple[float, dict[str, Any]]:
        """Return the milliseconds until the whole answer was here, and the answer."""
        began = time.perf_counter()
        self._connection.request("GET", path, headers=self._headers)
        text = self._connection.getresponse().read()
        return (time.perf_counter() - began) * 1000, json.loads(text)


@contextlib.contextmanager
def stores() -> Iterator[dict[str, tuple[Path, str]]]:
    """Name the stores: the folder and the address of each."""
    database = Postgres().start()
    try:
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
            yield {"sqlite": (Path(one), ""), "postgres": (Path(other), database.store())}
    finally:
        database.stop("immediate")
        database.remove()


async def fill(folder: Path, address: str, account: str, number: int) -> None:
    """Put games into the index of a store, beside its server."""
    store = PostgresStore(address) if address else None
    games = store.games if store is not None else SqliteGames((folder / DATABASE).with_suffix(".history"))
    for who in (account, "somebody"):
        await games.put(who, 1, games_of(who, number))
    await (store or games).close()


def measured(folder: Path, address: str, wanted: argparse.Namespace) -> dict[str, float]:
    """Measure one store."""
    with eddyline(folder, store=address) as server:
        asker = Asker(server)
        asyncio.run(fill(folder, address, asker.account, wanted.games))
        first, page = asker.get(PAGE)
        assert len(page["games"]) == 50, f"expected a page of 50 games, got {len(page['games'])}"
        pages = [asker.get(PAGE)[0] for _ in range(wanted.tries)]
        rare = [asker.get(f"{PAGE}?game=niagara&result=won&search=zoe") for _ in range(wanted.tries)]
        assert all(len(found["games"]) == RARE for _, found in rare), "expected the games that were searched for"
        oldest = games_of(asker.account, wanted.games)[-51]
        last = [asker.get(f"{PAGE}?before={oldest.ended + 60_000}.x")[0] for _ in range(wanted.tries)]
        times = [asker.get(f"{PAGE}/times") for _ in range(wanted.tries)]
        assert len(times[0][1]["quarters"]) == wanted.games, "expected all games in the calendar"
    found = {"first": first}
    for name, each in (
        ("page", pages),
        ("rare", [ms for ms, _ in rare]),
        ("last", last),
        ("times", [t for t, _ in times]),
    ):
        found |= {name: statistics.median(each), f"{name}_max": max(each)}
    return {name: round(value, 1) for name, value in found.items()}


def main() -> None:
    """Run the benchmark; print JSON. Exits with 1 when a page took longer than the limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--tries", type=int, default=30)
    wanted = parser.parse_args()
    compile_rules(ROOT)
    with stores() as places:
        found = {name: measured(*place, wanted) for name, place in places.items()}
    slowest = max(each[name] for each in found.values() for name in ("first", "page_max", "rare_max", "last_max"))
    within = slowest <= LIMIT
    about = {"python": platform.python_version(), "cores": os.cpu_count(), "commit": commit()}
    result = {"benchmark": "history", "games": wanted.games, "ms": found, "limit_ms": LIMIT, "within": within}
    print(json.dumps(result | about))
    sys.exit(not within)


if __name__ == "__main__":
    main()
