"""Limit how often somebody tries to come in, without keeping its owner out of an account that others try."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.limits import Buckets, neighbour

if TYPE_CHECKING:
    from collections.abc import Callable

TRIES, TRIES_PER_HOUR = 10, 10
"""Attempts on one account from one address, at once and in the long run."""
ALL_TRIES, ALL_TRIES_PER_HOUR = 100, 60
"""Attempts on one account from everywhere but where its owner has come in."""
FIRST_TRIES, FIRST_TRIES_PER_HOUR = 2, 2
"""First attempts of an address, on whatever name: they are counted apart when strangers have used up all others."""
ALL_FIRST_TRIES, ALL_FIRST_TRIES_PER_HOUR = 1000, 600
"""First attempts on one account: whoever wants to use these up as well needs hundreds of addresses for it."""
MISTAKES, MISTAKES_PER_HOUR = 30, 120
"""Attempts of one address on any names."""
HOMES = 10_000
"""Addresses that are remembered; when there are more, all are forgotten."""


class Tries:
    """Count attempts, in memory. Methods raise RefusalError when there were too many."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._tries = Buckets(TRIES_PER_HOUR / 3600, TRIES, clock)
        self._all = Buckets(ALL_TRIES_PER_HOUR / 3600, ALL_TRIES, clock)
        self._first = Buckets(FIRST_TRIES_PER_HOUR / 3600, FIRST_TRIES, clock)
        self._all_first = Buckets(ALL_FIRST_TRIES_PER_HOUR / 3600, ALL_FIRST_TRIES, clock)
        self._mistakes = Buckets(MISTAKES_PER_HOUR / 3600, MISTAKES, clock)
        self._homes: set[tuple[str, str]] = set()
        """Accounts with the addresses from which their owners came in since the server started."""

    def count(self, about: str, address: str) -> None:
        """Count an attempt on something: an account, or a name that nobody has."""
        near = neighbour(address)
        self.count_any(near)
        first = self._first.take(near)
        if not self._tries.take((about, near)):
            raise _too_many()
        if (about, near) in self._homes or self._all.take(about):
            return
        if not (first and self._all_first.take(about)):
            raise _too_many()

    def count_any(self, address: str) -> None:
        """Count an attempt that names nobody."""
        if not self._mistakes.take(neighbour(address)):
            raise _too_many()

    def came_in(self, about: str, address: str) -> None:
        """Note that the owner of an account came in from an address."""
        if len(self._homes) >= HOMES:
            self._homes.clear()
        self._homes.add((about, neighbour(address)))


def _too_many() -> RefusalError:
    return RefusalError("too_fast", "Too many attempts to sign in; please wait a few minutes.")
