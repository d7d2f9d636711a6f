"""Keep a search tree: the continuations by position and seat, with the statistics of the simulations.

A *node* is one seat's choice in one publicly visible position. If several seats choose in secret, each has its own
node. A *branch* is one continuation: the decisions to the end of the turn. Nodes are found by a 64-bit key that the
game computes from the position or from the path to it; with keys of positions, transpositions share a node.

There are two ways to choose a branch:

- `select` (PUCT) for public decisions: the highest sum of the mean share so far and an exploration bonus, which grows
  with the prior and shrinks with the visits of the branch. No branch is starved forever.
- `sample` and `update_regrets` (regret matching) for simultaneous secret choices: each branch in proportion to its
  regret, so that the mean strategy, `weight`, converges to an equilibrium. A branch that was not taken is valued at its
  mean so far. The one that was taken is valued at its mean plus the deviation of its result from the mean, divided by
  the probability of taking it (a control variate). So values are unbiased whatever the means are, and better means
  lower the variance.

All memory is allocated by `new_tree`; a full tree does not grow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import numpy as np

from eddyline.bots.search.exponential import exponential
from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.records import Grid, record

if TYPE_CHECKING:
    from eddyline.engine.records import States

LONGEST_PLAN = 20
"""Maximum number of decisions in a turn."""
DECAY_VISITS = 500.0
"""Visits after which exploration decays with their square root, so that in the long run no seat relies on others'
exploration."""
SURPRISE, SHORTFALL = 5.0, 0.4
"""A branch of a secret choice is not played if its weight is less than the first part of the largest, or its mean share
is behind that of the largest by more than the second, each divided by the root of the visits. One lucky visit of a
branch that is seldom taken makes it look good for some time, and so much weight may come of that. (Guides of 400
simulations that play all their weights win 38 % of the games against as many that play the largest.)"""


@record
class Node:
    """Represent one seat's choice in one position."""

    dtype: ClassVar[np.dtype[Any]]

    key: Annotated[int, np.uint64]
    first: Annotated[int, np.int32]
    """Its branches have the indices `first` … `first + count − 1`."""
    count: Annotated[int, np.int32]
    """0: not expanded yet."""
    visits: Annotated[int, np.int32]


@record
class Branch:
    """Represent one continuation, with its statistics."""

    dtype: ClassVar[np.dtype[Any]]

    length: Annotated[int, np.int16]
    plan: Annotated[Grid, np.int16, (LONGEST_PLAN,)]
    prior: Annotated[float, np.float64]
    """Probability before any simulation; the sum over a node is 1."""
    visits: Annotated[int, np.int32]
    total: Annotated[float, np.float64]
    """Sum of the seat's shares of the win over all visits."""
    favour: Annotated[float, np.float64]
    """Added to its mean share where branches with as many visits are compared: what is known of it besides."""
    regret: Annotated[float, np.float64]
    weight: Annotated[float, np.float64]
    """Weighted sum of the probabilities by `regret`, later ones counting more: the mean strategy."""


@record
class Extent:
    """Tell how much of a tree is in use, and which of its nodes the search is about."""

    dtype: ClassVar[np.dtype[Any]]

    nodes: Annotated[int, np.int64]
    branches: Annotated[int, np.int64]
    root: Annotated[int, np.int64]
    """Node of the choice that is searched for."""
    mixed: Annotated[int, np.int64]
    """1: the answer is drawn from the root's mean strategy, `weight`; 0: it is the branch with most visits."""
    draw: Annotated[float, np.float64]
    """What a mixed answer is drawn with: a random number from 0 to 1, the bot's own, set when a search begins."""


class Tree(NamedTuple):
    """Hold the results of one search; arrays only, so that kernels accept it directly."""

    extent: States
    slots: Grid
    """Hash table of node numbers + 1, with open addressing; 0: free. Twice as many slots as nodes, a power of two."""
    nodes: States
    branches: States


def new_tree(nodes: int, branches: int) -> Tree:
    """Allocate an empty tree; memory is used only as it grows."""
    slots = np.zeros(1 << (2 * nodes - 1).bit_length(), np.int32)
    return Tree(np.zeros(1, Extent.dtype), slots, np.zeros(nodes, Node.dtype), np.zeros(branches, Branch.dtype))


@routine
def clear(tree: Tree) -> None:
    """Empty a tree that may have been used before."""
    extent = tree.extent[0]
    if extent.nodes == 0:
        return
    for slot in range(len(tree.slots)):
        tree.slots[slot] = 0
    for number in range(wide(extent.nodes)):
        tree.nodes[number].count = 0
        tree.nodes[number].visits = 0
    for index in range(wide(extent.branches)):
        branch = tree.branches[index]
        branch.visits = 0
        branch.total = 0.0
        branch.favour = 0.0
        branch.regret = 0.0
        branch.weight = 0.0
    extent.nodes = 0
    extent.branches = 0


@kernel
def find(tree: Tree, key: np.uint64) -> int:
    """Return the number of the node with this key, creating it if necessary; −1 if there is no room."""
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
    """Return whether there is room for `count` more branches."""
    return wide(tree.extent[0].branches) + count <= len(tree.branches)


@kernel
def expand(tree: Tree, number: int, count: int) -> int:
    """Add `count` branches to a node that has none; return the index of the first. The caller has checked `room`.

    The caller sets `length`, `plan` and `prior` of each.
    """
    first = wide(tree.extent[0].branches)
    tree.extent[0].branches = first + count
    node = tree.nodes[number]
    node.first = first
    node.count = count
    return first


@routine
def softmax_priors(tree: Tree, number: int, temperature: float, uniform: float) -> None:
    """Replace the scores that the branches hold as `prior` by their softmax at a temperature.

    The fraction `uniform` is spread evenly, in case the scores are wrong.
    """
    node = tree.nodes[number]
    first, count = wide(node.first), wide(node.count)
    highest = -1.0e18
    for index in range(first, first + count):
        highest = max(highest, float(tree.branches[index].prior))
    total = 0.0
    for index in range(first, first + count):
        odds = exponential((float(tree.branches[index].prior) - highest) / temperature)
        tree.branches[index].prior = odds
        total += odds
    for index in range(first, first + count):
        tree.branches[index].prior = (1.0 - uniform) * float(tree.branches[index].prior) / total + uniform / count


@routine
def select(tree: Tree, number: int, exploration: float, fpu_reduction: float) -> int:
    """Choose a branch by PUCT; one without visits has the node's mean less `fpu_reduction`."""
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
    """Return the probability of a branch by regret matching; if all regrets are 0, its prior."""
    if sum_of_regrets > 0.0:
        return float(tree.branches[index].regret) / sum_of_regrets
    return float(tree.branches[index].prior)


@kernel
def sum_regrets(tree: Tree, number: int) -> float:
    """Return the sum of a node's regrets; none is negative."""
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
    """Choose a branch for a secret choice, given `chance`, a uniform random number from 0 to 1.

    The fraction `epsilon` is spread evenly, and decays after `DECAY_VISITS`. The priors count like `prior_visits`
    visits: they are played `prior_visits` / (`prior_visits` + visits) of the time, and the regrets take over gradually.
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
    """Update the regrets after `sample` chose a branch with the same `prior_visits` and `epsilon`, before `backup`."""
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
    """Estimate the value of a branch: its mean so far, corrected if it is the one that was taken."""
    branch = tree.branches[index]
    tried = wide(branch.visits)
    estimate = float(branch.total) / tried if tried > 0 else mean
    return estimate + (share - estimate) / probability if index == chosen else estimate


@kernel
def given_to(tree: Tree, index: int) -> float:
    """Return how much of the search a branch of the root was given."""
    branch = tree.branches[index]
    return float(branch.weight) if tree.extent[0].mixed else float(branch.visits)


@routine
def best(tree: Tree) -> int:
    """Return the root's branch that was given most, by its prior if none was given any; of equals, the better one.

    `candidates` lists in the same order.
    """
    node = tree.nodes[tree.extent[0].root]
    first, count = wide(node.first), wide(node.count)
    given, total, visits = 0.0, 0.0, 0
    for index in range(first, first + count):
        given += given_to(tree, index)
        total += float(tree.branches[index].total)
        visits += wide(tree.branches[index].visits)
    found = first
    most, highest = -1.0, -1.0e18
    for index in range(first, first + count):
        branch = tree.branches[index]
        amount = given_to(tree, index) if given > 0.0 else float(branch.prior)
        # A branch without visits has no mean; it counts with the mean of the node.
        share = float(branch.total) / branch.visits if branch.visits > 0 else total / max(1, visits)
        share += float(branch.favour)
        if amount > most or (amount == most and share > highest):
            found = index
            most = amount
            highest = share
    return found


@kernel
def earned(tree: Tree, index: int, most: int) -> float:
    """Return with what weight a branch of a mixed root is played, given the one with most: 0 if chance explains it."""
    branch, leader = tree.branches[index], tree.branches[most]
    if index == most or branch.visits == 0 or leader.visits == 0:
        return float(branch.weight) if index == most else 0.0
    doubt = np.sqrt(float(tree.nodes[tree.extent[0].root].visits))
    behind = float(leader.total) / leader.visits - float(branch.total) / branch.visits
    plays = branch.weight * doubt >= leader.weight * SURPRISE and behind * doubt <= SHORTFALL
    return float(branch.weight) if plays else 0.0


@routine
def answer(tree: Tree) -> int:
    """Return the root's branch that is played: the best, or, of a secret choice, one drawn from the mean strategy."""
    found = best(tree)
    if not tree.extent[0].mixed:
        return found
    node = tree.nodes[tree.extent[0].root]
    first, count = wide(node.first), wide(node.count)
    left = 0.0
    for index in range(first, first + count):
        left += earned(tree, index, found)
    left *= float(tree.extent[0].draw)
    for index in range(first, first + count):
        weight = earned(tree, index, found)
        if weight > 0.0 and left < weight:
            return index
        left -= weight
    return found


@kernel
def step_of(tree: Tree, index: int, step: int) -> int:
    """Return a decision of a branch, counted from 0; −1 after its end."""
    branch = tree.branches[index]
    return wide(branch.plan[step]) if step < branch.length else wide(-1)


@routine
def planned(step: int, tree: Tree) -> int:
    """Return a decision of the continuation that is played, counted from 0; −1 after its end."""
    return step_of(tree, answer(tree), step)


@routine
def preferred(step: int, tree: Tree) -> int:
    """Return a decision of the best continuation, counted from 0; −1 after its end: advice, where `planned` draws."""
    return step_of(tree, best(tree), step)


@kernel
def backup(tree: Tree, number: int, chosen: int, share: float) -> None:
    """Add the result of a branch for the seat of the node: its share of the win, 0 … 1."""
    tree.nodes[number].visits += 1
    branch = tree.branches[chosen]
    branch.visits += 1
    branch.total += share


@kernel
def weighed(number: int, step: int, tree: Tree) -> int:
    """Tell of a branch of the root, counted from 0: a decision of it, counted from 0, and −1 after its end.

    Step −1 is how often it was visited, and −1 if there is no such branch; step −2 its mean share in millionths, −1 if
    it was never visited.
    """
    node = tree.nodes[tree.extent[0].root]
    if number >= node.count:
        return -1
    branch = tree.branches[wide(node.first) + number]
    visits = wide(branch.visits)
    if step == -1:
        return visits
    if step == -2:
        return int(float(branch.total) / visits * 1_000_000) if visits > 0 else -1
    return step_of(tree, wide(node.first) + number, step)
