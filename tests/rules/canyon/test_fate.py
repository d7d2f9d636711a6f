"""What may come of a round: bids, and who can still take the trick."""

from __future__ import annotations

from itertools import combinations

import pytest

from eddyline.games.canyon.rules.actions import CARDS
from support.canyon import CANYON, bidding, match, play, playing


def shares(m, seat):
    return {card.card: card.share for card in m.fate(seat).cards}


@pytest.mark.rule("C-PLAY-2")
def test_the_trick_is_won_by_trump_or_by_the_led_suit():
    m = playing(["fir 9", "sun 1"], ["fir 10", "sun 2"], ["flame 1", "sun 3"], trump="flame 2")
    assert m.fate(0).leading is None
    play(m, "play fir 9")
    leading = m.fate(1).leading
    assert (leading.seat, leading.card, leading.because) == (0, "fir 9", "led")
    assert m.fate(None).leading.share is None
    play(m, "play fir 10")
    assert m.fate(2).leading.because == "led"
    # The last to play knows everything: a trump takes it, anything else does not.
    assert m.fate(2).deals == 1
    assert shares(m, 2) == {"flame 1": 1.0, "sun 3": 0.0}


@pytest.mark.rule("C-PLAY-1", "C-PLAY-2")
def test_a_card_that_others_can_beat_is_worth_the_deals_in_which_they_cannot():
    """Seat 1 plays last and holds one card of 47 that seat 0 has not seen, the higher fish and any trump beat it."""
    m = playing(["fish 8"], ["sun 9"], ["feather 3"], trump="flame 2")
    play(m, "play fish 8")
    unseen = [card for card in CARDS if card not in ("fish 8", "flame 2")]
    # Both others hold one card each; either of them may be the one that beats it.
    beating = {card for card in unseen if card.startswith("flame") or card in ("fish 9", "fish 10")}
    pairs = list(combinations(unseen, 2))
    exact = sum(not beating & {*pair} for pair in pairs) / len(pairs)
    assert m.fate(0).leading.share == pytest.approx(exact, abs=0.2 if m.fate(0).deals < 100 else 0.08)


@pytest.mark.rule("C-MOVE-1", "C-RAPID-1")
def test_a_bid_needs_what_is_missing_and_pays_tricks_and_bonus():
    m = match(bidding(["fir 1", "fir 2"], ["sun 1", "sun 2"], ["fish 1", "fish 2"]))
    first = min(m.waiting)
    asked = {bid: m.fate(first, m.draft(first, [f"bid {bid}"])).bids[0] for bid in range(3)}
    assert {bid: (need.needs, need.open, need.points) for bid, need in asked.items()} == {
        0: (0, 2, 1),
        1: (1, 2, 3),
        2: (2, 2, 5),
    }


def test_nothing_is_foretold_of_jetties_and_moves():
    assert CANYON.fate(CANYON.redact(CANYON.new(CANYON.parse_options(None, {}), 3, 1), None), None) is None
