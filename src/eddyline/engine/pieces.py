"""Name the pieces of an observation: what a seat may know, as a short row of small numbers for learners."""

from __future__ import annotations

from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np


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


def pieces_of(dtype: np.dtype[Any], meanings: Mapping[str, tuple[int, int, str]]) -> tuple[Piece, ...]:
    """List the fields of an observation's record as pieces; `meanings` gives least, greatest and a sentence by name.

    Raises ValueError when the two do not name the same fields in the same order.
    """
    if dtype.names != tuple(meanings):
        message = f"expected the meanings of {dtype.names}, in this order, got {tuple(meanings)}"
        raise ValueError(message)
    found = []
    fields = dtype.fields or MappingProxyType({})
    for name, (low, high, meaning) in meanings.items():
        field, start = fields[name][:2]
        found.append(Piece(name, field.shape, low, high, meaning, start))
    return tuple(found)
