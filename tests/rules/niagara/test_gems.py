from __future__ import annotations

import pytest

from support.niagara import GEMS, canoe, deposit, kinds, legal, paddling, plans, player, refused, stash, turn

HOMES = {"3": "amethyst", "4": "diamond", "5": "amber", "6L": "sapphire", "6R": "sapphire", "7L": "ruby", "7R": "ruby"}


def lone(card: str, place: str, **more):
    """Begin the turn of a player whose other canoe is lost."""
    return paddling(card, player(place, "lost"), **more)


@pytest.mark.rule("N-GEM-1")
def test_a_canoe_carries_one_gem() -> None:
    m = lone("6", "3")
    refused(m, 0, "load a amethyst", "load a amethyst", rule="N-GEM-1")
    refused(lone("6", "3 ruby"), 0, "load a amethyst", rule="N-GEM-1")
    refused(lone("4", "2 ruby"), 0, "paddle a 4", "load a diamond", rule="N-GEM-1")


@pytest.mark.rule("N-GEM-2")
@pytest.mark.parametrize("card", [1, 2, 3, 4, 5, 6])
def test_loading_and_unloading_cost_two_points_each(card: int) -> None:
    for place, work in (("4", "load a diamond"), ("4 ruby", "unload a ruby")):
        m = lone(str(card), place)
        if card < 2:
            refused(m, 0, work, rule="N-GEM-2")
        elif card > 2:
            after = {text for text in legal(m, 0, work) if text.startswith("paddle")}
            left = card - 2
            up = "dock" if left >= 4 else str(4 - left)
            down = {1: {"5"}, 2: {"6L", "6R"}, 3: {"7L", "7R"}, 4: set()}[left]
            assert after == {f"paddle a {end}" for end in {up, *down}}


@pytest.mark.rule("N-GEM-2")
def test_the_points_for_cargo_work_at_the_end_are_kept_on_the_way() -> None:
    m = paddling("5", player())
    assert plans(m, 0) == {
        (f"paddle {name} {end}", *work) for name in "ab" for end, *work in (("5",), ("3", f"load {name} amethyst"))
    }
    refused(lone("3", "2"), 0, "paddle a 4", rule="N-MOVE-6")


@pytest.mark.rule("N-GEM-3")
def test_cargo_work_is_done_at_one_end_of_the_move() -> None:
    # Disc 3 to disc 4 with a 5: unload at 3 and load at 4 would cost 2 + 1 + 2.
    m = lone("5", "3 ruby")
    refused(m, 0, "unload a ruby", "paddle a 4", rule="N-GEM-3")
    refused(lone("5", "3"), 0, "load a amethyst", "paddle a 4", rule="N-GEM-3")
    for texts in plans(m, 0):
        work = [number for number, text in enumerate(texts) if not text.startswith("paddle")]
        moves = [number for number, text in enumerate(texts) if text.startswith("paddle")]
        assert len(moves) == 1
        assert not work or max(work) < moves[0] or min(work) > moves[0]


@pytest.mark.rule("N-GEM-3")
def test_there_is_no_cargo_work_on_the_way() -> None:
    # From the dock with a 6: load at disc 3 on the way to disc 4 would cost 3 + 2 + 1.
    m = paddling("6", player())
    refused(m, 0, "paddle a 3", rule="N-MOVE-6")
    refused(m, 0, "paddle a 4", "paddle a 5", rule="N-GEM-3")


@pytest.mark.rule("N-GEM-3")
def test_unloading_before_the_move_and_after_it_are_both_possible() -> None:
    found = plans(lone("3", "4 ruby"), 0)
    assert {texts for texts in found if "unload a ruby" in texts} == {
        ("unload a ruby", "paddle a 3"),
        ("unload a ruby", "paddle a 5"),
        ("paddle a 3", "unload a ruby"),
        ("paddle a 5", "unload a ruby"),
    }


@pytest.mark.rule("N-GEM-4")
def test_a_gem_may_be_exchanged_for_one_of_another_colour() -> None:
    m = lone("5", "4 ruby", deposits=[{}, {"diamond": 7, "ruby": 6}, {"amber": 7}, {"sapphire": 7}, {"amethyst": 7}])
    assert legal(m, 0, "unload a ruby") == {"load a diamond", "paddle a 1", "paddle a 7L", "paddle a 7R"}
    refused(m, 0, "unload a ruby", "load a ruby", rule="N-GEM-4")
    turn(m, 0, "paddle a 5", "unload a ruby", "load a amber")
    assert canoe(m, 0) == "5 amber"
    assert deposit(m, 5) == {"amber": 6, "ruby": 1}


@pytest.mark.rule("N-GEM-4")
def test_an_exchange_needs_another_colour_on_the_deposit() -> None:
    deposits = [{}, {"ruby": 6}, {"amber": 7}, {"sapphire": 7}, {"amethyst": 7, "diamond": 7}]
    refused(lone("4", "4 ruby", deposits=deposits), 0, "unload a ruby", "load a ruby", rule="N-GEM-4")
    refused(lone("5", "3 ruby", deposits=deposits), 0, "paddle a 4", rule="N-MOVE-6")
    assert plans(lone("4", "4 ruby", deposits=deposits), 0) == {
        ("paddle a dock",),
        ("unload a ruby", "paddle a 2"),
        ("unload a ruby", "paddle a 6L"),
        ("unload a ruby", "paddle a 6R"),
        ("paddle a 6L", "unload a ruby"),
        ("paddle a 6R", "unload a ruby"),
    }


@pytest.mark.rule("N-GEM-4")
def test_a_gem_loaded_in_this_turn_is_not_unloaded_in_it() -> None:
    refused(lone("5", "4"), 0, "load a diamond", "unload a diamond", rule="N-GEM-4")
    refused(lone("6", "4 ruby"), 0, "unload a ruby", "load a diamond", "unload a diamond", rule="N-GEM-4")
    assert not any("unload a diamond" in texts for texts in plans(lone("6", "4"), 0))
    refused(lone("5", "3"), 0, "paddle a 4", rule="N-MOVE-6")


@pytest.mark.rule("N-GEM-4")
def test_what_one_canoe_lays_down_the_other_may_load() -> None:
    m = paddling("2", player("4 ruby", "4"))
    assert "load b ruby" in legal(m, 0, "unload a ruby")
    turn(m, 0, "unload a ruby", "load b ruby")
    assert [canoe(m, 0), canoe(m, 0, "b")] == ["4", "4 ruby"]


@pytest.mark.rule("N-GEM-4")
def test_each_canoe_may_unload_and_load_for_itself() -> None:
    m = paddling("4", player("4 ruby", "4 amber"))
    turn(m, 0, "unload a ruby", "load a diamond", "unload b amber", "load b ruby")
    assert [canoe(m, 0), canoe(m, 0, "b")] == ["4 diamond", "4 ruby"]
    assert deposit(m, 4) == {"diamond": 6, "amber": 1}


@pytest.mark.rule("N-GEM-5")
@pytest.mark.parametrize(("disc", "home"), HOMES.items())
@pytest.mark.parametrize("gem", GEMS)
def test_any_gem_may_be_laid_down_on_any_deposit(disc: str, home: str, gem: str) -> None:
    m = lone("2", f"{disc} {gem}")
    turn(m, 0, f"unload a {gem}")
    assert deposit(m, int(disc[0])) == ({gem: 7} if gem == home else {home: 7, gem: 1})


@pytest.mark.rule("N-GEM-5")
def test_any_gem_on_the_deposit_may_be_loaded() -> None:
    deposits = [{}, {"ruby": 7, "amber": 2, "diamond": 1}, {"amber": 5}, {"sapphire": 7}, {"amethyst": 7, "diamond": 6}]
    m = lone("2", "4", deposits=deposits)
    assert {text for text in legal(m, 0) if text.startswith("load")} == {
        "load a ruby",
        "load a amber",
        "load a diamond",
    }
    refused(m, 0, "load a sapphire", rule="N-GEM-5")
    turn(m, 0, "load a ruby")
    assert deposit(m, 4) == {"ruby": 6, "amber": 2, "diamond": 1}


@pytest.mark.rule("N-GEM-6")
def test_without_a_deposit_there_is_no_cargo_work() -> None:
    for place in ("1 ruby", "2 ruby"):
        refused(lone("2", place), 0, "unload a ruby", rule="N-GEM-6")
    refused(lone("2", "2"), 0, "load a amethyst", rule="N-GEM-6")
    refused(paddling("4", player()), 0, "load a amethyst", rule="N-GEM-6")
    refused(lone("4", "1 ruby"), 0, "paddle a 3", "load a amethyst", rule="N-GEM-1")


@pytest.mark.rule("N-GEM-6")
def test_from_an_empty_deposit_nothing_is_loaded() -> None:
    deposits = [{}, {"amethyst": 7, "diamond": 7}, {"amber": 7}, {"sapphire": 7}, {"ruby": 7}]
    refused(lone("2", "3", deposits=deposits), 0, "load a amethyst", rule="N-GEM-6")
    refused(paddling("5", player(), deposits=deposits), 0, "paddle a 3", rule="N-MOVE-6")
    assert not any("load" in text for texts in plans(lone("3", "2", deposits=deposits), 0) for text in texts)


@pytest.mark.rule("N-GEM-6")
def test_an_empty_canoe_unloads_nothing() -> None:
    refused(lone("2", "3"), 0, "unload a amethyst", rule="N-GEM-6")
    refused(lone("2", "3 ruby"), 0, "unload a amethyst", rule="N-GEM-6")
    refused(lone("4", "5"), 0, "paddle a 3", "unload a amethyst", rule="N-GEM-6")


@pytest.mark.rule("N-GEM-6")
def test_nobody_fills_deposits_up() -> None:
    m = lone("2", "3", options={"gems_per_deposit": 1})
    turn(m, 0, "load a amethyst")
    turn(m, 1, "paddle a 6L")
    turn(m, 2, "paddle a 6L")
    assert deposit(m, 3) == {}
    assert m.view(None).round == 16


@pytest.mark.rule("N-GEM-7")
@pytest.mark.parametrize("gem", GEMS)
def test_docking_brings_the_cargo_ashore(gem: str) -> None:
    m = lone("3", f"3 {gem}")
    assert kinds(turn(m, 0, "paddle a dock"))[:2] == ["paddled", "banked"]
    assert canoe(m, 0) == "dock"
    assert stash(m, 0) == {gem: 1}


@pytest.mark.rule("N-GEM-7")
def test_an_empty_canoe_docks_too() -> None:
    m = lone("3", "3")
    assert kinds(turn(m, 0, "paddle a dock"))[:2] == ["paddled", "revealed"]
    assert stash(m, 0) == {}
