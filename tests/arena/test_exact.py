"""Small games are solved exactly, and the gaps of strategies there are what they should be."""

from __future__ import annotations

from itertools import permutations

import msgspec
import numpy as np
import pytest

from eddyline.arena.exact import solving
from eddyline.arena.exact.asking import plan_of
from eddyline.arena.exact.growing import TooLargeError, grow
from eddyline.arena.exact.small import Measure, small_games, starts
from eddyline.arena.exact.solving import solve
from eddyline.arena.exact.tree import Leaf, Player, Tree
from eddyline.bots import BOTS, play_turn
from eddyline.engine.kernel import PLAIN
from eddyline.engine.match import Match
from eddyline.engine.registry import game
from eddyline.envs.openspiel import load
from support.sequence_form import exact_value

pytestmark = pytest.mark.skipif(PLAIN, reason="bots that search need compiled code")

PASS, BET = 0, 1


def kuhn():
    """Return Kuhn's poker: three cards, one each, an ante of one, and a bet of one."""
    players, leaves = (Player(), Player()), []

    def go_on(cards, history, reached):
        seat = len(history) % 2
        higher = 1 if cards[0] > cards[1] else -1
        if history in {(PASS, PASS), (BET, BET), (PASS, BET, BET)}:
            won = higher * (2 if BET in history else 1)
        elif history in {(BET, PASS), (PASS, BET, PASS)}:
            won = 1 if history[0] == BET else -1
        else:
            choice = players[seat].choice((cards[seat], history), (PASS, BET), reached[seat])
            for action in (PASS, BET):
                way = list(reached)
                way[seat] = choice.first + action
                go_on(cards, (*history, action), tuple(way))
            return
        leaves.append(Leaf(1 / 6, reached, (won, -won)))

    for cards in permutations(range(3), 2):
        go_on(cards, (), (0, 0))
    return Tree(players, leaves)


def always(tree, action):
    """Return plans of two who take the same action everywhere."""
    plans = []
    for seat, player in enumerate(tree.players):
        shares = np.zeros(player.count)
        shares[[choice.first + action for choice in player.choices]] = 1
        plans.append(tree.plan(seat, shares))
    return plans


def test_kuhn_poker_is_worth_what_kuhn_proved():
    tree = kuhn()
    found = solve(tree)
    assert found.values == pytest.approx((-1 / 18, 1 / 18), abs=1e-9)
    assert abs(found.nash_conv) < 1e-9
    # A jack never calls a bet, and a king always does.
    for card, called in ((0, 0.0), (2, 1.0)):
        (choice,) = [
            each
            for key, at in tree.players[1]._known.items()
            for each in [tree.players[1].choices[at]]
            if key == (card, (BET,))
        ]
        assert found.plans[1][choice.first + BET] == pytest.approx(called)


def test_cfr_comes_to_the_same_value():
    tree = kuhn()
    plans = solving._cfr(tree, 1e-3, 5000)
    assert -1e-9 <= tree.nash_conv(plans) <= 1e-3
    assert tree.value(0, plans) == pytest.approx(-1 / 18, abs=1e-3)
    assert tree.nash_conv(solving._cfr(tree, 1e-3, 2)) > 1e-3


def test_bad_strategies_have_the_gaps_that_they_should():
    """Who always passes loses the ante to any bet; who always bets loses 1/2 to a caller with the better cards."""
    tree = kuhn()
    assert tree.nash_conv(always(tree, PASS)) == pytest.approx(2)
    # Against a bet on everything: a king calls for 2, a queen breaks even, a jack gives the ante; on average 1/3.
    assert tree.best_response(1, always(tree, BET))[0] == pytest.approx(1 / 3)
    assert tree.nash_conv([tree.uniform(0), tree.uniform(1)]) == pytest.approx(11 / 12)


def test_a_best_response_is_a_plan_that_gets_what_it_promises():
    tree = kuhn()
    for seat in range(2):
        for plans in (always(tree, PASS), always(tree, BET), [tree.uniform(0), tree.uniform(1)]):
            value, answer = tree.best_response(seat, plans)
            plans[seat] = answer
            assert tree.value(seat, plans) == pytest.approx(value)


def test_a_seat_that_forgets_is_refused():
    player = Player()
    first = player.choice("a", (0, 1), 0)
    player.choice("b", (0, 1), first.first)
    with pytest.raises(ValueError, match="forgets"):
        player.choice("b", (0, 1), first.first + 1)


TWO_SEATS = [small for small in small_games() if small.deals == 1]
MORE_SEATS = [small for small in small_games() if small.deals > 1]


def test_there_are_three_small_games_of_each():
    assert [len({small.name for small in games}) for games in (TWO_SEATS, MORE_SEATS)] == [3, 3]
    assert {len({small.game for small in games}) for games in (TWO_SEATS, MORE_SEATS)} == {1}


@pytest.mark.parametrize("small", TWO_SEATS, ids=lambda small: small.name)
def test_the_linear_program_agrees_with_that_of_openspiels_tree(small):
    """Both trees are grown from the same rules, but by different code, as are the two programs."""
    found = solve(grow(game(small.game), starts(small)))
    # OpenSpiel's payoffs go from −1 to 1.
    assert 2 * found.values[0] - 1 == pytest.approx(exact_value(load(small.game, position=small.position)), abs=1e-9)
    assert sum(found.values) == pytest.approx(1)
    assert abs(found.nash_conv) < 1e-9


@pytest.mark.parametrize("small", TWO_SEATS, ids=lambda small: small.name)
def test_every_bot_has_its_distance(small):
    measure = Measure(small)
    for bot in BOTS[small.game]:
        found = measure.distance(bot, 4)
        assert -1e-9 <= found.nash_conv <= 2
        assert found.at_least <= found.nash_conv + 1e-9


@pytest.mark.parametrize("small", MORE_SEATS, ids=lambda small: small.name)
def test_more_seats_are_solved_nearly(small):
    measure = Measure(msgspec.structs.replace(small, deals=150))
    assert -1e-9 < measure.solution.nash_conv <= 1e-3
    assert sum(measure.solution.values) == pytest.approx(1)
    uniform, best = (measure.distance(bot, 2).nash_conv for bot in ("random", "guide"))
    assert uniform > 0.2
    assert -1e-9 <= best < uniform


@pytest.mark.parametrize("small", small_games(), ids=lambda small: small.name)
def test_deals_differ_only_in_what_is_hidden(small):
    rules = game(small.game)
    found = starts(msgspec.structs.replace(small, deals=min(small.deals, 300)))
    assert len({rules.redact(states, None).tobytes() for states in found}) == 1
    if small.deals > 1:
        assert len({states.tobytes() for states in found}) > 290
        # Every card comes to every seat about as often as to the others.
        hands = np.array([states["hand"][0, :3] for states in found])
        assert all(len(set(column)) > 40 for column in hands.T)


@pytest.mark.parametrize("small", [TWO_SEATS[0], TWO_SEATS[2], MORE_SEATS[0]], ids=lambda small: small.name)
@pytest.mark.parametrize("bot", [0, 1, -3, -2, -1])
def test_the_tree_tells_how_games_of_these_bots_end(small, bot):
    """Bots that are asked choice by choice decide as at a table, in turns of several decisions, too."""
    rules, make = game(small.game), [*BOTS[small.game].values()][bot]
    found = starts(msgspec.structs.replace(small, deals=min(small.deals, 20)))
    tree = grow(rules, found)
    for seed in range(3):
        bots = [make(seed + seat) for seat in range(tree.seats)]
        plans = [plan_of(rules, tree, seat, bots[seat]) for seat in range(tree.seats)]
        played = np.zeros(tree.seats)
        for states in found:
            match = Match(rules, states)
            while match.waiting:
                for seat in sorted(match.waiting):
                    match.commit(seat, play_turn(bots[seat], match, seat))
            firsts = np.array(match.ranking) == 1
            played += firsts / firsts.sum() / len(found)
        assert [tree.value(seat, plans) for seat in range(tree.seats)] == pytest.approx(played)


def test_bots_that_decide_what_is_not_legal_are_refused():
    class Wrong:
        def plan(self, _states, _seat):
            return (999,)

    rules = game(TWO_SEATS[0].game)
    tree = grow(rules, starts(TWO_SEATS[0]))
    with pytest.raises(ValueError, match="the bot decides"):
        plan_of(rules, tree, 0, Wrong())


def test_trees_that_are_too_large_are_refused():
    with pytest.raises(TooLargeError, match="at most 100 ends"):
        grow(game(TWO_SEATS[0].game), starts(TWO_SEATS[0]), most=100)
