"""Make Niagara's rules callable from Python (see `engine.opening`)."""

from __future__ import annotations

from eddyline.engine.opening import open_doors
from eddyline.games.niagara.rules import measures, observation, phases, secrets
from eddyline.games.niagara.rules.state import State

MAX_LEGAL = 64
"""An upper bound: two canoes with five loads and ten places each, plus the moose, or ten victims with two gems each
plus all options of Diamond Joe."""

DOORS = open_doors(
    globals(), State, phases, max_legal=MAX_LEGAL, observation=observation, secrets=secrets, measures=measures
)
