"""List the outcomes of a deal one by one, for algorithms that enumerate whole trees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from eddyline.engine.records import copied

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.engine.records import States


class Outcomes(Protocol):
    """Carry out a deal in one or more chance nodes, each with equally likely outcomes."""

    @property
    def most(self) -> int:
        """Return the maximum number of outcomes of a chance node."""

    def draws(self, states: States) -> int:
        """Return the number of chance nodes of the deal that is due."""

    def outcomes(self, states: States, drawn: tuple[int, ...]) -> Sequence[int]:
        """List the next possible outcomes of the deal that is due."""

    def dealt(self, states: States, drawn: tuple[int, ...]) -> States | None:
        """Return the position after the deal; None if more must be drawn."""

    def text(self, outcome: int) -> str:
        """Name an outcome."""


class GameOutcomes(Outcomes, Protocol):
    """Provide a game's deals with the exact probabilities of its rules."""

    def drawn_anew(self, states: States, drawn: tuple[int, ...], seat: int, word: int) -> tuple[int, ...]:
        """Resample the last deal, which drew `drawn`, consistent with all that a seat has seen since."""

    def told(self, states: States, drawn: tuple[int, ...], seat: int) -> str:
        """Describe what a seat has learned from the deal of `drawn`, which led to this position."""


class OpenDraw:
    """Draw one thing per deal, which everybody sees."""

    def __init__(
        self,
        most: int,
        possible: Callable[[States], Sequence[int]],
        carry_out: Callable[[States, int], None],
        text: Callable[[int], str],
    ) -> None:
        """Take the possible draws of a position, all equally likely, what a draw does to it, and its name."""
        self.most = most
        self.text = text
        self._possible = possible
        self._carry_out = carry_out

    def draws(self, states: States) -> int:
        """Return 1."""
        del states
        return 1

    def outcomes(self, states: States, drawn: tuple[int, ...]) -> Sequence[int]:
        """List the possible draws."""
        del drawn
        return self._possible(states)

    def dealt(self, states: States, drawn: tuple[int, ...]) -> States:
        """Return the position after the draw."""
        after = copied(states)
        self._carry_out(after, drawn[0])
        return after

    def drawn_anew(self, states: States, drawn: tuple[int, ...], seat: int, word: int) -> tuple[int, ...]:
        """Return `drawn`: everybody has seen it."""
        del states, seat, word
        return drawn

    def told(self, states: States, drawn: tuple[int, ...], seat: int) -> str:
        """Name the draw."""
        del states, seat
        return self.text(drawn[0])
