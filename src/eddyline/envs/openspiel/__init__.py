"""Play the games in OpenSpiel; importing this registers `eddyline_niagara` and `eddyline_canyon`.

`pyspiel.load_game("eddyline_niagara(players=3,options=whirlpool:on;max_rounds:20)")` and
`load("niagara", players=3, options={"whirlpool": True, "max_rounds": 20})` are the same game.

>>> state = load("niagara", players=3).new_initial_state()
>>> state.is_chance_node()
True
"""

from __future__ import annotations

from eddyline.envs.openspiel.game import EddylineGame, EddylineState, Observer, load
from eddyline.envs.openspiel.scenario import Parameters

__all__ = ["EddylineGame", "EddylineState", "Observer", "Parameters", "load"]
