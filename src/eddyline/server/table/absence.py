"""Let clocks of minutes rest while nobody at all is at a table, unless a tournament waits for its game.

That is noted in the table's log, for a server may be killed at any time: a moment after the last one has left, and when
somebody is there again. Without a clock there is only the patience with who is silent: nothing is noted then, and the
patience begins anew when the table is loaded.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.server.table import entries
from eddyline.server.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.server.table.state import TableState
    from eddyline.server.table.table import Table

NOTED_AFTER = 5.0
"""Seconds after which it is noted that nobody is there: whoever loads a page anew is back by then."""
NEVER_NOTED = 1.0
"""Seconds without anybody that are never noted."""


class Absence:
    """Watch over one table; `anybody` tells whether somebody is there, by way of whatever process."""

    def __init__(self, table: Table, anybody: Callable[[], bool]) -> None:
        self._table = table
        self._anybody = anybody
        self._clock = table.outside.clock
        state, left = table.state, table.state.unattended
        if left is None:
            changed = state.timing.changed
            left = changed if state.timing.clock is None else state.outages.broke_off(changed)
        self._since: float | None = self._clock() if left is None else left
        """Since when nobody is there; None: somebody is."""
        self._came = self._clock()
        """When somebody was there again last."""
        self._timer: asyncio.TimerHandle | None = None
        self._writing = Tasks()
        self._stopped = False
        self.look()

    def look(self) -> None:
        """See whether anybody is there; after every change of that or of the table."""
        if self._stopped:
            return
        state, now = self._table.state, self._clock()
        if not self._anybody():
            self._since = now if self._since is None else self._since
            if not state.goes_on_alone:
                state.timing.leave(self._since)
        elif self._since is not None:
            since, self._since, self._came = self._since, None, now
            if not state.goes_on_alone:
                state.timing.come(since, now)
            if self._to_note or (_notes(state) and now - since >= NEVER_NOTED):
                self._note(since, now)
        if self._to_note and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(NOTED_AFTER, self._ring)

    def stop(self) -> None:
        """Watch no more."""
        self._stopped = True
        # Breaks the reference cycle with the room: see `Room.close`.
        self._anybody = bool
        if self._timer is not None:
            self._timer.cancel()

    @property
    def _to_note(self) -> bool:
        """Return whether the log says something else than what is."""
        state = self._table.state
        return _notes(state) and (state.unattended is not None) == self._anybody()

    def _ring(self) -> None:
        self._timer = None
        if self._to_note:
            if self._since is None:
                self._note(self._came, self._came)
            else:
                self._note(self._since, None)

    def _note(self, since: float, until: float | None) -> None:
        noted = self._table.state.unattended is not None

        async def append() -> None:
            state = self._table.state
            # Meanwhile somebody may have come, or another process was first.
            fits = (state.unattended is not None) == noted and self._anybody() == (until is not None)
            if _notes(state) and fits:
                back = None if until is None else int(until * 1000)
                await self._table.append(entries.Unattended(since=int(since * 1000), until=back))

        async def note() -> None:
            with contextlib.suppress(RefusalError):
                await self._table.alone(append)
            self.look()

        self._writing.begin(note())


def _notes(state: TableState) -> bool:
    """Return whether the log of a table says when nobody is there."""
    return state.status == "running" and state.timing.clock is not None and not state.goes_on_alone
