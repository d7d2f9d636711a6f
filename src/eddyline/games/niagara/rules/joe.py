"""Move Diamond Joe: a neutral canoe that loads and paddles at the end of every phase 3 (J-JOE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.kernel import kernel, routine
from eddyline.games.niagara.rules.board import AT, DEPTH, LOST, PLACES, RIGHT, SITE
from eddyline.games.niagara.rules.state import CLOUD, NONE, ONE_TWO_THREE
from eddyline.games.niagara.rules.whirlpool import BELOW, MAX_POINTS, arm_of

if TYPE_CHECKING:
    from typing import Any

    from eddyline.games.niagara.rules.state import State

START = 1
"""Disc on which he starts, and restarts after a fall (J-JOE-1, J-JOE-3)."""


def _ends() -> np.ndarray[Any, np.dtype[np.int8]]:
    """Tabulate where his move ends: [whirlpool, place, points] -> place, LOST if over the falls (J-JOE-2)."""
    table = np.zeros((len(PLACES), len(PLACES), MAX_POINTS + 1), np.int8)
    for whirlpool in range(len(PLACES)):
        for start in range(START, LOST):
            for points in range(MAX_POINTS + 1):
                table[whirlpool, start, points] = _end(whirlpool, start, points)
    return table


def _end(whirlpool: int, start: int, points: int) -> int:
    """Paddle upstream to disc 1, then with the rest downstream, right at the fork; surplus points lapse on 7R."""
    if points == 0:
        return start
    arm, depth, last = arm_of(start), int(DEPTH[start]), int(DEPTH[AT[RIGHT, 7]])
    while depth > START and points >= (cost := 2 if AT[arm, depth] == whirlpool else 1):
        depth, points = depth - 1, points - cost
    if depth == START:
        arm, depth = RIGHT, min(START + points, last)
    end = int(AT[arm, depth])
    return int(BELOW[end]) if end == whirlpool else end


ENDS = _ends()


@kernel
def restart(whirlpool: int) -> int:
    """Return the disc on which he restarts: 1, or 2 if the whirlpool is on 1 (J-JOE-3, S-WHIRL-7)."""
    return int(BELOW[START]) if whirlpool == START else START


@routine
def act(s: State) -> None:
    """Restart after a fall, load, and paddle by the first player's card (J-JOE-2, J-JOE-3, S-WHIRL-7)."""
    if s.joe == LOST:
        s.joe = restart(int(s.whirlpool))
    site = int(SITE[s.joe])
    if s.joe_gem == NONE and site != NONE and s.deposit[site, site] > 0:
        s.joe_gem = site
        s.deposit[site, site] -= 1
    card = int(s.card[s.first])
    if CLOUD < card < ONE_TWO_THREE:
        s.joe = ENDS[s.whirlpool, s.joe, card]
        if s.joe == LOST:
            s.joe = START
            if s.joe_gem != NONE:
                s.deposit[s.joe_gem, s.joe_gem] += 1
                s.joe_gem = NONE
