"""Store the logs in a PostgreSQL database, for any number of processes.

One task writes. It commits all waiting appends, of different tables, with one statement that is a transaction of its
own: one round trip and one sync for all of them. When the connection breaks meanwhile, the outcome is found out before
anything else is written. Other processes are told of every version by the same transaction.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import logging
import secrets
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

import asyncpg

from eddyline.server.store.chain import Head, digest
from eddyline.server.store.contract import (
    DamagedError,
    DeletedError,
    Kept,
    OutcomeUnknownError,
    Row,
    StoreError,
    VersionTakenError,
)
from eddyline.server.store.postgres.database import CONNECT_WITHIN, Database, Line, LostError
from eddyline.server.store.postgres.games import PostgresGames
from eddyline.server.store.postgres.logs import delete, read, tables
from eddyline.server.store.postgres.peers import PostgresPeers
from eddyline.server.store.postgres.prepare import prepare

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from eddyline.server.store.postgres.database import Link

_log = logging.getLogger(__name__)

_OF_A_TABLE = (VersionTakenError, DamagedError, DeletedError)
"""What is wrong with one table, not with the store."""
RETRY_EVERY = 1.0
"""Seconds between two attempts while nothing can be saved."""
APPENDS_AT_ONCE = 512
"""Maximum number of appends in one transaction."""

_APPEND = """
WITH asked AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::bytea[], $6::int[], $7::bytea[])
        AS asked (table_id, version, at, body, digest, first, previous)
), begun AS (
    -- In one order everywhere: two processes that append to the same tables cannot wait for each other.
    INSERT INTO log (table_id, version, at, body, digest)
    SELECT table_id, version, at, body, digest FROM asked
    WHERE version = first AND (first = 1 OR EXISTS (
        SELECT FROM log WHERE log.table_id = asked.table_id AND log.version = first - 1 AND log.digest = previous
    ))
    ORDER BY table_id
    ON CONFLICT DO NOTHING
    RETURNING table_id
), continued AS (
    INSERT INTO log (table_id, version, at, body, digest)
    SELECT table_id, version, at, body, digest FROM asked JOIN begun USING (table_id) WHERE version > first
)
SELECT table_id, pg_notify($8, $9 || table_id), (pg_current_wal_insert_lsn() - '0/0')::bigint AS place FROM begun
"""
_HEADS = """
SELECT table_id, digest FROM unnest($1::text[], $2::int[]) AS asked (table_id, version)
JOIN log USING (table_id, version)
"""
_FROM = "SELECT version, digest FROM log WHERE table_id = $1 AND version >= $2 ORDER BY version LIMIT $3"
_ANY = "SELECT max(version) FROM log WHERE table_id = $1"
_END_OTHERS = """
SELECT bool_and(pg_terminate_backend(pid, $1)) FROM pg_stat_activity
WHERE application_name = current_setting('application_name') AND pid <> pg_backend_pid()
"""
# It is the cheapest proof that the database writes again.
_PROVE = "UPDATE alembic_version SET version_num = version_num"


class _Append(NamedTuple):
    table: str
    version: int
    rows: Sequence[Row]
    """Empty: write nothing, only settle what is unknown."""
    done: asyncio.Future[None]


def _nothing() -> _Append:
    """Return an append of nothing, for which nobody waits."""
    nobody: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    nobody.cancel()
    return _Append("", 0, (), nobody)


class _Ready(NamedTuple):
    """Hold an append with what its entries are chained by."""

    job: _Append
    previous: bytes
    digests: Sequence[bytes]


class PostgresStore:
    """Store logs in the PostgreSQL database at `url`, whose schema is created when missing and upgraded when older."""

    def __init__(self, url: str) -> None:
        """Look at the database. Raises StoreError when it cannot be used, or may lose what it has confirmed."""
        self._database = Database(url)
        prepare(self._database)
        name = secrets.token_hex(8)
        self.peers = PostgresPeers(self._database, name)
        self._writing = Line(self._database, f"writing {name}")
        self._reading = Line(self._database, f"reading {name}")
        self._looking_back = Line(self._database, f"looking back {name}")
        self.games = PostgresGames(self._looking_back)
        self._heads: dict[str, Head] = {}
        """The last entries that this process knows to be durable."""
        self._unsettled = False
        """Whether a statement was lost, and the database may still be carrying it out."""
        self._failed: StoreError | None = None
        """Why the last appends were not saved."""
        self._waiting: deque[_Append] = deque()
        self._some = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._closed = False

    def __str__(self) -> str:
        """Name the database without its password."""
        return str(self._database)

    @property
    def trouble(self) -> str | None:
        """Return why nothing is saved at the moment; None: it works, as far as is known."""
        if self._closed:
            return "the store is closed"
        return str(self._failed) if self._failed is not None else self.peers.trouble

    async def append(self, table: str, version: int, rows: Sequence[Row]) -> None:
        """Write `rows` from `version` on, all or none; return after the COMMIT."""
        if self._closed:
            raise StoreError("the store is closed; nothing can be kept any more")
        if self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._write())
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Append(table, version, rows, done))
        self._some.set()
        await done

    async def load(self, table: str, after: int = 0) -> list[Row]:
        """Read the entries after version `after`, in order."""
        if self._unsettled:
            await self.append("", 0, ())
        # Before the log is read, so that an entry confirmed meanwhile is not missed in it.
        head = self._heads.get(table)
        async with self._reading.use() as link:
            links = await read(link, table, after, head)
        if links is None:
            self._heads.pop(table, None)
        elif links:
            self._note(table, Head(links[-1].version, links[-1].digest))
        return [link.row for link in links or ()]

    async def tables(self) -> list[Kept]:
        """List the tables whose last entry can be read."""
        async with self._reading.use() as link:
            return await tables(link)

    async def delete(self, asked: Mapping[str, int]) -> list[str]:
        """Delete tables that have not changed; `changes` tells of them, too."""
        async with self._reading.use() as link:
            return await delete(link, self.peers.channel, asked)

    async def changes(self) -> frozenset[str] | None:
        """Wait until another process has changed logs; None after the connection that tells of it was lost."""
        return await self.peers.changes()

    async def size(self) -> int:
        """Return the bytes of the logs with their index."""
        async with self._reading.use() as link:
            found: int = await link.fetchval("SELECT pg_total_relation_size('log')")
        return found

    async def close(self) -> None:
        """Finish pending appends, then end the connections."""
        if self._closed:
            return
        self._closed = True
        self._some.set()
        if self._writer is not None:
            await self._writer
        await self.peers.close()
        for line in (self._writing, self._reading, self._looking_back):
            await line.close()

    # ---- the writer ----

    async def _write(self) -> None:
        """Commit groups of appends until the store is closed and none is left."""
        while self._waiting or not self._closed:
            if not self._waiting:
                self._some.clear()
                # While something is wrong, perhaps nobody writes until it is known to be over.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(RETRY_EVERY if self._failed else None):
                        await self._some.wait()
            group = self._next_group() or [_nothing()]
            outcomes = await self._outcomes(group)
            before = self._failed
            self._failed = next((each for each in outcomes if each and not isinstance(each, _OF_A_TABLE)), None)
            if before is not None and self._failed is None:
                _log.warning("%s: entries are saved again", self)
            for job, outcome in zip(group, outcomes, strict=True):
                if job.done.done():  # its caller was cancelled; the entry is still durable
                    continue
                if outcome is None:
                    job.done.set_result(None)
                else:
                    job.done.set_exception(outcome)

    def _next_group(self) -> list[_Append]:
        """Take the appends that wait, one of each table; the others stay in their order."""
        group: dict[str, _Append] = {}
        left: deque[_Append] = deque()
        while self._waiting and len(group) < APPENDS_AT_ONCE:
            job = self._waiting.popleft()
            if job.table in group:
                left.append(job)
            else:
                group[job.table] = job
        left.extend(self._waiting)
        self._waiting = left
        return list(group.values())

    async def _outcomes(self, group: Sequence[_Append]) -> list[StoreError | None]:
        """Write a group, whatever happens; return the outcome of each append."""
        try:
            return await self._commit(group)
        except StoreError as error:
            if isinstance(error.__cause__, asyncpg.IntegrityConstraintViolationError):
                if len(group) > 1:
                    return [outcome for job in group for outcome in await self._outcomes([job])]
                return [DamagedError(group[0].table, "its log has entries after a gap")]
            return [copy.copy(error) for _ in group]
        except Exception as error:  # noqa: BLE001 - nobody may wait for ever, whatever went wrong
            self._unsettled = True
            _log.exception("%s: the outcome of a commit is not known", self)
            return [OutcomeUnknownError(f"{self}: {error!r}") for _ in group]

    async def _commit(self, group: Sequence[_Append]) -> list[StoreError | None]:
        """Write a group in one transaction; raises StoreError when all of it has the same fate."""
        async with self._writing.use() as link:
            await self._settle(link)
            if self._failed is not None:
                await link.execute(_PROVE)
            ready = await self._chained(link, [job for job in group if job.rows])
        written = await self._insert(ready) if ready else frozenset()
        ends = {each.job.table: each.digests[-1] for each in ready}
        return [await self._outcome(job, ends.get(job.table, b""), written) for job in group]

    async def _insert(self, ready: Sequence[_Ready]) -> Collection[str] | None:
        """Write entries; return to which tables. None: that is to be read, because the answer was lost."""
        try:
            async with self._writing.use() as link:
                written = await link.fetch(_APPEND, *_columns(ready), self.peers.channel, f"{self.peers.name} ")
        except LostError as error:
            self._unsettled = True
            _log.error("%s: a commit was lost (%s); its outcome is being settled", self, error)
            try:
                async with self._writing.use() as link:
                    await self._settle(link)
            except StoreError as further:
                raise OutcomeUnknownError(f"{error}, then: {further}") from further
            return None
        self._database.place = max([self._database.place, *(row["place"] for row in written)])
        return {row["table_id"] for row in written}

    async def _settle(self, link: Link) -> None:
        """See that no statement of a connection before this one is still carried out; raises StoreError if one is."""
        if self._unsettled:
            if await link.fetchval(_END_OTHERS, int(CONNECT_WITHIN * 1000)) is False:
                raise StoreError(f"{self}: nothing was written, because an earlier commit is not settled")
            # A commit that was ended while it waited for a standby can be read, and is here only until the standby has
            # confirmed one that comes after it.
            await link.execute(_PROVE)
            self._unsettled = False
            _log.warning("%s: it is known again what was saved", self)

    async def _chained(self, link: Link, jobs: Sequence[_Append]) -> list[_Ready]:
        """Chain the entries of appends by digests; without those before which an entry is missing."""
        before = {job.table: b"" for job in jobs if job.version == 1}
        for job in jobs:
            head = self._heads.get(job.table)
            if head is not None and head.version == job.version - 1:
                before[job.table] = head.digest
        if unknown := [(job.table, job.version - 1) for job in jobs if job.table not in before]:
            before |= {row["table_id"]: row["digest"] for row in await link.fetch(_HEADS, *zip(*unknown, strict=True))}
        ready = []
        for job in jobs:
            if (previous := before.get(job.table)) is not None:
                digests = [previous]
                for version, row in enumerate(job.rows, start=job.version):
                    digests.append(digest(digests[-1], job.table, version, row))
                ready.append(_Ready(job, previous, digests[1:]))
        return ready

    async def _outcome(self, job: _Append, end: bytes, written: Collection[str] | None) -> StoreError | None:
        """Return the outcome of an append whose last entry has the digest `end`, after what `_insert` returned."""
        if not job.rows:
            return None
        last = job.version + len(job.rows) - 1
        if written is None or job.table not in written:
            try:
                async with self._writing.use() as link:
                    found = dict(await link.fetch(_FROM, job.table, job.version - 1, len(job.rows) + 1))
                    newest = await link.fetchval(_ANY, job.table)
            except StoreError as error:
                return OutcomeUnknownError(str(error)) if written is None else error
            if written is not None or found.get(last) != end:
                return self._refused(job, found, newest)
        self._note(job.table, Head(last, end))
        return None

    def _refused(self, job: _Append, found: Mapping[int, bytes], last: int | None) -> StoreError:
        """Say why an append was not written: what is `found` from the version before on, and the last version."""
        head = self._heads.get(job.table)
        if job.version in found:
            return VersionTakenError(job.table, job.version)
        if last is None and job.version > 1:
            self._heads.pop(job.table, None)
            return DeletedError(job.table)
        if job.version > 1 and job.version - 1 not in found:
            return DamagedError(job.table, f"its log ends before version {job.version - 1}")
        if head is not None and head.version == job.version - 1 and found[head.version] != head.digest:
            return DamagedError(job.table, f"its version {head.version} is not the one that was confirmed")
        return StoreError(f"{self}: nothing was written, because the connection broke")

    def _note(self, table: str, head: Head) -> None:
        """Note an entry that is durable."""
        if table not in self._heads or head.version >= self._heads[table].version:
            self._heads[table] = head


def _columns(ready: Sequence[_Ready]) -> list[list[object]]:
    """Return the rows of appends column by column."""
    rows = [
        (job.table, version, row.at, row.body, written, job.version, previous)
        for job, previous, digests in ready
        for version, (row, written) in enumerate(zip(job.rows, digests, strict=True), start=job.version)
    ]
    return [list(column) for column in zip(*rows, strict=True)]
