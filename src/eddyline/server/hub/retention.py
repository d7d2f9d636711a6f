"""Delete tables that nobody has changed for a long time and where nobody is."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from eddyline.server.chat.log import KIND
from eddyline.server.logs.ledger import is_table
from eddyline.server.store import Kept, StoreError
from eddyline.server.store.beside import BATCH, REST
from eddyline.server.table.stored import fold
from eddyline.server.tasks import periodically

if TYPE_CHECKING:
    from eddyline.server.hub.hub import Hub

_log = logging.getLogger(__name__)

DAY = 86_400.0


class Retention:
    """Delete abandoned tables as the settings say: those that never started, and all others."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._settings = hub.settings

    async def keep_on(self, every: float = DAY) -> None:
        """Delete abandoned tables now and every day, until cancelled."""
        await periodically(self._clear, every, "abandoned tables were not deleted", at_once=True)

    async def _clear(self) -> None:
        await self._hub.halls.tidy()
        if deleted := await self.clear():
            _log.info("abandoned tables were deleted", extra={"tables": deleted})

    async def clear(self) -> int:
        """Delete all abandoned tables, batch by batch; return how many. Raises StoreError."""
        store, deleted = self._hub.store, 0

        if self._settings.keep_open is None and self._settings.keep is None:
            return 0
        logs = await store.tables()
        kept = {log.table: log.version for log in logs}
        tables = [log for log in logs if is_table(log.table)]
        for start in range(0, len(tables), BATCH):
            batch = tables[start : start + BATCH]
            abandoned = {log.table: log.version for log in batch if await self._abandoned(log)}
            going = {table: version for table, version in abandoned.items() if not self._hub.tables.in_use(table)}
            if going:
                # Whoever comes from here on waits for the outcome, so that nobody is at a table that goes.
                outcome: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()
                self._hub.tables.leaving = dict.fromkeys(going, outcome)
                gone: list[str] = []
                try:
                    gone = await store.delete(going)
                finally:
                    self._hub.tables.leaving = {}
                    outcome.set_result(gone)
                chats = {chat: version for table in gone if (version := kept.get(chat := KIND.log(table)))}
                if chats:
                    await store.delete(chats)
                await self._hub.history.gone(gone)
                deleted += len(gone)
                await asyncio.sleep(REST)
        return deleted

    async def _abandoned(self, kept: Kept) -> bool:
        """Return whether a table has not been changed for too long; one that cannot be opened is left to the host."""
        outside = self._settings.outside
        days = outside.outages.elapsed(kept.changed / 1000, outside.clock()) / DAY
        limits = self._settings.keep_open, self._settings.keep
        over_open, over = (limit is not None and days >= limit for limit in limits)
        if not (over_open or over):
            return False
        try:
            rows = await self._hub.store.load(kept.table)
            state = await asyncio.to_thread(fold, kept.table, rows)
        except StoreError:  # also when it is damaged, or of other rules
            return False
        if state is None:  # deleted meanwhile
            return False
        return over_open if state.match is None else over
