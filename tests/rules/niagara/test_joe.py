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

ON = {"diamond_joe": True}
GONE = player("lost", "lost", "amber")


def after(card: str, place: str, weather: int = 0, cargo: str | None = "ruby", others: str = "rope", **more) -> str:
    """Tell where Joe is after phase 3 of a round in which `card` was first; other cards do not count."""
    options = ON | more.pop("options", {})
    m, _ = flow([card, others], player(), player(), joe={"place": place, "cargo": cargo}, weather=weather,
                options=options, **more)  # fmt: skip
    return m.view(None).joe.place


def still(card: str, place: str, **more) -> str:
    """Tell where Joe goes from a place; the river stands still before, whatever the card."""
    whirlpool = {"options": {"whirlpool": True}} if "whirlpool" in more else {}
    # A 1 of another player and fair weather: no pushes.
    return after(card, place, weather=-1, others="1", **more, **whirlpool)


@pytest.mark.rule("J-JOE-1")
def test_he_starts_on_disc_1_without_a_gem() -> None:
    m = Match.new(NIAGARA, NIAGARA.parse_options(None, ON, 3), players=3, word=1)
    assert [m.view(None).joe.place, m.view(None).joe.cargo] == ["1", None]
    assert Match.new(NIAGARA, players=3, word=1).view(None).joe is None


@pytest.mark.rule("J-JOE-1")
@pytest.mark.parametrize(
    ("place", "pushes", "end"), [("1", 3, "4"), ("4", 2, "6R"), ("5", 1, "6L"), ("6R", 1, "6R"), ("6R", 2, "7R")]
)
def test_he_drifts_with_the_river(place: str, pushes: int, end: str) -> None:
    # First is a 1/2/3 card: he does not paddle.
    assert after("123", place, others=str(pushes)) == end


@pytest.mark.rule("J-JOE-2")
def test_he_loads_a_gem_of_the_deposits_own_colour() -> None:
    there = {"3": "an amethyst", "4": "a diamond", "5": "a piece of amber", "6R": "a sapphire", "7L": "a ruby"}
    for place, named in there.items():
        gem = named.split()[-1]
        m, events = flow(["rope"], player(), joe={"place": place}, options=ON)
        assert m.view(None).joe.cargo == gem
        loaded = [event for event in events if kinds([event]) == ["joe_loaded"]]
        assert NIAGARA.sentence(loaded[0], "ABC") == f"Diamond Joe loads {named}."
        assert deposit(m, int(place[0])) == {gem: 6}


@pytest.mark.rule("J-JOE-2")
def test_he_loads_nothing_else() -> None:
    # The deposit holds another colour only, or he carries a gem, or there is no deposit.
    home = [{"amethyst": 7}, {"ruby": 7}, {"amber": 7}, {"sapphire": 7}, {"diamond": 7}]
    m, events = flow(["rope"], player(), joe={"place": "4"}, deposits=home, options=ON)
    assert "joe_loaded" not in kinds(events)
    m, events = flow(["rope"], player(), joe={"place": "4", "cargo": "ruby"}, options=ON)
    assert [m.view(None).joe.cargo, "joe_loaded" in kinds(events)] == ["ruby", False]
    m, events = flow(["rope"], player(), joe={"place": "2"}, options=ON)
    assert m.view(None).joe.cargo is None


@pytest.mark.rule("J-JOE-2")
def test_he_loads_where_the_river_left_him_and_then_paddles() -> None:
    m, events = flow(["2"], player(), joe={"place": "2"}, options=ON)
    assert [m.view(None).joe.place, m.view(None).joe.cargo] == ["2", "diamond"]
    assert kinds(events)[-5:] == ["push", "joe_loaded", "joe_paddled", "preserver", "round"]
    assert [NIAGARA.sentence(event, "ABC") for event in events[-4:-2]] == [
        "Diamond Joe loads a diamond.",
        "Diamond Joe paddles from disc 4 to disc 2.",
    ]


@pytest.mark.rule("J-JOE-2")
def test_he_acts_after_a_river_that_stood_still_too() -> None:
    assert still("2", "5") == "3"
    assert after("rope", "5", others="123") == "5"


@pytest.mark.rule("J-JOE-2")
@pytest.mark.parametrize("card", ["cloud", "rope", "123"])
def test_he_stays_where_the_first_player_has_no_number(card: str) -> None:
    assert still(card, "5") == "5"


@pytest.mark.rule("J-JOE-2")
def test_it_is_the_card_of_the_holder_of_the_life_preserver() -> None:
    m = paddling("1", GONE, player(), GONE, others=["5", "2"], first=1,
                 joe={"place": "5", "cargo": "ruby"}, weather=-1, options=ON)  # fmt: skip
    turn(m, 1, "paddle a 1")
    assert m.view(None).joe.place == "4"


@pytest.mark.rule("J-JOE-2")
def test_on_disc_1_he_turns_round() -> None:
    assert [still(card, "2") for card in "1234567"] == ["1", "2", "3", "4", "5", "6R", "7R"]
    assert [still(card, "1") for card in "1234567"] == ["2", "3", "4", "5", "6R", "7R", "7R"]
    assert still("6", "3") == "5"


@pytest.mark.rule("J-JOE-2")
def test_he_leaves_the_left_arm_like_the_right() -> None:
    assert [still(card, "7L") for card in "1234567"] == ["6L", "5", "4", "3", "2", "1", "2"]
    assert [still(card, "6R") for card in "1234567"] == ["5", "4", "3", "2", "1", "2", "3"]


@pytest.mark.rule("J-JOE-2", "S-WHIRL-4")
def test_the_whirlpool_costs_and_pushes_him() -> None:
    assert [still(card, "5", whirlpool="3") for card in "1234567"] == ["4", "4", "4", "2", "1", "2", "4"]
    assert [still(card, "7R", whirlpool="5") for card in "123456"] == ["6R", "6R", "6R", "4", "3", "2"]
    # Out of the left arm he is pushed into the right one.
    assert [still(card, "7L", whirlpool="5") for card in "123"] == ["6L", "6R", "6R"]
    assert [still(card, "7L", whirlpool="6L") for card in "123"] == ["7L", "7L", "5"]


@pytest.mark.rule("J-JOE-2", "S-WHIRL-2")
def test_turning_round_in_the_whirlpool_on_disc_1_costs_nothing() -> None:
    assert [still(card, "3", whirlpool="1") for card in "12345"] == ["2", "2", "2", "3", "4"]
    # On the way back he is pushed where he ends on it.
    assert [still(card, "2", whirlpool="3") for card in "1234"] == ["1", "2", "4", "4"]
    assert [still(card, "1", whirlpool="5") for card in "345"] == ["4", "6R", "6R"]


@pytest.mark.rule("J-JOE-2", "J-JOE-3")
def test_pushed_from_7r_he_falls_and_waits_on_disc_1() -> None:
    for card in "67":
        m, events = flow([card, "1"], player(), player(), joe={"place": "1", "cargo": "amber"}, weather=-1,
                         whirlpool="7R", options=ON | {"whirlpool": True})  # fmt: skip
        assert [m.view(None).joe.place, m.view(None).joe.cargo] == ["1", None]
        assert deposit(m, 5) == {"amber": 7}
        assert [kind for kind in kinds(events) if kind.startswith("joe")] == [
            "joe_paddled",
            "joe_fell",
            "joe_restarted",
        ]
        paddled = kinds(events).index("joe_paddled")
        assert [NIAGARA.sentence(event, "ABC") for event in events[paddled : paddled + 2]] == [
            "Diamond Joe paddles from disc 1 into the whirlpool.",
            "Diamond Joe goes over the falls, and a piece of amber with him!",
        ]


@pytest.mark.rule("J-JOE-3", "J-JOE-5")
def test_dropped_by_the_river_he_begins_again_on_disc_1_and_acts() -> None:
    m, events = flow(["3"], player(), joe={"place": "7L", "cargo": "amber"}, options=ON)
    assert [kind for kind in kinds(events) if kind.startswith("joe")] == ["joe_fell", "joe_restarted", "joe_paddled"]
    assert m.view(None).joe.place == "4"
    # Not before the pushes are done: they do not carry him from disc 1.
    assert deposit(m, 5) == {"amber": 7}
    m, _ = flow(["rope", "3"], player(), player(), joe={"place": "7L", "cargo": "amber"}, options=ON)
    assert m.view(None).joe.place == "1"


@pytest.mark.rule("J-JOE-3", "S-WHIRL-7", "J-JOE-5")
def test_pushed_to_disc_2_he_paddles_from_there() -> None:
    m, _ = flow(["2"], player(), whirlpool="7L", joe={"place": "7R"}, options=ON | {"whirlpool": True})
    # The whirlpool fell with the first push, came back with the second, when Joe fell: 1, pushed to 2, and from there
    # one point to the whirlpool, where turning costs nothing, and one back.
    assert [m.view(None).whirlpool, m.view(None).joe.place] == ["1", "2"]


@pytest.mark.rule("J-JOE-5")
def test_tied_canoes_are_put_back_before_joe_acts() -> None:
    m, events = flow(["rope", "3"], player("7L ruby"), player(), whirlpool="5", joe={"place": "7R"},
                     deposits=[{"amethyst": 7}, {"diamond": 7}, {"amber": 7}, {"sapphire": 7, "ruby": 6}, {}],
                     options=ON | {"whirlpool": True})  # fmt: skip
    # The ruby of the tied canoe that the whirlpool took lies on its deposit again; Joe fell and begins on disc 1.
    order = [kind for kind in kinds(events) if kind in {"push", "swept", "joe_fell", "joe_restarted"}]
    assert order == ["push", "push", "joe_fell", "push", "swept", "joe_restarted"]
    assert deposit(m, 7) == {"ruby": 1}


@pytest.mark.rule("J-JOE-4")
def test_a_canoe_that_ends_its_move_beside_him_may_take_his_gem() -> None:
    for start in ("2", "4"):
        m = dry("1", start, joe={"place": "3", "cargo": "ruby"}, options=ON | {"gems_per_deposit": 2})
        assert legal(m, 0, "paddle a 3") == {"joe take", "stop"}
    m = paddling("1", player("4", "lost"), joe={"place": "3", "cargo": "ruby"}, options=ON)
    events = turn(m, 0, "paddle a 3", "joe take")
    assert NIAGARA.sentence(events[1], "ABC") == "A takes a ruby from Diamond Joe."
    assert [canoe(m, 0), m.view(None).joe.cargo] == ["3 ruby", None]
    m = paddling("1", player("4", "lost"), joe={"place": "3", "cargo": "ruby"}, options=ON)
    turn(m, 0, "paddle a 3", "stop")
    assert canoe(m, 0) == "3"


@pytest.mark.rule("J-JOE-4")
def test_a_loaded_canoe_may_give_him_its_gem_or_swap() -> None:
    m = paddling("1", player("4 amber", "lost"), joe={"place": "3"}, options=ON)
    assert legal(m, 0, "paddle a 3") == {"joe give amber", "stop"}
    events = turn(m, 0, "paddle a 3", "joe give amber")
    assert NIAGARA.sentence(events[1], "ABC") == "A gives Diamond Joe a piece of amber."
    assert [canoe(m, 0), m.view(None).joe.cargo] == ["3", "amber"]
    m = paddling("1", player("4 amber", "lost"), joe={"place": "3", "cargo": "ruby"}, options=ON)
    assert legal(m, 0, "paddle a 3") == {"joe swap amber", "stop"}
    events = turn(m, 0, "paddle a 3", "joe swap amber")
    assert NIAGARA.sentence(events[1], "ABC") == "A gives Diamond Joe a piece of amber for a ruby."
    assert [canoe(m, 0), m.view(None).joe.cargo] == ["3 ruby", "amber"]


@pytest.mark.rule("J-JOE-4")
def test_gems_of_one_colour_are_not_swapped() -> None:
    m = paddling("1", player("4 ruby", "lost"), joe={"place": "3", "cargo": "ruby"}, options=ON)
    turn(m, 0, "paddle a 3")
    assert m.waiting == {1}


@pytest.mark.rule("J-JOE-4")
def test_an_empty_canoe_has_nothing_to_do_with_an_empty_joe() -> None:
    m = paddling("1", player("4", "lost"), joe={"place": "3"}, options=ON)
    turn(m, 0, "paddle a 3")
    assert m.waiting == {1}


@pytest.mark.rule("J-JOE-4", "S-DOUBLE-2")
def test_a_double_canoe_chooses_the_gem_it_gives() -> None:
    on = ON | {"double_canoe": True}
    m = paddling("1", player("lost", "4 amber ruby"), joe={"place": "3", "cargo": "diamond"}, options=on)
    assert legal(m, 0, "paddle b 3") == {"joe swap amber", "joe swap ruby", "stop"}
    m = paddling("1", player("lost", "4 amber"), joe={"place": "3", "cargo": "diamond"}, options=on)
    assert legal(m, 0, "paddle b 3") == {"joe swap amber", "joe take", "stop"}
    turn(m, 0, "paddle b 3", "joe take")
    assert canoe(m, 0, "b") == "3 diamond amber"


@pytest.mark.rule("J-JOE-4")
def test_dealing_comes_after_all_work_and_is_the_last_thing() -> None:
    m = paddling("3", player("4 amber", "lost"), joe={"place": "3", "cargo": "ruby"}, options=ON)
    assert legal(m, 0, "paddle a 3") == {"unload a amber"}
    assert legal(m, 0, "paddle a 3", "unload a amber") == {"joe take", "stop"}
    refused(m, 0, "paddle a 3", "joe swap amber", rule="N-MOVE-6")
    turn(m, 0, "paddle a 3", "unload a amber", "joe take")
    assert [canoe(m, 0), deposit(m, 3)] == ["3 ruby", {"amethyst": 7, "amber": 1}]
    assert m.waiting == {1}
    # Also when the work was done where it started.
    m = paddling("3", player("4", "lost"), joe={"place": "3", "cargo": "ruby"}, options=ON)
    assert legal(m, 0, "load a diamond", "paddle a 3") == {"joe swap diamond", "stop"}


@pytest.mark.rule("J-JOE-4", "N-STEAL-5")
def test_dealing_takes_the_place_of_stealing() -> None:
    on = ON | {"double_canoe": True}
    m = paddling("1", player("lost", "4"), player("3 amber"), joe={"place": "3", "cargo": "ruby"}, options=on)
    assert legal(m, 0, "paddle b 3") == {"joe take", "steal 1a amber", "stop"}
    turn(m, 0, "paddle b 3", "steal 1a amber")
    # There was a free place left for the ruby, but the thief does not deal.
    assert m.waiting == {1}
    assert canoe(m, 0, "b") == "3 amber"
    m = paddling(
        "1", player("lost", "4"), player("3 amber", "3 amber"), joe={"place": "3", "cargo": "ruby"}, options=on
    )
    assert legal(m, 0, "paddle b 3", "steal 1a amber") == {"steal 1b amber", "spare"}
    refused(m, 0, "paddle b 3", "steal 1a amber", "joe take", rule="J-JOE-4")
    m = paddling("1", player("4", "lost"), player("3 amber"), joe={"place": "3", "cargo": "ruby"}, options=ON)
    turn(m, 0, "paddle a 3", "joe take")
    assert [canoe(m, 0), canoe(m, 1)] == ["3 ruby", "3 amber"]


@pytest.mark.rule("J-JOE-4", "N-MOVE-10")
def test_only_who_has_moved_may_deal() -> None:
    m = paddling("2", player("3 ruby", "lost"), joe={"place": "3"}, options=ON)
    assert ("unload a ruby",) in plans(m, 0)
    assert not any("joe" in text for texts in plans(m, 0) for text in texts)
    refused(m, 0, "joe give ruby", rule="J-JOE-4")
    # Nor on the way.
    m = paddling("2", player("4 ruby", "lost"), joe={"place": "3"}, options=ON)
    assert not any("joe" in text for texts in plans(m, 0) for text in texts)


@pytest.mark.rule("J-JOE-4", "N-GEM-4")
def test_both_canoes_of_a_player_may_deal_with_him() -> None:
    m = paddling("1", player("4 amber", "2"), joe={"place": "3"}, options=ON)
    turn(m, 0, "paddle a 3", "joe give amber", "paddle b 3", "joe take")
    assert [canoe(m, 0), canoe(m, 0, "b")] == ["3", "3 amber"]


@pytest.mark.rule("J-JOE-2", "N-END-2")
def test_he_does_nothing_when_the_game_is_over() -> None:
    m = paddling("2", player("1 ruby", "lost", "ruby ruby ruby"), GONE, GONE,
                 joe={"place": "4"}, options=ON)  # fmt: skip
    turn(m, 0, "paddle a dock")
    assert m.over
    assert [m.view(None).joe.place, m.view(None).joe.cargo] == ["4", None]


@pytest.mark.rule("J-JOE-1")
def test_positions_without_joe_name_none() -> None:
    with pytest.raises(ValueError, match="not played"):
        match(player(), joe={"place": "3"})
    with pytest.raises(ValueError, match="nobody stays on the whirlpool"):
        match(player(), joe={"place": "3"}, options=ON | {"whirlpool": True})
