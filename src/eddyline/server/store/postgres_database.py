"""Connect to a PostgreSQL database, and say in a sentence why it cannot be used."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from urllib.parse import SplitResult, urlsplit

import asyncpg

from eddyline.server.store.contract import FullError, StoreError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

Link: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

SCHEMES = {"postgresql", "postgres"}
OLDEST = 140_000
"""PostgreSQL 14; earlier ones cannot wait for the end of a connection that they terminate."""
PATIENCE = 5.0
"""Seconds to wait for a connection, and for an old one to end."""
LONGEST = 15.0
"""Seconds after which a statement counts as lost."""
TROUBLE = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""What asyncpg raises when something is wrong with the database, the way to it, or how it is asked."""

_ASK = """
SELECT current_setting('server_version_num')::int AS release,
    current_setting('synchronous_commit') IN ('on', 'remote_apply') AS synchronous_commit,
    current_setting('fsync') = 'on' AS fsync,
    current_setting('full_page_writes') = 'on' AS full_page_writes,
    pg_is_in_recovery() AS standby,
    (SELECT system_identifier FROM pg_control_system()) AS system,
    to_regclass('log')::oid::bigint AS log,
    CASE WHEN pg_is_in_recovery() THEN 0 ELSE (pg_current_wal_insert_lsn() - '0/0')::bigint END AS place,
    CASE WHEN pg_is_in_recovery() THEN 0 ELSE (pg_current_wal_flush_lsn() - '0/0')::bigint END AS durable
"""


class Identity(NamedTuple):
    """Tell one database from another, also from one that was restored in its place with `pg_restore`."""

    system: int
    log: int
    """Number of the table of entries."""


@dataclass(slots=True)
class Database:
    """Connect to the database at `url`; raises StoreError for an address that is none of PostgreSQL."""

    url: str = field(repr=False)
    identity: Identity | None = None
    """Of the database that was connected to first."""
    place: int = 0
    """Where its write-ahead log was when something was confirmed last; it never goes back."""

    @property
    def channel(self) -> str:
        """Name the channel on which versions are told, after a connection."""
        assert self.identity is not None
        return f"eddyline_{self.identity.log}"

    def __post_init__(self) -> None:
        """Check the address."""
        self._shown()

    def __str__(self) -> str:
        """Name the database without its password."""
        return self._shown()

    def _shown(self) -> str:
        try:
            parts = urlsplit(self.url)
            port = f":{parts.port}" if parts.port else ""
        except ValueError:  # its message may quote a password
            parts, port = SplitResult("", "", "", "", ""), ""
        if parts.scheme not in SCHEMES or not parts.path.strip("/"):
            raise StoreError(
                "expected the address of a PostgreSQL database, such as postgresql://user@host/eddyline, "
                f"got one that begins with {self.url.partition(':')[0][:20]!r}"
            )
        user = f"{parts.username}@" if parts.username else ""
        return f"postgresql://{user}{parts.hostname or 'localhost'}{port}{parts.path}"

    async def connect(self, purpose: str) -> Link:
        """Open a connection. Raises StoreError when the database cannot be used, or is not the one it was."""
        try:
            link: Link = await asyncpg.connect(
                self.url,
                timeout=PATIENCE,
                command_timeout=LONGEST,
                server_settings={"application_name": f"eddyline {purpose}"},
            )
        except (*TROUBLE, ValueError) as error:
            raise explained(self, error) from error
        try:
            self._check(await link.fetchrow(_ASK))
        except BaseException as error:
            link.terminate()
            if isinstance(error, TROUBLE):
                raise explained(self, error) from error
            raise
        return link

    def _check(self, found: asyncpg.Record) -> None:
        if found["release"] < OLDEST:
            raise StoreError(f"{self} is PostgreSQL {found['release'] // 10_000}; Eddyline needs 14 or newer")
        for setting in ("synchronous_commit", "fsync", "full_page_writes"):
            if not found[setting]:
                raise StoreError(f"{self} may lose what it has confirmed, because {setting} is off there; turn it on")
        if found["standby"]:
            raise StoreError(f"{self} is a standby, which cannot be written; name the primary server")
        identity = Identity(found["system"], found["log"] or 0)
        if self.identity is None:
            if identity.log:
                self.identity, self.place = identity, found["durable"]
        elif identity != self.identity or found["place"] < self.place:
            raise StoreError(
                f"{self} is not the database any more that this server began with, or an older copy of it; "
                "nothing can be saved until the server is restarted"
            )


def explained(database: Database, error: Exception) -> StoreError:
    """Say what an error means for a database; nothing was written."""
    match error:
        case asyncpg.DiskFullError():
            return FullError(f"the disk of {database} is full ({error}); nothing was written")
        case asyncpg.InvalidPasswordError() | asyncpg.InvalidAuthorizationSpecificationError():
            return StoreError(f"{database} refuses this user or password ({error})")
        case asyncpg.InvalidCatalogNameError():
            return StoreError(f"{database} does not exist; create it with createdb")
        case asyncpg.InsufficientPrivilegeError():
            return StoreError(f"{database} does not let this user do what Eddyline needs ({error})")
        case asyncpg.PostgresError():
            return StoreError(f"{database}: nothing was written, because: {error}")
        case ValueError():
            return StoreError(f"{database} has an option in its address that PostgreSQL does not know")
    return StoreError(f"{database} cannot be reached ({str(error) or type(error).__name__}); nothing was written")


class LostError(StoreError):
    """Report that a connection broke before the answer to a statement; it may be carried out or not."""


class Line:
    """Keep one connection, which is used by one caller at a time and opened anew when it has broken."""

    def __init__(self, database: Database, purpose: str) -> None:
        self._database = database
        self._purpose = purpose
        self._link: Link | None = None
        self._in_use = asyncio.Lock()

    @contextlib.asynccontextmanager
    async def use(self) -> AsyncIterator[Link]:
        """Use the connection in the block.

        Raises StoreError for what is wrong there: LostError when the connection broke, any other when the last
        statement changed nothing.
        """
        async with self._in_use:
            if self._link is None or self._link.is_closed():
                self._link = await self._database.connect(self._purpose)
            link = self._link
            try:
                yield link
            except TROUBLE as error:
                if isinstance(error, asyncpg.PostgresError) and not (link.is_closed() or _fatal(error)):
                    raise explained(self._database, error) from error
                link.terminate()
                raise LostError(
                    f"{self._database}: the connection broke ({str(error) or type(error).__name__})"
                ) from error

    async def close(self) -> None:
        """End the connection."""
        if self._link is not None:
            with contextlib.suppress(*TROUBLE):
                await self._link.close(timeout=PATIENCE)


def _fatal(error: asyncpg.PostgresError) -> bool:
    """Return whether the database ends the connection with this error."""
    return getattr(error, "severity_en", None) in {"FATAL", "PANIC"} or str(error.sqlstate).startswith("57P")
