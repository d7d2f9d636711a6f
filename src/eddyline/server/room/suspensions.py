"""Know whose account is suspended of those who have a seat at one table.

That is in the accounts' logs, which every process reads, and in none of the table's: it ends there, too.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.account import KIND
from eddyline.server.accounts.suspension import goes_on, suspension_of
from eddyline.server.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from collections.abc import Set as AbstractSet
    from typing import Any

    from eddyline.server.accounts.account import Account, Suspended
    from eddyline.server.table.table import Table

_log = logging.getLogger(__name__)


class Suspensions:
    """Look accounts up when others sit here, when their logs change, and when a suspension ends by itself."""

    def __init__(
        self,
        table: Table,
        find: Callable[[str], Coroutine[Any, Any, Account | None]],
        changed: Callable[[], None],
    ) -> None:
        """`changed` is called when there is something new to tell."""
        self._table = table
        self._find = find
        self._changed = changed
        self._clock = table.outside.clock
        self._people: frozenset[str] = frozenset()
        """Accounts that were, or are being, looked up."""
        self._held: dict[str, Suspended] = {}
        self._last: asyncio.Task[None] | None = None
        """The newest look; what an older one finds may be out of date."""
        self._end: asyncio.TimerHandle | None = None
        self._tasks = Tasks()

    @property
    def seats(self) -> frozenset[int]:
        """Return the seats whose accounts are suspended now."""
        now, seats = self._clock(), enumerate(self._table.state.seats)
        held = ((number, self._held.get(seat.account or "")) for number, seat in seats)
        return frozenset(number for number, each in held if each is not None and goes_on(each, now))

    def look(self) -> None:
        """See whether others sit here than before; once the game is over, nobody waits for them."""
        state = self._table.state
        people = frozenset(seat.account for seat in state.seats if seat.account is not None)
        people = frozenset() if state.status == "over" else people
        if people != self._people:
            self._people = people
            self._look_up()

    def hear(self, changed: AbstractSet[str] | None) -> None:
        """Look again, because another process, or a command, has changed these logs, or any."""
        if self._people and (changed is None or not changed.isdisjoint(map(KIND.log, self._people))):
            self._look_up()

    def _look_up(self) -> None:
        self._last = self._tasks.begin(self._know(self._people))

    async def _know(self, people: frozenset[str]) -> None:
        now = self._clock()
        try:
            found = [await self._find(account) for account in people]
        except RefusalError as refusal:  # looked up again when the table changes
            _log.warning("nobody knows who is suspended: %s", refusal.message, extra={"table": self._table.state.id})
            self._people = frozenset()
            return
        if asyncio.current_task() is not self._last:
            return
        held = {each.id: suspension for each in found if each and (suspension := suspension_of(each, now)) is not None}
        if held != self._held:
            self._held = held
            self._changed()
            self._watch_end()

    def _watch_end(self) -> None:
        """Tell everybody when the next suspension ends, for that alone changes nothing at the table."""
        if self._end is not None:
            self._end.cancel()
            self._end = None
        now = self._clock()
        ends = [each.until / 1000 for each in self._held.values() if each.until is not None and goes_on(each, now)]
        if ends:
            # A moment later, because clocks are not exact.
            self._end = asyncio.get_running_loop().call_later(min(ends) - now + 0.001, self._ended)

    def _ended(self) -> None:
        self._changed()
        self._watch_end()

    async def finish(self) -> None:
        """Finish what was begun, and tell nobody."""
        await self._tasks.finish()
        # Breaks the reference cycle with the room, as it does itself with others.
        self._changed = lambda: None
        if self._end is not None:
            self._end.cancel()
