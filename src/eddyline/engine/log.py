"""Define what a match records: turns, deals, and the points that `undo` returns to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from eddyline.engine.records import States


@dataclass(frozen=True, slots=True)
class Deal:
    """Record a word of chance from which the game drew after the set-up, for example a deal of cards."""

    word: int


@dataclass(frozen=True, slots=True)
class Turn:
    """Record one seat's turn: a card, the rescues of phase 1, or all decisions of phase 2."""

    seat: int
    decisions: tuple[int, ...]


class Moment(NamedTuple):
    """Hold a point to which a match can return."""

    states: States
    settled: int
    """Length of the log without pending turns."""
    pending: dict[int, tuple[int, ...]]
    drafts: dict[int, tuple[int, ...]]
    shown: int
