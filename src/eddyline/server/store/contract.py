"""Define the contract of a store; `tests/server/test_store.py` checks every implementation."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


class Row(NamedTuple):
    """Hold one entry of a table's log."""

    at: int
    """When it was appended, in milliseconds since 1970 (UTC)."""
    body: str
    """The entry as JSON."""


class StoreError(Exception):
    """Explain why the store cannot be used or did not save an entry; nothing was written."""


class FullError(StoreError):
    """Report that the disk is full; nothing was written."""


class VersionTakenError(StoreError):
    """Refuse an append because the table already has that version."""

    def __init__(self, table: str, version: int) -> None:
        super().__init__(f"table {table} has a version {version} already")
        self.table = table
        self.version = version


class OutcomeUnknownError(StoreError):
    """Report that entries may have been written or not; a later `load` that succeeds tells which."""


class DamagedError(StoreError):
    """Report that the log of a table is not what was written."""

    def __init__(self, table: str, why: str) -> None:
        super().__init__(f"table {table} is damaged: {why}")
        self.table = table
        self.why = why


class Store(Protocol):
    """Hold logs; `(table, version)` is the key, versions are gapless and begin at 1."""

    @property
    def trouble(self) -> str | None:
        """Return why the store saves nothing at the moment; None: it works, as far as is known."""

    async def append(self, table: str, version: int, rows: Sequence[Row]) -> None:
        """Write `rows` as `version`, `version + 1`, … – all of them or none; return once they are durable.

        Raises VersionTakenError when one of the versions exists, OutcomeUnknownError when it cannot be found out
        whether they were written, and any other StoreError when they were not.
        """

    async def load(self, table: str, after: int = 0) -> list[Row]:
        """Read the entries after version `after`, in order; none for an unknown table.

        What it returns is durable. Raises DamagedError when the log is not what was written, StoreError when nothing
        can be read.
        """

    async def close(self) -> None:
        """Finish pending appends and release the medium; no method may be called afterwards."""
