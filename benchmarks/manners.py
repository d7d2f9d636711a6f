"""Tell whether the characters play differently and equally well: `python benchmarks/manners.py [--games 400]`.

Every two characters meet at one table, two seats each, in every order around it and each time with the same luck.
Prints a line of JSON for every pair: the share of the wins that the first has, with the interval that holds the true
share in 95 of 100 measurements; the trait by which each is known, with the chance p that players without a difference
would differ as much in it; and how often the two are told apart by these traits alone, in five games, one seat of each
watched. A line about all pairs follows.

An error of 2.5 points, as 400 games have, puts one pair in nine outside of 4 points even where all are equal: measure
1,600, which halve it. With `--balance`, nothing is measured: it prints what each character's balancing weight should be
(`rivals/tuning.py`).
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import time
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from eddyline.bots.canyon import manners as canyon_manners
from eddyline.bots.niagara import manners as niagara_manners
from eddyline.characters import CHARACTERS, number_of
from eddyline.engine.random import derived
from rivals import canyon, niagara
from rivals.tuning import balance

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Values: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"
SEATS = 4
ORDERS = ("AABB", "ABBA", "BBAA", "BAAB", "ABAB", "BABA")
"""All orders of two times two: in each block of so many games the luck is the same."""
SEED = 31
FAIR = 0.04
"""How far from half of the wins a pair may be."""
SIGNIFICANT = 0.05
WATCHED = 5
"""Games in which somebody should be able to tell two characters apart."""
SURE = 1.96
"""Standard errors on both sides of a mean that make an interval of 95 %."""

TABLES = {"niagara": niagara.Table, "canyon": canyon.Table}
MANNERS = {"niagara": niagara_manners, "canyon": canyon_manners}

KNOWN_FOR: Mapping[str, Mapping[str, tuple[str, int]]] = {
    "niagara": {
        "magpie": ("thefts", 1),
        "heron": ("risked", -1),
        "otter": ("falls", 1),
        "squirrel": ("early_pace", -1),
        "owl": ("colours", 1),
        "bear": ("thefts", -1),
        "hare": ("early_pace", 1),
        "fox": ("worse_weather", 1),
    },
    "canyon": {
        "magpie": ("snatched", 1),
        "heron": ("bid", -1),
        "otter": ("trumps_led", 1),
        "squirrel": ("trumps_kept", 1),
        "owl": ("exact", 1),
        "bear": ("bid", 1),
        "hare": ("high_first", 1),
        "fox": ("zero_bids", 1),
    },
}
"""By game and character: the trait, and whether it has more of it or less."""

BALANCED_BY: Mapping[str, Mapping[str, tuple[str, float]]] = {
    "niagara": {
        "magpie": ("pace", 0.0015),
        "heron": ("pace", 0.0015),
        "otter": ("dread", 0.008),
        "squirrel": ("seven", 0.06),
        "owl": ("pace", 0.0015),
        "bear": ("pace", 0.0015),
        "hare": ("fear", 0.3),
        "fox": ("cloud", 0.006),
    },
    "canyon": {
        "magpie": ("snatch", 0.1),
        "heron": ("bid", 0.1),
        "otter": ("lead", 0.1),
        "squirrel": ("trump", 0.1),
        "owl": ("bid", 0.04),
        "bear": ("bid", 0.04),
        "hare": ("high", 0.06),
        "fox": ("bid", 0.04),
    },
}
"""By game and character: the weight that makes up for what the others cost, and how far it is varied to find where."""


def meet(game_id: str, pair: tuple[str, str], blocks: Sequence[int], seed: int) -> tuple[Values, ...]:
    """Let two characters meet; return the share of the first, by block and order, and what the seats of both did."""
    table = TABLES[game_id](SEATS)
    likes = MANNERS[game_id].MANNERS[[number_of(each) + 1 for each in pair]]
    won = np.zeros((len(blocks), len(ORDERS)))
    did = np.zeros((len(blocks), len(ORDERS), 2, SEATS // 2, len(table.noted)))
    for (row, block), (at, order) in itertools.product(enumerate(blocks), enumerate(ORDERS)):
        sitting = np.array(["AB".index(letter) for letter in order])
        winners, noted = table.play(likes[sitting], derived(seed, game_id, block))
        won[row, at] = np.mean([sitting[seat] == 0 for seat in winners]) if winners else 0.5
        for side in range(2):
            did[row, at, side] = noted[sitting == side]
    return won, did


def compare(game_id: str, pair: tuple[str, str], won: Values, did: Values) -> dict[str, Any]:
    """Tell the share of the first of two who have met, and what sets them apart."""
    share, error = mean_of(won.mean(1))
    found: dict[str, Any] = {
        "pair": pair,
        "games": won.size,
        "share": round(share, 4),
        "interval": [round(share - SURE * error, 3), round(share + SURE * error, 3)],
        "traits": {},
    }
    evidence = np.zeros(won.shape)
    for side, character in enumerate(pair):
        trait, sign = KNOWN_FOR[game_id][character]
        values = did[..., TABLES[game_id].noted.index(trait)]
        found["traits"][character] = {"trait": trait, **apart(sign, values[:, :, side], values[:, :, 1 - side])}
        # What one who watches a single seat of each sees: the first of each around the table.
        seen = values[:, :, 0, 0] - values[:, :, 1, 0]
        evidence += np.nan_to_num((1 - 2 * side) * sign * seen / np.nanstd(seen))
    found["told_apart"] = round(told_apart(evidence), 3)
    return found


def mean_of(values: Values) -> tuple[float, float]:
    """Return the mean of independent values, NaN for none, and its standard error."""
    known = values[~np.isnan(values)]
    return float(known.mean()), float(known.std(ddof=1) / math.sqrt(len(known)))


def apart(sign: int, mine: Values, theirs: Values) -> dict[str, Any]:
    """Return the means of a trait, and how surely they differ in the direction that the character is known for.

    Both are compared within each block, where they have had the same luck; the blocks are independent.
    """
    difference, error = mean_of(np.nanmean(mine, (1, 2)) - np.nanmean(theirs, (1, 2)))
    errors = sign * difference / error if error else 0.0
    return {
        "own": round(float(np.nanmean(mine)), 3),
        "other": round(float(np.nanmean(theirs)), 3),
        "errors": round(errors, 1),
        "p": float(f"{math.erfc(errors / math.sqrt(2)):.2g}") if errors > 0 else 1.0,
    }


def told_apart(evidence: Values) -> float:
    """Return how often the evidence of five games, each with luck of its own, points to the right one of two."""
    sets = evidence[: len(evidence) // WATCHED * WATCHED].reshape(-1, WATCHED, evidence.shape[1]).sum(1)
    return float(np.mean((sets > 0) + (sets == 0) / 2))


def summed(game_id: str, met: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Tell about all pairs together."""
    traits = [each for one in met for each in one["traits"].values()]
    over = np.array([one["share"] - 0.5 for one in met])
    errors = np.array([(one["interval"][1] - one["interval"][0]) / 2 / SURE for one in met])
    shares: dict[str, list[float]] = {each: [] for each in CHARACTERS}
    for one in met:
        for character, share in zip(one["pair"], (one["share"], 1 - one["share"]), strict=True):
            shares[character].append(share)
    return {
        "game": game_id,
        "games": met[0]["games"],
        "pairs": len(met),
        "fair": int(np.sum(np.abs(over) <= FAIR)),
        "farthest_from_fair": round(float(np.abs(over).max()), 3),
        # What is left of the pairs' distance from fair when the errors, which alone would make one, are taken off it.
        "true_distance": round(math.sqrt(max(0.0, float(np.mean(over**2) - np.mean(errors**2)))), 3),
        "shares": {each: round(float(np.mean(of)), 3) for each, of in shares.items() if of},
        "traits": len(traits),
        "traits_apart": sum(each["p"] < SIGNIFICANT for each in traits),
        "greatest_p": max(each["p"] for each in traits),
        "told_apart": round(float(np.mean([each["told_apart"] for each in met])), 3),
        "least_told_apart": min(each["told_apart"] for each in met),
    }


def measure(game_id: str, games: int, seed: int) -> None:
    """Let every two characters meet, and print what was found."""
    began = time.process_time()
    met = []
    for pair in itertools.combinations(CHARACTERS, 2):
        met.append(compare(game_id, pair, *meet(game_id, pair, range(-(-games // len(ORDERS))), seed)))
        print(json.dumps(met[-1]), flush=True)
    print(json.dumps({**summed(game_id, met), "cpu_seconds": round(time.process_time() - began)}))


def main() -> None:
    """Measure, or balance."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="games of each pair, in whole blocks of six")
    parser.add_argument("--game", choices=sorted(KNOWN_FOR), help="one game only")
    parser.add_argument(
        "--balance", type=int, metavar="GAMES", help="find the balancing weights in so many games instead"
    )
    parser.add_argument(
        "--seed", type=int, default=SEED, help="the luck: measure with other luck than was balanced with"
    )
    asked = parser.parse_args()
    for game_id in [asked.game] if asked.game else KNOWN_FOR:
        if not asked.balance:
            measure(game_id, asked.games, asked.seed)
            continue
        by = {who: (MANNERS[game_id].TRAITS.index(what), far) for who, (what, far) in BALANCED_BY[game_id].items()}
        likes = MANNERS[game_id].MANNERS[1:]
        for found in balance(TABLES[game_id](SEATS), likes, by, asked.balance, derived(asked.seed, game_id, "balance")):
            print(json.dumps(found))


if __name__ == "__main__":
    main()
