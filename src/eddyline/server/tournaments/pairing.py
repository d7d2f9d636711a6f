"""Seat the entrants of a tournament at tables, round by round. The rules are those of docs/tournaments.md.

Everything follows from the log and the tournament's seed, so every process pairs a round alike.
"""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import combinations, permutations
from typing import TYPE_CHECKING, NamedTuple

from eddyline.server.tournaments.standings import lot, meetings, scores, standings

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Collection, Mapping, Sequence

    from eddyline.server.tournaments.log import Tournament

STARTS = 12
"""Arrangements from which better ones are looked for, as long as somebody meets again."""


class Seating(NamedTuple):
    """Say who plays a round: entrants by table, in the order of the seats, and who does not play."""

    tables: tuple[tuple[int, ...], ...]
    out: tuple[int, ...] = ()


def sizes(players: int, wanted: int, allowed: Collection[int]) -> tuple[int, ...] | None:
    """Return how many sit at each table: sizes differ by one at most, near `wanted`. None: it cannot be done."""
    found = []
    for tables in range(1, players + 1):
        size, larger = divmod(players, tables)
        if size in allowed and (not larger or size + 1 in allowed):
            found.append((abs(Fraction(players, tables) - wanted), (size + 1,) * larger + (size,) * (tables - larger)))
    return min(found)[1] if found else None


def seat(tournament: Tournament, allowed: Collection[int]) -> Seating | None:
    """Seat the next round; None: too few are left for a table. `allowed` are the numbers of players of the game."""
    announced = tournament.must_exist()
    if announced.format == "groups":
        last = len(tournament.rounds) == announced.rounds - 1
        return _ordered(tournament, _final(tournament, allowed) if last else _groups(tournament, allowed))
    found = _swiss(tournament, allowed)
    return None if found is None else _ordered(tournament, found)


def _ordered(tournament: Tournament, found: Seating) -> Seating:
    number = len(tournament.rounds)
    return Seating(tuple(_order(tournament, table, number) for table in found.tables), found.out)


# ---- Swiss -------------------------------------------------------------------------------------------------------


def _swiss(tournament: Tournament, allowed: Collection[int]) -> Seating | None:
    announced, number = tournament.must_exist(), len(tournament.rounds)
    score = scores(tournament)
    left = [entrant.number for entrant in tournament.entrants if not entrant.gone]
    left.sort(key=lambda each: (-score[each], lot(tournament.seed, (number, each))))
    playing, out = list(left), []
    while (tables := sizes(len(playing), announced.size, allowed)) is None:
        if len(playing) <= min(allowed):
            return None
        out.append(_rests(tournament, playing))
        playing.remove(out[-1])
    tables = tuple(sorted(tables, key=lambda size: lot(tournament.seed, (number, "size", size))))
    rng = random.Random(lot(tournament.seed, (number, "start")))  # noqa: S311 - lots, which anybody may check
    return Seating(arrange(playing, tables, score, meetings(tournament), rng), tuple(out))


def _rests(tournament: Tournament, playing: Sequence[int]) -> int:
    """Return who is not seated: who rested least often, the lowest in the standings of those."""
    rested = {each: sum(each in played.out for played in tournament.rounds) for each in playing}
    least = min(rested.values())
    return next(each.entrant for each in reversed(standings(tournament)) if rested.get(each.entrant) == least)


def arrange(
    players: Sequence[int],
    tables: Sequence[int],
    score: Sequence[Fraction],
    met: Counter[frozenset[int]],
    rng: random.Random,
) -> tuple[tuple[int, ...], ...]:
    """Split players, the best first, over tables of these sizes: as few as can be meet again, then equals meet.

    The first arrangement is by score; two players change places as long as that makes it better. Where people still
    meet again, this is done from other arrangements, too, and the best one counts.
    """
    scale = math.lcm(*(each.denominator for each in score))
    whole = [int(each * scale) for each in score]
    found = _improved(_split(players, tables), whole, met)
    for _ in range(STARTS):
        if not _cost(found, whole, met)[0]:
            break
        other = list(players)
        rng.shuffle(other)
        found = min(found, _improved(_split(other, tables), whole, met), key=lambda each: _cost(each, whole, met))
    return tuple(tuple(table) for table in found)


def _split(players: Sequence[int], tables: Sequence[int]) -> list[list[int]]:
    left = iter(players)
    return [[next(left) for _ in range(size)] for size in tables]


def _improved(tables: list[list[int]], score: Sequence[int], met: Mapping[frozenset[int], int]) -> list[list[int]]:
    def cost(table: list[int]) -> tuple[int, int]:
        return _cost([table], score, met)

    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            for here in range(len(one)):
                for there in range(len(other)):
                    before = _sum(cost(one), cost(other))
                    one[here], other[there] = other[there], one[here]
                    if _sum(cost(one), cost(other)) < before:
                        better = True
                    else:
                        one[here], other[there] = other[there], one[here]
    return tables


def _cost(tables: Sequence[Sequence[int]], score: Sequence[int], met: Mapping[frozenset[int], int]) -> tuple[int, int]:
    """Return how bad an arrangement is: how often its pairs have met, squared, and how far their scores are apart."""
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    again = sum(met.get(frozenset(pair), 0) ** 2 for pair in pairs)
    return again, sum((score[one] - score[other]) ** 2 for one, other in pairs)


def _sum(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


# ---- groups and a final ------------------------------------------------------------------------------------------


def _groups(tournament: Tournament, allowed: Collection[int]) -> Seating:
    """Deal the seeding out to the groups like a snake, so that they are of like strength; they stay together.

    Whoever withdraws keeps the seat, and a bot plays there: a group must not become too small.
    """
    if tournament.rounds:
        first = tournament.rounds[0]
        return Seating(tuple(table.seats for table in first.tables), first.out)
    playing = list(tournament.seeding)
    while (number := sizes(len(playing), tournament.must_exist().size, allowed)) is None:
        playing.pop()  # the weakest cannot be seated
    groups: list[list[int]] = [[] for _ in number]
    for place, entrant in enumerate(playing):
        lap, group = divmod(place, len(groups))
        groups[len(groups) - 1 - group if lap % 2 else group].append(entrant)
    return Seating(tuple(map(tuple, groups)), tuple(tournament.seeding[len(playing) :]))


def _final(tournament: Tournament, allowed: Collection[int]) -> Seating:
    """Seat the winners of the groups, then the best of the others."""
    order = [each.entrant for each in standings(tournament)]
    groups = tournament.rounds[0].tables
    winners = [next(each for each in order if each in table.seats) for table in groups]
    gone = {each.number for each in tournament.entrants if each.gone}
    best = sorted(order, key=lambda each: (each in gone, each not in winners, order.index(each)))
    size = max(each for each in allowed if each <= max(tournament.must_exist().size, min(allowed)))
    size = min(size, len(best))
    return Seating((tuple(best[:size]),), tuple(best[size:]))


# ---- seats -------------------------------------------------------------------------------------------------------


def _order(tournament: Tournament, table: Sequence[int], number: int) -> tuple[int, ...]:
    """Order a table so that everybody sits early and late about equally often."""
    before = dict.fromkeys(table, 0)
    for each in tournament.rounds:
        for played in each.tables:
            for place, entrant in enumerate(played.seats):
                if entrant in before:
                    before[entrant] += _late(place, len(played.seats))
    drawn = sorted(table, key=lambda each: lot(tournament.seed, (number, "seat", each)))

    def cost(order: Sequence[int]) -> int:
        return sum((before[each] + _late(place, len(order))) ** 2 for place, each in enumerate(order))

    return min(permutations(drawn), key=cost)


def _late(place: int, seats: int) -> int:
    """Return how late a seat is: -60 the first, 60 the last."""
    return 120 * place // (seats - 1) - 60
