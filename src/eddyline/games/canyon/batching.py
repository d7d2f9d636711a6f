"""Play many games of Canyon at once: the rows of `engine.batch`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.batch import BatchDoors, begin_row, clear, drawn, mask, pay, unmask
from eddyline.engine.game import CHANCE
from eddyline.engine.kernel import kernel, routine, wide
from eddyline.games.canyon import dealing, rules
from eddyline.games.canyon.board import SHELF
from eddyline.games.canyon.door import LOWEST_SEAT, Paper
from eddyline.games.canyon.observing import Seen, leave_empty, observe
from eddyline.games.canyon.state import NONE

if TYPE_CHECKING:
    from eddyline.engine.batch import Arrays, Plan, Row
    from eddyline.engine.records import Grid, States
    from eddyline.games.canyon.board import Board
    from eddyline.games.canyon.state import State


@routine
def begin_on(
    boards: States, papers: States, states: States, rows: States, seen: States, masks: Grid, seats: Grid, start: States,
    anew: int, words: Grid, first: int, last: int,
) -> None:  # fmt: skip
    """See `BatchDoors.begin`."""
    b = boards[start[0].board]
    for i in range(first, last):
        begin_row(rows[i], words[i])
        begin_game(b, papers, states, rows, i, start, anew)
        leave_empty(states[i], seen[i])
        ask(b, papers, states, rows, seen, masks, seats, i)


@routine
def step_on(
    boards: States, papers: States, states: States, rows: States, seen: States, masks: Grid, seats: Grid, over: Grid,
    rewards: Grid, start: States, anew: int, kind: int, actions: Grid, first: int, last: int,
) -> None:  # fmt: skip
    """See `BatchDoors.step`."""
    b = boards[start[0].board]
    for i in range(first, last):
        s, row = states[i], rows[i]
        clear(over, rewards, i)
        rules.decide(b, s, wide(row.seat), wide(actions[i]), papers[0].flood)
        settle(b, papers, s, row)
        if rules.is_over(s):
            over[i] = True
            end(b, s, row)
            pay(row, kind, int(s.seats), rewards, i)
            begin_game(b, papers, states, rows, i, start, anew)
        ask(b, papers, states, rows, seen, masks, seats, i)


@kernel
def settle(b: Board, papers: States, s: State, row: Row) -> None:
    """Let happen what needs nobody's decision; a deal takes the row's next word."""
    waiting = rules.to_act(s)
    while (waiting == 0 or waiting == CHANCE) and not rules.is_over(s):  # noqa: PLR1714 - two compares, no set to make
        if waiting == CHANCE:
            dealing.deal(s, drawn(row))  # type: ignore[arg-type]
        else:
            rules.advance(b, s, papers[0].flood)
        waiting = rules.to_act(s)


@kernel
def end(b: Board, s: State, row: Row) -> None:
    """Note who has won, and the ranking (C-END-1)."""
    rules.ranking(b, s, row.ranks)
    row.winners = 0
    for seat in range(int(s.seats)):
        row.winners |= int(row.ranks[seat] == 1 and s.left[seat] != NONE) << seat


@routine
def begin_game(b: Board, papers: States, states: States, rows: States, i: int, start: States, anew: int) -> None:
    """Begin the next game of a row; anew, as `Canyon.new` does with the next word of chance (C-SET-1)."""
    s, row = states[i], rows[i]
    states[i] = start[0]
    if anew:
        dealing.set_up(s, int(drawn(row) % np.uint64(s.seats)))
    settle(b, papers, s, row)


@kernel
def ask(
    b: Board, papers: States, states: States, rows: States, seen: States, masks: Grid, seats: Grid, i: int
) -> None:  # fmt: skip
    """Say who decides next, what they may, and what they see."""
    s, row = states[i], rows[i]
    unmask(row, masks, i)
    seat = wide(LOWEST_SEAT[rules.to_act(s)])
    row.seat = seat
    seats[i] = seat
    row.count = rules.legal(b, s, seat, row.offers, papers[0].flood)
    mask(row, masks, i)
    observe(b, s, seat, seen[i])


def begin(arrays: Arrays, plan: Plan, words: Grid, first: int, last: int) -> None:
    """See `BatchDoors.begin`."""
    a, paper = arrays, np.zeros(1, Paper.dtype)
    begin_on(SHELF.table, paper, a.states, a.rows, a.seen, a.masks, a.seats, plan.start, plan.anew, words, first, last)


def step(arrays: Arrays, plan: Plan, actions: Grid, first: int, last: int) -> None:
    """See `BatchDoors.step`."""
    step_on(SHELF.table, np.zeros(1, Paper.dtype), *arrays, *plan, actions, first, last)


BATCH = BatchDoors(seen=Seen.dtype, begin=begin, step=step)
