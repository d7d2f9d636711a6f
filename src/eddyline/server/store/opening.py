"""Open the database of a store, and say in a sentence why that is not possible."""

from __future__ import annotations

import contextlib
import errno
import sqlite3
from typing import TYPE_CHECKING, Literal

from eddyline.engine.private import make_file_of_folder
from eddyline.server.store.chain import DAMAGE, primary
from eddyline.server.store.contract import DamagedFileError, FullError, StoreError
from eddyline.server.store.migrations import NEWEST

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

READ_ONLY = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN}
_AS_SQLITE = {
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EDQUOT: sqlite3.SQLITE_FULL,
    errno.EIO: sqlite3.SQLITE_IOERR,
    errno.EACCES: sqlite3.SQLITE_PERM,
    errno.EPERM: sqlite3.SQLITE_PERM,
    errno.EROFS: sqlite3.SQLITE_PERM,
    errno.ENOLCK: sqlite3.SQLITE_PROTOCOL,
    errno.ENOTSUP: sqlite3.SQLITE_PROTOCOL,
    errno.ENOSYS: sqlite3.SQLITE_PROTOCOL,
}
"""SQLite's words for what the system says about a file."""
_OF_THE_FILE_SYSTEM = {
    sqlite3.SQLITE_IOERR_LOCK,
    sqlite3.SQLITE_IOERR_RDLOCK,
    sqlite3.SQLITE_IOERR_UNLOCK,
    sqlite3.SQLITE_IOERR_CHECKRESERVEDLOCK,
    sqlite3.SQLITE_IOERR_SHMLOCK,
    sqlite3.SQLITE_IOERR_SHMMAP,
    sqlite3.SQLITE_IOERR_SHMOPEN,
}
"""What SQLite reports where files cannot be locked, or shared by programs, as a `-wal` needs it."""
BUSY = 10.0
"""Seconds to wait for another process that is using the database."""


def connect(path: Path) -> sqlite3.Connection:
    """Open a connection with explicit transactions; a COMMIT syncs to disk. Raises sqlite3.Error, and StoreError."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY)
    try:
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    if mode != "wal":
        connection.close()
        raise _no_file_system(path, f"it refuses a -wal and keeps to {mode}")
    return connection


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a connection that changes nothing, also beside a server. Raises StoreError, also for errors in the block."""
    with _existing(path, "ro") as connection:
        if _recognise(path, connection) is None:
            raise DamagedFileError(
                f"{path} is empty; start the server once, which makes a store of it, "
                "or put a backup in its place with `eddyline restore`"
            )
        yield connection


@contextlib.contextmanager
def keeping_others_off(path: Path) -> Iterator[None]:
    """Let no other program change the database meanwhile. Raises StoreError."""
    with _existing(path, "rw") as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield


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
    address = f"{path.absolute().as_uri()}?mode={mode}"
    try:
        if not path.exists():
            raise StoreError(f"there is no store at {path}; name another folder with --data")
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
        with contextlib.closing(sqlite3.connect(path, timeout=BUSY)) as connection:
            if _recognise(path, connection) == NEWEST:
                return
    else:
        make_file_of_folder(path)  # SQLite would let others read it, and what it puts beside it
    # Slow to import, and rarely needed.
    from eddyline.server.store.upgrade import upgrade_sqlite  # noqa: PLC0415

    upgrade_sqlite(path, BUSY)


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
    """Say what an error means for the store at `path`.

    Only DamagedFileError says that the file is to blame, and how it is mended: whoever restores a store that was merely
    in use, or out of reach, replaces what is good.
    """
    if isinstance(error, OSError):
        code, extended = _AS_SQLITE.get(error.errno or 0, sqlite3.SQLITE_ERROR), 0
    else:
        code, extended = primary(error), getattr(error, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_FULL or extended == sqlite3.SQLITE_IOERR_SHMSIZE:
        # The second is the file beside the database, which could not be made longer.
        return FullError(f"the disk with {path.parent} is full ({error}); nothing was written")
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return StoreError(
            f"another program uses {path} ({error}); nothing was written. Eddyline has waited {BUSY:g} seconds: end "
            "that program, or try again later. If there is none, this file system cannot lock files: use another one"
        )
    if code in {sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOLFS} or extended in _OF_THE_FILE_SYSTEM:
        return _no_file_system(path, str(error))
    if path.is_dir():
        return StoreError(f"{path} is a folder, where the file of a store is expected; name another folder with --data")
    if code in READ_ONLY:
        return StoreError(
            f"{path.parent} cannot be written ({error}); nothing was written. Give Eddyline the right to write there, "
            "or name another folder with --data"
        )
    if code == sqlite3.SQLITE_IOERR:
        return StoreError(
            f"the disk with {path.parent} fails ({error}); nothing was written. Use another, and name it with --data"
        )
    if code in DAMAGE:
        return DamagedFileError(
            f"{path} is damaged, or no store of Eddyline ({error}); put a backup in its place with `eddyline restore`, "
            "or name another folder with --data"
        )
    return StoreError(f"{path} cannot be used as a store of Eddyline ({error}); nothing was written")


def _no_file_system(path: Path, why: str) -> StoreError:
    """Say that SQLite cannot do there what a store needs."""
    return StoreError(
        f"the file system with {path.parent} cannot lock or share files as SQLite needs it ({why}); "
        "nothing was written. Use a disk of this machine, and name it with --data"
    )
