"""Know when nobody could play because nothing served: no clock and no deadline of a game counts that time.

`heartbeat.py` finds out; all times are seconds since 1970.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Span: TypeAlias = tuple[float, float]
"""When something begins and ends."""


class Outages:
    """Hold all outages of a store. Without a heartbeat there are none."""

    def __init__(self, look: Callable[[], float | None] | None = None) -> None:
        """Let `look` return since when nobody can play at this moment; None: people can."""
        self._look = look
        self._spans: list[Span] = []
        self._noted_from = 0.0
        """Since when outages are noted; of the time before, nobody knows when anything served."""

    def going_on(self) -> float | None:
        """Return since when nobody can play at this moment; None: people can."""
        return None if self._look is None else self._look()

    def know(self, spans: Iterable[Span]) -> bool:
        """Take note of all outages, in the order in which they were noted; return whether any is new."""
        found = list(spans)
        self._noted_from = found[0][1] if found else 0.0
        before, self._spans = self._spans, united(found)
        return self._spans != before

    def after(self, time: float) -> list[Span]:
        """List those that end after a time; one that goes on ends never, as far as is known."""
        found = [span for span in self._spans if span[1] > time]
        since = self.going_on()
        return found if since is None else united([*found, (since, math.inf)])

    def elapsed(self, begins: float, ends: float) -> float:
        """Return how many seconds between two times were no outage."""
        return ends - begins - overlap(self.after(begins), begins, ends)

    def later(self, begins: float, seconds: float) -> float:
        """Return when so many seconds have passed that were no outage."""
        return later(self.after(begins), begins, seconds)

    def earlier(self, ends: float, seconds: float) -> float:
        """Return since when at most so many seconds have passed that were no outage."""
        at = ends - seconds
        for begins, over in reversed(self._spans):
            if over > at and begins < ends:
                at -= min(over, ends) - begins
        return at

    def broke_off(self, time: float) -> float | None:
        """Return when what was served at a time was served no more; None: no outage has come since.

        It is that time itself where nobody knows.
        """
        if time < self._noted_from:
            return time
        return next((max(begins, time) for begins, _ in self.after(time)), None)

    def hit(self, time: float) -> Span | None:
        """Return the outage during which a time was; None: people could play."""
        return next((span for span in self._spans if span[0] <= time < span[1]), None)


def united(spans: Iterable[Span]) -> list[Span]:
    """Return the same times in order, those that overlap as one."""
    found: list[Span] = []
    for begins, ends in sorted(spans):
        if found and begins <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], ends))
        else:
            found.append((begins, ends))
    return found


def overlap(spans: Iterable[Span], begins: float, ends: float) -> float:
    """Return how many seconds of `spans`, which do not overlap, are between two times."""
    return sum(max(0.0, min(span[1], ends) - max(span[0], begins)) for span in spans)


def later(spans: Iterable[Span], begins: float, seconds: float) -> float:
    """Return when so many seconds have passed that are in none of `spans`, which are in order and do not overlap."""
    at = begins + seconds
    for span in spans:
        if span[0] < at:
            at += max(0.0, span[1] - max(span[0], begins))
    return at
