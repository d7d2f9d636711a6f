"""Describe a table that is in memory, with whoever is there, to those who only look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractAsyncContextManager

    from eddyline.protocol.table_info import TableInfo
    from eddyline.server.table.entries import Entry
    from eddyline.server.table.table import Table


class TableInMemory(Protocol):
    """Be a table in memory."""

    table: Table

    def online(self) -> frozenset[int]:
        """Return the seats whose human is connected."""

    def info(self) -> TableInfo:
        """Describe the table and who is connected."""


class Tables(Protocol):
    """Know the tables in memory, and open others."""

    def has(self, table: str) -> bool:
        """Return whether a table is in memory."""

    def rooms(self) -> Sequence[TableInMemory]:
        """List the tables in memory."""

    def room(self, table: str) -> AbstractAsyncContextManager[TableInMemory]:
        """Keep a table in memory while the block runs. Raises RefusalError when there is no such table."""

    async def open_at(self, table: str, log: Sequence[Entry[int]]) -> None:
        """Open a table of this id with its first entries. Raises RefusalError."""
