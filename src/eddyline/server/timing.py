"""Measure how long seats take for their turns, and define how long they may take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec.structs import force_setattr

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0
SHORTEST = 5.0
"""Least time of a clock in seconds, turn and reserve together."""
BACK = 60.0
"""Seconds that a seat has left of its turn at least when its table is loaded: its player may have to reconnect."""

LONGEST = 14 * DAY
"""Most time of a turn, and of a reserve."""

Limit = Annotated[float, msgspec.Meta(ge=0, le=LONGEST)]


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limit the time for turns. When both parts are used up, a bot plays the turn.

    `Clock(30, 300)`: 30 seconds a turn and five minutes in reserve; `Clock(0, 1200)`: twenty minutes for the whole
    game, then sudden death: a bot plays every further turn; `Clock(86400)`: a day for each turn.
    """

    turn: Limit
    """Seconds for each turn."""
    reserve: Limit = 0.0
    """Seconds for the whole game, used when a turn takes longer."""

    def __post_init__(self) -> None:
        """Raise ValueError for a clock that nobody could play by."""
        if self.turn + self.reserve < SHORTEST:
            raise ValueError(
                f"expected a clock of at least {SHORTEST:g} seconds, turn and reserve together, "
                f"got {self.turn + self.reserve:g}"
            )

    @property
    def slow(self) -> bool:
        """Return whether a turn may take hours, so that nobody need be at the table while the clock runs."""
        return self.turn >= HOUR


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Define how long a table waits for its players, and who plays for them.

    Where a turn may take hours, `absence` and `silence` are at least as long as a turn: whoever has a day for a turn is
    not replaced after minutes.
    """

    clock: Clock | None = None
    """None: no limit."""
    absence: Annotated[float, msgspec.Meta(ge=10, le=LONGEST)] = MINUTE
    """Seconds that somebody has to be disconnected before others may let a bot play for them."""
    silence: Annotated[float, msgspec.Meta(ge=30, le=LONGEST)] = 3 * MINUTE
    """Seconds that somebody has to owe a turn before the others may vote to let a bot play for them."""
    stand_in: str | None = None
    """Bot that plays for people, unless they choose one themselves; None: the game's first quick bot."""

    def __post_init__(self) -> None:
        """Let a slow clock rule."""
        if self.clock is not None and self.clock.slow:
            for patience in ("absence", "silence"):
                force_setattr(self, patience, max(getattr(self, patience), self.clock.turn))


class Timing:
    """Measure one game: since when each seat owes its turn, and what is left of its reserve.

    Times are seconds since 1970. Everything but `rest` and `resume` is part of the fold over the table's log.
    """

    def __init__(self, clock: Clock | None, seats: int) -> None:
        self.clock = clock
        self._reserve = [clock.reserve if clock else 0.0] * seats
        self._since: dict[int, float] = {}
        self._stood_in: dict[int, float] = {}
        """Since when bots stand in."""
        self._holidays: dict[int, list[tuple[float, float]]] = {}

    def rest_on(self, seat: int, holidays: Iterable[tuple[int, int]]) -> None:
        """Do not count these times of a seat, which are in milliseconds since 1970, if a turn may take days."""
        self._holidays[seat] = [(begins / 1000, ends / 1000) for begins, ends in holidays] if self.by_days else []

    def holiday(self, seat: int, now: float) -> float | None:
        """Return until when a seat's clock stands still because of a holiday; None when it does not."""
        return next((ends for begins, ends in self._holidays.get(seat, ()) if begins <= now < ends), None)

    def holiday_turns(self, now: float) -> float | None:
        """Return when the next holiday of any seat begins or ends; None when none does."""
        times = (time for holidays in self._holidays.values() for holiday in holidays for time in holiday)
        return min((time for time in times if time > now), default=None)

    def owe(self, waiting: Iterable[int], now: float) -> None:
        """Record which seats owe a turn now."""
        self._since = {seat: self._since.get(seat, now) for seat in waiting}

    def played(self, seat: int, spent: float) -> None:
        """Record that a seat has played its turn, and how many seconds of its reserve that took."""
        self._since.pop(seat, None)
        self._reserve[seat] = max(0.0, self._reserve[seat] - spent)

    def stood_in(self, seat: int, now: float) -> None:
        """Record that a bot plays for a seat from now on."""
        self._stood_in.setdefault(seat, now)

    def came_back(self, seat: int, now: float) -> None:
        """Record that a human plays for a seat again; what the bot took of this turn does not count."""
        began = self._stood_in.pop(seat, now)
        if seat in self._since:
            self._since[seat] += now - max(self._since[seat], began)

    def rest(self, empty: float, now: float) -> None:
        """Do not count the time since `empty`, during which nobody was at the table – unless a turn may take hours."""
        if self.slow:
            self.resume(now)
        else:
            self._since = {seat: since + now - max(since, empty) for seat, since in self._since.items()}

    def resume(self, now: float) -> None:
        """Give seats that owe a turn some time when their table is loaded; their reserve does not run meanwhile."""
        turn = self.clock.turn if self.clock else 0.0
        self._since = {seat: max(since, now + min(BACK, turn) - turn) for seat, since in self._since.items()}

    @property
    def slow(self) -> bool:
        """Return whether a turn may take hours, so that nobody need be at the table while the clock runs."""
        return self.clock is not None and self.clock.slow

    @property
    def by_days(self) -> bool:
        """Return whether a turn may take days, so that vacations stop the clock."""
        return self.clock is not None and self.clock.turn >= DAY

    @property
    def since(self) -> dict[int, float]:
        """Return since when seats count as owing their turn."""
        return dict(self._since)

    def adopt(self, since: Mapping[int, float]) -> None:
        """Count from when another process does, which knows better when nobody was at the table."""
        self._since |= {seat: when for seat, when in since.items() if seat in self._since}

    def taken(self, seat: int, now: float) -> float | None:
        """Return for how many seconds a seat has owed its turn; None when it owes none."""
        since = self._since.get(seat)
        if since is None:
            return None
        rested = sum(max(0.0, min(ends, now) - max(begins, since)) for begins, ends in self._holidays.get(seat, ()))
        return max(0.0, now - since - rested)

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
        return min((self._runs_out(seat, clock) for seat in seats if seat in self._since), default=None)

    def _runs_out(self, seat: int, clock: Clock) -> float:
        since = self._since[seat]
        at = since + clock.turn + self._reserve[seat]
        for begins, ends in self._holidays.get(seat, ()):
            if begins < at:
                at += max(0.0, ends - max(begins, since))
        return at
