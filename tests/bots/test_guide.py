"""Niagara's search bots: what they consider, what they believe, and that they find what is best."""

from __future__ import annotations

from functools import cache
from itertools import combinations, islice

import numpy as np
import pytest

from eddyline.bots import Budget
from eddyline.bots.niagara.guide import Guide, Scout
from eddyline.bots.niagara.lone_canoe import solve_lone_canoe
from eddyline.bots.niagara.moving import decide
from eddyline.bots.niagara.network import NetworkScratch, estimate_shares, load_weights
from eddyline.bots.niagara.planning import choose
from eddyline.bots.niagara.scratch import new_scratch
from eddyline.bots.niagara.simulation import new_memory
from eddyline.bots.niagara.turns import WIDTH, list_turns
from eddyline.engine.kernel import PLAIN, routine, wide
from eddyline.games.niagara.rules import phases
from eddyline.games.niagara.rules.state import Phase
from support.exact import Solver, solve_matrix, whole_turns
from support.niagara import NIAGARA, player, position

pytestmark = pytest.mark.skipif(PLAIN, reason="search needs compiled code")

SPIRITS = dict.fromkeys(("double_canoe", "whirlpool", "spirit_cards", "beaver", "moose", "diamond_joe"), True)


def positions(players, entropy, **options):
    """Play a game among paddlers and give back every position in which somebody owes a decision."""
    states = NIAGARA.new(NIAGARA.parse_options(None, options, players), players, entropy)
    scratches, stack = new_scratch()
    while NIAGARA.settle(states):
        seats = sorted(NIAGARA.to_act(states))
        yield states.copy()
        for action in (
            scratches[0].turn_plan[: choose(states, 0, seats[0], 7, solve_lone_canoe(players), scratches, stack)].copy()
        ):
            NIAGARA.doors.decide(states, 0, seats[0], int(action))


# ---- what they consider -------------------------------------------------------------------------------------------


@routine
def listed(states, seat, memory):
    list_turns(states[0], seat, memory.solutions[0], memory.scratches[0], memory.turn_scratches[0], memory.stack)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, SPIRITS], ids=["base", "everything"])
def test_considers_every_turn_once(options):
    memory = new_memory(solve_lone_canoe(3))
    turn_scratch = memory.turn_scratches[0]
    seen = 0
    for states in positions(3, 5, **options):
        if states[0].phase == Phase.CARDS:
            continue
        seat = min(NIAGARA.to_act(states))
        turns = whole_turns(states, seat)
        listed(states, seat, memory)
        assert turn_scratch.count == min(len(turns), WIDTH)
        ends = set()
        for plan, length in zip(turn_scratch.plans[: turn_scratch.count], turn_scratch.lengths, strict=False):
            after = states.copy()
            for action in plan[:length]:
                assert int(action) in NIAGARA.legal(after, seat)
                NIAGARA.doors.decide(after, 0, seat, int(action))
            assert seat not in NIAGARA.to_act(after)
            ends.add(after.tobytes())
        assert len(ends) == turn_scratch.count
        seen += 1
    assert seen > 20


@pytest.mark.slow
@pytest.mark.parametrize("make", [Scout, Guide])
def test_says_what_it_considered(make):
    for number, states in islice(enumerate(positions(4, 3)), 0, None, 3):
        seat = min(NIAGARA.to_act(states))
        thought = make(number, Budget(None, 40)).think(states, seat)
        assert sum(one.weight for one in thought.candidates) == pytest.approx(1)
        assert all(0 <= one.share <= 1 for one in thought.candidates)
        assert list(thought.candidates) == sorted(thought.candidates, key=lambda one: -one.weight)
        turns = whole_turns(states, seat) if states[0].phase != Phase.RESCUE else None
        assert turns is None or len(thought.candidates) == min(len(turns), WIDTH)
        assert thought.rollouts == (40 if len(thought.candidates) > 1 else 0)


@pytest.mark.parametrize("make", [Scout, Guide])
def test_takes_a_win_that_lies_there(make):
    states = NIAGARA.set_up(position(player("4 ruby", "dock", "ruby ruby ruby"), round=17, weather=2))
    assert make(1, Budget(None, 300)).plan(states, 0) in {(4,), (5,), (6,)}


# ---- what they believe --------------------------------------------------------------------------------------------


def test_draws_every_card_of_a_hand_alike():
    states = next(now for now in positions(3, 2) if now[0].phase == Phase.PADDLING)
    viewer = int(states[0].active)
    other = (viewer + 1) % 3
    cards = []
    for word in range(2000):
        twin = states.copy()
        NIAGARA.doors.resample(twin, 0, viewer, word)
        cards.append(int(twin[0].card[other]))
    counts = np.bincount(cards, minlength=7)
    hand = [card for card in range(7) if int(states[0].hand[other]) >> card & 1]
    assert counts[hand].min() > 0.7 * 2000 / len(hand)
    assert counts.sum() == counts[hand].sum()


# ---- what they find -----------------------------------------------------------------------------------------------


def little(one, other, rounds, **more):
    """Describe the last rounds of a game for two, with the cards they still have."""
    left = len(one["hand"])
    options = {"gems_per_deposit": 6, "max_rounds": 7 - left + rounds}
    return {"players": [one, other], "options": options, "round": 8 - left, **more}


LITTLE = {
    "last round, four canoes": little(
        player("6L ruby", "3", "amber", hand=["cloud", "2", "6"]),
        player("5 amber", "5", "amber", hand=["cloud", "3", "5"]),
        rounds=1,
    ),
    "two rounds, a flight": little(
        player("5 ruby", "lost", hand=["cloud", "3", "4"]),
        player("4 sapphire", "lost", hand=["cloud", "3", "5"]),
        rounds=2,
        weather=1,
    ),
    "two rounds, a race": little(
        player("4 ruby", "lost", "ruby ruby ruby", hand=["cloud", "4"]),
        player("5 amber", "lost", "amber amber amber", hand=["cloud", "5"]),
        rounds=2,
        weather=1,
    ),
}
"""Positions of two players who have one to three cards each, one or two rounds before the end."""


@cache
def solved(name):
    """Return such a position, both players' turns there, the value of each pair, and of perfect play."""
    states = NIAGARA.set_up(LITTLE[name])
    turns, table = Solver().matrix(states)
    return states, turns, table, solve_matrix(table)[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", LITTLE)
@pytest.mark.parametrize("seat", [0, 1])
def test_comes_to_the_exact_value(name, seat):
    """With more simulations the estimate nears the value of perfect play, and the mixture can be exploited less."""
    states, turns, table, value = solved(name)
    shares = table if seat == 0 else 1 - table.T
    exact = value if seat == 0 else 1 - value
    errors, gaps = [], []
    for rollouts in (500, 8000, 128_000):
        candidates = Guide(1, Budget(None, rollouts)).think(states, seat).candidates
        weights = {one.decisions: one.weight for one in candidates}
        assert set(weights) == set(turns[seat])
        errors.append(abs(sum(one.weight * one.share for one in candidates) - exact))
        gaps.append(exact - (np.array([weights[turn] for turn in turns[seat]]) @ shares).min())
    assert errors[2] < 0.03
    assert gaps[2] < 0.02
    assert errors[2] < max(errors[0], 0.03)
    assert gaps[1] <= max(gaps[0], 0.03)


# ---- what they keep to themselves ---------------------------------------------------------------------------------


@cache
def first_cards(games):
    """Let four guides think about round 1 of some games, and a copy of each with another seed about the same."""
    begun = []
    for number in range(games):
        states = NIAGARA.new(NIAGARA.parse_options(None, {}, 4), 4, 1000 + number)
        NIAGARA.settle(states)
        views = [NIAGARA.redact(states, seat) for seat in range(4)]
        begun.append(
            [
                [Guide(100 * number + 10 * who + seat).think(view, seat) for seat, view in enumerate(views)]
                for who in (1, 2)
            ]
        )
    return begun


def chances(thought):
    return {one.decisions: one.chance for one in thought.candidates if one.chance > 0}


@pytest.mark.slow
def test_four_differ_in_the_first_round_as_their_mixtures_say():
    """Count pairs of seats that play the same card: near what their mixtures say, and never all of them."""
    alike, expected, spread = [], [], 0.0
    for guides, _ in first_cards(40):
        for one, two in combinations(guides, 2):
            both = sum(chance * chances(two).get(card, 0.0) for card, chance in chances(one).items())
            alike.append(one.decisions == two.decisions)
            expected.append(both)
            spread += both * (1 - both)
    assert np.mean(expected) < 0.9
    # The pairs of a game have seats in common, so they vary by more than as many pairs of their own would.
    assert abs(sum(alike) - sum(expected)) < 3 * np.sqrt(2 * spread)


@pytest.mark.slow
def test_a_copy_foretells_a_card_no_better_than_the_mixture():
    foretold, told = [], []
    for guides, copies in first_cards(40):
        for guide, copy in zip(guides, copies, strict=True):
            likeliest = max(copy.candidates, key=lambda one: one.chance)
            foretold.append(guide.decisions == likeliest.decisions)
            told.append(max(chances(guide).values()))
            assert guide.decisions in chances(guide)
            assert sum(chances(guide).values()) == pytest.approx(1)
    assert np.mean(foretold) <= np.mean(told)


# ---- what they expect ---------------------------------------------------------------------------------------------


@routine
def watch(states, seed, solutions, scratches, stack, net_scratches, weights, told):
    """Let paddlers play a game to its end and note what the network expects before each choice of cards."""
    s = states[0]
    count = 0
    while not phases.is_over(s):
        waiting = phases.to_act(s)
        if waiting == 0:
            phases.advance(s)
            continue
        if s.phase == Phase.CARDS and waiting == (1 << wide(s.seats)) - 1:
            estimate_shares(s, net_scratches[0], weights)
            for seat in range(wide(s.seats)):
                told[count, seat] = net_scratches[0].shares[seat]
            count += 1
        seat = 0
        while not waiting >> seat & 1:
            seat += 1
        length = choose(states, 0, seat, seed, solutions, scratches, stack)
        for index in range(length):
            decide(s, seat, wide(scratches[0].turn_plan[index]))
    return count


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("options", [{}, SPIRITS], ids=["base", "everything"])
def test_expects_shares_that_come_true(options, players):
    """In games that the network was not fitted to, of what it expects about as much happens."""
    net_scratches = np.zeros(1, NetworkScratch.dtype)
    scratches, stack = new_scratch()
    told = np.zeros((120, players))
    expected, won = [], []
    for entropy in range(400):
        states = NIAGARA.new(NIAGARA.parse_options(None, options, players), players, 10**9 + entropy)
        count = watch(states, entropy, solve_lone_canoe(players), scratches, stack, net_scratches, load_weights(), told)
        shares = np.array(NIAGARA.ranking(states, players)) == 1
        expected.append(told[:count].copy())
        won.append(np.tile(shares / shares.sum(), (count, 1)))
    expected, won = np.concatenate(expected), np.concatenate(won)
    assert expected.sum(axis=1) == pytest.approx(1)
    for low in (0.0, 0.2, 0.4, 0.6, 0.8):
        these = (expected >= low) & (expected < low + 0.2)
        assert won[these].mean() == pytest.approx(expected[these].mean(), abs=0.08)
    assert -np.log(np.maximum(expected, 1e-9))[won > 0].mean() < 0.9 * np.log(players)
