"""Open Canyon's rules to callers outside compiled code: kernels on record `i` of an array of states.

Behind every door that needs the river stands a compiled one that takes the shelf's table of boards first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from eddyline.engine.game import CHANCE, Doors
from eddyline.engine.kernel import door, kernel
from eddyline.engine.random import below, seeded, stir
from eddyline.engine.records import Grid, record
from eddyline.games.canyon import dealing, observing, resampling, rules
from eddyline.games.canyon.actions import SIDE
from eddyline.games.canyon.board import SHELF
from eddyline.games.canyon.charting import MOST_SPACES

if TYPE_CHECKING:
    from eddyline.engine.records import States

LOWEST_SEAT = np.array([max(0, (mask & -mask).bit_length() - 1) for mask in range(64)], np.uint8)
"""Lowest seat in a bit mask."""


MAX_LEGAL = MOST_SPACES
"""A move cannot have more ends than a board has spaces; nothing else offers more decisions."""


@record
class Paper:
    """Give kernels something to draw and write on; callers that may run beside each other have one each.

    A record, because passing on what a record holds costs nothing (see `moving.REACHED`).
    """

    dtype: ClassVar[np.dtype[Any]]

    flood: Annotated[Grid, np.int64, (2, SIDE + 2)]
    offers: Annotated[Grid, np.int16, (MAX_LEGAL,)]
    """Legal decisions, for callers that have no other place for them."""


PAPER: States = np.zeros(1, Paper.dtype)
"""For the doors that keep the GIL: one call at a time."""


@door
def to_act(states: States, i: int) -> int:
    """See `Doors.to_act`."""
    return rules.to_act(states[i])


@door
def legal_on(boards: States, papers: States, states: States, i: int, seat: int, out: Grid) -> int:
    """See `Doors.legal`."""
    s = states[i]
    return rules.legal(boards[s.board], s, seat, out, papers[0].flood)


def legal(states: States, i: int, seat: int, out: Grid) -> int:
    """See `Doors.legal`."""
    return legal_on(SHELF.table, PAPER, states, i, seat, out)


@door
def decide_on(boards: States, papers: States, states: States, i: int, seat: int, action: int) -> None:
    """See `Doors.decide`."""
    s = states[i]
    rules.decide(boards[s.board], s, seat, action, papers[0].flood)


def decide(states: States, i: int, seat: int, action: int) -> None:
    """See `Doors.decide`."""
    decide_on(SHELF.table, PAPER, states, i, seat, action)


@door
def advance_on(boards: States, papers: States, states: States, i: int) -> None:
    """See `Doors.advance`."""
    s = states[i]
    rules.advance(boards[s.board], s, papers[0].flood)


def advance(states: States, i: int) -> None:
    """See `Doors.advance`."""
    advance_on(SHELF.table, PAPER, states, i)


@door
def is_over(states: States, i: int) -> bool:
    """See `Doors.is_over`."""
    return rules.is_over(states[i])


@door
def ranking_on(boards: States, states: States, i: int, out: Grid) -> None:
    """See `Doors.ranking`."""
    s = states[i]
    rules.ranking(boards[s.board], s, out)


def ranking(states: States, i: int, out: Grid) -> None:
    """See `Doors.ranking`."""
    ranking_on(SHELF.table, states, i, out)


@door
def observe_on(boards: States, states: States, i: int, seat: int, seen: States) -> None:
    """See `Doors.observe`."""
    s = states[i]
    observing.observe(boards[s.board], s, seat, seen[0])
    observing.leave_empty(s, seen[0])


def observe(states: States, i: int, seat: int, out: Grid) -> None:
    """See `Doors.observe`."""
    observe_on(SHELF.table, states, i, seat, out.view(observing.Seen.dtype))


@door
def set_up(states: States, i: int, dealer: int) -> None:
    """Lay the game out in a record that has its seats and options."""
    dealing.set_up(states[i], dealer)


@door
def deal_word(states: States, i: int, word: int) -> None:
    """See `Doors.deal`."""
    dealing.deal(states[i], word)


def deal(states: States, i: int, word: int) -> None:
    """See `Doors.deal`."""
    # Of one type always, or Numba compiles another one for small words.
    deal_word(states, i, np.uint64(word))  # type: ignore[arg-type]


@door
def resample_word(states: States, i: int, seat: int, word: int) -> None:
    """See `Doors.resample`."""
    resampling.resample(states[i], seat, word)


def resample(states: States, i: int, seat: int, word: int) -> None:
    """See `Doors.resample`."""
    # Of one type always, or Numba compiles another one for small words.
    resample_word(states, i, seat, np.uint64(word))  # type: ignore[arg-type]


@kernel
def playout_on(boards: States, papers: States, states: States, i: int, seed: int, rounds: int) -> tuple[int, int, int]:
    """See `Doors.playout`."""
    s = states[i]
    b = boards[s.board]
    paper = papers[0]
    random = seeded(seed)
    decisions = 0
    played = 0
    games = 0
    while played < rounds:
        waiting = rules.to_act(s)
        if waiting == CHANCE:
            random = stir(random)
            dealing.deal(s, random)  # type: ignore[arg-type]
        elif waiting != 0:
            seat = int(LOWEST_SEAT[waiting])
            count = rules.legal(b, s, seat, paper.offers, paper.flood)
            random = stir(random)
            rules.decide(b, s, seat, int(paper.offers[below(random, count)]), paper.flood)
            decisions += 1
        elif rules.is_over(s):
            games += 1
            played += 1
            random = stir(random)
            dealing.set_up(s, below(random, int(s.seats)))
        else:
            number = int(s.round_number)
            rules.advance(b, s, paper.flood)
            played += int(s.round_number) - number
    return decisions, played, games


def playout(states: States, i: int, seed: int, rounds: int) -> tuple[int, int, int]:
    """See `Doors.playout`."""
    # Of one type always, see `resample`: code that was compiled for a small seed takes no large one.
    return playout_on(SHELF.table, np.zeros(1, Paper.dtype), states, i, np.uint64(seed), rounds)  # type: ignore[arg-type]


@kernel
def perft_on(boards: States, papers: States, stack: States, depth: int) -> int:
    """See `Doors.perft`: walk the tree depth first without recursion; stack[level] is the position at that level."""
    b = boards[stack[0].board]
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
            seats[level] = LOWEST_SEAT[rules.to_act(s)]
            left[level] = rules.legal(b, s, seats[level], papers[level].offers, papers[level].flood)
        if left[level] == 0:
            level -= 1
            entering = False
            continue
        left[level] -= 1
        stack[level + 1] = stack[level]
        below_it = stack[level + 1]
        rules.decide(b, below_it, seats[level], int(papers[level].offers[left[level]]), papers[depth].flood)
        while not rules.is_over(below_it):
            waiting = rules.to_act(below_it)
            if waiting == CHANCE:
                dealing.deal(below_it, seeded(int(below_it.round_number)))  # type: ignore[arg-type]
            elif waiting == 0:
                rules.advance(b, below_it, papers[depth].flood)
            else:
                break
        level += 1
        entering = True
    return leaves


def perft(stack: States, depth: int) -> int:
    """See `Doors.perft`."""
    return perft_on(SHELF.table, np.zeros(depth + 1, Paper.dtype), stack, depth)


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
    deal=deal,
    resample=resample,
)
