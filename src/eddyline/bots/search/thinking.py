"""Spend a budget on simulations, and report the candidates."""

from __future__ import annotations

from abc import ABC, abstractmethod
from time import perf_counter
from typing import TYPE_CHECKING

from eddyline.bots.bot import DEFAULT, Budget, Candidate, Thought
from eddyline.bots.search.tree import answer, best, earned

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.bots.search.tree import Tree
    from eddyline.engine.records import States

ENDLESS = 1 << 20
"""Number of simulations after which a search ends regardless of time: more would change nothing."""


class Searcher(ABC):
    """Provide the base of all bots that search: a seed and a budget."""

    rollouts: int
    """Simulations for a turn if the budget sets no limit: some milliseconds."""

    def __init__(self, seed: int, budget: Budget = DEFAULT) -> None:
        """Create a bot with a seed, used to sample what the seat cannot know, and a budget per turn."""
        self._seed = seed & 0xFFFF_FFFF
        if budget.seconds is None and budget.rollouts is None:
            budget = budget._replace(rollouts=self.rollouts)
        self._budget = budget

    def __repr__(self) -> str:
        """Describe the bot: what it was made of, as far as it is set."""
        limits = ", ".join(f"{name}={limit}" for name, limit in self._budget._asdict().items() if limit is not None)
        return f"<{type(self).__name__}: seed={self._seed}, {limits}>"

    def plan(self, states: States, seat: int) -> tuple[int, ...]:
        """Return the rest of the turn: the best, or of a secret choice one drawn from the mixture (see `Bot.plan`)."""
        return self.think(states, seat).decisions

    @abstractmethod
    def think(self, states: States, seat: int) -> Thought:
        """Search within the budget (see `Thinker.think`)."""


def spend(budget: Budget, chunk: int, simulate: Callable[[int], bool | None]) -> tuple[int, float]:
    """Call `simulate(count)` with at most `chunk` simulations at a time; return the total number and the seconds.

    The clock is checked between the calls, which release the GIL; after the first, no call is made that would probably
    end too late. If only rollouts are limited, the calls are always the same. `simulate` returns True when more
    simulations would not change the answer.
    """
    began = perf_counter()
    most = ENDLESS if budget.rollouts is None else max(1, budget.rollouts)
    done = 0
    spent = longest = 0.0
    while done < most:
        count = min(chunk, most - done)
        settled = simulate(count)
        done += count
        before, spent = spent, perf_counter() - began
        longest = max(longest, spent - before)
        if settled or (budget.seconds is not None and spent + longest > budget.seconds):
            break
        if budget.enough is not None and budget.enough():
            break
    return done, spent


def thought(tree: Tree, rollouts: int, seconds: float) -> Thought:
    """Tell what a search has found after so many simulations."""
    branch = tree.branches[answer(tree)]
    decisions = tuple(int(action) for action in branch["plan"][: branch["length"]])
    return Thought(decisions=decisions, candidates=candidates(tree), rollouts=rollouts, seconds=seconds)


def candidates(tree: Tree) -> tuple[Candidate, ...]:
    """List the branches of the root, best first: by mean strategy for secret choices, otherwise by visits."""
    extent = tree.extent[0]
    node = tree.nodes[int(extent.root)]
    branches = tree.branches[int(node.first) : int(node.first) + int(node.count)]
    given = branches["weight" if extent.mixed else "visits"].astype(float)
    if not given.any():
        given = branches["prior"].astype(float)
    # A branch without visits has no mean; it is listed with the mean of the node.
    mean = branches["total"].sum() / max(1, branches["visits"].sum())
    chances = _chances(tree, int(node.first), int(node.count))
    listed = [
        Candidate(
            decisions=tuple(int(action) for action in branch["plan"][: branch["length"]]),
            share=float(branch["total"] / branch["visits"] if branch["visits"] else mean),
            weight=float(weight / given.sum()),
            chance=chance,
        )
        for branch, weight, chance in zip(branches, given, chances, strict=True)
    ]
    favours = branches["favour"].astype(float)
    order = sorted(range(len(listed)), key=lambda at: (-listed[at].weight, -listed[at].share - favours[at]))
    return tuple(listed[at] for at in order)


def _chances(tree: Tree, first: int, count: int) -> list[float]:
    """Return with what probability `answer` gives each branch of the root."""
    most = best(tree)
    earns = [earned(tree, index, most) if tree.extent[0].mixed else 0.0 for index in range(first, first + count)]
    if not sum(earns):
        earns[most - first] = 1.0
    return [each / sum(earns) for each in earns]
