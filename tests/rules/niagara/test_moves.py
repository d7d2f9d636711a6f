from __future__ import annotations

import msgspec
import pytest

from eddyline.engine.positions import PositionError
from support.niagara import canoe, legal, paddling, plans, player, refused, turn

WATER = ["1", "2", "3", "4", "5", "6L", "7L", "6R", "7R"]


def ends(card: str, place: str, **more) -> set[str]:
    """List where a lone canoe can be after a turn without cargo work."""
    m = paddling(card, player(place, "lost"), **more)
    return {texts[0].split()[-1] for texts in plans(m, 0) if len(texts) == 1 and texts[0].startswith("paddle")}


@pytest.mark.rule("N-MOVE-1")
@pytest.mark.parametrize("card", ["1", "2", "3", "4", "5", "6"])
def test_a_disc_costs_a_point_and_so_does_the_step_from_the_dock(card: str) -> None:
    assert ends(card, "dock") == ({card} if int(card) < 6 else {"6L", "6R"})
    refused(paddling(card, player()), 0, "paddle a 7L", rule="N-MOVE-1")


@pytest.mark.rule("N-MOVE-1")
def test_each_canoe_has_all_the_points() -> None:
    m = paddling("3", player("1", "5"))
    turn(m, 0, "paddle a 4", "paddle b 2")
    assert [canoe(m, 0), canoe(m, 0, "b")] == ["4", "2"]


@pytest.mark.rule("N-MOVE-2")
def test_a_canoe_does_not_turn_round_on_its_way() -> None:
    # One up and two down would be three points, too.
    assert ends("3", "4") == {"1", "7L", "7R"}
    assert ends("3", "2") == {"dock", "5"}
    refused(paddling("3", player("2", "lost")), 0, "paddle a 1", rule="N-MOVE-6")


@pytest.mark.rule("N-MOVE-3")
def test_every_canoe_in_the_water_must_move() -> None:
    m = paddling("1", player("2", "5"))
    refused(m, 0, "stay", rule="N-MOVE-3")
    refused(m, 0, "paddle a 1", "stay", rule="N-MOVE-3")
    assert len(plans(m, 0)) == 2 * 2 * 3


@pytest.mark.rule("N-MOVE-3")
def test_a_canoe_at_the_dock_may_stay_there() -> None:
    m = paddling("1", player("2", "dock"))
    refused(m, 0, "stay", rule="N-MOVE-3")
    assert legal(m, 0, "paddle a 3") == {"paddle b 1", "stay"}
    assert plans(m, 0) == {
        *((f"paddle a {end}", what) for end in "13" for what in ("stay", "paddle b 1")),
        *(("paddle b 1", f"paddle a {end}") for end in "13"),
    }


@pytest.mark.rule("N-MOVE-3")
@pytest.mark.parametrize("place", WATER)
@pytest.mark.parametrize("cargo", ["", " ruby"])
@pytest.mark.parametrize("card", ["1", "2", "3", "4", "5", "6"])
def test_there_always_is_a_way(place: str, cargo: str, card: str) -> None:
    assert plans(paddling(card, player(place + cargo, place)), 0)


@pytest.mark.rule("N-MOVE-4")
def test_with_both_canoes_at_the_dock_exactly_one_launches() -> None:
    m = paddling("2", player())
    refused(m, 0, "stay", rule="N-MOVE-4")
    assert plans(m, 0) == {("paddle a 2",), ("paddle b 2",)}
    refused(paddling("6", player()), 0, "paddle a 4", "paddle b 4", rule="N-MOVE-5")


@pytest.mark.rule("N-MOVE-4")
@pytest.mark.parametrize(("a", "b", "mover"), [("dock", "lost", "a"), ("lost", "dock", "b")])
def test_the_one_canoe_at_the_dock_launches_when_the_other_is_lost(a: str, b: str, mover: str) -> None:
    m = paddling("2", player(a, b))
    refused(m, 0, "stay", rule="N-MOVE-4")
    assert plans(m, 0) == {(f"paddle {mover} 2",)}


@pytest.mark.rule("N-MOVE-4")
def test_after_the_canoe_in_the_water_has_docked_the_other_may_launch_or_stay() -> None:
    m = paddling("2", player("2 ruby", "dock"))
    assert legal(m, 0, "paddle a dock") == {"paddle b 2", "stay"}
    turn(m, 0, "paddle a dock", "stay")
    assert [canoe(m, 0), canoe(m, 0, "b")] == ["dock", "dock"]


@pytest.mark.rule("N-MOVE-4")
def test_there_are_never_two_launches() -> None:
    m = paddling("1", player("1", "dock"))
    launches = [[text for text in texts if text == "paddle b 1"] for texts in plans(m, 0)]
    assert max(len(texts) for texts in launches) == 1
    refused(m, 0, "paddle a dock", "paddle a 1", rule="N-MOVE-4")


@pytest.mark.rule("N-MOVE-5")
def test_the_player_chooses_the_order_and_both_directions() -> None:
    m = paddling("1", player("3", "3"))
    assert plans(m, 0) == {
        (f"paddle {one} {here}", f"paddle {other} {there}")
        for one, other in ("ab", "ba")
        for here in "24"
        for there in "24"
    }


@pytest.mark.rule("N-MOVE-5")
def test_a_canoe_ends_its_move_before_the_other_begins() -> None:
    m = paddling("4", player("1", "5"))
    refused(m, 0, "paddle a 3", "paddle b 1", rule="N-MOVE-5")
    refused(m, 0, "load b amber", "paddle a 5", rule="N-MOVE-5")


@pytest.mark.rule("N-MOVE-6")
def test_all_points_must_be_used() -> None:
    assert ends("4", "1") == {"dock", "5"}
    m = paddling("4", player("1", "lost"))
    for place in ("2", "4"):
        refused(m, 0, f"paddle a {place}", rule="N-MOVE-6")
    refused(m, 0, "paddle a 3", "stay", rule="N-MOVE-6")


@pytest.mark.rule("N-MOVE-6")
@pytest.mark.parametrize(("place", "needed"), [("1", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6L", 6), ("6R", 6)])
def test_only_docking_lets_points_lapse(place: str, needed: int) -> None:
    for card in range(1, 7):
        assert ("dock" in ends(str(card), place)) == (card >= needed)


@pytest.mark.rule("N-MOVE-6")
def test_a_canoe_that_docked_does_not_leave_again_in_this_turn() -> None:
    m = paddling("6", player("1", "4"))
    assert {text.split()[1] for text in legal(m, 0, "paddle a dock")} == {"b"}
    refused(m, 0, "paddle a dock", "paddle a 5", rule="N-MOVE-4")


@pytest.mark.rule("N-MOVE-6")
def test_points_lapse_at_the_dock_after_cargo_work_too() -> None:
    m = paddling("6", player("3", "lost"))
    turn(m, 0, "load a amethyst", "paddle a dock")
    assert m.view(None).players[0].stash == {"amethyst": 1}


@pytest.mark.rule("N-MOVE-7")
def test_downstream_past_disc_five_the_player_chooses_the_arm() -> None:
    assert ends("2", "4") == {"2", "6L", "6R"}
    assert ends("2", "5") == {"3", "7L", "7R"}
    assert ends("6", "dock") == {"6L", "6R"}


@pytest.mark.rule("N-MOVE-7")
def test_there_is_no_way_from_arm_to_arm() -> None:
    for one, other in ("LR", "RL"):
        assert ends("1", f"6{one}") == {"5", f"7{one}"}
        assert ends("2", f"7{one}") == {"5"}
        for card, start, end in (
            ("2", f"6{one}", f"6{other}"),
            ("3", f"6{one}", f"7{other}"),
            ("3", f"7{one}", f"6{other}"),
        ):
            refused(paddling(card, player(start, "lost")), 0, f"paddle a {end}", rule="N-MOVE-7")


@pytest.mark.rule("N-MOVE-8")
@pytest.mark.parametrize("place", WATER)
def test_nobody_paddles_over_the_falls(place: str) -> None:
    for card in range(1, 7):
        reached = ends(str(card), place)
        assert "lost" not in reached
        depth = int(place[0])
        assert any(int(end[0]) > depth for end in reached - {"dock"}) == (depth + card <= 7)


@pytest.mark.rule("N-MOVE-9")
def test_any_number_of_canoes_may_share_a_disc_and_nobody_is_in_the_way() -> None:
    crowd = [player("3", "4") for _ in range(4)]
    m = paddling("2", player("2", "5"), *crowd)
    turn(m, 0, "paddle a 4", "paddle b 3")
    assert [canoe(m, seat, "b") for seat in range(5)] == ["3", "4", "4", "4", "4"]
    assert [canoe(m, seat) for seat in range(5)] == ["4", "3", "3", "3", "3"]


@pytest.mark.rule("N-MOVE-10")
def test_a_canoe_stays_on_its_disc_only_if_cargo_work_uses_up_all_points() -> None:
    stays = {}
    for card in range(1, 7):
        for place in ("4", "4 ruby"):
            found = plans(paddling(str(card), player(place, "lost")), 0)
            stays[card, place] = {texts for texts in found if not any(text.startswith("paddle") for text in texts)}
    assert {key: texts for key, texts in stays.items() if texts} == {
        (2, "4"): {("load a diamond",)},
        (2, "4 ruby"): {("unload a ruby",)},
        (4, "4 ruby"): {("unload a ruby", "load a diamond")},
    }
    refused(paddling("3", player("4", "lost")), 0, "paddle a 4", rule="N-MOVE-10")


@pytest.mark.rule("N-MOVE-10")
def test_a_canoe_that_stays_has_not_moved_and_does_not_steal() -> None:
    m = paddling("2", player("4 ruby", "lost"), player("4 amber"))
    turn(m, 0, "unload a ruby")
    assert m.waiting == {1}


@pytest.mark.rule("N-MOVE-4")
def test_a_position_in_which_two_canoes_would_launch_is_refused() -> None:
    m = paddling("2", player("1", "dock"))
    start = msgspec.to_builtins(m.game.position(m.states))
    start["turn"]["todo"] = ["must", "must"]
    with pytest.raises(PositionError, match="expected 'may'"):
        m.game.set_up(start)
