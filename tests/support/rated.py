"""Simulate rated games: people and bots of known strength, and days full of them."""

from __future__ import annotations

import itertools
import math
import random
from typing import TYPE_CHECKING, NamedTuple

from eddyline.ratings.standings import DAY, Player, Result, Standings, places

if TYPE_CHECKING:
    from collections.abc import Iterable

NOISE = math.sqrt(2) * 25 / 6
"""Scale of the luck of one game: with it a comparison of two comes out as the model expects."""
MIDDLE, STRONG = 25.0, 30.0
"""Fixed mu of two bots."""


class Bot(NamedTuple):
    """Be a bot with a fixed mu."""

    mu: float


Seat = str | Bot


class Season:
    """Play rated games, one day after the other, and rate them."""

    def __init__(self, seed: int) -> None:
        self.standings = Standings()
        self.results: list[Result] = []
        self.day = 0
        self._random = random.Random(seed)
        self._numbers = itertools.count()

    def points(self, person: str) -> int:
        """Return a person's rating as people read it."""
        return self.standings.people[person].rating.points

    def fair(self, strengths: Iterable[float]) -> tuple[int, ...]:
        """Draw the ranks of a game between these strengths."""
        shown = [strength - NOISE * math.log(-math.log(self._random.random())) for strength in strengths]
        return tuple(1 + sum(other > own for other in shown) for own in shown)

    def play(self, seats: Iterable[Seat], ranks: Iterable[int], left: frozenset[int] = frozenset()) -> None:
        """Rate a game with this outcome; `left` are the seats for which a bot played in the end."""
        number = next(self._numbers)
        players = tuple(
            Player(bot="bot", anchor=seat.mu, rank=rank)
            if isinstance(seat, Bot)
            else Player(person=seat, rank=rank, left=place in left)
            for place, (seat, rank) in enumerate(zip(seats, places(tuple(ranks), left), strict=True))
        )
        result = Result(table=f"table{number}", at=self.day * DAY + number % DAY, players=players)
        self.results.append(result)
        self.standings.apply(result)

    def honest(self, people: dict[str, float], days: int = 60, games: int = 3) -> None:
        """Let people of these strengths play at tables with three bots, and become established."""
        for _ in range(days):
            for person, strength in people.items():
                for _ in range(games):
                    bots = [Bot(MIDDLE - 5), Bot(MIDDLE), Bot(STRONG)]
                    self.play([person, *bots], self.fair([strength, *(bot.mu for bot in bots)]))
            self.day += 1
        assert not any(self.standings.people[person].provisional for person in people)
