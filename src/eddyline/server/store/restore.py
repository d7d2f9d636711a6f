"""Make a store whole again from what is intact in it and in a backup."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from typing import TYPE_CHECKING, NamedTuple

from eddyline.engine.private import make_folder
from eddyline.server.store.backup import sync_folder
from eddyline.server.store.chain import Head, Link, Logs
from eddyline.server.store.contract import DamagedError, DamagedFileError, StoreError
from eddyline.server.store.heads import read_heads, write_heads
from eddyline.server.store.lock import FolderLock
from eddyline.server.store.opening import explained, keeping_others_off, prepare, reading
from eddyline.server.store.rescue import dated

if TYPE_CHECKING:
    from pathlib import Path

_INSERT = "INSERT INTO log (table_id, version, at, body, digest) VALUES (?, ?, ?, ?, ?)"
_LOST = bytes(32)
"""Stands for the digest of an entry that is known to have been there and cannot be read."""


class Restored(NamedTuple):
    """Say what became of one table."""

    table: str
    versions: int
    """Entries that it has now."""
    origin: str
    """Where they come from: `store` or `backup`."""
    confirmed: int
    """Entries that were confirmed, as far as is known; more than `versions` when some are lost."""

    @property
    def lost(self) -> bool:
        """Return whether the table lacks what had been confirmed."""
        return self.confirmed > self.versions


class Restoration(NamedTuple):
    """Say what was done."""

    tables: list[Restored]
    aside: Path | None
    """Where the database that was in use before is now; None when there was none."""


def restore(path: Path, backup: Path, *, accept_loss: bool, at: float) -> Restoration:
    """Put a new store in the place of that at `path`: of each table the longest intact log of store and backup.

    Tables that still lack what had been confirmed stay refused unless `accept_loss`. The old database is renamed.
    Raises StoreError, also when a server uses the store; nothing is changed then.
    """
    heads_file, new = path.with_suffix(".heads"), path.with_name(f"{path.name}.new")
    try:
        if not backup.is_file():
            raise StoreError(f"there is no backup at {backup}")
        make_folder(path.parent)
        lock = FolderLock(path.with_suffix(".lock"))
        with contextlib.ExitStack() as locked, contextlib.ExitStack() as sources:
            locked.callback(lock.release)
            logs: dict[str, Logs] = {}
            if path.exists() and (store := _open(path, sources)) is not None:
                logs["store"] = store
            if not logs or not backup.samefile(path):
                logs["backup"] = Logs(sources.enter_context(reading(backup)))
            new.unlink(missing_ok=True)
            tables, heads = _merge(logs, new, read_heads(heads_file), accept_loss=accept_loss)
            sources.close()
            aside = _swap(path, new, at)
            write_heads(heads_file, heads)
            sync_folder(path.parent)
    except (sqlite3.Error, OSError) as error:
        raise explained(path, error) from error
    return Restoration(tables, aside)


def _open(path: Path, sources: contextlib.ExitStack) -> Logs | None:
    """Open the store that is to be replaced, and keep others off it; None when it is too damaged to be read.

    Raises StoreError when something else is in the way: a store that is good must not be replaced for that.
    """
    try:
        store = Logs(sources.enter_context(reading(path)))
        sources.enter_context(keeping_others_off(path))
    except DamagedFileError:
        return None
    return store


def _merge(
    logs: dict[str, Logs], new: Path, heads: dict[str, Head], *, accept_loss: bool
) -> tuple[list[Restored], dict[str, Head]]:
    """Write the best log of each table into a new store; return what was done and the heads of the new store."""
    prepare(new)
    done: list[Restored] = []
    kept: dict[str, Head] = {}
    with contextlib.closing(sqlite3.connect(new, isolation_level=None)) as target:
        target.execute("BEGIN")
        for table in sorted({table for each in logs.values() for table in each.tables(heads)}):
            head = heads.get(table)
            found = {name: _intact(each, table) for name, each in logs.items()}
            origin = max(found, key=lambda name: (_has(found[name], head), len(found[name])))
            links = found[origin]
            target.executemany(_INSERT, [(table, link.version, *link.row, link.digest) for link in links])
            confirmed = max(head.version if head else 0, *(each.last_version(table) for each in logs.values()))
            if not _has(links, head):
                confirmed = max(confirmed, len(links) + 1)
            result = Restored(table, len(links), origin, confirmed)
            done.append(result)
            if result.lost and not accept_loss:
                kept[table] = head if head and head.version == confirmed else Head(confirmed, _LOST)
            elif links:
                kept[table] = Head(links[-1].version, links[-1].digest)
        target.execute("COMMIT")
    with new.open("rb+") as file:
        os.fsync(file.fileno())
    return done, kept


def _intact(logs: Logs, table: str) -> list[Link]:
    """Read a log up to the first entry that is not what was written."""
    links: list[Link] = []
    with contextlib.suppress(DamagedError):
        links.extend(logs.walk(table))
    return links


def _has(links: list[Link], head: Head | None) -> bool:
    """Return whether a log has what was confirmed."""
    return head is None or (len(links) >= head.version and links[head.version - 1].digest == head.digest)


def _swap(path: Path, new: Path, at: float) -> Path | None:
    """Put the new file in the place of the old; return the new name of the old one.

    If this is interrupted, the tables are said to be damaged at the next start, and restoring can be repeated.
    """
    aside = dated(path, "replaced", at) if path.exists() else None
    # A `-wal` without its database must not be taken for that of the new one.
    name = aside or dated(path, "left", at)
    for end in ("", "-wal", "-shm"):
        beside = path.with_name(f"{path.name}{end}")
        if beside.exists():
            beside.rename(name.with_name(f"{name.name}{end}"))
    new.replace(path)
    return aside
