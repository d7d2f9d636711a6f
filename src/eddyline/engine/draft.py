"""Decide on a turn on a copy of the position: every decision checked, every refusal explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from eddyline.engine.checks import check_action
from eddyline.engine.records import copied
from eddyline.engine.refusal import Refusal

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from eddyline.engine.game import ActionLike, Game
    from eddyline.engine.records import States
    from eddyline.engine.refusal import CommonReason

    ActionT = TypeVar("ActionT", bound=ActionLike, default=Any)
    EventT = TypeVar("EventT", default=Any)
    ViewT = TypeVar("ViewT", default=Any)
else:
    # Type variables with defaults are for type checkers, which bring them along; Python has them from 3.13 on.
    from typing import TypeVar

    ActionT, EventT, ViewT = TypeVar("ActionT"), TypeVar("EventT"), TypeVar("ViewT")


class IllegalAction(ValueError):  # noqa: N818 - the field's word, like python-chess's IllegalMoveError is for moves
    """Refuse a decision or a turn; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        """Keep what is to be said about it."""
        super().__init__(refusal.message if refusal.rule is None else f"{refusal.message} ({refusal.rule})")
        self.refusal = refusal
        self.message = refusal.message
        self.rule = refusal.rule


def refuse(reason: CommonReason, message: str) -> IllegalAction:
    """Make an error for a reason that every game shares."""
    return IllegalAction(Refusal(message, None, reason))


def _unknown(error: ValueError) -> IllegalAction:
    return refuse("unknown_action", str(error))


class Draft(Generic[ActionT]):
    """A turn in the making, apart from the position in which it began: free to undo and to throw away."""

    def __init__(self, game: Game, states: States, seat: int) -> None:
        """Begin an empty draft of `seat` in the position `states`."""
        self.game = game
        self.seat = seat
        self.states = states
        """Position after the decisions so far."""
        self.positions = [states]
        """All positions from that in which it began; none of them is ever changed."""
        self._decisions: list[int] = []
        self._free: list[int] = []
        self._legal: tuple[int, ...] | None = None

    @property
    def decisions(self) -> tuple[int, ...]:
        """Decisions so far, the forced ones among them."""
        return tuple(self._decisions)

    @property
    def free(self) -> int:
        """Count the decisions that were not forced."""
        return len(self._free)

    @property
    def complete(self) -> bool:
        """Tell whether the seat owes nothing more in this turn."""
        return not self.legal()

    def legal(self) -> tuple[int, ...]:
        """Return the ids of the decisions that may come next; empty when the turn is complete."""
        if self._legal is None:
            self._legal = self.game.offered(self.states, self.seat)
        return self._legal

    def decide(self, action: int | str | ActionT) -> None:
        """Add one decision, as its id, its text or itself; where that is refused, nothing has changed.

        Raises IllegalAction with the reason, ActionError for a text that is no action, TypeError for anything else.
        """
        legal = self.legal()
        number = action if type(action) is int else self._number(action)
        if number not in legal:
            raise self.illegal(number)
        if len(legal) > 1:
            self._free.append(len(self._decisions))
        self._decisions.append(number)
        self.states = copied(self.states)
        self.positions.append(self.states)
        self.game.doors.decide(self.states, 0, self.seat, number)
        self._legal = None

    def _number(self, action: object) -> int:
        """Return the id of an action that is not an int."""
        if isinstance(action, str):
            return self.game.parse_action(action)
        own = getattr(action, "id", None)
        if type(own) is int and 0 <= own < len(self.game.actions) and self.game.actions[own] == action:
            return own
        try:
            return check_action(action, len(self.game.actions))
        except ValueError as error:
            raise _unknown(error) from None

    def illegal(self, action: int) -> IllegalAction:
        """Make the error that says why a decision which is not legal may not come next."""
        try:
            check_action(action, len(self.game.actions))
        except ValueError as error:
            return _unknown(error)
        if self.complete:
            return refuse("turn_complete", "This turn is complete; there is nothing left to decide.")
        # Of what the seat may know only: nothing that is said can give anything away.
        return IllegalAction(self.game.why_not(self.game.redact(self.states, self.seat), self.seat, action))

    def fill_forced(self) -> None:
        """Make the decisions that leave no choice (N-ROUND-7)."""
        while len(legal := self.legal()) == 1:
            self.decide(legal[0])

    def undo(self) -> None:
        """Take back the last decision that was a choice, and what followed from it."""
        keep = self._free.pop() if self._free else 0
        del self._decisions[keep:], self.positions[keep + 1 :]
        self.states, self._legal = self.positions[keep], None
