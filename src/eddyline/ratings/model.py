"""Compute ratings from one game's ranking.

The model is Weng and Lin's Bradley–Terry, which compares every two players of a table: docs/ratings.md says why.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from openskill.models import BradleyTerryFull

START_MU = 25.0
START_SIGMA = 25 / 3
CHANGE = 25 / 300
"""Doubt that a person's rating gains before every game, because people change; bots do not."""
PER_MU = 30
"""Points of one unit of mu: with it 400 points are odds of ten to one, as in Elo's scale."""


class Rating(NamedTuple):
    """Estimate a strength: a normal distribution."""

    mu: float = START_MU
    sigma: float = START_SIGMA

    @property
    def points(self) -> int:
        """Return what people read: 1500 at the beginning."""
        return round(1500 + PER_MU * (self.mu - START_MU))

    @property
    def margin(self) -> int:
        """Return the points by which the strength is above or below, with 95 % probability."""
        return round(2 * PER_MU * self.sigma)


def rate(ratings: Sequence[Rating], ranks: Sequence[int], *, change: float = CHANGE) -> list[Rating]:
    """Return everybody's rating after a game; 1 is the best rank, equal ranks are half a win against each other.

    >>> [rating.points for rating in rate([Rating(), Rating(), Rating()], ranks=[1, 2, 2])]
    [1658, 1421, 1421]
    """
    model = _model(change)
    teams = [[model.rating(*rating)] for rating in ratings]
    return [Rating(after.mu, after.sigma) for (after,) in model.rate(teams, ranks=[float(rank) for rank in ranks])]


def partly(before: Rating, after: Rating, weight: float) -> Rating:
    """Return the rating after a game that counts for only a part of one, 0 … 1."""
    precision = (1 - weight) / before.sigma**2 + weight / after.sigma**2
    return Rating(before.mu + weight * (after.mu - before.mu), 1 / math.sqrt(precision))


@functools.cache
def _model(change: float) -> BradleyTerryFull:
    from openskill.models import BradleyTerryFull  # noqa: PLC0415 - of two extras, and only they rate

    return BradleyTerryFull(mu=START_MU, sigma=START_SIGMA, tau=change)
