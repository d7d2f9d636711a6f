"""Measure the bots of every family of rules, for the anchors of the ratings: writes `bots/<game>/anchors.json`.

Takes a quarter of an hour on one core, and rates them by the model of people's ratings: see docs/ratings.md.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import time
from pathlib import Path

import msgspec

from eddyline.arena import Pool, schedule, tournament
from eddyline.bots import BOTS
from eddyline.bots.anchors import Measured
from eddyline.engine.registry import game as game_by_id
from eddyline.ratings.model import Rating, rate
from eddyline.server.room.thinking import SHORTEST_SHARE
from eddyline.server.table.bot_choice import quick_bot, thinks

ROOT = Path(__file__).resolve().parent.parent
TABLES: dict[str, dict[str, dict[str, bool]]] = {
    "niagara": {"base": {}, "spirits": {"spirits": True}, "joe": {"diamond_joe": True}},
    "canyon": {"base": {}},
}
"""By game and family: the options that the bots play with."""


def main() -> None:
    """Measure all families of all games, or of one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", help="only these games")
    parser.add_argument("--games", type=int, default=80, metavar="N", help="games of each family (80)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="cores (1)")
    asked = parser.parse_args()
    for game_id in asked.game or TABLES:
        families = {
            family: _measure(game_id, options, asked.games, asked.workers)
            for family, options in TABLES[game_id].items()
        }
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, check=True)
        written = Measured(
            source="python tools/anchor_bots.py",
            commit=commit.stdout.decode().strip(),
            date=time.strftime("%Y-%m-%d"),
            games=asked.games,
            seconds_a_turn=SHORTEST_SHARE,
            families=families,
        )
        path = ROOT / "src/eddyline/bots" / game_id / "anchors.json"
        path.write_bytes(msgspec.json.format(msgspec.json.encode(written)) + b"\n")
        print(path)


def _measure(game_id: str, options: dict[str, bool], games: int, workers: int) -> dict[str, float]:
    """Let one of each bot play against the others; return each mu, with the game's quick bot at 25."""
    specs = {name: f"{name}@{SHORTEST_SHARE}s" if thinks(game_id, name) else name for name in BOTS[game_id]}
    rules = game_by_id(game_id)
    lineup = tuple(specs.values())
    event = tournament(rules, [lineup], seed=2026, options=rules.parse_options(None, options, len(lineup)))
    with Pool(event, workers=workers) as pool:
        played = list(pool.play(schedule(event.lineups, games=games)))
    rated = dict.fromkeys(lineup, Rating())
    # The model takes one game after the other. Bots do not learn, so their sigma does not grow in between.
    played.sort(key=lambda game: game.number)
    random.Random(2026).shuffle(played)  # noqa: S311 - no secret
    for game in played:
        rated |= zip(game.seats, rate([rated[spec] for spec in game.seats], game.ranking, change=0.0), strict=True)
    shift = 25 - rated[specs[quick_bot(game_id)]].mu
    return {name: round(rated[spec].mu + shift, 1) for name, spec in specs.items()}


if __name__ == "__main__":
    main()
