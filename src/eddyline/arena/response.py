"""Answer a frozen bot: decide by trying out what its copies would reply.

A `Response` knows how the other seats decide: it makes copies of the frozen bot, with seeds of its own, because nobody
knows theirs. It sees what its seat may know, and nothing else: where something is hidden, it is drawn anew from the
rules, or is what a copy chose when it was asked in the same position. The candidates for a turn come from a bot that
thinks, the adviser, which also values the positions to which they lead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from eddyline.bots.bot import DEFAULT, Budget, Thinker
from eddyline.bots.registry import BOTS
from eddyline.engine.doors import SEATS_IN
from eddyline.engine.random import derived, words
from eddyline.engine.records import Secret, copied, marks_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from eddyline.bots.bot import Bot, Candidate, Listed
    from eddyline.engine.game import Game
    from eddyline.engine.records import States

LONGEST = 400
"""Turns after which a look ahead ends wherever it is."""


class Manner(NamedTuple):
    """Say how a response looks ahead."""

    worlds: int
    """Number of guesses at what is hidden, and at what the others choose."""
    candidates: int
    """Number of turns that are compared: the adviser's best."""
    whole_round: bool
    """Whether to look on to the next round, or only to the seat's own next turn."""


MANNERS = {
    "glance": Manner(worlds=3, candidates=3, whole_round=False),
    "foresee": Manner(worlds=2, candidates=4, whole_round=True),
}
"""By the name with which an entrant begins, as in `foresee(guide@100)`."""


class Response:
    """Play against copies of a frozen bot."""

    def __init__(self, rules: Game, manner: Manner, frozen: Callable[[int], Bot], adviser: Bot, seed: int) -> None:
        """Make a response for one seat in one game; the adviser is a `Thinker`."""
        assert isinstance(adviser, Thinker)
        self._rules = rules
        self._manner = manner
        self._adviser = adviser
        self._models = [frozen(derived(seed, "model", number)) for number in range(manner.worlds)]
        self._seed = seed
        self._legal = np.empty(rules.max_legal, np.int16)
        self._guessed: tuple[int, list[tuple[States, States]]] = (0, [])
        """A round, and positions in it before and after the others decided in secret as their copies did."""

    def plan(self, states: States, seat: int) -> Sequence[int]:
        """Return the candidate that leads to the best positions on average."""
        found = self._think(states, seat)
        if len(found) == 1:
            return found[0].decisions
        chance = words(derived(self._seed, int(self._rules.round_number(states)), states.tobytes().hex()))
        values = np.zeros(len(found))
        guesses = []
        for model in self._models:
            world, replies = self._guess(states, seat, model, chance)
            luck = next(chance)
            if replies:
                guesses.append((world, self._played(world, replies)))
            for number, candidate in enumerate(found):
                values[number] += self._value(world, seat, candidate, replies, model, luck)
        if guesses:
            self._guessed = (self._rules.round_number(states), guesses)
        return found[int(np.argmax(values))].decisions

    def _think(self, states: States, seat: int) -> Sequence[Candidate]:
        return self._adviser.think(states, seat).candidates[: self._manner.candidates]

    def _guess(
        self, states: States, seat: int, model: Bot, chance: Iterator[int]
    ) -> tuple[States, list[tuple[int, list[int]]]]:
        """Return a position that the seat cannot tell from this one, and what the others choose in it at once."""
        world = copied(states)
        self._rules.doors.resample(world, 0, seat, next(chance))
        self._remember(states, world, seat)
        waiting = SEATS_IN[self._rules.settle(world)]
        replies = [(other, self._turn(world, other, model)) for other in sorted(waiting - {seat})]
        return world, replies

    def _played(self, world: States, replies: Sequence[tuple[int, list[int]]]) -> States:
        """Return the position after secret turns of the others."""
        after = copied(world)
        for other, turn in replies:
            for action in turn:
                self._rules.doors.decide(after, 0, other, action)
        return after

    def _remember(self, states: States, world: States, seat: int) -> None:
        """Put what copies chose in secret in this round in place of what was drawn, and nothing else of that guess."""
        about, guesses = self._guessed
        if about != self._rules.round_number(states) or not guesses:
            return
        before, after = guesses[derived(self._seed, world.tobytes().hex()) % len(guesses)]
        for name, mark in marks_of(self._rules.state).items():
            if not isinstance(mark, Secret):
                continue
            chosen = (states[name][0] == mark.instead) & (after[name][0] != before[name][0])
            chosen[seat] = False
            tried = copied(world)
            tried[name][0] = np.where(chosen, after[name][0], world[name][0])
            # Only what the seat cannot tell from what it sees.
            if self._rules.redact(tried, seat).tobytes() == states.tobytes():
                world[:] = tried

    def _turn(self, states: States, seat: int, bot: Bot) -> list[int]:
        """Return a whole turn of a seat as a bot plans it."""
        rules, draft = self._rules, copied(states)
        turn: list[int] = []
        planned: list[int] = []
        while rules.doors.to_act(draft, 0) >> seat & 1:
            if not planned:
                legal = self._legal[: rules.doors.legal(draft, 0, seat, self._legal)].tolist()
                planned = legal if len(legal) == 1 else [*bot.plan(rules.redact(draft, seat), seat)][::-1]
            turn.append(int(planned.pop()))
            rules.doors.decide(draft, 0, seat, turn[-1])
        return turn

    def _value(
        self,
        world: States,
        seat: int,
        candidate: Candidate,
        replies: Sequence[tuple[int, list[int]]],
        model: Bot,
        luck: int,
    ) -> float:
        """Return the share of the win that the adviser expects after a candidate and the others' replies."""
        rules, after = self._rules, copied(world)
        chance = words(luck)
        turns: list[tuple[int, Sequence[int]]] = [*replies, (seat, candidate.decisions)]
        for other, turn in turns:
            for action in turn:
                rules.doors.decide(after, 0, other, action)
        while rules.doors.to_act(after, 0) >> seat & 1:
            # The adviser's turns may end early, where it wants to think again.
            for action in self._turn(after, seat, self._adviser):
                rules.doors.decide(after, 0, seat, action)
        begun = rules.round_number(after)
        for _ in range(LONGEST):
            waiting = rules.settle(after, chance.__next__)
            if not waiting:
                break
            far = rules.round_number(after) > begun or not self._manner.whole_round
            value = self._expected(after, seat) if far and waiting >> seat & 1 else None
            if value is not None:
                return value
            turns = [
                (each, self._turn(after, each, self._adviser if each == seat else model))
                for each in sorted(SEATS_IN[waiting])
            ]
            for other, turn in turns:
                for action in turn:
                    rules.doors.decide(after, 0, other, action)
        return self._share(after, seat)

    def _expected(self, states: States, seat: int) -> float | None:
        """Return what the adviser expects of a position in which the seat decides; None where it has no choice."""
        thought = self._adviser.think(self._rules.redact(states, seat), seat)
        return sum(one.weight * one.share for one in thought.candidates) if thought.rollouts else None

    def _share(self, states: States, seat: int) -> float:
        """Return a seat's share of the first place, at the end of a game that perhaps nobody has won."""
        firsts = [rank == 1 for rank in self._rules.ranking(states, self._rules.seats(states))]
        return firsts[seat] / sum(firsts)


def adviser_of(game_id: str) -> Listed | None:
    """Return what makes the adviser: the game's bot that is listed last of those that think; None without any."""
    thinkers = [listed for listed in BOTS[game_id].values() if hasattr(listed.kind, "think")]
    return thinkers[-1] if thinkers else None


def respond(rules: Game, manner: Manner, frozen: Callable[[int], Bot], seed: int, budget: Budget = DEFAULT) -> Bot:
    """Make a response with the game's own adviser, of which `adviser_of` tells whether there is one."""
    adviser = adviser_of(rules.id)
    assert adviser is not None
    return Response(rules, manner, frozen, adviser(seed, budget), seed)
