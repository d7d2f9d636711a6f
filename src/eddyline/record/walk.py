"""Walk through a saved game entry by entry, in a match that begins as it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from eddyline.engine.log import Deal, Entry, Resample, Turn
from eddyline.engine.messages import convert, shown
from eddyline.engine.notes import Comment, Variation, by_place, check_notes
from eddyline.record.file import RecordError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from eddyline.engine.match import Match
    from eddyline.engine.notes import Note
    from eddyline.record.file import Record

T = TypeVar("T")


class Step(NamedTuple):
    """Hold one entry of a replay: a turn, a deal, or what was dealt anew."""

    entry: Entry[int]
    events: tuple[Any, ...]
    match: Match
    """Match after this step; the same object in every step."""


class Fork(NamedTuple):
    """Hold a variation that has not been played yet."""

    variation: Variation
    match: Match
    """Match in the position in which it begins."""
    line: int

    def walk(self) -> Iterator[Step | Comment | Fork]:
        """Play the variation; raises RecordError."""
        return walk(self.match, self.variation.entries, self.variation.notes, self.line, lines=0)

    def check(self) -> None:
        """Play the variation and those inside it; raises RecordError."""
        for each in self.walk():
            if isinstance(each, Fork):
                each.check()


def walk(
    match: Match, entries: Sequence[object], notes: Iterable[object] = (), line: int = 2, *, lines: int = 1
) -> Iterator[Step | Comment | Fork]:
    """Play the entries of a record, or of a variation, in a match; between them come the notes, in their order.

    A `Fork` has not been played yet. `line` is that of the first entry or note, and each takes so many `lines`. Raises
    RecordError at the first one that breaks the rules.
    """
    notes_at = by_place(noted(notes, len(entries)))
    for place in range(len(entries) + 1):
        here = notes_at.get(place, [])
        before = match.copy() if any(isinstance(note, Variation) for note in here) else match
        if place:
            yield _step(match, entries[place - 1], line)
            line += lines
        for note in here:
            yield note if isinstance(note, Comment) else Fork(note, before.copy(), line)
            line += lines


def noted(notes: Iterable[object], entries: int) -> tuple[Note, ...]:
    """Check notes again, because a record need not come from `load`; raises RecordError."""
    try:
        return check_notes(notes, entries)
    except ValueError as error:
        raise RecordError(0, str(error)) from None


def _step(match: Match, given: object, line: int) -> Step:
    kind: Any = next((kind[int] for kind in (Deal, Resample) if isinstance(given, kind)), Turn[int])
    entry: Entry[int] = checked(line, given, kind)
    try:
        return Step(entry, match.enter(entry), match)
    except ValueError as error:  # including IllegalAction, and a deal that is not due
        raise RecordError(line, str(error)) from None


def checked(line: int, written: object, kind: type[T]) -> T:
    """Check the types of a line again, because a record need not come from `load`; raises RecordError."""
    return convert(written, kind, lambda why: RecordError(line, why))


def check_end(record: Record, match: Match) -> None:
    """Compare the ranking of a record with that of the match that played it; raises RecordError."""
    if record.ranking is not None and record.ranking != match.ranking:
        reached = "a game that is not over" if match.ranking is None else f"the ranking {match.ranking}"
        last = len(record.turns) + len(record.notes) + 2
        raise RecordError(last, f"the turns lead to {reached}, not to {shown(record.ranking)}")
