"""Rate bots by one fit of all their wins, whatever the order of the games.

The model is Luce's choice axiom, for two bots that of Bradley and Terry: every bot has a strength, and each seat wins a
game with a chance in proportion to the strength of the bot that has it. The strengths that make the observed wins most
likely make every bot's expected wins equal to its observed ones; so whoever wins more of a pairing per seat is rated
higher, as long as no third bot is involved.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from eddyline.engine.extras import extra
from eddyline.engine.random import derived

with extra("arena"):
    from scipy.optimize import minimize

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from eddyline.arena.file import Played
    from eddyline.arena.schedule import Tournament

    Figures = NDArray[np.float64]

PER_POWER = 400 / math.log(10)
"""Elo's scale: 400 points more are ten times the strength."""
MEAN = 1500.0
"""The mean rating of a tournament's bots."""
RESAMPLES = 200
"""Number of times that the blocks are drawn anew for the intervals."""
HOLD = 1e-6
"""Holds bots that have not met at the mean; too weak to move any other."""


class Rating(msgspec.Struct, frozen=True):
    """Give an entrant's rating."""

    points: float
    """On Elo's scale, with a mean of 1500 over the tournament."""
    low: float | None
    """95 % interval from resampled blocks; None after a single block, and for one that never won."""
    high: float | None
    """None after a single block, and for one that nobody else ever beat."""


class _Lineup:
    """Hold the wins of one lineup, block by block."""

    def __init__(self, lineup: tuple[str, ...], names: Sequence[str], games: Sequence[Played], blocks: int) -> None:
        seats = Counter(lineup)
        self.entrants = np.array([names.index(name) for name in seats])
        self.seats = np.array([*seats.values()], float)
        self.wins = np.zeros((blocks, len(seats)))
        places = {name: place for place, name in enumerate(seats)}
        for game in games:
            for seat in game.winners:
                self.wins[game.block, places[game.seats[seat]]] += 1 / len(game.winners)


def rate(tournament: Tournament, games: Iterable[Played]) -> dict[str, Rating]:
    """Rate every entrant by its shares of the wins; games that nobody won say nothing of who is stronger.

    Each lineup counts one more game, of which every seat wins its part: it keeps the ratings finite where one side
    always wins, and never changes which side wins more.
    """
    names = tournament.entrants
    # Sums of shares can depend on their order in the last digit.
    played = sorted(games, key=lambda game: (game.lineup, game.number))
    blocks = sorted({game.block for game in played})
    lineups = [
        _Lineup(lineup, names, [game for game in played if game.lineup == index], max(blocks, default=-1) + 1)
        for index, lineup in enumerate(tournament.lineups)
        if len(set(lineup)) > 1
    ]
    whole = _fit(lineups, len(names), np.array(blocks, int), np.zeros(len(names)))
    points = _points(whole)
    if len(blocks) < 2 or not lineups:
        return {name: Rating(float(point), None, None) for name, point in zip(names, points, strict=True)}
    # All lineups share the luck of a block, so it is blocks that are drawn, each with its games of all lineups.
    draw = np.random.default_rng(derived(int(tournament.seed, 16), "resampling"))
    drawn = np.array(
        [_points(_fit(lineups, len(names), draw.choice(blocks, len(blocks)), whole)) for _ in range(RESAMPLES)]
    )
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    won, lost = _won_and_lost(lineups, len(names))
    return {
        name: Rating(
            float(points[index]),
            # With few blocks, what was drawn may all lie on one side of the rating.
            float(min(low[index], points[index])) if won[index] else None,
            float(max(high[index], points[index])) if lost[index] else None,
        )
        for index, name in enumerate(names)
    }


def _points(strengths: Figures) -> Figures:
    points: Figures = MEAN + PER_POWER * (strengths - strengths.mean())
    return points


def _won_and_lost(lineups: Sequence[_Lineup], entrants: int) -> tuple[Figures, Figures]:
    """Sum the wins of every entrant, and those of the others at its tables."""
    won, lost = np.zeros(entrants), np.zeros(entrants)
    for lineup in lineups:
        wins = lineup.wins.sum(axis=0)
        won[lineup.entrants] += wins
        lost[lineup.entrants] += wins.sum() - wins
    return won, lost


def _fit(lineups: Sequence[_Lineup], entrants: int, blocks: NDArray[np.int64], start: Figures) -> Figures:
    """Return the logarithms of the strengths that make the wins of these blocks most likely."""
    wins = [lineup.wins[blocks].sum(axis=0) + lineup.seats / lineup.seats.sum() for lineup in lineups]

    def surprise(strengths: Figures) -> tuple[float, Figures]:
        total, slope = HOLD * float(strengths @ strengths), 2 * HOLD * strengths
        for lineup, won in zip(lineups, wins, strict=True):
            own = strengths[lineup.entrants] + np.log(lineup.seats)
            top = own.max()
            chances = np.exp(own - top)
            whole = chances.sum()
            total += float(won.sum() * (top + math.log(whole)) - won @ own)
            slope[lineup.entrants] += won.sum() * chances / whole - won
        return total, slope

    def bend(strengths: Figures) -> Figures:
        curve = 2 * HOLD * np.eye(entrants)
        for lineup, won in zip(lineups, wins, strict=True):
            chances = lineup.seats * np.exp(strengths[lineup.entrants] - strengths[lineup.entrants].max())
            chances /= chances.sum()
            curve[np.ix_(lineup.entrants, lineup.entrants)] += won.sum() * (
                np.diag(chances) - np.outer(chances, chances)
            )
        return curve

    found = minimize(surprise, start, jac=True, hess=bend, method="trust-exact", options={"gtol": 1e-7})
    return np.asarray(found.x, float)
