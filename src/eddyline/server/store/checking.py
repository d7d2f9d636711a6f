"""Check every table of a store and name what is damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from eddyline.server.store.chain import Head, Logs
from eddyline.server.store.contract import DamagedError
from eddyline.server.store.heads import read_heads
from eddyline.server.store.opening import reading

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping
    from pathlib import Path


class Finding(NamedTuple):
    """Say how one table is."""

    table: str
    head: Head | None
    """Its last entry; None when it is damaged."""
    damage: str | None
    """What is wrong."""


def check(connection: sqlite3.Connection, heads: Mapping[str, Head], heads_file: Path) -> Iterator[Finding]:
    """Check each table that the connection sees or that `heads` names.

    Tables of which `heads_file` says by now that they are deleted are left out. Raises sqlite3.Error and OSError.
    """
    logs = Logs(connection)
    for table in logs.tables(heads):
        # Before the log is read, so that an entry confirmed meanwhile is not missed in it.
        head = heads.get(table)
        try:
            links = logs.read(table, 0, head)
        except DamagedError as damaged:
            if deleted_since(logs, table, heads_file):
                continue
            yield Finding(table, None, damaged.why)
        else:
            if links:
                yield Finding(table, Head(links[-1].version, links[-1].digest), None)


def deleted_since(logs: Logs, table: str, heads_file: Path) -> bool:
    """Return whether a table that lacks what was confirmed was deleted after its head was read. Raises OSError."""
    return logs.last_version(table) == 0 and table not in read_heads(heads_file)


def check_store(path: Path) -> list[Finding]:
    """Check the store at `path`, also beside a server that uses it. Raises StoreError when it cannot be read at all."""
    heads_file = path.with_suffix(".heads")
    with reading(path) as connection:
        return list(check(connection, read_heads(heads_file), heads_file))
