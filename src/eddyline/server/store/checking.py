"""Check every table of a store and name what is damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from eddyline.server.store.chain import Head
from eddyline.server.store.contract import DamagedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from eddyline.server.store.places import Place, Reader


class Finding(NamedTuple):
    """Say how one table is."""

    table: str
    head: Head | None
    """Its last entry; None when it is damaged."""
    damage: str | None
    """What is wrong."""


def check(logs: Reader, heads: Mapping[str, Head], forgotten: Callable[[str], bool]) -> Iterator[Finding]:
    """Check each table that is read or that `heads` names, except those that are `forgotten` by now: deleted ones."""
    for table in logs.tables(heads):
        # Before the log is read, so that an entry confirmed meanwhile is not missed in it.
        head = heads.get(table)
        try:
            links = logs.read(table, 0, head)
        except DamagedError as damaged:
            if logs.last_version(table) == 0 and forgotten(table):
                continue
            yield Finding(table, None, damaged.why)
        else:
            if links:
                yield Finding(table, Head(links[-1].version, links[-1].digest), None)


def check_store(place: Place) -> list[Finding]:
    """Check a store, also beside a server that uses it. Raises StoreError when it cannot be read at all."""
    heads = place.heads()
    with place.reading() as logs:
        return list(check(logs, heads, place.forgotten))
