"""Change a store in another way than the writer thread of a server does, also while a server uses it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from eddyline.server.store.chain import Head, Logs, digest
from eddyline.server.store.contract import DeletedError, Row, VersionTakenError
from eddyline.server.store.heads import add_deleted, add_heads, read_heads
from eddyline.server.store.opening import changing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_log = logging.getLogger(__name__)

BATCH = 50
"""Tables that are deleted at once."""
REST = 0.1
"""Seconds between two batches, for those who play."""

_INSERT = "INSERT INTO log (table_id, version, at, body, digest) VALUES (?, ?, ?, ?, ?)"


def delete(path: Path, tables: Mapping[str, int | None]) -> list[str]:
    """Delete tables from the store at `path`; return which.

    A table for which a version is given is kept when that is not its last one any more. Raises StoreError.
    """
    heads_file = path.with_suffix(".heads")
    last: dict[str, int] = {}
    with changing(path) as connection:
        logs, heads = Logs(connection), read_heads(heads_file)
        for table, expected in tables.items():
            version = logs.last_version(table)
            if expected in (None, version):
                last[table] = max(version, heads[table].version if table in heads else 0)
                connection.execute("DELETE FROM log WHERE table_id = ?", (table,))
        # Before the COMMIT: entries that are missing without this line would count as damage. The other way round, a
        # table only does without its head until its next entry.
        add_deleted(heads_file, last)
    return list(last)


def append(path: Path, table: str, version: int, rows: Sequence[Row]) -> None:
    """Append entries to a table of the store at `path`, from `version` on; from 1 on, the table is new.

    Raises VersionTakenError when the table has gone on, DeletedError when it is not there any more, DamagedError, or
    StoreError.
    """
    heads_file = path.with_suffix(".heads")
    with changing(path) as connection:
        links = Logs(connection).read(table, 0, read_heads(heads_file).get(table))
        if not links and version > 1:
            raise DeletedError(table)
        if len(links) >= version:
            raise VersionTakenError(table, version)
        head = Head(version - 1, links[-1].digest if links else b"")
        for number, row in enumerate(rows, start=version):
            head = Head(number, digest(head.digest, table, number, row))
            connection.execute(_INSERT, (table, number, *row, head.digest))
    try:
        add_heads(heads_file, {table: head})
    except OSError as error:  # the entry is durable; damage would be noticed a little less well
        _log.warning("%s cannot be written: %s", heads_file, error)
