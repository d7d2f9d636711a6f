"""Let two servers share a PostgreSQL database; kill them and the database under load, again and again.

Players of one table are connected to different servers, and go to the other when theirs is gone.
"""

from __future__ import annotations

import asyncio
import random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from campaign.load import STUCK, Load, count
from e2e.server import Server
from eddyline.engine.registry import GAMES
from support.database import Postgres, ask

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from campaign.players import Player

EVERY = 3
"""Of so many kills the database suffers one."""
PAUSE = 0.05
"""Seconds until somebody tries another server."""


class Shared:
    """Run two servers on one database."""

    def __init__(self, folder: Path, rng: random.Random, games: Sequence[str], options: Mapping[str, Any]) -> None:
        self.rng = rng
        self.database = Postgres().start()
        self.store = self.database.store()
        self.servers = [Server(folder / f"server-{i}", environment={"EDDYLINE_STORE": self.store}) for i in range(2)]
        self.load = Load(rng, games, options)
        self._playing: dict[int, asyncio.Task[None]] = {}

    async def run(self, kills: int) -> Load:
        """Kill so often, then look at the database."""
        try:
            await asyncio.gather(*(asyncio.to_thread(server.start) for server in self.servers))
            await self._kill_often(kills)
            self.load.check(count(tuple(row) for row in ask(self.store, "SELECT table_id, body FROM log")))
        finally:
            for server in self.servers:
                await asyncio.to_thread(server.stop)
            self.database.stop("immediate")
            self.database.remove()
        for server in self.servers:
            if "Traceback" in server.complaints:
                self.load.found.append(f"a traceback: {server.complaints[-3000:]}")
        return self.load

    async def _kill_often(self, kills: int) -> None:
        try:
            for number in range(kills):
                await self._go_on()
                self.load.counts["open at a kill"] += sum(player.open is not None for player in self.load.players)
                await (self._kill_database() if number % EVERY == 1 else self._kill_server())
            await self._go_on()
            await self._play_to_an_end()
        finally:
            for task in self._playing.values():
                task.cancel()
            await asyncio.gather(*self._playing.values(), return_exceptions=True)

    async def _go_on(self) -> None:
        """Open tables in place of those that are over, and wait until every table has gone on."""
        load = self.load
        load.retire()
        for player in load.players:
            player.moved.clear()
        opened: list[asyncio.Task[None]] = []
        await load.open(self.rng.choice(self.servers).address, opened)
        for task in opened:  # they play by way of any server
            task.cancel()
        await asyncio.gather(*opened, return_exceptions=True)
        for player in load.players:
            if id(player) not in self._playing:
                self._playing[id(player)] = asyncio.create_task(self._play(player))
        await load.all_moved()
        await asyncio.sleep(self.rng.uniform(0.0, 0.4))

    async def _play_to_an_end(self) -> None:
        """Play on until a game is over: however slow the machine is, every table goes on, or it is stuck."""
        load = self.load
        while not any(player.over for player in (*load.finished, *load.players)) and not load.counts["stuck"]:
            for player in load.players:
                player.moved.clear()
            await load.all_moved()
        load.retire()

    async def _play(self, player: Player) -> None:
        while not player.over:
            await player.play(self.rng.choice(self.servers).address)
            await asyncio.sleep(PAUSE)

    async def _kill_database(self) -> None:
        """Kill the database, and start it again."""
        self.load.counts["kills of the database"] += 1
        await asyncio.to_thread(self.database.stop, "immediate")
        await asyncio.sleep(self.rng.uniform(0.0, 0.5))
        await asyncio.to_thread(self.database.start)

    async def _kill_server(self) -> None:
        """Kill a server, and start it again when every table has gone on with the other one."""
        self.load.counts["kills of a server"] += 1
        server = self.rng.choice(self.servers)
        await asyncio.to_thread(server.kill)
        for player in self.load.players:
            player.moved.clear()
        try:
            async with asyncio.timeout(STUCK):
                await asyncio.gather(*(self._moved_or_over(player) for player in self.load.players))
        except TimeoutError:
            self.load.counts["stuck"] += 1
            self.load.found.append("a table did not go on with the other server")
        await asyncio.to_thread(server.start)

    async def _moved_or_over(self, player: Player) -> None:
        if not player.over:
            await player.moved.wait()


async def run(
    folder: Path,
    seed: int,
    kills: int,
    games: Sequence[str] = tuple(GAMES),
    options: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Any]:
    """Kill `kills` times in all; return what was counted and found."""
    load = await Shared(folder, random.Random(seed), games, options).run(kills)
    counts = load.counts
    return {
        "servers": 2,
        "kills of a server": counts["kills of a server"],
        "kills of the database": counts["kills of the database"],
        "tables": counts["tables"],
        "tables that were played to the end": len({player.table for player in load.finished}),
        "turns confirmed": counts["confirmed"],
        "turns open at a kill": counts["open at a kill"],
        "turns played but never acknowledged": counts["open, played"],
        "said": sorted({text for player in (*load.finished, *load.players) for text in player.refusals}),
        "confirmed turns lost": counts["lost"],
        "turns played twice": counts["doubled"],
        "tables stuck": counts["stuck"],
        "findings": load.found,
    }
