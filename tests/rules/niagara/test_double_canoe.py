from __future__ import annotations

import pytest

from support.niagara import (
    NIAGARA,
    canoe,
    deposit,
    flow,
    kinds,
    legal,
    match,
    paddling,
    plans,
    player,
    refused,
    stash,
    turn,
)

DOUBLE = {"double_canoe": True}


def double(card: str, place: str, *others, **more):
    """Begin a turn of a player whose single canoe is lost."""
    more["options"] = DOUBLE | more.get("options", {})
    return paddling(card, player("lost", place), *others, **more)


@pytest.mark.rule("S-DOUBLE-1")
def test_one_canoe_of_each_player_has_two_places() -> None:
    for options, places in (({}, [1, 1]), (DOUBLE, [1, 2])):
        shown = match(player(), options=options).view(None).players
        assert [[part.places for part in seat.canoes] for seat in shown] == [places] * 3


@pytest.mark.rule("S-DOUBLE-1")
def test_a_single_canoe_still_carries_one_gem() -> None:
    m = paddling("4", player("3", "lost"), options=DOUBLE)
    assert legal(m, 0, "load a amethyst") == {"paddle a 1", "paddle a 5"}
    refused(m, 0, "load a amethyst", "load a amethyst", rule="N-GEM-1")
    with pytest.raises(ValueError, match="at most one gem in a single canoe"):
        match(player() | {"canoes": [{"place": "3", "cargo": ["ruby", "ruby"]}, {}]}, options=DOUBLE)


@pytest.mark.rule("S-DOUBLE-2")
def test_it_moves_like_any_other() -> None:
    for card in "123456":
        ways = [
            {text.split()[-1] for texts in plans(paddling(card, player(*pair), options=DOUBLE), 0) for text in texts[:1]
             if len(texts) == 1}
            for pair in (("2", "lost"), ("lost", "2"))
        ]  # fmt: skip
        assert ways[0] == ways[1]


@pytest.mark.rule("S-DOUBLE-2")
def test_it_loads_and_unloads_two_gems_at_one_place() -> None:
    m = double("4", "3")
    turn(m, 0, "load b amethyst", "load b amethyst")
    assert canoe(m, 0, "b") == "3 amethyst amethyst"
    m = double("5", "2 diamond ruby")
    turn(m, 0, "paddle b 3", "unload b ruby", "unload b diamond")
    assert canoe(m, 0, "b") == "3"
    assert deposit(m, 3) == {"amethyst": 7, "diamond": 1, "ruby": 1}
    m = double("3", "3 diamond")
    turn(m, 0, "load b amethyst", "paddle b 4")
    assert canoe(m, 0, "b") == "4 amethyst diamond"


@pytest.mark.rule("S-DOUBLE-2", "N-GEM-3")
def test_all_its_work_is_at_one_place() -> None:
    m = double("5", "3")
    assert legal(m, 0, "load b amethyst") >= {"load b amethyst", "paddle b dock", "paddle b 6L"}
    assert "paddle b 4" not in legal(m, 0, "load b amethyst")
    assert legal(m, 0, "load b amethyst", "load b amethyst") == {"paddle b 2", "paddle b 4"}


@pytest.mark.rule("S-DOUBLE-2")
def test_both_gems_can_be_exchanged() -> None:
    gems = "deposits", [{"amethyst": 7}, {"diamond": 6, "amber": 2}, {"amber": 5}, {"sapphire": 7}, {"ruby": 6}]
    m = double("6", "4 diamond ruby", moose={"seat": 0, "canoe": "b"}, options={"moose": True}, **dict([gems]))
    turn(m, 0, "unload b ruby", "unload b diamond", "load b amber", "load b amber")
    assert canoe(m, 0, "b") == "4 amber amber"


@pytest.mark.rule("S-DOUBLE-2")
def test_it_unloads_before_it_loads() -> None:
    m = double("4", "3 diamond")
    refused(m, 0, "load b amethyst", "unload b diamond", rule="S-DOUBLE-2")
    turn(m, 0, "unload b diamond", "load b amethyst")
    assert canoe(m, 0, "b") == "3 amethyst"


@pytest.mark.rule("S-DOUBLE-2", "N-GEM-4")
def test_no_colour_is_laid_down_and_loaded_in_a_turn() -> None:
    m = double("6", "3 amethyst ruby")
    assert "load b amethyst" not in legal(m, 0, "unload b amethyst")
    refused(m, 0, "unload b amethyst", "load b amethyst", rule="N-GEM-4")
    assert "load b ruby" not in legal(m, 0, "unload b ruby")
    refused(m, 0, "unload b amethyst", "unload b ruby", "load b ruby", rule="N-GEM-4")
    # What its own single canoe laid down there it may load.
    m = paddling("2", player("3 ruby", "3"), options=DOUBLE)
    turn(m, 0, "unload a ruby", "load b ruby")
    assert canoe(m, 0, "b") == "3 ruby"


@pytest.mark.rule("S-DOUBLE-2")
def test_an_empty_one_may_rob_two_canoes() -> None:
    m = double("1", "4", player("3 ruby", "3 amber"), player("3 sapphire"))
    assert legal(m, 0, "paddle b 3") == {"steal 1a ruby", "steal 1b amber", "steal 2a sapphire", "spare"}
    assert legal(m, 0, "paddle b 3", "steal 1a ruby") == {"steal 1b amber", "steal 2a sapphire", "spare"}
    turn(m, 0, "paddle b 3", "steal 1a ruby", "steal 2a sapphire")
    assert [canoe(m, 0, "b"), canoe(m, 1), canoe(m, 1, "b"), canoe(m, 2)] == ["3 sapphire ruby", "3", "3 amber", "3"]


@pytest.mark.rule("S-DOUBLE-2")
def test_one_free_place_is_enough_to_rob_one_canoe() -> None:
    m = double("1", "4 diamond", player("3 ruby", "3 amber"))
    turn(m, 0, "paddle b 3", "steal 1a ruby")
    assert [canoe(m, 0, "b"), canoe(m, 1, "b")] == ["3 diamond ruby", "3 amber"]
    m = double("1", "4 diamond diamond", player("3 ruby", "3 amber"))
    turn(m, 0, "paddle b 3")
    assert canoe(m, 0, "b") == "3 diamond diamond"


@pytest.mark.rule("S-DOUBLE-2", "N-STEAL-2", "N-STEAL-6")
def test_it_may_make_room_where_it_starts_but_not_beside_its_victim() -> None:
    m = double("3", "4 amber ruby", player("3 ruby"))
    assert legal(m, 0, "unload b amber", "paddle b 3") == {"steal 1a ruby", "spare"}
    m = double("3", "4 amber ruby", player("3 ruby"))
    turn(m, 0, "paddle b 3", "unload b amber")
    assert canoe(m, 1) == "3 ruby"


@pytest.mark.rule("S-DOUBLE-3")
def test_the_thief_chooses_one_gem_of_a_double_canoe() -> None:
    m = double("1", "4", player("2", "3 ruby amber"), player("3 diamond"))
    assert legal(m, 0, "paddle b 3") == {"steal 1b ruby", "steal 1b amber", "steal 2a diamond", "spare"}
    refused(m, 0, "paddle b 3", "steal 1b ruby", "steal 1b amber", rule="S-DOUBLE-3")
    turn(m, 0, "paddle b 3", "steal 1b amber", "spare")
    assert [canoe(m, 0, "b"), canoe(m, 1, "b")] == ["3 amber", "3 ruby"]
    # Two gems of one colour are still one canoe.
    m = double("1", "4", player("2", "3 ruby ruby"))
    events = turn(m, 0, "paddle b 3", "steal 1b ruby")
    assert "stolen" in kinds(events)
    assert [canoe(m, 0, "b"), canoe(m, 1, "b")] == ["3 ruby", "3 ruby"]


@pytest.mark.rule("S-DOUBLE-3", "N-GEM-7")
def test_docking_brings_both_gems_ashore() -> None:
    m = double("2", "1 ruby amber")
    events = turn(m, 0, "paddle b dock")
    assert [event.gem for event in events if event.__struct_config__.tag == "banked"] == ["amber", "ruby"]
    assert stash(m, 0) == {"amber": 1, "ruby": 1}
    m = paddling("1", player("lost", "1 ruby ruby", "ruby ruby"), options=DOUBLE)
    events = turn(m, 0, "paddle b dock")
    assert kinds(events).count("goal") == 1


@pytest.mark.rule("S-DOUBLE-3", "N-LOST-1", "N-LOST-2")
def test_a_lost_one_loses_both_gems_and_costs_one_to_buy_back() -> None:
    m, events = flow(["3"], player("dock", "7L ruby amethyst", "diamond amber"), options=DOUBLE)
    fallen = [part for event in events if event.__struct_config__.tag == "push" for part in event.canoes]
    assert [(part.place, part.gems) for part in fallen] == [("lost", ("amethyst", "ruby"))]
    pushes = [NIAGARA.sentence(event, "ABC") for event in events if event.__struct_config__.tag == "push"]
    assert pushes[0] == ("Push 1, left arm: A loses canoe 2 over the falls, and an amethyst and a ruby with it!")
    assert [deposit(m, 3), deposit(m, 7)] == [{"amethyst": 7}, {"ruby": 7}]
    assert legal(m, 0) == {"decline", "rescue b diamond", "rescue b amber"}
    turn(m, 0, "rescue b diamond")
    assert [canoe(m, 0, "b"), stash(m, 0)] == ["dock", {"amber": 1}]


@pytest.mark.rule("N-LOST-3")
def test_the_owner_of_two_different_lost_canoes_chooses_the_one_that_comes_back_free() -> None:
    for rescue in ("optional", "forced", "sit_out"):
        lost = player("lost", "lost")
        for name, other in ("ab", "ba"):
            m = match(lost, phase="rescue", round=16, options=DOUBLE | {"rescue": rescue})
            assert legal(m, 0) == {"rescue a", "rescue b"}
            turn(m, 0, f"rescue {name}")
            assert canoe(m, 0, name) == "dock"
            assert canoe(m, 0, other).startswith("lost")
    assert legal(match(player("lost", "lost"), phase="rescue", round=16), 0) == {"rescue a"}


@pytest.mark.rule("N-LOST-2", "N-LOST-5")
def test_the_owner_of_two_different_lost_canoes_chooses_the_one_to_buy() -> None:
    for rescue, more in (("optional", {"decline"}), ("forced", set())):
        m = match(player("lost", "lost", "ruby"), phase="rescue", round=16, options=DOUBLE | {"rescue": rescue})
        assert legal(m, 0) == {"rescue a ruby", "rescue b ruby"} | more
