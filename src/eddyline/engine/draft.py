"""Build up a turn on a copy of the position; every decision is checked, every refusal explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from eddyline.engine.checks import check_action
from eddyline.engine.copying import Independent, Parcel, WholeError
from eddyline.engine.records import copied
from eddyline.engine.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from typing_extensions import TypeVar

    from eddyline.engine.game import ActionLike, Game
    from eddyline.engine.records import States
    from eddyline.engine.refusal import CommonReason

    ActionT = TypeVar("ActionT", bound=ActionLike, default=Any)
    EventT = TypeVar("EventT", default=Any)
    ViewT = TypeVar("ViewT", default=Any)
else:
    # Only type checkers, which bundle typing_extensions, see the defaults; Python supports them from 3.13 on.
    from typing import TypeVar

    ActionT, EventT, ViewT = TypeVar("ActionT"), TypeVar("EventT"), TypeVar("ViewT")


class IllegalAction(WholeError, ValueError):  # noqa: N818 - the usual term, like IllegalMoveError in python-chess
    """Report an illegal decision or turn; `refusal` holds the reason, `message` its sentence, `rule` the rule's id."""

    def __init__(self, refusal: Refusal) -> None:
        """Keep the refusal, and compose the message."""
        super().__init__(refusal.message if refusal.rule is None else f"{refusal.message} ({refusal.rule})")
        self.refusal = refusal
        """The reason, also for other languages, with the values that its sentence names."""
        self.message = refusal.message
        """One sentence in English, without the rule."""
        self.rule = refusal.rule
        """Id of the rule in the game's `rules.md`; None for what no game allows."""


def refuse(reason: CommonReason, message: str) -> IllegalAction:
    """Return the error for a reason that all games share."""
    return IllegalAction(Refusal(message, None, reason))


def _unknown(error: ValueError) -> IllegalAction:
    return refuse("unknown_action", str(error))


class Draft(Independent, Generic[ActionT]):
    """Hold an unfinished turn, apart from the match; its decisions can be undone, and it can be discarded.

    Use a draft in one thread at a time.

    >>> match = eddyline.new("niagara", players=3, seed=7)
    >>> draft = match.draft(0)
    >>> draft.decide("card 3")
    >>> draft
    <Draft: Niagara, seat 0, card 3>
    >>> draft.complete, draft.decisions
    (True, (3,))
    >>> events = match.commit(0, draft)
    """

    def __init__(self, game: Game, states: States, seat: int) -> None:
        """Begin an empty draft for `seat` in the position `states`; `Match.draft` does it for a match."""
        self.game = game
        self.seat = seat
        """Seat whose turn it is."""
        self.states = states
        """Position after the decisions so far."""
        self.positions = [states]
        """All positions, beginning with the one in which the draft began; none of them is ever changed."""
        self._decisions: list[int] = []
        self._free: list[int] = []
        self._legal: tuple[int, ...] | None = None
        self.waiting: int | None = None
        """What `Doors.to_act` returns after the last decision; None if that is not known."""

    def __repr__(self) -> str:
        """Describe the turn: the game, the seat, and the decisions so far."""
        made = ", ".join(self.game.texts(self._decisions)) or "no decision yet"
        return f"<{type(self).__name__}: {self.game.name}, seat {self.seat}, {made}>"

    def __deepcopy__(self, memo: object) -> Draft[ActionT]:
        return _begun(self.game, self.positions[0], self.seat, self.decisions)

    def __reduce__(self) -> tuple[Callable[..., Draft[Any]], tuple[Parcel, int, tuple[int, ...]]]:
        """Pickle the position in which it began, and the decisions, which are made again."""
        return _opened, (Parcel.of(self.game, None, self.positions[0]), self.seat, self.decisions)

    @property
    def decisions(self) -> tuple[int, ...]:
        """Decisions so far, including forced ones."""
        return tuple(self._decisions)

    @property
    def free(self) -> int:
        """Count the decisions that were not forced."""
        return len(self._free)

    @property
    def complete(self) -> bool:
        """Tell whether the turn needs no further decision."""
        return not self.legal()

    def legal(self) -> tuple[int, ...]:
        """Return the ids of the legal next decisions; empty when the turn is complete."""
        if self._legal is None:
            self._legal = self.game.offered(self.states, self.seat)
        return self._legal

    def decide(self, action: int | str | ActionT) -> None:
        """Add one decision, given as an id, a text or an action; if it is refused, the draft is unchanged.

        Raises IllegalAction with the reason, ActionError for a text that is not an action, TypeError for anything else.
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
        self.waiting = self.game.doors.decide(self.states, 0, self.seat, number)
        self._legal = None if self.waiting >> self.seat & 1 else ()

    def _number(self, action: object) -> int:
        """Return the id of an action that is not given as an int."""
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
        """Return the error that explains why an action is not a legal next decision."""
        try:
            check_action(action, len(self.game.actions))
        except ValueError as error:
            return _unknown(error)
        # A turn that left nothing to choose is asked about as it was before: why is this the only one?
        forced = self.complete and bool(self._decisions) and not self._free and action not in self._decisions
        if self.complete and not forced:
            return refuse("turn_complete", "This turn is complete; there is nothing left to decide.")
        states = self.positions[0] if forced else self.states
        # Only from what the seat may know, so the explanation cannot reveal a secret.
        return IllegalAction(self.game.why_not(self.game.redact(states, self.seat), self.seat, action))

    def fill_forced(self) -> None:
        """Make all forced decisions (N-ROUND-7)."""
        while len(legal := self.legal()) == 1:
            self.decide(legal[0])

    def undo(self) -> None:
        """Take back the last decision that was not forced, and the forced ones after it."""
        keep = self._free.pop() if self._free else 0
        del self._decisions[keep:], self.positions[keep + 1 :]
        self.states, self._legal, self.waiting = self.positions[keep], None, None


def _begun(game: Game, states: States, seat: int, decisions: Iterable[int]) -> Draft[Any]:
    draft: Draft[Any] = Draft(game, states, seat)
    for action in decisions:
        draft.decide(action)
    return draft


def _opened(parcel: Parcel, seat: int, decisions: Iterable[int]) -> Draft[Any]:
    return _begun(parcel.game, parcel.open(), seat, decisions)
