"""Note comments and other lines of play in a game, as people who look at it again do."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import msgspec

from eddyline.engine.checks import check_integer
from eddyline.engine.log import Entry
from eddyline.engine.messages import convert, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST_COMMENT = 10_000
"""Maximum number of characters of a comment."""
MOST_NESTED = 10
"""Maximum number of variations inside one another."""


class Comment(msgspec.Struct, frozen=True, tag_field="note", tag="comment"):
    """Say something about a game; it stands where it belongs in the game's log."""

    after: int
    """Number of entries of the log that stand before it."""
    text: str


class Variation(msgspec.Struct, frozen=True, tag_field="note", tag="variation"):
    """Hold what could have been played instead of an entry of the log, and how that would have gone on."""

    after: int
    """Number of entries of the log that stand before it, from 1; the last of them is the one that it replaces."""
    entries: tuple[Entry[int], ...]
    """At least one."""
    notes: tuple[Comment | Variation, ...] = ()
    """Its own notes; they count its own entries."""


Note: TypeAlias = Comment | Variation


def check_notes(notes: Iterable[object], entries: int, *, nested: int = 0) -> tuple[Note, ...]:
    """Return notes for a log of so many entries in the order in which they are written; raises ValueError.

    Whether the turns of variations are legal is not checked.
    """
    try:
        checked = [_checked(note, entries, nested) for note in notes]
    except TypeError as error:
        raise ValueError(str(error)) from None
    return tuple(sorted(checked, key=lambda note: note.after))


def check_comment(text: object) -> str:
    """Return the text of a comment; raises TypeError for anything but a str, ValueError for what cannot be written."""
    if not isinstance(text, str):
        raise TypeError(f"expected a comment as a str, got {shown(text)}")
    if not 0 < len(text) <= LONGEST_COMMENT:
        raise ValueError(f"expected a comment of 1 to {LONGEST_COMMENT} characters, got {len(text)}")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"expected a comment that can be encoded, got {shown(text)}") from None
    return text


def check_variation(note: Variation, entries: int, *, nested: int = 0) -> Variation:
    """Return a variation in a log of so many entries; raises TypeError or ValueError, but not for an illegal turn."""
    if nested == MOST_NESTED:
        raise ValueError(f"expected at most {MOST_NESTED} variations inside one another")
    if not entries:
        raise ValueError("expected something before a variation that it replaces, got nothing")
    after = check_integer(note.after, "entries before a variation", 1, entries)
    # Without its notes, which may be nested deeper than they can be converted.
    alone = msgspec.structs.replace(note, after=after, notes=())
    line = convert(alone, Variation, lambda why: ValueError(f"expected a variation of turns and deals: {why}")).entries
    if not line:
        raise ValueError("expected a variation of at least one turn or deal, got an empty one")
    return Variation(after, line, check_notes(note.notes, len(line), nested=nested + 1))


def _checked(note: object, entries: int, nested: int) -> Note:
    if isinstance(note, Comment):
        return Comment(check_integer(note.after, "entries before a comment", 0, entries), check_comment(note.text))
    if isinstance(note, Variation):
        return check_variation(note, entries, nested=nested)
    raise TypeError(f"expected a comment or a variation, got {shown(note)}")


def by_place(notes: Iterable[Note]) -> dict[int, list[Note]]:
    """Group notes by the number of entries before them."""
    found: dict[int, list[Note]] = {}
    for note in notes:
        found.setdefault(note.after, []).append(note)
    return found


def moved(notes: Iterable[Note], by: int) -> list[Note]:
    """Return notes that stand so many entries further on; earlier ones, for a negative number."""
    return [msgspec.structs.replace(note, after=note.after + by) for note in notes]
