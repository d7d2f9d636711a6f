"""Play many games of Niagara at once: the rows of `engine.batch`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.batch import BatchDoors, begin_row, clear, drawn, mask, pay, unmask
from eddyline.engine.kernel import kernel, routine, wide
from eddyline.games.niagara import rules
from eddyline.games.niagara.door import LOWEST_SEAT
from eddyline.games.niagara.observing import Seen, leave_empty, observe

if TYPE_CHECKING:
    from eddyline.engine.batch import Arrays, Plan, Row
    from eddyline.engine.records import Grid, States
    from eddyline.games.niagara.state import State


@routine
def play_on(
    states: States, rows: States, seen: States, masks: Grid, seats: Grid, over: Grid, rewards: Grid, start: States,
    anew: int, kind: int, numbers: Grid, fresh: int, first: int, last: int,
) -> None:  # fmt: skip
    """See `BatchDoors.play`."""
    for i in range(first, last):
        s, row = states[i], rows[i]
        if fresh:
            begin_row(row, numbers[i])
            begin_game(states, rows, i, start, anew)
            leave_empty(s, seen[i])
        else:
            clear(over, rewards, i)
            rules.decide(s, wide(row.seat), wide(numbers[i]))
            settle(s)
            if rules.is_over(s):
                over[i] = True
                end(s, row)
                pay(row, kind, int(s.seats), rewards, i)
                begin_game(states, rows, i, start, anew)
        unmask(row, masks, i)
        seat = wide(LOWEST_SEAT[rules.to_act(s)])
        row.seat = seat
        seats[i] = seat
        row.count = rules.legal(s, seat, row.offers)
        mask(row, masks, i)
        observe(s, seat, seen[i])


@kernel
def settle(s: State) -> None:
    """Let happen what needs nobody's decision."""
    while rules.to_act(s) == 0 and not rules.is_over(s):
        rules.advance(s)


@kernel
def end(s: State, row: Row) -> None:
    """Note who has won, and the ranking."""
    rules.ranking(s, row.ranks)
    row.winners = 0
    for seat in range(int(s.seats)):
        row.winners |= int(rules.has_won(s, seat)) << seat


@routine
def begin_game(states: States, rows: States, i: int, start: States, anew: int) -> None:
    """Begin the next game of a row; anew, as `Niagara.new` does with the next word of chance (N-SET-7, N-SET-8)."""
    s = states[i]
    states[i] = start[0]
    if anew:
        word = drawn(rows[i])
        rules.set_up(s, int(word & np.uint64(0xFFFF_FFFF)) % int(s.seats), int(word >> np.uint64(63)))
    settle(s)


def play(arrays: Arrays, plan: Plan, numbers: Grid, fresh: int, first: int, last: int) -> None:
    """See `BatchDoors.play`."""
    play_on(*arrays, *plan, numbers, fresh, first, last)


BATCH = BatchDoors(seen=Seen.dtype, play=play)
