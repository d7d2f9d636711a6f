"""Describe the pieces of an observation: what a seat may know, as a short row of small numbers for learners."""

from __future__ import annotations

from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from eddyline.engine.records import record_of

if TYPE_CHECKING:
    from eddyline.engine.records import States

SEATS = 6
"""Number of seats in every observation, occupied or not."""

Seen: TypeAlias = Any
"""A record of a game's pieces."""


class Piece(NamedTuple):
    """Describe adjacent numbers of an observation."""

    name: str
    shape: tuple[int, ...]
    """(): a single number. A first dimension of 6 is by seat, the observer first, the others clockwise."""
    low: int
    high: int
    """Minimum and maximum of the numbers."""
    meaning: str
    start: int
    """Index of its first number in the observation."""

    @property
    def size(self) -> int:
        """Return how many numbers it has."""
        return prod(self.shape)


def pieces(*declared: tuple[str, tuple[int, ...], int, int, str]) -> tuple[Piece, ...]:
    """Lay out pieces in order, given their name, shape, minimum, maximum and meaning."""
    found: list[Piece] = []
    for each in declared:
        found.append(Piece(*each, start=found[-1].start + found[-1].size if found else 0))
    return tuple(found)


@cache
def seen_type(declared: tuple[Piece, ...]) -> np.dtype[Any]:
    """Return the record type of an observation, which kernels write."""
    return record_of("Seen", [(piece.name, np.int8, piece.shape) for piece in declared])


def nothing_seen(declared: tuple[Piece, ...], number: int) -> States:
    """Create observations with all seats empty: 0, or −1 where that is allowed and means none."""
    seen = np.zeros(number, seen_type(declared))
    for piece in declared:
        seen[piece.name] = min(piece.low, 0)
    return seen
