"""Move the canoes: paddle as near to the village as the points allow, or drift (C-MOVE, C-RAPID).

Water is flooded row by row: a row of the board is a bit mask, and one step in all eight directions is the union of the
row, the one above and the one below, shifted by one to both sides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.kernel import kernel, wide
from eddyline.games.canyon.rules.actions import GO, SIDE
from eddyline.games.canyon.rules.board import FALLS, RAPIDS, VILLAGE
from eddyline.games.canyon.rules.dealing import in_order
from eddyline.games.canyon.rules.state import NONE
from eddyline.games.canyon.rules.tricks import bonus_of, points_of

if TYPE_CHECKING:
    from eddyline.engine.records import Grid
    from eddyline.games.canyon.rules.board import Board
    from eddyline.games.canyon.rules.state import State

EXPONENT = np.zeros(37, np.int8)
"""Exponent of a power of two, by its remainder modulo 37; these all differ. Used to find the lowest space in a row."""
for exponent in range(36):
    EXPONENT[(1 << exponent) % 37] = exponent


REACHED, FREE = 0, 1
"""Rows of the scratch memory for floods: int64[2, SIDE + 2].

It should be part of a record (see `opening.scratch_type`): passing on an array that was allocated in compiled code
updates its reference count at every call, which takes more time than the rules.
"""


@kernel
def flood(b: Board, s: State, seat: int, points: int, target: int, scratch: Grid) -> int:
    """Mark the spaces that a canoe can reach with these points through free spaces (C-MOVE-2, C-MOVE-4).

    Stops when it has reached the cell `target` (NONE for no target) and returns the number of steps. Only rows up to
    `points` away are written in `scratch`.
    """
    source = int(s.place[seat])
    middle = source // SIDE + 1
    first, last = max(1, middle - points), min(SIDE, middle + points)
    for row in range(first - 1, last + 2):
        scratch[REACHED, row] = 0
        scratch[FREE, row] = b.enter[row]
    for other in range(int(s.seats)):
        place = int(s.place[other])
        scratch[FREE, place // SIDE + 1] &= ~(1 << place % SIDE)
    scratch[REACHED, middle] = 1 << source % SIDE
    for step in range(1, points + 1):
        top = max(first, middle - step)
        above = 0
        here = int(scratch[REACHED, top]) & ~int(b.village[top])
        for row in range(top, min(last, middle + step) + 1):
            beneath = int(scratch[REACHED, row + 1]) & ~int(b.village[row + 1])
            spread = above | here | beneath
            scratch[REACHED, row] |= (spread | spread << 1 | spread >> 1) & int(scratch[FREE, row])
            above = here
            here = beneath
        if target != NONE and int(scratch[REACHED, target // SIDE + 1]) >> target % SIDE & 1:
            return step
    return points


@kernel
def nearest(b: Board, s: State, seat: int, scratch: Grid) -> int:
    """Return the smallest distance from the village among the spaces of a flood with the seat's points (C-MOVE-3)."""
    source, points = int(s.place[seat]), int(s.points[seat])
    middle = source // SIDE + 1
    here = int(b.distance[source])
    for distance in range(max(0, here - points), here):
        for row in range(max(1, middle - points), min(SIDE, middle + points) + 1):
            if int(scratch[REACHED, row]) & int(b.level[distance, row]) != 0:
                return distance
    return here


@kernel
def can_move(b: Board, s: State, seat: int, scratch: Grid) -> bool:
    """Return whether the seat's points can bring its canoe nearer to the village (C-MOVE-3)."""
    if int(s.points[seat]) == 0:
        return False
    source = int(s.place[seat])
    distance = int(b.distance[source]) - 1
    middle = source // SIDE + 1
    bit = 1 << source % SIDE
    near = bit | bit << 1 | bit >> 1
    above = near & int(b.level[distance, middle - 1])
    beside = near & int(b.level[distance, middle])
    beneath = near & int(b.level[distance, middle + 1])
    for other in range(int(s.seats)):
        place = int(s.place[other])
        row = place // SIDE + 1
        taken = ~(1 << place % SIDE)
        if row == middle - 1:
            above &= taken
        elif row == middle:
            beside &= taken
        elif row == middle + 1:
            beneath &= taken
    if above | beside | beneath != 0:
        return True
    # One step does not help; a detour may.
    flood(b, s, wide(seat), wide(s.points[seat]), NONE, scratch)
    return nearest(b, s, wide(seat), scratch) <= distance


@kernel
def legal_ends(b: Board, s: State, seat: int, out: Grid, scratch: Grid) -> int:
    """Write the spaces where the move may end: the reachable ones nearest to the village (C-MOVE-3)."""
    points = wide(s.points[seat])
    flood(b, s, wide(seat), points, NONE, scratch)
    best = nearest(b, s, wide(seat), scratch)
    middle = int(s.place[seat]) // SIDE + 1
    count = 0
    for row in range(max(1, middle - points), min(SIDE, middle + points) + 1):
        ends = int(scratch[REACHED, row]) & int(b.level[best, row])
        while ends != 0:
            lowest = ends & -ends
            out[count] = GO + SIDE * (row - 1) + int(EXPONENT[lowest % 37])
            count += 1
            ends ^= lowest
    return count


@kernel
def decide_end(b: Board, s: State, seat: int, action: int, scratch: Grid) -> None:
    """Paddle to a space; on a village jetty, record the points left over (C-END-1)."""
    cell = action - GO
    if b.kind[cell] == VILLAGE:
        points = int(s.points[seat])
        s.left[seat] = points - flood(b, s, seat, points, cell, scratch)
    s.place[seat] = cell
    s.waiting = 0


@kernel
def canoe_at(s: State, cell: int) -> int:
    """Return the seat whose canoe is on a space other than the gangway, or NONE."""
    for seat in range(int(s.seats)):
        if int(s.place[seat]) == cell:
            return seat
    return NONE


@kernel
def turns_until(s: State, seat: int) -> int:
    """Count the turns of this movement phase from the current one to the seat's own; negative if that is over."""
    after = seat - int(s.dealer) - 1
    return (after if after >= 0 else after + int(s.seats)) - int(s.turn)


@kernel
def drift(b: Board, s: State, seat: int) -> None:
    """Let a canoe drift one space along its arrow, pushing a canoe there, and so on (C-RAPID-2, C-RAPID-3)."""
    pushed = seat
    while pushed != NONE:
        goal = int(b.drift[int(s.place[pushed])])
        if goal == FALLS:
            s.place[pushed] = b.gangway
            if turns_until(s, pushed) > 0:
                s.fallen |= 1 << pushed
                s.points[pushed] = 0
            return
        next_pushed = canoe_at(s, goal)
        s.place[pushed] = goal
        pushed = next_pushed


@kernel
def begin_move(b: Board, s: State, scratch: Grid) -> None:
    """Begin the next canoe's turn: it drifts, stays, has lost its turn, or its player chooses (C-MOVE-1, C-RAPID)."""
    s.turn += 1
    seat = in_order(s, int(s.turn))
    if s.fallen >> seat & 1:
        return
    # Determine the starting space now: the canoe may have been pushed since the last trick (C-RAPID-1).
    s.points[seat] = points_of(b, s, seat)
    if b.kind[int(s.place[seat])] == RAPIDS and bonus_of(s, seat) == 0:
        drift(b, s, seat)
    elif can_move(b, s, seat, scratch):
        s.waiting = 1 << seat
