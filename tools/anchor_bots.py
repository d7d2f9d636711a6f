"""Measure the bots of every family of rules, for the anchors of the ratings: writes `bots/<game>/anchors.json`.

Takes a quarter of an hour on one core, and rates them by the model of people's ratings: see docs/ratings.md. Anchors
move everybody's rating, so those that were measured stay as they are: only bots that have none are added, at tables
with the game's first bot and its weakest, whose anchors set the scale. `--again` measures all of them.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from eddyline.arena import Pool, schedule, tournament
from eddyline.bots import BOTS
from eddyline.bots.anchors import Measured, anchors
from eddyline.engine.registry import game as game_by_id
from eddyline.ratings.model import Rating, rate
from eddyline.server.room.thinking import SHORTEST_SHARE
from eddyline.server.table.bot_choice import thinks

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).resolve().parent.parent
FIRST = 25.0
"""Mu of a game's first bot."""
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
    parser.add_argument("--again", action="store_true", help="also bots that have an anchor")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="cores (1)")
    asked = parser.parse_args()
    for game_id in asked.game or TABLES:
        families = {
            family: _completed(game_id, {} if asked.again else anchors(game_id, family), options, asked)
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


def _completed(
    game_id: str, known: Mapping[str, float], options: dict[str, bool], asked: argparse.Namespace
) -> dict[str, float]:
    """Measure the bots whose anchors are not known, on the scale of those that are; return all anchors."""
    if known.keys() >= BOTS[game_id].keys():
        return dict(known)
    first, weakest = next(iter(BOTS[game_id])), min(known, key=known.__getitem__, default="")
    bots = [name for name in BOTS[game_id] if name not in known or name in {first, weakest}]
    found = _measure(game_id, bots, options, asked.games, asked.workers)
    stretch = (known[first] - known[weakest]) / (found[first] - found[weakest]) if weakest else 1.0
    scaled = {name: round(FIRST + (mu - found[first]) * stretch, 1) for name, mu in found.items()} | dict(known)
    return {name: scaled[name] for name in BOTS[game_id]}


def _measure(game_id: str, bots: list[str], options: dict[str, bool], games: int, workers: int) -> dict[str, float]:
    """Let one of each bot play against the others; return each mu."""
    specs = {name: f"{name}@{SHORTEST_SHARE}s" if thinks(game_id, name) else name for name in bots}
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
    return {name: rated[spec].mu for name, spec in specs.items()}


if __name__ == "__main__":
    main()
