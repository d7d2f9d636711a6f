"""Play one game with bots that may be slow, make illegal decisions or crash.

A bot sees only what its seat may know; its clock runs while it plans. When it fails – an exception, an illegal
decision, a turn over the time limit – the failure is recorded and the turn is played at random.
"""

from __future__ import annotations

import operator
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from eddyline.arena.file import Failure
from eddyline.bots.random import RandomBot
from eddyline.engine.copying import Independent, Parcel, WholeError
from eddyline.engine.doors import SEATS_IN
from eddyline.engine.messages import shown
from eddyline.engine.random import derived, words
from eddyline.engine.records import copied

if TYPE_CHECKING:
    from collections.abc import Callable, MutableSequence, Sequence

    from eddyline.arena.file import Kind
    from eddyline.bots import Bot
    from eddyline.engine.game import Game
    from eddyline.engine.records import States


LONGEST = 1000
"""Characters kept of what an error says."""


class Clock:
    """Publish whose turn it is and since when, so that another process can terminate a bot that hangs."""

    def __init__(self, cells: MutableSequence[float]) -> None:
        """Use two cells: who started last, and the `time.monotonic` at which it did so, or stopped, then negative."""
        self._cells = cells

    def __reduce__(self) -> tuple[type[Clock], tuple[list[float]]]:
        """Copy and pickle the time only: memory that processes share cannot be copied."""
        return Clock, (list(self._cells),)

    def start(self, who: int) -> None:
        """Publish that a seat, or an entrant before the first game, is at work."""
        self._cells[0] = who
        self._cells[1] = time.monotonic()

    def stop(self) -> None:
        """Publish that nobody is at work any more."""
        self._cells[1] = -time.monotonic()


def described(error: BaseException) -> str:
    """Describe what a bot raised, whose own words may fail, have no end, or be no text that a file can hold."""
    try:
        words = str(error)
    except (Exception, SystemExit):  # noqa: BLE001 - foreign __str__
        words = "it cannot be described"
    text = f"{type(error).__name__}: {words[:LONGEST]}{'…' if len(words) > LONGEST else ''}"
    return text.encode("utf-8", "backslashreplace").decode()


class Account:
    """Sum the time a seat spends on its turns."""

    def __init__(self) -> None:
        self.turns: list[int] = []
        """Wall-clock time in microseconds, for each turn in which the bot was asked."""
        self.decisions = 0
        self.cpu = 0.0


class _FailedError(WholeError):
    """Signal that a bot's plan cannot be used."""

    def __init__(self, kind: Kind, what: str) -> None:
        super().__init__(what)
        self.kind = kind


class Contest(Independent):
    """Play one game with its bots."""

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
        """Set up the game; `makers` are by seat, and all chance is derived from `seed`."""
        seats = range(len(makers))
        self.rules = rules
        self.states = rules.new(options, len(makers), derived(seed, "set-up"))
        self.accounts = [Account() for _ in seats]
        self.failures: list[Failure] = []
        self.moves: list[list[int]] = [[] for _ in seats]
        """By seat, its decisions in order where it had a choice, whoever made them."""
        self._makers = makers
        self._bots: dict[int, Bot] = {}
        self._seeds = [derived(seed, "bot", seat) for seat in seats]
        self._stand_in = RandomBot(rules.id, derived(seed, "stand-in"))
        self._chance = words(derived(seed, "chance"))
        self._limit = limit
        self._clock = clock
        self._legal = np.empty(rules.max_legal, np.int16)
        self._spent = 0.0

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"states": Parcel.of(self.rules, None, self.states)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, states=state["states"].open())

    def play(self, rounds: int | None = None) -> None:
        """Play to the end, or this number of rounds."""
        rules, states = self.rules, self.states
        while waiting := rules.settle(states, self._chance.__next__):
            if rounds is not None and rules.round_number(states) > rounds:
                return
            # All seats decide before any decision is carried out: in simultaneous choices, nobody may see a position
            # that includes another's choice.
            for seat, turn in [(seat, self._turn(seat)) for seat in sorted(SEATS_IN[waiting])]:
                for decision in turn:
                    rules.doors.decide(states, 0, seat, decision)

    def dismiss(self) -> None:
        """Let go of the bots, each while its clock runs: they may do something when they are deleted."""
        for seat in [*self._bots]:
            self._clock.start(seat)
            del self._bots[seat]
            self._clock.stop()

    def _turn(self, seat: int) -> list[int]:
        """Return a complete legal turn of a seat, whatever its bot does."""
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
        """Ask for decisions until the turn is complete; forced ones are not asked for (N-ROUND-7)."""
        doors, draft = self.rules.doors, copied(self.states)
        turn: list[int] = []
        chosen: list[int] = []
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
            if len(legal) > 1:
                chosen.append(decision)
        if planned:
            raise _FailedError("illegal", "the plan continues after the end of the turn")
        self.moves[seat] += chosen
        return turn

    def _planned(self, states: States, seat: int) -> list[int]:
        """Let the bot of a seat plan, and measure the time."""
        account = self.accounts[seat]
        cpu = time.process_time()
        began = time.perf_counter()
        self._clock.start(seat)
        try:
            if seat not in self._bots:
                self._bots[seat] = self._makers[seat](self._seeds[seat])
            plan = [operator.index(decision) for decision in self._bots[seat].plan(states, seat)]
        except (Exception, SystemExit) as error:
            # Anything else ends this process, and the clock that still runs tells who did it.
            what = described(error)
            self._clock.stop()
            raise _FailedError("crash", what) from error
        finally:
            self._spent += time.perf_counter() - began
            account.cpu += time.process_time() - cpu
        self._clock.stop()
        if self._spent > self._limit:
            raise _FailedError("timeout", f"{self._spent:.2f} s for a turn, with a limit of {self._limit:g} s")
        account.decisions += len(plan)
        return plan

    def _why_not(self, states: States, seat: int, decision: int) -> str:
        actions = self.rules.actions
        if not 0 <= decision < len(actions):
            return f"{shown(decision)} is not an action: expected 0 to {len(actions) - 1}"
        why = self.rules.why_not(self.rules.redact(states, seat), seat, decision).message
        return f"{decision} ({actions[decision].text}) is not legal: {why}"
