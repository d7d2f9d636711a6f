"""Bids, in the open and in secret."""

from __future__ import annotations

import pytest

from support.canyon import CANYON, bidding, kinds, legal, match, moving, new, play, refused

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


def bidding_from(*cells: str, **more) -> dict:
    """Describe bids with the canoes on these cells; seat 0 bids first. It is a round of the second lap."""
    start = bidding(*HANDS[: len(cells)], **more)
    for player, cell in zip(start["players"], cells, strict=True):
        player["cell"] = [int(part) for part in cell.split(",")]
    return start | {"round": start["round"] + 14}


@pytest.mark.rule("C-MOVE-1")
def test_who_bids_sees_what_each_bid_brings_and_where_it_leads() -> None:
    m = match(bidding_from("6,8", "7,8", "12,12"))
    view = m.view(0)
    assert [(each.tricks, each.points) for each in view.prospects] == [(0, 1), (1, 3), (2, 5)]
    for prospect in view.prospects:
        played = match(moving(("6,8", prospect.tricks, prospect.tricks), ("7,8", 0, 1), ("12,12", 0, 1)))
        ends = [(end.column, end.row, end.path) for end in played.view(0).ends]
        assert (prospect.path[-1].column, prospect.path[-1].row, prospect.path) in ends
    assert view.risk == ()
    assert m.view(None).prospects == ()
    play(m, "bid 0", "bid 0", "bid 0")
    assert m.view(0).prospects == ()


@pytest.mark.rule("C-RAPID-1")
@pytest.mark.rule("C-RAPID-2")
def test_in_the_rapids_a_bid_brings_its_bonus_and_a_missed_one_is_a_risk() -> None:
    m = match(bidding_from("6,3", "6,2", "6,1"))
    view = m.view(0)
    assert [(each.tricks, each.points) for each in view.prospects] == [(0, 1), (1, 2), (2, 3)]
    assert [(drift.seat, drift.end.column, drift.end.row, drift.fell) for drift in view.risk] == [
        (0, 6, 2, False),
        (1, 6, 1, False),
        (2, 10, 0, True),
    ]
    assert m.view(None).risk == ()


@pytest.mark.rule("C-MOVE-3")
def test_a_bid_leads_nowhere_while_the_way_is_blocked() -> None:
    m = match(bidding_from("16,8", "16,7", "12,12"))
    assert [len(each.path) for each in m.view(0).prospects] == [1, 1, 1]
