"""Measure how a seat stands: what it has brought ashore, and how near that is to a goal (N-END-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eddyline.engine.kernel import kernel, wide
from eddyline.engine.measuring import Measure
from eddyline.games.niagara.rules.cargo import HOLDS
from eddyline.games.niagara.rules.phases import gem_value

if TYPE_CHECKING:
    from eddyline.engine.records import Grid
    from eddyline.games.niagara.rules.state import State

MEASURES = (
    Measure("gems", "gems brought ashore; 7 are a goal"),
    Measure("colours", "different colours among them; 5 are a goal"),
    Measure("alike", "the most of one colour; 4 are a goal"),
    Measure("value", "their value, which ranks those who have not won"),
)


@kernel
def measure(_b: Any, s: State, seat: int, out: Grid) -> None:  # noqa: ANN401 - there is no board
    """Write a seat's measures, in the order of MEASURES."""
    most, colours, total = measured(s, seat)
    out[0] = total
    out[1] = colours
    out[2] = most
    out[3] = gem_value(s, seat)


@kernel
def measured(s: State, seat: int) -> tuple[int, int, int]:
    """Return the most gems of one colour in a stash, the number of colours and that of gems."""
    most = 0
    colours = 0
    total = 0
    for gem in range(s.stash.shape[1]):
        count = int(s.stash[seat, gem])
        most = max(most, count)
        colours += count > 0
        total += count
    return most, colours, total


@kernel
def progress(_b: Any, s: State, seat: int) -> float:  # noqa: ANN401 - there is no board
    """Return how much of the way to the nearest of the three goals a seat has gone, 0 to 1.

    A gem in a canoe counts half: so loading it, bringing it ashore, losing it and having it stolen all count.
    """
    most = 0
    colours = 0
    total = 0
    for gem in range(s.stash.shape[1]):
        halves = 2 * int(s.stash[seat, gem])
        for canoe in range(s.cargo.shape[1]):
            halves += wide(HOLDS[wide(s.cargo[seat, canoe]) + 1, gem])
        most = max(most, halves)
        colours += min(halves, 2)
        total += halves
    return min(1.0, max(most / 8, colours / 10, total / 14))
