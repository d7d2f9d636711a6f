"""Slow down who asks too much."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable


class Bucket:
    """Let `burst` events through at once, and `per_second` in the long run."""

    __slots__ = ("_burst", "_clock", "_left", "_rate", "_then")

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate = per_second
        self._burst = burst
        self._clock = clock
        self._left = burst
        self._then = clock()

    def take(self) -> bool:
        """Count one event; False when it is one too many."""
        self._refill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        """Tell whether nothing has happened for so long that this bucket is like a new one."""
        self._refill()
        return self._left >= self._burst

    def _refill(self) -> None:
        now = self._clock()
        self._left = min(self._burst, self._left + max(0.0, now - self._then) * self._rate)
        self._then = now


class Buckets:
    """Keep one bucket for each address; the full ones are forgotten when there are many."""

    MANY = 10_000

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float]) -> None:
        self._new: Callable[[], Bucket] = partial(Bucket, per_second, burst, clock)
        self._buckets: dict[Hashable, Bucket] = {}

    def take(self, key: Hashable) -> bool:
        """Count one event of `key`; False when it is one too many."""
        if len(self._buckets) > self.MANY:
            self._buckets = {other: bucket for other, bucket in self._buckets.items() if not bucket.full}
        return self._buckets.setdefault(key, self._new()).take()
