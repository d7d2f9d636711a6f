"""Know when tables that are not in memory have to be, because a clock runs out there while nobody is at the table."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.server.tasks import periodically

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_log = logging.getLogger(__name__)

LOOK_EVERY = 30.0
"""Seconds between two looks at what is due; clocks that run for days need nothing finer."""


class Agenda:
    """Remember when tables are due, and load them then."""

    def __init__(self, clock: Callable[[], float], load: Callable[[str], Awaitable[None]]) -> None:
        self._clock = clock
        self._load = load
        self._due: dict[str, float] = {}

    def note(self, table: str, due: float | None) -> None:
        """Remember when a table is due; None: it waits for people."""
        if due is None:
            self._due.pop(table, None)
        else:
            self._due[table] = due

    async def load_due(self) -> None:
        """Load the tables that are due; what is to be done there, they do themselves."""
        now = self._clock()
        for table in [table for table, due in self._due.items() if due <= now]:
            del self._due[table]
            try:
                await self._load(table)
            except RefusalError as refusal:
                if refusal.code in {"store", "unsettled"}:
                    self._due.setdefault(table, now)
                else:
                    _log.warning("a table is due and cannot be loaded: %s", refusal.message, extra={"table": table})

    async def keep(self) -> None:
        """Do so periodically, until cancelled."""
        await periodically(self.load_due, LOOK_EVERY, "tables that are due were not loaded")
