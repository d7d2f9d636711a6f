"""Find the paths of paddling and drifting canoes in plain Python; they are only for pictures and the log."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.records import copied
from eddyline.games.canyon.rules.actions import GO, SIDE
from eddyline.games.canyon.rules.board import FALLS, SHELF
from eddyline.games.canyon.rules.charting import WATER, mark_at
from eddyline.games.canyon.rules.door import DOORS, MAX_LEGAL
from eddyline.games.canyon.rules.moving import canoe_at
from eddyline.games.canyon.rules.state import NONE
from eddyline.games.canyon.rules.steps import drift
from eddyline.games.canyon.words.events import Cell, Drift

if TYPE_CHECKING:
    from eddyline.engine.records import States
    from eddyline.games.canyon.rules.charting import Lines
    from eddyline.games.canyon.rules.state import State

STRAIGHT_FIRST = ((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1))
"""Steps to the eight neighbours (columns, rows) in the order in which they are tried."""

ENTERED = WATER | {"V"}
"""Characters of the spaces that a canoe may enter (C-MOVE-2, C-MOVE-4)."""


def cell_of(place: int) -> Cell:
    """Convert a place to a cell."""
    return Cell(column=int(place) % SIDE, row=int(place) // SIDE)


def ways(s: State, seat: int) -> dict[int, tuple[Cell, ...]]:
    """Find a shortest free way to every space within the points of the seat's move (C-MOVE-2), the canoe's own first.

    The choice among several shortest ways is always the same; a canoe goes straight where it can.
    """
    others = frozenset(int(s.place[other]) for other in range(int(s.seats)) if other != seat)
    return _ways(SHELF.lines[int(s.board)], int(s.place[seat]), int(s.points[seat]), others)


@lru_cache(maxsize=1024)
def _ways(lines: Lines, source: int, points: int, taken: frozenset[int]) -> dict[int, tuple[Cell, ...]]:
    """Search breadth-first; cached by map (its number may be reused), because everybody at a table asks the same."""
    found: dict[int, tuple[Cell, ...]] = {source: (cell_of(source),)}
    edge = [source]
    for _ in range(points):
        reached = []
        for place in edge:
            row, column = divmod(place, SIDE)
            if lines[row][column] == "V":
                continue
            for across, down in STRAIGHT_FIRST:
                there = SIDE * (row + down) + column + across
                may_enter = mark_at(lines, (column + across, row + down)) in ENTERED
                if may_enter and there not in found and there not in taken:
                    found[there] = (*found[place], cell_of(there))
                    reached.append(there)
        edge = reached
    return found


def ends_of(states: States, seat: int) -> list[int]:
    """List the spaces where the seat's move may end (C-MOVE-3)."""
    out = np.empty(MAX_LEGAL, np.int16)
    return sorted(int(action) - GO for action in out[: DOORS.legal(states, 0, seat, out)])


def drifting(states: States, seat: int) -> tuple[Drift, ...]:
    """Let a canoe drift from where it is now, on a copy, and return what happens."""
    after = copied(states)
    drift(SHELF.table, after, 0, seat)
    return chain(states, after, seat)


def chain(before: States, after: States, seat: int) -> tuple[Drift, ...]:
    """Follow the push from the canoe that drifted to the last one pushed (C-RAPID-2)."""
    was, now = before[0].place.tolist(), after[0].place.tolist()
    drifts, found, pushed = SHELF.table[before[0].board].drift, [], seat
    while pushed != NONE:
        start, end = was[pushed], now[pushed]
        fell = bool(drifts[start] == FALLS)
        found.append(Drift(seat=pushed, start=cell_of(start), end=cell_of(end), fell=fell))
        pushed = NONE if fell else int(canoe_at(before[0], end))
    return tuple(found)
