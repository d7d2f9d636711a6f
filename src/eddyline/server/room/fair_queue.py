"""Decide whose thought comes next: every address in turn, and every table of an address in turn.

Asking often does not help: until all thoughts of a table are served, each other table, and each other address, is
served at most as often.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Collection

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Place(Generic[T]):
    """Hold a place in the queue for `item`."""

    address: str
    table: str
    item: T


class FairQueue(Generic[T]):
    """Keep what waits, by address and table; the first key of each dictionary is served next."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, deque[Place[T]]]] = {}

    def __len__(self) -> int:
        return sum(map(self.count, self._waiting))

    def count(self, address: str) -> int:
        """Return how many wait for an address."""
        return sum(map(len, self._waiting.get(address, {}).values()))

    def add(self, addresses: Collection[str], table: str, item: T) -> Place[T]:
        """Queue an item of a table, behind the table's others, for that address of `addresses` which has the fewest."""
        address = min(sorted(addresses), key=self.count, default="")
        place = Place(address, table, item)
        self._waiting.setdefault(address, {}).setdefault(table, deque()).append(place)
        return place

    def next(self) -> tuple[Place[T], int] | None:
        """Remove and return the place whose turn it is, and how many compete (`_competing`); None: nothing waits."""
        if not self._waiting:
            return None
        address, tables = next(iter(self._waiting.items()))
        table, places = next(iter(tables.items()))
        competing = self._competing(address, table)
        place = places[0]
        self.remove(place)
        # Back to the end of the line, with what still waits there.
        if places:
            tables[table] = tables.pop(table)
        if tables:
            self._waiting[address] = self._waiting.pop(address)
        return place, competing

    def remove(self, place: Place[T]) -> None:
        """Give up a place; does nothing for one that was served."""
        tables = self._waiting.get(place.address, {})
        places = tables.get(place.table, ())
        if place not in places:
            return
        tables[place.table].remove(place)
        if not places:
            del tables[place.table]
        if not tables:
            del self._waiting[place.address]

    def others(self, table: str) -> list[T]:
        """List what waits for other tables."""
        return [
            place.item
            for tables in self._waiting.values()
            for other, places in tables.items()
            for place in places
            if other != table
        ]

    def _competing(self, address: str, table: str) -> int:
        """Count what is served until all thoughts of a table are, its own included, if no more come."""
        own = len(self._waiting[address][table])
        near = sum(min(own, len(places)) for places in self._waiting[address].values())
        return near + sum(min(near, self.count(other)) for other in self._waiting if other != address)
