"""Compare rating models on simulated tables of 3, 4 and 6 players of known strength; docs/ratings.md says what for.

Prints one JSON object: for each model and number of seats, after 30 and 300 games of each player, the rank
correlation of found and true strengths, the slope of found over true, the mean sigma, and how far off the ratings are
in sigmas once the slope is taken out: 1 is honest. All are means over seeds.

    python benchmarks/ratings.py
"""

from __future__ import annotations

import argparse
import json
import math
import random

import numpy as np
from openskill.models import BradleyTerryFull, PlackettLuce, ThurstoneMostellerFull

from eddyline.ratings.model import CHANGE, START_MU, START_SIGMA

MODELS = (PlackettLuce, BradleyTerryFull, ThurstoneMostellerFull)
PLAYERS, SPREAD = 20, 5.0
"""People of a season, and the deviation of their strengths."""
LUCK = math.sqrt(2) * 25 / 6
"""Scale of the luck of one game (Gumbel's distribution)."""
SEATS, GAMES = (3, 4, 6), (30, 300)


def season(model: type[PlackettLuce], seats: int, games: int, seed: int) -> tuple[float, float, float, float]:
    """Rate a season; return rank correlation, slope, mean sigma and how far off it is, in sigmas."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    rates = model(mu=START_MU, sigma=START_SIGMA, tau=CHANGE)
    true = np.array([draw.gauss(START_MU, SPREAD) for _ in range(PLAYERS)])
    found = [rates.rating() for _ in range(PLAYERS)]
    for _ in range(games * PLAYERS // seats):
        sitting = draw.sample(range(PLAYERS), seats)
        shown = [true[player] - LUCK * math.log(-math.log(draw.random())) for player in sitting]
        ranks = [1.0 + sum(other > own for other in shown) for own in shown]
        after = rates.rate([[found[player]] for player in sitting], ranks=ranks)
        for player, (rating,) in zip(sitting, after, strict=True):
            found[player] = rating
    mus = np.array([rating.mu for rating in found])
    sigmas = np.array([rating.sigma for rating in found])
    slope, start = np.polyfit(true, mus, 1)
    order = np.corrcoef(np.argsort(np.argsort(mus)), np.argsort(np.argsort(true)))[0, 1]
    off = math.sqrt(float(np.mean(((mus - start - slope * true) / sigmas) ** 2)))
    return float(order), float(slope), float(sigmas.mean()), off


def main() -> None:
    """Compare the models."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=6, metavar="N", help="seasons of each kind (6)")
    seeds = parser.parse_args().seeds
    rows = []
    for model in MODELS:
        for seats in SEATS:
            for games in GAMES:
                means = np.mean([season(model, seats, games, seed) for seed in range(seeds)], axis=0)
                named = zip(("order", "slope", "sigma", "off"), means.round(2).tolist(), strict=True)
                rows.append({"model": model.__name__, "seats": seats, "games": games, **dict(named)})
    print(json.dumps({"players": PLAYERS, "seeds": seeds, "models": rows}))


if __name__ == "__main__":
    main()
