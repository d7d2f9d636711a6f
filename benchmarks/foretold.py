"""Measure whether a copy of a bot with another seed foretells its secret choices. Prints one JSON object.

Four of the bot play Niagara. At every choice of cards in the first rounds, a copy with another seed thinks about the
same position as the seat knows it, and guesses the card that it would play most often. `foretold` is how often that is
the card played; `mixture` is how often whoever knew the bot's own mixture would be right, the mean of its largest
chance: a copy must not do better. All intervals are of 95 %, over games.
`first_round` counts in how many games so many different cards are played in round 1, beside what the mixtures of the
four say on average; `alike` is how often two seats choose the same card.

    python benchmarks/foretold.py --games 60 --rollouts 400
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from eddyline.bots import BOTS, Budget
from eddyline.bots.bot import play_turn
from eddyline.engine.match import Match
from eddyline.engine.random import derived
from eddyline.engine.registry import game

if TYPE_CHECKING:
    from collections.abc import Mapping

GAME = "niagara"
SEATS = 4
SURE = 1.96
"""Standard errors on both sides of a mean that make an interval of 95 %."""


def interval(values: list[float]) -> list[float]:
    """Return the interval of 95 % for a mean of games, each with a mean of its own."""
    mean = float(np.mean(values))
    error = float(np.std(values, ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return [round(mean - SURE * error, 4), round(mean + SURE * error, 4)]


def distinct(mixtures: list[Mapping[tuple[int, ...], float]]) -> list[float]:
    """Return the probabilities that four who draw from these mixtures play 1, 2, 3 and 4 different cards."""
    told = [0.0] * SEATS
    for cards in itertools.product(*(mixture.items() for mixture in mixtures)):
        told[len({card for card, _ in cards}) - 1] += math.prod(chance for _, chance in cards)
    return told


def watch(name: str, rollouts: int, rounds: int, seed: int) -> dict[str, list[float]]:
    """Let four play the first rounds of a game, and note of every secret choice how well it was foretold."""
    make, budget = BOTS[GAME][name], Budget(None, rollouts)
    match = Match.new(game(GAME), players=SEATS, seed=derived(seed, "match"))
    bots, copies = ([make(derived(seed, who, seat), budget) for seat in range(SEATS)] for who in ("bot", "copy"))
    noted: dict[str, list[float]] = {"foretold": [], "mixture": [], "alike": [], "alike_by_mixture": []}
    seen = 0
    while not match.over and seen < rounds:
        seats = sorted(match.waiting)
        if len(seats) < SEATS:
            match.commit(seats[0], play_turn(bots[seats[0]], match, seats[0]))
            continue
        seen += 1
        played, mixtures = [], []
        for seat in seats:
            states = match.redacted(seat)
            own, other = bots[seat].think(states, seat), copies[seat].think(states, seat)
            mixtures.append({one.decisions: one.chance for one in own.candidates if one.chance > 0})
            played.append(own.decisions)
            noted["foretold"].append(
                float(own.decisions == max(other.candidates, key=lambda one: one.chance).decisions)
            )
            noted["mixture"].append(max(mixtures[-1].values()))
        for one, two in itertools.combinations(range(SEATS), 2):
            noted["alike"].append(float(played[one] == played[two]))
            both = (mixtures[one].get(card, 0.0) * chance for card, chance in mixtures[two].items())
            noted["alike_by_mixture"].append(sum(both))
        if seen == 1:
            noted["different"] = [float(len(set(played)) == count + 1) for count in range(SEATS)]
            noted["different_by_mixture"] = distinct(mixtures)
        for seat, decisions in zip(seats, played, strict=True):
            match.commit(seat, decisions)
    return noted


def main() -> None:
    """Play, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="guide", help="a bot that searches (default: guide)")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--rollouts", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=8, help="rounds of each game that are watched (default: 8)")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    games = [
        watch(asked.bot, asked.rollouts, asked.rounds, derived(asked.seed, number)) for number in range(asked.games)
    ]
    told: dict[str, Any] = {"bot": asked.bot, "games": asked.games, "rollouts": asked.rollouts, "rounds": asked.rounds}
    for what in ("foretold", "mixture", "alike", "alike_by_mixture"):
        means = [float(np.mean(each[what])) for each in games]
        told[what] = {"mean": round(float(np.mean(means)), 4), "interval": interval(means)}
    gains = [float(np.mean(each["foretold"]) - np.mean(each["mixture"])) for each in games]
    told["foretold_over_mixture"] = {"mean": round(float(np.mean(gains)), 4), "interval": interval(gains)}
    first = {what: np.sum([each[what] for each in games], axis=0) for what in ("different", "different_by_mixture")}
    told["first_round"] = {what: [round(float(number), 1) for number in numbers] for what, numbers in first.items()}
    print(json.dumps(told))


if __name__ == "__main__":
    main()
