"""Balance the characters: find, for each, the one weight with which it wins as often as the others on average.

The weights that make a character known stay as they are. One other weight of each is drawn anew for every seat of
every game, around what it is now; a model of strengths, linear in these weights, is then fitted to all games at once
(Plackett–Luce: the chance of a seat is its strength's share of the table), and tells where each is as strong as the
mean. Such a step goes no farther than the weights were varied: repeat it until nobody is off by more than the error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from eddyline.characters import CHARACTERS
from eddyline.engine.random import derived

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rivals.canyon import Table as Canyon
    from rivals.niagara import Table as Niagara

SEATS = 4
PRIOR = 0.05
"""How firmly strengths are held at 0, which keeps the model solvable: only their differences show."""
STEPS = 50
ENOUGH = 1e-9


def fitted(features: np.ndarray[Any, Any], won: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], ...]:
    """Return the coefficients of the seats' logarithmic strengths, and their covariances, by Newton's method."""
    found = np.zeros(features.shape[2])
    information = np.eye(len(found))
    for _ in range(STEPS):
        strength = features @ found
        chance = np.exp(strength - strength.max(1, keepdims=True))
        chance /= chance.sum(1, keepdims=True)
        mean = np.einsum("gs,gsf->gf", chance, features)
        information = (
            np.einsum("gs,gse,gsf->ef", chance, features, features) - mean.T @ mean + PRIOR * np.eye(len(found))
        )
        step = np.linalg.solve(information, np.einsum("gs,gsf->f", won - chance, features) - PRIOR * found)
        found += step
        if np.abs(step).max() < ENOUGH:
            break
    return found, np.linalg.inv(information)


def balance(
    table: Niagara | Canyon, likes: np.ndarray[Any, Any], by: Mapping[str, tuple[int, float]], games: int, seed: int
) -> list[dict[str, Any]]:
    """Play games of two against two; return for each what its balancing weight should be.

    `likes` has a row for each character; `by` says which of its columns balances it, and how far to vary it.
    """
    drawn = np.random.default_rng(derived(seed, "tables"))
    features = np.zeros((games, SEATS, 2 * len(CHARACTERS)))
    won = np.zeros((games, SEATS))
    for number in range(games):
        sitting = drawn.permutation(np.repeat(drawn.permutation(len(CHARACTERS))[:2], SEATS // 2))
        shifts = drawn.uniform(-1, 1, SEATS)
        rows = likes[sitting].copy()
        for seat, who in enumerate(sitting):
            trait, spread = by[CHARACTERS[who]]
            rows[seat, trait] += spread * shifts[seat]
            features[number, seat, who] = 1
            features[number, seat, len(CHARACTERS) + who] = shifts[seat]
        winners, _ = table.play(rows, derived(seed, "game", number))
        for seat in winners:
            won[number, seat] = 1 / len(winners)
    decided = won.any(1)
    found, covariance = fitted(features[decided], won[decided])
    strength, slope = np.split(found, 2)
    apart = np.eye(len(found))[: len(CHARACTERS)]
    apart[:, : len(CHARACTERS)] -= 1 / len(CHARACTERS)
    errors = np.sqrt(np.diag(apart @ covariance @ apart.T))
    over = strength - strength.mean()
    steps = np.clip(-over / slope, -1, 1)
    return [
        {
            "character": character,
            # Against two of average strength, two win 1 / (1 + e^-x) of the games: x / 4 more than half.
            "points": round(float(25 * over[who]), 2),
            "error": round(float(25 * errors[who]), 2),
            "points_per_spread": round(float(25 * slope[who]), 2),
            "now": float(likes[who, by[character][0]]),
            "balanced": float(likes[who, by[character][0]] + by[character][1] * steps[who]),
        }
        for who, character in enumerate(CHARACTERS)
    ]
