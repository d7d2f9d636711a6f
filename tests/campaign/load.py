"""Play at several tables of one server at once, and check afterwards that nothing that was confirmed is missing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx

from campaign.players import BROKEN, Player
from eddyline.engine.registry import GAMES
from eddyline.server.store.names import DATABASE

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence
    from pathlib import Path

TABLES = 6
"""Tables played at the same time; each has two players and a bot. The second player plays as a page does."""
STUCK = 60.0
"""Seconds after which a table that has not gone on counts as stuck; a turn takes milliseconds."""
WRONG = (
    "confirmed turns lost",
    "confirmed turns lost without a word",
    "turns played twice",
    "tables stuck",
    "findings",
)
"""Of what is counted and found, that of which there must be none."""


def wrong(outcome: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of an outcome that should not be, at any depth."""
    parts = {name: wrong(part) if isinstance(part, dict) else name in WRONG and part for name, part in outcome.items()}
    return {name: part for name, part in parts.items() if part}


@dataclass
class Load:
    """Keep tables busy, across all lives of a server."""

    rng: random.Random
    games: Sequence[str] = tuple(GAMES)
    options: Mapping[str, Any] = field(default_factory=dict)
    """Of all tables, where they are not those of the preset."""
    players: list[Player] = field(default_factory=list)
    finished: list[Player] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)

    async def play(
        self,
        address: str,
        *,
        moved: bool,
        then: Callable[[], None] | None = None,
        hold: Callable[[bool], None] | None = None,
    ) -> None:
        """Play for a moment, at first until every table has `moved`; `then` ends the server, or the players leave.

        With `hold`, which stops the server's clocks or lets them go on, it ends while a turn is on its way.
        """
        self.retire()
        for player in self.players:
            player.moved.clear()
        playing = [asyncio.create_task(player.play(address)) for player in self.players]
        opening = asyncio.create_task(self.open(address, playing))
        if moved:
            await opening
            await self.all_moved()
        await asyncio.sleep(self.rng.uniform(0.0, 0.4))
        if hold is not None:
            await self._held_at_work(hold, address, playing)
        if then is not None:
            await asyncio.to_thread(then)
        else:
            for task in playing:
                task.cancel()
        opening.cancel()
        await asyncio.gather(opening, *playing, return_exceptions=True)

    def retire(self) -> None:
        """Set aside the players whose game is over."""
        self.finished += [player for player in self.players if player.over]
        self.players = [player for player in self.players if not player.over]

    async def _held_at_work(
        self, hold: Callable[[bool], None], address: str, playing: list[asyncio.Task[None]]
    ) -> None:
        """Stop the server at a moment from which on a turn waits for its answer."""
        while True:
            self.retire()
            if not self.players:  # short games may all have ended by now, and then nobody ever plays a turn
                await self.open(address, playing)
            hold(True)
            # What it has sent before is read, and answered by turns that it cannot answer.
            await asyncio.sleep(0.05)
            if any(player.open is not None for player in self.players):
                return
            hold(False)
            await asyncio.sleep(0.01)

    async def all_moved(self) -> None:
        """Wait until every table has gone on; one that does not is stuck."""
        for player in self.players:
            try:
                async with asyncio.timeout(STUCK):
                    await player.moved.wait()
            except TimeoutError:
                self.counts["stuck"] += 1
                self.found.append(f"{player.table}, seat {player.seat}: stuck at version {player.newest}")

    async def open(self, address: str, playing: list[asyncio.Task[None]]) -> None:
        """Open tables in place of those whose game is over, and play there."""
        async with httpx.AsyncClient(base_url=address, timeout=30) as client:
            while len({player.table for player in self.players}) < TABLES:
                wish = {
                    "game": self.games[self.counts["tables"] % len(self.games)],
                    "name": "Anna",
                    "seats": 3,
                    "bots": ["random"],
                    "options": self.options,
                    "start": True,
                }
                try:
                    host = (await client.post("/api/tables", json=wish)).json()
                    guest = (await client.post(f"/api/tables/{host['table']}/seats", json={"name": "Bo"})).json()
                    seats = [(seated["table"], seated["token"]) for seated in (host, guest)]
                except (httpx.HTTPError, ValueError, KeyError, *BROKEN):
                    return
                for at_home, (table, token) in enumerate(seats):
                    player = Player(table, token, random.Random(self.rng.getrandbits(64)), at_home=bool(at_home))
                    self.players.append(player)
                    playing.append(asyncio.create_task(player.play(address)))
                self.counts["tables"] += 1

    def check_disk(self, data: Path, named: Container[str] = ()) -> None:
        """Check the turns in the file below `data`; tables that the server has `named` as damaged may lack some."""
        self.check(turns_in(data / DATABASE), named)

    def check(self, played: Counter[tuple[str, int, str]], named: Container[str] = ()) -> None:
        """Find every acknowledged turn exactly once among those `played`, and every other at most once."""
        for player in (*self.finished, *self.players):
            self.found += player.found
            for turn, sent in player.sent.items():
                times = played[player.table, player.seat, turn]
                missing = sent.acknowledged and times == 0
                self.counts["confirmed"] += sent.acknowledged
                self.counts["open, played"] += not sent.acknowledged and times > 0
                self.counts["lost"] += missing and player.table not in named
                self.counts["lost, named"] += missing and player.table in named
                self.counts["doubled"] += times > 1


def turns_in(database: Path) -> Counter[tuple[str, int, str]]:
    """Count the turns of a database by table, seat and turn id; pages that cannot be read have none."""
    played: Counter[tuple[str, int, str]] = Counter()
    with contextlib.closing(sqlite3.connect(database)) as store:
        tables = [table for (table,) in store.execute("SELECT DISTINCT table_id FROM log")]
        for table in tables:
            with contextlib.suppress(sqlite3.DatabaseError):
                played += count(store.execute("SELECT table_id, body FROM log WHERE table_id = ?", (table,)))
    return played


def count(rows: Iterable[tuple[str, str]]) -> Counter[tuple[str, int, str]]:
    """Count turns by table, seat and turn id; `rows` are entries with their tables."""
    entries = ((table, json.loads(body)) for table, body in rows)
    return Counter(
        (table, entry["seat"], entry["id"]) for table, entry in entries if entry["entry"] == "turn" and "id" in entry
    )
