"""Make Niagara's rules callable from Python (see `engine.opening`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import door, wide
from eddyline.engine.opening import open_doors
from eddyline.games.niagara.rules import observation, paddling, phases, plan, river, secrets
from eddyline.games.niagara.rules.state import State

if TYPE_CHECKING:
    from eddyline.engine.records import States

MAX_LEGAL = 64
"""An upper bound: two canoes with five loads and ten places each, plus the moose, or ten victims with two gems each
plus all options of Diamond Joe."""

DOORS = open_doors(globals(), State, phases, max_legal=MAX_LEGAL, observation=observation, secrets=secrets)


@door
def flow(states: States, i: int) -> tuple[int, int]:
    """Let the river flow and nothing more; return the lowest card and the pushes, for the narration."""
    s = states[i]
    lowest, pushes = river.lowest_card(s), river.pushes_due(s)
    river.flow(s)
    return lowest, pushes


@door
def points_of(states: States, i: int, seat: int, canoe: int) -> int:
    """Return the points of a canoe that may begin its plan."""
    s = states[i]
    return plan.points_of(s, wide(s.modules), seat, canoe)


@door
def swirl_of(states: States, i: int, seat: int, canoe: int, end: int) -> int:
    """Tell whether the whirlpool takes a canoe that may move there, as a `Swirl`."""
    return paddling.swirl_of(states[i], seat, canoe, end)
