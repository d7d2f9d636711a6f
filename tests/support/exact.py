"""Solve small positions of Niagara for two exactly: backward induction over all turns, matrix games by linprog."""

from __future__ import annotations

import numpy as np

from support.niagara import NIAGARA

CARDS, RESCUE = 1, 0


class Solver:
    """Remember the value of every position met: seat 0's share of the win, 0 … 1; seat 1 has the rest."""

    def __init__(self) -> None:
        self.values: dict[bytes, float] = {}

    def value(self, states) -> float:
        """Return what a position is worth to seat 0 when both play perfectly."""
        key = states.tobytes()
        if key not in self.values:
            self.values[key] = self._solve(states)
        return self.values[key]

    def matrix(self, states) -> tuple[list[list[tuple[int, ...]]], np.ndarray]:
        """List both seats' turns where they choose at once, and the value of every pair: [turn of 0, turn of 1]."""
        turns = [whole_turns(states, seat) if seat in NIAGARA.to_act(states) else {(): states} for seat in range(2)]
        table = [[self.value(played(states, (0, one), (1, other))) for other in turns[1]] for one in turns[0]]
        return [list(found) for found in turns], np.array(table)

    def _solve(self, states) -> float:
        if NIAGARA.is_over(states):
            ranks = NIAGARA.ranking(states, 2)
            return 0.5 if ranks[0] == ranks[1] else float(ranks[0] == 1)
        waiting = NIAGARA.to_act(states)
        if not waiting:
            after = states.copy()
            NIAGARA.doors.advance(after, 0)
            return self.value(after)
        if len(waiting) == 2:
            return solve_matrix(self.matrix(states)[1])[0]
        (seat,) = waiting
        worth = [self.value(after) for after in whole_turns(states, seat).values()]
        return max(worth) if seat == 0 else min(worth)


def played(states, *turns):
    """Copy a position and play turns in it."""
    after = states.copy()
    for seat, decisions in turns:
        for action in decisions:
            NIAGARA.doors.decide(after, 0, seat, action)
    return after


def whole_turns(states, seat) -> dict[tuple[int, ...], np.ndarray]:
    """List the seat's turns by their decisions, one for each position that they can end in."""
    ends: dict[bytes, tuple[tuple[int, ...], np.ndarray]] = {}
    todo = [((), states)]
    while todo:
        decisions, now = todo.pop()
        if seat not in NIAGARA.to_act(now):
            ends.setdefault(now.tobytes(), (decisions, now))
            continue
        todo += [((*decisions, action), played(now, (seat, (action,)))) for action in NIAGARA.legal(now, seat)]
    return dict(ends.values())


def solve_matrix(table: np.ndarray) -> tuple[float, np.ndarray]:
    """Return the value of a matrix game to the rows, who want much, and a best mixture of them."""
    from scipy.optimize import linprog  # noqa: PLC0415 - slow to import, and rarely needed

    rows, columns = table.shape
    # Maximise v with p·table >= v in every column, p a distribution: variables (p, v).
    found = linprog(
        c=[*[0] * rows, -1],
        A_ub=np.hstack([-table.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[*[1] * rows, 0]],
        b_eq=[1],
        bounds=[*[(0, 1)] * rows, (None, None)],
    )
    return float(found.x[-1]), found.x[:-1]
