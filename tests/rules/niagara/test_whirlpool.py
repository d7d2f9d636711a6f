from __future__ import annotations

import pytest

from eddyline.engine.match import Match
from support.niagara import (
    NIAGARA,
    canoe,
    deposit,
    dry,
    flow,
    kinds,
    legal,
    match,
    paddling,
    plans,
    player,
    refused,
    turn,
)

ON = {"whirlpool": True, "spirit_cards": True}


def ends(card: int, place: str, whirlpool: str) -> set[str]:
    """List where a lone canoe can end a turn in which it only paddles."""
    ways = plans(dry(str(card), place, whirlpool=whirlpool, options=ON), 0)
    assert all(len(way) == 1 for way in ways)
    return {way[0].split()[-1] for way in ways}


def disc(number: int, arm: str) -> str:
    return "dock" if number <= 0 else str(number) if number <= 5 else f"{number}{arm}"


@pytest.mark.rule("S-WHIRL-1")
def test_it_begins_on_disc_3() -> None:
    m = Match.new(NIAGARA, NIAGARA.parse_options(None, {"whirlpool": True}, 3), players=3, word=1)
    assert m.view(None).whirlpool == "3"
    assert Match.new(NIAGARA, players=3, word=1).view(None).whirlpool is None


@pytest.mark.rule("S-WHIRL-1")
@pytest.mark.parametrize(
    ("start", "card", "weather", "after"),
    [
        ("3", "2", 0, "5"),
        ("3", "2", -1, "4"),
        ("3", "1", -1, "3"),
        ("3", "3", 0, "6L"),
        ("4", "2", 0, "6R"),
        ("5", "3", 0, "7L"),
        ("7L", "1", 0, "lost"),
        ("7L", "2", 0, "1"),
        ("7L", "3", 0, "2"),
        ("7R", "1", 0, "7R"),
        ("7R", "2", 0, "lost"),
        ("7R", "3", 0, "1"),
        ("lost", "1", -1, "lost"),
        ("lost", "1", 0, "1"),
        ("lost", "4", 0, "4"),
        ("3", "6", 1, "lost"),
        ("3", "7", 1, "1"),
        ("3", "7", 2, "2"),
    ],
)
def test_it_drifts_and_comes_back_with_the_next_disc(start: str, card: str, weather: int, after: str) -> None:
    m, events = flow([card], player(), whirlpool=start, weather=weather, options=ON)
    assert m.view(None).whirlpool == after
    told = [other.place for event in events if kinds([event]) == ["push"] for other in event.others]
    assert told[-1:] == ([after] if after != start else [])


@pytest.mark.rule("S-WHIRL-2", "S-WHIRL-4")
@pytest.mark.parametrize("arm", ["L", "R"])
def test_the_table_of_upstream_moves(arm: str) -> None:
    for depth in range(2, 8):
        for where in range(1, depth):
            k = depth - where
            for points in range(1, 8):
                if points < k:
                    up = {disc(depth - points, arm)}
                elif points <= k + 1:
                    up = {"6L", "6R"} if where == 5 else {disc(where + 1, arm)}
                else:
                    up = {disc(depth - (points - 1), arm)}
                down = depth + points
                downs = {"6L", "6R"} if down == 6 > depth else {"7L", "7R"} if down == 7 and depth < 6 else set()
                downs = downs or ({disc(down, arm)} if down <= 7 else set())
                assert ends(points, disc(depth, arm), disc(where, arm)) == up | downs, (depth, where, points)


@pytest.mark.rule("S-WHIRL-4")
def test_upstream_past_it_from_disc_5() -> None:
    upstream = [ends(points, "5", "3") - {"6L", "6R", "7L", "7R"} for points in range(1, 8)]
    assert upstream == [{"4"}, {"4"}, {"4"}, {"2"}, {"1"}, {"dock"}, {"dock"}]


@pytest.mark.rule("S-WHIRL-4")
def test_docking_past_disc_1_costs_one_point_more() -> None:
    assert [ends(points, "2", "1") for points in (1, 2, 3)] == [{"2", "3"}, {"2", "4"}, {"dock", "5"}]


@pytest.mark.rule("S-WHIRL-2", "S-WHIRL-4")
@pytest.mark.parametrize("arm", ["L", "R"])
def test_downstream_it_costs_nothing_and_pushes_on(arm: str) -> None:
    for depth in range(5):
        for where in range(depth + 1, 8):
            for points in range(1, 8 - depth):
                end = depth + points
                there = {disc(end, "L"), disc(end, "R")} - {disc(where, arm)}
                if end == where < 7:
                    there |= {"6L", "6R"} if where == 5 else {disc(where + 1, arm)}
                found = ends(points, disc(depth, arm), disc(where, arm))
                assert {place for place in found if place != "dock" and int(place[0]) > depth} == there


@pytest.mark.rule("S-WHIRL-2", "S-WHIRL-4")
def test_a_canoe_that_launches_onto_it_is_pushed_on() -> None:
    assert ends(1, "dock", "1") == {"2"}
    assert ends(5, "dock", "5") == {"6L", "6R"}
    assert ends(6, "dock", "6L") == {"7L", "6R"}


@pytest.mark.rule("S-WHIRL-2", "N-MOVE-7")
def test_on_disc_5_the_player_chooses_the_arm_even_coming_out_of_the_other() -> None:
    assert ends(2, "7L", "5") == {"6L", "6R"}
    assert ends(3, "7R", "5") == {"6L", "6R"}
    assert ends(1, "6R", "5") == {"6L", "6R", "7R"}


@pytest.mark.rule("S-WHIRL-4")
def test_one_in_the_other_arm_does_not_matter() -> None:
    for points in range(1, 8):
        assert ends(points, "7L", "6R") == ends(points, "7L", "lost")
        assert ends(points, "7L", "7R") == ends(points, "7L", "lost")
        assert ends(points, "3", "5") - {"4", "5", "6L", "6R", "7L", "7R"} == {disc(3 - points, "L")}


@pytest.mark.rule("S-WHIRL-2")
def test_the_events_tell_of_the_push() -> None:
    m = dry("2", "5", whirlpool="3", options=ON)
    events = turn(m, 0, "paddle a 4")
    assert kinds(events)[:2] == ["paddled", "swirled"]
    assert [(event.start, event.end) for event in events[:2]] == [("5", "3"), ("3", "4")]
    assert NIAGARA.sentence(events[1], "ABC") == "The whirlpool carries A’s canoe 1 on to disc 4."
    # With a point too many the canoe comes just as far.
    events = turn(dry("3", "5", whirlpool="3", options=ON), 0, "paddle a 4")
    assert [(event.start, event.end) for event in events[:2]] == [("5", "3"), ("3", "4")]


@pytest.mark.rule("S-WHIRL-2", "N-STEAL-3")
@pytest.mark.parametrize("card", ["2", "3"])
def test_a_pushed_canoe_does_not_steal(card: str) -> None:
    gems = {"gems_per_deposit": 1}
    ashore = player("lost", "4 ruby", "amethyst diamond amber"), player("lost", "lost", "sapphire")
    m = paddling(card, player("5", "lost"), *ashore, whirlpool="3", options=ON | gems)
    assert legal(m, 0) == {"paddle a 4", *(f"paddle a {5 + int(card)}{arm}" for arm in "LR" if card == "2")}
    turn(m, 0, "paddle a 4")
    assert canoe(m, 1, "b") == "4 ruby"
    # One that has left the whirlpool behind does.
    ashore = player("lost", "2 ruby", "amethyst diamond amber"), player("lost", "lost", "sapphire")
    m = paddling("4", player("5", "lost"), *ashore, whirlpool="3", options=ON | gems)
    assert legal(m, 0, "paddle a 2") == {"steal 1b ruby", "spare"}


@pytest.mark.rule("S-WHIRL-2")
def test_nobody_stays_on_it() -> None:
    refused(dry("2", "5", whirlpool="3", options=ON), 0, "paddle a 3", rule="S-WHIRL-2")
    refused(paddling("4", player("5", "lost"), whirlpool="3", options=ON), 0, "paddle a 3", rule="S-WHIRL-2")
    refused(dry("3", "5", whirlpool="3", options=ON), 0, "paddle a 2", rule="S-WHIRL-4")
    m = paddling("3", player("6L", "lost"), whirlpool="1", options=ON)
    refused(m, 0, "paddle a 5", "paddle a 3", rule="N-GEM-3")
    with pytest.raises(ValueError, match="no canoe stays on the whirlpool"):
        match(player("3"), whirlpool="3", options=ON)


@pytest.mark.rule("S-WHIRL-4")
def test_a_refusal_counts_the_point_that_the_whirlpool_costs() -> None:
    draft = dry("4", "5", whirlpool="3", options=ON).draft(0)
    refusal = draft.illegal(NIAGARA.parse_action("paddle a 4")).refusal
    assert [refusal.reason, refusal.values] == ["points_left", {"points": 3}]
    m = dry("5", "5", whirlpool="3", options=ON)
    refusal = m.draft(0).illegal(NIAGARA.parse_action("paddle a 2")).refusal
    assert [refusal.reason, refusal.values] == ["points_left", {"points": 1}]


@pytest.mark.rule("S-WHIRL-3")
def test_there_is_no_cargo_work_after_the_push() -> None:
    # Two to the whirlpool and two kept for an amber on disc 4: no.
    m = paddling("4", player("5", "lost"), whirlpool="3", options=ON)
    assert {way for way in plans(m, 0) if way[0] == "paddle a 4"} == set()
    m = paddling("2", player("5", "lost"), whirlpool="3", options=ON)
    assert {way for way in plans(m, 0) if way[0] == "paddle a 4"} == {("paddle a 4",)}


@pytest.mark.rule("S-WHIRL-3")
def test_what_a_canoe_may_paddle_is_less_after_cargo_work() -> None:
    m = paddling("4", player("5", "lost"), whirlpool="3", options=ON)
    assert legal(m, 0, "load a amber") == {"paddle a 4", "paddle a 7L", "paddle a 7R"}
    turn(m, 0, "load a amber", "paddle a 4")
    assert canoe(m, 0) == "4 amber"
    m = paddling("6", player("5", "lost"), whirlpool="3", options=ON)
    turn(m, 0, "load a amber", "paddle a 2")
    assert canoe(m, 0) == "2 amber"


@pytest.mark.rule("S-WHIRL-3", "S-WHIRL-4", "S-MOOSE-1")
def test_what_a_canoe_may_paddle_is_more_with_the_moose() -> None:
    moose = {"moose": {"seat": 0, "canoe": "a"}}
    assert plans(dry("1", "4", whirlpool="3", options=ON | {"moose": True}, **moose), 0) == {
        ("paddle a 2",), ("paddle a 7L",), ("paddle a 7R",),
    }  # fmt: skip


@pytest.mark.rule("S-WHIRL-3", "S-WHIRL-5")
def test_an_end_that_can_be_meant_in_two_ways_leaves_both_open() -> None:
    # Paddle 1 and load, or paddle 3, where the odd point lapses, and be pushed back.
    victim = player("4 ruby", "lost")
    m = paddling("3", player("5", "lost"), victim, whirlpool="3", options=ON)
    assert legal(m, 0, "paddle a 4") == {"load a diamond", "stop"}
    turn(m, 0, "paddle a 4", "load a diamond")
    assert canoe(m, 0) == "4 diamond"
    m = paddling("3", player("5", "lost"), victim, whirlpool="3", options=ON)
    events = turn(m, 0, "paddle a 4", "stop")
    assert [canoe(m, 0), canoe(m, 1)] == ["4", "4 ruby"]
    assert canoe(m, 0) == "4"
    assert m.waiting == {1}
    assert kinds(events).count("paddled") == 1


@pytest.mark.rule("S-WHIRL-3", "S-DOUBLE-2")
def test_who_may_stop_after_a_push_stays_free_to_exchange_instead() -> None:
    # Paddle 1 and do four points of work, or paddle 5 past the whirlpool: no push ends on disc 6 here.
    options = ON | {"double_canoe": True}
    m = paddling("5", player("lost", "7L ruby"), whirlpool="5", options=options)
    assert legal(m, 0, "paddle b 6L") == {"unload b ruby"}
    # Paddle 1 and unload, or paddle 3 and be pushed back into either arm.
    m = paddling("3", player("lost", "7L ruby"), whirlpool="5", options=options)
    assert legal(m, 0, "paddle b 6L") == {"unload b ruby", "load b sapphire", "stop"}
    m = paddling("3", player("lost", "7L ruby"), whirlpool="5", options=options)
    turn(m, 0, "paddle b 6R")
    assert canoe(m, 0, "b") == "6R ruby"


@pytest.mark.rule("S-WHIRL-5")
def test_a_pushed_canoe_may_deal_with_joe_wherever_it_ends() -> None:
    options = ON | {"diamond_joe": True, "gems_per_deposit": 2}
    ashore = player(stash="amethyst diamond amber"), player(stash="amethyst diamond amber")
    m = paddling("1", player("4", "lost"), *ashore, whirlpool="3", joe={"place": "4", "cargo": "ruby"}, options=options)
    assert legal(m, 0, "paddle a 4") == {"joe take", "stop"}
    turn(m, 0, "paddle a 4", "joe take")
    assert canoe(m, 0) == "4 ruby"


@pytest.mark.rule("S-WHIRL-6")
@pytest.mark.parametrize("arm", ["L", "R"])
def test_on_disc_7_it_is_no_end_of_a_move(arm: str) -> None:
    other = "R" if arm == "L" else "L"
    assert ends(1, f"6{arm}", f"7{arm}") == {"5"}
    assert ends(2, "5", f"7{arm}") == {"3", f"7{other}"}
    assert ends(7, "dock", f"7{arm}") == {f"7{other}"}
    refused(dry("1", f"6{arm}", whirlpool=f"7{arm}", options=ON), 0, f"paddle a 7{arm}", rule="S-WHIRL-2")


@pytest.mark.rule("S-WHIRL-7", "S-CARD-4")
def test_a_tied_canoe_that_lies_on_it_is_pushed() -> None:
    m, events = flow(["rope", "2"], player("4 ruby", "5"), player(), whirlpool="2", options=ON)
    assert m.view(None).whirlpool == "4"
    assert [canoe(m, 0), canoe(m, 0, "b")] == ["5 ruby", "5"]
    swept = [event for event in events if kinds([event]) == ["swept"]]
    assert [(event.seat, event.canoe, event.start, event.end) for event in swept] == [(0, "a", "4", "5")]
    m, _ = flow(["rope", "3"], player("6L", "6R"), player(), whirlpool="3", options=ON)
    assert [canoe(m, 0), canoe(m, 0, "b")] == ["7L", "6R"]


@pytest.mark.rule("S-WHIRL-7", "N-LOST-1")
def test_a_tied_canoe_on_disc_7_goes_over_the_falls() -> None:
    m, events = flow(["rope", "3"], player("7L ruby", "7R amber"), player(), whirlpool="5", options=ON)
    assert [canoe(m, 0), canoe(m, 0, "b")] == ["lost", "7R amber"]
    assert deposit(m, 7) == {"ruby": 7}
    swept = [event for event in events if kinds([event]) == ["swept"]]
    assert NIAGARA.sentence(swept[0], "ABC") == ("The whirlpool takes A’s canoe 1 over the falls, and a ruby with it!")


@pytest.mark.rule("S-WHIRL-7")
def test_owners_choose_the_arm_openly_from_the_life_preserver_on() -> None:
    tied = player("5 ruby", "5"), player("5", "2")
    m = paddling("rope", *tied, others=["rope", "2"], first=1, whirlpool="3", options=ON)
    turn(m, 1, "tie")
    turn(m, 2, "paddle a 2")
    assert kinds(turn(m, 0, "tie"))[-3:] == ["river", "push", "push"]
    assert m.view(None).phase == "river"
    assert m.view(None).whirlpool == "5"
    assert m.waiting == {1}
    assert legal(m, 1) == {"swept a 6L", "swept a 6R"}
    refused(m, 1, "paddle a 6L", rule="S-WHIRL-7")
    refused(m, 1, "swept b 6L", rule="S-WHIRL-7")
    events = turn(m, 1, "swept a 6R")
    assert kinds(events) == ["swept"]
    assert not m.hides
    assert m.waiting == {0}
    turn(m, 0, "swept a 6L", "swept b 6R")
    assert [canoe(m, 0), canoe(m, 0, "b"), canoe(m, 1), canoe(m, 1, "b")] == ["6L ruby", "6R", "6R", "2"]
    assert m.view(None).round == 22


@pytest.mark.rule("S-WHIRL-7", "N-STEAL-1", "S-CARD-4")
def test_a_tied_canoe_that_was_robbed_is_still_pushed() -> None:
    m = paddling("rope", player("5 ruby", "lost"), player("6L", "lost"), others=["1", "3"], whirlpool="4",
                 options=ON)  # fmt: skip
    turn(m, 0, "tie")
    assert m.view(None).players[0].canoes[0].tied
    turn(m, 1, "paddle a 5", "steal 0a ruby")
    turn(m, 2, "paddle a 3")
    assert legal(m, 0) == {"swept a 6L", "swept a 6R"}
    turn(m, 0, "swept a 6R")
    # The thief drifted with its disc, which was pushed into the left arm.
    assert [canoe(m, 0), canoe(m, 1)] == ["6R", "6L ruby"]


@pytest.mark.rule("S-WHIRL-7", "J-JOE-3")
def test_joe_beginning_again_on_it_is_pushed_to_disc_2() -> None:
    joe = {"joe": {"place": "7R"}, "options": ON | {"diamond_joe": True}}
    m, events = flow(["123", "2"], player(), player(), whirlpool="7L", **joe)
    assert m.view(None).whirlpool == "1"
    assert m.view(None).joe.place == "2"
    assert [event.place for event in events if kinds([event]) == ["joe_restarted"]] == ["2"]
