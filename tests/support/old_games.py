"""Play games with an older version, for later ones to replay: `PYTHONPATH=CHECKOUT/src python old_games.py FILE` here.

CHECKOUT is a folder with the older version, such as a Git worktree, and FILE is `../golden/games/COMMIT.xz`. Of some
hundred games of all kinds, with bots of all strengths, the shortest ones that show something new are written; with
`--all`, every one. Each is a line: its record, and what its version said of the last position. Takes a minute or two.
It uses what every version has, so it runs with the older one as it stands.
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import eddyline
from eddyline import record
from eddyline.bots import BOTS, Budget, play_turn
from eddyline.engine.match import Match
from eddyline.engine.registry import game as game_by_id
from eddyline.games.canyon.rules.boards import MAPS

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = 480
NAMES = ("Ann", "Bo", "Zoë", "Дима", "李", "F F")
MODULES = ("double_canoe", "whirlpool", "spirit_cards", "beaver", "moose", "diamond_joe")
BEST = {"canyon": "voyageur", "niagara": "paddler"}
QUICK = Budget(seconds=None, rollouts=4)
ISLAND = MAPS["canyon"].replace("......", "..o...", 1)
"""A map of one's own."""


def canyon(number: int, rng: random.Random) -> tuple[int, str, dict[str, Any]]:
    """Choose players, preset and options, so that numbers go through all of them."""
    options: dict[str, Any] = {
        "board": ("canyon", "whirlpool", ISLAND)[number // 12 % 3],
        "show_played": rng.choice(["all", "last_trick"]),
    }
    if rng.random() < 0.3:
        options["max_rounds"] = rng.randrange(1, 20)
    return 3 + number % 4, ("classic", "no_brown", "secret")[number // 4 % 3], options


def niagara(number: int, rng: random.Random) -> tuple[int, str, dict[str, Any]]:
    """Choose players, preset and options, so that numbers go through all of them, and through all sets of modules."""
    players, modules = 2 + number // 4 % 5, (number * 37 + number // 64) % 64
    if players == 6 and not modules % 32:
        modules |= 1 << number % 5
    options: dict[str, Any] = {name: True for bit, name in enumerate(MODULES) if modules >> bit & 1}
    rare = {
        "max_rounds": rng.randrange(1, 30),
        "show_played": "newest",
        "gems_per_deposit": rng.randrange(1, 12),
        "rescue": rng.choice(["optional", "forced", "sit_out"]),
        "tie_break": rng.choice(["shared", "gem_value"]),
        "preserver_passes": rng.choice(["left", "right"]),
    }
    options |= {name: value for name, value in rare.items() if rng.random() < 0.25}
    return players, ("rulebook", "boardgamearena", "brettspielwelt", "italian")[number % 4], options


def play(number: int) -> tuple[dict[str, Any], set[Any]]:
    """Play a game to its end; return it, and what is special about it."""
    rng = random.Random(number)
    name, choose = (("niagara", niagara), ("canyon", canyon))[number % 2]
    players, preset, options = choose(number // 2, rng)
    match = eddyline.new(name, players=players, seed=number, preset=preset, names=NAMES[:players], **options)
    kinds = [rng.choice(["random", BEST[name]]) for _ in range(players)]
    bots = [BOTS[name][kind](7 * number + seat, QUICK) for seat, kind in enumerate(kinds)]
    turned = number % 20 in {6, 7}
    """It begins with a position in the middle of another game."""
    later = rng.randrange(5, 20) if turned else 0
    while not match.over:
        seat = rng.choice(sorted(match.waiting))
        match.commit(seat, play_turn(bots[seat], match, seat))
        later -= 1
        if later == 0 and not match.over:
            while match.pending:
                match.undo()
            rules = game_by_id(name)
            match = Match.from_position(rules, rules.position(match.states), seed=number, names=NAMES[:players])
    state = sha256(match.states.tobytes()).hexdigest()
    special = {(name, players, preset), *((name, preset, *each) for each in options.items() if each[0] == "board")}
    special |= {(name, *each) for each in options.items() if not isinstance(each[1], int) or each[1] is True}
    special |= {(name, kind) for kind in kinds} | {(name, turned)}
    text = record.dump(match.record())
    return {"record": text, "state": state, "ranking": match.ranking, "turns": len(match.log)}, special


def sample(games: list[tuple[dict[str, Any], set[Any]]]) -> Iterator[dict[str, Any]]:
    """Choose the shortest games that are special in some way, each; none of a few turns."""
    seen: set[Any] = set()
    for made, special in sorted(games, key=lambda each: len(each[0]["record"])):
        if made["turns"] >= 12 and special - seen:
            seen |= special
            yield made


def main() -> None:
    """Play, choose and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--all", action="store_true")
    asked = parser.parse_args()
    games = [play(number) for number in range(GAMES)]
    chosen = [made for made, _ in games] if asked.all else [*sample(games)]
    lines = "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in chosen)
    asked.file.parent.mkdir(exist_ok=True)
    asked.file.write_bytes(lzma.compress(lines.encode()))
    sys.stdout.write(f"{len(chosen)} games of {len(games)}, {sum(each['turns'] for each in chosen)} turns and deals\n")


if __name__ == "__main__":
    main()
