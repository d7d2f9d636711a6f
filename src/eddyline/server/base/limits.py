"""Limit the rate of messages and requests, and the number of connections."""

from __future__ import annotations

import math
from collections import Counter
from functools import partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from eddyline.server.base.settings import Settings


HOUR, DAY = 3600.0, 86_400.0


def plain(address: str) -> IPv4Address | IPv6Address:
    """Parse an address; one of IPv4 stays it inside IPv6. Raises ValueError for anything else."""
    parsed = ip_address(address)
    return (parsed.ipv4_mapped or parsed) if isinstance(parsed, IPv6Address) else parsed


def neighbour(address: str) -> str:
    """Return what limits count as one address: of IPv6 the /64, in which one machine may take any; else itself."""
    try:
        parsed = plain(address)
    except ValueError:
        return address
    return str(IPv6Network((int(parsed), 64), strict=False) if isinstance(parsed, IPv6Address) else parsed)


class Bucket:
    """Allow `burst` events at once, and `per_second` in the long run."""

    __slots__ = ("_burst", "_clock", "_left", "_rate", "_then")

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate = per_second
        self._burst = burst
        self._clock = clock
        self._left = burst
        self._then = clock()

    def take(self) -> bool:
        """Count one event; return False when it exceeds the limit."""
        self._refill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def wait(self) -> float:
        """Return the seconds until the next event is within the limit."""
        self._refill()
        return max(0.0, 1 - self._left) / self._rate

    @property
    def full(self) -> bool:
        """Return whether the bucket has refilled completely, and so equals a new one."""
        self._refill()
        return self._left >= self._burst

    def _refill(self) -> None:
        now = self._clock()
        self._left = min(self._burst, self._left + max(0.0, now - self._then) * self._rate)
        self._then = now


class Buckets:
    """Keep one bucket per address; full ones are dropped when there are many."""

    MANY = 10_000

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float]) -> None:
        self._new: Callable[[], Bucket] = partial(Bucket, per_second, burst, clock)
        self._buckets: dict[Hashable, Bucket] = {}

    def take(self, key: Hashable) -> bool:
        """Count one event of `key`; return False when it exceeds the limit."""
        if len(self._buckets) > self.MANY:
            self._buckets = {other: bucket for other, bucket in self._buckets.items() if not bucket.full}
        return self._buckets.setdefault(key, self._new()).take()

    def wait(self, key: Hashable) -> float:
        """Return the seconds until the next event of `key` is within the limit."""
        bucket = self._buckets.get(key)
        return 0.0 if bucket is None else bucket.wait


class Places:
    """Count what each address holds at the same time."""

    def __init__(self, each: int) -> None:
        """Let an address hold as many as `each`; 0: any number."""
        self._each = each
        self._held: Counter[Hashable] = Counter()

    def enter(self, address: Hashable) -> bool:
        """Count one more; return False, and count nothing, when that exceeds the limit."""
        if self._each and self._held[address] >= self._each:
            return False
        self._held[address] += 1
        return True

    def leave(self, address: Hashable) -> None:
        """Count one less."""
        self._held[address] -= 1
        if not self._held[address]:
            del self._held[address]


class Limits:
    """Limit what one address may cause. Methods raise RefusalError when that is too much."""

    def __init__(self, settings: Settings) -> None:
        clock, rate = settings.outside.clock, settings.requests_per_minute
        self._requests = Buckets(rate / 60, rate / 2, clock)
        self._checks = Buckets(rate / 10, rate, clock)
        self._accounts = [
            Buckets((most or math.inf) / seconds, most or math.inf, clock)
            for most, seconds in ((settings.accounts_per_hour, HOUR), (settings.accounts_per_day, DAY))
        ]
        tables = settings.tables_per_day or math.inf
        self._tables = Buckets(tables / DAY, tables, clock)

    def request(self, address: str, *, check: bool = False) -> None:
        """Count something that leaves a trace for good.

        A `check` leaves none, and may be made six times as often: somebody is typing.
        """
        if not (self._checks if check else self._requests).take(neighbour(address)):
            raise RefusalError("too_fast", "Too many requests from your address; please wait a minute.")

    def account(self, address: str) -> None:
        """Count a new account."""
        key = neighbour(address)
        if not all(buckets.take(key) for buckets in self._accounts):
            again = _again(max(buckets.wait(key) for buckets in self._accounts))
            raise RefusalError("many_accounts", f"Many accounts were made from your address; try again {again}.")

    def table(self, address: str) -> None:
        """Count a table that is opened."""
        if not self._tables.take(key := neighbour(address)):
            again = _again(self._tables.wait(key))
            raise RefusalError("many_tables", f"Many tables were opened from your address; try again {again}.")


def _again(seconds: float) -> str:
    minutes = math.ceil(seconds / 60)
    return "in a minute" if minutes == 1 else f"in {minutes} minutes"
