"""Play Niagara by a hand-written evaluation: `Paddler`, fast enough to play millions of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from eddyline.bots.bot import DEFAULT, Alone, Budget
from eddyline.bots.niagara.lone_canoe import Solution, new_workspace, solve, solve_lone_canoe
from eddyline.bots.niagara.manners import take_after
from eddyline.bots.niagara.planning import choose
from eddyline.bots.niagara.scratch import new_scratch
from eddyline.characters import number_of
from eddyline.engine.kernel import routine
from eddyline.engine.random import below, seeded, stir
from eddyline.games.niagara.rules import phases

if TYPE_CHECKING:
    from eddyline.engine.records import States


def _memory() -> dict[str, States]:
    scratches, stack = new_scratch()
    workspaces, canoes = new_workspace()
    return {
        "solutions": np.zeros(1, Solution.dtype),
        "scratches": scratches,
        "stack": stack,
        "workspaces": workspaces,
        "canoes": canoes,
    }


@routine
def choose_one(
    states: States, i: int, seat: int, seed: int, solutions: States, scratches: States, stack: States
) -> int:
    """Return the first decision of the best turn."""
    choose(states, i, seat, seed, solutions, scratches, stack)
    return int(scratches[0].turn_plan[0])


class Paddler:
    """Play the best turn according to a hand-written evaluator."""

    alone: ClassVar[Alone] = Alone({"choose": choose_one, "prepare": solve, "take_after": take_after}, _memory)

    def __init__(self, seed: int, _budget: Budget = DEFAULT, character: str | None = None) -> None:
        """Create a bot, with the manner of a character if you like; the seed only decides between about equal cards."""
        self._character = number_of(character)
        self._seed = seed & 0xFFFF_FFFF

    def __repr__(self) -> str:
        """Describe the bot: what it was made of."""
        return f"<{type(self).__name__}: seed={self._seed}>"

    def plan(self, states: States, seat: int) -> tuple[int]:
        """Return the first decision of the best turn; after a theft, another turn may look better (see `Bot.plan`)."""
        scratches, stack = new_scratch()
        take_after(self._character, scratches)
        choose(states, 0, seat, self._seed, solve_lone_canoe(int(states[0].seats)), scratches, stack)
        return (int(scratches[0].turn_plan[0]),)


@routine
def self_play(
    states: States, i: int, seed: int, paddlers: int, solutions: States, scratches: States, stack: States
) -> int:
    """Play a game to the end and return the number of decisions; seats not in the mask `paddlers` play at random."""
    s = states[i]
    scratch = scratches[0]
    offers = scratch.offers[0]
    word = seeded(seed)
    decisions = 0
    while not phases.is_over(s):
        waiting = phases.to_act(s)
        if waiting == 0:
            phases.advance(s)
            continue
        seat = 0
        while not waiting >> seat & 1:
            seat += 1
        if paddlers >> seat & 1:
            length = choose(states, i, seat, seed, solutions, scratches, stack)
            for index in range(length):
                phases.decide(s, seat, int(scratch.turn_plan[index]))
            decisions += length
        else:
            count = phases.legal(s, seat, offers)
            word = stir(word)
            phases.decide(s, seat, int(offers[below(word, count)]))
            decisions += 1
    return decisions
