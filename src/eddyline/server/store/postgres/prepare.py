"""Create and upgrade the schema of a PostgreSQL database; recognise what is no store of Eddyline."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from eddyline.server.store.contract import StoreError
from eddyline.server.store.migrations import NEWEST
from eddyline.server.store.postgres.database import TROUBLE, Database, explained

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from eddyline.server.store.postgres.database import Link

T = TypeVar("T")

_UPGRADING = 0x656464796C696E65
"""Number of the advisory lock that keeps two processes from creating the schema at the same time."""


def prepare(database: Database) -> None:
    """Create or upgrade the schema. Raises StoreError for what is no store of Eddyline, or a newer one."""
    run(_prepare(database))


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end in an event loop of its own, wherever the caller is."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, work).result()


async def _prepare(database: Database) -> None:
    link = await database.connect("preparing")
    try:
        if await recognise(database, link) == NEWEST:
            return
        await _upgrade(database)
    except TROUBLE as error:
        raise explained(database, error) from error
    finally:
        await link.close()
    # From here on it is known which database it is.
    await (await database.connect("preparing")).close()


async def recognise(database: Database, link: Link) -> str | None:
    """Return the revision of the schema; None for an empty database. Raises StoreError."""
    query = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    names = {name for (name,) in await link.fetch(query)}
    revision: str | None = None
    if "alembic_version" in names:
        revision = await link.fetchval("SELECT version_num FROM alembic_version")
    if names and (revision is None or "log" not in names):
        raise StoreError(f"{database} has tables, but is not a store of Eddyline; name an empty database")
    if revision in {NEWEST, None}:
        return revision
    from eddyline.server.store.upgrade import known_revisions  # noqa: PLC0415 - slow to import, and rarely needed

    if revision not in known_revisions():
        raise StoreError(
            f"{database} was written by a newer Eddyline (its schema is {revision}, this program knows up to "
            f"{NEWEST}); upgrade Eddyline, or name another database"
        )
    return revision


async def _upgrade(database: Database) -> None:
    # Slow to import, and rarely needed.
    import sqlalchemy as sa  # noqa: PLC0415
    from sqlalchemy.ext.asyncio import create_async_engine  # noqa: PLC0415

    from eddyline.server.store.upgrade import upgrade_on  # noqa: PLC0415

    engine = create_async_engine(
        "postgresql+asyncpg://", poolclass=sa.NullPool, async_creator=lambda: database.connect("upgrading")
    )
    try:
        async with engine.begin() as connection:
            # Another process that starts at the same time waits here, and then has nothing to do.
            await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_UPGRADING)))
            await connection.run_sync(upgrade_on)
    except sa.exc.DBAPIError as error:
        raise explained(database, error.orig if isinstance(error.orig, Exception) else error) from error
    finally:
        await engine.dispose()
