"""Measure the rules: uniformly random legal play of Niagara on one core, the legal set computed at every decision.

Prints one JSON object: decisions and rounds a second for 3, 4 and 5 players, each the median of several runs, and the
size of a position. Seconds are the processor's, so that other programs matter less; `limits` compares with what the
project promises. Another run on the same machine may say 10 % more or less: the spread is in the output.

    python benchmarks/engine.py --seconds 2 --runs 5
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numba
import numpy as np

from eddyline.engine.kernel import PLAIN
from eddyline.engine.registry import game

ROOT = Path(__file__).resolve().parents[1]
PLAYERS = (3, 4, 5)
LEAST_DECISIONS = 15_000_000
LEAST_ROUNDS = 1_300_000
MOST_BYTES = 256


def measure(players: int, runs: int, seconds: float) -> dict[str, float]:
    """Play for some seconds, a few times over, and return the medians."""
    niagara = game("niagara")
    states = niagara.new(niagara.parse_options(None, {}, players), players, entropy=1)
    playout = niagara.doors.playout
    playout(states, 0, 1, 100)  # compiles
    start = time.process_time()
    playout(states, 0, 1, 20_000)
    rounds = max(1000, int(20_000 * seconds / (time.process_time() - start)))
    found: list[tuple[float, float, float]] = []
    for run in range(runs):
        start = time.process_time()
        decisions, played, games = playout(states, 0, run + 2, rounds)
        taken = time.process_time() - start
        found.append((decisions / taken, played / taken, games / taken))
    by_decisions = [decisions for decisions, _, _ in found]
    return {
        "decisions_per_s": round(statistics.median(by_decisions)),
        "rounds_per_s": round(statistics.median(played for _, played, _ in found)),
        "games_per_s": round(statistics.median(games for _, _, games in found)),
        "spread": round((max(by_decisions) - min(by_decisions)) / statistics.median(by_decisions), 3),
    }


def commit() -> str:
    """Name the commit that is measured; a + behind it means that files differ from it."""
    command = ["git", "describe", "--always", "--abbrev=12", "--dirty=+", "--exclude=*"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


def processor() -> str:
    """Name the processor as the system does."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.split(": ", 1)[1] for line in lines if line.startswith("model name")), platform.machine())


def main() -> int:
    """Measure, print, and return 1 when a limit is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.5, help="length of a run (default: 1.5)")
    parser.add_argument("--runs", type=int, default=5, help="runs for each number of players (default: 5)")
    chosen = parser.parse_args()
    random_play = {}
    for players in PLAYERS:
        sys.stderr.write(f"random play with {players} players: {chosen.runs} runs of {chosen.seconds:g} s …\n")
        random_play[str(players)] = measure(players, chosen.runs, chosen.seconds)
    slowest = min(found["decisions_per_s"] for found in random_play.values())
    size = game("niagara").dtype.itemsize
    limits = {
        "decisions_per_s": {"limit": LEAST_DECISIONS, "times": round(slowest / LEAST_DECISIONS, 2)},
        "rounds_per_s_4_players": {
            "limit": LEAST_ROUNDS,
            "times": round(random_play["4"]["rounds_per_s"] / LEAST_ROUNDS, 2),
        },
        "record_bytes": {"limit": MOST_BYTES, "times": round(size / MOST_BYTES, 2)},
    }
    met = limits["decisions_per_s"]["times"] >= 1 and limits["rounds_per_s_4_players"]["times"] >= 1
    met = met and size <= MOST_BYTES
    report = {
        "benchmark": "engine",
        "game": "niagara",
        "random_play": random_play,
        "record_bytes": size,
        "limits": limits,
        "limits_met": met,
        "compiled": not PLAIN,
        "commit": commit(),
        "machine": {
            "processor": processor(),
            "system": f"{platform.system()} {platform.machine()}",
            "python": platform.python_version(),
            "numba": numba.__version__,
            "numpy": np.__version__,
        },
    }
    print(json.dumps(report, indent=2))
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
