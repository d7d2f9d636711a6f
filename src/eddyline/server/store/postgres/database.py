"""Connect to a PostgreSQL database, and say in a sentence why it cannot be used."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import asyncpg

from eddyline.server.store.contract import FullError, StoreError
from eddyline.server.store.postgres.address import read_address

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from eddyline.server.store.postgres.address import Address, Host

_log = logging.getLogger(__name__)

Link: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

OLDEST = 140_000
"""PostgreSQL 14; earlier ones cannot wait for the end of a connection that they terminate."""
CONNECT_WITHIN = 5.0
"""Seconds to wait for a connection, and for an old one to end."""
STATEMENT_WITHIN = 15.0
"""Seconds after which a statement counts as lost."""
TROUBLE = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""What asyncpg raises when something is wrong with the database, the way to it, or how it is asked."""

_ASK = """
SELECT current_setting('server_version_num')::int AS release,
    current_setting('synchronous_commit') IN ('on', 'remote_apply') AS synchronous_commit,
    current_setting('fsync') = 'on' AS fsync,
    current_setting('full_page_writes') = 'on' AS full_page_writes,
    pg_is_in_recovery() AS standby,
    current_setting('transaction_read_only') = 'on' AS read_only,
    current_setting('synchronous_standby_names') <> '' AS waits,
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
    """Connect to the database at `url`; raises StoreError for an address that is none of PostgreSQL.

    Of several hosts, the one that can be written is used: which one that is may change at any time.
    """

    url: str = field(repr=False)
    identity: Identity | None = None
    """Of the database that was connected to first."""
    place: int = 0
    """Where its write-ahead log was when something was confirmed last; it never goes back."""
    _address: Address = field(init=False, repr=False)
    _last: int = field(init=False, default=0, repr=False)
    """Which host could be used last."""

    @property
    def channel(self) -> str:
        """Name the channel on which versions are told, after a connection."""
        assert self.identity is not None
        return f"eddyline_{self.identity.log}"

    def __post_init__(self) -> None:
        """Read the address."""
        self._address = read_address(self.url)

    def __str__(self) -> str:
        """Name the database without its password."""
        return self._address.shown

    async def connect(self, purpose: str) -> Link:
        """Open a connection. Raises StoreError when the database cannot be used, or is not the one it was."""
        hosts = self._address.hosts
        if len(hosts) == 1:
            return await self._connect(hosts[0], str(self), purpose)
        troubles = []
        for number in sorted(range(len(hosts)), key=lambda number: (number - self._last) % len(hosts)):
            try:
                link = await self._connect(hosts[number], hosts[number].name, purpose)
            except StoreError as error:
                troubles.append(str(error))
            else:
                if number != self._last:
                    _log.warning("%s: %s is the primary server now", self, hosts[number].name)
                self._last = number
                return link
        raise StoreError(f"none of the hosts of {self} can be used: {'; '.join(troubles)}")

    async def _connect(self, host: Host, shown: str, purpose: str) -> Link:
        """Connect to one host, which messages call `shown`."""
        try:
            link: Link = await asyncpg.connect(
                host.dsn,
                timeout=self._address.patience or max(2.0, CONNECT_WITHIN / len(self._address.hosts)),
                command_timeout=STATEMENT_WITHIN,
                server_settings={"application_name": f"eddyline {purpose}"},
                target_session_attrs="any",  # what is needed is checked here
            )
        except (*TROUBLE, ValueError) as error:
            raise explained(shown, error) from error
        try:
            self._check(shown, await link.fetchrow(_ASK))
        except BaseException as error:
            link.terminate()
            if isinstance(error, TROUBLE):
                raise explained(shown, error) from error
            raise
        return link

    def _check(self, shown: str, found: asyncpg.Record) -> None:
        if found["release"] < OLDEST:
            raise StoreError(f"{shown} is PostgreSQL {found['release'] // 10_000}; Eddyline needs 14 or newer")
        for setting in ("synchronous_commit", "fsync", "full_page_writes"):
            if not found[setting]:
                raise StoreError(f"{shown} may lose what it has confirmed, because {setting} is off there; turn it on")
        if found["standby"]:
            raise StoreError(f"{shown} is a standby, which cannot be written; the primary server is needed")
        if found["read_only"]:
            raise StoreError(f"{shown} is read-only at the moment; nothing was written")
        identity = Identity(found["system"], found["log"] or 0)
        if self.identity is None:
            if identity.log:
                self.identity, self.place = identity, found["durable"]
                if len(self._address.hosts) > 1 and not found["waits"]:
                    _log.warning(
                        "%s: a failover may lose the last turns, because %s confirms them without waiting for a "
                        "standby; set synchronous_standby_names there",
                        self,
                        shown,
                    )
        elif identity != self.identity or found["place"] < self.place:
            raise StoreError(
                f"{shown} is not the database any more that this server began with, or an older copy of it; "
                "nothing can be saved until the server is restarted"
            )


def explained(database: object, error: Exception) -> StoreError:
    """Say what an error means for a database, or one of its hosts; nothing was written."""
    match error:
        case asyncpg.DiskFullError():
            return FullError(f"the disk of {database} is full ({error}); nothing was written")
        case asyncpg.InvalidPasswordError() | asyncpg.InvalidAuthorizationSpecificationError():
            return StoreError(f"{database} refuses this user or password ({error})")
        case asyncpg.InvalidCatalogNameError():
            return StoreError(f"{database} does not exist; create it with createdb")
        case asyncpg.InsufficientPrivilegeError():
            return StoreError(f"{database} does not let this user do what Eddyline needs ({error})")
        case asyncpg.TooManyConnectionsError():
            return StoreError(
                f"{database} has no connection left ({error}); nothing was written. Other programs have them all: "
                "end some of these, or raise max_connections there"
            )
        case asyncpg.CannotConnectNowError():
            return StoreError(f"{database} takes no connections now ({error}); nothing was written; try again soon")
        case asyncpg.ReadOnlySQLTransactionError():
            return StoreError(f"{database} cannot be written at the moment ({error}); nothing was written")
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
                if isinstance(error, asyncpg.ReadOnlySQLTransactionError):
                    # It is no primary any more: the next caller looks for the one that is.
                    link.terminate()
                    raise explained(self._database, error) from error
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
                await self._link.close(timeout=CONNECT_WITHIN)


def _fatal(error: asyncpg.PostgresError) -> bool:
    """Return whether the database ends the connection with this error."""
    return getattr(error, "severity_en", None) in {"FATAL", "PANIC"} or str(error.sqlstate).startswith("57P")
