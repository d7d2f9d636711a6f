"""Open the database of a store, and say in a sentence why that is not possible."""

from __future__ import annotations

import contextlib
import errno
import sqlite3
from typing import TYPE_CHECKING, Literal

from eddyline.server.store.chain import primary
from eddyline.server.store.contract import FullError, StoreError
from eddyline.server.store.migrations import NEWEST

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

READ_ONLY = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN}
BUSY = 10.0
"""Seconds to wait for another process that is using the database."""


def connect(path: Path) -> sqlite3.Connection:
    """Open a connection with explicit transactions; a COMMIT syncs to disk."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a connection that changes nothing, also beside a server. Raises StoreError, also for errors in the block."""
    with _existing(path, "ro") as connection:
        _recognise(path, connection)
        yield connection


@contextlib.contextmanager
def changing(path: Path) -> Iterator[sqlite3.Connection]:
    """Carry out the block in one transaction, also beside a server. Raises StoreError, also for errors in the block."""
    with _existing(path, "rw") as connection:
        if _recognise(path, connection) != NEWEST:
            raise StoreError(f"{path} was written by an earlier Eddyline; start the server once, which upgrades it")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        yield connection
        connection.execute("COMMIT")


@contextlib.contextmanager
def _existing(path: Path, mode: Literal["ro", "rw"]) -> Iterator[sqlite3.Connection]:
    if not path.exists():
        raise StoreError(f"there is no store at {path}; name another folder with --data")
    address = f"{path.absolute().as_uri()}?mode={mode}"
    try:
        with contextlib.closing(
            sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False, timeout=BUSY)
        ) as connection:
            yield connection
    except (sqlite3.Error, OSError) as error:
        raise explained(path, error) from error


def prove_writable(connection: sqlite3.Connection) -> None:
    """Commit a change of nothing. Raises sqlite3.Error.

    It is the cheapest proof that the disk takes what it is given, and it takes the place of what an earlier commit that
    failed has left in the `-wal`.
    """
    connection.execute("UPDATE alembic_version SET version_num = version_num")


def empty_wal(connection: sqlite3.Connection) -> None:
    """Write everything from the `-wal` into the database. Raises sqlite3.Error, StoreError while others are reading."""
    (busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise StoreError("another program is reading the file")


def prepare(path: Path) -> None:
    """Create or upgrade the store at `path`. Raises StoreError for a file that is no store, or a newer one."""
    if path.exists():
        with contextlib.closing(sqlite3.connect(path)) as connection:
            if _recognise(path, connection) == NEWEST:
                return
    # Slow to import, and rarely needed.
    from eddyline.server.store.upgrade import upgrade_sqlite  # noqa: PLC0415

    upgrade_sqlite(path)


def _recognise(path: Path, connection: sqlite3.Connection) -> str | None:
    """Return the revision of the schema; None for an empty file. Raises StoreError."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    revision: str | None = None
    if "alembic_version" in names:
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone() or (None,)
    if names and (revision is None or "log" not in names):
        raise StoreError(f"{path} is an SQLite database, but not a store of Eddyline; name another folder with --data")
    if revision in {NEWEST, None}:
        return revision
    from eddyline.server.store.upgrade import known_revisions  # noqa: PLC0415 - slow to import, and rarely needed

    if revision not in known_revisions():
        raise StoreError(
            f"{path} was written by a newer Eddyline (its schema is {revision}, this program knows up to {NEWEST}); "
            "upgrade Eddyline, or name another folder with --data"
        )
    return revision


def explained(path: Path, error: sqlite3.Error | OSError) -> StoreError:
    """Say what an error means for the store at `path`."""
    if isinstance(error, OSError):
        full, broken = error.errno == errno.ENOSPC, error.errno == errno.EIO
        closed = error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}
    else:
        full, broken = primary(error) == sqlite3.SQLITE_FULL, primary(error) == sqlite3.SQLITE_IOERR
        closed = primary(error) in READ_ONLY and not path.is_dir()
        # The file beside the database that could not be made longer.
        full = full or getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHMSIZE
    if full:
        return FullError(f"the disk with {path.parent} is full ({error}); nothing was written")
    if closed:
        return StoreError(
            f"{path.parent} cannot be written ({error}); give Eddyline the right to write there, "
            "or name another folder with --data"
        )
    if broken:
        return StoreError(f"the disk with {path.parent} fails ({error}); use another one, and name it with --data")
    return StoreError(
        f"{path} cannot be read as a store of Eddyline ({error}); "
        "put a backup in its place with `eddyline restore`, or name another folder with --data"
    )
