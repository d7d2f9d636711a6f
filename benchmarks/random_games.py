"""Play many random games of Niagara and Canyon, check invariants after every round, and count how they end.

Niagara is played with random presets, modules and numbers of players, Canyon on both maps. Prints one JSON object:
games, how they ended, and the share that was unfinished at the limit of rounds (N-END-5, C-END-2). Seats that owe a
decision at the same time decide in seat order, and every decision is drawn uniformly. But in every other game of
Niagara up to four decisions are drawn until one loads, robs, deals or docks, because uniform play hardly ever ends.

    python benchmarks/random_games.py --games 20000
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from eddyline.engine.doors import CHANCE
from eddyline.engine.kernel import kernel
from eddyline.engine.opening import LOWEST_SEAT, scratch_type
from eddyline.engine.random import below, seeded, stir
from eddyline.engine.registry import game
from eddyline.games.canyon.rules import dealing
from eddyline.games.canyon.rules import door as canyon_door
from eddyline.games.canyon.rules import phases as canyon_rules
from eddyline.games.canyon.rules.board import CLOSED, SHELF, VILLAGE
from eddyline.games.canyon.rules.state import Phase as CanyonPhase
from eddyline.games.niagara.rules import door as niagara_door
from eddyline.games.niagara.rules import phases as niagara_rules
from eddyline.games.niagara.rules.actions import LOAD, PADDLE, STOP, UNLOAD
from eddyline.games.niagara.rules.board import DOCK, LOST
from eddyline.games.niagara.rules.cargo import HOLDS, LOADED
from eddyline.games.niagara.rules.options import MODULES, SPIRITS
from eddyline.games.niagara.rules.state import BEAVER, DIAMOND_JOE, DOUBLE_CANOE, WHIRLPOOL, Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.engine.game import Game
    from eddyline.engine.records import Grid, States

T = TypeVar("T")
SEED = 7
BATCH = 1000
"""Games played side by side, one round of each in turn."""
DRAWS = 4
SCRATCH = np.zeros(1, scratch_type(canyon_door.MAX_LEGAL, canyon_door.FLOOD))
CARDS_OF_SPACE = np.array([0, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7])


@kernel
def niagara_round(states: States, i: int, seed: int) -> int:
    """Play a round, or to the end of the game; -1 when somebody owes a decision and has none."""
    s = states[i]
    out = np.empty(niagara_door.MAX_LEGAL, np.int16)
    word = seeded(seed)
    number = s.round_number
    while s.round_number == number and not niagara_rules.is_over(s):
        waiting = niagara_rules.to_act(s)
        if waiting == 0:
            niagara_rules.advance(s)
            continue
        seat = int(LOWEST_SEAT[waiting])
        count = niagara_rules.legal(s, seat, out)
        if count <= 0:
            return -1
        action = STOP
        for _ in range(DRAWS if i % 2 else 1):
            word = stir(word)
            action = int(out[below(word, count)])
            if LOAD <= action < STOP or (PADDLE <= action < UNLOAD and (action - PADDLE) % 10 == DOCK):
                break
        niagara_rules.decide(s, seat, action)
    return 0


@kernel
def canyon_round_on(boards: States, scratches: States, states: States, i: int, seed: int) -> int:
    """Play a round, or to the end of the game; -1 when somebody owes a decision and has none."""
    s = states[i]
    b = boards[s.board]
    scratch = scratches[0]
    word = seeded(seed)
    number = s.round_number
    while s.round_number == number and not canyon_rules.is_over(s):
        waiting = canyon_rules.to_act(s)
        if waiting == CHANCE:
            word = stir(word)
            dealing.deal(s, word)  # type: ignore[arg-type]
        elif waiting == 0:
            canyon_rules.advance(b, s, scratch.own)
        else:
            seat = int(LOWEST_SEAT[waiting])
            count = canyon_rules.legal(b, s, seat, scratch.offers, scratch.own)
            if count <= 0:
                return -1
            word = stir(word)
            canyon_rules.decide(b, s, seat, int(scratch.offers[below(word, count)]), scratch.own)
    return 0


def canyon_round(states: States, i: int, seed: int) -> int:
    """Play a round on the record's board."""
    return canyon_round_on(SHELF.table, SCRATCH, states, i, seed)


def niagara_holds(s: Grid) -> dict[str, Grid]:
    """Name what must be true of every position between two rounds, with what is, game by game."""
    modules, place, cargo, joe = s["modules"][:, None, None], s["place"], s["cargo"], s["joe"]
    seats = np.arange(6) < s["seats"][:, None]
    wet = (place != DOCK) & (place != LOST)
    gems = s["stash"].sum(1) + s["deposit"].sum(1) + HOLDS[cargo + 1].sum((1, 2)) + HOLDS[s["joe_gem"] + 1]
    moose = s["moose"]
    with_moose = place.reshape(-1, 12)[np.arange(len(s)), moose]
    places = 1 + np.array([0, 1]) * (modules & DOUBLE_CANOE != 0)
    cards = np.array([[int(hand).bit_count() for hand in hands] for hands in s["hand"]])
    over = s["phase"] == Phase.OVER
    left = s["cycle"] - (s["round_number"] - 1) % s["cycle"] - over
    return {
        "gems of each colour": (gems == s["gems_per_deposit"][:, None]).all(1),
        "no negative numbers of gems": (s["stash"].min((1, 2)) >= 0) & (s["deposit"].min((1, 2)) >= 0),
        "cargo in the water only": (wet | (cargo < 0)).all((1, 2)),
        "no more cargo than places": (LOADED[cargo + 1] <= places).all((1, 2)),
        "hands": ((cards == left[:, None]) | ~seats).all(1),
        "nobody on the whirlpool": ((place != s["whirlpool"][:, None, None]) | ~wet | over[:, None, None]).all((1, 2)),
        "joe on a disc of his own": (joe != s["whirlpool"]) | (joe == DOCK),
        "joe in the river": ((joe > DOCK) & (joe < LOST)) == (s["modules"] & DIAMOND_JOE != 0),
        "whirlpool where it is played": (s["whirlpool"] != DOCK) == (s["modules"] & WHIRLPOOL != 0),
        "beaver in the river": (s["beaver"] == DOCK) | ((s["beaver"] < LOST) & (s["modules"] & BEAVER != 0)),
        "moose in the water": (moose < 0) | ((with_moose != DOCK) & (with_moose != LOST)),
        "weather on its track": (s["weather"] >= -1) & (s["weather"] <= 2),
        "a goal ends the game": (s["reached"] == 0) | over,
    }


def canyon_holds(s: Grid) -> dict[str, Grid]:
    """Name what must be true of every position between two rounds, with what is, game by game."""
    boards = SHELF.table[s["board"]]
    seats = np.arange(6) < s["seats"][:, None]
    place = s["place"]
    kinds = np.take_along_axis(boards["kind"], np.maximum(place, 0).astype(np.int64), 1)
    spread = place + 2000 * np.arange(6) * ((place < 0) | (place == boards["gangway"][:, None]))
    ordered = np.sort(spread, 1)
    return {
        "canoes of players only": ((place >= 0) == seats).all(1),
        "canoes on the water": ((kinds != CLOSED) | ~seats).all(1),
        "one canoe a space": (ordered[:, 1:] != ordered[:, :-1]).all(1),
        "who has arrived is at the village": ((s["left"] >= 0) == ((kinds == VILLAGE) & seats)).all(1),
        "an arrival ends the game": (s["left"].max(1) < 0) | (s["phase"] == CanyonPhase.OVER),
        "space of the track": (s["space"] >= 1) & (s["space"] <= len(CARDS_OF_SPACE) - 1),
    }


def pick(chance: np.random.Generator, items: Sequence[T]) -> T:
    """Choose one uniformly at random."""
    return items[int(chance.integers(len(items)))]


def word(chance: np.random.Generator) -> int:
    """Draw a 64-bit word for a game."""
    return int(chance.integers(2**63))


def niagara_set_up(rules: Game, chance: np.random.Generator) -> States:
    """Set up a game with a random preset, random modules and a number of players that these allow."""
    on = {name: True for name in MODULES if chance.random() < 0.5}
    players = pick(chance, [2, 3, 4, 5, 6] if {*on} & {*SPIRITS} else [2, 3, 4, 5])
    return rules.new(rules.parse_options(pick(chance, [*rules.presets]), on, players), players, word(chance))


def canyon_set_up(rules: Game, chance: np.random.Generator) -> States:
    """Set up a game with a random preset on a random map."""
    players, board = pick(chance, rules.players), pick(chance, [*rules.boards])
    options = rules.parse_options(pick(chance, [*rules.presets]), {"board": board}, players)
    return rules.new(options, players, word(chance))


def play(
    name: str,
    number: int,
    set_up: Callable[[Game, np.random.Generator], States],
    play_round: Callable[[States, int, int], int],
    holds: Callable[[Grid], dict[str, Grid]],
) -> dict[str, object]:
    """Play `number` games to the end, and count how they ended; stop at the first invalid position."""
    rules, chance, began = game(name), np.random.default_rng(SEED), time.process_time()
    rounds: list[int] = []
    looks, capped, kinds = 0, np.zeros(2, np.int64), Counter[str]()
    while len(rounds) < number:
        states = np.concatenate([set_up(rules, chance) for _ in range(min(BATCH, number - len(rounds)))])
        for i in range(len(states)):
            kinds[describe(rules, states[i : i + 1])] += 1
        going = np.arange(len(states))
        while len(going):
            for i in going.tolist():
                if play_round(states, i, word(chance)) < 0:
                    complain(rules, states[i : i + 1], "a decision for whoever owes one")
            looks += len(going)
            for what, found in holds(states[going]).items():
                for i in going[~np.broadcast_to(found, going.shape)]:
                    complain(rules, states[i : i + 1], what)
            going = going[[not rules.doors.is_over(states, i) for i in going.tolist()]]
        rounds += states["round_number"].tolist()
        capped += np.array([not rules.winners(states[i : i + 1]) for i in range(len(states))]).reshape(-1, 2).sum(0)
        sys.stderr.write(f"{name}: {len(rounds)} games\n")
    return {
        "games": number,
        "kinds": len(kinds),
        "rounds": {
            "median": int(np.median(rounds)),
            "most": max(rounds),
            "looked_at": looks,
        },
        "share_at_the_limit": {
            "all": round(float(capped.sum()) / number, 4),
            "even": round(float(capped[0]) / number * 2, 4),
            "odd": round(float(capped[1]) / number * 2, 4),
        },
        "seconds": round(time.process_time() - began, 1),
    }


def describe(rules: Game, states: States) -> str:
    """Return the options and the number of players as text, to count the combinations."""
    return f"{rules.options(states)} {states['seats'][0]}"


def complain(rules: Game, states: States, what: str) -> None:
    """Exit with an invalid position."""
    position = rules.position(states)
    raise SystemExit(f"not true: {what}\n{position}")


def main() -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="games of each, an even number (default: 2000)")
    number = parser.parse_args().games
    if number % 2:
        parser.error("an even number of games, please: half of them are played in each of two ways")
    report = {
        "benchmark": "random_games",
        "niagara": play("niagara", number, niagara_set_up, niagara_round, niagara_holds),
        "canyon": play("canyon", number, canyon_set_up, canyon_round, canyon_holds),
    }
    print(json.dumps(report, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
