"""Follow one line of play as in OpenSpiel: one decision after another, or several at once.

When several seats choose in secret, OpenSpiel asks them one by one or all at once; either way their turns are kept
outside the position until the last one is in, as in `Match`. So no seat can learn another's choice too early.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from eddyline.engine.copying import Parcel
from eddyline.engine.doors import CHANCE as DEAL_DUE
from eddyline.engine.records import copied
from eddyline.envs.rendering import view_as_text

if TYPE_CHECKING:
    from eddyline.engine.records import Grid, States
    from eddyline.envs.openspiel.scenario import Scenario

CHANCE, SIMULTANEOUS, TERMINAL = -1, -2, -4
"""OpenSpiel's player ids where no single seat is asked; seats are numbered from 0."""
NOT_SET_UP = -1
NOTED = Struct("=hh")
"""How a decision is noted in the log: seat, action."""


class Veiled(NamedTuple):
    """Record a decision that not everybody may know yet."""

    entry: int
    """Its index among the decisions."""
    before: bytes
    after: bytes
    """The record before it and after it."""

    @property
    def wrote(self) -> Grid:
        """Bytes of the record that it changed: a seat knows the decision if it may see these."""
        return np.flatnonzero(np.frombuffer(self.before, np.uint8) != np.frombuffer(self.after, np.uint8))


class Step(msgspec.Struct, frozen=True):
    """Record an action of chance or of a seat."""

    player: int
    action: int
    secret: bool = False
    """Whether it is part of a secret turn."""
    completes: bool = False
    """Whether it is the last part of that turn."""
    entry: int = 0
    """The index it will have among the decisions."""


class Line:
    """Hold a position, the pending secret turns, and all decisions that led there.

    OpenSpiel clones states much more often than it continues them. So clones share a line, and a state continues on a
    `copy`. The record is shared, too: whatever changes it changes a copy.
    """

    __slots__ = ("_choices", "anchor", "asked", "deals", "drawn", "draws", "earned", "log", "over", "owing", "path",
                 "pending", "player", "scenario", "start", "states", "veiled")  # fmt: skip

    def __init__(self, scenario: Scenario) -> None:
        """Start before the set-up is drawn, or at the scenario's position."""
        self.scenario = scenario
        self.states: States = scenario.starts[0]
        self.start = NOT_SET_UP if scenario.drawn_start else 0
        """Index of the scenario's start position."""
        self.over = False
        self.earned = [0.0] * scenario.players
        """What every seat had got before the last decision, if rewards are shaped; otherwise 0."""
        self.asked: tuple[int, ...] = ()
        """Seats that are asked now; empty at chance nodes and when the game is over."""
        self.player = CHANCE
        """The seat that is asked, or who else is to act, as OpenSpiel numbers them."""
        self._choices: list[int] | None = None
        """What `choices` has found."""
        self.pending: tuple[tuple[int, ...], ...] = ()
        """Secret turns so far, by seat; empty when nobody chooses in secret."""
        self.owing = 0
        """Bit mask of the seats whose secret turn is not complete."""
        self.drawn: tuple[int, ...] = ()
        """The chance outcomes so far of a deal in progress."""
        self.draws = 0
        """How many outcomes the last deal has."""
        self.log = b""
        """Decisions applied to the position, as pairs of int16: seat, action."""
        self.veiled: tuple[Veiled, ...] = ()
        self.deals: tuple[tuple[int, tuple[str, ...]], ...] = ()
        """For each deal, the number of decisions before it and what each seat learned."""
        self.anchor: Line | None = None
        """The line at the last point where nothing was hidden from anybody."""
        self.path: tuple[Step, ...] = ()
        """Steps since the anchor."""
        if self.start != NOT_SET_UP:
            self.states = copied(self.states)
            self._settle()

    def __deepcopy__(self, memo: object) -> Line:
        """Share the line: this is how OpenSpiel clones a state."""
        return self

    def __copy__(self) -> Line:
        return self

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: getattr(self, name) for name in Line.__slots__}
        return kept | {"states": Parcel.of(self.scenario.rules, None, self.states)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value.open() if name == "states" else value)

    def copy(self) -> Line:
        """Return an independent line at the same position; all that it holds is shared, and none of it ever changes."""
        # Written out: a loop over the names takes as long as all the rest of a step.
        twin = Line.__new__(Line)
        twin.scenario, twin.states, twin.start, twin.over = self.scenario, self.states, self.start, self.over
        twin.asked, twin.player, twin.pending, twin.owing = self.asked, self.player, self.pending, self.owing
        twin.drawn, twin.log, twin.veiled, twin.deals = self.drawn, self.log, self.veiled, self.deals
        twin.anchor, twin.path, twin.earned, twin.draws = self.anchor, self.path, self.earned, self.draws
        twin._choices = None  # noqa: SLF001 - of the same class
        return twin

    # ---- what comes next --------------------------------------------------------------------------------------------

    @property
    def together(self) -> bool:
        """Return whether all seats that are asked decide at once."""
        return self.player == SIMULTANEOUS

    @property
    def returns(self) -> list[float]:
        """Return what every seat has got so far: 0 until the game is over, unless rewards are shaped."""
        scenario = self.scenario
        if self.over:
            return scenario.payoffs(self.states)
        if not scenario.shaped or self.start == NOT_SET_UP:
            return [0.0] * scenario.players
        return [now - first for now, first in zip(scenario.leads(self.states), scenario.first_leads, strict=True)]

    @property
    def rewards(self) -> list[float]:
        """Return what every seat got for the last decision, and by the deals after it; 0 at chance nodes."""
        if self.player == CHANCE:
            return [0.0] * self.scenario.players
        return [now - then for now, then in zip(self.returns, self.earned, strict=True)]

    def draft(self, seat: int) -> States:
        """Return the position after the seat's pending decisions; if there are none, the position itself."""
        if not self.pending or not self.pending[seat]:
            return self.states
        states = copied(self.states)
        for action in self.pending[seat]:
            self.scenario.rules.doors.decide(states, 0, seat, action)
        return states

    def legal(self, seat: int) -> list[int]:
        """List a seat's legal actions in ascending order; empty if it is not asked."""
        if seat not in self.asked:
            return []
        return self.scenario.rules.offers.read(self.draft(seat), seat)

    def choices(self) -> list[int]:
        """List what the seat may do that is asked alone, or the outcomes of chance; not to be changed."""
        if self._choices is None:
            self._choices = self.outcomes() if self.player == CHANCE else self.legal(self.player)
        return self._choices

    def outcomes(self) -> list[int]:
        """List the chance outcomes, which are equally likely."""
        if self.start == NOT_SET_UP:
            return list(range(len(self.scenario.starts)))
        assert self.scenario.deals is not None
        return list(self.scenario.deals.outcomes(self.states, self.drawn))

    # ---- what happens -----------------------------------------------------------------------------------------------

    def draw(self, outcome: int) -> None:
        """Apply a chance outcome: the set-up, or the next part of a deal."""
        self.path = (*self.path, Step(CHANCE, outcome))
        if self.start == NOT_SET_UP:
            self.start = outcome
            self.states = copied(self.scenario.starts[outcome])
            self._settle()
            return
        self.drawn = (*self.drawn, outcome)
        if len(self.drawn) == self.draws:
            deals, game = self.scenario.deals, self.scenario.rules.outcomes
            assert deals is not None
            assert game is not None
            dealt = deals.dealt(self.states, self.drawn)
            assert dealt is not None
            learned = tuple(game.told(dealt, self.drawn, seat) for seat in range(self.scenario.players))
            self.deals = (*self.deals, (len(self.log) // NOTED.size, learned))
            self.states, self.drawn = dealt, ()
            self._settle()

    def decide(self, seat: int, action: int) -> None:
        """Apply a decision of a seat that is asked."""
        doors = self.scenario.rules.doors
        if self.scenario.shaped:
            self.earned = self.returns
        if not self.pending:
            self.path = (*self.path, Step(seat, action))
            self.states = copied(self.states)
            waiting = doors.decide(self.states, 0, seat, action)
            self._note(seat, action)
            self._settle(waiting)
            return
        entry = len(self.log) // NOTED.size + sum(map(len, self.pending[: seat + 1]))
        self.pending = (*self.pending[:seat], (*self.pending[seat], action), *self.pending[seat + 1 :])
        completes = not doors.to_act(self.draft(seat), 0) >> seat & 1
        self.path = (*self.path, Step(seat, action, True, completes, entry))
        if completes:
            self.owing &= ~(1 << seat)
        if self.owing:
            self._ask(self.owing)
        else:
            self._commit()
            self._settle()

    def _note(self, seat: int, action: int) -> None:
        self.log += NOTED.pack(seat, action)

    def _commit(self) -> None:
        """Apply the secret turns to the position, and record which decisions remain secret."""
        if self.veiled:
            kept = self._kept_from(None)
            self.veiled = tuple(one for one in self.veiled if kept[one.wrote].any()) if kept.any() else ()
        self.states = copied(self.states)
        after, veiled = self.states.tobytes(), [*self.veiled]
        for seat, turn in enumerate(self.pending):
            for action in turn:
                self.scenario.rules.doors.decide(self.states, 0, seat, action)
                before, after = after, self.states.tobytes()
                veiled.append(Veiled(len(self.log) // NOTED.size, before, after))
                self._note(seat, action)
        self.veiled = tuple(veiled)
        self.pending = ()

    def _settle(self, waiting: int = 0) -> None:
        """Settle the position, unless it is known who is `waiting`, and determine which seats are asked."""
        mask = waiting or self.scenario.rules.doors.settle(self.states, 0)
        if not mask:
            self.over, self.asked, self.player = True, (), TERMINAL
        elif mask == DEAL_DUE:
            self.asked, self.player = (), CHANCE
            assert self.scenario.deals is not None
            self.draws = self.scenario.deals.draws(self.states)
            self._drop_anchor()
        elif mask & mask - 1:
            self.pending = ((),) * self.scenario.players
            self.owing = mask
            self._ask(mask)
            self._drop_anchor()
        else:
            self.player = mask.bit_length() - 1
            self.asked = (self.player,)

    def _ask(self, mask: int) -> None:
        if self.scenario.simultaneous:
            self.player = SIMULTANEOUS
            self.asked = tuple(seat for seat in range(self.scenario.players) if mask >> seat & 1)
        else:
            self.player = (mask & -mask).bit_length() - 1
            self.asked = (self.player,)

    def _drop_anchor(self) -> None:
        """Set the anchor here if nothing is hidden or there is none: resampling starts from it."""
        if self.anchor is None or not self._kept_from(None).any():
            self.path = ()
            self.anchor = self.copy()

    # ---- what a seat knows ------------------------------------------------------------------------------------------

    def _kept_from(self, seat: int | None) -> Grid:
        """Return a mask over the bytes of the record: whether each is hidden from a seat."""
        kept: Grid = self.scenario.rules.redact(self.states, seat).view(np.uint8) != self.states.view(np.uint8)
        return kept

    def hidden_from(self, seat: int) -> dict[int, Grid]:
        """Return the applied decisions that a seat may not know, each with the bytes hidden from it."""
        if not self.veiled:
            return {}
        kept = self._kept_from(seat)
        wrote = {one.entry: one.wrote for one in self.veiled}
        return {entry: places[kept[places]] for entry, places in wrote.items() if kept[places].any()}

    def decisions(self) -> Grid:
        """Return all applied decisions, one row each: seat, action."""
        return np.frombuffer(self.log, np.int16).reshape(-1, 2)

    def known(self, seat: int) -> Grid:
        """Return the decisions that a seat knows, its own pending ones last, one row each: seat, action."""
        rows = np.delete(self.decisions(), list(self.hidden_from(seat)), axis=0)
        if self.pending and self.pending[seat]:
            rows = np.vstack([rows, np.array([(seat, action) for action in self.pending[seat]], np.int16)])
        return rows

    def recall(self, seat: int) -> str:
        """Return everything a seat has learned since the start: set-up, deals and decisions in order."""
        hidden = self.hidden_from(seat)
        actions = self.scenario.rules.actions
        told = [f"you {seat}", f"start {self.start}"]
        deals = [(at, learned[seat]) for at, learned in self.deals]
        for entry, (other, action) in enumerate(self.decisions().tolist()):
            while deals and deals[0][0] <= entry:
                told.append(deals.pop(0)[1])
            if entry not in hidden:
                told.append(f"{other} {actions[action].text}")
        told += [learned for _, learned in deals]
        if self.pending:
            told += [f"{seat} {actions[action].text}" for action in self.pending[seat]]
        return "; ".join(told)

    def redacted(self, seat: int) -> States:
        """Return the position as a seat knows it, including its pending decisions."""
        return self.scenario.rules.redact(self.draft(seat), seat)

    def show(self, seat: int) -> str:
        """Describe the position as a seat sees it, one field per line."""
        if self.start == NOT_SET_UP:
            return "not set up"
        return view_as_text(self.scenario.rules.view(self.redacted(seat), seat))

    def describe(self) -> str:
        """Describe the whole position, including secrets."""
        if self.start == NOT_SET_UP:
            return "not set up"
        position = msgspec.json.encode(self.scenario.rules.position(self.states)).decode()
        return f"{position} pending {self.pending} drawn {self.drawn}"
