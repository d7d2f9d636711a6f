"""List the small games that are solved exactly, and measure the strategies of bots there.

`small.json` has them as data: a position near the end of a game, played on by the same rules as any other. Where hands
are hidden, chance draws one of a list of deals, which the rules' own resampling makes from the position.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from eddyline.arena.entrants import maker, parse
from eddyline.arena.exact.asking import plan_of
from eddyline.arena.exact.growing import grow
from eddyline.arena.exact.solving import Solution, solve
from eddyline.engine.random import derived
from eddyline.engine.registry import game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from eddyline.arena.exact.tree import Figures, Tree
    from eddyline.engine.records import States

MIXING = 3
"""Times that every hand is dealt anew between two deals of a list."""
UNIFORM = "random"
"""The bot whose strategy is known without asking: with another seed it decides anything else, all alike."""


class SmallGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Define a small game."""

    name: str
    game: str
    about: str
    position: Any
    deals: int = 1
    """Number of deals that chance draws from."""


class Distance(msgspec.Struct, frozen=True, kw_only=True):
    """Report how far a strategy is from an equilibrium of a small game."""

    game: str
    small: str
    bot: str
    seats: int
    value: tuple[float, ...]
    """Shares of the first place in equilibrium, by seat."""
    nash_conv: float
    """Sum over the seats of what each could gain by the best answer to copies of the bot, as a share of the win."""
    at_least: float
    """The same for answers that were found with half of the seeds and measured with the others."""
    seeds: int
    """Number of seeds of which the strategy is the mean."""
    gap: float
    """The same sum for the equilibrium, which an exact solution would have at 0."""


@cache
def small_games() -> tuple[SmallGame, ...]:
    """Return all small games."""
    return msgspec.json.decode(
        files("eddyline.arena.exact").joinpath("small.json").read_bytes(), type=tuple[SmallGame, ...]
    )


def starts(small: SmallGame) -> list[States]:
    """Return the positions of which chance draws one."""
    rules = game(small.game)
    states = rules.set_up(small.position)
    found = [states]
    words = (derived(1, small.name, number) for number in range(10**9))
    while len(found) < small.deals:
        states = states.copy()
        for _ in range(MIXING):
            for seat in range(rules.seats(states)):
                rules.doors.resample(states, 0, seat, next(words))
        found.append(states)
    return found


class Measure:
    """Measure bots in one small game, which is solved once."""

    def __init__(self, small: SmallGame) -> None:
        """Grow the tree and solve the game."""
        self.small = small
        self.rules = game(small.game)
        self.tree: Tree = grow(self.rules, starts(small))
        self.solution: Solution = solve(self.tree)

    def distance(self, bot: str, seeds: int, told: Callable[[], None] = lambda: None) -> Distance:
        """Measure a bot, an entrant as `entrants.parse` reads; `told` is called when a seed is done.

        Raises SpecError for an entrant that cannot be made.
        """
        seats = range(self.tree.seats)
        plans: list[list[Figures]] = [[] for _ in seats]
        if bot == UNIFORM:
            seeds, plans = 0, [[self.tree.uniform(seat)] for seat in seats]
        else:
            make = maker(self.small.game, parse(bot))
            for number in range(seeds):
                for seat in seats:
                    made = make(derived(number, "small", seat))
                    plans[seat].append(plan_of(self.rules, self.tree, seat, made))
                told()
        return Distance(
            game=self.small.game,
            small=self.small.name,
            bot=bot,
            seats=self.tree.seats,
            value=self.solution.values,
            nash_conv=self.tree.nash_conv([_mean(rows) for rows in plans]),
            at_least=self._at_least(plans),
            seeds=seeds,
            gap=self.solution.nash_conv,
        )

    def _at_least(self, plans: Sequence[Sequence[Figures]]) -> float:
        """Return the sum of gains of answers to one half of the seeds, against the other half."""
        if len(plans[0]) < 2:
            return self.tree.nash_conv([_mean(rows) for rows in plans])
        total = 0.0
        for learnt, met in _halves(plans):
            for seat in range(self.tree.seats):
                _, answer = self.tree.best_response(seat, learnt)
                answered = [*met[:seat], answer, *met[seat + 1 :]]
                total += (self.tree.value(seat, answered) - self.tree.value(seat, met)) / 2
        return total


def _mean(rows: Sequence[Figures]) -> Figures:
    return np.mean(rows, axis=0)  # type: ignore[no-any-return]


def _halves(plans: Sequence[Sequence[Figures]]) -> Iterator[tuple[list[Figures], list[Figures]]]:
    even, odd = ([_mean(rows[first::2]) for rows in plans] for first in (0, 1))
    yield even, odd
    yield odd, even
