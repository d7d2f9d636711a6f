"""Measure how a seat stands: the way that is left to the village, and the points of the round (C-MOVE-1, C-END-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel
from eddyline.engine.measuring import Measure
from eddyline.games.canyon.rules.state import NONE

if TYPE_CHECKING:
    from eddyline.engine.records import Grid
    from eddyline.games.canyon.rules.board import Board
    from eddyline.games.canyon.rules.state import State

MEASURES = (
    Measure("distance", "steps to the village, ignoring canoes; 0: arrived"),
    Measure("points", "points of this round's move; −1 before the tricks are over"),
    Measure("left", "points left over on arrival, which rank those who have arrived; −1: not arrived"),
)


@kernel
def measure(b: Board, s: State, seat: int, out: Grid) -> None:
    """Write a seat's measures, in the order of MEASURES."""
    out[0] = way(b, s, seat)
    out[1] = s.points[seat]
    out[2] = s.left[seat]


@kernel
def way(b: Board, s: State, seat: int) -> int:
    """Return a seat's distance to the village; before it has a jetty, that of the jetties, which are all alike."""
    place = int(s.place[seat])
    return int(b.distance[int(b.start[0]) if place == NONE else place])


@kernel
def progress(b: Board, s: State, seat: int) -> float:
    """Return how much of the way from its jetty to the village a seat has gone, 0 to 1."""
    return max(0.0, 1 - way(b, s, seat) / int(b.distance[int(b.start[0])]))
