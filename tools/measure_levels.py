"""Measure by how much each level of the bots is ahead of the one before: writes `bots/<game>/levels.json`.

Two of each level sit at a table for four, with the game's default rules. Every seat of one level is compared with every
seat of the other: who ends ahead. Bots that think have their own number of rollouts. The interval is from whole games,
whose comparisons hang on one another. 500 games of a pair take some minutes of one core.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import time
from itertools import pairwise
from pathlib import Path

import msgspec

from eddyline.arena import Pool, schedule, tournament
from eddyline.bots.levels import Level, Measured, Step, levels
from eddyline.engine.registry import game as game_by_id

ROOT = Path(__file__).resolve().parent.parent
SEATS = 4
Z = 1.96


def main() -> None:
    """Measure the levels of all games, or of one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", help="only these games")
    parser.add_argument("--games", type=int, default=500, metavar="N", help="games of each pair (500)")
    parser.add_argument("--seed", type=int, default=2026, metavar="N", help="seed of all chance (2026)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="cores (1)")
    asked = parser.parse_args()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, check=True)
    for game_id in asked.game or ["niagara", "canyon"]:
        found = levels(game_id)
        steps = {level.bot: _step(game_id, below, level, asked) for below, level in pairwise(found)}
        written = Measured(
            source=f"python tools/measure_levels.py --games {asked.games} --seed {asked.seed}",
            commit=commit.stdout.decode().strip(),
            date=time.strftime("%Y-%m-%d"),
            steps=steps,
        )
        path = ROOT / "src/eddyline/bots" / game_id / "levels.json"
        path.write_bytes(msgspec.json.format(msgspec.json.encode(written)) + b"\n")
        for bot, step in steps.items():
            print(f"{game_id} {bot}: {step.ahead:.1%} ({step.low:.1%} - {step.high:.1%}; {step.games} games)")


def _step(game_id: str, below: Level, level: Level, asked: argparse.Namespace) -> Step:
    """Let two of each level play, and compare every seat of one with every seat of the other."""
    lineup = (below.bot,) * (SEATS // 2) + (level.bot,) * (SEATS // 2)
    rules = game_by_id(game_id)
    event = tournament(rules, [lineup], seed=asked.seed, options=rules.parse_options(None, {}, SEATS))
    with Pool(event, workers=asked.workers) as pool:
        shares = [
            statistics.mean(
                (game.ranking[one] < game.ranking[other]) + 0.5 * (game.ranking[one] == game.ranking[other])
                for one in range(SEATS)
                for other in range(SEATS)
                if game.seats[one] == level.bot and game.seats[other] == below.bot
            )
            for game in pool.play(schedule(event.lineups, games=asked.games))
        ]
    mean, error = statistics.mean(shares), statistics.stdev(shares) / len(shares) ** 0.5
    low, high = (round(mean + side * Z * error, 4) for side in (-1, 1))
    return Step(ahead=round(mean, 4), low=low, high=high, games=len(shares))


if __name__ == "__main__":
    main()
