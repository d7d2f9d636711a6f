"""Read and delete logs in a PostgreSQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.server.store.chain import Link, confirmed, linked
from eddyline.server.store.contract import Kept

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eddyline.server.store.chain import Head
    from eddyline.server.store.postgres.database import Link as Connection

_AFTER = "SELECT version, at, body, digest FROM log WHERE table_id = $1 AND version >= $2 ORDER BY version"
# Steps from table to table in the key, however long their logs are.
_TABLES = """
WITH RECURSIVE step AS (
    SELECT min(table_id) AS id FROM log
    UNION ALL SELECT (SELECT min(table_id) FROM log WHERE table_id > id) FROM step WHERE id IS NOT NULL
)
SELECT id, last.version, last.at FROM step, LATERAL (
    SELECT version, at FROM log WHERE table_id = id ORDER BY version DESC LIMIT 1
) AS last
"""
END = "SELECT version, at FROM log WHERE table_id = $1 ORDER BY version DESC LIMIT 1"
_DELETE = """
WITH asked AS (
    SELECT * FROM unnest($1::text[], $2::int[]) AS asked (table_id, expected)
), going AS (
    SELECT table_id FROM asked
    WHERE (SELECT max(version) FROM log WHERE log.table_id = asked.table_id) = coalesce(expected, (
        SELECT max(version) FROM log WHERE log.table_id = asked.table_id))
), gone AS (
    DELETE FROM log USING going WHERE log.table_id = going.table_id
)
SELECT table_id, pg_notify($3, ' ' || table_id) FROM going
"""


async def read(connection: Connection, table: str, after: int, head: Head | None) -> list[Link] | None:
    """Read the entries after version `after`; None when the table has no entry from there on.

    Raises DamagedError when one is not what was written, or when the log lacks what `head` says was confirmed.
    """
    rows = [tuple(row) for row in await connection.fetch(_AFTER, table, after)]
    if not rows:
        return None
    previous = rows.pop(0)[3] if rows[0][0] == after else b""
    return confirmed(table, after, linked(table, after, previous, rows), head)


async def tables(connection: Connection) -> list[Kept]:
    """List all tables with their last entries."""
    return sorted(Kept(*row) for row in await connection.fetch(_TABLES))


async def delete(connection: Connection, channel: str, asked: Mapping[str, int | None]) -> list[str]:
    """Delete tables and tell every process; a table for which another version is given than its last one is kept."""
    async with connection.transaction():
        # An entry that is appended at the same time would be left alone.
        await connection.execute("LOCK TABLE log IN SHARE ROW EXCLUSIVE MODE")
        gone = {row["table_id"] for row in await connection.fetch(_DELETE, list(asked), list(asked.values()), channel)}
    return [table for table in asked if table in gone]
