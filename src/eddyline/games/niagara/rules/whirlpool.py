"""Tabulate all moves, with and without the whirlpool, and how the whirlpool drifts (S-WHIRL, N-MOVE).

Without a whirlpool the tables amount to "one disc per point"; `paddling` looks up moves in them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from eddyline.games.niagara.rules.board import (
    AT,
    DEPTH,
    DOCK,
    DRIFT,
    FORK,
    LEFT,
    LOST,
    MAX_PUSHES,
    PLACES,
    RIGHT,
    pushed,
)

NO_WHIRLPOOL = DOCK
"""Place of the whirlpool if not in play; LOST: it fell, and comes back on the next disc pushed in (S-WHIRL-1)."""

MAX_POINTS = 9
"""Maximum points of a canoe: card 7 plus the moose."""

Table = np.ndarray[Any, np.dtype[Any]]


def _drift() -> Table:
    """Tabulate the place of the whirlpool after some pushes: like `DRIFT`, but it comes back (S-WHIRL-1)."""
    table = DRIFT.copy()
    for first in (LEFT, RIGHT):
        for place in range(DOCK + 1, len(PLACES)):
            at, arm = place, first
            for pushes in range(MAX_PUSHES + 1):
                table[first, pushes, place] = at
                at = 1 if at == LOST else pushed(at, arm)
                arm = 1 - arm
    return table


def _ends() -> tuple[Table, Table]:
    """Tabulate `ENDS` and `SWIRLS`."""
    ends = np.zeros((len(PLACES), len(PLACES), MAX_POINTS + 1), np.uint16)
    swirls = np.zeros_like(ends)
    for whirlpool in range(len(PLACES)):
        for start in range(LOST):
            for points in range(1, MAX_POINTS + 1):
                for way in (_upstream, _downstream):
                    for end, swirled in way(whirlpool, start, points):
                        (swirls if swirled else ends)[whirlpool, start, points] |= 1 << end
    return ends, swirls


def _upstream(whirlpool: int, start: int, points: int) -> list[tuple[int, bool]]:
    """List where a move upstream can end: leaving the whirlpool's disc costs an extra point (S-WHIRL-2, S-WHIRL-4)."""
    arm, depth = arm_of(start), int(DEPTH[start])
    while depth > 0 and points >= (cost := 2 if AT[arm, depth] == whirlpool else 1):
        depth, points = depth - 1, points - cost
    if depth > 0 and AT[arm, depth] == whirlpool:
        return [(end, True) for end in swept(whirlpool, arm)]
    return [] if start == DOCK else [(int(AT[arm, depth]), False)]


def _downstream(whirlpool: int, start: int, points: int) -> list[tuple[int, bool]]:
    """List where a move downstream can end; not on a whirlpool on disc 7 (N-MOVE-7, N-MOVE-8, S-WHIRL-6)."""
    depth = int(DEPTH[start]) + points
    arms = [arm_of(start)] if start > FORK or depth <= FORK else [LEFT, RIGHT]
    if depth > DEPTH[LOST - 1]:
        return []
    ends: list[tuple[int, bool]] = []
    for arm in arms:
        end = int(AT[arm, depth])
        ends += [(down, True) for down in swept(end, arm) if down != LOST] if end == whirlpool else [(end, False)]
    return ends


def arm_of(place: int) -> int:
    """Return the arm of a place; the main channel counts as left."""
    return RIGHT if place > AT[LEFT, 7] else LEFT


def swept(whirlpool: int, arm: int) -> list[int]:
    """List where the whirlpool takes a canoe: one disc down, from disc 5 into either arm, from disc 7 to LOST."""
    if whirlpool == FORK:
        return [int(AT[arm, 6]), int(AT[1 - arm, 6])]
    return [LOST if DEPTH[whirlpool] == DEPTH[LOST - 1] else int(AT[arm, DEPTH[whirlpool] + 1])]


BELOW = np.array([DOCK, *(swept(place, arm_of(place))[-1] for place in range(1, LOST)), LOST], np.int8)
"""The next disc downstream, by place: at the fork into the right arm, from disc 7 over the falls."""

WHIRLPOOL_DRIFT = _drift()
"""Place of the whirlpool after some pushes: [next arm, number of pushes, place before]."""

ENDS, SWIRLS = _ends()
"""Bit masks of the places where a move can end, by whirlpool, start and points: by paddling, and where the whirlpool
took the canoe or made its last point lapse, which requires that no point is left (S-WHIRL-3)."""
