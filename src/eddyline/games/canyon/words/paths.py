"""Tell the paths of paddling and drifting canoes; they are only for pictures and the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.writer import Words, Writer
from eddyline.games.canyon.rules import steps
from eddyline.games.canyon.rules.actions import GO, SIDE
from eddyline.games.canyon.rules.board import SHELF
from eddyline.games.canyon.rules.door import DOORS, MAX_LEGAL
from eddyline.games.canyon.rules.paths import MOST_CELLS
from eddyline.games.canyon.rules.showing import Room
from eddyline.games.canyon.rules.state import SEATS
from eddyline.games.canyon.words.events import CanoesDrifted, Cell

if TYPE_CHECKING:
    from eddyline.engine.records import States


def cell_of(place: int) -> Cell:
    """Convert a place to a cell."""
    return Cell(column=int(place) % SIDE, row=int(place) // SIDE)


CELLS = Words([cell_of(place) for place in range(SIDE * SIDE)])
"""The spaces that numbers stand for."""
DRIFTED = Writer(CanoesDrifted, most={"chain": SEATS}, words={Cell: CELLS})


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


def drifted(before: States, after: States, seat: int) -> CanoesDrifted:
    """Follow the push from the canoe that drifted to the last one pushed (C-RAPID-2)."""
    sheet = DRIFTED.take()
    steps.follow(SHELF.table, before, after, seat, sheet.record)
    return DRIFTED.read(sheet)
