"""Bids, in the open and in secret."""

from __future__ import annotations

import pytest

from support.canyon import CANYON, bidding, kinds, legal, match, new, play, refused

HANDS = (["fir 1", "fir 2"], ["fish 1", "fish 2"], ["sun 1", "sun 2"], ["sun 8", "sun 9"])


@pytest.mark.rule("C-BID-1")
def test_each_bids_openly_in_turn_from_the_dealers_left() -> None:
    m = match(bidding(*HANDS, dealer=1))
    seen = []
    for seat, tricks in ((2, 2), (3, 2), (0, 0), (1, 2)):
        assert m.waiting == {seat}
        assert legal(m) == {"bid 0", "bid 1", "bid 2"}
        assert m.view(None).turn == seat
        events = play(m, f"bid {tricks}")
        assert (kinds(events), events[0].seat, events[0].tricks) == (["bid"], seat, tricks)
        seen.append((seat, tricks))
        for other in (None, 0, 1, 2, 3):
            shown = {player.seat: player.bid for player in m.view(other).players if player.bid is not None}
            assert shown == dict(seen)
    assert m.view(None).phase == "tricks"
    assert m.waiting == {2}


@pytest.mark.rule("C-BID-1")
def test_a_bid_goes_from_nothing_to_the_whole_hand() -> None:
    m = new(3)
    play(m, "to 4,7", "to 4,8", "to 4,9")
    assert legal(m) == {f"bid {tricks}" for tricks in range(9)}
    m = match(bidding(["fir 1"], ["fir 2"], ["fir 3"]))
    assert legal(m) == {"bid 0", "bid 1"}
    assert "bid 1 at most" in refused(m, "bid 2", "C-BID-1", "bid_too_high")
    refused(m, "play fir 1", "C-BID-1", "bid_first")
    refused(m, "to 5,8", "C-BID-1", "bid_first")


@pytest.mark.rule("C-BID-1")
@pytest.mark.parametrize("bids", [("0", "0", "0"), ("1", "1", "1"), ("0", "1", "0")])
def test_bids_need_not_add_up_to_anything(bids) -> None:
    m = match(bidding(["fir 1"], ["fir 2"], ["fir 3"]))
    play(m, *(f"bid {bid}" for bid in bids))
    assert m.view(None).phase == "tricks"


def secret():
    return match(bidding(*HANDS, options={"secret_bids": True}))


@pytest.mark.rule("C-BID-1")
def test_secret_bids_are_made_at_once_and_shown_together() -> None:
    m = secret()
    assert m.waiting == {0, 1, 2, 3}
    for seat, tricks in ((3, 2), (1, 0), (0, 1)):
        assert m.commit(seat, [CANYON.parse_action(f"bid {tricks}")]) == ()
        assert [player.bid for player in m.view(None).players] == [None] * 4
        assert m.view(seat).players[seat].bid == tricks
    events = m.commit(2, [CANYON.parse_action("bid 1")])
    assert kinds(events) == ["bids"]
    assert events[0].bids == (1, 0, 1, 2)
    assert [player.bid for player in m.view(None).players] == [1, 0, 1, 2]
    assert m.waiting == {0}


@pytest.mark.rule("C-BID-1")
def test_a_secret_bid_may_be_changed_until_all_have_bid() -> None:
    m = secret()
    m.commit(1, [CANYON.parse_action("bid 0")])
    m.commit(1, [CANYON.parse_action("bid 2")])
    for seat in (0, 2, 3):
        events = m.commit(seat, [CANYON.parse_action("bid 1")])
    assert events[0].bids == (1, 2, 1, 1)


@pytest.mark.rule("C-BID-1")
def test_a_bid_noted_in_the_position_is_hidden_from_the_others() -> None:
    start = bidding(*HANDS, options={"secret_bids": True})
    start["players"][2]["bid"] = 1
    m = match(start)
    assert m.waiting == {0, 1, 3}
    assert m.view(2).players[2].bid == 1
    for seat in (None, 0, 1, 3):
        assert m.view(seat).players[2].bid == "hidden"
