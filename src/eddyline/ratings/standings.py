"""Fold the results of one family of rules into everybody's rating: what a game weighs, who is provisional.

The rules are those of docs/ratings.md. The order of the results is that of the log; nothing else decides.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from eddyline.ratings.model import Rating, partly, rate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ANCHOR_SIGMA = 2.0
"""Doubt about a bot's measured strength: what 80 games leave."""
SURE = 2.5
"""Sigma up to which a rating is established: ± 150 points."""
ANCHORED = 10
"""Games with a bot or an established person that an established rating needs."""
FULL = 3
"""Games of a day with the same person that count in full; each later one counts half as much as the one before."""
DAY = 86_400_000
"""Milliseconds of a day (UTC)."""
BOT_TRUST = 0.5
STRANGER_TRUST = 0.25
"""How much it counts for an established person to meet a bot, and somebody provisional."""
REACH = 400
"""Points above and below an established person within which others are compared with them."""
BOTS, STRANGERS = "bots", "strangers"
"""What stands for another person when games of a day are counted: nobody else, nobody established."""


class Player(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Say how one seat came out of a game."""

    person: str | None = None
    """Id of the account; None: a bot."""
    bot: str | None = None
    anchor: float | None = None
    """The bot's fixed mu, as it was measured when the game was played."""
    rank: int
    left: bool = False
    """A bot has played for this person; the rank is the last."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """Report a game that counts."""

    table: str
    at: int
    """When it ended, in milliseconds since 1970 (UTC)."""
    players: tuple[Player, ...]
    """By seat."""


class Change(NamedTuple):
    """Say what a game did to one person's rating."""

    table: str
    at: int
    weight: float
    before: Rating
    after: Rating
    provisional: bool
    """Whether the rating was so after the game."""


class Game(NamedTuple):
    """Say how a person came out of a rated game, and what it did to the rating."""

    rank: int
    players: int
    left: bool
    """A bot has played for the person."""
    change: Change


@dataclass(slots=True)
class Standing:
    """Hold what is known of one person."""

    rating: Rating = field(default_factory=Rating)
    anchored: int = 0
    """Games with a bot or an established person."""
    left: int = 0
    """Games that a bot has finished for this person."""
    history: list[Game] = field(default_factory=list)

    @property
    def provisional(self) -> bool:
        """Return whether too little is known for the leaderboard."""
        return _provisional(self.rating, self.anchored)

    @property
    def games(self) -> int:
        """Count the games that were rated."""
        return len(self.history)


class Standings:
    """Hold everybody's standing after some results."""

    def __init__(self) -> None:
        self.people: dict[str, Standing] = {}
        self.games: dict[str, tuple[Change | None, ...]] = {}
        """By table: what it changed, by seat; None for bots."""
        self._day = -1
        self._met: Counter[tuple[str, str]] = Counter()
        """Games of this day by person and whom they met."""

    def apply(self, result: Result) -> tuple[Change | None, ...]:
        """Rate a game; return what it changed, by seat. A table that was rated already changes nothing."""
        if result.table not in self.games:
            self.take(result, self.rate(result))
        return self.games[result.table]

    def rate(self, result: Result) -> tuple[Change | None, ...]:
        """Return what a game would change, by seat, None for bots; nothing is changed."""
        sitting = [_Sitting.of(player, self.people) for player in result.players]
        parts = self._left_of_day(result.at // DAY, sitting)
        return tuple(_change(result, each, sitting, part) for each, part in zip(sitting, parts, strict=True))

    def take(self, result: Result, changes: tuple[Change | None, ...]) -> None:
        """Take in a game that is not known yet, with what it changed."""
        sitting = [_Sitting.of(player, self.people) for player in result.players]
        self._begin_day(result.at // DAY)
        self._met.update(key for each in sitting for key in _meetings(each, sitting))
        known = sum(each.known for each in sitting)
        meets_known = [known - each.known > 0 for each in sitting]
        for each, change, anchored in zip(sitting, changes, meets_known, strict=True):
            if each.standing is not None and change is not None:
                each.standing.rating = change.after
                each.standing.anchored += anchored
                each.standing.left += each.player.left
                each.standing.history.append(Game(each.player.rank, len(sitting), each.player.left, change))
                self.people[each.who] = each.standing
        self.games[result.table] = changes

    def leaders(self) -> list[tuple[str, Standing]]:
        """List the people who are established, by the least that they are likely to be worth."""
        known = [(person, standing) for person, standing in self.people.items() if not standing.provisional]
        return sorted(known, key=lambda each: (each[1].rating.points - each[1].rating.margin, each[0]), reverse=True)

    def _begin_day(self, day: int) -> None:
        if day > self._day:
            self._day = day
            self._met.clear()

    def _left_of_day(self, day: int, sitting: list[_Sitting]) -> list[float]:
        """Return by seat how much of a game on this day the others with the same people leave."""
        met = Counter[tuple[str, str]]() if day > self._day else self._met
        before = [max((met[key] for key in _meetings(each, sitting)), default=0) for each in sitting]
        return [0.5 ** max(number - FULL + 1, 0) for number in before]


class _Sitting(NamedTuple):
    """Hold a seat as it was before the game."""

    player: Player
    who: str
    """Id of the account; empty for a bot."""
    standing: Standing | None
    """None for a bot."""
    rating: Rating

    @classmethod
    def of(cls, player: Player, people: Mapping[str, Standing]) -> _Sitting:
        if player.person is None:
            return cls(player, "", None, Rating(player.anchor or 0.0, ANCHOR_SIGMA))
        standing = people.get(player.person) or Standing()
        return cls(player, player.person, standing, standing.rating)

    @property
    def known(self) -> bool:
        """Return whether it is a bot or an established person."""
        return self.standing is None or not self.standing.provisional

    def tells(self, other: _Sitting) -> float:
        """Return how much a comparison with another one tells of this person."""
        if self.known and abs(self.rating.points - other.rating.points) > REACH:
            return 0.0
        if other.standing is None:
            return BOT_TRUST
        return 1.0 if other.known or not self.known else STRANGER_TRUST


def _change(result: Result, own: _Sitting, sitting: list[_Sitting], part: float) -> Change | None:
    """Rate one person against those that a comparison with tells anything; `part` is what the day leaves of it."""
    if own.standing is None:
        return None
    others = [other for other in sitting if other is not own]
    anchored = own.standing.anchored + any(other.known for other in others)
    # Strangers count only where there is nobody else: so accounts made for the purpose cannot help along.
    others = [other for other in others if other.known] or others
    told = [(other, trust) for other in others if (trust := own.tells(other))]
    if not told:
        return Change(result.table, result.at, 0.0, own.rating, own.rating, _provisional(own.rating, anchored))
    compared = [own, *(other for other, _ in told)]
    after = rate([each.rating for each in compared], [each.player.rank for each in compared])[0]
    weight = part * sum(trust for _, trust in told) / len(told)
    after = partly(own.rating, after, weight)
    return Change(result.table, result.at, weight, own.rating, after, _provisional(after, anchored))


def _provisional(rating: Rating, anchored: int) -> bool:
    return rating.sigma > SURE or anchored < ANCHORED


def _meetings(own: _Sitting, sitting: list[_Sitting]) -> Iterator[tuple[str, str]]:
    """List what the game counts as for a person, to see how often that was so this day."""
    others = [other for other in sitting if other is not own and other.standing]
    if own.standing is None:
        return
    for other in others:
        yield own.who, other.who
    if not others:
        yield own.who, BOTS
    elif not any(other.known for other in others):
        yield own.who, STRANGERS


def places(ranks: tuple[int, ...], left: frozenset[int]) -> tuple[int, ...]:
    """Return the ranks that are rated: who was replaced by a bot shares the last one, whatever the bot made of it."""
    stayed = [rank for seat, rank in enumerate(ranks) if seat not in left]
    return tuple(
        len(stayed) + 1 if seat in left else 1 + sum(other < rank for other in stayed)
        for seat, rank in enumerate(ranks)
    )
