"""Go on at a table from a turn of another game: a part of the protocol."""

from __future__ import annotations

from typing import Annotated

import msgspec

LONGEST_RECORD = 120_000
"""Characters of a saved game that a table may go on from; a long game has a fifth of that."""

_Seat = Annotated[int, msgspec.Meta(ge=0, le=5)]


class NewOrigin(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Go on from a turn of a game that was played elsewhere; such a game is not rated."""

    record: Annotated[str, msgspec.Meta(max_length=LONGEST_RECORD)]
    """The saved game."""
    turns: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """Go on after so many of its turns; None: after the last. Secret turns that wait for others are chosen anew."""
    known: _Seat | None = None
    """Seat that keeps what it knew, while all else that is hidden is dealt anew; None: everything stays as it was, and
    whoever has the record knows it."""
    seat: _Seat = 0
    """Seat that the sender gets."""
    table: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$")] | None = None
    """Table at which the game was played, if it was."""


class OriginInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Say which game a table's goes on from."""

    turns: int
    """After so many of its turns."""
    known: int | None
    """Seat that kept what it knew: the rest is dealt anew. None: everything stays as it was."""
    table: str | None
    """Table at which that game was played, if it was."""
