"""Search Canyon: `Scout`, who plays every idea out to the end, and `Guide`, who knows what places are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.bots.bot import Thought
from eddyline.bots.canyon.simulation import Manner, begin, new_memory, simulate
from eddyline.bots.search.forest import new_forest
from eddyline.bots.search.thinking import Searcher, candidates, spend
from eddyline.games.canyon.rules.state import Phase

if TYPE_CHECKING:
    from eddyline.engine.records import States

CHUNK = 256
"""Simulations between two looks at the clock: about 5 ms."""

GUIDE = Manner(rounds=1, feel=1, tries=8, few=2, curiosity=0.1, habit=0.5, trifle=0.002)
SCOUT = Manner(rounds=0, feel=0, tries=1, few=-1, curiosity=0.0, habit=0.0, trifle=0.002)


class CanyonSearcher(Searcher):
    """Think by simulations, in a given manner."""

    manner: Manner

    def think(self, states: States, seat: int) -> Thought:
        """See `Thinker.think`."""
        s = states[0]
        manner = self.manner
        if s.phase == Phase.MOVING:
            # The others' replies are still being learnt: what looks clear at first may not be.
            manner = manner._replace(trifle=0.0)
        memory = new_memory(int(s.board))
        forest = new_forest(8192, 65536)
        seed = self._seed << 24 | int(s.round_number) << 8 | int(s.trick) << 4 | seat
        if begin(states, seat, seed, forest, memory) == 1:
            return Thought(candidates=candidates(forest, 0, mixed=False), rollouts=0, seconds=0.0)
        done, seconds = spend(self._budget, CHUNK, lambda count: simulate(states, seat, count, manner, forest, memory))
        return Thought(candidates=candidates(forest, 0, mixed=False), rollouts=done, seconds=seconds)


class Scout(CanyonSearcher):
    """Play every idea out to the end of the game by rules of thumb, again and again; take what wins most."""

    manner = SCOUT


class Guide(CanyonSearcher):
    """Play every idea out to the end of the round by feel, as the bids let expect the cards; then judge the race."""

    manner = GUIDE
