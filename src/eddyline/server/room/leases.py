"""Let one process at a time compute what a table does by itself: bots' turns, and turns of those whose time is up.

It saves work only: two processes that both found a turn would save one of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from eddyline.server.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.server.store import Peers

_log = logging.getLogger(__name__)

RETRY_LEASE = 1.0
"""Seconds until a table is asked for again that another process has."""


class Leases:
    """Ask for tables and leave them to others; without other processes all tables are ours."""

    def __init__(self, peers: Peers | None) -> None:
        self._peers = peers
        self._wanted: dict[str, Callable[[], None]] = {}
        self._left: set[str] = set()
        self._some = asyncio.Event()

    def ours(self, table: str, then: Callable[[], None]) -> bool:
        """Return whether a table is ours now; if not, it is asked for, and `then` is called when it is."""
        if self._peers is None or self._peers.holds(table):
            return True
        self._left.discard(table)
        self._wanted[table] = then
        self._some.set()
        return False

    def leave(self, table: str) -> None:
        """Leave a table to others."""
        self._wanted.pop(table, None)
        if self._peers is not None and self._peers.holds(table):
            self._left.add(table)
            self._some.set()

    async def keep(self) -> None:
        """Ask for what is wanted, until cancelled."""
        if self._peers is None:
            return
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(RETRY_LEASE if self._wanted or self._left else None):
                    await self._some.wait()
            self._some.clear()
            with contextlib.suppress(StoreError):  # it is asked again
                if left := set(self._left):
                    await self._peers.release(left)
                    self._left -= left
                if self._wanted:
                    for table in await self._peers.claim(self._wanted.keys()):
                        if (then := self._wanted.pop(table, None)) is not None:
                            then()
                        else:  # nobody wants it any more
                            self._left.add(table)
                            self._some.set()


class Lease:
    """Stand for one table in `Leases`."""

    def __init__(self, leases: Leases, table: str) -> None:
        self._leases = leases
        self._table = table

    def ours(self, then: Callable[[], None]) -> bool:
        """Return whether the table is ours now; if not, `then` is called when it is."""
        return self._leases.ours(self._table, then)

    def leave(self) -> None:
        """Leave the table to others."""
        self._leases.leave(self._table)
