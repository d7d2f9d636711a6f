"""Grow the whole tree of a game from its rules, for positions that few decisions are left of."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from eddyline.arena.exact.tree import Leaf, Player, Tree
from eddyline.engine.doors import CHANCE, SEATS_IN
from eddyline.engine.records import copied

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from eddyline.engine.game import Game
    from eddyline.engine.records import States

MOST_LEAVES = 2_000_000


class TooLargeError(ValueError):
    """Report a game whose tree is too large to hold."""


def grow(rules: Game, starts: Sequence[States], most: int = MOST_LEAVES) -> Tree:
    """Return the tree of a game in which chance draws one of the start positions, all equally likely.

    The seats do not see which; each sees what the rules let it see, and remembers all of that. Payoffs are shares of
    the first place: 1 for whoever ranks first alone, 1 / k for one of k, so they add up to 1 also where a game ends
    without a winner. Raises TooLargeError for a tree with more than `most` leaves.
    """
    return _Grower(rules, rules.seats(starts[0]), most).grow(starts)


class _Way(NamedTuple):
    """Say how a position was reached."""

    chance: float
    reached: tuple[int, ...]
    """By seat, the sequence that it has played."""
    known: tuple[bytes, ...]
    """By seat, a digest of all that it has seen."""


class _Grower:
    """Walk through all that can happen, once."""

    def __init__(self, rules: Game, seats: int, most: int) -> None:
        self._rules = rules
        self._seats = range(seats)
        self._players = [Player() for _ in self._seats]
        self._leaves: list[Leaf] = []
        self._most = most
        self._legal = np.empty(rules.max_legal, np.int16)

    def grow(self, starts: Sequence[States]) -> Tree:
        nothing = (b"",) * len(self._seats)
        for start in starts:
            self._go_on(copied(start), _Way(1 / len(starts), (0,) * len(self._seats), nothing))
        return Tree(self._players, self._leaves)

    def _go_on(self, states: States, way: _Way) -> None:
        """Continue after a decision or a draw."""
        waiting = self._rules.settle(states)
        if waiting == CHANCE:
            self._draw(states, (), way)
        elif waiting:
            self._ask(states, sorted(SEATS_IN[waiting]), {}, way._replace(known=self._learnt(states, way.known)))
        else:
            self._end(states, way)

    def _learnt(self, states: States, known: Sequence[bytes]) -> tuple[bytes, ...]:
        """Add what each seat sees now to all that it has seen before."""
        return tuple(
            blake2b(known[seat] + self._rules.redact(states, seat).tobytes(), digest_size=16).digest()
            for seat in self._seats
        )

    def _draw(self, states: States, drawn: tuple[int, ...], way: _Way) -> None:
        """Let chance take every outcome of a deal, or of the next step of one."""
        outcomes = self._rules.outcomes
        if outcomes is None:
            raise TooLargeError(f"{self._rules.name} does not list the outcomes of its deals")
        found = outcomes.outcomes(states, drawn)
        each = way._replace(chance=way.chance / len(found))
        for outcome in found:
            after = outcomes.dealt(states, (*drawn, outcome))
            if after is None:
                self._draw(states, (*drawn, outcome), each)
            else:
                self._go_on(after, each)

    def _ask(self, states: States, seats: Sequence[int], turns: Mapping[int, tuple[int, ...]], way: _Way) -> None:
        """Let the seats take their turns; none of them knows the turns of those before it."""
        if seats:
            self._take(states, copied(states), (), seats, turns, way)
            return
        after = copied(states)
        for seat, turn in turns.items():
            for action in turn:
                self._rules.doors.decide(after, 0, seat, action)
        self._go_on(after, way)

    def _take(
        self,
        states: States,
        draft: States,
        turn: tuple[int, ...],
        seats: Sequence[int],
        turns: Mapping[int, tuple[int, ...]],
        way: _Way,
    ) -> None:
        """Let the first of the seats take every decision that may follow in its turn."""
        seat, rules = seats[0], self._rules
        if not rules.doors.to_act(draft, 0) >> seat & 1:
            self._ask(states, seats[1:], {**turns, seat: turn}, way)
            return
        legal = sorted(self._legal[: rules.doors.legal(draft, 0, seat, self._legal)].tolist())
        first = None
        if len(legal) > 1:
            key = way.known[seat], way.reached[seat], turn
            first = self._players[seat].choice(key, legal, way.reached[seat], seen=rules.redact(draft, seat)).first
        for number, action in enumerate(legal):
            after = copied(draft)
            rules.doors.decide(after, 0, seat, action)
            reached = list(way.reached)
            if first is not None:
                reached[seat] = first + number
            self._take(states, after, (*turn, action), seats, turns, way._replace(reached=tuple(reached)))

    def _end(self, states: States, way: _Way) -> None:
        if len(self._leaves) == self._most:
            raise TooLargeError(f"expected a game with at most {self._most:,} ends, got more")
        firsts = [rank == 1 for rank in self._rules.ranking(states, len(self._seats))]
        self._leaves.append(Leaf(way.chance, way.reached, tuple(first / sum(firsts) for first in firsts)))
