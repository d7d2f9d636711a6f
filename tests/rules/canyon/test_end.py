"""Arrivals, ties, ranking, and the round limit."""

from __future__ import annotations

import pytest

from support.canyon import cell, cells, kinds, legal, match, moving, play


def finish(m):
    """Let everybody move, each as the list of legal decisions begins."""
    events = []
    while not m.over:
        events += play(m, min(legal(m)))
    return events


@pytest.mark.rule("C-END-1")
def test_the_first_arrival_ends_the_game_when_all_have_moved() -> None:
    m = match(moving(("4,2", 2, 2), ("9,10", 1, 1), ("8,12", 0, 1)))
    events = play(m, "to 1,2")
    assert kinds(events) == ["moved", "arrived"]
    assert events[1].left == 0
    assert not m.over
    assert m.waiting == {1}
    assert m.view(None).players[0].arrived
    events = play(m, min(legal(m)))
    assert kinds(events) == ["moved", "stays", "over"]
    assert m.over
    assert m.winners == (0,)
    assert not m.hides


@pytest.mark.rule("C-END-1")
def test_exact_count_is_not_needed_and_the_rest_is_left_over() -> None:
    # A canoe in calm water with many points: 8 steps to the village, 11 points.
    m = match(moving(("9,2", 8, 8)))
    ends = {(end.column, end.row): (end.used, end.left) for end in m.view(None).ends}
    assert ends == {(1, 1): (8, 3), (1, 2): (8, 3), (1, 3): (8, 3)}
    play(m, "to 1,2")
    assert m.view(None).players[0].points_left == 3


@pytest.mark.rule("C-END-1")
def test_points_left_count_the_shortest_free_way_to_the_jetty_that_was_chosen() -> None:
    m = match(moving(("3,1", 8, 8)))
    assert {(end.column, end.row): end.left for end in m.view(None).ends} == {(1, 1): 1, (1, 2): 1, (1, 3): 1}
    # With a canoe in between the far jetty is three steps away: no point is left.
    m = match(moving(("2,1", 2, 2), ("2,2", 0, 1), ("3,1", 0, 1), ("3,3", 0, 1)))
    assert {(end.column, end.row): end.left for end in m.view(None).ends} == {(1, 1): 2, (1, 2): 2, (1, 3): 0}
    events = play(m, "to 1,3")
    assert [(at.column, at.row) for at in events[0].path] == [(2, 1), (3, 2), (2, 3), (1, 3)]


@pytest.mark.rule("C-END-1")
def test_most_points_left_win_among_several_arrivals() -> None:
    m = match(moving(("3,1", 1, 1), ("2,3", 1, 1), ("9,10", 0, 0)))
    events = finish(m)
    assert [event.left for event in events if kinds([event]) == ["arrived"]] == [0, 1]
    assert m.winners == (1,)
    assert m.ranking == (2, 1, 3)


@pytest.mark.rule("C-END-1")
def test_then_the_higher_bid_made_or_missed() -> None:
    m = match(moving(("3,1", 1, 1), ("9,3", 5, 5), ("9,10", 0, 1)))
    events = finish(m)
    assert [event.left for event in events if kinds([event]) == ["arrived"]] == [0, 0]
    assert m.winners == (1,)
    m = match(arrivals((1, 1), (1, 4), (0, 0)))
    assert m.winners == (1,)
    assert m.ranking == (2, 1, 3)


def arrivals(*canoes):
    """Describe a finished game: (points left, bid) of canoes on the jetties; others are at [9,10] and start jetties.

    All have won their tricks from calm water; points left of 0 and a bid of 0 mean that the canoe is not there.
    """
    jetties = iter(([1, 1], [1, 2], [1, 3]))
    won = [2 if left or bid else 0 for left, bid in canoes]
    places = [(None, tricks, bid) for tricks, (_, bid) in zip(won, canoes, strict=True)]
    start = moving(*places, cards=sum(won))
    for player, (left, bid) in zip(start["players"], canoes, strict=True):
        if left or bid:
            player |= {"cell": next(jetties), "left": left, "points": 2 + (3 if bid == 2 else 0)}
    return start | {"moved": len(canoes), "waiting": []}


@pytest.mark.rule("C-END-1")
@pytest.mark.parametrize(
    ("canoes", "winners", "ranking"),
    [
        (((1, 2), (0, 0), (0, 0)), (0,), (1, 2, 2)),
        (((0, 2), (1, 1), (0, 0)), (1,), (2, 1, 3)),
        (((1, 2), (1, 4), (0, 0)), (1,), (2, 1, 3)),
        (((1, 3), (1, 4), (0, 0)), (1,), (2, 1, 3)),
        (((1, 2), (1, 2), (0, 0)), (0, 1), (1, 1, 3)),
        (((1, 1), (0, 4), (0, 4), (0, 0)), (0,), (1, 2, 2, 4)),
        (((0, 1), (0, 4), (0, 0), (0, 0)), (1,), (2, 1, 3, 3)),
    ],
)
def test_arrivals_are_ranked_by_points_left_then_bid_then_shared(canoes, winners, ranking) -> None:
    m = match(arrivals(*canoes))
    assert m.over
    assert m.winners == winners
    assert m.ranking == ranking


@pytest.mark.rule("C-END-1")
def test_a_fourth_finds_the_jetties_taken() -> None:
    m = match(moving(("2,1", 0, 0), ("2,2", 0, 0), ("2,3", 0, 0), ("9,2", 8, 8)))
    play(m, "to 1,1", "to 1,2", "to 1,3")
    assert m.waiting == {3}
    # Eleven points, and yet it stops before them: beside the jetties, at a distance of one.
    assert legal(m) == {"to 2,1", "to 2,2", "to 2,3"}
    play(m, "to 2,2")
    assert m.over
    assert m.ranking == (1, 1, 1, 4)


@pytest.mark.rule("C-END-1")
def test_the_others_are_ranked_by_their_distance() -> None:
    m = match(moving(("2,2", 1, 1), ("9,2", 0, 1), ("10,0", 0, 1), (None, 0, 1), (None, 0, 1), ("8,3", 0, 1)))
    play(m, "to 1,2")
    assert m.over
    # [8,3] drifts to [8,2], seven steps away; [9,2] is eight away, the gangway nine, start jetties 29.
    assert cell(m, 5) == "8,2"
    assert [player.distance for player in m.view(None).players] == [0, 8, 9, 29, 29, 7]
    assert m.ranking == (1, 3, 4, 5, 5, 2)


@pytest.mark.rule("C-END-1")
def test_a_canoe_pushed_after_its_turn_is_ranked_where_it_is_then() -> None:
    m = match(moving(("9,2", 3, 0), ("6,2", 0, 1), ("4,1", 2, 2)))
    play(m, "to 6,1", "to 1,1")
    assert m.over
    assert cells(m) == ["10,0", "6,1", "1,1"]
    assert m.ranking == (3, 2, 1)


@pytest.mark.rule("C-END-2")
def test_the_round_limit_ranks_everybody_and_nobody_wins() -> None:
    start = moving(("9,2", 1, 0), ("16,7", 1, 0), (None, 1, 0), (None, 1, 0))
    m = match(start | {"options": {"max_rounds": start["round"]}})
    events = finish(m)
    assert kinds(events)[-1] == "over"
    assert m.winners == ()
    assert m.ranking == (1, 2, 3, 3)
    m = match(start | {"options": {"max_rounds": start["round"] + 1}})
    while m.view(None).phase == "moving":
        play(m, min(legal(m)))
    assert not m.over


@pytest.mark.rule("C-END-2")
def test_an_arrival_in_the_last_round_wins_as_usual() -> None:
    start = moving(("3,2", 1, 1), ("16,7", 1, 0), (None, 1, 0))
    m = match(start | {"options": {"max_rounds": start["round"]}})
    finish(m)
    assert m.winners == (0,)
    assert m.ranking == (1, 2, 3)
