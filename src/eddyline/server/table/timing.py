"""Measure how long seats take for their turns."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from eddyline.protocol.pace import DAY
from eddyline.server.base.outages import Outages, later, overlap, united

if TYPE_CHECKING:
    from collections.abc import Iterable

    from eddyline.protocol.pace import Clock
    from eddyline.server.base.outages import Span


class Timing:
    """Measure one game: since when each seat owes its turn, and what is left of its reserve.

    Times are seconds since 1970. Some times do not count: outages, vacations where a turn may take days, turns that a
    bot has begun, and where a turn takes minutes the time in which nobody was at the table.
    """

    def __init__(self, clock: Clock | None, seats: int, outages: Outages | None = None) -> None:
        self.clock = clock
        self.changed = 0.0
        """When the log was appended to last."""
        self.empty: float | None = None
        """Since when nobody is at the table, if clocks rest because of that."""
        self._outages = outages or Outages()
        self._reserve = [clock.reserve if clock else 0.0] * seats
        self._since: dict[int, float] = {}
        self._stood_in: dict[int, float] = {}
        """Since when bots stand in."""
        self._vacations: dict[int, list[Span]] = {}
        self._rests: dict[int, list[Span]] = {}
        """What else does not count of the turns that are owed."""

    def rest_on(self, seat: int, vacations: Iterable[tuple[int, int]]) -> None:
        """Do not count these times of a seat, which are in milliseconds since 1970, if a turn may take days."""
        self._vacations[seat] = [(begins / 1000, ends / 1000) for begins, ends in vacations] if self.by_days else []

    def vacation(self, seat: int, now: float) -> float | None:
        """Return until when a seat's clock stands still because of a vacation; None when it does not."""
        return next((ends for begins, ends in self._vacations.get(seat, ()) if begins <= now < ends), None)

    def vacation_turns(self, now: float) -> float | None:
        """Return when the next vacation of any seat begins or ends; None when none does."""
        times = (time for vacations in self._vacations.values() for vacation in vacations for time in vacation)
        return min((time for time in times if time > now), default=None)

    def owe(self, waiting: Iterable[int], now: float) -> None:
        """Record which seats owe a turn now."""
        self.changed = now
        self._since = {seat: self._since.get(seat, now) for seat in waiting}
        self._rests = {seat: self._rests.get(seat, []) for seat in self._since}

    def played(self, seat: int, spent: float) -> None:
        """Record that a seat has played its turn, and how many seconds of its reserve that took."""
        self._since.pop(seat, None)
        self._rests.pop(seat, None)
        self._reserve[seat] = max(0.0, self._reserve[seat] - spent)

    def stood_in(self, seat: int, now: float) -> None:
        """Record that a bot plays for a seat from now on."""
        self._stood_in.setdefault(seat, now)

    def came_back(self, seat: int, now: float) -> None:
        """Record that a human plays for a seat again; what the bot took of this turn does not count."""
        began = self._stood_in.pop(seat, now)
        if seat in self._since:
            self._rests[seat].append((began, now))

    def leave(self, since: float) -> None:
        """Record that nobody has been at the table since then; does nothing where a turn may take hours."""
        if self.empty is None and not self.slow:
            self.empty = since

    def come(self, since: float, now: float) -> None:
        """Record that somebody is at the table again, where nobody had been since then."""
        if not self.slow:
            self.empty = None
            for rests in self._rests.values():
                rests.append((since, now))

    @property
    def slow(self) -> bool:
        """Return whether a turn may take hours, so that nobody need be at the table while the clock runs."""
        return self.clock is not None and self.clock.slow

    @property
    def by_days(self) -> bool:
        """Return whether a turn may take days, so that vacations stop the clock."""
        return self.clock is not None and self.clock.turn >= DAY

    def taken(self, seat: int, now: float) -> float | None:
        """Return for how many seconds a seat has owed its turn; None when it owes none."""
        since = self._since.get(seat)
        return None if since is None else max(0.0, now - since - overlap(self._rest_of(seat, since), since, now))

    def _rest_of(self, seat: int, since: float) -> list[Span]:
        """List the times after `since` that do not count for a seat."""
        empty = [] if self.empty is None else [(self.empty, math.inf)]
        return united([*self._outages.after(since), *self._vacations.get(seat, ()), *self._rests[seat], *empty])

    def spent(self, seat: int, now: float) -> float:
        """Return how many seconds of its reserve a seat has used for the turn it owes."""
        taken = self.taken(seat, now)
        if self.clock is None or taken is None:
            return 0.0
        return min(self._reserve[seat], max(0.0, taken - self.clock.turn))

    def left(self, seat: int, now: float) -> tuple[float, float] | None:
        """Return what is left of a seat's turn and of its reserve, in seconds; None without a clock."""
        if self.clock is None:
            return None
        turn = max(0.0, self.clock.turn - (self.taken(seat, now) or 0.0))
        return turn, self._reserve[seat] - self.spent(seat, now)

    def deadline(self, seats: Iterable[int]) -> float | None:
        """Return when the next of these seats runs out of time; None when none can."""
        clock = self.clock
        if clock is None:
            return None
        times = (self._runs_out(seat, clock) for seat in seats if seat in self._since)
        return min((time for time in times if time < math.inf), default=None)

    def _runs_out(self, seat: int, clock: Clock) -> float:
        since = self._since[seat]
        return later(self._rest_of(seat, since), since, clock.turn + self._reserve[seat])
