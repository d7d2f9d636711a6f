"""Keep the list of tables that everybody may find, and tell those who look at it what changes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from eddyline.protocol.lobby import Question
from eddyline.protocol.pace import HOUR
from eddyline.server.lobby.part import Part

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.protocol.lobby import ClockKind, Listing, Watch
    from eddyline.protocol.pace import Clock
    from eddyline.server.base.settings import Settings
    from eddyline.server.lobby.part import Watcher
    from eddyline.server.table.audience import Audience

LISTED_EMPTY = 120.0
"""Seconds that a table stays in the list when nobody is there, unless its turns may take hours.

Before the start, its host must have an account then: nobody can tell a guest who is away that somebody sat down.
"""
TIDY_EVERY = 10.0
"""Seconds between two looks for tables where nobody is."""
THIS_PROCESS = ""
"""What this process is called among those that tell of a table."""


@dataclass(slots=True)
class Entry:
    """Hold a row of the list, and what only this server needs to know about it."""

    listing: Listing
    version: int
    seen: float
    """When somebody was there last; a table that was just found counts as if somebody were."""
    audience: Audience | None = None
    """Who finds it; None: everybody."""
    present: set[str] = field(default_factory=set)
    """Processes by way of which its people are connected."""

    @property
    def free(self) -> int:
        """Return the number of free seats."""
        return free_seats(self.listing)


class Lobby:
    """Hold the list: what is told of tables goes in, parts of it for watchers come out."""

    def __init__(self, clock: Callable[[], float], settings: Settings) -> None:
        self._clock = clock
        self._settings = settings
        self.entries: dict[str, Entry] = {}
        self.onlookers: set[Watcher] = set()
        """All who are connected, those who look at a tournament, too."""
        self._watchers: dict[Watcher, None] = {}
        """Those with an account who look at the list."""
        self._parts: dict[tuple[Watch, frozenset[str]], Part] = {}
        """By what is asked for, and which tables for friends are in it."""
        self._lists: dict[tuple[Question, frozenset[str]], list[Listing]] = {}
        """Whole lists, until one of their rows changes."""

    # ---- what is told of tables ----

    def put(
        self,
        table: str,
        listing: Listing | None,
        version: int,
        audience: Audience | None = None,
        *,
        present: bool = False,
        by: str = THIS_PROCESS,
    ) -> None:
        """Take note of what a process tells of a table at a version; None: it is not in the list any more.

        An `audience` alone finds it; None: everybody does.
        """
        entry = self.entries.get(table)
        if listing is None:
            if entry is not None and version >= entry.version:
                self.drop(table)
            return
        if entry is None:
            entry = self.entries[table] = Entry(listing, version, self._clock(), audience)
            self._sort_out_all(table, audience)
            self._stir(listing, audience)
        elif version >= entry.version:
            entry.version = version
            if (listing, audience) != (entry.listing, entry.audience):
                before = entry.listing, entry.audience
                entry.listing, entry.audience = listing, audience
                self._sort_out_all(table, before[1] or audience)
                self._stir(*before)
                self._stir(listing, audience)
        if present:
            entry.present.add(by)
        else:
            self.empty(table, by)

    def empty(self, table: str, by: str = THIS_PROCESS) -> None:
        """Take note that nobody is at a table by way of a process any more."""
        entry = self.entries.get(table)
        if entry is not None and by in entry.present:
            entry.present.discard(by)
            entry.seen = self._clock()

    def drop(self, table: str) -> None:
        """Forget a table that is not there any more."""
        if (entry := self.entries.pop(table, None)) is not None:
            self._sort_out_all(table, entry.audience)
            self._stir(entry.listing, entry.audience)

    def keep(self, processes: frozenset[str]) -> None:
        """Forget who was at tables by way of processes that are not there any more."""
        for entry in self.entries.values():
            if gone := entry.present - processes - {THIS_PROCESS}:
                entry.present -= gone
                entry.seen = self._clock()

    def tidy(self) -> None:
        """Forget the tables where nobody has been for a while."""
        before = self._clock() - LISTED_EMPTY
        for table, entry in list(self.entries.items()):
            if not entry.present and entry.seen <= before and not _waits(entry.listing):
                self.drop(table)

    async def keep_tidy(self) -> None:
        """Do so periodically, until cancelled."""
        while True:
            await asyncio.sleep(TIDY_EVERY)
            self.tidy()

    # ---- who watches ----

    def watch(self, watcher: Watcher) -> None:
        """Show a watcher the part of the list that it has asked for, and from now on what changes there."""
        self.leave(watcher)
        if watcher.account is not None:
            self._watchers[watcher] = None
        watcher.private = frozenset(table for table, entry in self.entries.items() if _finds(watcher, entry))
        asked, private = msgspec.structs.replace(watcher.asked, session=None), watcher.private
        part = self._parts.get((asked, private))
        if part is None:
            pace = self._settings.lobby_every, self._settings.lobby_count_every
            part = Part(asked.first, lambda: self._look(asked, private), self._clock, *pace)
            self._parts[asked, private] = part
        part.watchers.add(watcher)
        watcher.look_at(part)

    def leave(self, watcher: Watcher) -> None:
        """Show a watcher nothing more."""
        self._watchers.pop(watcher, None)
        for (asked, private), part in self._parts.items():
            if part is watcher.part:
                part.watchers.discard(watcher)
                if not part.watchers:
                    part.stop()
                    del self._parts[asked, private]
                    self._lists.pop((_question(asked), private), None)
                break
        watcher.part = None

    def sort_out(self, watcher: Watcher) -> None:
        """Show a watcher the list at once if they have not seen it, or find other tables for friends than before."""
        private = frozenset(table for table, entry in self.entries.items() if _finds(watcher, entry))
        if watcher.part is None or private != watcher.private:
            self.watch(watcher)

    def _sort_out_all(self, table: str, audience: Audience | None) -> None:
        """Show everybody other tables for friends who finds this one now, or does not any more.

        It has, or had, an `audience`; None: it never was for friends.
        """
        if audience is None:
            return
        entry = self.entries.get(table)
        for watcher in list(self._watchers):
            if (entry is not None and _finds(watcher, entry)) != (table in watcher.private):
                self.watch(watcher)

    def _stir(self, listing: Listing, audience: Audience | None) -> None:
        """Let everybody look again who may see this row."""
        public = audience is None
        for question, private in list(self._lists):
            if (public or listing.id in private) and answers(listing, question):
                del self._lists[question, private]
        for (asked, private), part in self._parts.items():
            if (public or listing.id in private) and answers(listing, asked):
                part.stir()

    def _look(self, asked: Watch, private: frozenset[str]) -> tuple[int, Sequence[Listing]]:
        question = _question(asked)
        rows = self._lists.get((question, private))
        if rows is None:
            rows = self._lists[question, private] = self._list(question, private)
        return len(rows), rows[asked.first : asked.first + asked.rows]

    def _list(self, question: Question, private: frozenset[str]) -> list[Listing]:
        rows = [
            entry.listing
            for table, entry in self.entries.items()
            if (entry.audience is None or table in private) and answers(entry.listing, question)
        ]
        rows.sort(key=lambda row: (row.opened, row.id), reverse=question.order == "newest")
        if question.order == "fullest":
            rows.sort(key=free_seats)
        return rows


def _finds(watcher: Watcher, entry: Entry) -> bool:
    """Return whether a table for friends is in the list of a watcher."""
    audience = entry.audience
    if audience is None or watcher.account is None:
        return False
    friend = audience.host == watcher.account or audience.host in watcher.circle.friends
    return audience.admits(watcher.account, friend=friend, apart=audience.host in watcher.circle.apart)


def _waits(listing: Listing) -> bool:
    """Return whether people need not be there: turns may take hours, and who waits hears of who sits down."""
    return clock_kind(listing.clock) == "days" and (listing.status == "running" or listing.reachable)


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
        and question.rated in (None, listing.rated)
    )


def free_seats(listing: Listing) -> int:
    """Count the seats that somebody may take."""
    return sum(seat.kind == "open" for seat in listing.seats)


def clock_kind(clock: Clock | None) -> ClockKind:
    """Return what kind of clock a table has."""
    if clock is None:
        return "none"
    return "days" if clock.turn >= HOUR else "live"
