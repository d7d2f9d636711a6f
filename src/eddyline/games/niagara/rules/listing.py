"""Write decisions with adjacent ids: cards, colours, places."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.kernel import kernel, wide

if TYPE_CHECKING:
    from eddyline.engine.records import Grid

WIDTH = 10
"""Bits of the longest mask: a canoe's places, or the cards."""

BITS = np.zeros((1 << WIDTH, WIDTH), np.uint8)
"""The set bits of a mask, lowest first: [mask]."""
COUNT = np.zeros(1 << WIDTH, np.uint8)
"""Number of set bits: [mask]."""
for each in range(1 << WIDTH):
    found = [bit for bit in range(WIDTH) if each >> bit & 1]
    BITS[each, : len(found)] = found
    COUNT[each] = len(found)


@kernel
def append(mask: int, first: int, out: Grid, count: int) -> int:
    """Append `first` + bit for every bit of a mask, and return how many decisions there are now.

    Always writes a whole row of the table: a loop with an unpredictable end costs more than the unnecessary steps.
    """
    for number in range(WIDTH):
        out[count + number] = first + int(BITS[mask, number])
    return count + wide(COUNT[mask])
