"""Points, steps, and the duty to come as near as possible."""

from __future__ import annotations

import pytest

from support.canyon import cell, cells, kinds, legal, match, moving, play, playing, refused


@pytest.mark.rule("C-MOVE-1")
@pytest.mark.parametrize(
    ("tricks", "bid", "bonus"),
    [(0, 0, 1), (1, 1, 2), (2, 2, 3), (3, 3, 3), (8, 8, 3), (0, 1, 0), (1, 0, 0), (3, 2, 0), (2, 4, 0)],
)
def test_points_are_tricks_and_a_bonus_for_a_bid_that_was_made(tricks: int, bid: int, bonus: int) -> None:
    m = match(moving(("9,10", tricks, bid), cards=8))
    player = m.view(None).players[0]
    assert (player.tricks, player.bid, player.bonus, player.points) == (tricks, bid, bonus, tricks + bonus)


@pytest.mark.rule("C-MOVE-1")
def test_the_seeds_examples_of_points() -> None:
    # Bid 2 and won 3: three points. Bid 1 and won 1: three. Bid 0 and won 0: one. Bid 4 and won 2: two.
    m = match(moving(("9,10", 3, 2), ("9,11", 1, 1), ("8,12", 0, 0), ("8,11", 2, 4)))
    assert [player.points for player in m.view(None).players] == [3, 3, 1, 2]


@pytest.mark.rule("C-MOVE-1")
def test_canoes_move_one_by_one_the_dealer_last() -> None:
    m = match(moving(("9,10", 1, 1), ("12,9", 1, 1), ("12,2", 1, 1), dealer=1))
    moved = []
    while m.view(None).phase == "moving":
        (seat,) = m.waiting
        assert [player.seat for player in m.view(None).players if player.moved] == sorted(moved)
        moved.append(seat)
        play(m, min(legal(m)))
    assert moved == [2, 0, 1]


@pytest.mark.rule("C-MOVE-2")
def test_steps_go_in_all_eight_directions_around_what_is_taken() -> None:
    # One point in open water: every neighbour that is nearer.
    m = match(moving(("10,10", 1, 0)))
    assert legal(m) == {"to 11,9", "to 11,10", "to 11,11"}
    m = match(moving(("10,10", 1, 0), ("11,10", 0, 1)))
    assert legal(m) == {"to 11,9", "to 11,11"}
    assert "already" in refused(m, "to 11,10", "C-MOVE-2", "space_taken")
    assert "No canoe" in refused(m, "to 9,9", "C-MOVE-2", "closed_space")
    assert "1 point" in refused(m, "to 12,10", "C-MOVE-2", "out_of_reach")
    refused(m, "bid 0", "C-MOVE-1", "move_now")


@pytest.mark.rule("C-MOVE-2", "C-MOVE-3")
def test_the_seeds_island() -> None:
    # Two points, between the island and another canoe: diagonally past both.
    m = match(moving(("6,8", 2, 0), ("7,8", 0, 1)))
    assert legal(m) == {"to 8,9", "to 8,10"}
    paths = {(end.column, end.row): [(at.column, at.row) for at in end.path] for end in m.view(None).ends}
    assert paths == {(8, 9): [(6, 8), (7, 9), (8, 9)], (8, 10): [(6, 8), (7, 9), (8, 10)]}
    events = play(m, "to 8,10")
    assert kinds(events)[0] == "moved"
    assert [(at.column, at.row) for at in events[0].path] == [(6, 8), (7, 9), (8, 10)]
    assert (events[0].used, events[0].left) == (2, 0)


@pytest.mark.rule("C-MOVE-2")
def test_a_diagonal_step_between_two_canoes_or_two_rocks_is_allowed() -> None:
    m = match(moving(("10,10", 1, 0), ("11,10", 0, 1), ("10,9", 0, 1), ("11,11", 0, 1)))
    assert legal(m) == {"to 11,9"}
    # [17,8] and [16,7] touch at a corner only: mountain on the other two.
    m = match(moving(("17,8", 1, 0)))
    assert legal(m) == {"to 16,7"}


@pytest.mark.rule("C-MOVE-2")
def test_a_canoe_stops_on_the_first_village_jetty() -> None:
    # Past [1,2] there is nothing to be reached through it: the third jetty only by water.
    m = match(moving(("2,1", 8, 8), ("2,2", 0, 1), ("3,1", 0, 1), ("3,2", 0, 1)))
    assert m.view(None).players[0].points == 3
    assert legal(m) == {"to 1,1", "to 1,2"}


@pytest.mark.rule("C-MOVE-3")
def test_a_way_back_may_be_a_means() -> None:
    # Four points, the way forward held up: back and round to beside the canoe above.
    m = match(moving(("12,12", 4, 0), ("13,11", 0, 1), ("13,12", 0, 1), ("14,11", 0, 1)))
    assert legal(m) == {"to 14,10"}
    end = m.view(None).ends[0]
    assert end.used == len(end.path) - 1 <= 4
    assert (end.path[1].column, end.path[1].row) in {(11, 11), (11, 12), (12, 11), (11, 10)}


@pytest.mark.rule("C-MOVE-3")
def test_a_canoe_that_cannot_come_nearer_stays_and_its_points_lapse() -> None:
    m = match(moving(("16,8", 3, 0), ("16,7", 0, 1), ("12,2", 1, 1)))
    assert m.waiting == {2}
    assert cell(m, 0) == "16,8"
    # Also with free water beside it and behind it, and whatever there is beyond.
    m = match(moving(("13,2", 3, 0), ("12,2", 1, 1), ("12,3", 0, 1), dealer=2))
    assert m.waiting == {1}
    assert cell(m, 0) == "13,2"


@pytest.mark.rule("C-MOVE-3")
def test_a_blocked_canoe_is_told() -> None:
    m = match(moving(("16,8", 3, 0), ("16,7", 0, 1), ("12,2", 1, 1), dealer=2, phase="moving"))
    assert m.view(None).players[0].moved
    hands = (["sun 9"], ["sun 1"], ["sun 2"])
    m = playing(*hands, bids=[0, 1, 1], trump="fir 10")
    start = m.game.position(m.states)
    assert start.players[0].cell == (4, 7)
    blocked = [{"cell": list(at)} for at in ((16, 8), (16, 7), (12, 2))]
    position = {
        "players": [blocked[seat] | {"hand": hands[seat], "bid": (0, 1, 1)[seat]} for seat in range(3)],
        "phase": "tricks",
        "dealer": 2,
        "trump": "fir 10",
        "round": 8,
    }
    events = play(match(position), "play sun 9", "play sun 1", "play sun 2")
    assert kinds(events)[3:] == ["trick", "settled", "blocked", "stays", "stays", "marker", "dealt"]
    assert (events[5].seat, events[5].lapsed) == (0, 1)


@pytest.mark.rule("C-MOVE-3")
def test_a_canoe_in_the_gullet_must_leave_it() -> None:
    m = match(moving(("16,7", 2, 0)))
    assert legal(m) == {"to 15,5"}
    assert "as near" in refused(m, "to 16,6", "C-MOVE-3", "not_nearest")
    assert "it has to" in refused(m, "to 16,7", "C-MOVE-3", "already_there")


@pytest.mark.rule("C-MOVE-3")
def test_all_points_are_used_in_open_water() -> None:
    for points in range(1, 8):
        m = match(moving(("9,11", points, 0)))
        far = m.view(None).players[0].distance
        play(m, min(legal(m)))
        assert m.view(None).players[0].distance == far - points


@pytest.mark.rule("C-MOVE-3")
def test_without_points_a_canoe_stays() -> None:
    m = match(moving(("12,10", 0, 1), ("9,10", 1, 0)))
    assert m.waiting == {1}
    assert m.view(None).players[0].points == 0


@pytest.mark.rule("C-MOVE-4")
def test_nobody_paddles_onto_a_start_jetty_or_the_gangway() -> None:
    m = match(moving(("4,9", 1, 0), ("6,9", 0, 1)))
    assert legal(m) == {"to 5,8", "to 5,9", "to 5,10"}
    refused(m, "to 4,8", "C-MOVE-4", "start_or_gangway")
    # Beside the gangway, and everything else is taken: it is no way out.
    m = match(moving(("10,1", 2, 0), ("9,1", 0, 1), ("9,2", 0, 1), ("10,2", 1, 1), ("11,2", 0, 1)))
    assert 0 not in m.waiting
    assert cells(m)[0] == "10,1"


@pytest.mark.rule("C-MOVE-4")
def test_start_jetties_and_the_gangway_are_left_like_other_spaces() -> None:
    m = match(moving(("10,0", 2, 0)))
    assert m.view(None).players[0].on == "gangway"
    assert legal(m) == {"to 8,1", "to 8,2"}
    m = match(moving(("4,12", 1, 0)))
    assert legal(m) == {"to 5,11", "to 5,12"}
