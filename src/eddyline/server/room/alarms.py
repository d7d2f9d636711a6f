"""Do at a table what is due at a time: let bots play for who is late, replace an absent host, fill the seats.

When a vacation begins or ends, everybody is told.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.server.table.absence import Absence
from eddyline.server.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from eddyline.server.base.settings import Settings
    from eddyline.server.room.bot_seats import BotSeats
    from eddyline.server.table.seating import Seating
    from eddyline.server.table.table import Table


def _nothing() -> None:
    pass


class Alarms:
    """Hold the timers of one table; each is set anew when the table changes, or who is there."""

    def __init__(
        self,
        table: Table,
        seating: Seating,
        bots: BotSeats,
        anybody: Callable[[], bool],
        online: Callable[[], frozenset[int]],
        tell: Callable[[], None],
        settings: Settings,
    ) -> None:
        self._table = table
        self._seating = seating
        self._bots = bots
        self._online = online
        self._tell = tell
        """Tells everybody how the seats are."""
        self._settings = settings
        self._clock = table.outside.clock
        self._not_before = self._clock() + settings.back_within
        """When free seats are filled at the earliest."""
        self._late: asyncio.TimerHandle | None = None
        self._host: asyncio.TimerHandle | None = None
        self._fill: asyncio.TimerHandle | None = None
        self._vacation: asyncio.TimerHandle | None = None
        self._beside = Tasks()
        self.absence = Absence(table, anybody)

    def see_whether_empty(self) -> None:
        """Let the clocks rest when nobody is there, and run when somebody is."""
        self.absence.look()
        self.watch_clock()

    def set(self) -> None:
        """Set all timers to what is due next."""
        self.watch_clock()
        self._watch_vacations()
        self.watch_people()

    def watch_people(self) -> None:
        """Set the timers that depend on who is there."""
        self._watch_host()
        self._watch_seats()

    def stop(self) -> None:
        """Stop all timers."""
        self.absence.stop()
        # Breaks the reference cycle with the room: see `Room.close`.
        self._online = frozenset
        self._tell = _nothing
        for timer in (self._late, self._host, self._fill, self._vacation):
            if timer is not None:
                timer.cancel()

    def watch_clock(self) -> None:
        """Wake a bot when the next seat has run out of time."""
        if self._late is not None:
            self._late.cancel()
        deadline = self._table.state.timing.deadline(self._table.state.awaited)
        if deadline is not None:
            # A moment later, because clocks are not exact.
            wait = max(0.0, deadline - self._clock()) + 0.001
            self._late = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self._bots.wake()
        if not self._table.late():  # the clock of the machine was set back
            self.watch_clock()

    def _watch_vacations(self) -> None:
        """Tell everybody when the next vacation begins or ends, for that alone changes nothing at the table."""
        if self._vacation is not None:
            self._vacation.cancel()
            self._vacation = None
        turns = self._table.state.timing.vacation_turns(self._clock())
        if turns is not None:
            # A moment later, because clocks are not exact.
            wait = turns - self._clock() + 0.001
            self._vacation = asyncio.get_running_loop().call_later(wait, self._vacation_turned)

    def _vacation_turned(self) -> None:
        self._tell()
        self._watch_vacations()

    def _watch_host(self) -> None:
        """Replace the host by somebody who is there, before the start, when the host stays away."""
        state = self._table.state
        if state.status != "open" or state.host in self._online():
            if self._host is not None:
                self._host.cancel()
                self._host = None
        elif self._host is None:
            self._host = asyncio.get_running_loop().call_later(self._settings.host_grace, self._hand_over)

    def _hand_over(self) -> None:
        self._host = None
        present = self._online()
        if present and self._table.state.host not in present:
            self._run(self._seating.move_host(min(present)))

    def _watch_seats(self) -> None:
        """Fill free seats with bots, and start, when that is due."""
        due = self._table.state.fills_at
        if due is None or not self._online():
            if self._fill is not None:
                self._fill.cancel()
                self._fill = None
        elif self._fill is None:
            wait = max(0.0, max(due, self._not_before) - self._clock())
            self._fill = asyncio.get_running_loop().call_later(wait, self._fill_up)

    def _fill_up(self) -> None:
        self._fill = None
        # If it cannot be saved, it is tried again.
        self._not_before = self._clock() + self._settings.back_within
        self._run(self._seating.fill_up(self._online()))
        self._watch_seats()

    def _run(self, work: Coroutine[None, None, None]) -> None:
        async def run() -> None:
            with contextlib.suppress(RefusalError):
                await work

        self._beside.begin(run())
