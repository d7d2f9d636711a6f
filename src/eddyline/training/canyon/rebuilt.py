"""Search as the guide does, with other weights: to rate cards, and for tournaments against the shipped ones."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from eddyline.bots.bot import DEFAULT
from eddyline.bots.canyon.guide import GUIDE, Guide
from eddyline.bots.canyon.weights import Weights

if TYPE_CHECKING:
    from eddyline.bots import Budget
    from eddyline.bots.canyon.simulation import SearchMemory, SearchSettings
    from eddyline.engine.records import States


class Searching(Guide):
    """Be the guide with given weights and settings."""

    def __init__(self, weights: States, settings: SearchSettings, seed: int, budget: Budget) -> None:
        """Create it; seed and budget are as of every bot."""
        super().__init__(seed, budget)
        self.settings = settings
        self._weights = weights

    def memory(self, board: int) -> SearchMemory:
        """Allocate memory for searches on a board, with these weights."""
        return super().memory(board)._replace(weights=self._weights)


@cache
def rebuilt_weights(file: str) -> States:
    """Load the weights that a run has left (cached)."""
    made: States = np.zeros(1, Weights.dtype)
    with np.load(file) as arrays:
        for name in Weights.dtype.names or ():
            made[name][0] = arrays[name]
    return made


class Rebuilt(Searching):
    """Be the guide with the weights that EDDYLINE_WEIGHTS names."""

    def __init__(self, seed: int, budget: Budget = DEFAULT) -> None:
        """Create it."""
        super().__init__(rebuilt_weights(os.environ["EDDYLINE_WEIGHTS"]), GUIDE, seed, budget)
