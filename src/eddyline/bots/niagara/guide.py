"""Search Niagara: `Scout`, who plays every idea out to the end, and `Guide`, who grows a forest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.bots.bot import DEFAULT, Budget, Thought
from eddyline.bots.niagara.simulation import Manner, begin, new_bench, simulate
from eddyline.bots.niagara.value import net
from eddyline.bots.search.forest import new_forest
from eddyline.bots.search.thinking import candidates, spend
from eddyline.engine.kernel import routine
from eddyline.games.niagara.resampling import forget
from eddyline.games.niagara.state import Phase, State

if TYPE_CHECKING:
    from eddyline.engine.records import States

CHUNK = 64
"""Simulations between two looks at the clock: about 5 ms."""
NEVER = 1 << 30
SOON = 3
"""Rounds before the last one (N-END-5) in which games are played out: the network knows no last round."""

GUIDE = Manner(
    ripe_cards=12, ripe_turns=3, cut=1, further=0, card_heat=0.02, turn_heat=0.02, blind=0.1,
    curiosity=0.5, doubt=0.02, habit=300.0, explore=0.1, bold=0, even=0,
)  # fmt: skip
SCOUT = Manner(
    ripe_cards=NEVER, ripe_turns=NEVER, cut=0, further=0, card_heat=0.05, turn_heat=0.05, blind=0.2,
    curiosity=1.0, doubt=0.0, habit=0.0, explore=0.1, bold=1, even=1,
)  # fmt: skip


@routine
def _set_aside(states: States, seat: int) -> None:
    forget(states[0], seat)


class Searcher:
    """Think by simulations, in a given manner."""

    manner: Manner

    def __init__(self, seed: int, budget: Budget = DEFAULT) -> None:
        """Sit down with a seed, which draws what the seat cannot know, and a budget for each turn."""
        self._seed = seed & 0xFFFF_FFFF
        self._budget = budget

    def plan(self, states: States, seat: int) -> tuple[int, ...]:
        """See `Bot.plan`; the whole rest of the turn."""
        return self.think(states, seat).candidates[0].decisions

    def think(self, states: States, seat: int) -> Thought:
        """See `Thinker.think`."""
        root = np.zeros(1, State.dtype)
        root[0] = states[0]
        _set_aside(root, seat)
        s = root[0]
        manner = self.manner
        if s.max_rounds - s.round_number < SOON:
            manner = manner._replace(cut=0)
        forest = new_forest(8192, 131072)
        bench = new_bench(int(s.seats))
        seed = self._seed << 24 | int(s.round_number) << 8 | seat << 4 | int(s.turns_taken)
        node = begin(root, seat, seed, manner, forest, bench)
        if forest.nodes[node].count == 1:
            return Thought(candidates=candidates(forest, node, mixed=False), rollouts=0, seconds=0.0)
        done, seconds = spend(
            self._budget, CHUNK, lambda count: simulate(root, seat, count, manner, forest, bench, net())
        )
        mixed = bool(s.phase == Phase.CARDS) and not manner.bold
        return Thought(candidates=candidates(forest, node, mixed=mixed), rollouts=done, seconds=seconds)


class Scout(Searcher):
    """Try every turn, go on like paddlers to the end of the game, again and again; take what wins most."""

    manner = SCOUT


class Guide(Searcher):
    """Look ahead through everybody's likely turns, and judge what comes of them by experience."""

    manner = GUIDE
