"""Say what a store promises; `tests/server/test_store.py` holds every implementation to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


class Row(NamedTuple):
    """One entry of a table's log."""

    at: int
    """When it was appended, in milliseconds since 1970 (UTC)."""
    body: str
    """The entry itself, JSON."""


class StoreError(Exception):
    """Say in a sentence why the store cannot be used or did not keep an entry."""


class VersionTakenError(StoreError):
    """Refuse an append: somebody else has written that version of the table already."""

    def __init__(self, table: str, version: int) -> None:
        super().__init__(f"table {table} has a version {version} already")
        self.table = table
        self.version = version


class Store(Protocol):
    """Hold logs; `(table, version)` is the key, versions are gapless and begin at 1."""

    async def append(self, table: str, version: int, rows: Sequence[Row]) -> None:
        """Write `rows` as `version`, `version + 1`, … – all of them or none; return once they are durable.

        Raises VersionTakenError when one of the versions exists, StoreError when the medium refuses.
        """

    async def load(self, table: str, after: int = 0) -> list[Row]:
        """Read the entries after version `after`, in order; none for an unknown table.

        Raises StoreError when the log has a gap.
        """

    async def close(self) -> None:
        """Finish what was appended and let go of the medium; nothing may be called afterwards."""
