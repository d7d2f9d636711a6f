"""Play one game with bots that may be slow, wrong or broken.

A bot is shown what its seat may know and nothing else; its clock runs while it plans. When it fails – an exception, a
decision that is not legal, a turn later than the limit – the failure is noted and the turn is played at random.
"""

from __future__ import annotations

import operator
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from eddyline.arena.file import Failure
from eddyline.bots.random import RandomBot
from eddyline.engine.doors import SEATS_IN
from eddyline.engine.random import derived, words

if TYPE_CHECKING:
    from collections.abc import Callable, MutableSequence, Sequence

    from eddyline.arena.file import Kind
    from eddyline.bots import Bot
    from eddyline.engine.game import Game
    from eddyline.engine.records import States


class Clock:
    """Show whose turn it is and since when, so that another process can end one that never ends."""

    def __init__(self, cells: MutableSequence[float]) -> None:
        """Take two cells to write in: the seat, and since when it plans by `time.monotonic`; 0: nobody plans."""
        self._cells = cells

    def start(self, seat: int) -> None:
        """Show that a seat plans."""
        self._cells[0] = seat
        self._cells[1] = time.monotonic()

    def stop(self) -> None:
        """Show that nobody plans."""
        self._cells[1] = 0.0


class Account:
    """Sum up what a seat spends on its turns."""

    def __init__(self) -> None:
        self.turns: list[int] = []
        """Microseconds by the clock, for each turn in which the bot was asked."""
        self.decisions = 0
        self.cpu = 0.0


class _FailedError(Exception):
    """What a bot planned, or how, does not count."""

    def __init__(self, kind: Kind, what: str) -> None:
        super().__init__(what)
        self.kind = kind


class Table:
    """One game and those who play it."""

    def __init__(
        self,
        rules: Game,
        options: Any,  # noqa: ANN401 - the game's own type
        makers: Sequence[Callable[[int], Bot]],
        *,
        seed: int,
        limit: float,
        clock: Clock,
    ) -> None:
        """Set up; `makers` are by seat, and all that is left to chance is derived from `seed`."""
        seats = range(len(makers))
        self.rules = rules
        self.states = rules.new(options, len(makers), derived(seed, "set-up"))
        self.accounts = [Account() for _ in seats]
        self.failures: list[Failure] = []
        self._makers = makers
        self._bots: dict[int, Bot] = {}
        self._seeds = [derived(seed, "bot", seat) for seat in seats]
        self._stand_in = RandomBot(rules.id, derived(seed, "stand-in"))
        self._chance = words(derived(seed, "chance"))
        self._limit = limit
        self._clock = clock
        self._legal = np.empty(rules.max_legal, np.int16)
        self._spent = 0.0
        self._draft = self.states.copy()
        # Of a record with many fields `copy` takes 13 µs, a copy of its bytes 0.1 µs.
        self._bytes = self.states.view(np.uint8), self._draft.view(np.uint8)

    def play(self, rounds: int | None = None) -> None:
        """Play to the end, or through that many rounds."""
        rules, states = self.rules, self.states
        while waiting := rules.settle(states, self._chance.__next__):
            if rounds is not None and rules.round_number(states) > rounds:
                return
            # Everybody decides before anything is carried out: where several choose at once, nobody is shown a
            # position with the answer of another in it.
            for seat, turn in [(seat, self._turn(seat)) for seat in sorted(SEATS_IN[waiting])]:
                for decision in turn:
                    rules.doors.decide(states, 0, seat, decision)

    def _turn(self, seat: int) -> list[int]:
        """Return a whole legal turn of a seat, whatever its bot does."""
        self._spent = 0.0
        try:
            turn = self._complete(seat, self._planned)
        except _FailedError as failed:
            what = f"round {self.rules.round_number(self.states)}: {failed}"
            self.failures.append(Failure(seat, failed.kind, what))
            turn = self._complete(seat, self._stand_in.plan)
        if self._spent:
            self.accounts[seat].turns.append(round(self._spent * 1e6))
        return turn

    def _complete(self, seat: int, plan: Callable[[States, int], Sequence[int]]) -> list[int]:
        """Ask for decisions until the turn is complete; what leaves no choice is not asked for (N-ROUND-7)."""
        doors, draft = self.rules.doors, self._draft
        states, drafted = self._bytes
        drafted[:] = states
        turn: list[int] = []
        planned: list[int] = []
        while doors.to_act(draft, 0) >> seat & 1:
            legal = self._legal[: doors.legal(draft, 0, seat, self._legal)].tolist()
            if not planned:
                planned = [*legal] if len(legal) == 1 else [*plan(self.rules.redact(draft, seat), seat)]
                planned.reverse()  # the next one is taken from the end
            if not planned:
                raise _FailedError("illegal", "the plan is empty")
            decision = planned.pop()
            if decision not in legal:
                raise _FailedError("illegal", self._why_not(draft, seat, decision))
            doors.decide(draft, 0, seat, decision)
            turn.append(decision)
        if planned:
            raise _FailedError("illegal", "the plan goes on after the end of the turn")
        return turn

    def _planned(self, states: States, seat: int) -> list[int]:
        """Let the bot of a seat plan, by the clock."""
        account = self.accounts[seat]
        cpu = time.process_time()
        began = time.perf_counter()
        self._clock.start(seat)
        try:
            if seat not in self._bots:
                self._bots[seat] = self._makers[seat](self._seeds[seat])
            plan = [operator.index(decision) for decision in self._bots[seat].plan(states, seat)]
        except Exception as error:
            raise _FailedError("crash", f"{type(error).__name__}: {error}") from error
        finally:
            self._clock.stop()
            self._spent += time.perf_counter() - began
            account.cpu += time.process_time() - cpu
        if self._spent > self._limit:
            raise _FailedError("timeout", f"{self._spent:.2f} s for a turn of {self._limit:g} s at most")
        account.decisions += len(plan)
        return plan

    def _why_not(self, states: States, seat: int, decision: int) -> str:
        actions = self.rules.actions
        if not 0 <= decision < len(actions):
            return f"{decision} is no action: they go from 0 to {len(actions) - 1}"
        why = self.rules.why_not(self.rules.redact(states, seat), seat, decision).message
        return f"{decision} ({actions[decision].text}) is not legal: {why}"
