"""The rapids, the waterfall and the gangway."""

from __future__ import annotations

import msgspec
import pytest

from eddyline.games.canyon.words.events import Cell
from support.canyon import CANYON, cell, cells, kinds, legal, match, moving, play, tricks_won_by

GANGWAY = "10,0"


def settle_last_trick(position):
    """Play the last card of the round anew, so that what follows is told; returns the match and the events."""
    seats = len(position["players"])
    *earlier, last = position["tricks"]
    leader = CANYON.set_up(position)[0].lead[len(earlier)]
    position = position | {"phase": "tricks", "tricks": [*earlier, last[:-1]]}
    position["players"] = [dict(player) for player in position["players"]]
    position["players"][(leader + seats - 1) % seats]["hand"] = [last[-1]]
    m = match(position)
    return m, play(m, f"play {last[-1]}")


@pytest.mark.rule("C-RAPID-1")
def test_a_canoe_that_starts_elsewhere_moves_as_usual_into_the_rapids() -> None:
    m = match(moving(("9,2", 3, 0)))
    assert m.view(None).players[0].points == 3
    assert legal(m) == {"to 6,1", "to 6,2", "to 6,3", "to 6,4"}


@pytest.mark.rule("C-RAPID-1")
@pytest.mark.parametrize(("tricks", "bonus"), [(0, 1), (1, 2), (2, 3), (5, 3)])
def test_a_canoe_that_starts_in_the_rapids_has_its_bonus_only(tricks: int, bonus: int) -> None:
    m = match(moving(("8,2", tricks, tricks), cards=8))
    player = m.view(None).players[0]
    assert (player.on, player.tricks, player.bonus, player.points) == ("rapids", tricks, bonus, bonus)
    play(m, min(legal(m)))
    assert m.view(None).players[0].distance == 7 - bonus


@pytest.mark.rule("C-RAPID-1")
def test_where_a_canoe_starts_is_judged_when_its_turn_begins() -> None:
    # Seat 1 is pushed from the rapids to the rapids: it still has its bonus only.
    m = match(moving(("6,3", 0, 1), ("6,2", 2, 2), ("12,2", 1, 1)))
    assert m.waiting == {1}
    assert cell(m, 1) == "6,1"
    assert m.view(None).players[1].points == 3
    assert m.view(None).players[1].on == "rapids"


@pytest.mark.rule("C-RAPID-2")
def test_a_missed_bid_drifts_one_space_however_many_tricks() -> None:
    m, events = settle_last_trick(moving(("6,3", 3, 2), ("9,10", 1, 1)))
    assert kinds(events)[1:4] == ["trick", "settled", "drifted"]
    (part,) = events[3].chain
    assert (part.seat, part.start, part.end, part.fell) == (0, Cell(6, 3), Cell(6, 2), False)
    assert cell(m, 0) == "6,2"
    assert m.waiting == {1}
    # The seed's example: bid 2 and won 4.
    m = match(moving(("5,2", 4, 2), ("9,10", 1, 1)))
    assert cell(m, 0) == "5,1"


@pytest.mark.rule("C-RAPID-2", "C-RAPID-3")
def test_a_push_goes_on_from_canoe_to_canoe_and_over_the_waterfall() -> None:
    m, events = settle_last_trick(moving(("6,3", 0, 1), ("6,2", 0, 1), ("6,1", 1, 1), ("9,10", 1, 1)))
    assert kinds(events)[3] == "drifted"
    assert [(part.seat, part.start, part.end, part.fell) for part in events[3].chain] == [
        (0, Cell(6, 3), Cell(6, 2), False),
        (1, Cell(6, 2), Cell(6, 1), False),
        (2, Cell(6, 1), Cell(10, 0), True),
    ]
    # Then seat 1 misses its bid, too, from where it now stands.
    assert kinds(events)[4] == "drifted"
    assert [part.fell for part in events[4].chain] == [True]
    assert cells(m) == ["6,2", GANGWAY, GANGWAY, "9,10"]
    assert kinds(events)[5] == "lost_turn"


@pytest.mark.rule("C-RAPID-2", "C-RAPID-3")
def test_the_chain_of_the_rules_ends_where_they_say() -> None:
    m = match(moving(("6,3", 0, 1), ("6,2", 1, 1), ("6,1", 0, 0)))
    assert cells(m) == ["6,2", "6,1", GANGWAY]
    assert m.waiting == {1}


@pytest.mark.rule("C-RAPID-2", "C-RAPID-3", "C-RAPID-4")
def test_the_view_tells_beforehand_whom_the_current_will_take() -> None:
    # Seat 0 is to move; seats 1 and 3 have missed their bids, seat 2, who is in the way, has not, and seat 3 is on calm
    # water.
    m = match(moving(("9,2", 1, 1), ("6,2", 0, 1), ("6,1", 1, 1), ("9,10", 0, 1)))
    assert m.waiting == {0}
    view = msgspec.json.decode(msgspec.json.encode(m.view(None)))
    assert [player["hope"] for player in view["players"]] == ["made", "missed", "made", "missed"]
    fallen = {"seat": 2, "start": {"column": 6, "row": 1}, "end": {"column": 10, "row": 0}, "fell": True}
    pushed = {"seat": 1, "start": {"column": 6, "row": 2}, "end": {"column": 6, "row": 1}, "fell": False}
    assert [player["drifts"] for player in view["players"]] == [[], [pushed, fallen], [], []]
    play(m, min(legal(m)))
    assert [cell(m, 1), cell(m, 2)] == ["6,1", GANGWAY]
    assert not any(player.drifts for player in m.view(None).players)


@pytest.mark.rule("C-RAPID-2")
def test_a_canoe_may_be_pushed_and_drift_several_times_in_a_round() -> None:
    # Three canoes in a row drift one after the other, front first: each pushes nobody.
    m = match(moving(("6,2", 0, 1), ("6,3", 0, 1), ("9,10", 1, 1), ("6,4", 0, 1)))
    assert cells(m)[:2] == ["6,1", "6,2"]
    # Rear first: the front canoe is pushed twice and then drifts by itself, three spaces in all.
    m = match(moving(("6,4", 0, 1), ("6,3", 0, 1), ("9,10", 1, 1), dealer=2))
    assert cells(m)[:2] == ["6,3", "6,1"]


@pytest.mark.rule("C-RAPID-2")
def test_a_canoe_that_has_moved_can_still_be_pushed() -> None:
    m = match(moving(("9,2", 3, 0), ("6,2", 0, 1), ("12,10", 1, 1)))
    play(m, "to 6,1")
    # Seat 1 drifts to [6,1] and pushes seat 0 over: whose turn was over, so it loses none.
    assert cells(m)[:2] == [GANGWAY, "6,1"]
    assert m.waiting == {2}
    assert m.states[0].fallen == 0
    assert m.view(None).players[0].points == 3


@pytest.mark.rule("C-RAPID-2")
def test_arrows_lead_in_all_directions() -> None:
    for at, to in (("22,6", "19,2"), ("23,4", "23,5"), ("27,7", "26,7"), ("24,10", "24,9"), ("21,7", "22,7")):
        m = match(moving((at, 0, 1), ("13,4", 1, 1), ("14,6", 1, 1), options={"board": "whirlpool"}))
        assert cell(m, 0) == to


@pytest.mark.rule("C-RAPID-3")
def test_a_canoe_that_falls_starts_from_the_gangway_in_the_next_round() -> None:
    m = match(moving(("6,1", 0, 1), ("9,10", 1, 1), ("9,11", 1, 1)))
    assert cell(m, 0) == GANGWAY
    play(m, "to 12,9")
    play(m, "to 12,10")
    view = m.view(None)
    assert (view.phase, view.players[0].on) == ("bids", "gangway")
    m = match(moving((GANGWAY, 1, 1)))
    assert m.view(None).players[0].points == 3
    assert legal(m) == {"to 7,1", "to 7,2", "to 7,3"}


@pytest.mark.rule("C-RAPID-3")
def test_who_is_pushed_over_before_the_turn_loses_it() -> None:
    m, events = settle_last_trick(moving(("6,2", 0, 1), ("6,1", 2, 2), ("9,10", 1, 1)))
    assert kinds(events)[3:] == ["drifted", "lost_turn"]
    assert cells(m)[:2] == ["6,1", GANGWAY]
    assert m.waiting == {2}
    assert m.view(None).players[1].points == 0
    assert m.view(None).players[1].moved
    # It is remembered until the round ends.
    assert m.states[0].fallen == 1 << 1
    play(m, min(legal(m)))
    assert m.view(None).phase == "bids"
    assert m.states[0].fallen == 0


@pytest.mark.rule("C-RAPID-3")
def test_who_falls_in_the_own_turn_has_no_second_one() -> None:
    m = match(moving(("6,1", 0, 1), ("7,1", 0, 1), ("9,10", 1, 1)))
    assert cells(m)[:2] == [GANGWAY, GANGWAY]
    assert m.waiting == {2}
    assert m.states[0].fallen == 0


@pytest.mark.rule("C-RAPID-3")
def test_the_gangway_holds_any_number_and_is_left_as_usual() -> None:
    m = match(moving((GANGWAY, 1, 1), (GANGWAY, 1, 1), (GANGWAY, 1, 1), (GANGWAY, 1, 1)))
    for seat, end in enumerate(("7,1", "7,2", "7,3")):
        assert m.waiting == {seat}
        assert legal(m) == {"to 7,1", "to 7,2", "to 7,3"} - {f"to {at}" for at in cells(m)}
        play(m, f"to {end}")
    assert legal(m) == {"to 8,1", "to 8,2", "to 8,3"}


@pytest.mark.rule("C-RAPID-4")
def test_a_bid_made_without_a_way_forward_stays_and_does_not_drift() -> None:
    start = moving(("2,2", 0, 0), ("3,1", 0, 1), ("9,10", 1, 1))
    start["players"][0]["cell"] = [8, 2]
    for seat, at in enumerate(([8, 2], [7, 2], [7, 1], [7, 3])):
        if seat < 3:
            start["players"][seat]["cell"] = at
    start["players"].append({"cell": [7, 3], "bid": 1})
    start |= {"dealer": 3, "round": 8, "tricks": tricks_won_by([3], 4, 3)}
    for seat, bid in enumerate((0, 1, 1, 1)):
        start["players"][seat]["bid"] = bid
    m, events = settle_last_trick(start)
    assert kinds(events)[3:] == ["stays", "drifted", "lost_turn"]
    assert [event.seat for event in events[3:]] == [0, 1, 2]
    assert cell(m, 0) == "8,2"
    assert m.waiting == {3}
