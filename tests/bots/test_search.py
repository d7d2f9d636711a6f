"""What search bots of any game have in common: the search tree, and the budget."""

from __future__ import annotations

import math

import numpy as np
import pytest

from eddyline.bots import Budget
from eddyline.bots.search.exponential import exponential
from eddyline.bots.search.thinking import candidates, spend
from eddyline.bots.search.tree import (
    backup,
    clear,
    expand,
    find,
    new_tree,
    planned,
    preferred,
    room,
    sample,
    select,
    softmax_priors,
    update_regrets,
    weighed,
)


def leafy(scores, temperature=1.0, uniform_prior=0.0, key=7):
    """Make a tree with one node whose branches have these scores."""
    tree = new_tree(16, 64)
    number = find(tree, np.uint64(key))
    first = expand(tree, number, len(scores))
    for index, score in enumerate(scores):
        tree.branches[first + index].prior = score
    softmax_priors(tree, number, temperature, uniform_prior)
    return tree, number


def test_finds_a_node_again_and_makes_others_new():
    tree = new_tree(4, 8)
    numbers = [find(tree, np.uint64(key)) for key in (5, 5 + 2**40, 5 + 2**63)]
    assert sorted(numbers) == [0, 1, 2]
    assert [find(tree, np.uint64(key)) for key in (5, 5 + 2**40, 5 + 2**63)] == numbers


def test_full_tree_stops_growing():
    tree = new_tree(2, 8)
    assert [find(tree, np.uint64(key)) for key in (1, 2, 3, 1)] == [0, 1, -1, 0]
    assert room(tree, 8)
    expand(tree, 0, 5)
    assert not room(tree, 4)


def test_tells_of_every_branch_what_was_found_out():
    tree, number = leafy([0.0, 0.1])
    for branch, (plan, visits, total) in enumerate([((4, 7), 3, 0.75), ((5,), 0, 0.0)]):
        tree.branches[branch].length = len(plan)
        tree.branches[branch].plan[: len(plan)] = plan
        tree.branches[branch].visits = visits
        tree.branches[branch].total = total
    tree.extent[0].root = number
    told = [[weighed(branch, step, tree) for step in (-1, -2, 0, 1, 2)] for branch in range(2)]
    assert told == [[3, 250_000, 4, 7, -1], [0, -1, 5, -1, -1]]
    assert weighed(2, -1, tree) == -1


def test_priors_follow_the_scores():
    tree, _ = leafy([0.0, 0.1, 0.2], temperature=0.1, uniform_prior=0.3)
    priors = tree.branches["prior"][:3]
    assert priors.sum() == pytest.approx(1)
    assert (priors - 0.1)[1:] / (priors - 0.1)[:-1] == pytest.approx([np.e, np.e])


def test_selects_the_best_branch_and_starves_none():
    tree, number = leafy([0.0, 0.0, 0.0, -1.0])
    dice = np.random.default_rng(1)
    for _ in range(4000):
        branch = select(tree, number, 0.5, 0.0)
        backup(tree, number, branch, float(dice.random() < (0.3, 0.5, 0.4, 0.6)[branch]))
    visits = tree.branches["visits"][:4]
    assert visits.argmax() == 3
    assert visits.min() > 10


BIASED = np.array([[0.5, 0.0, 0.6], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])
"""Rock, paper, scissors, but rock and scissors are friends: shares of the one who chooses the row."""
MIXTURE = np.array([0.4545, 0.2273, 0.3182])


@pytest.mark.slow
@pytest.mark.parametrize("prior_visits", [0.0, 300.0])
def test_mixtures_come_to_the_equilibrium(prior_visits):
    """Shares are drawn 0 or 1, as playing out gives them."""
    gaps = []
    for rounds in (500, 8000, 128_000):
        tree = new_tree(4, 8)
        dice = np.random.default_rng(rounds)
        nodes = [find(tree, np.uint64(key)) for key in (1, 2)]
        for number in nodes:
            expand(tree, number, 3)
            softmax_priors(tree, number, 1.0, 0.0)
        for _ in range(rounds):
            row, column = (sample(tree, number, dice.random(), prior_visits, 0.1) for number in nodes)
            share = float(dice.random() < BIASED[row, column - 3])
            for number, branch, got in ((0, row, share), (1, column, 1 - share)):
                update_regrets(tree, nodes[number], branch, got, prior_visits, 0.1)
                backup(tree, nodes[number], branch, got)
        mine, theirs = (tree.branches["weight"][start : start + 3] for start in (0, 3))
        gaps.append(float((BIASED @ theirs).max() / theirs.sum() - (mine @ BIASED).min() / mine.sum()))
    assert gaps[0] > gaps[2]
    assert gaps[1] < 0.12
    assert gaps[2] < 0.03


def test_spends_rollouts_in_equal_pieces():
    pieces = []
    done, _ = spend(Budget(seconds=None, rollouts=100), 32, pieces.append)
    assert (done, pieces) == (100, [32, 32, 32, 4])


def test_stops_by_the_clock_but_not_before_it_began():
    pieces = []
    done, seconds = spend(Budget(seconds=0.0, rollouts=100), 32, pieces.append)
    assert (done, pieces) == (32, [32])
    assert seconds >= 0


def test_stops_when_it_is_told_that_it_is_enough():
    pieces = []
    budget = Budget(seconds=None, rollouts=100, enough=lambda: len(pieces) == 2)
    assert spend(budget, 32, pieces.append)[0] == 64


def test_lists_the_best_first_and_the_untried_too():
    tree, number = leafy([0.0, 0.0, 0.0])
    assert [one.weight for one in candidates(tree)] == pytest.approx([1 / 3] * 3)
    for branch, share in ((1, 1.0), (1, 0.5), (2, 0.0)):
        backup(tree, number, branch, share)
    listed = candidates(tree)
    assert [one.weight for one in listed] == pytest.approx([2 / 3, 1 / 3, 0])
    assert [one.share for one in listed] == pytest.approx([0.75, 0.0, 0.5])


def drawn(weights, shares, visits, mixed=1):
    """Give back how often each branch of a root is the answer, over draws spread evenly."""
    tree, number = leafy([0.0] * len(weights))
    tree.extent[0].root = number
    tree.extent[0].mixed = mixed
    tree.nodes[number].visits = visits
    for branch, (weight, share) in enumerate(zip(weights, shares, strict=True)):
        tree.branches[branch].weight = weight
        tree.branches[branch].visits = visits * weight
        tree.branches[branch].total = visits * weight * share
        tree.branches[branch].length = 1
        tree.branches[branch].plan[0] = branch
    counts = [0] * len(weights)
    for draw in np.arange(0.0005, 1.0, 0.001):
        tree.extent[0].draw = draw
        counts[planned(0, tree)] += 1
        assert preferred(0, tree) == int(np.argmax(weights))
    return np.array(counts) / 1000


def test_a_secret_choice_is_drawn_from_the_mixture():
    assert drawn([0.5, 0.3, 0.2], [0.3, 0.3, 0.3], 10_000) == pytest.approx([0.5, 0.3, 0.2], abs=0.002)
    assert drawn([0.5, 0.3, 0.2], [0.3, 0.3, 0.3], 10_000, mixed=0) == pytest.approx([1, 0, 0])


def test_what_chance_may_explain_is_not_drawn():
    # After 400 simulations a weight below a quarter of the largest, after 10,000 one below a twentieth.
    assert drawn([0.6, 0.3, 0.1], [0.3, 0.3, 0.3], 400) == pytest.approx([2 / 3, 1 / 3, 0], abs=0.002)
    assert drawn([0.6, 0.3, 0.1], [0.3, 0.3, 0.3], 10_000) == pytest.approx([0.6, 0.3, 0.1], abs=0.002)
    # And what has brought clearly less, however great its weight.
    assert drawn([0.6, 0.4], [0.3, 0.2], 400) == pytest.approx([1, 0])


def test_the_exponential_is_that_of_any_library_but_for_the_last_bits():
    for x in (*np.linspace(-690.0, 690.0, 500), 0.0, -1e-300, 1e-9):
        assert exponential(x) == pytest.approx(math.exp(x), rel=1e-15)
    assert exponential(-1e6) == 0.0


def test_a_tree_that_is_used_again_is_as_new():
    tree, number = leafy([0.0, 1.0])
    backup(tree, number, 1, 1.0)
    clear(tree)
    again = find(tree, np.uint64(9))
    first = expand(tree, again, 2)
    assert (again, first, tree.nodes[again].visits) == (0, 0, 0)
    assert find(tree, np.uint64(7)) == 1
    branches = tree.branches[first : first + 2]
    assert not any(branches[name].any() for name in ("visits", "total", "regret", "weight"))
