"""Open Niagara's rules to callers outside compiled code: kernels on record `i` of an array of states."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.game import Doors
from eddyline.engine.kernel import door, kernel, wide
from eddyline.engine.random import below, seeded, stir
from eddyline.games.niagara import observing, rules

if TYPE_CHECKING:
    from eddyline.engine.records import Grid, States

MAX_LEGAL = 64
"""More than any position offers: two canoes with five loads and ten places each and two with the moose, or ten victims
with two gems each and all that Joe allows."""

LOWEST_SEAT = np.array([(mask & -mask).bit_length() - 1 for mask in range(64)], np.int8)
"""Lowest seat in a bit mask."""


@door
def to_act(states: States, i: int) -> int:
    """See `Doors.to_act`."""
    return rules.to_act(states[i])


@door
def legal(states: States, i: int, seat: int, out: Grid) -> int:
    """See `Doors.legal`."""
    return rules.legal(states[i], seat, out)


@door
def decide(states: States, i: int, seat: int, action: int) -> None:
    """See `Doors.decide`."""
    rules.decide(states[i], seat, action)


@door
def advance(states: States, i: int) -> None:
    """See `Doors.advance`."""
    rules.advance(states[i])


@door
def is_over(states: States, i: int) -> bool:
    """See `Doors.is_over`."""
    return rules.is_over(states[i])


@door
def ranking(states: States, i: int, out: Grid) -> None:
    """See `Doors.ranking`."""
    rules.ranking(states[i], out)


@door
def observe_as(states: States, i: int, seat: int, seen: States) -> None:
    """See `Doors.observe`."""
    s = states[i]
    observing.observe(s, seat, seen[0])
    observing.leave_empty(s, seen[0])


def observe(states: States, i: int, seat: int, out: Grid) -> None:
    """See `Doors.observe`."""
    observe_as(states, i, seat, out.view(observing.Seen.dtype))


@door
def set_up(states: States, i: int, first: int, arm: int) -> None:
    """Lay the game out in a record that has its seats and options."""
    rules.set_up(states[i], first, arm)


@kernel
def playout(states: States, i: int, seed: int, rounds: int) -> tuple[int, int, int]:
    """See `Doors.playout`."""
    s = states[i]
    out = np.empty(MAX_LEGAL, np.int16)
    random = seeded(seed)
    decisions = 0
    played = 0
    games = 0
    while played < rounds:
        waiting = rules.to_act(s)
        seat = wide(LOWEST_SEAT[waiting])
        count = rules.legal(s, seat, out)
        random = stir(random)
        rules.decide(s, seat, wide(out[below(random, count)]))
        decisions += 1
        number = int(s.round_number)
        while rules.to_act(s) == 0 and not rules.is_over(s):
            rules.advance(s)
        if rules.is_over(s):
            games += 1
            played += 1
            random = stir(random)
            rules.set_up(s, below(random, int(s.seats)), int(random & np.uint64(1)))
        elif s.round_number != number:
            played += 1
    return decisions, played, games


@kernel
def perft(stack: States, depth: int) -> int:
    """See `Doors.perft`: walk the tree depth first without recursion; stack[level] is the position at that level."""
    offers = np.empty((depth + 1, MAX_LEGAL), np.int16)
    left = np.zeros(depth + 1, np.int64)
    seats = np.zeros(depth + 1, np.int64)
    leaves = 0
    level = 0
    entering = True
    while level >= 0:
        if entering:
            s = stack[level]
            if level == depth or rules.is_over(s):
                leaves += 1
                level -= 1
                entering = False
                continue
            waiting = rules.to_act(s)
            seat = wide(LOWEST_SEAT[waiting])
            seats[level] = seat
            left[level] = rules.legal(s, seat, offers[level])
        if left[level] == 0:
            level -= 1
            entering = False
            continue
        left[level] -= 1
        stack[level + 1] = stack[level]
        below_it = stack[level + 1]
        rules.decide(below_it, seats[level], wide(offers[level, left[level]]))
        while rules.to_act(below_it) == 0 and not rules.is_over(below_it):
            rules.advance(below_it)
        level += 1
        entering = True
    return leaves


DOORS = Doors(
    to_act=to_act,
    legal=legal,
    decide=decide,
    advance=advance,
    is_over=is_over,
    ranking=ranking,
    playout=playout,
    perft=perft,
    observe=observe,
)
