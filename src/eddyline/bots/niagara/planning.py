"""Decide for a seat: try every plan for a turn on a copy of the position, and evaluate the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.bots.niagara.evaluator import evaluate, prepare
from eddyline.bots.niagara.manners import CLOUDS, COLD, PACE, THEFT
from eddyline.bots.niagara.moving import decide, legal
from eddyline.bots.niagara.odds import begin_look_ahead, read_hands
from eddyline.bots.niagara.scratch import FOUND
from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.random import stir
from eddyline.games.niagara.rules.actions import DECLINE, LOAD, PADDLE, SPARE, STEAL, TAKE_MOOSE, UNLOAD
from eddyline.games.niagara.rules.state import BASE_CARDS, CLOUD, NONE, ONE_TWO_THREE, ROPE, Phase, Todo
from eddyline.games.niagara.rules.turn import begin_turn

if TYPE_CHECKING:
    from eddyline.bots.niagara.lone_canoe import Solution
    from eddyline.bots.niagara.scratch import Scratch
    from eddyline.engine.records import Grid, States
    from eddyline.games.niagara.rules.state import State

RIVAL_WEIGHT = 0.3
"""Value of others' losses, as a fraction of an own gain: a loss of one player helps all the rest."""
THEFT_BONUS = 0.01
"""Bonus for a theft, in addition to the value of the gem to both: it saves the trip to the deposit."""
NOISE = 0.004
"""Maximum random bonus for a card, so that equal players do not all play the same card."""


@kernel
def is_of_canoe(action: int, canoe: int) -> bool:
    """Return whether a first decision of phase 2 concerns this canoe, or none."""
    if TAKE_MOOSE <= action < PADDLE:
        return action - TAKE_MOOSE == canoe
    if PADDLE <= action < UNLOAD:
        return (action - PADDLE) // 10 == canoe
    if UNLOAD <= action < STEAL:
        return (action - UNLOAD) % (LOAD - UNLOAD) // 5 == canoe
    return True


@routine
def offer(s: State, seat: int, canoe: int, out: Grid) -> int:
    """List the decisions that concern a canoe, or none; NONE lists those of both canoes."""
    count = legal(s, seat, out)
    if s.canoe != NONE or canoe == NONE:
        return count
    kept = 0
    for index in range(count):
        if is_of_canoe(wide(out[index]), canoe):
            out[kept] = out[index]
            kept += 1
    return kept


@kernel
def next_canoe(s: State, seat: int) -> int:
    """Choose the canoe to plan for: the one that has begun, otherwise one in the water, otherwise one ashore.

    No other order allows more, except for cargo that one canoe unloads and the other loads (N-MOVE-4, N-GEM-4).
    NONE when only one canoe or neither may move (S-CARD-3, S-CARD-4).
    """
    if s.card[seat] == ONE_TWO_THREE or s.card[seat] == ROPE:
        return NONE
    if s.canoe != NONE:
        return int(s.canoe)
    if s.todo[0] == Todo.MUST:
        return 0
    if s.todo[1] == Todo.MUST:
        return 1
    return 0 if s.todo[0] == Todo.MAY else 1


@routine
def others_loss(before: State, after: State, seat: int, solution: Solution, scratch: Scratch) -> float:
    """Evaluate what others lose by a theft: the expected contribution of the robbed cargo."""
    value = 0.0
    for other in range(wide(before.seats)):
        for canoe in range(2):
            if other != seat and before.cargo[other, canoe] != after.cargo[other, canoe]:
                value += evaluate(before, seat, other, solution, scratch)
                value -= evaluate(after, seat, other, solution, scratch)
    return RIVAL_WEIGHT * value


@routine
def plan_canoe(seat: int, canoe: int, solution: Solution, scratch: Scratch, stack: States) -> tuple[float, int]:
    """Find the best way to finish one canoe's plan in `stack[0]`, or with NONE the whole turn.

    The decisions go to `scratch.canoe_plan`, the resulting position to `stack[FOUND]`; returns (score, decisions).
    """
    best = -1.0e9
    length = 0
    level = 0
    robs = False
    scratch.untried[0] = offer(stack[0], seat, canoe, scratch.offers[0])
    while level >= 0:
        if scratch.untried[level] == 0:
            level -= 1
            continue
        scratch.untried[level] -= 1
        action = wide(scratch.offers[level, scratch.untried[level]])
        scratch.taken[level] = action
        level += 1
        stack[level] = stack[level - 1]
        s = stack[level]
        decide(s, seat, action)
        if s.waiting != 0 and (canoe == NONE or s.todo[canoe] != Todo.NOTHING):
            scratch.untried[level] = offer(s, seat, canoe, scratch.offers[level])
            continue
        robs = False
        for index in range(level):
            robs = robs or STEAL <= scratch.taken[index] < SPARE
        score = evaluate(s, seat, seat, solution, scratch)
        if robs:
            score += THEFT_BONUS + scratch.manner[THEFT] + others_loss(stack[0], s, seat, solution, scratch)
        if score > best:
            best = score
            length = level
            for index in range(level):
                scratch.canoe_plan[index] = scratch.taken[index]
            stack[FOUND] = s
        level -= 1
    return best, length


@routine
def others_value(s: State, seat: int, solution: Solution, scratch: Scratch) -> float:
    """Sum the values of the position for the other seats."""
    total = 0.0
    for other in range(wide(s.seats)):
        if other != seat:
            begin_look_ahead(s, seat, other, scratch)
            total += evaluate(s, seat, other, solution, scratch)
    return total


@routine
def plan_weather(seat: int, solution: Solution, scratch: Scratch, stack: States) -> tuple[float, int]:
    """Find the better way to turn the weather in `stack[0]`, by the seat's gain and the others' losses.

    First takes the moose, if there is one to take (S-MOOSE-3).
    """
    best = -1.0e9
    made = 0
    # `decide` only changes the weather, so the others' values without it can be taken from the same position.
    before = others_value(stack[0], seat, solution, scratch)
    count = legal(stack[0], seat, scratch.offers[0])
    if TAKE_MOOSE <= scratch.offers[0, 0] < PADDLE:
        scratch.turn_plan[0] = scratch.offers[0, 0]
        made = 1
        decide(stack[0], seat, wide(scratch.turn_plan[0]))
        count = legal(stack[0], seat, scratch.offers[0])
    for index in range(count):
        stack[1] = stack[0]
        s = stack[1]
        decide(s, seat, wide(scratch.offers[0, index]))
        score = RIVAL_WEIGHT * (before - others_value(s, seat, solution, scratch))
        begin_look_ahead(s, seat, seat, scratch)
        score += evaluate(s, seat, seat, solution, scratch)
        score += scratch.manner[COLD] * (wide(s.weather) - wide(stack[0].weather))
        if score > best:
            best = score
            scratch.turn_plan[made] = scratch.offers[0, index]
    return best, made + 1


@routine
def plan_turn(seat: int, solution: Solution, scratch: Scratch, stack: States) -> tuple[float, int]:
    """Find the best continuation of a turn of phase 2 in `stack[0]`; the decisions go to `scratch.turn_plan`."""
    s = stack[0]
    if s.card[seat] == CLOUD:
        return plan_weather(seat, solution, scratch, stack)
    begin_look_ahead(s, seat, seat, scratch)
    score = 0.0
    made = 0
    if s.waiting == 0:
        score = evaluate(s, seat, seat, solution, scratch)
    while stack[0].waiting != 0:
        score, length = plan_canoe(seat, wide(next_canoe(stack[0], seat)), solution, scratch, stack)
        for index in range(length):
            scratch.turn_plan[made] = scratch.canoe_plan[index]
            made += 1
        stack[0] = stack[FOUND]
    return score, made


@routine
def card_score(s: State, seat: int, card: int, solution: Solution, scratch: Scratch, stack: States) -> float:
    """Evaluate a card by the best turn it allows now, and by the hand it leaves."""
    stack[0] = s
    trial = stack[0]
    trial.card[seat] = card
    trial.phase = Phase.PADDLING
    begin_turn(trial, seat)
    score, _ = plan_turn(seat, solution, scratch, stack)
    return score


@routine
def plan_card(s: State, seat: int, seed: int, solution: Solution, scratch: Scratch, stack: States) -> int:
    """Choose the card with the best score, or one of about equal score."""
    best = -1.0e9
    chosen = 0
    word = np.uint64(seed << 24 | wide(s.round_number) << 4 | seat + 1)
    for _ in range(4):
        word = stir(word)
    hand = wide(s.hand[seat])
    for card in range(wide(s.cycle)):
        if not hand >> card & 1:
            continue
        word = stir(word)
        score = card_score(s, seat, card, solution, scratch, stack)
        score += NOISE * (float(word >> np.uint64(40)) / 2.0**24)
        score += scratch.manner[CLOUDS] if card == CLOUD else scratch.manner[PACE] * card / BASE_CARDS
        if score > best:
            best = score
            chosen = card
    return chosen


@routine
def price_score(s: State, seat: int, solution: Solution, scratch: Scratch) -> float:
    """Evaluate a seat's decision outside phase 2; modifies the position: rescued canoes go to the dock."""
    for canoe in range(2):
        price = int(s.rescue[seat, canoe])
        if price != NONE:
            s.place[seat, canoe] = 0
            if price < 5:
                s.stash[seat, price] -= 1
    return evaluate(s, seat, seat, solution, scratch)


@routine
def plan_one(s: State, seat: int, solution: Solution, scratch: Scratch, stack: States) -> int:
    """Choose whether to rescue a canoe and with which gem, or the arm for a canoe in the whirlpool."""
    best = -1.0e9
    chosen = DECLINE
    begin_look_ahead(s, seat, seat, scratch)
    count = legal(s, seat, scratch.offers[0])
    for index in range(count):
        action = wide(scratch.offers[0, index])
        stack[0] = s
        decide(stack[0], seat, action)
        score = price_score(stack[0], seat, solution, scratch)
        if score > best:
            best = score
            chosen = action
    return chosen


@routine
def choose(states: States, i: int, seat: int, seed: int, solutions: States, scratches: States, stack: States) -> int:
    """Decide for the seat to the end of its turn: the decisions go to `scratch.turn_plan`; return their number.

    Outside phase 2 it is one decision. The answer is the same whether or not record `i` is redacted for the seat.
    """
    s = states[i]
    solution = solutions[0]
    scratch = scratches[0]
    if s.phase != Phase.PADDLING and legal(s, seat, scratch.offers[0]) == 1:
        scratch.turn_plan[0] = scratch.offers[0, 0]
        return 1
    prepare(s, solution, scratch)
    read_hands(s, seat, solution, scratch)
    if s.phase == Phase.PADDLING:
        stack[0] = s
        _, length = plan_turn(seat, solution, scratch, stack)
        return length
    if s.phase == Phase.CARDS:
        scratch.turn_plan[0] = plan_card(s, seat, seed, solution, scratch, stack)
    else:
        scratch.turn_plan[0] = plan_one(s, seat, solution, scratch, stack)
    return 1
