"""Play as the guide does, with rebuilt weights: for tournaments against the shipped ones."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from eddyline.bots.niagara.guide import BRANCHES, NODES, Guide
from eddyline.bots.niagara.lone_canoe import solve_lone_canoe
from eddyline.bots.niagara.network import Weights
from eddyline.bots.niagara.simulation import begin, new_memory, simulate
from eddyline.bots.search.thinking import spend, thought
from eddyline.bots.search.tree import new_tree

if TYPE_CHECKING:
    from eddyline.bots.bot import Thought
    from eddyline.engine.records import States


@cache
def rebuilt_weights(file: str) -> Weights:
    """Load the weights that a run has left (cached)."""
    with np.load(file) as arrays:
        return Weights(*(np.ascontiguousarray(arrays[name], np.float32) for name in Weights._fields))


class Rebuilt(Guide):
    """Be the guide with the weights that EDDYLINE_WEIGHTS names."""

    def think(self, states: States, seat: int) -> Thought:
        """Search as `NiagaraSearcher.think` does, which knows the shipped weights only."""
        weights = rebuilt_weights(os.environ["EDDYLINE_WEIGHTS"])
        root = states[:1].copy()
        tree, settings = new_tree(NODES, BRANCHES), self.settings
        memory = new_memory(solve_lone_canoe(int(root[0].seats)))
        if begin(root, seat, self._seed, settings, tree, memory) == 1:
            return thought(tree, 0, 0.0)
        done, seconds = spend(
            self._budget, self.chunk, lambda count: simulate(root, seat, count, settings, tree, memory, weights)
        )
        return thought(tree, done, seconds)
