"""Seat the entrants of a tournament at tables, round by round. The rules are those of docs/tournaments.md.

Everything follows from the log and the tournament's seed, so every process pairs a round alike.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from eddyline.server.tournaments.standings import lot, meetings, scores, standings

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Collection, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from eddyline.server.tournaments.log import Tournament

ARRANGEMENTS = 12
"""Arrangements from which better ones are looked for, as long as somebody meets again."""


Pair: TypeAlias = frozenset[int]
"""Two entrants."""


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
    arranged = arrange(playing, tables, score, meetings(tournament), rng, _kin(tournament))
    return Seating(arranged, tuple(out))


def _kin(tournament: Tournament) -> frozenset[Pair]:
    """Return all pairs of a person and their own bot, and of two bots of one person."""
    of: dict[str, list[int]] = defaultdict(list)
    for each in tournament.entrants:
        if (person := each.owner or each.account) is not None:
            of[person].append(each.number)
    return frozenset(frozenset(pair) for each in of.values() for pair in combinations(each, 2))


def _rests(tournament: Tournament, playing: Sequence[int]) -> int:
    """Return who is not seated: who rested least often, the lowest in the standings of those."""
    rested = {each: sum(each in played.out for played in tournament.rounds) for each in playing}
    least = min(rested.values())
    return next(each.entrant for each in reversed(standings(tournament)) if rested.get(each.entrant) == least)


def arrange(
    players: Sequence[int],
    tables: Sequence[int],
    score: Sequence[Fraction],
    met: Counter[Pair],
    rng: random.Random,
    kin: AbstractSet[Pair] = frozenset(),
) -> tuple[tuple[int, ...], ...]:
    """Split players, the best first, over tables of these sizes: as few as can be meet again, then equals meet.

    Between these two, as few pairs of `kin` as can be sit at one table.

    The first arrangement is by score; two players change places as long as that makes it better. Where people still
    meet again, or kin, this is done from other arrangements, too, and the best one counts.
    """
    scale = math.lcm(*(each.denominator for each in score))
    whole = [int(each * scale) for each in score]
    # All pairs of kin together weigh less than one that meets again.
    bad = {pair: (len(kin) + 1) * met[pair] ** 2 + (pair in kin) for pair in met.keys() | kin}

    def cost(tables: Sequence[Sequence[int]]) -> tuple[int, int]:
        return _cost(tables, whole, bad)

    found = _improved(_split(players, tables), cost)
    for _ in range(ARRANGEMENTS):
        if not cost(found)[0]:
            break
        other = list(players)
        rng.shuffle(other)
        found = min(found, _improved(_split(other, tables), cost), key=cost)
    return tuple(tuple(table) for table in found)


def _split(players: Sequence[int], tables: Sequence[int]) -> list[list[int]]:
    left = iter(players)
    return [[next(left) for _ in range(size)] for size in tables]


def _improved(
    tables: list[list[int]], cost: Callable[[Sequence[Sequence[int]]], tuple[int, int]], *, in_place: bool = False
) -> list[list[int]]:
    """Let two players change places as long as that costs less; `in_place`: only those of the same place."""
    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            for here, there in product(range(len(one)), range(len(other))):
                if in_place and here != there:
                    continue
                before = _sum(cost([one]), cost([other]))
                one[here], other[there] = other[there], one[here]
                if _sum(cost([one]), cost([other])) < before:
                    better = True
                else:
                    one[here], other[there] = other[there], one[here]
    return tables


def _cost(tables: Sequence[Sequence[int]], score: Sequence[int], bad: Mapping[Pair, int]) -> tuple[int, int]:
    """Return how bad an arrangement is: the sum over its pairs, and how far their scores are apart."""
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    again = sum(bad.get(frozenset(pair), 0) for pair in pairs)
    return again, sum((score[one] - score[other]) ** 2 for one, other in pairs)


def _sum(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


# ---- groups and a final ------------------------------------------------------------------------------------------


def _groups(tournament: Tournament, allowed: Collection[int]) -> Seating:
    """Deal the seeding out to the groups like a snake, so that they are of like strength; they stay together.

    Those of one lap change groups where fewer people then meet their own bots.
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
    bad, alike = dict.fromkeys(_kin(tournament), 1), [0] * len(tournament.entrants)
    _improved(groups, lambda tables: _cost(tables, alike, bad), in_place=True)
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
