"""Search Canyon: `Scout` rolls out to the end of the game, `Guide` ends its rollouts with a value network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.bots.bot import Thought
from eddyline.bots.canyon.simulation import SearchSettings, begin, new_memory, simulate
from eddyline.bots.search.thinking import Searcher, candidates, spend
from eddyline.bots.search.tree import new_tree
from eddyline.games.canyon.rules.state import Phase

if TYPE_CHECKING:
    from eddyline.engine.records import States

CHUNK = 256
"""Simulations between two checks of the clock: about 5 ms."""

GUIDE = SearchSettings(
    rounds=1, learnt_policy=1, tries=8, tree_cards=2, exploration=0.1, prior_weight=0.5, tolerance=0.002
)
SCOUT = SearchSettings(
    rounds=0, learnt_policy=0, tries=1, tree_cards=-1, exploration=0.0, prior_weight=0.0, tolerance=0.002
)


class CanyonSearcher(Searcher):
    """Search by simulation, with given settings."""

    settings: SearchSettings

    def think(self, states: States, seat: int) -> Thought:
        """Search within the budget (see `Thinker.think`)."""
        s = states[0]
        settings = self.settings
        if s.phase == Phase.MOVING:
            # The tree is still learning the other seats' replies: an early lead may not last.
            settings = settings._replace(tolerance=0.0)
        memory = new_memory(int(s.board))
        tree = new_tree(8192, 65536)
        seed = self._seed << 24 | int(s.round_number) << 8 | int(s.trick) << 4 | seat
        if begin(states, seat, seed, tree, memory) == 1:
            return Thought(candidates=candidates(tree, 0, mixed=False), rollouts=0, seconds=0.0)
        done, seconds = spend(self._budget, CHUNK, lambda count: simulate(states, seat, count, settings, tree, memory))
        return Thought(candidates=candidates(tree, 0, mixed=False), rollouts=done, seconds=seconds)


class Scout(CanyonSearcher):
    """Try every choice in rollouts to the end of the game, by rules of thumb; play the one that wins most."""

    settings = SCOUT
    rollouts = 256


class Guide(CanyonSearcher):
    """Search the rest of the round with a learnt policy, in deals that fit the bids; a network evaluates its end."""

    settings = GUIDE
    rollouts = 1024
