"""Tell where a canoe may go, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.games.canyon.rules import steps
from eddyline.games.canyon.rules.actions import GO
from eddyline.games.canyon.rules.board import SHELF
from eddyline.games.canyon.rules.door import DOORS, MAX_LEGAL
from eddyline.games.canyon.rules.paths import MOST_CELLS
from eddyline.games.canyon.rules.showing import Room
from eddyline.games.canyon.words.events import Cell, cell_of

if TYPE_CHECKING:
    from eddyline.engine.records import States


def way_to(states: States, seat: int, goal: int) -> tuple[Cell, ...]:
    """Find a shortest free way within the points of the seat's move (C-MOVE-2); empty if there is none.

    The choice among several shortest ways is always the same; a canoe goes straight where it can.
    """
    path = np.empty(MOST_CELLS, np.int16)
    count = steps.way(SHELF.table, np.empty(1, Room.dtype), states, 0, seat, goal, path)
    return tuple(map(cell_of, path[:count].tolist()))


def ends_of(states: States, seat: int) -> list[int]:
    """List the spaces where the seat's move may end (C-MOVE-3)."""
    out = np.empty(MAX_LEGAL, np.int16)
    return sorted(int(action) - GO for action in out[: DOORS.legal(states, 0, seat, out)])
