"""No channel of a match tells a hand, a bid or a deal of Canyon before its time."""

from __future__ import annotations

import numpy as np
import pytest

from eddyline.engine.match import Deal, Match
from eddyline.engine.random import words
from support.canyon import CANYON, bidding, match, new, play
from support.secrecy import channels


def test_a_redacted_hand_is_gone_and_the_own_is_there() -> None:
    m = new(4, seed=3)
    play(m, "to 4,7", "to 4,8", "to 4,9", "to 4,10")
    for seat in range(4):
        redacted = m.redacted(seat)[0]
        assert redacted.hand[seat] == m.states[0].hand[seat]
        assert [bool(redacted.hand[other]) for other in range(4)] == [other == seat for other in range(4)]
    assert not m.redacted(None)[0].hand.any()


@pytest.mark.rule("C-BID-1")
def test_no_channel_of_a_match_tells_a_secret_bid_before_all_have_bid() -> None:
    hands = (["fir 1", "fir 2"], ["fish 1", "fish 2"], ["sun 1", "sun 2"])
    seen = []
    for bid in ("bid 0", "bid 1", "bid 2"):
        m = match(bidding(*hands, options={"secret_bids": True}))
        events = m.commit(1, [CANYON.parse_action(bid)])
        later = m.commit(0, [CANYON.parse_action("bid 1")])
        # The position a match began with is saved with it, so it is left out here.
        seen.append([events, later, *(channels(m, seat)[:-1] for seat in (None, 0, 2))])
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.rule("C-DEAL-2")
def test_words_that_are_still_to_come_change_nothing() -> None:
    seen = []
    for future in (1, 2, 3):
        first = next(words(7))
        m = Match.new(CANYON, players=3, word=1, chance=iter([first, *([future] * 40)]))
        play(m, "to 4,7", "to 4,8", "to 4,9", "bid 1", "bid 2", "bid 0")
        seen.append([channels(m, seat) for seat in (None, 0, 1, 2)])
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.rule("C-DEAL-2")
def test_hands_of_the_others_and_the_rest_of_the_deck_change_nothing() -> None:
    mine = ["fir 1", "sun 2", "fish 3"]
    others = (
        (["fir 2", "fir 3", "fir 4"], ["sun 3", "sun 4", "sun 5"]),
        (["fish 7", "fir 3", "sun 4"], ["flame 1", "flame 2", "feather 9"]),
    )
    seen = []
    for hands in others:
        m = match(bidding(mine, *hands))
        shown = [play(m, "bid 1", "bid 0", "bid 3"), channels(m, 0)]
        # A match that begins with a position saves it whole; what is asked here is everything else.
        del shown[1][6]
        seen.append(shown)
    assert seen[0] == seen[1]


@pytest.mark.rule("C-DEAL-2")
def test_the_record_of_a_running_game_ends_before_its_first_deal() -> None:
    m = new(3, entropy=1, seed=5, max_rounds=2)
    jetties = ["to 4,7", "to 4,8", "to 4,9"]
    rng = np.random.default_rng(1)
    for number, jetty in enumerate(jetties, start=1):
        play(m, jetty)
        assert m.hides == (number == 3)
    while not m.over:
        assert m.hides
        saved = m.record(public=True)
        # The last jetty came in one breath with the deal.
        assert [CANYON.texts(turn.decisions) for turn in saved.turns] == [(jetty,) for jetty in jetties[:2]]
        seat = min(m.waiting)
        m.commit(seat, [rng.choice(m.draft(seat).legal())])
    assert not m.hides
    whole = m.record(public=True)
    assert len(whole.turns) == len(m.log)
    assert sum(isinstance(entry, Deal) for entry in whole.turns) == 2
