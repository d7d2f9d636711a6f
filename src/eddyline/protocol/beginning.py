"""Say what a game begins with that pages cannot read for themselves: a part of the protocol."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from eddyline.engine.options import OptionValue


class AskBeginning(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask what a game begins with, as the header of its saved game says."""

    players: Annotated[int, msgspec.Meta(ge=1, le=12)]
    options: dict[str, OptionValue] = {}
    """With a map as its text; those that are missing have their defaults."""
    position: dict[str, Any] | None = None
    """Position that it began with; it has its own options."""


class Beginning(msgspec.Struct, frozen=True, kw_only=True):
    """Answer an `AskBeginning`, for clients that know the rules; nothing in it is secret to whoever asked."""

    rules: str
    """Digest of the compiled rules for which the record is, as their module tells it."""
    record: bytes
    """The game's record: as the position says, or before the set-up, which needs a word of chance."""
    board: bytes | None
    """Board that the rules do not have, compressed (raw deflate), and that the record then calls number 0."""
    given: dict[str, Any]
    """Fields of a view that the rules do not fill."""
