"""How often do sequential tests err, and how many blocks do they take?

Prints one line of JSON for each case: blocks of games with a common chance that varies from block to block, H0 and H1,
and for each truth the rate of error and the mean number of blocks, of the arena's test and of the generalised SPRT with
the variance estimated from all blocks, after at least `FEWEST` of them.

    python benchmarks/sequential.py [tests for each case]
"""

from __future__ import annotations

import json
import math
import sys
from typing import TYPE_CHECKING

import numpy as np

from eddyline.arena import Sprt
from eddyline.arena.sprt import verdict

if TYPE_CHECKING:
    from numpy.typing import NDArray

RATE = 0.05
BLOCKS = 6000
FEWEST = 20
CASES = [
    # games in a block, share of H0, share of H1, correlation of the games of a block
    (4, 0.25, 0.35, 0.0),
    (4, 0.25, 0.28, 0.1),
    (2, 0.5, 0.6, 0.0),
    (6, 1 / 6, 0.25, 0.1),
    (4, 0.02, 0.06, 0.0),
    (4, 0.9, 0.95, 0.05),
    (3, 0.6, 0.75, 0.3),
]


def scores(share: float, size: int, correlation: float, draw: np.random.Generator) -> NDArray[np.float64]:
    """Draw the scores of blocks."""
    luck = (1 - correlation) / correlation if correlation else math.inf
    chances = draw.beta(share * luck, (1 - share) * luck, BLOCKS) if correlation else np.full(BLOCKS, share)
    return draw.binomial(size, chances) / size


def generalised(values: NDArray[np.float64], low: float, high: float) -> tuple[str | None, int]:
    """Test by a normal distribution with the variance of all blocks so far."""
    numbers = np.arange(1, len(values) + 1)
    means = np.cumsum(values) / numbers
    variances = np.maximum(np.cumsum(values**2) / numbers - means**2, 1e-9)
    ratios = numbers * (high - low) * (2 * means - low - high) / 2 / variances
    crossed = np.flatnonzero((abs(ratios) >= math.log((1 - RATE) / RATE)) & (numbers >= FEWEST))
    if not len(crossed):
        return None, BLOCKS
    return ("H1" if ratios[crossed[0]] > 0 else "H0"), int(crossed[0]) + 1


def main() -> None:
    """Print all cases."""
    tests = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    draw = np.random.default_rng(31)
    for size, low, high, correlation in CASES:
        sprt = Sprt(share0=low, share1=high, alpha=RATE, beta=RATE)
        row: dict[str, object] = {"block": size, "share0": round(low, 3), "share1": high, "correlation": correlation}
        for truth, share, wrong in (("H0", low, "H1"), ("H1", high, "H0")):
            errors = {"arena": 0, "generalised": 0}
            blocks = {"arena": 0, "generalised": 0}
            for _ in range(tests):
                values = scores(share, size, correlation, draw)
                own = verdict(sprt, ("a", "b"), values, size)
                for name, (accepted, taken) in {
                    "arena": (own.accepted, own.blocks),
                    "generalised": generalised(values, low, high),
                }.items():
                    errors[name] += accepted == wrong
                    blocks[name] += taken
            row[f"errors if {truth}"] = {name: round(count / tests, 4) for name, count in errors.items()}
            row[f"blocks if {truth}"] = {name: round(count / tests) for name, count in blocks.items()}
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
