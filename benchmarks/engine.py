"""Measure the rules: uniformly random legal play of every game on one core, computing the legal set at every decision.

Prints one JSON object: for each game decisions and rounds per second by number of players, each the median of several
runs, and the size of a position. Seconds are processor time, so other programs matter less; `limits` compares with the
project's targets. Runs on the same machine may differ by 10 %: the spread is in the output. The same is measured for
the vector environment, stepped from Python at random, with masks, observations and rewards, and for the interfaces to
single games (see `singles`). Then well-known engines and environments play in the same way (see `peers`), each with its
ratio to ours.

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
from typing import TYPE_CHECKING, Any

import numba
import numpy as np

import peers
from eddyline.engine.kernel import PLAIN
from eddyline.engine.registry import GAMES, game
from eddyline.envs.vector import Tables
from singles import measure_singles

if TYPE_CHECKING:
    from eddyline.engine.game import Game

ROOT = Path(__file__).resolve().parents[1]
VECTOR_GAMES = 4096
LIMITS = {
    "niagara": {
        "decisions_per_s_4_players": 28_000_000,
        "rounds_per_s_4_players": 2_500_000,
        "vector_steps_per_s": 8_000_000,
        "record_bytes": 256,
    },
    "canyon": {
        "decisions_per_s_4_players": 25_000_000,
        "rounds_per_s_4_players": 1_100_000,
        "vector_steps_per_s": 8_000_000,
        "record_bytes": 256,
    },
}
"""Targets for each game; a new game is measured, too, but has no target yet."""


def measure(rules: Game, players: int, runs: int, seconds: float) -> dict[str, float]:
    """Play several runs of some seconds each, and return the medians."""
    states = rules.new(rules.parse_options(None, {}, players), players, 1)
    playout = rules.doors.playout
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


def measure_vector(rules: Game, runs: int, seconds: float) -> dict[str, float]:
    """Step many four-player games from Python in one thread; return the median of steps per second over all games."""
    tables = Tables(rules.id, VECTOR_GAMES, players=4, seed=1, copy=False)
    tables.step(tables.sample())
    found = []
    for _ in range(runs):
        steps, start = 0, time.process_time()
        while (taken := time.process_time() - start) < seconds:
            tables.step(tables.sample())
            steps += VECTOR_GAMES
        found.append(steps / taken)
    return {
        "games": VECTOR_GAMES,
        "steps_per_s": round(statistics.median(found)),
        "spread": round((max(found) - min(found)) / statistics.median(found), 3),
    }


def measure_game(game_id: str, runs: int, seconds: float) -> dict[str, Any]:
    """Measure a game with each supported number of players, and compare with the targets."""
    rules = game(game_id)
    random_play = {}
    for players in rules.players:
        sys.stderr.write(f"{game_id}: random play with {players} players, {runs} runs of {seconds:g} s …\n")
        random_play[str(players)] = measure(rules, players, runs, seconds)
    sys.stderr.write(f"{game_id}: {VECTOR_GAMES} games at once, {runs} runs of {seconds:g} s …\n")
    vector = measure_vector(rules, runs, seconds)
    sys.stderr.write(f"{game_id}: single games, {runs} runs of {seconds:g} s of each interface …\n")
    singles = measure_singles(game_id, runs, seconds)
    size = rules.dtype.itemsize
    found = {
        "decisions_per_s_4_players": random_play["4"]["decisions_per_s"],
        "rounds_per_s_4_players": random_play["4"]["rounds_per_s"],
        "vector_steps_per_s": vector["steps_per_s"],
        "record_bytes": size,
    }
    limits = {
        name: {"limit": limit, "times": round(found[name] / limit, 2)}
        for name, limit in LIMITS.get(game_id, {}).items()
    }
    met = all(
        (limit["times"] <= 1) if name == "record_bytes" else (limit["times"] >= 1) for name, limit in limits.items()
    )
    return {
        "random_play": random_play,
        "vector": vector,
        "singles": singles,
        "record_bytes": size,
        "limits": limits,
        "limits_met": met,
    }


def compare(games: dict[str, Any], runs: int, seconds: float) -> dict[str, Any]:
    """Measure the peers, and return the speed of our games with four players relative to theirs."""
    ours = {game_id: found["random_play"]["4"]["decisions_per_s"] for game_id, found in games.items()}
    found = {}
    for name in peers.PEERS:
        sys.stderr.write(f"{name}: random play, {runs} runs of {seconds:g} s …\n")
        found[name] = peers.measure_apart(name, runs, seconds)
        theirs = found[name].get("decisions_per_s")
        if theirs:
            found[name]["ours_times_theirs"] = {game_id: round(mine / theirs, 1) for game_id, mine in ours.items()}
    return found


def commit() -> str:
    """Return the measured commit, followed by + if the working tree differs from it."""
    command = ["git", "describe", "--always", "--abbrev=12", "--dirty=+", "--exclude=*"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


def processor() -> str:
    """Return the system's name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.split(": ", 1)[1] for line in lines if line.startswith("model name")), platform.machine())


def main() -> int:
    """Measure, print, and return 1 if a limit is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.5, help="length of a run (default: 1.5)")
    parser.add_argument("--runs", type=int, default=5, help="runs for each number of players (default: 5)")
    parser.add_argument("--game", action="append", choices=GAMES, help="game to measure (default: all)")
    parser.add_argument("--alone", action="store_true", help="leave the peers out")
    chosen = parser.parse_args()
    games = {game_id: measure_game(game_id, chosen.runs, chosen.seconds) for game_id in chosen.game or GAMES}
    met = all(found["limits_met"] for found in games.values())
    report = {
        "benchmark": "engine",
        "games": games,
        "limits_met": met,
        "peers": {} if chosen.alone else compare(games, chosen.runs, chosen.seconds),
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
