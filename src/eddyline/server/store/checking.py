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


def check(connection: sqlite3.Connection, heads: Mapping[str, Head]) -> Iterator[Finding]:
    """Check each table that the connection sees or that `heads` names. Raises sqlite3.Error."""
    logs = Logs(connection)
    for table in logs.tables(heads):
        # Before the log is read, so that an entry confirmed meanwhile is not missed in it.
        head = heads.get(table)
        try:
            links = logs.read(table, 0, head)
        except DamagedError as damaged:
            yield Finding(table, None, damaged.why)
        else:
            if links:
                yield Finding(table, Head(links[-1].version, links[-1].digest), None)


def check_store(path: Path) -> list[Finding]:
    """Check the store at `path`, also beside a server that uses it. Raises StoreError when it cannot be read at all."""
    with reading(path) as connection:
        return list(check(connection, read_heads(path.with_suffix(".heads"))))
