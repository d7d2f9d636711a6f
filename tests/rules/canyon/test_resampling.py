"""Unseen cards are dealt anew as they may lie, one deal as likely as another."""

from __future__ import annotations

from collections import Counter

import pytest

from eddyline.games.canyon.rules.actions import CARDS
from eddyline.games.canyon.rules.state import NONE
from support.canyon import CANYON, PLAIN, bidding, match, play, playing


def resampled(m, seat, word):
    states = m.states.copy()
    CANYON.doors.resample(states, 0, seat, word)
    return states[0]


def names(mask):
    return {card for number, card in enumerate(CARDS) if int(mask) >> number & 1}


def after_a_trick():
    """Let seat 1 show that it has no fir, and seat 2 that it has no fish, seen by seat 0 before its third card."""
    m = playing(
        ["fir 9", "fir 8", "fish 8", "fish 7", "sun 5"],
        ["fish 1", "fish 2", "sun 1", "sun 2", "flame 3"],
        ["fir 1", "fir 2", "flame 1", "flame 2", "sun 3"],
        trump="sun 10",
    )
    play(m, "play fir 9", "play flame 3", "play fir 1", "play fish 8", "play fish 1", "play flame 1")
    return m


@pytest.mark.rule("C-PLAY-1")
def test_deals_nothing_that_was_seen_and_no_suit_that_was_shown_missing():
    m = after_a_trick()
    seen = {"fir 9", "fir 8", "fish 8", "fish 7", "sun 5", "flame 3", "fir 1", "fish 1", "flame 1", "sun 10"}
    held = set()
    for word in range(30 if PLAIN else 300):
        s = resampled(m, 0, word)
        hands = [names(s.hand[seat]) for seat in range(3)]
        assert hands[0] == names(m.states[0].hand[0])
        assert [len(hand) for hand in hands] == [3, 3, 3]
        assert not hands[1] & hands[2]
        assert not (hands[1] | hands[2]) & seen
        assert not any(card.startswith("fir ") for card in hands[1])
        assert not any(card.startswith("fish ") for card in hands[2])
        held |= hands[1] | hands[2]
    assert len(held) > (20 if PLAIN else 35)


@pytest.mark.rule("C-DEAL-1", "C-PLAY-1")
def test_every_deal_that_agrees_is_as_likely_as_another():
    """Two seats that miss different suits, and few cards unseen: count the deals that can be, and those that come."""
    m = after_a_trick()
    s = m.states[0]
    # As if all but six cards had been seen: those of the first trick stand for all the others.
    open_cards = {"fir 3", "fish 3", "flame 5", "feather 5", "feather 6", "sun 6"}
    unseen = [number for number, card in enumerate(CARDS) if card in open_cards]
    others = [n for n, card in enumerate(CARDS) if card not in open_cards and not int(s.hand[0]) >> n & 1]
    kept = [int(s.played[trick, seat]) for trick in range(2) for seat in range(3)]
    spare = [card for card in others if card not in kept and card != int(s.trump)]
    # Nobody looks at tricks to come, so the hand of the seat that asks may hold what is spare.
    s.hand[0] = int(s.hand[0]) | sum(1 << card for card in spare)
    fir, fish = CARDS.index("fir 3"), CARDS.index("fish 3")
    deals = {
        (first, second)
        for first in range(1 << 6)
        for second in range(1 << 6)
        if first.bit_count() == second.bit_count() == 3 and not first & second
        and not first >> unseen.index(fir) & 1
        and not second >> unseen.index(fish) & 1
    }  # fmt: skip
    draws = 400 if PLAIN else 12_000
    came = Counter()
    for word in range(draws):
        drawn = resampled(m, 0, word)
        hands = [sum(1 << i for i, card in enumerate(unseen) if int(drawn.hand[seat]) >> card & 1) for seat in (1, 2)]
        came[tuple(hands)] += 1
    assert set(came) <= deals
    expected = draws / len(deals)
    squares = sum((came[deal] - expected) ** 2 / expected for deal in deals)
    # Chi-square: mean one less than the number of deals, here within four standard deviations.
    freedom = len(deals) - 1
    assert squares < freedom + 4 * (2 * freedom) ** 0.5


@pytest.mark.rule("C-BID-1")
def test_secret_bids_become_bids_that_are_yet_to_be_made():
    m = match(bidding(["fir 9"], ["fish 1"], ["sun 1"], options={"secret_bids": True}))
    CANYON.doors.decide(m.states, 0, 1, CANYON.parse_action("bid 1"))
    s = resampled(m, 0, 4)
    assert (s.bid == NONE).all()
    assert s.waiting == 0b111
