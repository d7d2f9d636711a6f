"""Open Niagara's rules to callers outside compiled code: kernels on record `i` of an array of states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from eddyline.engine.game import Doors
from eddyline.engine.kernel import door, kernel, wide
from eddyline.engine.random import below, seeded, stir
from eddyline.engine.records import Grid, record
from eddyline.games.niagara import observing, resampling, river, rules

if TYPE_CHECKING:
    from eddyline.engine.records import States

MAX_LEGAL = 64
"""More than any position offers: two canoes with five loads and ten places each and two with the moose, or ten victims
with two gems each and all that Joe allows."""

LOWEST_SEAT = np.array([max(0, (mask & -mask).bit_length() - 1) for mask in range(64)], np.uint8)
"""Lowest seat in a bit mask."""


@record
class Paper:
    """Give kernels something to write on.

    A record, because passing on what a record holds costs nothing; references to an array that compiled code makes
    itself are counted at every call.
    """

    dtype: ClassVar[np.dtype[Any]]

    offers: Annotated[Grid, np.int16, (MAX_LEGAL,)]
    """Legal decisions."""
    left: Annotated[int, np.int64]
    """How many of them `perft` has not tried yet."""
    seat: Annotated[int, np.int64]
    """Whose they are."""


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


@door
def flow(states: States, i: int) -> tuple[int, int]:
    """Let the river flow and nothing more; return the lowest card and the pushes, for whoever tells of it."""
    s = states[i]
    lowest, pushes = river.lowest_card(s), river.pushes_due(s)
    river.flow(s)
    return lowest, pushes


@door
def resample_word(states: States, i: int, seat: int, word: int) -> None:
    """See `Doors.resample`."""
    resampling.resample(states[i], seat, word)


def resample(states: States, i: int, seat: int, word: int) -> None:
    """See `Doors.resample`."""
    # Of one type always, or Numba compiles another one for small words.
    resample_word(states, i, seat, np.uint64(word))  # type: ignore[arg-type]


@kernel
def playout_on(papers: States, states: States, i: int, seed: int, rounds: int) -> tuple[int, int, int]:
    """See `Doors.playout`."""
    s = states[i]
    offers = papers[0].offers
    random = seeded(seed)
    decisions = 0
    played = 0
    games = 0
    while played < rounds:
        waiting = rules.to_act(s)
        seat = wide(LOWEST_SEAT[waiting])
        count = rules.legal(s, seat, offers)
        random = stir(random)
        rules.decide(s, seat, wide(offers[below(random, count)]))
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


def playout(states: States, i: int, seed: int, rounds: int) -> tuple[int, int, int]:
    """See `Doors.playout`."""
    # Of one type always, see `resample`: code that was compiled for a small seed takes no large one.
    return playout_on(np.zeros(1, Paper.dtype), states, i, np.uint64(seed), rounds)  # type: ignore[arg-type]


@kernel
def perft_on(papers: States, stack: States, depth: int) -> int:
    """See `Doors.perft`: walk the tree depth first without recursion; stack[level] is the position at that level."""
    leaves = 0
    level = 0
    entering = True
    while level >= 0:
        paper = papers[level]
        if entering:
            s = stack[level]
            if level == depth or rules.is_over(s):
                leaves += 1
                level -= 1
                entering = False
                continue
            seat = wide(LOWEST_SEAT[rules.to_act(s)])
            paper.seat = seat
            paper.left = rules.legal(s, seat, paper.offers)
        if paper.left == 0:
            level -= 1
            entering = False
            continue
        paper.left -= 1
        stack[level + 1] = stack[level]
        below_it = stack[level + 1]
        rules.decide(below_it, paper.seat, wide(paper.offers[paper.left]))
        while rules.to_act(below_it) == 0 and not rules.is_over(below_it):
            rules.advance(below_it)
        level += 1
        entering = True
    return leaves


def perft(stack: States, depth: int) -> int:
    """See `Doors.perft`."""
    return perft_on(np.zeros(depth + 1, Paper.dtype), stack, depth)


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
    resample=resample,
)
