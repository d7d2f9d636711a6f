"""Say what a match remembers: turns, deals, and where `undo` goes back to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from eddyline.engine.records import States


@dataclass(frozen=True, slots=True)
class Deal:
    """A word of chance: it set the next cards, whatever the game draws in its middle."""

    word: int


@dataclass(frozen=True, slots=True)
class Turn:
    """One seat's decisions in one go: a card, the rescues of a phase 1, a whole turn of phase 2."""

    seat: int
    decisions: tuple[int, ...]


class Moment(NamedTuple):
    """What a match goes back to."""

    states: States
    settled: int
    """Length of the log without pending turns."""
    pending: dict[int, tuple[int, ...]]
    drafts: dict[int, tuple[int, ...]]
    shown: int
