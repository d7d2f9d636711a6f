"""Search Niagara: `Guide` searches a tree of everybody's turns, `Scout` rolls every turn out to the end of the game.

Both run thousands of simulations (`simulation`) per turn of the position as their seat knows it, and play what did best
for their seat. In common they have:

- Branches are *whole turns*: every legal one, with a prior from the paddler's evaluation (`turns`), which guides the
  search but does not determine its result.
- They do not peek. A position is redacted; simultaneous choices that others may already have made are ignored;
  face-down cards are sampled again for every simulation (determinization).
- The paddler is the rollout policy.

`Scout` is flat: only its own turn is searched, and each rollout goes on to the end of the game. That is unbiased for
games among paddlers, but costs half a millisecond and reports only who won.

`Guide` looks less far ahead and knows more:

- Rollouts are truncated: a network fitted on games estimates the shares of the win at the next choice of cards
  (`network`). So a simulation is one round long: there are twenty times as many, each more informative than a win or a
  loss.
- The other seats search, too. Frequently visited nodes get branches for every seat. Cards, which all choose in secret,
  are chosen by regret matching, so the others are expected to play a good mixed strategy; turns, which are public, by
  PUCT.
- The others' priors are the paddler's choices; they count less as visits grow.

In the last rounds before `max_rounds` games are played out, and with enough simulations the answer converges to perfect
play (`tests/bots/test_guide.py` measures how closely).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from eddyline.bots.bot import Alone
from eddyline.bots.niagara.lone_canoe import Solution, new_workspace, solve, solve_lone_canoe
from eddyline.bots.niagara.network import Weights, load_weights
from eddyline.bots.niagara.simulation import SearchSettings, begin, new_memory, simulate
from eddyline.bots.search.thinking import Searcher, spend, thought
from eddyline.bots.search.tree import new_tree, planned, preferred, weighed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eddyline.bots.bot import Thought
    from eddyline.engine.records import States

NODES, BRANCHES = 1 << 16, 1 << 20
"""Capacity for a search of a minute; memory is used only as the tree grows."""
ALONE_NODES, ALONE_BRANCHES = 1 << 14, 1 << 17
"""Capacity without Python: for some seconds."""
NEVER = 1 << 30

GUIDE = SearchSettings(
    expand_cards_after=12, expand_turns_after=3, truncate=1,
    card_temperature=0.02, turn_temperature=0.02, uniform_prior=0.1,
    exploration=0.5, fpu_reduction=0.02, prior_visits=300.0, epsilon=0.1, best_response=0, uniform_belief=0,
)  # fmt: skip
SCOUT = SearchSettings(
    expand_cards_after=NEVER, expand_turns_after=NEVER, truncate=0,
    card_temperature=0.05, turn_temperature=0.05, uniform_prior=0.2,
    exploration=1.0, fpu_reduction=0.0, prior_visits=0.0, epsilon=0.0, best_response=1, uniform_belief=1,
)  # fmt: skip


class NiagaraSearcher(Searcher):
    """Search by simulation, with given settings."""

    settings: SearchSettings
    chunk: int
    """Simulations between two checks of the clock: a few milliseconds."""

    def weights(self) -> Weights:
        """Return what positions are evaluated with: the shipped weights."""
        return load_weights()

    def think(self, states: States, seat: int) -> Thought:
        """Search within the budget (see `Thinker.think`)."""
        root = states[:1].copy()
        tree, settings = new_tree(NODES, BRANCHES), self.settings
        memory = new_memory(solve_lone_canoe(int(root[0].seats)))
        if begin(root, seat, self._seed, settings, tree, memory) == 1:
            return thought(tree, 0, 0.0)
        weights = self.weights()
        done, seconds = spend(
            self._budget, self.chunk, lambda count: simulate(root, seat, count, settings, tree, memory, weights)
        )
        return thought(tree, done, seconds)


def _alone(settings: SearchSettings, chunk: int) -> Alone:
    """Tell how to search without Python."""

    def memory() -> Mapping[str, Any]:
        solutions: States = np.zeros(1, Solution.dtype)
        workspaces, canoes = new_workspace()
        weights = load_weights()
        return {
            "settings": settings,
            "solutions": solutions,
            "workspaces": workspaces,
            "canoes": canoes,
            "tree": new_tree(ALONE_NODES, ALONE_BRANCHES),
            "memory": new_memory(solutions),
            # What never asks the network carries none.
            "weights": weights if settings.truncate else Weights(*map(np.zeros_like, weights)),
        }

    return Alone(
        {
            "prepare": solve,
            "begin": begin,
            "simulate": simulate,
            "planned": planned,
            "preferred": preferred,
            "weighed": weighed,
        },
        memory,
        chunk,
    )


class Scout(NiagaraSearcher):
    """Try every turn in rollouts by paddlers to the end of the game; play the one that wins most."""

    settings = SCOUT
    chunk = 4
    rollouts = 12
    alone: ClassVar[Alone] = _alone(settings, chunk)


class Guide(NiagaraSearcher):
    """Search everybody's likely turns, and evaluate the resulting positions with a network."""

    settings = GUIDE
    chunk = 64
    rollouts = 400
    alone: ClassVar[Alone] = _alone(settings, chunk)
