"""Define Niagara's river: places, distances, deposits, and the effect of a push (N-SET-3, N-SET-4, N-FLOW-2).

                                     ┌─ 6L ─ 7L ─┐
    dock ─ 1 ─ 2 ─ 3 ─ 4 ─ 5 ─ fork ─┤           ├─ the falls
                   │   │   │         └─ 6R ─ 7R ─┘
            amethyst   │   amber    sapphire  ruby
                    diamond

Places are numbered 0 (dock), 1–5 (main channel), 6 and 7 (6L, 7L), 8 and 9 (6R, 7R), 10 (lost).
"""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

PlaceName = Literal["dock", "1", "2", "3", "4", "5", "6L", "7L", "6R", "7R", "lost"]
GemName = Literal["amethyst", "diamond", "amber", "sapphire", "ruby"]
Arm = Literal["L", "R"]

PLACES: tuple[PlaceName, ...] = get_args(PlaceName)
DOCK, FORK, LOST = 0, 5, 10
LEFT, RIGHT = 0, 1
ARMS: tuple[Arm, ...] = get_args(Arm)

GEMS: tuple[GemName, ...] = get_args(GemName)
"""Colours in the order of their deposits; a gem's value (N-END-3) is its index + 1."""

SITES = ("3", "4", "5", "6", "7")
"""Discs beside a deposit; site k is the home of gem k."""

DEPTH = np.array([0, 1, 2, 3, 4, 5, 6, 7, 6, 7, 99], np.int8)
"""Distance from the dock in discs, by place."""

SITE = np.array([-1, -1, -1, 0, 1, 2, 3, 4, 3, 4, -1], np.int8)
"""Deposit beside a place, or −1."""

BESIDE = np.array([sum(1 << place for place in range(LOST) if SITE[place] == site) for site in range(5)], np.int16)
"""Bit mask of the places beside each deposit."""

AT = np.array([[0, 1, 2, 3, 4, 5, 6, 7], [0, 1, 2, 3, 4, 5, 8, 9]], np.int8)
"""Place by arm and depth; both arms share the main channel."""

MAX_PUSHES = 9
"""The fastest river: lowest card 7 (a Spirits card) and weather +2."""


def _drift() -> np.ndarray[tuple[int, int, int], np.dtype[np.int8]]:
    """Tabulate the place of a canoe after some pushes: [next arm, pushes, place] -> place (N-FLOW-2, N-FLOW-3)."""
    table = np.zeros((2, MAX_PUSHES + 1, len(PLACES)), np.int8)
    for first in (LEFT, RIGHT):
        for place in range(len(PLACES)):
            at, arm = place, first
            for pushes in range(MAX_PUSHES + 1):
                table[first, pushes, place] = at
                at = pushed(at, arm)
                arm = 1 - arm
    return table


def pushed(place: int, arm: int) -> int:
    """Return where one push takes a canoe when it is `arm`'s turn."""
    if place in (DOCK, LOST):
        return place
    if place < FORK:
        return place + 1
    if place == FORK:
        return int(AT[arm, 6])
    if place == AT[arm, 6]:
        return int(AT[arm, 7])
    if place == AT[arm, 7]:
        return LOST
    return place


DRIFT = _drift()
"""Place after some pushes: [next arm, number of pushes, place before]."""
