"""Define the note that the host pins to a table: a part of the protocol."""

from __future__ import annotations

from typing import Annotated

import msgspec

NOTE_LENGTH = 300
"""Characters of a note."""


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """Show what the host has pinned to a table."""

    text: str
    seat: int
    """Seat of whoever has pinned it."""
    at: int
    """Milliseconds since 1970."""


class PinNote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """As the host, pin a note to one's table, or take it down."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=NOTE_LENGTH)] | None
    """Instead of the note that is there; None: take it down."""
    token: str | None = None
    """Of one's seat at the table; not needed by whoever is signed in and has it by their account."""
