"""Search Canyon: `Scout` rolls out to the end of the game, `Guide` ends its rollouts with a value network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from eddyline.bots.bot import Alone
from eddyline.bots.canyon.network import map_features
from eddyline.bots.canyon.simulation import SearchSettings, begin, new_memory, simulate
from eddyline.bots.search.thinking import Searcher, spend, thought
from eddyline.bots.search.tree import new_tree, planned, preferred, weighed
from eddyline.games.canyon.rules.board import SHELF
from eddyline.games.canyon.rules.boards import MAPS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eddyline.bots.bot import Thought
    from eddyline.bots.canyon.simulation import SearchMemory
    from eddyline.engine.records import States

CHUNK = 256
"""Simulations between two checks of the clock: about 5 ms."""
NODES, BRANCHES = 1 << 13, 1 << 16
"""Capacity for a search."""

GUIDE = SearchSettings(
    rounds=1, learnt_policy=1, tries=8, tree_cards=2, exploration=0.1, prior_weight=0.5,
    step_share=0.0, tolerance=0.002,
)  # fmt: skip
SCOUT = SearchSettings(
    rounds=0, learnt_policy=0, tries=1, tree_cards=-1, exploration=0.0, prior_weight=0.0,
    step_share=0.06, tolerance=0.002,
)  # fmt: skip


class CanyonSearcher(Searcher):
    """Search by simulation, with given settings."""

    settings: SearchSettings

    def memory(self, board: int) -> SearchMemory:
        """Allocate memory for searches on a board, with the shipped weights."""
        return new_memory(map_features(board))

    def think(self, states: States, seat: int) -> Thought:
        """Search within the budget (see `Thinker.think`)."""
        settings, tree, memory = self.settings, new_tree(NODES, BRANCHES), self.memory(int(states[0].board))
        if begin(states, seat, self._seed, settings, tree, memory) == 1:
            return thought(tree, 0, 0.0)
        done, seconds = spend(self._budget, CHUNK, lambda count: simulate(states, seat, count, settings, tree, memory))
        return thought(tree, done, seconds)


def _alone(settings: SearchSettings) -> Alone:
    """Tell how to search without Python."""

    def memory() -> Mapping[str, Any]:
        maps = np.concatenate([map_features(board) for board in range(len(MAPS))])
        tree = new_tree(NODES, BRANCHES)
        return {"boards": SHELF.table, "settings": settings, "tree": tree, "memory": new_memory(maps)}

    return Alone(
        {"begin": begin, "simulate": simulate, "planned": planned, "preferred": preferred, "weighed": weighed},
        memory,
        CHUNK,
    )


class Scout(CanyonSearcher):
    """Try every choice in rollouts to the end of the game, by rules of thumb; play the one that wins most."""

    settings = SCOUT
    rollouts = 256
    alone: ClassVar[Alone] = _alone(settings)


class Guide(CanyonSearcher):
    """Search the rest of the round with a learnt policy, in deals that fit the bids; a network evaluates its end."""

    settings = GUIDE
    rollouts = 1024
    alone: ClassVar[Alone] = _alone(settings)
