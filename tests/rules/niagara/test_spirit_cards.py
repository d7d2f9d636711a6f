from __future__ import annotations

import pytest

from support.niagara import (
    CARDS,
    NIAGARA,
    canoe,
    dry,
    flow,
    kinds,
    legal,
    match,
    paddling,
    plans,
    play_cards,
    player,
    refused,
    stand_still,
    turn,
)

ON = {"spirit_cards": True}


def pushes(events) -> int:
    return next(event.pushes for event in events if kinds([event]) == ["river"])


@pytest.mark.rule("S-CARD-1", "N-SET-2")
def test_each_hand_has_ten_cards() -> None:
    m = match(player(), options=ON)
    assert m.view(1).hand == CARDS
    assert legal(m, 1) == {f"card {card}" for card in CARDS}
    assert m.view(None).cycle_length == 10
    refused(match(player()), 0, "card rope", rule="S-CARD-1")
    with pytest.raises(ValueError, match="without the Spirits cards"):
        match(player(hand=[*CARDS[:6], "rope"]))


@pytest.mark.rule("S-CARD-1", "N-ROUND-4")
def test_a_cycle_has_ten_rounds() -> None:
    m = match(player(), options=ON, round=1)
    for number in range(1, 11):
        view = m.view(0)
        assert [view.round, view.cycle_round, len(view.hand)] == [number, number, 11 - number]
        card = m.view(0).hand[0]
        play_cards(m, card, card, card)
        events = stand_still(m)
        while m.view(None).phase == "rescue":
            turn(m, min(m.waiting), min(legal(m, min(m.waiting))))
    assert "cards_back" in kinds(events)
    view = m.view(0)
    assert [view.round, view.cycle_round, view.hand] == [11, 1, CARDS]


@pytest.mark.rule("S-CARD-2")
def test_the_7_is_a_paddle_card() -> None:
    m = dry("7", "dock", options=ON)
    assert plans(m, 0) == {("paddle a 7L",), ("paddle a 7R",)}
    m = paddling("7", player("7L ruby", "lost"), options=ON)
    turn(m, 0, "paddle a dock")
    assert m.view(None).players[0].stash == {"ruby": 1}
    _, events = flow(["7", "7"], player(), player())
    assert pushes(events) == 7
    assert [event.lowest for event in events if kinds([event]) == ["river"]] == [7]


@pytest.mark.rule("S-CARD-3")
def test_one_canoe_moves_with_one_two_or_three_points() -> None:
    m = dry("123", "3", "dock", options=ON)
    water = {"paddle a dock", "paddle a 1", "paddle a 2", "paddle a 4", "paddle a 5", "paddle a 6L", "paddle a 6R"}
    assert plans(m, 0) == {(text,) for text in water | {"paddle b 1", "paddle b 2", "paddle b 3"}}
    turn(m, 0, "paddle b 2")
    assert canoe(m, 0) != "dock"
    assert canoe(m, 0, "b") != "dock"


@pytest.mark.rule("S-CARD-3")
def test_the_other_canoe_stays_even_in_the_water() -> None:
    m = paddling("123", player("2", "5 ruby"), options=ON)
    turn(m, 0, "paddle a 1")
    assert m.waiting == {1}
    assert [canoe(m, 0), canoe(m, 0, "b")] == ["1", "5 ruby"]
    m = paddling("123", player("3", "5 ruby"), options=ON)
    refused(m, 0, "load a amethyst", "paddle b 4", rule="N-MOVE-5")
    refused(m, 0, "stay", rule="N-MOVE-3")


@pytest.mark.rule("S-CARD-3")
def test_nobody_may_leave_both_canoes_where_they_are() -> None:
    for places in (("2", "lost"), ("dock", "lost"), ("dock", "dock"), ("2", "dock")):
        assert not legal(paddling("123", player(*places), options=ON), 0) & {"stay", "stop"}
    m = paddling("123", player("lost", "lost", "ruby"), options=ON)
    assert m.waiting == {1}


@pytest.mark.rule("S-CARD-3", "N-GEM-2", "N-GEM-3")
def test_the_points_pay_for_work_too() -> None:
    m = paddling("123", player("3", "lost"), options=ON)
    # Two points for the gem; the third one or not.
    assert legal(m, 0, "load a amethyst") == {"paddle a 2", "paddle a 4", "stop"}
    turn(m, 0, "load a amethyst", "stop")
    assert canoe(m, 0) == "3 amethyst"
    m = paddling("123", player("3", "lost"), options=ON)
    assert legal(m, 0, "paddle a 4") == {"load a diamond", "stop"}
    turn(m, 0, "paddle a 4", "load a diamond")
    assert canoe(m, 0) == "4 diamond"
    refused(paddling("123", player("3", "lost"), options=ON), 0, "load a amethyst", "paddle a 1", rule="N-MOVE-1")


@pytest.mark.rule("S-CARD-3", "N-STEAL-1")
def test_a_canoe_may_rob_whose_points_are_chosen_so() -> None:
    m = paddling("123", player("5", "lost"), player("4 ruby", "3 amber"), options=ON)
    assert legal(m, 0, "paddle a 4") == {"load a diamond", "steal 1a ruby", "stop"}
    turn(m, 0, "paddle a 4", "steal 1a ruby")
    assert [canoe(m, 0), canoe(m, 1)] == ["4 ruby", "4"]
    m = paddling("123", player("5", "lost"), player("4 ruby", "2 amber"), options=ON)
    assert legal(m, 0, "paddle a 2") == {"steal 1b amber", "spare"}


@pytest.mark.rule("S-CARD-3", "S-MOOSE-3")
def test_the_moose_adds_two_points_to_one_two_or_three() -> None:
    moose = {"moose": {"seat": 0, "canoe": "a"}}
    m = dry("123", "7L", "3", options=ON | {"moose": True}, **moose)
    one = {text for (text,) in plans(m, 0) if text.startswith("paddle a")}
    assert one == {"paddle a 4", "paddle a 3", "paddle a 2"}
    other = {text for (text,) in plans(m, 0) if text.startswith("paddle b")}
    assert other == {f"paddle b {place}" for place in ("2", "1", "dock", "4", "5", "6L", "6R")}


@pytest.mark.rule("S-CARD-3", "S-WHIRL-2", "S-WHIRL-3")
def test_the_points_are_chosen_for_the_whirlpool_too() -> None:
    on = ON | {"whirlpool": True}
    m = dry("123", "5", whirlpool="4", options=on)
    # One or two points: pushed back to 5; three: past it, to 3. Downstream it is out of the way.
    assert {text for (text,) in plans(m, 0)} == {f"paddle a {to}" for to in ("5", "3", "6L", "6R", "7L", "7R")}
    m = paddling("123", player("5", "lost"), whirlpool="3", options=on)
    assert legal(m, 0, "paddle a 4") == {"load a diamond", "stop"}


@pytest.mark.rule("S-CARD-3", "S-CARD-4", "S-CARD-5", "N-FLOW-1")
@pytest.mark.parametrize(
    ("cards", "weather", "expected"),
    [
        (["123", "5"], 0, 5),
        (["rope", "5"], 1, 6),
        (["123", "rope"], 0, 0),
        (["123", "123"], 2, 2),
        (["rope", "rope"], -1, 0),
        (["cloud", "rope"], 1, 1),
        (["7", "123"], 2, 9),
    ],
)
def test_the_river_counts_neither_123_nor_rope(cards: list[str], weather: int, expected: int) -> None:
    _, events = flow(cards, player(), player(), weather=weather)
    assert pushes(events) == expected


@pytest.mark.rule("S-CARD-4")
def test_with_the_rope_nothing_moves_and_the_river_carries_nothing_off() -> None:
    m = paddling("rope", player("7L ruby", "4 amber"), player("7L amber", "4"), others=["4", "2"], options=ON)
    assert legal(m, 0) == {"tie"}
    refused(m, 0, "paddle a 6L", rule="S-CARD-4")
    refused(m, 0, "weather up", rule="S-CARD-4")
    events = turn(m, 0, "tie")
    assert kinds(events) == ["tied", "revealed"]
    assert NIAGARA.sentence(events[0], "ABC") == "A ties both canoes to the bank."
    assert [part.tied for part in m.view(None).players[0].canoes] == [True, True]
    m, events = flow(["rope", "4"], player("7L ruby", "4 amber"), player("7L amber", "3"))
    assert [canoe(m, 0), canoe(m, 0, "b")] == ["7L ruby", "4 amber"]
    assert [canoe(m, 1), canoe(m, 1, "b")] == ["lost", "6L"]
    moved = {(part.seat, part.canoe) for event in events if kinds([event]) == ["push"] for part in event.canoes}
    assert moved == {(1, "a"), (1, "b")}
    assert not any(part.tied for part in m.view(None).players[0].canoes)
    refused(paddling("3", player("3"), options=ON), 0, "tie", rule="S-CARD-4")


@pytest.mark.rule("S-CARD-4", "N-STEAL-1")
def test_a_tied_canoe_can_be_robbed() -> None:
    m = paddling("rope", player("4 ruby", "lost"), player("5", "lost"), others="1", options=ON)
    turn(m, 0, "tie")
    turn(m, 1, "paddle a 4", "steal 0a ruby")
    assert [canoe(m, 0), canoe(m, 1)] == ["4", "4 ruby"]


@pytest.mark.rule("S-CARD-4", "N-LOST-6")
def test_the_rope_can_be_played_without_a_canoe() -> None:
    m = paddling("rope", player("lost", "lost", "ruby"), options=ON)
    assert legal(m, 0) == {"tie"}


@pytest.mark.rule("S-CARD-5")
def test_only_uncounted_cards_leave_the_river_to_the_weather() -> None:
    m, events = flow(["rope", "123"], player("7L"), player("7R", "7L"), weather=1)
    assert pushes(events) == 1
    assert [canoe(m, 0), canoe(m, 1), canoe(m, 1, "b")] == ["7L", "7R", "lost"]


@pytest.mark.rule("S-CARD-4", "N-END-2")
def test_no_rope_is_untied_when_the_game_is_over() -> None:
    m = paddling("rope", player("4", "lost"), player("1 ruby", "lost", "ruby ruby ruby"), others="3", whirlpool="3",
                 options=ON | {"whirlpool": True})  # fmt: skip
    turn(m, 0, "tie")
    turn(m, 1, "paddle a dock")
    turn(m, 2, "paddle a 4")
    assert m.over
    assert m.winners == (1,)
    assert canoe(m, 0) == "4"
    assert m.view(None).whirlpool == "3"
    assert [shown.tied for shown in m.view(None).players[0].canoes] == [True, False]


@pytest.mark.rule("S-CARD-4", "N-END-5")
def test_the_ropes_are_untied_when_the_last_river_has_flowed() -> None:
    m, events = flow(["rope"], player("4", "lost"), options={"max_rounds": 21})
    assert kinds(events)[-1] == "over"
    assert not any(shown.tied for shown in m.view(None).players[0].canoes)


@pytest.mark.rule("N-ROUND-5", "S-CARD-1")
def test_the_speeds_shown_allow_for_the_new_cards() -> None:
    speeds = match(player(), options=ON).view(None).speeds
    # Nobody plays a card that counts; or a 7 and two clouds.
    assert [speeds.least, speeds.most] == [0, 9]
    # A 7 and a rope lie open; the last hand is unknown to the table, and its 7 known to its owner.
    m = paddling("7", player("lost", "lost", "ruby"), player(), options=ON, others=["rope", "7"])
    assert [m.view(None).speeds.least, m.view(None).speeds.most] == [1, 8]
    assert [m.view(2).speeds.least, m.view(2).speeds.most] == [7, 7]
