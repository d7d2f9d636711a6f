"""List a seat's possible turns, each with the paddler's score: the branches of the search tree.

Each end position is listed once, with the first decisions found that lead there. If there are more than `WIDTH`, those
with the lowest scores are dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from eddyline.bots.niagara.evaluator import evaluate, prepare
from eddyline.bots.niagara.keys import public_key
from eddyline.bots.niagara.moving import decide, legal
from eddyline.bots.niagara.odds import begin_look_ahead, read_hands
from eddyline.bots.niagara.planning import (
    RIVAL_WEIGHT,
    THEFT_BONUS,
    card_score,
    others_loss,
    others_value,
    price_score,
)
from eddyline.bots.search.tree import LONGEST_PLAN, expand, room, softmax_priors
from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.records import Grid, record
from eddyline.games.niagara.rules.actions import SPARE, STEAL
from eddyline.games.niagara.rules.door import MAX_LEGAL
from eddyline.games.niagara.rules.state import CLOUD, Phase

if TYPE_CHECKING:
    from eddyline.bots.niagara.lone_canoe import Solution
    from eddyline.bots.niagara.scratch import Scratch
    from eddyline.bots.search.tree import Tree
    from eddyline.engine.records import States
    from eddyline.games.niagara.rules.state import State

WIDTH = 96
"""Maximum number of turns kept."""
LEAVES = 4096
"""Maximum number of end positions tried."""


@record
class TurnScratch:
    """Hold the depth-first search through a seat's turns, and the turns that were kept."""

    dtype: ClassVar[np.dtype[Any]]

    offers: Annotated[Grid, np.int16, (LONGEST_PLAN + 1, MAX_LEGAL)]
    untried: Annotated[Grid, np.int16, (LONGEST_PLAN + 1,)]
    taken: Annotated[Grid, np.int16, (LONGEST_PLAN + 1,)]
    count: Annotated[int, np.int64]
    keys: Annotated[Grid, np.uint64, (WIDTH,)]
    scores: Annotated[Grid, np.float64, (WIDTH,)]
    lengths: Annotated[Grid, np.int16, (WIDTH,)]
    plans: Annotated[Grid, np.int16, (WIDTH, LONGEST_PLAN)]


@kernel
def keep_turn(turn_scratch: TurnScratch, key: np.uint64, score: float, length: int) -> None:
    """Keep the turn in `turn_scratch.taken`, unless one with the same end or `WIDTH` better ones are already kept."""
    place = wide(turn_scratch.count)
    for index in range(wide(turn_scratch.count)):
        if turn_scratch.keys[index] == key:
            return
    if place == WIDTH:
        place = 0
        for index in range(1, WIDTH):
            if turn_scratch.scores[index] < turn_scratch.scores[place]:
                place = index
        if turn_scratch.scores[place] >= score:
            return
    else:
        turn_scratch.count += 1
    turn_scratch.keys[place] = key
    turn_scratch.scores[place] = score
    turn_scratch.lengths[place] = length
    for level in range(length):
        turn_scratch.plans[place, level] = turn_scratch.taken[level]


@routine
def score_end(before: State, after: State, seat: int, robs: bool, solution: Solution, scratch: Scratch) -> float:
    """Evaluate the end of a turn, as the paddler does."""
    if after.phase != Phase.PADDLING:
        return price_score(after, seat, solution, scratch)
    if after.card[seat] == CLOUD:
        score = RIVAL_WEIGHT * (
            others_value(before, seat, solution, scratch) - others_value(after, seat, solution, scratch)
        )
        begin_look_ahead(after, seat, seat, scratch)
        return score + evaluate(after, seat, seat, solution, scratch)
    score = evaluate(after, seat, seat, solution, scratch)
    if robs:
        score += THEFT_BONUS + others_loss(before, after, seat, solution, scratch)
    return score


@routine
def list_turns(
    s: State, seat: int, solution: Solution, scratch: Scratch, turn_scratch: TurnScratch, stack: States
) -> None:
    """List the seat's turns by depth-first search; `stack` has LONGEST_PLAN + 2 positions."""
    turn_scratch.count = 0
    prepare(s, solution, scratch)
    read_hands(s, seat, solution, scratch)
    begin_look_ahead(s, seat, seat, scratch)
    stack[0] = s
    level = 0
    leaves = 0
    turn_scratch.untried[0] = legal(stack[0], seat, turn_scratch.offers[0])
    while level >= 0 and leaves < LEAVES:
        if turn_scratch.untried[level] == 0:
            level -= 1
            continue
        turn_scratch.untried[level] -= 1
        action = wide(turn_scratch.offers[level, turn_scratch.untried[level]])
        turn_scratch.taken[level] = action
        level += 1
        stack[level] = stack[level - 1]
        after = stack[level]
        decide(after, seat, action)
        if after.waiting >> seat & 1 and level < LONGEST_PLAN:
            turn_scratch.untried[level] = legal(after, seat, turn_scratch.offers[level])
            continue
        leaves += 1
        robs = False
        for index in range(level):
            robs = robs or STEAL <= turn_scratch.taken[index] < SPARE
        key = public_key(after) ^ secret_key(after, seat)
        score = score_end(stack[0], after, seat, robs, solution, scratch)
        keep_turn(turn_scratch, key, score, level)
        level -= 1


@kernel
def secret_key(s: State, seat: int) -> np.uint64:
    """Hash what `public_key` does not include: the rescues that the seat has planned."""
    return np.uint64((wide(s.rescue[seat, 0]) + 1) << 8 | (wide(s.rescue[seat, 1]) + 1))


@routine
def expand_turns(
    tree: Tree,
    number: int,
    s: State,
    seat: int,
    temperature: float,
    uniform_prior: float,
    solution: Solution,
    scratch: Scratch,
    turn_scratch: TurnScratch,
    stack: States,
) -> bool:
    """Expand a node with the seat's cards or turns; return False if there is no room for them."""
    if s.phase == Phase.CARDS:
        if not room(tree, wide(s.cycle)):
            return False
        list_cards(s, seat, solution, scratch, turn_scratch, stack)
    else:
        if not room(tree, WIDTH):
            return False
        list_turns(s, seat, solution, scratch, turn_scratch, stack)
    count = wide(turn_scratch.count)
    first = expand(tree, number, count)
    for index in range(count):
        branch = tree.branches[first + index]
        branch.length = turn_scratch.lengths[index]
        branch.prior = turn_scratch.scores[index]
        for level in range(wide(turn_scratch.lengths[index])):
            branch.plan[level] = turn_scratch.plans[index, level]
    softmax_priors(tree, number, temperature, uniform_prior)
    return True


@routine
def list_cards(
    s: State, seat: int, solution: Solution, scratch: Scratch, turn_scratch: TurnScratch, stack: States
) -> None:
    """List the cards of a seat's hand, with the paddler's scores."""
    prepare(s, solution, scratch)
    read_hands(s, seat, solution, scratch)
    turn_scratch.count = 0
    for card in range(wide(s.cycle)):
        if s.hand[seat] >> card & 1:
            place = wide(turn_scratch.count)
            turn_scratch.lengths[place] = 1
            turn_scratch.plans[place, 0] = card
            turn_scratch.scores[place] = card_score(s, seat, card, solution, scratch, stack)
            turn_scratch.count = place + 1
