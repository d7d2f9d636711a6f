"""Look at a store in PostgreSQL, and change it, for the host's commands; they run no event loop of their own."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from eddyline.server.store.contract import Kept, StoreError
from eddyline.server.store.postgres import logs as postgres_logs
from eddyline.server.store.postgres.database import Database, Line
from eddyline.server.store.postgres.prepare import recognise, run
from eddyline.server.store.postgres.store import PostgresStore

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
    from typing import Any, TypeVar

    from eddyline.server.store.chain import Head, Link
    from eddyline.server.store.contract import Row
    from eddyline.server.store.postgres.database import Link as Connection

    T = TypeVar("T")


class PostgresReader:
    """Read logs by an event loop that runs only meanwhile."""

    def __init__(self, line: Line, runner: asyncio.Runner) -> None:
        self._line = line
        self._runner = runner

    def ask(self, query: Callable[[Connection], Coroutine[Any, Any, T]]) -> T:
        """Carry out a query."""

        async def carry_out() -> T:
            async with self._line.use() as link:
                return await query(link)

        return self._runner.run(carry_out())

    def tables(self, known: Iterable[str] = ()) -> list[str]:
        """List the tables."""
        return sorted({kept.table for kept in self.ask(postgres_logs.tables)}.union(known))

    def end(self, table: str) -> Kept | None:
        """Return how long a table's log is."""
        found = self.ask(lambda link: link.fetchrow(postgres_logs.END, table))
        return None if found is None else Kept(table, *found)

    def last_version(self, table: str) -> int:
        """Return the highest version of a table."""
        found = self.end(table)
        return 0 if found is None else found.version

    def read(self, table: str, after: int, head: Head | None) -> list[Link]:
        """Read the entries after version `after`."""
        return self.ask(lambda link: postgres_logs.read(link, table, after, head)) or []


class PostgresPlace:
    """Stand for the store in the database at `url`, which remembers nothing but the logs."""

    def __init__(self, url: str) -> None:
        self._url = url

    def heads(self) -> dict[str, Head]:
        """Know of none."""
        return {}

    @contextlib.contextmanager
    def reading(self) -> Iterator[PostgresReader]:
        """Connect to the database."""
        database = Database(self._url)
        line = Line(database, "looking")
        with asyncio.Runner() as runner:
            reader = PostgresReader(line, runner)
            try:
                if reader.ask(lambda link: recognise(database, link)) is None:
                    raise StoreError(f"there is no store in {database}; start the server once, which makes one")
                yield reader
            finally:
                runner.run(line.close())

    def forgotten(self, table: str) -> bool:  # noqa: ARG002 - only a file remembers single tables
        """Know of no table that is not there."""
        return True

    def delete(self, tables: Mapping[str, int | None]) -> list[str]:
        """Delete tables and tell the servers."""

        async def delete() -> list[str]:
            database = Database(self._url)
            line = Line(database, "deleting")
            try:
                async with line.use() as link:
                    return await postgres_logs.delete(link, database.channel, tables)
            finally:
                await line.close()

        return run(delete())

    def append(self, table: str, version: int, rows: Sequence[Row]) -> None:
        """Append entries as a server does."""

        async def append() -> None:
            store = PostgresStore(self._url)
            try:
                await store.append(table, version, rows)
            finally:
                await store.close()

        run(append())
