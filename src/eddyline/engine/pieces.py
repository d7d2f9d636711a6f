"""Name the pieces of an observation: what a seat may know, as a short row of small numbers for learners."""

from __future__ import annotations

from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from eddyline.engine.records import record_of

if TYPE_CHECKING:
    from eddyline.engine.records import States

SEATS = 6
"""Seats that every observation has room for, taken or not."""

Seen: TypeAlias = Any
"""A record of a game's pieces."""


class Piece(NamedTuple):
    """Describe some neighbouring numbers of an observation."""

    name: str
    shape: tuple[int, ...]
    """(): a single number. A first dimension of 6 is the seats, the observer first, the others clockwise."""
    low: int
    high: int
    """Least and greatest number that can stand there."""
    meaning: str
    start: int
    """Place of its first number in the observation."""

    @property
    def size(self) -> int:
        """Count its numbers."""
        return prod(self.shape)


def pieces(*declared: tuple[str, tuple[int, ...], int, int, str]) -> tuple[Piece, ...]:
    """List pieces from their name, shape, least and greatest number and meaning; they follow each other."""
    found: list[Piece] = []
    for each in declared:
        found.append(Piece(*each, start=found[-1].start + found[-1].size if found else 0))
    return tuple(found)


@cache
def seen_type(declared: tuple[Piece, ...]) -> np.dtype[Any]:
    """Make the record of an observation, which kernels write."""
    return record_of("Seen", [(piece.name, np.int8, piece.shape) for piece in declared])


def nothing_seen(declared: tuple[Piece, ...], number: int) -> States:
    """Make observations in which nobody has any seat yet: 0, or −1 where that is possible and means none."""
    seen = np.zeros(number, seen_type(declared))
    for piece in declared:
        seen[piece.name] = min(piece.low, 0)
    return seen
