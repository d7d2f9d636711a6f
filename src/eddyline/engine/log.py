"""Say what a match, its saved game and the log of its table remember, and where `undo` goes back to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

import msgspec

if TYPE_CHECKING:
    from eddyline.engine.records import States

FormT = TypeVar("FormT", int, str)
"""`int` in memory; `str` where it is written: an action's text, a word in hexadecimal, as JSON rounds large numbers."""


class Deal(msgspec.Struct, Generic[FormT], frozen=True, tag_field="entry", tag="dealt"):
    """A word of chance: it set the next cards, whatever the game draws in its middle."""

    word: FormT = msgspec.field(name="entropy")


class Turn(msgspec.Struct, Generic[FormT], frozen=True, tag_field="entry", tag="turn"):
    """One seat's decisions in one go: a card, the rescues of a phase 1, a whole turn of phase 2."""

    seat: int
    decisions: tuple[FormT, ...]


class Moment(NamedTuple):
    """What a match goes back to."""

    states: States
    settled: int
    """Length of the log without pending turns."""
    pending: dict[int, tuple[int, ...]]
    drafts: dict[int, tuple[int, ...]]
    shown: int
