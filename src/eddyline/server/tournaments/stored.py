"""Keep the tournaments of a store: read and change their logs, know which there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.server.logs.ledger import Ledger
from eddyline.server.tournaments import described, log
from eddyline.server.tournaments.log import Tournament

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from eddyline.protocol import tournaments as messages
    from eddyline.server.base.outages import Outages
    from eddyline.server.store import Store
    from eddyline.server.tournaments.log import Pause

LISTED = 50
"""Tournaments in the list, the newest first."""


class StoredTournaments:
    """Hold the tournaments of a store. Methods raise RefusalError."""

    def __init__(self, store: Store, clock: Callable[[], float], changed: Callable[[str], None]) -> None:
        """Let `changed` know of a tournament that was changed here."""
        self._changed = changed
        self._store = store
        self._ledger: Ledger[log.Entry, Tournament] = Ledger(store, clock, log.KIND)
        self._known: set[str] = set()
        """All tournaments of the store, as far as this process has noticed."""
        self.found = False
        """Whether the store was searched for them."""
        self._starts: dict[str, int] = {}
        """When those that are open start by themselves, as far as this process knows."""
        self._breaks: dict[str, Pause] = {}
        """The breaks that go on, as far as this process knows."""
        self._over: dict[str, messages.TournamentLine] = {}
        """Those of them that are over, and so need not be read again to be listed."""

    async def read(self, key: str) -> Tournament:
        """Return a tournament; raises RefusalError for what cannot be the id of one."""
        if not (key.isascii() and key.isalnum()):
            Tournament(key).must_exist()
        return self._noted(await self._ledger.read(key))

    async def read_all(self, keys: Iterable[str]) -> list[Tournament]:
        """Return tournaments, but for those whose logs are damaged: they must not hide the others."""
        found = []
        for key in keys:
            try:
                found.append(await self.read(key))
            except RefusalError as refusal:
                if refusal.code != "damaged":
                    raise
        return found

    async def change(self, key: str, make: Callable[[Tournament], Sequence[log.Entry]]) -> None:
        """Append the entries that `make` derives from the present state, as `Ledger.change` does."""
        await self.read(key)
        self._noted(await self._ledger.change(key, make))
        self._changed(key)

    def _noted(self, found: Tournament) -> Tournament:
        if found.announced is not None:
            self._known.add(found.id)
        if found.status == "open" and found.starts is not None:
            self._starts[found.id] = found.starts
        else:
            self._starts.pop(found.id, None)
        if found.pause is not None:
            self._breaks[found.id] = found.pause
        else:
            self._breaks.pop(found.id, None)
        return found

    def take_due(self, now: float) -> str | None:
        """Return a tournament that should start by itself at this time, in seconds since 1970; None: there is none.

        It is not returned again before its log has been read.
        """
        key = next((key for key, starts in self._starts.items() if starts <= now * 1000), None)
        if key is not None:
            del self._starts[key]
        return key

    def take_rested(self, outages: Outages, now: float) -> list[str]:
        """List the tournaments whose break has ended at this time; they are not listed again before they are read."""
        over = [key for key, pause in self._breaks.items() if pause.ends(outages) <= now]
        for key in over:
            del self._breaks[key]
        return over

    async def find(self) -> None:
        """Find all tournaments of the store. Raises StoreError."""
        before = set(self._known)
        keys = {key for kept in await self._store.tables() if (key := log.KIND.key(kept.table)) is not None}
        self._known = (self._known | keys) - (before - keys)
        self._over = {key: line for key, line in self._over.items() if key in self._known}
        self.found = True

    def hear(self, changed: AbstractSet[str] | None) -> None:
        """Take note of logs that another process has changed, or deleted; None: any may have been."""
        if changed is None:
            self.found = False
            return
        keys = {key for each in changed if (key := log.KIND.key(each)) is not None}
        self._known |= keys
        for key in keys:
            self._over.pop(key, None)

    async def going(self) -> list[Tournament]:
        """List the tournaments that are not over."""
        found = await self.read_all(sorted(self._known - self._over.keys()))
        self._over |= {each.id: described.line(each) for each in found if each.status == "over"}
        return [each for each in found if each.announced is not None and each.status != "over"]

    async def lines(self) -> list[messages.TournamentLine]:
        """List the tournaments that are for everybody to find, the newest first."""
        going = [described.line(each) for each in await self.going()]
        found = (line for line in (*going, *self._over.values()) if line.door != "link")
        return sorted(found, key=lambda line: -line.since)[:LISTED]

    async def next(self) -> messages.TournamentLine | None:
        """Return the tournament that starts first of those that everybody finds and that have room; else the newest."""
        found = [
            line
            for each in await self.going()
            for line in [described.line(each)]
            if line.status == "open" and line.door != "link" and each.room > 0
        ]
        return min(found, key=lambda line: (line.starts is None, line.starts or -line.since), default=None)
