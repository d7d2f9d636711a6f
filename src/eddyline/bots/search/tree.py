"""Keep a search tree: by position and seat the ways to go on, and what simulations said of each.

A *node* is what one seat decides in one position, as far as everybody can see it. Where several choose in secret, each
has a node of its own. A *branch* is one way to go on: the decisions to the end of the turn. Nodes are found by a 64-bit
key that the game makes of the position or of the way there; where positions have keys, lines of play that meet again
share a node, as with a transposition table.

Two ways to choose a branch:

- `select` (PUCT) where a seat decides in the open: the highest sum of the mean share so far and an exploration bonus,
  which grows with the prior and shrinks with the visits of the branch. No branch is starved for ever.
- `sample` and `update_regrets` (regret matching) where several choose in secret: each branch in proportion to its
  regret, so that the mean of all strategies, `weight`, comes to an equilibrium. A branch that was not taken is valued
  at its mean so far. The one that was taken is valued at its mean, corrected by what came of it over the probability of
  taking it (a control variate). So values are right on average whatever the means, and the better the means are, the
  lower is the variance.

Nothing is allocated here: `new_tree` lays everything out, and a tree that is full grows no more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import numpy as np

from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.records import Grid, record

if TYPE_CHECKING:
    from eddyline.engine.records import States

LONGEST_PLAN = 20
"""Decisions of a turn at most."""
DECAY_VISITS = 500.0
"""Visits after which exploration fades, with their square root: in the long run nobody counts on others' trials."""


@record
class Node:
    """Hold what one seat decides in one position."""

    dtype: ClassVar[np.dtype[Any]]

    key: Annotated[int, np.uint64]
    first: Annotated[int, np.int32]
    """Its branches are `first` … `first + count − 1`."""
    count: Annotated[int, np.int32]
    """0: not expanded yet."""
    visits: Annotated[int, np.int32]


@record
class Branch:
    """Hold one way to go on, and its statistics."""

    dtype: ClassVar[np.dtype[Any]]

    length: Annotated[int, np.int16]
    plan: Annotated[Grid, np.int16, (LONGEST_PLAN,)]
    prior: Annotated[float, np.float64]
    """Probability before anything was tried; over a node they add up to 1."""
    visits: Annotated[int, np.int32]
    total: Annotated[float, np.float64]
    """Sum of the shares that its visits brought the seat."""
    regret: Annotated[float, np.float64]
    weight: Annotated[float, np.float64]
    """Sum of the probabilities by `regret`, later ones counting more: the mean strategy."""


@record
class Extent:
    """Count what is in use of a tree."""

    dtype: ClassVar[np.dtype[Any]]

    nodes: Annotated[int, np.int64]
    branches: Annotated[int, np.int64]


class Tree(NamedTuple):
    """Hold everything that one search has found; arrays only, so that kernels take it as it is."""

    extent: States
    slots: Grid
    """Number of a node + 1 by key, with open addressing; 0: free. Twice as many as nodes, a power of two."""
    nodes: States
    branches: States


def new_tree(nodes: int, branches: int) -> Tree:
    """Lay out an empty tree; memory is only used as far as it grows."""
    slots = np.zeros(1 << (2 * nodes - 1).bit_length(), np.int32)
    return Tree(np.zeros(1, Extent.dtype), slots, np.zeros(nodes, Node.dtype), np.zeros(branches, Branch.dtype))


@kernel
def find(tree: Tree, key: np.uint64) -> int:
    """Return the number of the node with this key, made new if there was none; −1 when there is no room for it."""
    mask = len(tree.slots) - 1
    slot = wide(key & np.uint64(mask))  # type: ignore[arg-type]
    while tree.slots[slot] != 0:
        number = wide(tree.slots[slot]) - 1
        if tree.nodes[number].key == key:
            return number
        slot = (slot + 1) & mask
    number = wide(tree.extent[0].nodes)
    if number == len(tree.nodes):
        return -1
    tree.extent[0].nodes = number + 1
    tree.slots[slot] = number + 1
    tree.nodes[number].key = key
    return number


@kernel
def room(tree: Tree, count: int) -> bool:
    """Tell whether there is room for so many branches more."""
    return wide(tree.extent[0].branches) + count <= len(tree.branches)


@kernel
def expand(tree: Tree, number: int, count: int) -> int:
    """Expand a node that has no branches yet by so many, for which there is `room`; returns the first.

    The caller fills in `length`, `plan` and `prior` of each.
    """
    first = wide(tree.extent[0].branches)
    tree.extent[0].branches = first + count
    node = tree.nodes[number]
    node.first = first
    node.count = count
    return first


@routine
def softmax_priors(tree: Tree, number: int, temperature: float, uniform: float) -> None:
    """Turn scores, which the branches hold as `prior`, into priors: their softmax at a temperature.

    The part `uniform` is spread evenly, for what the scores are wrong about.
    """
    node = tree.nodes[number]
    first, count = wide(node.first), wide(node.count)
    highest = -1.0e18
    for index in range(first, first + count):
        highest = max(highest, float(tree.branches[index].prior))
    total = 0.0
    for index in range(first, first + count):
        odds = np.exp((float(tree.branches[index].prior) - highest) / temperature)
        tree.branches[index].prior = odds
        total += odds
    for index in range(first, first + count):
        tree.branches[index].prior = (1.0 - uniform) * float(tree.branches[index].prior) / total + uniform / count


@routine
def select(tree: Tree, number: int, exploration: float, fpu_reduction: float) -> int:
    """Choose a branch in the open (PUCT); one without visits counts as the node's mean, less `fpu_reduction`."""
    node = tree.nodes[number]
    first, count = wide(node.first), wide(node.count)
    visits = 0
    total = 0.0
    for index in range(first, first + count):
        visits += wide(tree.branches[index].visits)
        total += float(tree.branches[index].total)
    if visits == 0:
        best = first
        for index in range(first, first + count):
            if tree.branches[index].prior > tree.branches[best].prior:
                best = index
        return best
    unvisited = total / visits - fpu_reduction
    bonus = exploration * np.sqrt(float(visits))
    best = first
    highest = -1.0e18
    for index in range(first, first + count):
        branch = tree.branches[index]
        tried = wide(branch.visits)
        mean = float(branch.total) / tried if tried > 0 else unvisited
        score = mean + bonus * float(branch.prior) / (1 + tried)
        if score > highest:
            highest = score
            best = index
    return best


@kernel
def regret_matching(tree: Tree, index: int, sum_of_regrets: float) -> float:
    """Return the probability that regret matching gives a branch; without regrets, its prior."""
    if sum_of_regrets > 0.0:
        return float(tree.branches[index].regret) / sum_of_regrets
    return float(tree.branches[index].prior)


@kernel
def sum_regrets(tree: Tree, number: int) -> float:
    """Add up the regrets of a node; none is negative."""
    node = tree.nodes[number]
    total = 0.0
    for index in range(wide(node.first), wide(node.first) + wide(node.count)):
        total += float(tree.branches[index].regret)
    return total


@kernel
def sampling_probability(
    tree: Tree, number: int, index: int, sum_of_regrets: float, prior_visits: float, epsilon: float
) -> float:
    """Return the probability that `sample` chooses a branch."""
    node = tree.nodes[number]
    prior_weight = prior_visits / (prior_visits + float(node.visits)) if prior_visits > 0.0 else 0.0
    epsilon /= np.sqrt(1.0 + float(node.visits) / DECAY_VISITS)
    own = (1.0 - epsilon) * regret_matching(tree, index, sum_of_regrets) + epsilon / float(node.count)
    return prior_weight * float(tree.branches[index].prior) + (1.0 - prior_weight) * own


@routine
def sample(tree: Tree, number: int, chance: float, prior_visits: float, epsilon: float) -> int:
    """Choose a branch in secret, with `chance` drawn from 0 to 1.

    The part `epsilon` is spread evenly, and fades after `DECAY_VISITS`. The priors count like `prior_visits` visits:
    they are played `prior_visits` / (`prior_visits` + visits) of the time, until the regrets say what is better.
    """
    node = tree.nodes[number]
    first, count = wide(node.first), wide(node.count)
    total = sum_regrets(tree, number)
    for index in range(first, first + count - 1):
        chance -= sampling_probability(tree, number, index, total, prior_visits, epsilon)
        if chance < 0.0:
            return index
    return first + count - 1


@routine
def update_regrets(tree: Tree, number: int, chosen: int, share: float, prior_visits: float, epsilon: float) -> None:
    """Update the regrets after `sample` chose a branch with the same `prior_visits` and `epsilon`; before `backup`."""
    node = tree.nodes[number]
    first, count = wide(node.first), wide(node.count)
    total = sum_regrets(tree, number)
    probability = sampling_probability(tree, number, chosen, total, prior_visits, epsilon)
    visits = wide(node.visits)
    mean = 0.0
    for index in range(first, first + count):
        mean += float(tree.branches[index].total)
    mean = mean / visits if visits > 0 else share
    value = 0.0
    for index in range(first, first + count):
        value += regret_matching(tree, index, total) * _corrected(tree, index, chosen, share, probability, mean)
    for index in range(first, first + count):
        branch = tree.branches[index]
        branch.weight += regret_matching(tree, index, total) * (visits + 1)
    for index in range(first, first + count):
        branch = tree.branches[index]
        more = _corrected(tree, index, chosen, share, probability, mean) - value
        branch.regret = max(0.0, float(branch.regret) + more)


@kernel
def _corrected(tree: Tree, index: int, chosen: int, share: float, probability: float, mean: float) -> float:
    """Estimate what a branch would have brought: its mean so far, corrected if it is the one that was taken."""
    branch = tree.branches[index]
    tried = wide(branch.visits)
    estimate = float(branch.total) / tried if tried > 0 else mean
    return estimate + (share - estimate) / probability if index == chosen else estimate


@kernel
def backup(tree: Tree, number: int, chosen: int, share: float) -> None:
    """Add what a branch has brought the seat of the node: its share of the win, 0 … 1."""
    tree.nodes[number].visits += 1
    branch = tree.branches[chosen]
    branch.visits += 1
    branch.total += share
