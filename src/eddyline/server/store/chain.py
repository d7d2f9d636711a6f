"""Chain the entries of a table by digests, and read logs back with every digest checked."""

from __future__ import annotations

import hashlib
import sqlite3
from typing import TYPE_CHECKING, NamedTuple

from eddyline.server.store.contract import DamagedError, Kept, Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
"""SQLite's words for pages that are not what it wrote."""
LAST = "\U0010ffff"
"""Sorts after every table id."""


def primary(error: sqlite3.Error) -> int:
    """Return SQLite's primary code of an error; text that is no UTF-8 has none and counts as damage."""
    no_text = isinstance(error, sqlite3.OperationalError)  # whoever asks wrongly gets an error of another kind
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT if no_text else sqlite3.SQLITE_MISUSE) & 0xFF


def digest(previous: bytes, table: str, version: int, row: Row) -> bytes:
    """Return the digest of an entry: SHA-256 over that of the entry before it (empty for the first) and the entry."""
    return hashlib.sha256(previous + f"{table}\0{version}\0{row.at}\0{row.body}".encode()).digest()


class Link(NamedTuple):
    """Hold one entry whose digest is right."""

    version: int
    row: Row
    digest: bytes


class Head(NamedTuple):
    """Hold the last entry of a table that was confirmed."""

    version: int
    digest: bytes


def linked(
    table: str, after: int, previous: bytes, written: Iterable[tuple[int, int, str, bytes | None]]
) -> Iterator[Link]:
    """Check entries as they were written: version, time, body and digest (None: not known).

    They follow version `after`, whose digest is `previous`. Raises DamagedError at the first that is not what was
    written.
    """
    for expected, (version, at, body, known) in enumerate(written, start=after + 1):
        if version != expected:
            raise DamagedError(table, f"expected version {expected}, got {version}")
        row = Row(at, body)
        previous = digest(previous, table, version, row)
        if known is not None and known != previous:
            raise DamagedError(table, f"version {version} is not what was written")
        yield Link(version, row, previous)


def confirmed(table: str, after: int, links: Iterable[Link], head: Head | None) -> list[Link]:
    """List the links after version `after`; raises DamagedError when they lack what `head` says was confirmed."""
    found = list(links)
    if head is not None and head.version > after:
        last = after + len(found)
        if last < head.version:
            raise DamagedError(table, f"its log ends at version {last}, but version {head.version} was confirmed")
        if found[head.version - after - 1].digest != head.digest:
            raise DamagedError(table, f"its version {head.version} is not the one that was confirmed")
    return found


class Logs:
    """Read the logs that a connection sees. Methods raise sqlite3.Error for anything but damage."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Look whether the logs are chained: those of a store that was not upgraded yet are not."""
        self._connection = connection
        columns = {name for _, name, *_ in connection.execute("PRAGMA table_info(log)")}
        self._digest = "digest" if "digest" in columns else "NULL"

    def tables(self, known: Iterable[str] = ()) -> list[str]:
        """List the tables in the store, and those `known`. Damaged pages hide only what lies in them."""
        found: set[str] = set()
        for step, start in (
            ("SELECT min(table_id) FROM log WHERE table_id > ?", ""),
            ("SELECT max(table_id) FROM log WHERE table_id < ?", LAST),
        ):
            place: str | None = start
            try:
                while True:
                    (place,) = self._connection.execute(step, (place,)).fetchone()
                    if place is None or place in found:
                        break
                    found.add(place)
            except sqlite3.Error as error:
                if primary(error) not in DAMAGE:
                    raise
        return sorted(found.union(known))

    def last_version(self, table: str) -> int:
        """Return the highest version that a table has, intact or not; 0 when none can be read."""
        try:
            (found,) = self._connection.execute("SELECT max(version) FROM log WHERE table_id = ?", (table,)).fetchone()
        except sqlite3.Error as error:
            if primary(error) not in DAMAGE:
                raise
            return 0
        return found if isinstance(found, int) else 0

    def end(self, table: str) -> Kept | None:
        """Return how long a table's log is, intact or not; None when its last entry cannot be read."""
        query = "SELECT version, at FROM log WHERE table_id = ? ORDER BY version DESC LIMIT 1"
        try:
            found = self._connection.execute(query, (table,)).fetchone()
        except sqlite3.Error as error:
            if primary(error) not in DAMAGE:
                raise
            return None
        return None if found is None else Kept(table, *found)

    def walk(self, table: str, after: int = 0) -> Iterator[Link]:
        """Read the entries after version `after`; raises DamagedError at the first that is not what was written."""
        try:
            previous = self._digest_at(table, after)
            query = (
                f"SELECT version, at, body, {self._digest} FROM log "  # noqa: S608 - a column or NULL
                "WHERE table_id = ? AND version > ? ORDER BY version"
            )
            yield from linked(table, after, previous, self._connection.execute(query, (table, after)))
        except sqlite3.Error as error:
            if primary(error) not in DAMAGE:
                raise
            raise DamagedError(table, f"its pages cannot be read ({error})") from error

    def _digest_at(self, table: str, version: int) -> bytes:
        query = f"SELECT {self._digest} FROM log WHERE table_id = ? AND version = ?"  # noqa: S608 - a column or NULL
        return next((found or b"" for (found,) in self._connection.execute(query, (table, version))), b"")

    def read(self, table: str, after: int, head: Head | None) -> list[Link]:
        """Read the entries after version `after`.

        Raises DamagedError when one is not what was written, or when the log lacks what `head` says was confirmed.
        """
        return confirmed(table, after, self.walk(table, after), head)
