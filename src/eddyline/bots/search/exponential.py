"""Compute the exponential function, equal to the last bit wherever a bot runs: libraries of maths differ in it."""

from __future__ import annotations

import numpy as np

from eddyline.engine.kernel import kernel

LOWEST = -700.0
"""Below this the result is 0."""
PER_LN_2 = 1.4426950408889634
LN_2_HIGH, LN_2_LOW = 0.6931471803691238, 1.9082149292705877e-10
"""The natural logarithm of 2 in two parts: a small multiple of the first is exact."""
TERMS = 14


@kernel
def exponential(x: float) -> float:
    """Return e to the power of x, which is at most 700."""
    if x < LOWEST:
        return 0.0
    doublings = np.floor(x * PER_LN_2 + 0.5)
    rest = x - doublings * LN_2_HIGH - doublings * LN_2_LOW
    result = 1.0
    for term in range(TERMS, 0, -1):
        result = 1.0 + rest / term * result
    steps = int(abs(doublings))
    factor = 2.0 if doublings > 0.0 else 0.5
    while steps > 0:
        if steps & 1:
            result *= factor
        factor *= factor
        steps >>= 1
    return result
