"""Compute statistics of games: win shares with confidence intervals, ratings, times, failures."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from eddyline.arena.rating import Rating, rate
from eddyline.arena.schedule import Tournament, block_size
from eddyline.arena.sequential import tested
from eddyline.arena.sprt import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from eddyline.arena.file import Played

Z = 1.959964
"""95 % of a normal distribution are within this many standard deviations of the mean."""
ENOUGH = 30
"""Number of blocks from which the variance between blocks is used on its own."""


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """Report an entrant's results in one lineup. Shares are per seat, so 1 / seats is fair however many it has."""

    entrant: str
    seats: int
    """Number of seats it had."""
    share: float
    """Mean share of the win: 1 for a sole win, 1 / k for one of k winners, 0 if nobody won."""
    low: float | None
    """95 % confidence interval, see `interval`; None after a single block."""
    high: float | None
    fair: float
    mean_rank: float


class LineupResult(msgspec.Struct, frozen=True, kw_only=True):
    """Report the results of one lineup."""

    lineup: tuple[str, ...]
    games: int
    without_winner: int
    median_rounds: float
    shares: tuple[Share, ...]
    """In the order of the entrants in the lineup."""


class EntrantResult(msgspec.Struct, frozen=True, kw_only=True):
    """Report an entrant's results in the whole tournament. Times are None for one that never had to plan."""

    entrant: str
    games: int
    """Counted per seat: three copies in one game count three times."""
    rating: Rating
    ms_per_turn: float | None
    ms_per_turn_p95: float | None
    ms_per_turn_most: float | None
    cpu_ms_per_turn: float | None
    """Processor time; above `ms_per_turn` if the bot uses more than one core."""
    us_per_decision: float | None
    decisions_per_turn: float | None
    crashes: int
    illegal: int
    timeouts: int
    forfeits: int
    """Games, counted per seat, that it lost by failing: before the first one, or taking the process with it."""
    first_failure: str | None
    """A description of the first failure."""


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """Report the results of a tournament; printed by `--json`."""

    tournament: Tournament
    games: int
    lineups: tuple[LineupResult, ...]
    entrants: tuple[EntrantResult, ...]
    """The ladder, highest rating first."""
    sprt: tuple[Verdict, ...] = ()
    """How the sequential test of each lineup stands, if there is one."""


def results(tournament: Tournament, games: Iterable[Played]) -> Results:
    """Compute the results; the order of the games does not matter. Lineups without a game are left out.

    With a sequential test, games after the decision do not count: how many there are depends on the machine.
    """
    played = sorted(games, key=lambda game: (game.lineup, game.number))
    if test := tested(tournament, played):
        played = [game for game in played if test.wants(game)]
    by_lineup = defaultdict(list)
    for game in played:
        by_lineup[game.lineup].append(game)
    entrants = [_entrant(name, played, rating) for name, rating in rate(tournament, played).items()]
    return Results(
        tournament=tournament,
        games=len(played),
        lineups=tuple(_lineup(tournament.lineups[index], rows) for index, rows in by_lineup.items()),
        entrants=tuple(sorted(entrants, key=lambda entrant: -entrant.rating.points)),
        sprt=tuple(test.verdicts) if test else (),
    )


def whole_blocks(lineup: tuple[str, ...], games: Sequence[Played]) -> list[Played]:
    """Leave out blocks that are not over, in which the bot has not had every seat."""
    played = Counter(game.block for game in games)
    return [game for game in games if played[game.block] == block_size(lineup, game.block)]


def rows_of(results: Results) -> list[tuple[LineupResult, Share]]:
    """List the rows of a table of shares; if one bot met copies of another, the copies' share is redundant."""
    if len(results.lineups) == 1:
        return [(results.lineups[0], share) for share in results.lineups[0].shares]
    return [(lineup, lineup.shares[0]) for lineup in results.lineups]


def opponents(lineup: LineupResult, share: Share) -> str:
    """Describe the opponents of an entrant."""
    own = [f"{share.seats - 1} {share.entrant}"] if share.seats > 1 else []
    others = [f"{other.seats} {other.entrant}" for other in lineup.shares if other is not share]
    return ", ".join([*own, *others])


def against_the_ladder(results: Results) -> list[LineupResult]:
    """List the pairings that one bot surely wins although it is rated lower: no ladder can tell of such a circle."""
    points = {entrant.entrant: entrant.rating.points for entrant in results.entrants}
    return [
        lineup
        for lineup in results.lineups
        if len(lineup.shares) == 2
        for one, other in (lineup.shares, lineup.shares[::-1])
        if one.low is not None and other.high is not None and other.high < one.low
        if points[one.entrant] < points[other.entrant]
    ]


def _lineup(lineup: tuple[str, ...], games: Sequence[Played]) -> LineupResult:
    finished = [game.rounds for game in games if game.rounds]
    return LineupResult(
        lineup=lineup,
        games=len(games),
        without_winner=sum(not game.winners for game in games),
        median_rounds=float(np.median(finished)) if finished else 0.0,
        shares=tuple(_share(name, lineup, games) for name in dict.fromkeys(lineup)),
    )


def _share(name: str, lineup: tuple[str, ...], games: Sequence[Played]) -> Share:
    copies = lineup.count(name)
    shares = [game.share(name) for game in games]
    ranks = [
        sum(rank for sitting, rank in zip(game.seats, game.ranking, strict=True) if sitting == name) / copies
        for game in games
    ]
    bounds = interval(shares, [game.block for game in games])
    return Share(
        entrant=name,
        seats=copies,
        share=float(np.mean(shares)),
        low=bounds and bounds[0],
        high=bounds and bounds[1],
        fair=1 / len(lineup),
        mean_rank=float(np.mean(ranks)),
    )


def interval(shares: Sequence[float], blocks: Sequence[int]) -> tuple[float, float] | None:
    """Return the 95 % Wilson confidence interval of a mean share, for the effective number of independent games.

    The games of a block share their luck and are not independent, but blocks are. So the variance of the mean is
    computed from the blocks' sums (the cluster-robust estimate, which includes both the gain from rotating seats and
    the loss from shared luck), and Wilson's interval for a proportion is computed for the number of independent games
    that would have this variance; near 0 and 1 it stays in range and keeps its width. With few blocks this estimate is
    unreliable: then the larger of this variance and that of independent games is used. None for a single block.
    """
    values, names = np.asarray(shares, float), np.asarray(blocks)
    number, mean = len(values), float(np.mean(values))
    _, index = np.unique(names, return_inverse=True)
    sums = np.bincount(index, values - mean)
    if len(sums) < 2:
        return None
    variance = float(sums @ sums) / number**2 * len(sums) / (len(sums) - 1)
    if len(sums) < ENOUGH:
        variance = max(variance, float(np.var(values, ddof=1)) / number)
    if 0 < mean < 1:
        if variance == 0:
            return mean, mean
        worth = mean * (1 - mean) / variance
    else:
        worth = float(number)
    centre = (mean + Z * Z / (2 * worth)) / (1 + Z * Z / worth)
    reach = Z / (1 + Z * Z / worth) * math.sqrt(mean * (1 - mean) / worth + Z * Z / (4 * worth * worth))
    # At 0 and 1, rounding could put a bound out of range, or exclude the mean.
    return max(0.0, min(mean, centre - reach)), min(1.0, max(mean, centre + reach))


def _entrant(name: str, games: Sequence[Played], rating: Rating) -> EntrantResult:
    turns: list[int] = []
    decisions, cpu, sat, forfeits = 0, 0.0, 0, 0
    failures = []
    for game in games:
        for seat, sitting in enumerate(game.seats):
            if sitting != name:
                continue
            sat += 1
            failures += [
                (failure.kind, f"game {game.number + 1} of {', '.join(game.seats)}, seat {seat}, {failure.what}")
                for failure in game.failures
                if failure.seat == seat
            ]
            forfeits += not game.rounds and any(failure.seat == seat for failure in game.failures)
            if game.turns:
                turns += game.turns[seat]
                decisions += game.decisions[seat]
                cpu += game.cpu[seat]
    kinds = Counter(kind for kind, _ in failures)
    planned = np.array(turns, float) / 1000
    asked = len(turns) > 0
    return EntrantResult(
        entrant=name,
        games=sat,
        rating=rating,
        ms_per_turn=float(planned.mean()) if asked else None,
        ms_per_turn_p95=float(np.percentile(planned, 95)) if asked else None,
        ms_per_turn_most=float(planned.max()) if asked else None,
        cpu_ms_per_turn=1000 * cpu / len(turns) if asked else None,
        us_per_decision=1000 * float(planned.sum()) / decisions if decisions else None,
        decisions_per_turn=decisions / len(turns) if asked else None,
        crashes=kinds["crash"],
        illegal=kinds["illegal"],
        timeouts=kinds["timeout"],
        forfeits=forfeits,
        first_failure=failures[0][1] if failures else None,
    )
