"""Define the entries of the log of a match, a saved game or a table, and the points that `undo` returns to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

if TYPE_CHECKING:
    from eddyline.engine.records import States

FormT = TypeVar("FormT", int, str)
"""`int` in memory; `str` in files: an action's text, or a word in hexadecimal, because JSON may round large numbers."""


class Deal(msgspec.Struct, Generic[FormT], frozen=True, tag_field="entry", tag="dealt"):
    """Record a word of chance that the game used after the set-up, for example to deal cards."""

    word: FormT = msgspec.field(name="entropy")
    """64 bits, from which the whole deal was drawn."""


class Resample(msgspec.Struct, Generic[FormT], frozen=True, tag_field="entry", tag="resampled"):
    """Record that what a seat could not know was dealt anew, in a game that goes on from another one."""

    seat: int
    word: FormT = msgspec.field(name="entropy")
    """64 bits, from which all of it was drawn."""


class Turn(msgspec.Struct, Generic[FormT], frozen=True, tag_field="entry", tag="turn"):
    """Record one seat's turn: a card, the rescues of phase 1, or all decisions of phase 2."""

    seat: int
    decisions: tuple[FormT, ...]
    """Ids of its actions in order, forced ones among them; their texts in files."""


Entry: TypeAlias = Turn[FormT] | Deal[FormT] | Resample[FormT]
"""Anything in the log of a match."""


class Moment(NamedTuple):
    """Hold a point to which a match can return."""

    states: States
    settled: int
    """Length of the log without pending turns."""
    pending: dict[int, tuple[int, ...]]
    drafts: dict[int, tuple[int, ...]]
    shown: int
