"""Store the logs in one SQLite file, for a single process.

One thread writes. It commits all waiting appends in one transaction, so busy tables share one disk sync; every caller
still waits for the COMMIT that contains its entry.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from eddyline.server.store.contract import Row, StoreError, VersionTakenError
from eddyline.server.store.migrations import NEWEST

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

GROUP = 512
"""Maximum number of appends in one transaction."""

_INSERT = "INSERT INTO log (table_id, version, at, body) VALUES "
_SELECT = "SELECT version, at, body FROM log WHERE table_id = ? AND version > ? ORDER BY version"


class _Append(NamedTuple):
    table: str
    version: int
    rows: Sequence[Row]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


class SqliteStore:
    """Store logs in the SQLite file at `path`, which is created when missing and upgraded when older."""

    def __init__(self, path: Path) -> None:
        """Open the file. Raises StoreError when it is damaged, newer than this program, or not a store."""
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _prepare(path)
            self._connection = _connect(path)
            self._reading = _connect(path)
            self._reading.execute("PRAGMA query_only = ON")
        except (sqlite3.Error, OSError) as error:
            raise StoreError(_unreadable(path, error)) from error
        self._jobs: queue.SimpleQueue[_Append | None] = queue.SimpleQueue()
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._writer = threading.Thread(target=self._write, name="store-writer", daemon=True)
        self._writer.start()
        self._closed = False
        self._trouble: str | None = None

    @property
    def trouble(self) -> str | None:
        """Return why the last appends were not written; None: they were."""
        return "the store is closed" if self._closed else self._trouble

    async def append(self, table: str, version: int, rows: Sequence[Row]) -> None:
        """Write `rows` from `version` on, all or none; return after the COMMIT."""
        if self._closed:
            raise StoreError("the store is closed; nothing can be kept any more")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._jobs.put(_Append(table, version, rows, loop, done))
        await done

    async def load(self, table: str, after: int = 0) -> list[Row]:
        """Read the entries after version `after`, in order."""
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._load, table, after)

    async def close(self) -> None:
        """Finish pending appends, then close the file."""
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        self._reader.shutdown()
        self._reading.close()
        self._connection.close()

    def _load(self, table: str, after: int) -> list[Row]:
        try:
            found = self._reading.execute(_SELECT, (table, after)).fetchall()
        except sqlite3.Error as error:
            raise StoreError(_unreadable(self.path, error)) from error
        for expected, (version, _, _) in enumerate(found, start=after + 1):
            if version != expected:
                raise StoreError(
                    f"{self.path}: the log of table {table} is damaged: expected version {expected}, got {version}"
                )
        return [Row(at, body) for _, at, body in found]

    def _write(self) -> None:
        """Commit groups of appends until None arrives (in the writer thread)."""
        while (first := self._jobs.get()) is not None:
            group = [first]
            last = False
            while len(group) < GROUP and not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    last = True
                    break
                group.append(following)
            _tell(group, self._commit(group))
            if last:
                return

    def _commit(self, group: Sequence[_Append]) -> list[StoreError | None]:
        """Write a group in one transaction; return the outcome of each append."""
        outcomes: list[StoreError | None] = []
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for job in group:
                values = [
                    value
                    for version, row in enumerate(job.rows, start=job.version)
                    for value in (job.table, version, row.at, row.body)
                ]
                try:
                    # One statement: when a version is taken, SQLite rolls back all of it and nothing else.
                    self._connection.execute(_INSERT + ", ".join(["(?, ?, ?, ?)"] * len(job.rows)), values)
                except sqlite3.IntegrityError:
                    outcomes.append(VersionTakenError(job.table, job.version))
                else:
                    outcomes.append(None)
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            message = f"{self.path}: nothing was written, because: {error}"
            self._trouble = message
            return [StoreError(message) for _ in group]
        self._trouble = None
        return outcomes


def _tell(group: Sequence[_Append], outcomes: Sequence[StoreError | None]) -> None:
    """Resolve the futures of a group, with one wake-up per event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[None], StoreError | None]]] = {}
    for job, outcome in zip(group, outcomes, strict=True):
        by_loop.setdefault(job.loop, []).append((job.done, outcome))
    for loop, settled in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, settled)


def _resolve(settled: Sequence[tuple[asyncio.Future[None], StoreError | None]]) -> None:
    for done, outcome in settled:
        if done.done():  # its caller was cancelled; the entry is still durable
            continue
        if outcome is None:
            done.set_result(None)
        else:
            done.set_exception(outcome)


def _connect(path: Path) -> sqlite3.Connection:
    """Open a connection with explicit transactions; a COMMIT syncs to disk."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _prepare(path: Path) -> None:
    """Check that the file is a store of Eddyline, and upgrade it to the newest schema."""
    names: set[str] = set()
    revision = None
    if path.exists():
        connection = sqlite3.connect(path)
        try:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if "alembic_version" in names:
                (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone() or (None,)
        finally:
            connection.close()
    if revision == NEWEST and "log" in names:
        return
    # Slow to import, and rarely needed.
    from eddyline.server.store.upgrade import known_revisions, upgrade_sqlite  # noqa: PLC0415

    if names and (revision is None or "log" not in names):
        raise StoreError(f"{path} is an SQLite database, but not a store of Eddyline; name another folder with --data")
    if revision is not None and revision not in known_revisions():
        raise StoreError(
            f"{path} was written by a newer Eddyline (its schema is {revision}, this program knows up to {NEWEST}); "
            "upgrade Eddyline, or name another folder with --data"
        )
    upgrade_sqlite(path)


def _unreadable(path: Path, error: Exception) -> str:
    return (
        f"{path} cannot be read as a store of Eddyline ({error}); "
        "put a backup in its place, or name another folder with --data"
    )
