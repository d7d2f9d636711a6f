"""Compare the rules with those of another commit: random legal play of one game, both in turns in the same run.

Prints one JSON object: decisions and rounds a second of the commit and of the working tree, medians of runs that
alternate, and the ratio of each pair. Seconds are the processor's.

    python benchmarks/against.py eea1553 --players 4 --runs 9
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

MEASURE = """
import sys, time
from eddyline.engine.registry import game
rules, players, seconds = game(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
playout = rules.doors.playout
states = rules.new(rules.parse_options(None, {}, players), players, 1)
playout(states, 0, 1, 1000)
decisions = rounds = 0
start = time.process_time()
seed = 1
while (taken := time.process_time() - start) < seconds:
    seed += 1
    more, played, _ = playout(states, 0, seed, 50_000)
    decisions, rounds = decisions + more, rounds + played
print(decisions / taken, rounds / taken)
"""
"""What both commits run; only calls that have not changed since the first of them."""


def measure(source: Path, game: str, players: int, seconds: float) -> tuple[float, float]:
    """Play in a process of its own, with the package below `source`; return decisions and rounds a second."""
    command = [sys.executable, "-c", MEASURE, game, str(players), str(seconds)]
    environment = os.environ | {"PYTHONPATH": str(source / "src")}
    done = subprocess.run(command, env=environment, cwd=source, capture_output=True, text=True, check=True)
    decisions, rounds = map(float, done.stdout.split())
    return decisions, rounds


def main() -> int:
    """Measure both, print, and return 1 when the working tree is slower than `--least` allows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", nargs="?", default="HEAD", help="commit to compare with (default: HEAD)")
    parser.add_argument("--game", default="niagara")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--runs", type=int, default=7, help="runs of each (default: 7)")
    parser.add_argument("--seconds", type=float, default=2, help="length of a run (default: 2)")
    parser.add_argument("--least", type=float, default=0.9, help="smallest ratio that will do (default: 0.9)")
    chosen = parser.parse_args()
    before: list[tuple[float, float]] = []
    after: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / "tree"
        subprocess.run(
            ["git", "worktree", "add", "--quiet", "--detach", str(other), chosen.commit], cwd=ROOT, check=True
        )
        try:
            for run in range(chosen.runs):
                sys.stderr.write(f"run {run + 1} of {chosen.runs} …\n")
                before.append(measure(other, chosen.game, chosen.players, chosen.seconds))
                after.append(measure(ROOT, chosen.game, chosen.players, chosen.seconds))
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(other)], cwd=ROOT, check=True)
    ratios = [now[1] / then[1] for then, now in zip(before, after, strict=True)]
    report = {
        "benchmark": "against",
        "game": chosen.game,
        "players": chosen.players,
        "commit": chosen.commit,
        "before": {"decisions_per_s": _median(before, 0), "rounds_per_s": _median(before, 1)},
        "after": {"decisions_per_s": _median(after, 0), "rounds_per_s": _median(after, 1)},
        "ratio_of_rounds": round(statistics.median(ratios), 3),
        "ratios": [round(ratio, 3) for ratio in ratios],
    }
    print(json.dumps(report, indent=2))
    return 0 if report["ratio_of_rounds"] >= chosen.least else 1


def _median(found: list[tuple[float, float]], part: int) -> int:
    return round(statistics.median(pair[part] for pair in found))


if __name__ == "__main__":
    sys.exit(main())
