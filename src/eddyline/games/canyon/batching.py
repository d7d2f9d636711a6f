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
def play_on(
    boards: States, papers: States, states: States, rows: States, seen: States, masks: Grid, seats: Grid, over: Grid,
    rewards: Grid, start: States, anew: int, kind: int, numbers: Grid, fresh: int, first: int, last: int,
) -> None:  # fmt: skip
    """See `BatchDoors.play`."""
    b = boards[start[0].board]
    for i in range(first, last):
        s, row = states[i], rows[i]
        if fresh:
            begin_row(row, numbers[i])
            begin_game(b, papers, states, rows, i, start, anew)
            leave_empty(s, seen[i])
        else:
            clear(over, rewards, i)
            rules.decide(b, s, wide(row.seat), wide(numbers[i]), papers[0].flood)
            settle(b, papers, s, row)
            if rules.is_over(s):
                over[i] = True
                end(b, s, row)
                pay(row, kind, int(s.seats), rewards, i)
                begin_game(b, papers, states, rows, i, start, anew)
        unmask(row, masks, i)
        seat = wide(LOWEST_SEAT[rules.to_act(s)])
        row.seat = seat
        seats[i] = seat
        row.count = rules.legal(b, s, seat, row.offers, papers[0].flood)
        mask(row, masks, i)
        observe(b, s, seat, seen[i])


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


def play(arrays: Arrays, plan: Plan, numbers: Grid, fresh: int, first: int, last: int) -> None:
    """See `BatchDoors.play`."""
    play_on(SHELF.table, np.zeros(1, Paper.dtype), *arrays, *plan, numbers, fresh, first, last)


BATCH = BatchDoors(seen=Seen.dtype, play=play)
