"""Keep the list of tables that everybody may find, and tell those who look at it what changes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from eddyline.server.lobby.messages import Question, Watch
from eddyline.server.lobby.part import Part, Watcher
from eddyline.server.timing import HOUR

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.server.lobby.messages import ClockKind, Listing
    from eddyline.server.timing import Clock

EMPTY = 120.0
"""Seconds that a table stays in the list when nobody is there, unless its turns may take hours."""
TIDY = 10.0
"""Seconds between two looks for tables where nobody is."""
HERE = ""
"""What this process is called among those that tell of a table."""


@dataclass(slots=True)
class Entry:
    """Hold a row of the list, and what only this server needs to know about it."""

    listing: Listing
    version: int
    seen: float
    """When somebody was there last; a table that was just found counts as if somebody were."""
    present: set[str] = field(default_factory=set)
    """Processes by way of which its people are connected."""

    @property
    def free(self) -> int:
        """Return the number of free seats."""
        return free_seats(self.listing)


class Lobby:
    """Hold the list: what is told of tables goes in, parts of it for watchers come out."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.entries: dict[str, Entry] = {}
        self._parts: dict[Watch, Part] = {}
        self._lists: dict[Question, list[Listing]] = {}
        """Whole lists, until one of their rows changes."""

    # ---- what is told of tables ----

    def put(self, table: str, listing: Listing | None, version: int, *, present: bool = False, by: str = HERE) -> None:
        """Take note of what a process tells of a table at a version; None: it is not in the list any more."""
        entry = self.entries.get(table)
        if listing is None:
            if entry is not None and version >= entry.version:
                self.drop(table)
            return
        if entry is None:
            entry = self.entries[table] = Entry(listing, version, self._clock())
            self._stir(listing)
        elif version >= entry.version:
            before, entry.version = entry.listing, version
            if listing != before:
                entry.listing = listing
                self._stir(before)
                self._stir(listing)
        if present:
            entry.present.add(by)
        elif by in entry.present:
            entry.present.discard(by)
            entry.seen = self._clock()

    def drop(self, table: str) -> None:
        """Forget a table that is not there any more."""
        if (entry := self.entries.pop(table, None)) is not None:
            self._stir(entry.listing)

    def keep(self, processes: frozenset[str]) -> None:
        """Forget who was at tables by way of processes that are not there any more."""
        for entry in self.entries.values():
            if gone := entry.present - processes - {HERE}:
                entry.present -= gone
                entry.seen = self._clock()

    def tidy(self) -> None:
        """Forget the tables where nobody has been for a while."""
        before = self._clock() - EMPTY
        for table, entry in list(self.entries.items()):
            if not entry.present and entry.seen <= before and clock_kind(entry.listing.clock) != "days":
                self.drop(table)

    async def keep_tidy(self) -> None:
        """Do so periodically, until cancelled."""
        while True:
            await asyncio.sleep(TIDY)
            self.tidy()

    # ---- who watches ----

    def watch(self, watcher: Watcher, asked: Watch) -> None:
        """Show a part of the list to a watcher, and from now on what changes there."""
        self.leave(watcher)
        part = self._parts.get(asked)
        if part is None:
            part = self._parts[asked] = Part(asked.first, lambda: self._look(asked), self._clock)
        part.watchers.add(watcher)
        watcher.look_at(part)

    def leave(self, watcher: Watcher) -> None:
        """Show a watcher nothing more."""
        for asked, part in self._parts.items():
            if part is watcher.part:
                part.watchers.discard(watcher)
                if not part.watchers:
                    part.stop()
                    del self._parts[asked]
                    self._lists.pop(_question(asked), None)
                break
        watcher.part = None

    def _stir(self, listing: Listing) -> None:
        """Let everybody look again who may see this row."""
        for question in [question for question in self._lists if answers(listing, question)]:
            del self._lists[question]
        for asked, part in self._parts.items():
            if answers(listing, asked):
                part.stir()

    def _look(self, asked: Watch) -> tuple[int, Sequence[Listing]]:
        question = _question(asked)
        rows = self._lists.get(question)
        if rows is None:
            rows = self._lists[question] = self._list(question)
        return len(rows), rows[asked.first : asked.first + asked.rows]

    def _list(self, question: Question) -> list[Listing]:
        rows = [entry.listing for entry in self.entries.values() if answers(entry.listing, question)]
        rows.sort(key=lambda row: (row.opened, row.id), reverse=question.order == "newest")
        if question.order == "fullest":
            rows.sort(key=free_seats)
        return rows


def _question(asked: Watch) -> Question:
    return Question(**{name: getattr(asked, name) for name in Question.__struct_fields__})


def answers(listing: Listing, question: Question) -> bool:
    """Return whether a row is one of those that somebody wants to see."""
    return (
        listing.status == question.status
        and question.game in (None, listing.game)
        and question.preset in (None, listing.preset)
        and question.clock in (None, clock_kind(listing.clock))
        and question.free <= free_seats(listing)
        and question.bots in (None, any(seat.bot is not None for seat in listing.seats))
    )


def free_seats(listing: Listing) -> int:
    """Count the seats that somebody may take."""
    return sum(seat.kind == "open" for seat in listing.seats)


def clock_kind(clock: Clock | None) -> ClockKind:
    """Return what kind of clock a table has."""
    if clock is None:
        return "none"
    return "days" if clock.turn >= HOUR else "live"
