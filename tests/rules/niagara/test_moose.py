from __future__ import annotations

import pytest

from support.niagara import (
    NIAGARA,
    canoe,
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

ON = {"moose": True}
MINE = {"moose": {"seat": 0, "canoe": "a"}}


def holder(m) -> tuple[int | None, str | None]:
    moose = m.view(None).moose
    return moose.seat, moose.canoe


@pytest.mark.rule("S-MOOSE-1")
def test_a_canoe_on_a_disc_7_may_take_it() -> None:
    for arm in "LR":
        m = dry("3", f"7{arm}", options=ON)
        assert legal(m, 0) == {"moose a", "paddle a 4"}
        assert legal(m, 0, "moose a") == {"paddle a 2"}
        events = turn(m, 0, "moose a", "paddle a 2")
        assert kinds(events)[:2] == ["moose_taken", "paddled"]
        assert NIAGARA.sentence(events[0], "ABC") == "A takes the moose into canoe 1."
        assert holder(m) == (0, "a")
        assert m.view(None).players[0].canoes[0].moose
    assert match(player()).view(None).moose is None
    assert holder(match(player(), options=ON)) == (None, None)


@pytest.mark.rule("S-MOOSE-1")
def test_nobody_has_to_take_it() -> None:
    m = dry("3", "7L", options=ON)
    turn(m, 0, "paddle a 4")
    assert holder(m) == (None, None)


@pytest.mark.rule("S-MOOSE-1")
def test_it_is_taken_on_disc_7_only_and_at_the_start_of_the_turn() -> None:
    for place in ("dock", "1", "5", "6L", "6R"):
        assert "moose a" not in legal(paddling("3", player(place, "lost"), options=ON), 0)
    refused(paddling("3", player("6L", "lost"), options=ON), 0, "moose a", rule="S-MOOSE-1")
    refused(paddling("4", player("7L ruby", "lost"), options=ON), 0, "unload a ruby", "moose a", rule="S-MOOSE-1")
    # Who arrives there waits for the next turn.
    m = paddling("3", player("6L", "lost"), options=ON)
    assert "moose a" not in legal(m, 0, "paddle a 7L")
    refused(paddling("3", player("7L", "lost")), 0, "moose a", rule="S-MOOSE-1")


@pytest.mark.rule("S-MOOSE-1")
def test_its_two_points_must_be_used_in_every_turn() -> None:
    assert plans(dry("2", "5", options=ON, **MINE), 0) == {("paddle a 1",)}
    assert plans(dry("1", "3", options=ON, **MINE), 0) == {("paddle a dock",), ("paddle a 6L",), ("paddle a 6R",)}
    m = paddling("2", player("3", "lost"), options=ON, **MINE)
    assert ("load a amethyst",) not in plans(m, 0)
    assert ("load a amethyst", "paddle a 1") in plans(m, 0)
    m = paddling("2", player("3 ruby", "lost"), options=ON, **MINE)
    turn(m, 0, "unload a ruby", "load a amethyst")
    assert canoe(m, 0) == "3 amethyst"


@pytest.mark.rule("S-MOOSE-1")
def test_the_other_canoe_has_the_points_of_the_card() -> None:
    m = dry("1", "5", "3", options=ON, **MINE)
    assert {texts[0] for texts in plans(m, 0)} == {"paddle a 2", "paddle b 2", "paddle b 4"}
    assert legal(m, 0, "paddle a 2") == {"paddle b 2", "paddle b 4"}


@pytest.mark.rule("S-MOOSE-1", "N-FLOW-1")
def test_the_river_counts_the_card_as_printed() -> None:
    m, events = flow(["1"], player("3"), options=ON, **MINE)
    assert kinds(events).count("push") == 1
    assert holder(m) == (0, "a")


@pytest.mark.rule("S-MOOSE-1", "S-MOOSE-2")
def test_only_one_canoe_has_it() -> None:
    m = dry("3", "7L", "7R", options=ON)
    assert legal(m, 0) == {"moose a", "moose b", "paddle a 4", "paddle b 4"}
    refused(m, 0, "moose a", "moose b", rule="S-MOOSE-2")
    m = paddling("3", player("7L", "lost"), player("2"), options=ON, moose={"seat": 1, "canoe": "a"})
    assert "moose a" not in legal(m, 0)


@pytest.mark.rule("S-MOOSE-2")
def test_after_docking_it_is_free_at_once() -> None:
    m = dry("2", "1", "7L", options=ON, **MINE)
    assert "moose b" not in legal(m, 0)
    assert legal(m, 0, "paddle a dock") == {"moose b", "paddle b 5"}
    events = turn(m, 0, "paddle a dock", "moose b", "paddle b 3")
    assert kinds(events)[:4] == ["paddled", "moose_free", "moose_taken", "paddled"]
    assert NIAGARA.sentence(events[1], "ABC") == "The moose leaves A’s canoe 1."
    # And for the next player in the same phase.
    m = paddling("2", player("1", "lost"), player("7R", "lost"), options=ON, **MINE)
    turn(m, 0, "paddle a dock")
    assert "moose a" in legal(m, 1)


@pytest.mark.rule("S-MOOSE-2")
def test_after_a_fall_it_is_free_when_the_river_has_flowed() -> None:
    m, events = flow(["3"], player("7L"), options=ON | {"diamond_joe": True}, joe={"place": "5"}, **MINE)
    assert holder(m) == (None, None)
    assert kinds(events).index("moose_free") > kinds(events).index("joe_loaded")
    assert kinds(events)[-1] != "moose_free"
    m, events = flow(["2"], player("6L"), options=ON, **MINE)
    assert holder(m) == (0, "a")
    assert "moose_free" not in kinds(events)


@pytest.mark.rule("S-MOOSE-2", "S-WHIRL-7", "J-JOE-5")
def test_it_is_free_after_the_whirlpool_took_its_tied_canoe() -> None:
    on = ON | {"whirlpool": True}
    m, events = flow(["rope", "2"], player("7L"), player(), whirlpool="6L", next_arm="R", options=on, **MINE)
    assert canoe(m, 0) == "lost"
    assert holder(m) == (None, None)
    assert kinds(events).index("swept") < kinds(events).index("moose_free")


@pytest.mark.rule("S-MOOSE-2", "N-STEAL-1")
def test_it_cannot_be_stolen() -> None:
    m = paddling("1", player("4", "lost"), player("3 ruby", "lost"), options=ON, moose={"seat": 1, "canoe": "a"})
    assert legal(m, 0, "paddle a 3") == {"steal 1a ruby", "spare"}
    turn(m, 0, "paddle a 3", "steal 1a ruby")
    assert holder(m) == (1, "a")


@pytest.mark.rule("S-MOOSE-3")
def test_it_may_be_taken_with_a_cloud_before_the_weather_moves() -> None:
    m = paddling("cloud", player("7L", "7R"), options=ON)
    assert legal(m, 0) == {"moose a", "moose b", "weather down", "weather up"}
    assert legal(m, 0, "moose b") == {"weather down", "weather up"}
    assert kinds(turn(m, 0, "moose b", "weather up"))[:2] == ["moose_taken", "weather"]
    assert holder(m) == (0, "b")


@pytest.mark.rule("S-MOOSE-3")
def test_it_may_be_taken_with_a_rope() -> None:
    m = paddling("rope", player("7L", "3"), options=ON | {"spirit_cards": True})
    assert legal(m, 0) == {"moose a", "tie"}
    turn(m, 0, "moose a", "tie")
    assert holder(m) == (0, "a")


@pytest.mark.rule("S-MOOSE-3", "S-CARD-3")
def test_with_123_only_the_canoe_that_moves_may_take_it() -> None:
    m = dry("123", "7L", "7R", options=ON | {"spirit_cards": True})
    assert legal(m, 0, "moose a") == {f"paddle a {to}" for to in ("4", "3", "2")}
    m = dry("123", "7L", "3", options=ON | {"spirit_cards": True})
    assert legal(m, 0, "moose a") == {f"paddle a {to}" for to in ("4", "3", "2")}
    refused(m, 0, "moose a", "paddle b 2", rule="S-CARD-3")
    refused(m, 0, "moose b", rule="S-MOOSE-1")


@pytest.mark.rule("S-MOOSE-1")
def test_positions_with_the_moose_ashore_are_refused() -> None:
    for place in ("dock", "lost"):
        with pytest.raises(ValueError, match="expected a canoe in the water"):
            match(player(place), options=ON, **MINE)
    with pytest.raises(ValueError, match="not played"):
        match(player("3"), **MINE)
