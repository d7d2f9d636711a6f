"""Find an equilibrium of a small game: by linear programming for two seats, by CFR+ for more.

With two seats one's gain is the other's loss, and the sequence form turns the game into two linear programs. For three
and more there is no such program; counterfactual regret minimisation need not find an equilibrium there, but its gap is
measured exactly, by best responses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from eddyline.engine.extras import extra

with extra("arena"):
    from scipy.optimize import linprog
    from scipy.sparse import coo_matrix, csr_matrix, hstack

if TYPE_CHECKING:
    from eddyline.arena.exact.tree import Figures, Player, Tree

CHECK_EVERY = 50
"""Rounds of CFR+ between two looks at the gap."""


class Solution(NamedTuple):
    """Hold an equilibrium, exact or nearly."""

    plans: tuple[Figures, ...]
    """By seat."""
    values: tuple[float, ...]
    """What each seat gets."""
    nash_conv: float
    """How far it is from an equilibrium (see `Tree.nash_conv`)."""


def solve(tree: Tree, *, gap: float = 1e-3, rounds: int = 20_000) -> Solution:
    """Solve a game; one for more than two seats to a `nash_conv` of at most `gap`, or as far as `rounds` go."""
    plans = (_safest(tree, 0), _safest(tree, 1)) if tree.seats == 2 else _cfr(tree, gap, rounds)
    return Solution(plans, tuple(tree.value(seat, plans) for seat in range(tree.seats)), tree.nash_conv(plans))


def _flow(player: Player) -> csr_matrix:
    """Return E with E x = e: the empty sequence weighs 1, and a choice's sequences as much as what leads there."""
    rows, columns, values = [0], [0], [1.0]
    for row, choice in enumerate(player.choices, 1):
        for column, value in (
            (choice.parent, -1.0),
            *((choice.first + at, 1.0) for at in range(len(choice.actions))),
        ):
            rows.append(row)
            columns.append(column)
            values.append(value)
    return coo_matrix((values, (rows, columns)), (len(player.choices) + 1, player.count)).tocsr()


def _safest(tree: Tree, seat: int) -> Figures:
    """Return the plan that gets most against the worst that the other seat can do.

    Maximise q[0] over plans x and free q, with E x = e and F' q ≤ A' x, where A has the payoffs.
    """
    own, other = _flow(tree.players[seat]), _flow(tree.players[1 - seat])
    paid = coo_matrix(
        (tree.chance * tree.payoffs[seat], (tree.sequences[1 - seat], tree.sequences[seat])),
        (other.shape[1], own.shape[1]),
    )
    goal = np.zeros(own.shape[1] + other.shape[0])
    goal[own.shape[1]] = -1.0
    ends = np.zeros(own.shape[0])
    ends[0] = 1.0
    found = linprog(
        goal,
        hstack([-paid, other.T]).tocsr(),
        np.zeros(other.shape[1]),
        hstack([own, csr_matrix((own.shape[0], other.shape[0]))]).tocsr(),
        ends,
        [(0, None)] * own.shape[1] + [(None, None)] * other.shape[0],
    )
    if not found.success:
        raise ArithmeticError(f"the linear program was not solved: {found.message}")
    # What rounding left: no weight is negative, and those of a choice add up.
    weights = np.maximum(found.x[: own.shape[1]], 0.0)
    return tree.plan(seat, _shares(tree, seat, weights))


def _shares(tree: Tree, seat: int, weights: Figures) -> Figures:
    """Return probabilities in proportion to weights; where a choice has none, all alike."""
    shares = np.zeros(len(weights))
    for level in tree.players[seat].levels:
        own = weights[level.sequences]
        total = np.repeat(np.add.reduceat(own, level.begins), level.counts)
        even = np.repeat(1 / level.counts, level.counts)
        shares[level.sequences] = np.where(total > 0, own / np.where(total > 0, total, 1.0), even)
    return shares


def _cfr(tree: Tree, gap: float, rounds: int) -> tuple[Figures, ...]:
    """Return mean plans of CFR+: regrets are never negative, seats take turns, later rounds count more."""
    seats = range(tree.seats)
    plans = [tree.uniform(seat) for seat in seats]
    regrets = [np.zeros(len(plan)) for plan in plans]
    sums = [np.zeros(len(plan)) for plan in plans]
    found = tuple(plans)
    for number in range(1, rounds + 1):
        for seat in seats:
            gains = tree.gains(seat, plans)
            shares = _shares(tree, seat, regrets[seat])
            for level in reversed(tree.players[seat].levels):
                own = gains[level.sequences]
                worth = np.add.reduceat(own * shares[level.sequences], level.begins)
                more = regrets[seat][level.sequences] + own - np.repeat(worth, level.counts)
                regrets[seat][level.sequences] = np.maximum(more, 0.0)
                np.add.at(gains, level.parents, worth)
            plans[seat] = tree.plan(seat, _shares(tree, seat, regrets[seat]))
            sums[seat] += number * plans[seat]
        if number % CHECK_EVERY == 0 or number == rounds:
            found = tuple(tree.plan(seat, _shares(tree, seat, sums[seat])) for seat in seats)
            if tree.nash_conv(found) <= gap:
                break
    return found
