"""List what a seat may decide, in memory that is used again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.engine.records import Grid, States


class Offers:
    """Call a game's door `legal`. Several may ask at once: each has memory of its own until it has its answer."""

    def __init__(self, legal: Callable[[States, int, int, Grid], int], most: int) -> None:
        """Take the door, and the largest number of decisions that it writes."""
        self._legal = legal
        self._most = most
        self._spare: list[tuple[Grid, memoryview]] = []

    def read(self, states: States, seat: int) -> list[int]:
        """Return the ids of a seat's legal decisions in record 0, in ascending order; none if it owes none."""
        try:
            memory = self._spare.pop()
        except IndexError:
            out = np.empty(self._most, np.int16)
            memory = out, out.data
        out, numbers = memory
        found: list[int] = numbers[: self._legal(states, 0, seat, out)].tolist()
        self._spare.append(memory)
        found.sort()
        return found
