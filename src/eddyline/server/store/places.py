"""Look at a store, and change it, in another way than by serving it: for the host's commands, and for moderators."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from eddyline.server.store import beside
from eddyline.server.store.chain import Logs
from eddyline.server.store.heads import read_heads
from eddyline.server.store.opening import explained, reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from eddyline.server.store.chain import Head, Link
    from eddyline.server.store.contract import Kept, Row


class Reader(Protocol):
    """Read the logs of a store."""

    def tables(self, known: Iterable[str] = ()) -> list[str]:
        """List the tables in the store, and those `known`."""

    def last_version(self, table: str) -> int:
        """Return the highest version that a table has, intact or not; 0 when none can be read."""

    def end(self, table: str) -> Kept | None:
        """Return how long a table's log is, intact or not; None when its last entry cannot be read."""

    def read(self, table: str, after: int, head: Head | None) -> list[Link]:
        """Read the entries after version `after`; raises DamagedError when they are not what was confirmed."""


class Place(Protocol):
    """Stand for a store, which may be in use. Methods raise StoreError."""

    def heads(self) -> dict[str, Head]:
        """Return what is remembered outside of the logs: the last confirmed entry of each table."""

    def reading(self) -> contextlib.AbstractContextManager[Reader]:
        """Read the logs in the block."""

    def forgotten(self, table: str) -> bool:
        """Return whether a table with a head was deleted since."""

    def delete(self, tables: Mapping[str, int | None]) -> list[str]:
        """Delete tables; return which. One for which another version is given than its last one is kept."""

    def append(self, table: str, version: int, rows: Sequence[Row]) -> None:
        """Append entries from `version` on; raises VersionTakenError, DeletedError, DamagedError."""


class FilePlace:
    """Stand for the store in the SQLite file at `path`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def heads(self) -> dict[str, Head]:
        """Read the file beside the store."""
        heads = self.path.with_suffix(".heads")
        try:
            return read_heads(heads)
        except OSError as error:
            raise explained(heads, error) from error

    @contextlib.contextmanager
    def reading(self) -> Iterator[Logs]:
        """Open the file."""
        with reading(self.path) as connection:
            yield Logs(connection)

    def forgotten(self, table: str) -> bool:
        """Look into the heads again."""
        return table not in self.heads()

    def delete(self, tables: Mapping[str, int | None]) -> list[str]:
        """Delete tables."""
        return beside.delete(self.path, tables)

    def append(self, table: str, version: int, rows: Sequence[Row]) -> None:
        """Append entries."""
        beside.append(self.path, table, version, rows)


def place_at(where: Path | str) -> Place:
    """Return the store in an SQLite file, or in the PostgreSQL database at an address."""
    if isinstance(where, Path):
        return FilePlace(where)
    from eddyline.server.store.postgres.place import PostgresPlace  # noqa: PLC0415 - an extra that few need

    return PostgresPlace(where)
