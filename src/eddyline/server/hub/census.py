"""Find in the store the tables that must be known though nobody has come to them, and the games that were not rated.

Listed tables and those that are due must be known. A game that is over was not rated when its process has ended between
the two. The server looks when it starts, because its predecessor has told it nothing, and again every hour, because
other processes may have ended without telling.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from eddyline.protocol.pace import DAY, HOUR, LONGEST_TURN
from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.account import KIND as ACCOUNT
from eddyline.server.logs.ledger import is_table
from eddyline.server.store import StoreError
from eddyline.server.table.attendance import Attendance
from eddyline.server.table.audience import audience_of
from eddyline.server.table.listing import listing_of
from eddyline.server.table.stored import fold, glance
from eddyline.server.tasks import periodically

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.protocol.table_info import Level
    from eddyline.server.base.outages import Outages
    from eddyline.server.hub.hub import Hub
    from eddyline.server.store import Row
    from eddyline.server.table.state import TableState

_log = logging.getLogger(__name__)

DUE_WITHIN = 2 * LONGEST_TURN + DAY
"""Seconds after its last change in which a table can still be due: a turn and the reserve, and a day to spare."""


class Census:
    """Read the logs of all tables that have changed since the last time."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._outages = hub.settings.outside.outages
        self._read_up_to = 0.0

    async def keep_on(self, every: float = HOUR) -> None:
        """Do so now and periodically, until cancelled."""
        await periodically(self.take, every, "the tables in the store were not counted", at_once=True)

    async def take(self) -> None:
        """Find the tables, the newest first. Raises StoreError."""
        hub, began = self._hub, self._hub.now()
        since = max(self._read_up_to, self._outages.earlier(began, DUE_WITHIN))
        rated = await self._rated()
        everything = await hub.store.tables()
        hub.metrics.accounts.set(sum(ACCOUNT.key(kept.table) is not None for kept in everything))
        for kept in sorted(everything, key=lambda kept: -kept.changed):
            if kept.changed / 1000 < since:
                break
            if is_table(kept.table) and not hub.tables.has(kept.table):
                await self._read(kept.table, settled=rated is None or kept.table in rated)
        # What was appended meanwhile may have been overlooked.
        self._read_up_to = began - 1

    async def _rated(self) -> frozenset[str] | None:
        """List the tables that were rated; None when that cannot be read, which must not hide the others."""
        try:
            return await self._hub.rater.rated()
        except RefusalError as refusal:
            _log.error("the results of rated games cannot be read: %s", refusal)
            return None

    async def _read(self, table: str, *, settled: bool) -> None:
        """Take note of a table; have its game rated unless that is `settled`."""
        try:
            rows = await self._hub.store.load(table)
            state = await asyncio.to_thread(_state_of_interest, table, rows, self._outages, settled=settled)
        except StoreError:  # also when it is damaged, or of other rules: whoever comes is told
            return
        levels = () if state is None else await self._levels(state)
        if state is not None and not self._hub.tables.has(table):
            listing = listing_of(state.info(Attendance(now=self._hub.now())), state, levels)
            self._hub.lobby.put(table, listing, state.version, audience_of(state))
            self._hub.agenda.note(table, state.due)
            if not settled:
                await self._hub.rater.settle(state)

    async def _levels(self, state: TableState) -> tuple[Level | None, ...]:
        """Say how strong those at a table are; nothing when that cannot be read, which must not hide the table."""
        try:
            return await self._hub.rater.levels(state)
        except RefusalError:
            return ()


def _state_of_interest(table: str, rows: Sequence[Row], outages: Outages, *, settled: bool) -> TableState | None:
    """Fold the log of a table that may be listed, due, or to be rated unless that is `settled`; None for all others."""
    seen = glance(table, rows)
    return fold(table, rows, outages) if seen.listed or seen.clock or (seen.rated and not settled) else None
