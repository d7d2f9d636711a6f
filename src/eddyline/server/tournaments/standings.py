"""Score tournaments, and rank who plays along. The rules are those of docs/tournaments.md."""

from __future__ import annotations

import hashlib
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from eddyline.server.table.state import TableState
    from eddyline.server.tournaments.log import Played, Tournament

UNPLAYED = Fraction(1, 2)
"""What a round is worth to whoever is not seated in it, and a table that could not be played to its end."""


class Standing(NamedTuple):
    """Say how an entrant stands."""

    entrant: int
    place: int
    """1 is the best; nobody shares a place."""
    score: Fraction
    opponents: Fraction
    """Mean score of all whom the entrant has met, each as often as they met."""
    wins: Fraction
    """Tables won; a shared first place counts in parts."""


def share(ranks: Sequence[int] | None, seat: int) -> Fraction:
    """Return what a table is worth to a seat: the part of the opponents that it was ahead of; a tie is half."""
    if ranks is None:
        return UNPLAYED
    others = [rank for number, rank in enumerate(ranks) if number != seat]
    ahead = sum(rank > ranks[seat] for rank in others)
    tied = sum(rank == ranks[seat] for rank in others)
    return (ahead + tied * UNPLAYED) / len(others)


def scores(tournament: Tournament) -> list[Fraction]:
    """Return the score of every entrant."""
    found = [Fraction(0)] * len(tournament.entrants)
    for each in tournament.rounds:
        for entrant in each.out:
            if not (tournament.announced and tournament.announced.format == "groups"):
                found[entrant] += UNPLAYED
        for table in each.tables:
            for seat, entrant in enumerate(table.seats if table.over else ()):
                found[entrant] += share(table.ranks, seat)
    return found


def meetings(tournament: Tournament) -> Counter[frozenset[int]]:
    """Count how often two entrants have sat at one table."""
    return Counter(
        frozenset((one, other))
        for table in _tables(tournament)
        for place, one in enumerate(table.seats)
        for other in table.seats[:place]
    )


def lot(seed: str | None, about: object) -> bytes:
    """Draw a lot; the lower one is first."""
    return hashlib.sha256(f"{seed} {about}".encode()).digest()


def standings(tournament: Tournament) -> list[Standing]:
    """Rank the entrants: finalists first, then by score, the opponents' scores, tables won, and by lot."""
    score, wins = scores(tournament), [Fraction(0)] * len(tournament.entrants)
    met: list[list[Fraction]] = [[] for _ in tournament.entrants]
    for table in _tables(tournament):
        winners = [seat for seat, rank in enumerate(table.ranks or ()) if rank == 1]
        for seat, entrant in enumerate(table.seats):
            met[entrant] += [score[other] for other in table.seats if other != entrant]
            if seat in winners:
                wins[entrant] += Fraction(1, len(winners))
    mean = [sum(each, Fraction(0)) / len(each) if each else Fraction(0) for each in met]
    final = _final(tournament)

    def key(entrant: int) -> tuple[object, ...]:
        drawn = lot(tournament.seed, entrant) if tournament.seed else entrant
        return (-final.get(entrant, Fraction(-1)), -score[entrant], -mean[entrant], -wins[entrant], drawn)

    order = sorted(range(len(tournament.entrants)), key=key)
    return [Standing(each, place, score[each], mean[each], wins[each]) for place, each in enumerate(order, start=1)]


def _final(tournament: Tournament) -> dict[int, Fraction]:
    """Return what the final of groups was worth to each finalist; nothing before it is paired."""
    announced = tournament.announced
    if announced is None or announced.format != "groups" or len(tournament.rounds) < announced.rounds:
        return {}
    return {
        entrant: share(table.ranks, seat) if table.over else Fraction(0)
        for table in tournament.rounds[-1].tables
        for seat, entrant in enumerate(table.seats)
    }


def _tables(tournament: Tournament) -> Iterator[Played]:
    return (table for each in tournament.rounds for table in each.tables)


def ranks_of(state: TableState) -> tuple[int, ...] | None:
    """Return how a table has ended: who has resigned is behind everybody else; None: it was closed by the host."""
    if state.match is None or state.stopped == "closed":
        return None
    ranks = state.rules.ranking(state.match.states, state.match.players)
    keys = [(seat.resigned, rank) for seat, rank in zip(state.seats, ranks, strict=True)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)
