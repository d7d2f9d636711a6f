"""Keep the index of the games that are over in PostgreSQL, for all processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.server.store import finding
from eddyline.server.store.contract import Played

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from eddyline.server.store.contract import Wanted
    from eddyline.server.store.postgres.database import Line


class PostgresGames:
    """Keep the index by a connection of its own, so that no table waits for somebody who looks back."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def put(self, table: str, version: int, played: Sequence[Played]) -> None:
        """Hold what follows from a log, unless a later version of it is known."""
        async with self._line.use() as link, link.transaction():
            if await link.execute(finding.NOTE, table, version) != "INSERT 0 0":
                await link.execute(finding.CLEAR, table)
                await link.executemany(finding.PUT, played)

    async def page(self, wanted: Wanted) -> list[Played]:
        """List some games."""
        query, values = finding.page(wanted, "strpos")
        async with self._line.use() as link:
            return [Played(*row) for row in await link.fetch(query, *values)]

    async def times(self, account: str) -> list[int]:
        """List when the games of an account ended."""
        async with self._line.use() as link:
            return [at for (at,) in await link.fetch(finding.TIMES, account)]

    async def versions(self) -> dict[str, int]:
        """Return how far each log is known."""
        async with self._line.use() as link:
            return dict(await link.fetch(finding.VERSIONS))

    async def drop(self, tables: Collection[str]) -> None:
        """Forget tables."""
        async with self._line.use() as link, link.transaction():
            for statement in (finding.DROP, finding.CLEAR):
                await link.executemany(statement, [(table,) for table in tables])

    async def forget(self, account: str) -> None:
        """Forget the games of an account."""
        async with self._line.use() as link:
            await link.execute(finding.FORGET, account)
