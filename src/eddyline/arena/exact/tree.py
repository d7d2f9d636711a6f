"""Hold the whole tree of a small game in sequence form.

A *sequence* of a seat is one of its information sets and what it decides there; sequence 0 is the empty one. A leaf is
reached by one sequence of each seat, and by chance. With perfect recall that is all there is to know of a tree: a
strategy is a *plan*, the weight of each sequence, where the weights of an information set's sequences add up to that of
the sequence which leads there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from numpy.typing import NDArray

    from eddyline.engine.records import States

    Figures = NDArray[np.float64]
    Numbers = NDArray[np.int64]


class Choice(NamedTuple):
    """Describe an information set: what a seat knows when it decides."""

    parent: int
    """The seat's sequence that leads there."""
    first: int
    """Its sequences have the numbers `first` … `first + len(actions) − 1`."""
    actions: tuple[int, ...]
    level: int
    """Number of information sets that the seat has been in before."""
    seen: States | None
    """The position as the seat sees it; None in trees that were not grown from a game."""


class Level(NamedTuple):
    """Hold the choices of one level as arrays: they do not depend on each other."""

    parents: Numbers
    sequences: Numbers
    """Of one choice after the other."""
    begins: Numbers
    """Where each choice begins in `sequences`."""
    counts: Numbers


class Player:
    """Hold one seat's choices, in the order in which they are met."""

    def __init__(self) -> None:
        """Begin with the empty sequence."""
        self.choices: list[Choice] = []
        self.count = 1
        """Number of sequences."""
        self.levels: list[Level] = []
        """All choices, from the first on; filled by `Tree`."""
        self._known: dict[Hashable, int] = {}
        self._level_of = [-1]

    def choice(self, key: Hashable, actions: Sequence[int], parent: int, seen: States | None = None) -> Choice:
        """Return the choice with this key; it is new, or was met before with the same actions and parent."""
        at = self._known.setdefault(key, len(self.choices))
        if at == len(self.choices):
            level = self._level_of[parent] + 1
            self.choices.append(Choice(parent, self.count, tuple(actions), level, seen))
            self._level_of += [level] * len(actions)
            self.count += len(actions)
        found = self.choices[at]
        if found.parent != parent or found.actions != tuple(actions):
            raise ValueError("a seat forgets in this game what it has known")
        return found

    def arrange(self) -> None:
        """Put the choices into arrays, level by level."""
        rows: dict[int, list[Choice]] = {}
        for each in self.choices:
            rows.setdefault(each.level, []).append(each)
        self.levels = [_level(rows[level]) for level in range(len(rows))]


def _level(row: Sequence[Choice]) -> Level:
    counts = np.array([len(each.actions) for each in row])
    return Level(
        parents=np.array([each.parent for each in row]),
        sequences=np.concatenate([np.arange(each.first, each.first + len(each.actions)) for each in row]),
        begins=np.cumsum(counts) - counts,
        counts=counts,
    )


class Leaf(NamedTuple):
    """Hold one end of the game."""

    chance: float
    """Probability that chance leads there, if all seats do."""
    sequences: tuple[int, ...]
    """By seat."""
    payoffs: tuple[float, ...]


class Tree:
    """Hold a tree: everybody's choices, and all leaves as arrays."""

    def __init__(self, players: Sequence[Player], leaves: Iterable[Leaf]) -> None:
        """Arrange a tree; players get no further choices."""
        self.players = tuple(players)
        for player in self.players:
            player.arrange()
        ends = list(leaves)
        self.chance = np.array([leaf.chance for leaf in ends])
        self.sequences = np.array([leaf.sequences for leaf in ends]).T
        self.payoffs = np.array([leaf.payoffs for leaf in ends]).T

    @property
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.players)

    def uniform(self, seat: int) -> Figures:
        """Return the plan of a seat that chooses everything with the same probability."""
        shares = np.zeros(self.players[seat].count)
        for level in self.players[seat].levels:
            shares[level.sequences] = np.repeat(1 / level.counts, level.counts)
        return self.plan(seat, shares)

    def plan(self, seat: int, shares: Figures) -> Figures:
        """Return the plan of a seat that chooses sequences with these probabilities where it can."""
        plan = np.ones(self.players[seat].count)
        for level in self.players[seat].levels:
            plan[level.sequences] = shares[level.sequences] * np.repeat(plan[level.parents], level.counts)
        return plan

    def gains(self, seat: int, plans: Sequence[Figures]) -> Figures:
        """Return what each sequence of a seat earns where it ends the game, if the others follow their plans."""
        weights = self.chance * self.payoffs[seat]
        for other in range(self.seats):
            if other != seat:
                weights = weights * plans[other][self.sequences[other]]
        gains: Figures = np.bincount(self.sequences[seat], weights, self.players[seat].count).astype(float)
        return gains

    def value(self, seat: int, plans: Sequence[Figures]) -> float:
        """Return what a seat gets if everybody follows a plan."""
        return float(self.gains(seat, plans) @ plans[seat])

    def best_response(self, seat: int, plans: Sequence[Figures]) -> tuple[float, Figures]:
        """Return what a seat can get at most if the others follow their plans, and a plan that gets it."""
        gains, levels = self.gains(seat, plans), self.players[seat].levels
        shares = np.zeros(len(gains))
        for level in reversed(levels):
            own = gains[level.sequences]
            best = np.maximum.reduceat(own, level.begins)
            at = np.flatnonzero(own == np.repeat(best, level.counts))
            # The first of equals.
            _, firsts = np.unique(np.searchsorted(level.begins, at, "right"), return_index=True)
            shares[level.sequences[at[firsts]]] = 1.0
            np.add.at(gains, level.parents, best)
        return float(gains[0]), self.plan(seat, shares)

    def nash_conv(self, plans: Sequence[Figures]) -> float:
        """Return the sum of what the seats could gain, each by answering the others best: 0 in an equilibrium."""
        return sum(self.best_response(seat, plans)[0] - self.value(seat, plans) for seat in range(self.seats))
