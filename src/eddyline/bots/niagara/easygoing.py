"""Play Niagara like the paddler, but not always the best: `Drifter` and `Camper`, whom people can beat.

To what each turn is worth, by the paddler's evaluation and in a character's manner, a random bonus is added. So no turn
is played that is worse than the best by more than `slack`: such a bot is careless, not foolish. The bonus belongs to
where a turn ends, so that a bot which is asked decision by decision keeps to its plan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from eddyline.bots.bot import DEFAULT, Alone, Budget
from eddyline.bots.niagara.lone_canoe import Solution, new_workspace, solve, solve_lone_canoe
from eddyline.bots.niagara.manners import CLOUDS, COLD, PACE, THEFT, take_after
from eddyline.bots.niagara.planning import NOISE
from eddyline.bots.niagara.scratch import new_scratch
from eddyline.bots.niagara.turns import TurnScratch, list_cards, list_turns
from eddyline.bots.search.tree import LONGEST_PLAN
from eddyline.characters import number_of
from eddyline.engine.kernel import routine, wide
from eddyline.engine.random import seeded, stir
from eddyline.games.niagara.rules.actions import SPARE, STEAL, WEATHER_DOWN, WEATHER_UP
from eddyline.games.niagara.rules.state import BASE_CARDS, CLOUD, Phase, State

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eddyline.bots.niagara.scratch import Scratch
    from eddyline.engine.records import States


class Ease(NamedTuple):
    """Set how easily a bot takes the game."""

    slack: float
    """How much worse than the best a turn may be, in the evaluator's units, where 1 is a goal reached now."""


@routine
def liking(s: State, index: int, scratch: Scratch, turns: TurnScratch) -> float:
    """Return how much the seat likes a turn for itself (see `manners`), by what the lists of turns leave out."""
    first = wide(turns.plans[index, 0])
    if s.phase == Phase.CARDS:
        return float(scratch.manner[CLOUDS]) if first == CLOUD else float(scratch.manner[PACE]) * first / BASE_CARDS
    value = 0.0
    for step in range(wide(turns.lengths[index])):
        action = wide(turns.plans[index, step])
        if STEAL <= action < SPARE:
            value = float(scratch.manner[THEFT])
        elif action == WEATHER_UP:
            value = float(scratch.manner[COLD])
        elif action == WEATHER_DOWN:
            value = -float(scratch.manner[COLD])
    return value


@routine
def choose(
    states: States,
    i: int,
    seat: int,
    seed: int,
    ease: Ease,
    solutions: States,
    scratches: States,
    turn_scratches: States,
    stack: States,
) -> int:
    """Return the next decision of the seat in record `i`; the same whether or not the record is redacted for it."""
    s = states[i]
    scratch = scratches[0]
    turns = turn_scratches[0]
    drawn = ease.slack
    if s.phase == Phase.CARDS:
        drawn += NOISE
        list_cards(s, seat, solutions[0], scratch, turns, stack)
        for index in range(wide(turns.count)):
            turns.keys[index] = np.uint64(wide(turns.plans[index, 0]))
    else:
        list_turns(s, seat, solutions[0], scratch, turns, stack)
    word = seeded(seed << 24 | wide(s.round_number) << 4 | seat + 1)
    best = -1.0e9
    chosen = 0
    for index in range(wide(turns.count)):
        luck = stir(stir(word ^ turns.keys[index]))
        value = turns.scores[index] + liking(s, index, scratch, turns) + drawn * float(luck >> np.uint64(40)) / 2.0**24
        if value > best:
            best = value
            chosen = index
    return int(turns.plans[chosen, 0])


def _alone(ease: Ease) -> Alone:
    """Tell how to decide without Python."""

    def memory() -> Mapping[str, Any]:
        workspaces, canoes = new_workspace()
        return {
            "ease": ease,
            "solutions": np.zeros(1, Solution.dtype),
            "workspaces": workspaces,
            "canoes": canoes,
            "scratches": new_scratch()[0],
            "turn_scratches": np.zeros(1, TurnScratch.dtype),
            "stack": np.zeros(LONGEST_PLAN + 2, State.dtype),
        }

    return Alone({"choose": choose, "prepare": solve, "take_after": take_after}, memory)


class Easygoing:
    """Play a turn that is not much worse than the best, drawn by chance."""

    ease: ClassVar[Ease]

    def __init__(self, seed: int, _budget: Budget = DEFAULT, character: str | None = None) -> None:
        """Create a bot, with the manner of a character if you like; the seed draws among turns."""
        self._character = number_of(character)
        self._seed = seed & 0xFFFF_FFFF

    def __repr__(self) -> str:
        """Describe the bot: what it was made of."""
        return f"<{type(self).__name__}: seed={self._seed}>"

    def plan(self, states: States, seat: int) -> tuple[int]:
        """Return the next decision of the turn (see `Bot.plan`)."""
        scratches, _ = new_scratch()
        take_after(self._character, scratches)
        turn_scratches, stack = np.zeros(1, TurnScratch.dtype), np.zeros(LONGEST_PLAN + 2, State.dtype)
        solutions = solve_lone_canoe(int(states[0].seats))
        return (int(choose(states, 0, seat, self._seed, self.ease, solutions, scratches, turn_scratches, stack)),)


class Drifter(Easygoing):
    """Play like the paddler with half an eye on the river: the level `easy`."""

    ease = Ease(slack=0.045)
    alone: ClassVar[Alone] = _alone(ease)


class Camper(Easygoing):
    """Play like a paddler on holiday: the level `medium`."""

    ease = Ease(slack=0.02)
    alone: ClassVar[Alone] = _alone(ease)
