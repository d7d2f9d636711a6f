from __future__ import annotations

import pytest

from support.niagara import canoe, legal, paddling, plans, player, refused, stash, turn


def lone(card: str, place: str, *others, **more):
    return paddling(card, player(place, "lost"), *others, **more)


@pytest.mark.rule("N-STEAL-1")
def test_an_empty_canoe_that_stops_upstream_beside_a_loaded_one_may_rob_it() -> None:
    m = lone("2", "5", player("3 ruby"))
    assert legal(m, 0, "paddle a 3") == {"steal 1a ruby", "spare"}
    turn(m, 0, "paddle a 3", "steal 1a ruby")
    assert [canoe(m, 0), canoe(m, 1)] == ["3 ruby", "3"]


@pytest.mark.rule("N-STEAL-1")
def test_nobody_has_to_steal() -> None:
    m = lone("2", "5", player("3 ruby"))
    turn(m, 0, "paddle a 3", "spare")
    assert [canoe(m, 0), canoe(m, 1)] == ["3", "3 ruby"]


@pytest.mark.rule("N-STEAL-1")
def test_the_thief_chooses_among_several() -> None:
    m = lone("1", "4", player("3 ruby", "3 amber"), player("3", "3 ruby"), player("2 ruby", "4 amber"))
    assert legal(m, 0, "paddle a 3") == {"steal 1a ruby", "steal 1b amber", "steal 2b ruby", "spare"}
    turn(m, 0, "paddle a 3", "steal 2b ruby")
    assert [canoe(m, 1), canoe(m, 1, "b"), canoe(m, 2, "b")] == ["3 ruby", "3 amber", "3"]
    refused(lone("1", "4", player("3 ruby")), 0, "paddle a 3", "steal 1a amber", rule="N-STEAL-1")
    refused(lone("1", "4", player("3 ruby")), 0, "paddle a 3", "steal 1b ruby", rule="N-STEAL-1")


@pytest.mark.rule("N-STEAL-1")
def test_a_loaded_canoe_steals_nothing() -> None:
    m = lone("2", "5 amber", player("3 ruby"))
    turn(m, 0, "paddle a 3")
    assert [canoe(m, 0), canoe(m, 1)] == ["3 amber", "3 ruby"]
    m = lone("4", "5", player("3 ruby"))
    turn(m, 0, "load a amber", "paddle a 3")
    assert canoe(m, 1) == "3 ruby"


@pytest.mark.rule("N-STEAL-1")
def test_an_empty_canoe_is_no_victim() -> None:
    m = lone("2", "5", player("3"))
    turn(m, 0, "paddle a 3")
    assert m.waiting == {1}
    refused(lone("1", "5", player("3 ruby")), 0, "spare", rule="N-STEAL-1")
    refused(lone("1", "3", player("3 ruby")), 0, "steal 1a ruby", rule="N-STEAL-1")


@pytest.mark.rule("N-STEAL-2")
def test_a_canoe_may_unload_paddle_and_steal() -> None:
    m = lone("3", "5 amber", player("4 ruby"))
    turn(m, 0, "unload a amber", "paddle a 4", "steal 1a ruby")
    assert [canoe(m, 0), canoe(m, 1)] == ["4 ruby", "4"]


@pytest.mark.rule("N-STEAL-2", "N-STEAL-6")
def test_a_canoe_does_not_unload_beside_its_victim_and_steal() -> None:
    m = lone("3", "5 amber", player("4 ruby"))
    turn(m, 0, "paddle a 4", "unload a amber")
    assert m.waiting == {1}
    assert canoe(m, 1) == "4 ruby"


@pytest.mark.rule("N-STEAL-6")
def test_who_works_at_the_end_does_not_steal() -> None:
    m = lone("3", "5", player("4 ruby"))
    assert legal(m, 0, "paddle a 4") == {"load a diamond"}
    refused(m, 0, "paddle a 4", "steal 1a ruby", rule="N-STEAL-1")
    m = lone("5", "4 amber", player("3 ruby"))
    turn(m, 0, "paddle a 3", "unload a amber", "load a amethyst")
    assert canoe(m, 1) == "3 ruby"


@pytest.mark.rule("N-STEAL-3")
def test_nobody_steals_downstream() -> None:
    m = lone("2", "3", player("5 ruby"))
    turn(m, 0, "paddle a 5")
    assert m.waiting == {1}
    m = paddling("3", player(), player("3 ruby"))
    turn(m, 0, "paddle a 3")
    assert canoe(m, 1) == "3 ruby"


@pytest.mark.rule("N-STEAL-3")
def test_nobody_steals_in_passing() -> None:
    m = lone("3", "5", player("3 ruby"), player("4 ruby"))
    refused(m, 0, "paddle a 3", rule="N-MOVE-6")
    assert legal(m, 0, "paddle a 4") == {"load a diamond"}
    turn(m, 0, "paddle a 2")
    assert [canoe(m, 1), canoe(m, 2)] == ["3 ruby", "4 ruby"]


@pytest.mark.rule("N-STEAL-3")
def test_nobody_robs_the_own_canoe() -> None:
    m = paddling("1", player("3 ruby", "4"), player("3 amber"))
    assert legal(m, 0, "paddle b 3") == {"steal 1a amber", "spare"}
    refused(m, 0, "paddle b 3", "steal 0a ruby", rule="N-STEAL-3")
    m = paddling("1", player("3 ruby", "4"), player("3"))
    assert legal(m, 0, "paddle b 3") == {"paddle a 2", "paddle a 4"}


@pytest.mark.rule("N-STEAL-3")
def test_nobody_steals_at_the_dock() -> None:
    m = lone("3", "3", player("2 ruby"), player(stash="ruby"))
    turn(m, 0, "paddle a dock")
    assert stash(m, 0) == {}
    assert stash(m, 2) == {"ruby": 1}


@pytest.mark.rule("N-STEAL-4")
def test_a_stolen_gem_may_be_stolen_again_in_the_same_phase() -> None:
    m = paddling("1", player("4", "lost"), player("5", "lost"), player("3 ruby", "lost"), others=["2", "6"])
    turn(m, 0, "paddle a 3", "steal 2a ruby")
    turn(m, 1, "paddle a 3", "steal 0a ruby")
    assert canoe(m, 1) == "3 ruby"
    turn(m, 2, "paddle a dock")
    assert stash(m, 2) == {}


@pytest.mark.rule("N-STEAL-4")
def test_a_robbed_canoe_may_steal_back() -> None:
    m = paddling("1", player("4", "lost"), player("3 ruby", "lost"), player("2 amber"), others=["1", "6"])
    turn(m, 0, "paddle a 3", "steal 1a ruby")
    turn(m, 1, "paddle a 2", "steal 2a amber")
    assert canoe(m, 1) == "2 amber"


@pytest.mark.rule("N-STEAL-4")
def test_the_other_canoe_may_load_or_steal_in_the_same_turn() -> None:
    m = paddling("2", player("5", "3"), player("3 ruby", "1 amber"))
    turn(m, 0, "paddle a 3", "steal 1a ruby", "load b amethyst")
    assert [canoe(m, 0), canoe(m, 0, "b")] == ["3 ruby", "3 amethyst"]
    m = paddling("2", player("5", "3"), player("3 ruby", "1 amber"))
    turn(m, 0, "paddle a 3", "steal 1a ruby", "paddle b 1", "steal 1b amber")
    assert [canoe(m, 0), canoe(m, 0, "b"), canoe(m, 1), canoe(m, 1, "b")] == ["3 ruby", "1 amber", "3", "1"]


@pytest.mark.rule("N-STEAL-5")
def test_gems_change_canoes_in_no_other_way() -> None:
    # Own and foreign canoes, full and empty, on one disc: without a theft upstream no cargo moves between them.
    m = paddling("1", player("3 ruby", "3"), player("3 amber", "3"))
    for texts in plans(m, 0):
        twin = m.copy()
        turn(twin, 0, *texts)
        assert canoe(twin, 0).split()[1:] == ["ruby"]
        assert len(canoe(twin, 0, "b").split()) == 1
        assert [canoe(twin, 1), canoe(twin, 1, "b")] == ["3 amber", "3"]
