"""List what chance may bring at a deal, outcome by outcome: for those who walk through whole trees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from eddyline.engine.records import copied

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.engine.records import States


class Outcomes(Protocol):
    """Draw what is due at a deal in one or more chance nodes, all outcomes of each equally likely."""

    @property
    def most(self) -> int:
        """No chance node has more outcomes than this."""

    def outcomes(self, states: States, drawn: tuple[int, ...]) -> Sequence[int]:
        """List what may be drawn next at the deal that is due."""

    def dealt(self, states: States, drawn: tuple[int, ...]) -> States | None:
        """Build the position after the deal; None: more is to be drawn."""

    def text(self, outcome: int) -> str:
        """Name an outcome."""


class GameOutcomes(Outcomes, Protocol):
    """The outcomes of a game: exactly as likely as its rules say."""

    def drawn_anew(self, states: States, drawn: tuple[int, ...], seat: int, word: int) -> tuple[int, ...]:
        """Draw the last deal, which was `drawn`, again so that it agrees with all a seat has seen since."""

    def told(self, states: States, drawn: tuple[int, ...], seat: int) -> str:
        """Say what a seat has learned from the deal of what was `drawn`, which led to this position."""


class OpenDraw:
    """Draw one thing at each deal, which everybody sees."""

    def __init__(
        self,
        most: int,
        possible: Callable[[States], Sequence[int]],
        carry_out: Callable[[States, int], None],
        text: Callable[[int], str],
    ) -> None:
        """Take what may be drawn in a position, all equally likely, what a draw does to it, and how to call it."""
        self.most = most
        self.text = text
        self._possible = possible
        self._carry_out = carry_out

    def outcomes(self, states: States, drawn: tuple[int, ...]) -> Sequence[int]:
        """List what may be drawn."""
        del drawn
        return self._possible(states)

    def dealt(self, states: States, drawn: tuple[int, ...]) -> States:
        """Build the position after the draw."""
        after = copied(states)
        self._carry_out(after, drawn[0])
        return after

    def drawn_anew(self, states: States, drawn: tuple[int, ...], seat: int, word: int) -> tuple[int, ...]:
        """Leave what everybody has seen."""
        del states, seat, word
        return drawn

    def told(self, states: States, drawn: tuple[int, ...], seat: int) -> str:
        """Name what everybody sees."""
        del states, seat
        return self.text(drawn[0])
