"""Declare a part of a table in one value: what is there besides its seats, its rules and its game.

A part has an entry of its own in the table's log, is folded from the log, and shown to everybody at the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.server.table.entries import Entry, OfPart
    from eddyline.server.table.state import TableState

ShownT = TypeVar("ShownT")


@dataclass(frozen=True, kw_only=True)
class Removal:
    """Say how the operator of the server takes a part of a table away: a command of `eddyline tables`."""

    command: str
    about: str
    """What the command does."""
    entry: OfPart
    """What it appends to the log of a table where there is anything."""
    done: str
    """What it says then."""
    nothing: str
    """What it says of a table where there is nothing."""


@dataclass(frozen=True, kw_only=True)
class Part(Generic[ShownT]):
    """Hold what there is of a part; `parts.py` lists all of them, and everything else asks that list."""

    name: str
    """Field of `TableInfo` that shows it; None stands there when there is nothing."""
    entry: type[OfPart]
    """What changes it. Written ones never change: see `entries.py`."""
    after: Callable[[ShownT | None, Entry[int], int], ShownT | None]
    """Returns what is there after any entry of the table, appended at a time in milliseconds since 1970."""
    removal: Removal

    def of(self, state: TableState) -> ShownT | None:
        """Return what is there at a table."""
        return state.parts.get(self.name)

    def removed(self, state: TableState) -> OfPart | None:
        """Return the entry by which the operator takes it away; None when there is nothing."""
        return None if self.of(state) is None else self.removal.entry
