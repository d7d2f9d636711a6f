"""Find the paths of paddling and drifting canoes, for whoever shows them: always the same among several shortest ones.

The rules need no paths: they flood whole rows at once (see `moving`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from eddyline.engine.kernel import kernel
from eddyline.engine.records import Grid, record
from eddyline.games.canyon.rules.actions import MOST_TRICKS, SIDE
from eddyline.games.canyon.rules.board import VILLAGE
from eddyline.games.canyon.rules.state import NONE
from eddyline.games.canyon.rules.tricks import MOST_BONUS

if TYPE_CHECKING:
    from eddyline.games.canyon.rules.board import Board
    from eddyline.games.canyon.rules.state import State

MOST_POINTS = MOST_TRICKS + MOST_BONUS
"""Maximum number of points of a move (C-MOVE-1)."""
MOST_CELLS = MOST_POINTS + 1
"""Maximum number of spaces of a path, the one where it begins included."""

STRAIGHT_FIRST = np.array(((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)), np.int8)
"""Steps to the eight neighbours (columns, rows) in the order in which they are tried: straight ones first."""

UNSEEN, TAKEN = -1, -2
"""Values in `Ways.before`: no way goes there, or another canoe is there."""


@record
class Ways:
    """Hold the shortest ways of a canoe."""

    dtype: ClassVar[np.dtype[Any]]

    before: Annotated[Grid, np.int16, (SIDE * SIDE,)]
    """By cell: the cell before it on the way there, or UNSEEN or TAKEN; where the canoe is, that cell itself."""
    queue: Annotated[Grid, np.int16, (SIDE * SIDE,)]
    """The cells in the order in which they were found."""


@kernel
def find_ways(b: Board, s: State, seat: int, points: int, ways: Ways) -> None:
    """Find a shortest free way to every space within some points (C-MOVE-2, C-MOVE-4), step by step from the canoe.

    Spaces are tried in the order in which they were found, and the first way to a space stays.
    """
    ways.before[:] = UNSEEN
    for other in range(int(s.seats)):
        if s.place[other] != NONE:
            ways.before[int(s.place[other])] = TAKEN
    source = int(s.place[seat])
    ways.before[source] = source
    ways.queue[0] = source
    first = 0
    last = 1
    for _ in range(points):
        edge = last
        for number in range(first, edge):
            place = int(ways.queue[number])
            # Every canoe stops at a village jetty.
            for step in range(0 if b.kind[place] == VILLAGE else STRAIGHT_FIRST.shape[0]):
                column = place % SIDE + int(STRAIGHT_FIRST[step, 0])
                row = place // SIDE + int(STRAIGHT_FIRST[step, 1])
                # Rows have an empty one above and below.
                if 0 <= column < SIDE and int(b.enter[row + 1]) >> column & 1:
                    there = SIDE * row + column
                    if ways.before[there] == UNSEEN:
                        ways.before[there] = place
                        ways.queue[last] = there
                        last += 1
        first = edge


@kernel
def write_way(ways: Ways, goal: int, path: Grid) -> int:
    """Write the spaces of the way to `goal`, from the canoe's own on; return their number, 0 if there is no way."""
    count = 0
    if ways.before[goal] >= 0:
        count = 1
        place = goal
        while ways.before[place] != place:
            place = int(ways.before[place])
            count += 1
        place = goal
        for step in range(count):
            path[count - 1 - step] = place
            place = int(ways.before[place])
    return count
