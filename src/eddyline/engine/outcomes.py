"""List what chance may bring at a deal, outcome by outcome: for those who walk through whole trees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.engine.records import States


class Outcomes(Protocol):
    """Draw what is due at a deal in one or more chance nodes, all outcomes of each equally likely."""

    @property
    def most(self) -> int:
        """No chance node has more outcomes than this."""

    def outcomes(self, drawn: tuple[int, ...]) -> Sequence[int]:
        """List what may be drawn next."""

    def dealt(self, states: States, drawn: tuple[int, ...]) -> States | None:
        """Build the position after the deal; None: more is to be drawn."""

    def text(self, outcome: int) -> str:
        """Name an outcome."""


class GameOutcomes(Outcomes, Protocol):
    """The outcomes of a game: exactly as likely as its rules say."""

    def drawn_anew(self, states: States, seat: int, word: int) -> tuple[int, ...]:
        """Draw the last deal again, so that it agrees with all a seat has seen since."""

    def told(self, states: States, seat: int) -> str:
        """Say what a seat has learned from the deal that led to this position."""
