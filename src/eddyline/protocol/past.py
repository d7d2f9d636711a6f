"""Look back at a game that is still played: a part of the protocol."""

from __future__ import annotations

import msgspec

from eddyline.protocol.games import Event
from eddyline.protocol.table import Position


class AskPast(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Look back at the game of a table."""

    token: str | None = None
    """Of one's seat; not needed by whoever is signed in and has it by their account. Without a seat one looks as a
    spectator."""


class Then(msgspec.Struct, frozen=True, kw_only=True):
    """Show what somebody could know after a turn, or before the first."""

    seat: int | None
    """Whose turn it was."""
    events: tuple[Event, ...]
    position: Position
    waiting: tuple[int, ...]
    """Seats that owed a turn then."""
    over: bool


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """Show a game turn by turn, up to now, as one seat saw it."""

    you: int | None
    """None: a spectator."""
    places: tuple[Then, ...]
