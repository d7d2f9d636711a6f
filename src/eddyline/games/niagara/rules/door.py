"""Make Niagara's rules callable from Python (see `engine.opening`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import door
from eddyline.engine.opening import open_doors
from eddyline.games.niagara.rules import observation, phases, river, secrets
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
