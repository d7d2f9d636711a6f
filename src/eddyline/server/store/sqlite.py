"""Store the logs in one SQLite file, for a single process.

One thread writes. It commits all waiting appends in one transaction, so busy tables share one disk sync; every caller
still waits for the COMMIT that contains its entry. Nothing is said to be saved unless the files are the ones that were
opened; nothing is said to be lost unless that is certain.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from eddyline.engine.private import make_folder
from eddyline.server.store import beside
from eddyline.server.store.chain import DAMAGE, Head, Logs, digest, primary
from eddyline.server.store.contract import (
    DamagedError,
    DeletedError,
    Kept,
    OutcomeUnknownError,
    Row,
    StoreError,
    VersionTakenError,
)
from eddyline.server.store.heads import Heads
from eddyline.server.store.lock import FolderLock
from eddyline.server.store.opening import connect, empty_wal, explained, prepare, prove_writable, reading
from eddyline.server.store.rescue import rescue
from eddyline.server.store.sqlite_games import SqliteGames
from eddyline.server.store.startup import check_at_start, file_size
from eddyline.server.store.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_log = logging.getLogger(__name__)

LOOK_EVERY = 1.0
"""Seconds between two looks whether others have changed anything."""
APPENDS_AT_ONCE = 512
"""Maximum number of appends in one transaction."""

_INSERT = "INSERT INTO log (table_id, version, at, body, digest) VALUES "
_BEFORE = "SELECT digest FROM log WHERE table_id = ? AND version = ?"
_WRITTEN = "SELECT at, body FROM log WHERE table_id = ? AND version >= ? ORDER BY version LIMIT ?"


_OF_A_TABLE = (VersionTakenError, DamagedError, DeletedError)
"""What is wrong with one table, not with the store."""


class _Append(NamedTuple):
    table: str
    version: int
    rows: Sequence[Row]
    """Empty: write nothing, only settle what is unknown, and see whether others have changed anything."""
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


class SqliteStore:
    """Store logs in the SQLite file at `path`, which is created when missing and upgraded when older."""

    def __init__(self, path: Path) -> None:
        """Open the file, and check it. Raises StoreError when it cannot be used or another process uses it."""
        self.path = path
        self.peers = None
        self.games = SqliteGames(path.with_suffix(".history"))
        self._lost: str | None = None
        """Why nothing can be saved until the server is restarted."""
        self._failed: str | None = None
        """Why the last appends were not saved."""
        self._unsettled = False
        """Whether a commit has failed and it is not known yet what of it will be there."""
        self._changes = 0
        """How often others have changed something; only the writer counts."""
        self._changes_told = 0
        with contextlib.ExitStack() as undo:
            try:
                make_folder(path.parent)
                lock = FolderLock(path.with_suffix(".lock"))
                undo.callback(lock.release)
                self._heads = Heads(path.with_suffix(".heads"))
                undo.callback(self._heads.close)
                prepare(path)
                self._open()
                undo.callback(self._hang_up)
                prove_writable(self._connection)
                self._watch = Watch(path)
                self._start_check = check_at_start(path, self._heads)
            except (sqlite3.Error, OSError) as error:
                raise explained(path, error) from error
            self._undo = undo.pop_all()
        self._use = threading.Lock()
        """Held while the reading connection is used or replaced."""
        self._jobs: queue.SimpleQueue[_Append | None] = queue.SimpleQueue()
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._writer = threading.Thread(target=self._write, name="store-writer", daemon=True)
        self._writer.start()
        self._closed = False

    @property
    def trouble(self) -> str | None:
        """Return why nothing is saved at the moment; None: it works, as far as is known."""
        return "the store is closed" if self._closed else self._lost or self._failed

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
        if self._unsettled:
            await self.append(table, after, ())
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, self._load, table, after)
        except DamagedError:
            # Another process may have deleted it a moment ago; the writer finds out.
            await self.append("", 0, ())
            return await loop.run_in_executor(self._reader, self._load, table, after)

    async def tables(self) -> list[Kept]:
        """List the tables whose last entry can be read."""
        return await asyncio.to_thread(self._tables)

    def _tables(self) -> list[Kept]:
        with reading(self.path) as connection:
            logs = Logs(connection)
            return [kept for table in logs.tables() if (kept := logs.end(table)) is not None]

    async def delete(self, tables: Mapping[str, int]) -> list[str]:
        """Delete tables that have not changed; `changes` tells of them, too."""
        if self.trouble is not None:
            raise StoreError(self.trouble)
        return await asyncio.to_thread(beside.delete, self.path, tables)

    async def changes(self) -> None:
        """Wait until another connection than the writer's has changed anything."""
        while True:
            await self.append("", 0, ())
            told, self._changes_told = self._changes_told, self._changes
            if self._changes_told != told:
                return
            await asyncio.sleep(LOOK_EVERY)

    async def size(self) -> int:
        """Return the bytes of the database and its `-wal`."""
        try:
            return file_size(self.path)
        except OSError as error:
            raise explained(self.path, error) from error

    async def close(self) -> None:
        """Finish pending appends, then close the file."""
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        self._reader.shutdown()
        await self.games.close()
        self._start_check.stop()
        self._undo.close()

    def _open(self) -> None:
        self._connection = connect(self.path)
        try:
            self._reading = connect(self.path)
            self._reading.execute("PRAGMA query_only = ON")
        except BaseException:
            self._connection.close()
            raise
        self._data_version: tuple[int] | None = None
        self._hung_up = False

    def _hang_up(self) -> None:
        self._hung_up = True
        self._reading.close()
        self._connection.close()

    def _load(self, table: str, after: int) -> list[Row]:
        # Before the log is read, so that an entry confirmed meanwhile is not missed in it.
        head = self._heads.known.get(table)
        with self._use:
            if self._lost is not None:
                raise StoreError(self._lost)
            if self._unsettled:
                raise StoreError(f"{self.path}: a commit has failed, and its outcome is not known yet")
            try:
                return [link.row for link in Logs(self._reading).read(table, after, head)]
            except sqlite3.Error as error:
                raise explained(self.path, error) from error

    # ---- the writer thread ----

    def _write(self) -> None:
        """Commit groups of appends until None arrives."""
        while (first := self._jobs.get()) is not None:
            group = [first]
            last = False
            while len(group) < APPENDS_AT_ONCE and not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    last = True
                    break
                group.append(following)
            outcomes = self._outcomes(group)
            before = self._failed
            self._failed = next((str(each) for each in outcomes if each and not isinstance(each, _OF_A_TABLE)), None)
            if before is not None and self._failed is None:
                _log.warning("%s: entries are saved again", self.path)
            _tell(group, outcomes)
            if last:
                return

    def _outcomes(self, group: Sequence[_Append]) -> list[StoreError | None]:
        """Write a group, whatever happens; return the outcome of each append."""
        try:
            return self._commit(group)
        except StoreError as error:
            return [type(error)(*error.args) for _ in group]
        except Exception as error:  # noqa: BLE001 - nobody may wait for ever, whatever went wrong
            self._unsettled = True
            _log.exception("%s: the outcome of a commit is not known", self.path)
            return [OutcomeUnknownError(f"{self.path}: {error!r}") for _ in group]

    def _commit(self, group: Sequence[_Append]) -> list[StoreError | None]:
        """Write a group in one transaction; raises StoreError when all of it has the same fate."""
        if self._unsettled:
            self._settle()
        self._stay_away_from_strangers()
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._look_for_changes()
            outcomes, heads = self._insert(group)
        except sqlite3.Error as error:
            self._roll_back()
            if len(group) > 1 and primary(error) in DAMAGE:
                # The damaged pages may be those of one table only.
                return [outcome for job in group for outcome in self._outcomes([job])]
            raise explained(self.path, error) from error
        try:
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()
            # Both are found out before the frame that makes the commit has been written.
            if primary(error) in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY}:
                raise explained(self.path, error) from error
            return self._outcomes_after(group, heads, error)
        try:
            self._stay_away_from_strangers()
        except StoreError as error:
            raise OutcomeUnknownError(str(error)) from error
        self._heads.note(heads)
        return outcomes

    def _look_for_changes(self) -> None:
        """Take note of what others have committed; the versions of a connection do not count its own commits."""
        version = self._connection.execute("PRAGMA data_version").fetchone()
        if version == self._data_version:
            return
        try:
            self._heads.forget_deleted()
        except OSError as error:  # looked at again at the next commit
            _log.warning("%s cannot be read: %s", self._heads.path, error)
        else:
            self._data_version = version
            self._changes += 1

    def _insert(self, group: Sequence[_Append]) -> tuple[list[StoreError | None], dict[str, Head]]:
        """Write the rows of a group; return each outcome if the transaction is committed, and the new heads."""
        outcomes: list[StoreError | None] = []
        heads: dict[str, Head] = {}
        for job in group:
            if not job.rows:
                if self._failed is not None:
                    prove_writable(self._connection)
                outcomes.append(None)
                continue
            previous = self._digest_before(job)
            if previous is None:
                gone = job.table in self._heads.deleted
                damaged = DamagedError(job.table, f"its log ends before version {job.version - 1}")
                outcomes.append(DeletedError(job.table) if gone else damaged)
                continue
            values: list[object] = []
            for version, row in enumerate(job.rows, start=job.version):
                previous = digest(previous, job.table, version, row)
                values += (job.table, version, row.at, row.body, previous)
            try:
                # One statement: when a version is taken, SQLite rolls back all of it and nothing else.
                self._connection.execute(_INSERT + ", ".join(["(?, ?, ?, ?, ?)"] * len(job.rows)), values)
            except sqlite3.IntegrityError:
                outcomes.append(VersionTakenError(job.table, job.version))
            else:
                heads[job.table] = Head(job.version + len(job.rows) - 1, previous)
                outcomes.append(None)
        return outcomes, heads

    def _digest_before(self, job: _Append) -> bytes | None:
        """Return the digest that the first row of an append follows; None when the entry before it is missing."""
        if job.version == 1:
            return b""
        # What others delete is forgotten there before this is asked, within the same transaction.
        head = self._heads.known.get(job.table)
        if head is not None and head.version == job.version - 1:
            return head.digest
        found = self._connection.execute(_BEFORE, (job.table, job.version - 1)).fetchone()
        return None if found is None else bytes(found[0])

    def _roll_back(self) -> None:
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            self._unsettled = True

    def _stay_away_from_strangers(self) -> None:
        """Raise StoreError when the files are not the ones that were opened, for good; save what is in them first."""
        if self._lost is None and (happened := self._watch.look(closed=self._hung_up)):
            with self._use:
                self._lost = f"{happened} while the server was running; nothing can be saved until it is restarted"
            _log.critical("%s", self._lost)
            if not self._hung_up:
                rescue(self._connection, self.path, time.time())
        if self._lost is not None:
            raise StoreError(self._lost)

    def _outcomes_after(
        self, group: Sequence[_Append], heads: dict[str, Head], error: sqlite3.Error
    ) -> list[StoreError | None]:
        """Find out what became of a group whose COMMIT failed; raises OutcomeUnknownError."""
        self._unsettled = True
        _log.error("%s: a commit has failed (%s); its outcome is being settled", self.path, error)
        try:
            self._settle()
            outcomes = [self._outcome_of(job, error) for job in group]
        except (StoreError, sqlite3.Error) as further:
            raise OutcomeUnknownError(f"{self.path}: the commit failed ({error}), then {further}") from further
        if any(job.rows and outcome is None for job, outcome in zip(group, outcomes, strict=True)):
            self._heads.note(heads)  # one transaction: all of it is there
        return outcomes

    def _settle(self) -> None:
        """Open the file anew and make durable what can be read then; raises StoreError while the disk does not let us.

        Opening runs SQLite's recovery, as a restart would. The checkpoint writes what was recovered once more, because
        after a sync that failed the system may have dropped pages that can still be read. The last commit takes the
        place of frames that were not recovered, and syncs the folder.
        """
        self._stay_away_from_strangers()
        with self._use:
            self._hang_up()
            try:
                self._open()
                empty_wal(self._connection)
                prove_writable(self._connection)
                self._watch.renew()
            except (sqlite3.Error, OSError, StoreError) as error:
                self._hang_up()
                raise StoreError(
                    f"{self.path}: nothing was written, because an earlier commit is not settled: {error}"
                ) from error
            self._unsettled = False
        self._stay_away_from_strangers()
        _log.warning("%s: it is known again what was saved", self.path)

    def _outcome_of(self, job: _Append, error: sqlite3.Error) -> StoreError | None:
        found = self._connection.execute(_WRITTEN, (job.table, job.version, len(job.rows))).fetchall()
        if found == list(job.rows):
            return None
        return VersionTakenError(job.table, job.version) if found else explained(self.path, error)


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
