"""Compare with another commit: random legal play of one game, alternating between the two in one run.

Measures rounds per second of the compiled rules, decisions per second at 4,096 tables of the vector environment, or
decisions per second of matches played from Python. Prints one JSON object: the rates of the commit and of the working
tree, as medians of alternating runs, and the ratio of each pair. Seconds are processor time.

    python benchmarks/against.py eea1553 --players 4 --runs 9
    python benchmarks/against.py eea1553 --what match --game canyon --least 2
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

HEAD = """
import random, sys, time
from eddyline.engine.registry import game
rules, players, seconds = game(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
"""

ROUNDS = """
playout = rules.doors.playout
states = rules.new(rules.parse_options(None, {}, players), players, 1)
playout(states, 0, 1, 1000)
done = 0
start = time.process_time()
seed = 1
while (taken := time.process_time() - start) < seconds:
    seed += 1
    _, played, _ = playout(states, 0, seed, 50_000)
    done += played
"""

VECTOR = """
from eddyline.envs.vector import Tables
tables = Tables(rules.id, 4096, players=players, seed=1, copy=False)
tables.step(tables.sample())
done = 0
start = time.process_time()
while (taken := time.process_time() - start) < seconds:
    tables.step(tables.sample())
    done += 4096
"""

MATCH = """
import inspect
from eddyline.engine.match import Match
from eddyline.engine.random import words
seeded = "seed" in inspect.signature(Match.new).parameters

def begin(number):
    if seeded:
        return Match.new(rules, players=players, seed=number)
    return Match.new(rules, players=players, entropy=number, chance=words(number))

def play(number):
    match, dice, decisions = begin(number), random.Random(number), 0
    while not match.over:
        seat = min(match.waiting)
        match.play(seat, dice.choice(match.legal(seat)).id)
        decisions += 1
    return decisions

play(0)
done = 0
start = time.process_time()
number = 0
while (taken := time.process_time() - start) < seconds:
    number += 1
    done += play(number)
"""

MEASURES = {"rounds": ROUNDS, "vector": VECTOR, "match": MATCH}
"""The code that both commits run, by measurement; it may use only calls that exist in both."""


def measure(source: Path, what: str, game: str, players: int, seconds: float) -> float:
    """Play in a separate process, with the package below `source`; return the rate per second."""
    code = f"{HEAD}{MEASURES[what]}print(done / taken)"
    command = [sys.executable, "-c", code, game, str(players), str(seconds)]
    environment = os.environ | {"PYTHONPATH": str(source / "src")}
    done = subprocess.run(command, env=environment, cwd=source, capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> int:
    """Measure both, print, and return 1 if the working tree is slower than `--least` allows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", nargs="?", default="HEAD", help="commit to compare with (default: HEAD)")
    parser.add_argument("--what", choices=MEASURES, default="rounds", help="what to measure (default: rounds)")
    parser.add_argument("--game", default="niagara")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--runs", type=int, default=7, help="runs of each (default: 7)")
    parser.add_argument("--seconds", type=float, default=2, help="length of a run (default: 2)")
    parser.add_argument("--least", type=float, default=0.9, help="smallest acceptable ratio (default: 0.9)")
    chosen = parser.parse_args()
    before: list[float] = []
    after: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / "tree"
        subprocess.run(
            ["git", "worktree", "add", "--quiet", "--detach", str(other), chosen.commit], cwd=ROOT, check=True
        )
        try:
            for run in range(chosen.runs):
                sys.stderr.write(f"run {run + 1} of {chosen.runs} …\n")
                before.append(measure(other, chosen.what, chosen.game, chosen.players, chosen.seconds))
                after.append(measure(ROOT, chosen.what, chosen.game, chosen.players, chosen.seconds))
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(other)], cwd=ROOT, check=True)
    ratios = [now / then for then, now in zip(before, after, strict=True)]
    report = {
        "benchmark": "against",
        "what": chosen.what,
        "game": chosen.game,
        "players": chosen.players,
        "commit": chosen.commit,
        "before_per_s": round(statistics.median(before)),
        "after_per_s": round(statistics.median(after)),
        "ratio": round(statistics.median(ratios), 3),
        "ratios": [round(ratio, 3) for ratio in ratios],
    }
    print(json.dumps(report, indent=2))
    return 0 if report["ratio"] >= chosen.least else 1


if __name__ == "__main__":
    sys.exit(main())
