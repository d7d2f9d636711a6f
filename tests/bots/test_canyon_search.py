"""Canyon's scout and guide: on endings small enough to solve, what they say comes to what is exactly so."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from eddyline.bots import BOTS, Budget, play_turn
from eddyline.bots.canyon.guide import GUIDE, SCOUT, CanyonSearcher, Guide
from eddyline.bots.canyon.network import map_features
from eddyline.bots.canyon.simulation import begin, new_memory, simulate
from eddyline.bots.registry import OWN
from eddyline.bots.search.tree import new_tree
from eddyline.engine.kernel import PLAIN
from eddyline.games.canyon.rules.actions import CARDS
from support.canyon import CANYON, bidding, match, moving, play, playing

pytestmark = pytest.mark.skipif(PLAIN, reason="thousands of simulations need compiled code")

MANY = 20_000


def thought(settings, states, seat, rollouts, seed=1):
    """Search to the end of the budget, every consistent deal as likely as any other: so the tests count."""

    class One(CanyonSearcher):
        pass

    One.settings = settings._replace(tries=1, tolerance=0.0)
    return One(seed, Budget(seconds=None, rollouts=rollouts)).think(states, seat)


def shares(states):
    """Share the win among the winners of a game that is over."""
    winners = CANYON.winners(states)
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(CANYON.seats(states))]


def solved(states):
    """Solve a position in which nothing is hidden and the game ends with this round: everybody's share of the win."""
    if not CANYON.settle(states):
        return shares(states)
    (seat,) = CANYON.to_act(states)
    return max((after for _, after in choices(states, seat)), key=lambda after: after[seat])


def choices(states, seat):
    """List what a seat may decide, with everybody's share of the win after it."""
    for action in CANYON.legal(states, seat):
        after = states.copy()
        CANYON.doors.decide(after, 0, seat, action)
        yield action, solved(after)


RACES = [
    [("2,3", 2, 2), ("2,2", 2, 2), ("2,1", 2, 2)],
    [("2,3", 1, 1), ("4,3", 2, 1), ("2,1", 1, 1)],
    [("2,3", 2, 2), ("2,1", 2, 2), ("3,2", 3, 3)],
]
"""Last movements in which the jetty that seat 0 takes decides what is left for those who come after."""


def last_but_one_trick():
    """Stop before the last card of a trick with one more to come: one trick, not two, brings seat 2 to the village."""
    last_round = {"max_rounds": 7}
    m = playing(["sun 5", "fish 3"], ["sun 3", "fish 4"], ["sun 9", "sun 2"], bids=[0, 0, 1], options=last_round)
    play(m, "play sun 5", "play sun 3")
    m.states[0].place[2] = 2 + 32
    return m.states


def by_all_deals(states, seat):
    """Count over all deals of a card to each of two others what each decision brings, all else being forced."""
    s = states[0]
    seen = {int(s.trump), *(int(card) for card in s.played.flat if card >= 0)}
    unseen = [card for card in range(len(CARDS)) if card not in seen and not int(s.hand[seat]) >> card & 1]
    total = dict.fromkeys(CANYON.legal(states, seat), 0.0)
    deals = list(permutations(unseen, 2))
    for first, second in deals:
        dealt = states.copy()
        dealt[0].hand[0], dealt[0].hand[1] = 1 << first, 1 << second
        for action, after in choices(dealt, seat):
            total[action] += after[seat]
    return {action: won / len(deals) for action, won in total.items()}


@pytest.mark.slow
@pytest.mark.parametrize("settings", [SCOUT, GUIDE], ids=["scout", "guide"])
def test_comes_to_the_exact_share_when_cards_are_hidden(settings):
    states = last_but_one_trick()
    exact = by_all_deals(states, 2)
    assert 0.05 < min(exact.values()) < max(exact.values()) < 0.95
    errors = {}
    for rollouts in (100, MANY):
        off = []
        for seed in range(5):
            best = thought(settings, states, 2, rollouts, seed).candidates[0]
            off.append(abs(best.share - exact[best.decisions[0]]))
            assert rollouts < MANY or exact[best.decisions[0]] == max(exact.values())
        errors[rollouts] = np.mean(off)
    assert errors[MANY] < 0.02
    assert errors[MANY] < errors[100] / 2


@pytest.mark.parametrize("canoes", RACES, ids=str)
def test_comes_to_the_exact_share_when_all_reply_at_their_best(canoes):
    m = match(moving(*canoes))
    while not m.waiting:
        CANYON.doors.advance(m.states, 0)
    exact = {action: after[0] for action, after in choices(m.states, 0)}
    assert len(set(exact.values())) > 1
    errors = []
    for rollouts in (30, MANY):
        best = thought(GUIDE, m.states, 0, rollouts).candidates[0]
        errors.append(abs(best.share - max(exact.values())))
    assert exact[best.decisions[0]] == max(exact.values())
    assert errors[1] < 0.005 < errors[0]


@pytest.mark.parametrize("settings", [SCOUT, GUIDE], ids=["scout", "guide"])
def test_says_what_it_considered(settings):
    states = last_but_one_trick()
    found = thought(settings, states, 2, 500)
    assert found.rollouts == 500
    assert sorted(one.decisions[0] for one in found.candidates) == sorted(CANYON.legal(states, 2))
    assert sum(one.weight for one in found.candidates) == pytest.approx(1)
    assert all(0 <= one.share <= 1 for one in found.candidates)
    assert found.candidates[0].weight == max(one.weight for one in found.candidates)
    again = thought(settings, states, 2, 500)
    assert again.candidates == found.candidates


@pytest.mark.slow
@pytest.mark.parametrize("settings", [SCOUT, GUIDE], ids=["scout", "guide"])
def test_ends_a_thought_when_there_is_nothing_left_to_gain(settings):
    class One(CanyonSearcher):
        pass

    One.settings = settings._replace(tries=1)
    states = last_but_one_trick()
    exact = by_all_deals(states, 2)
    found = One(1, Budget(seconds=None, rollouts=MANY)).think(states, 2)
    assert found.rollouts < MANY
    assert exact[found.candidates[0].decisions[0]] == max(exact.values())


LOW = [[f"{suit} {value}" for value in range(1, 4)] for suit in ("feather", "sun", "fish")]


@pytest.mark.parametrize("name", OWN["canyon"])
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("secret", [False, True])
@pytest.mark.parametrize("hand", [["fir 9"], ["fir 9", "fir 8"]], ids=" ".join)
def test_never_bids_none_with_a_certain_trick(name, seats, secret, hand):
    others = [low[: len(hand)] for low in LOW[: seats - 1]]
    m = match(bidding(hand, *others, options={"secret_bids": secret}))
    for seed in range(10):
        (bid,) = play_turn(BOTS["canyon"][name](seed), m, 0)
        assert CANYON.actions[bid].text != "bid 0", seed


@pytest.mark.parametrize("name", OWN["canyon"])
@pytest.mark.parametrize(
    "hand", [["fir 9", "fir 2"], ["fir 9", "fir 7", "fir 2"], ["fir 9", "fir 8", "fir 5"]], ids=" ".join
)
def test_never_leads_the_lowest_trump_when_every_trick_is_needed(name, hand):
    m = playing(hand, *(low[: len(hand)] for low in LOW[:2]), bids=[len(hand), 0, 0])
    for seed in range(10):
        (card,) = play_turn(BOTS["canyon"][name](seed), m, 0)
        assert CANYON.actions[card].text != f"play {hand[-1]}", seed


@pytest.mark.parametrize("rollouts", [64, 65, 66])
def test_no_choice_gains_by_being_tried_once_more_than_others(rollouts):
    """What was tried in a world that came to no end does not count: else the first of three would be played here."""
    m = match(bidding(["fir 9", "fir 8"], *(low[:2] for low in LOW[:2])))
    found = Guide(1, Budget(seconds=None, rollouts=rollouts)).think(m.redacted(0), 0)
    assert len({one.weight for one in found.candidates}) == 1
    assert CANYON.actions[found.decisions[0]].text == "bid 2"


@pytest.mark.parametrize(("rounds", "counts"), [(7, False), (40, True)])
def test_steps_count_only_where_the_game_goes_on_after_the_round(rounds, counts):
    """In the last round the result tells all, and in a longer game steps tell scout more than who wins."""
    m = match(bidding(["fir 9", "fir 2"], *(low[:2] for low in LOW[:2]), options={"max_rounds": rounds}))
    states = m.redacted(0)
    tree, memory = new_tree(64, 512), new_memory(map_features(int(states[0].board)))
    count = begin(states, 0, 1, SCOUT, tree, memory)
    simulate(states, 0, 64 * count, SCOUT, tree, memory)
    favours = tree.branches["favour"][:count]
    assert (max(favours) > SCOUT.tolerance) == counts


@pytest.mark.parametrize(("cell", "white"), [("8,3", 6), ("11,2", 7), ("4,10", 7)])
def test_knows_how_much_of_the_way_is_rapids(cell, white):
    column, row = (int(part) for part in cell.split(","))
    assert map_features(0)[0].white[32 * row + column] == white


@pytest.mark.parametrize(("cell", "arrows"), [("2,1", 1), ("2,3", 3), ("11,2", 0)])
def test_knows_how_near_the_waterfall_is(cell, arrows):
    column, row = (int(part) for part in cell.split(","))
    assert map_features(0)[0].brink[32 * row + column] == arrows
