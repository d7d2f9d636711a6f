"""Kill a server under load, again and again: no confirmed turn is lost, none is played twice, every table goes on."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

from campaign.load import Load
from e2e.server import Server
from eddyline.engine.registry import GAMES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

EARLY = 0.1
"""Share of the kills at a random moment, even while the server still starts."""


async def _kill(data: Path, seed: int, kills: int, games: Sequence[str]) -> Load:
    """Kill one server so often, then look at its disk."""
    server, load = Server(data), Load(random.Random(seed), games)
    for life in range(kills):
        # The first kill comes at work for certain, the others when they come.
        await _live(server, load, at_work=life == 0)
        load.counts["kills"] += 1
        load.counts["open at a kill"] += sum(player.open is not None for player in load.players)
    await asyncio.to_thread(server.start)
    await load.play(server.address, moved=True)
    await asyncio.to_thread(server.stop)
    load.check_disk(data)
    return load


async def _live(server: Server, load: Load, *, at_work: bool) -> None:
    """Let the server live once."""
    starting = asyncio.create_task(asyncio.to_thread(server.start))
    if load.rng.random() < EARLY and server.port:
        await asyncio.sleep(load.rng.uniform(0.0, 1.0))
        if not starting.done():
            server.kill_early()
            with contextlib.suppress(AssertionError):
                await starting
            load.counts["kills while starting"] += 1
            return
    await starting
    moved = load.rng.random() > EARLY or at_work
    await load.play(server.address, moved=moved, then=server.kill, hold=server.hold if at_work else None)


async def run(
    folder: Path, seed: int, kills: int, shards: int = 2, games: Sequence[str] = tuple(GAMES)
) -> dict[str, Any]:
    """Kill servers `kills` times in all; return what was counted and found."""
    shares = [kills // shards + (i < kills % shards) for i in range(shards)]
    loads = await asyncio.gather(
        *(_kill(folder / f"shard-{i}", seed + i, share, games) for i, share in enumerate(shares))
    )
    counts: Counter[str] = sum((load.counts for load in loads), Counter())
    return {
        "kills": counts["kills"],
        "kills while starting": counts["kills while starting"],
        "tables": counts["tables"],
        "turns confirmed": counts["confirmed"],
        "turns open at a kill": counts["open at a kill"],
        "turns played but never acknowledged": counts["open, played"],
        "confirmed turns lost": counts["lost"],
        "turns played twice": counts["doubled"],
        "tables stuck": counts["stuck"],
        "findings": [line for load in loads for line in load.found],
    }
