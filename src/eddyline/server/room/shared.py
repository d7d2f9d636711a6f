"""Hold what all tables of a server have in common."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from eddyline.server.room.bot_seats import BotSeats
from eddyline.server.room.leases import Lease, Leases
from eddyline.server.room.suspensions import Suspensions
from eddyline.server.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from eddyline.server.accounts.account import Account
    from eddyline.server.base.metrics import Metrics
    from eddyline.server.base.settings import Settings
    from eddyline.server.friends.admission import Admission
    from eddyline.server.lobby.lobby import Lobby
    from eddyline.server.ratings.rater import Rater
    from eddyline.server.room.thinking import Thinkers
    from eddyline.server.room.visitors import Visitors
    from eddyline.server.store import Store
    from eddyline.server.table.state import TableState
    from eddyline.server.table.table import Table


@dataclass(frozen=True, slots=True)
class Shared:
    """Serve the tables of one server."""

    settings: Settings
    store: Store
    metrics: Metrics
    thinkers: Thinkers
    leases: Leases
    lobby: Lobby
    admission: Admission
    rater: Rater
    find_person: Callable[[str], Coroutine[Any, Any, Account | None]]
    rematch: Callable[[Table, int, str], Coroutine[Any, Any, str]]
    """Opens the next table, for a seat that asks from an address, and returns its id."""
    tell_others: Callable[[str], None]
    """Lets other processes, and whoever decides who may come, know that a table has changed."""
    published: Callable[[TableState], None]
    """Hears of every version of a table."""
    beside: Tasks = field(default_factory=Tasks)
    """Work that nobody waits for."""

    def suspensions_of(self, table: Table, changed: Callable[[], None]) -> Suspensions:
        """Watch whose account is suspended at a table; `changed` is called when there is something new to tell."""
        return Suspensions(table, self.find_person, changed)

    def bots_of(self, table: Table, visitors: Visitors) -> BotSeats:
        """Let bots play at a table."""
        settings, lease = self.settings, Lease(self.leases, table.state.id)
        # What a tournament waits for is played though nobody is there.
        rest_after = None if table.state.opened.tournament else settings.bots_rest_after
        seed = settings.outside.entropy()
        return BotSeats(table, visitors, self.thinkers, settings.bot_pause, seed, rest_after, lease)
