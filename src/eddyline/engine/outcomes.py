"""List the outcomes of a deal one by one, for algorithms that enumerate whole trees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.engine.records import States


class Outcomes(Protocol):
    """Carry out a deal in one or more chance nodes, each with equally likely outcomes."""

    @property
    def most(self) -> int:
        """Return the maximum number of outcomes of a chance node."""

    def outcomes(self, drawn: tuple[int, ...]) -> Sequence[int]:
        """List the next possible outcomes."""

    def dealt(self, states: States, drawn: tuple[int, ...]) -> States | None:
        """Return the position after the deal; None if more must be drawn."""

    def text(self, outcome: int) -> str:
        """Name an outcome."""


class GameOutcomes(Outcomes, Protocol):
    """Provide a game's deals with the exact probabilities of its rules."""

    def drawn_anew(self, states: States, seat: int, word: int) -> tuple[int, ...]:
        """Resample the last deal, consistent with all that a seat has seen since."""

    def told(self, states: States, seat: int) -> str:
        """Describe what a seat has learned from the deal that led to this position."""
