"""Solve a two-player zero-sum game of OpenSpiel exactly, by the linear program of its sequence form."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import lil_matrix


class _Player:
    """Sequences of one player, each an information state and an action; sequence 0 is the empty one."""

    def __init__(self) -> None:
        self.number: dict[tuple[str, int], int] = {}
        self.constraints: dict[str, tuple[int, list[int]]] = {}

    def open(self, state: str, actions: list[int], parent: int) -> list[int]:
        """Number the sequences of an information state when it is first seen; they split the parent's weight."""
        if state not in self.constraints:
            children = [len(self.number) + 1 + at for at in range(len(actions))]
            self.number |= dict(zip([(state, action) for action in actions], children, strict=True))
            self.constraints[state] = (parent, children)
        return [self.number[state, action] for action in actions]

    def matrix(self) -> lil_matrix:
        """Return E with E x = e: the empty sequence weighs 1, and children as much as their parent."""
        rows = lil_matrix((len(self.constraints) + 1, len(self.number) + 1))
        rows[0, 0] = 1
        for row, (parent, children) in enumerate(self.constraints.values(), 1):
            rows[row, parent] = -1
            rows[row, children] = 1
        return rows


def exact_value(game: Any) -> float:
    """Return what player 0 can make sure of; walks through the whole tree once."""
    players = (_Player(), _Player())
    payoff: dict[tuple[int, int], float] = defaultdict(float)

    def walk(state: Any, reached: tuple[int, int], chance: float) -> None:
        if state.is_terminal():
            payoff[reached] += chance * state.returns()[0]
        elif state.is_chance_node():
            for outcome, probability in state.chance_outcomes():
                walk(state.child(outcome), reached, chance * probability)
        else:
            player = state.current_player()
            actions = state.legal_actions()
            ways = players[player].open(state.information_state_string(), actions, reached[player])
            for action, sequence in zip(actions, ways, strict=True):
                walk(state.child(action), (sequence, reached[1]) if player == 0 else (reached[0], sequence), chance)

    walk(game.new_initial_state(), (0, 0), 1.0)
    first, second = players[0].matrix(), players[1].matrix()
    # Maximise e·q over x ≥ 0 and free q, with E x = e and F' q ≤ A' x: the best answer to x is worth e·q.
    paid = lil_matrix((first.shape[1], second.shape[1]))
    for (mine, theirs), value in payoff.items():
        paid[mine, theirs] = value
    count, answers = first.shape[1], second.shape[0]
    goal = np.zeros(count + answers)
    goal[count] = -1
    ends = np.zeros(first.shape[0])
    ends[0] = 1
    upper = lil_matrix((second.shape[1], count + answers))
    upper[:, :count] = -paid.T
    upper[:, count:] = second.T
    equal = lil_matrix((first.shape[0], count + answers))
    equal[:, :count] = first
    bounds = [(0, None)] * count + [(None, None)] * answers
    found = linprog(goal, upper.tocsr(), np.zeros(second.shape[1]), equal.tocsr(), ends, bounds)
    assert found.success, found.message
    return -float(found.fun)
