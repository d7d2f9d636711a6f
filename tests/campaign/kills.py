"""Kill a server under load, again and again: no confirmed turn is lost, none is played twice, every table goes on."""

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
from e2e.server import Server
from eddyline.engine.registry import GAMES

if TYPE_CHECKING:
    from pathlib import Path

TABLES = 6
"""Tables played at the same time; each has two players and a bot."""
STUCK = 60.0
"""Seconds after which a table that has not gone on counts as stuck; a turn takes milliseconds."""
EARLY = 0.1
"""Share of the kills at a random moment, even while the server still starts."""


@dataclass
class Shard:
    """Play at the tables of one server, which is killed."""

    data: Path
    seed: int
    kills: int
    players: list[Player] = field(default_factory=list)
    finished: list[Player] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)

    async def run(self) -> None:
        """Kill the server as often as asked for, then check what is on disk."""
        self.rng = random.Random(self.seed)
        server = Server(self.data)
        for _ in range(self.kills):
            await self._live(server)
            self.counts["kills"] += 1
            self.counts["turns open at a kill"] += sum(player.open is not None for player in self.players)
        await asyncio.to_thread(server.start)
        await self._play(server.address, until_moved=True)
        await asyncio.to_thread(server.stop)
        self._check_disk()

    async def _live(self, server: Server) -> None:
        """Let the server live once."""
        starting = asyncio.create_task(asyncio.to_thread(server.start))
        if self.rng.random() < EARLY and server.port:
            await asyncio.sleep(self.rng.uniform(0.0, 1.0))
            if not starting.done():
                server.kill_early()
                with contextlib.suppress(AssertionError):
                    await starting
                self.counts["kills while starting"] += 1
                return
        await starting
        await self._play(server.address, until_moved=self.rng.random() > EARLY, then=server.kill)

    async def _play(self, address: str, *, until_moved: bool, then: Any = None) -> None:
        self.finished += [player for player in self.players if player.over]
        self.players = [player for player in self.players if not player.over]
        for player in self.players:
            player.moved.clear()
        playing = [asyncio.create_task(player.play(address)) for player in self.players]
        opening = asyncio.create_task(self._open(address, playing))
        if until_moved:
            await self._all_moved(opening)
        await asyncio.sleep(self.rng.uniform(0.0, 0.4))
        if then is not None:
            then()
        else:
            for task in playing:
                task.cancel()
        opening.cancel()
        await asyncio.gather(opening, *playing, return_exceptions=True)

    async def _all_moved(self, opening: asyncio.Task[None]) -> None:
        """Wait until every table has gone on; one that does not is stuck."""
        await opening
        waiting = [asyncio.create_task(player.moved.wait()) for player in self.players]
        _, stuck = await asyncio.wait(waiting, timeout=STUCK)
        for player, task in zip(self.players, waiting, strict=True):
            if task in stuck:
                task.cancel()
                self.counts["stuck"] += 1
                self.found.append(f"{player.table}, seat {player.seat}: stuck at version {player.newest}")

    async def _open(self, address: str, playing: list[asyncio.Task[None]]) -> None:
        """Open tables in place of those whose game is over."""
        async with httpx.AsyncClient(base_url=address, timeout=30) as client:
            while len({player.table for player in self.players}) < TABLES:
                wish = {
                    "game": self.rng.choice(list(GAMES)),
                    "name": "Anna",
                    "seats": 3,
                    "bots": ["random"],
                    "start": True,
                }
                try:
                    host = (await client.post("/api/tables", json=wish)).json()
                    guest = (await client.post(f"/api/tables/{host['table']}/seats", json={"name": "Bo"})).json()
                except (httpx.HTTPError, *BROKEN):
                    return
                for seated in (host, guest):
                    player = Player(seated["table"], seated["token"], random.Random(self.rng.getrandbits(64)))
                    self.players.append(player)
                    playing.append(asyncio.create_task(player.play(address)))
                    self.counts["tables"] += 1

    def _check_disk(self) -> None:
        """Find every acknowledged turn exactly once in the log, and every other at most once."""
        with contextlib.closing(sqlite3.connect(self.data / "eddyline.sqlite3")) as store:
            rows = store.execute("SELECT table_id, body FROM log").fetchall()
        played = Counter((table, entry["seat"], entry["id"]) for table, entry in _turns(rows))
        for player in (*self.finished, *self.players):
            self.found += player.found
            for turn, sent in player.sent.items():
                times = played[player.table, player.seat, turn]
                self.counts["turns confirmed"] += sent.acknowledged
                self.counts["turns open at the end, played"] += not sent.acknowledged and times > 0
                self.counts["lost"] += sent.acknowledged and times == 0
                self.counts["doubled"] += times > 1


def _turns(rows: list[tuple[str, str]]) -> list[tuple[str, dict[str, Any]]]:
    decoded = [(table, json.loads(body)) for table, body in rows]
    return [(table, entry) for table, entry in decoded if entry["entry"] == "turn" and "id" in entry]


async def run(folder: Path, seed: int, kills: int, shards: int = 2) -> dict[str, Any]:
    """Kill servers `kills` times in all; return what was counted and found."""
    runs = [Shard(folder / f"shard-{i}", seed + i, kills // shards + (i < kills % shards)) for i in range(shards)]
    await asyncio.gather(*(shard.run() for shard in runs))
    counts: Counter[str] = sum((shard.counts for shard in runs), Counter())
    return {
        "kills": counts["kills"],
        "kills while starting": counts["kills while starting"],
        "tables": counts["tables"] // 2,
        "turns confirmed": counts["turns confirmed"],
        "turns open at a kill": counts["turns open at a kill"],
        "of these played, never acknowledged": counts["turns open at the end, played"],
        "confirmed turns lost": counts["lost"],
        "turns played twice": counts["doubled"],
        "tables stuck": counts["stuck"],
        "other findings": [line for shard in runs for line in shard.found],
    }
