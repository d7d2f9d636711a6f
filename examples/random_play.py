"""Play Niagara at random at 4,096 tables at once and print the speed: `python examples/random_play.py [STEPS]`."""

from __future__ import annotations

import sys
import time

from eddyline.envs.vector import Tables

tables = Tables("niagara", 4096, players=4, copy=False)
tables.step(tables.sample())  # the first call compiles
steps, games, start = int(sys.argv[1]) if sys.argv[1:] else 1_000_000, 0, time.perf_counter()
for _ in range(steps // 4096):
    _, _, over, _, _ = tables.step(tables.sample())
    games += over.sum()
rate = steps // 4096 * 4096 / (time.perf_counter() - start) / 1e6
print(f"{rate:.1f} million decisions a second, with masks and observations; {games} games finished")
