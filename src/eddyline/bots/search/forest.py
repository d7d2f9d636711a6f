"""Remember what simulations have learnt: per public position and seat the ways to go on, and what became of them.

A *node* is what one seat decides in one public position – where several choose in secret, each has a node of its own –
and a *branch* is one way to go on: a row of decisions to the end of the turn. Nodes are found by a 64-bit key that the
game makes of what everybody can see, so lines of play that meet again share what they learn.

Two ways to choose a branch:

- `climb` (PUCT) where a seat decides in the open: the best mean share so far, and more curiosity for a branch the
  likelier it looked beforehand and the less it was tried. No branch is starved for ever.
- `mix` and `regret` (regret matching) where several choose in secret: each branch as often as it is regretted, so that
  the mean of all strategies, `weight`, comes to an equilibrium. What a simulation says about a branch that it did not
  take is that branch's mean so far; what it says about the one it took is corrected by how likely that was. So it is
  right on average whatever the means, and the better they are the less it scatters.

Nothing is allocated here: `new_forest` lays everything out, and a forest that is full stops growing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import numpy as np

from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.records import Grid, record

if TYPE_CHECKING:
    from eddyline.engine.records import States

PLAN = 20
"""Decisions of a turn at most."""
SETTLED = 500.0
"""Visits after which exploring fades, with their square root: in the long run nobody counts on others' trials."""


@record
class Node:
    """What one seat decides in one public position."""

    dtype: ClassVar[np.dtype[Any]]

    key: Annotated[int, np.uint64]
    first: Annotated[int, np.int32]
    """Its branches are `first` … `first + count − 1`."""
    count: Annotated[int, np.int32]
    """0: not grown yet."""
    visits: Annotated[int, np.int32]


@record
class Branch:
    """One way to go on."""

    dtype: ClassVar[np.dtype[Any]]

    length: Annotated[int, np.int16]
    plan: Annotated[Grid, np.int16, (PLAN,)]
    prior: Annotated[float, np.float64]
    """How likely it looked before anything was tried; over a node they add up to 1."""
    visits: Annotated[int, np.int32]
    total: Annotated[float, np.float64]
    """Sum of the shares that its visits brought the seat."""
    regret: Annotated[float, np.float64]
    weight: Annotated[float, np.float64]
    """Sum of the strategies of `regret`, later ones counting more."""


@record
class Extent:
    """How much of a forest is in use."""

    dtype: ClassVar[np.dtype[Any]]

    nodes: Annotated[int, np.int64]
    branches: Annotated[int, np.int64]


class Forest(NamedTuple):
    """Everything learnt in one thought; arrays only, so that kernels take it as it is."""

    extent: States
    slots: Grid
    """Number of a node + 1 by key, with open addressing; 0: free. Twice as many as nodes, a power of two."""
    nodes: States
    branches: States


def new_forest(nodes: int, branches: int) -> Forest:
    """Lay out an empty forest; memory is only used as far as it grows."""
    slots = np.zeros(1 << (2 * nodes - 1).bit_length(), np.int32)
    return Forest(np.zeros(1, Extent.dtype), slots, np.zeros(nodes, Node.dtype), np.zeros(branches, Branch.dtype))


@kernel
def find(forest: Forest, key: np.uint64) -> int:
    """Return the number of the node with this key, made new if there was none; −1 when there is no room for it."""
    mask = len(forest.slots) - 1
    slot = wide(key & np.uint64(mask))  # type: ignore[arg-type]
    while forest.slots[slot] != 0:
        number = wide(forest.slots[slot]) - 1
        if forest.nodes[number].key == key:
            return number
        slot = (slot + 1) & mask
    number = wide(forest.extent[0].nodes)
    if number == len(forest.nodes):
        return -1
    forest.extent[0].nodes = number + 1
    forest.slots[slot] = number + 1
    forest.nodes[number].key = key
    return number


@kernel
def room(forest: Forest, count: int) -> bool:
    """Tell whether so many branches more find room."""
    return wide(forest.extent[0].branches) + count <= len(forest.branches)


@kernel
def grow(forest: Forest, number: int, count: int) -> int:
    """Give a node that has none yet so many branches, for which there is `room`; returns the first.

    The caller fills in `length`, `plan` and `prior` of each.
    """
    first = wide(forest.extent[0].branches)
    forest.extent[0].branches = first + count
    node = forest.nodes[number]
    node.first = first
    node.count = count
    return first


@routine
def temper(forest: Forest, number: int, heat: float, blind: float) -> None:
    """Turn scores, which the branches hold as `prior`, into priors: likelier the higher, by `heat`.

    The part `blind` is spread evenly, for what the scores are wrong about.
    """
    node = forest.nodes[number]
    first, count = wide(node.first), wide(node.count)
    highest = -1.0e18
    for index in range(first, first + count):
        highest = max(highest, float(forest.branches[index].prior))
    total = 0.0
    for index in range(first, first + count):
        odds = np.exp((float(forest.branches[index].prior) - highest) / heat)
        forest.branches[index].prior = odds
        total += odds
    for index in range(first, first + count):
        forest.branches[index].prior = (1.0 - blind) * float(forest.branches[index].prior) / total + blind / count


@routine
def climb(forest: Forest, number: int, curiosity: float, doubt: float) -> int:
    """Choose a branch in the open (PUCT); one not tried yet counts as the node's mean, less `doubt`."""
    node = forest.nodes[number]
    first, count = wide(node.first), wide(node.count)
    visits = 0
    total = 0.0
    for index in range(first, first + count):
        visits += wide(forest.branches[index].visits)
        total += float(forest.branches[index].total)
    if visits == 0:
        best = first
        for index in range(first, first + count):
            if forest.branches[index].prior > forest.branches[best].prior:
                best = index
        return best
    unknown = total / visits - doubt
    eager = curiosity * np.sqrt(float(visits))
    best = first
    highest = -1.0e18
    for index in range(first, first + count):
        branch = forest.branches[index]
        tried = wide(branch.visits)
        mean = float(branch.total) / tried if tried > 0 else unknown
        score = mean + eager * float(branch.prior) / (1 + tried)
        if score > highest:
            highest = score
            best = index
    return best


@kernel
def matched(forest: Forest, index: int, sum_of_regrets: float) -> float:
    """Return how often regret matching plays a branch."""
    if sum_of_regrets > 0.0:
        return float(forest.branches[index].regret) / sum_of_regrets
    return float(forest.branches[index].prior)


@kernel
def regrets(forest: Forest, number: int) -> float:
    """Add up the regrets of a node; none is negative."""
    node = forest.nodes[number]
    total = 0.0
    for index in range(wide(node.first), wide(node.first) + wide(node.count)):
        total += float(forest.branches[index].regret)
    return total


@kernel
def likelihood(forest: Forest, number: int, index: int, sum_of_regrets: float, habit: float, explore: float) -> float:
    """Return how likely `mix` is to choose a branch."""
    node = forest.nodes[number]
    trust = habit / (habit + float(node.visits)) if habit > 0.0 else 0.0
    explore /= np.sqrt(1.0 + float(node.visits) / SETTLED)
    own = (1.0 - explore) * matched(forest, index, sum_of_regrets) + explore / float(node.count)
    return trust * float(forest.branches[index].prior) + (1.0 - trust) * own


@routine
def mix(forest: Forest, number: int, chance: float, habit: float, explore: float) -> int:
    """Choose a branch in secret, with `chance` drawn from 0 to 1.

    The part `explore` is spread evenly, and fades once a node is `SETTLED`. The priors are played
    `habit` / (`habit` + visits) of the time: a seat is expected to do the usual until there is experience enough to
    know what would be better for it.
    """
    node = forest.nodes[number]
    first, count = wide(node.first), wide(node.count)
    total = regrets(forest, number)
    for index in range(first, first + count - 1):
        chance -= likelihood(forest, number, index, total, habit, explore)
        if chance < 0.0:
            return index
    return first + count - 1


@routine
def regret(forest: Forest, number: int, chosen: int, share: float, habit: float, explore: float) -> None:
    """Learn from a branch that `mix` chose with the same `habit` and `explore`; before `learn`."""
    node = forest.nodes[number]
    first, count = wide(node.first), wide(node.count)
    total = regrets(forest, number)
    likely = likelihood(forest, number, chosen, total, habit, explore)
    visits = wide(node.visits)
    mean = 0.0
    for index in range(first, first + count):
        mean += float(forest.branches[index].total)
    mean = mean / visits if visits > 0 else share
    value = 0.0
    for index in range(first, first + count):
        value += matched(forest, index, total) * _told(forest, index, chosen, share, likely, mean)
    for index in range(first, first + count):
        branch = forest.branches[index]
        branch.weight += matched(forest, index, total) * (visits + 1)
    for index in range(first, first + count):
        branch = forest.branches[index]
        more = _told(forest, index, chosen, share, likely, mean) - value
        branch.regret = max(0.0, float(branch.regret) + more)


@kernel
def _told(forest: Forest, index: int, chosen: int, share: float, likely: float, mean: float) -> float:
    """Estimate what a branch would have brought: its mean so far, corrected if it was the one chosen."""
    branch = forest.branches[index]
    tried = wide(branch.visits)
    told = float(branch.total) / tried if tried > 0 else mean
    return told + (share - told) / likely if index == chosen else told


@kernel
def learn(forest: Forest, number: int, chosen: int, share: float) -> None:
    """Note what a branch has brought the seat of the node: its share of the win, 0 … 1."""
    forest.nodes[number].visits += 1
    branch = forest.branches[chosen]
    branch.visits += 1
    branch.total += share
