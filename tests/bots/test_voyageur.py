"""The voyageur does what a sensible family would do."""

from __future__ import annotations

import pytest

from eddyline.bots import BOTS, play_turn
from eddyline.bots.canyon.card_planning import progress
from eddyline.engine.kernel import PLAIN
from eddyline.games.canyon.rules.board import SHELF
from support.canyon import CANYON, bidding, match, moving, play, playing
from support.canyon_games import play_games

SEEDS = range(3)


def turn(m, seed=1):
    """Let the voyageur decide for whoever is next; give the decision back in words."""
    (seat,) = m.waiting
    (decision,) = play_turn(BOTS["canyon"]["voyageur"](seed), m, seat)
    return CANYON.actions[decision].text


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("hand", "bid"),
    [
        (["fir 9", "fir 8"], 2),
        (["fir 9"], 1),
        (["fish 1", "sun 2"], 0),
        (["fir 9", "fir 8", "fir 7", "fir 6", "fir 5"], 5),
        (["fish 1", "sun 1", "flame 1", "feather 1", "fish 2"], 0),
    ],
)
def test_bids_what_the_cards_are_certain_to_bring(hand, bid, seed):
    low = [[f"{suit} {value}" for value in range(3, 3 + len(hand))] for suit in ("feather", "sun")]
    assert turn(match(bidding(hand, *low)), seed) == f"bid {bid}"


@pytest.mark.parametrize("seed", SEEDS)
def test_bids_the_same_without_the_others_bids(seed):
    hands = (["fir 9", "fir 8"], ["feather 3", "feather 4"], ["sun 3", "sun 4"])
    m = match(bidding(*hands, options={"secret_bids": True}))
    (decision,) = play_turn(BOTS["canyon"]["voyageur"](seed), m, 0)
    assert CANYON.actions[decision].text == "bid 2"


def last_to_a_trick_of_suns(hand, bid, *led):
    """Let two others play these suns, so that the seat with the hand is the last, with two cards to go.

    Its canoe is in the rapids, where only the bonus counts: elsewhere two tricks are worth more than a bid of none.
    """
    m = playing([led[0], "fish 3"], [led[1], "fish 4"], hand, bids=[0, 0, bid])
    play(m, f"play {led[0]}", f"play {led[1]}")
    m.states[0].place[2] = 6 + 32 * 3
    return m


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("hand", "bid", "led", "card"),
    [
        pytest.param(["sun 9", "sun 2"], 1, "sun 5", "sun 9", id="takes the trick that it needs"),
        pytest.param(["sun 9", "sun 2"], 0, "sun 5", "sun 2", id="ducks when it has enough"),
        pytest.param(["sun 9", "sun 2"], 0, "sun 10", "sun 9", id="throws the dangerous card under a higher one"),
        pytest.param(["fish 10", "feather 1"], 0, "sun 10", "fish 10", id="throws the high card of another suit"),
        pytest.param(["fir 2", "fish 1"], 2, "sun 10", "fir 2", id="trumps for the trick that it needs"),
    ],
)
def test_plays_the_card_that_brings_its_bid(hand, bid, led, card, seed):
    assert turn(last_to_a_trick_of_suns(hand, bid, led, "sun 3"), seed) == f"play {card}"


@pytest.mark.parametrize(
    ("place", "tricks", "bid", "steps"),
    [
        ("10,9", 2, 2, 5),
        ("10,9", 2, 1, 2),
        ("6,3", 2, 2, 3),
        ("6,3", 0, 0, 1),
        ("6,3", 2, 1, 0),
        ("8,3", 2, 1, 0),
        ("8,1", 2, 1, -2),
    ],
)
def test_knows_what_tricks_bring_in_calm_water_and_in_the_rapids(place, tricks, bid, steps):
    """In the rapids only the bonus counts, and a missed bid drifts one up, off the village's rows or over the falls."""
    states = CANYON.set_up(moving((place, tricks, bid)))
    assert progress(SHELF.table[states[0].board], states[0], 0) == steps


@pytest.mark.parametrize("seed", SEEDS)
def test_lands_where_most_points_are_left_over(seed):
    m = match(moving(("2,1", 2, 2)))
    play_on(m)
    assert turn(m, seed) in {"to 1,1", "to 1,2"}


@pytest.mark.parametrize("seed", SEEDS)
def test_keeps_away_from_the_waterfall(seed):
    m = match(moving(("9,2", 1, 0)))
    play_on(m)
    assert turn(m, seed) == "to 8,3"


def play_on(m):
    """Let the next canoe begin its move."""
    while not m.waiting:
        CANYON.doors.advance(m.states, 0)


HOUSES = [{}, {"board": "whirlpool"}, {"skip_brown": True}, {"secret_bids": True}]


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="dozens of games need compiled code")
@pytest.mark.parametrize("options", HOUSES, ids=str)
def test_beats_three_who_play_at_random(options):
    won = sum(winners == (seat,) for seat in range(4) for winners, _, _ in play_games(25, 4, 1 << seat, **options))
    assert won >= 85


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="dozens of games need compiled code")
@pytest.mark.parametrize("board", CANYON.boards)
def test_meets_most_bids_among_four(board):
    _, bids, met = zip(*play_games(50, 4, 0b1111, board=board), strict=True)
    assert sum(met) / sum(bids) >= 0.52


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="dozens of games need compiled code")
@pytest.mark.parametrize("options", HOUSES, ids=str)
@pytest.mark.parametrize("players", CANYON.players)
def test_games_finish_with_every_option_and_number_of_players(options, players):
    assert all(winners for winners, _, _ in play_games(4, players, (1 << players) - 1, **options))
