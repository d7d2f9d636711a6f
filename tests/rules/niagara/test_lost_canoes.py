from __future__ import annotations

import random

import pytest

from support import oracle
from support.niagara import (
    GEMS,
    PLAIN,
    canoe,
    deposit,
    kinds,
    legal,
    match,
    paddling,
    plans,
    play_cards,
    player,
    refused,
    stand_still,
    stash,
    turn,
    walk,
)

RESCUE = {"phase": "rescue", "round": 16}


def rescue(*players, rule: str = "optional", **more):
    """Begin with the rescues of a round."""
    return match(*players, options={"rescue": rule}, **RESCUE, **more)


@pytest.mark.rule("N-LOST-0")
def test_rescues_are_unseen_until_all_are_made_and_shown_together() -> None:
    def seen(decision: str) -> list[object]:
        m = rescue(player("lost", "dock", "ruby"), player("lost", "dock", "amber"))
        assert turn(m, 0, decision) == ()
        return [m.waiting, *(m.view(who) for who in (None, 1, 2)), *(m.redacted(who).tobytes() for who in (None, 1, 2))]

    assert seen("rescue a ruby") == seen("decline")
    m = rescue(player("lost", "dock", "ruby"), player("lost", "dock", "amber"))
    turn(m, 0, "rescue a ruby")
    assert m.view(0).players[0].canoes[0].place == "lost"
    with pytest.raises(ValueError, match="decide about"):
        turn(m, 1, "card 3")
    events = turn(m, 1, "rescue a amber")
    assert kinds(events) == ["rescued", "rescued"]
    assert m.view(None).phase == "cards"


@pytest.mark.rule("N-LOST-0")
def test_a_decision_about_canoes_may_be_changed_until_the_last_one_is_made() -> None:
    m = rescue(player("lost", "dock", "ruby"), player("lost", "dock", "amber"))
    turn(m, 0, "rescue a ruby")
    turn(m, 0, "decline")
    turn(m, 1, "decline")
    assert canoe(m, 0) == "lost"
    assert stash(m, 0) == {"ruby": 1}


@pytest.mark.rule("N-LOST-1")
@pytest.mark.parametrize("gem", GEMS)
def test_the_cargo_of_a_lost_canoe_goes_home(gem: str) -> None:
    mixed = [{"ruby": 7}, {"sapphire": 7}, {"amber": 7}, {"diamond": 7}, {"amethyst": 7}]
    site = next(site for site in mixed if gem in site)
    site[gem] -= 1
    m = paddling("6", player(), player("7L " + gem, "7R"), others=["1", "cloud"], deposits=mixed, weather=1)
    turn(m, 0, "paddle a 6L")
    turn(m, 1, "paddle a 6L", "paddle b 6R")
    home = deposit(m, GEMS.index(gem) + 3).get(gem, 0)
    river = turn(m, 2, "weather up")
    assert [push.canoes[-1].gems for push in river if kinds([push]) == ["push"]] == [(), (), (gem,)]
    assert canoe(m, 1) == "lost"
    assert canoe(m, 1, "b") == "7R"
    assert deposit(m, GEMS.index(gem) + 3)[gem] == home + 1


@pytest.mark.rule("N-LOST-2")
def test_a_canoe_costs_one_gem_of_any_colour_which_goes_home() -> None:
    m = rescue(player("lost", "7L", "ruby amber amber"), deposits=None)
    assert legal(m, 0) == {"decline", "rescue a amber", "rescue a ruby"}
    refused(m, 0, "rescue a diamond", rule="N-LOST-2")
    refused(m, 0, "rescue b ruby", rule="N-LOST-2")
    refused(m, 0, "rescue a", rule="N-LOST-3")
    turn(m, 0, "rescue a amber")
    assert stash(m, 0) == {"amber": 1, "ruby": 1}
    assert deposit(m, 5) == {"amber": 6}
    assert canoe(m, 0) == "dock"
    play_cards(m, "2", "2", "2")
    assert "paddle a 2" in legal(m, 0)


@pytest.mark.rule("N-LOST-2")
def test_who_declines_is_asked_again_next_round() -> None:
    m = rescue(player("lost", "dock", "ruby"))
    turn(m, 0, "decline")
    assert canoe(m, 0) == "lost"
    play_cards(m, "2", "2", "2")
    stand_still(m)
    assert m.view(None).phase == "rescue"
    assert m.waiting == {0}
    assert legal(m, 0) == {"decline", "rescue a ruby"}


@pytest.mark.rule("N-LOST-3")
def test_who_has_lost_both_canoes_and_has_no_gem_gets_one_back_free() -> None:
    m = rescue(player("lost", "lost"))
    assert legal(m, 0) == {"rescue a"}
    refused(m, 0, "decline", rule="N-LOST-3")
    refused(m, 0, "rescue a ruby", rule="N-LOST-3")
    (rescued,) = turn(m, 0, "rescue a")
    assert rescued.gem is None
    assert [canoe(m, 0), canoe(m, 0, "b")] == ["dock", "lost"]
    assert m.view(None).phase == "cards"


@pytest.mark.rule("N-LOST-3")
@pytest.mark.parametrize("rule", ["optional", "forced"])
def test_one_lost_canoe_and_no_gem_brings_nothing(rule: str) -> None:
    m = match(player("lost", "3"), options={"rescue": rule}, phase="rescue", round=16)
    assert m.view(None).phase == "cards"
    assert canoe(m, 0) == "lost"


@pytest.mark.rule("N-LOST-4")
@pytest.mark.parametrize("rule", ["optional", "forced"])
def test_two_lost_canoes_may_both_be_bought(rule: str) -> None:
    m = rescue(player("lost", "lost", "ruby ruby amber"), rule=rule)
    assert legal(m, 0, "rescue a ruby") == {"decline", "rescue b amber", "rescue b ruby"}
    assert len(turn(m, 0, "rescue a ruby", "rescue b ruby")) == 2
    assert [canoe(m, 0), canoe(m, 0, "b")] == ["dock", "dock"]
    assert stash(m, 0) == {"amber": 1}
    assert deposit(m, 7) == {"ruby": 7}


@pytest.mark.rule("N-LOST-3", "N-LOST-4")
def test_one_gem_buys_one_of_two_canoes_and_the_other_is_not_free() -> None:
    m = rescue(player("lost", "lost", "ruby"))
    assert plans(m, 0) == {("decline",), ("rescue a ruby",)}
    refused(m, 0, "rescue b ruby", rule="N-LOST-2")
    m = rescue(player("lost", "lost", "ruby ruby"))
    refused(m, 0, "rescue a ruby", "rescue b amber", rule="N-LOST-2")


@pytest.mark.rule("N-LOST-5")
def test_optional_lets_a_player_go_without_a_canoe() -> None:
    assert ("decline",) in plans(rescue(player("lost", "lost", "ruby")), 0)


@pytest.mark.rule("N-LOST-5")
def test_forced_makes_a_player_without_a_canoe_buy_one() -> None:
    m = rescue(player("lost", "lost", "ruby amber"), rule="forced")
    refused(m, 0, "decline", rule="N-LOST-5")
    assert plans(m, 0) == {
        ("rescue a ruby", "decline"),
        ("rescue a amber", "decline"),
        ("rescue a ruby", "rescue b amber"),
        ("rescue a amber", "rescue b ruby"),
    }
    assert ("decline",) in plans(rescue(player("lost", "dock", "ruby"), rule="forced"), 0)


@pytest.mark.rule("N-LOST-5")
def test_a_canoe_that_sits_out_misses_one_whole_round_and_returns_free() -> None:
    m = rescue(player("lost", "dock", "ruby"), rule="sit_out", first=2)
    events = turn(m, 0, "decline")
    assert kinds(events) == ["sits_out"]
    assert canoe(m, 0) == "lost sits_out"
    play_cards(m, "2", "2", "2")
    turn(m, 2, "paddle a 2")
    assert {text.split()[1] for text in legal(m, 0)} == {"b"}
    events = stand_still(m)
    assert kinds(events)[-1] == "rescued"
    assert events[-1].gem is None
    assert canoe(m, 0) == "dock"
    assert stash(m, 0) == {"ruby": 1}
    assert m.view(None).phase == "cards"
    play_cards(m, "3", "3", "3")
    assert "paddle a 3" in legal(m, 0)


@pytest.mark.rule("N-LOST-5")
def test_sitting_out_needs_no_decision_of_a_player_who_cannot_pay() -> None:
    m = rescue(player("lost", "dock"), rule="sit_out")
    assert m.view(None).phase == "cards"
    assert canoe(m, 0) == "lost sits_out"


@pytest.mark.rule("N-LOST-5")
def test_a_gem_saves_the_wait() -> None:
    m = rescue(player("lost", "dock", "ruby"), rule="sit_out")
    turn(m, 0, "rescue a ruby")
    assert canoe(m, 0) == "dock"


@pytest.mark.rule("N-LOST-5")
def test_with_sit_out_one_of_two_lost_canoes_is_free_gems_or_not() -> None:
    m = rescue(player("lost", "lost", "ruby amber"), rule="sit_out")
    refused(m, 0, "decline", rule="N-LOST-3")
    assert plans(m, 0) == {
        ("rescue a", "decline"),
        ("rescue a", "rescue b ruby"),
        ("rescue a", "rescue b amber"),
    }
    turn(m, 0, "rescue a", "decline")
    assert [canoe(m, 0), canoe(m, 0, "b")] == ["dock", "lost sits_out"]
    assert stash(m, 0) == {"amber": 1, "ruby": 1}


@pytest.mark.rule("N-LOST-5")
def test_with_sit_out_the_wait_that_is_over_comes_before_the_free_canoe() -> None:
    # Canoe a sat out this round; canoe b is lost in it. Next round a is back, so b alone is lost: it is not free.
    m = paddling(
        "1", player("lost sits_out", "7L", "ruby"), options={"rescue": "sit_out"}, others=["2", "2"], weather=2
    )
    turn(m, 0, "paddle b 6L")
    turn(m, 1, "paddle a 2")
    turn(m, 2, "paddle a 2")
    assert [canoe(m, 0), canoe(m, 0, "b")] == ["dock", "lost"]
    assert plans(m, 0) == {("decline",), ("rescue b ruby",)}


@pytest.mark.rule("N-LOST-6")
def test_a_player_without_a_canoe_plays_a_card_that_counts_for_the_river() -> None:
    m = rescue(player("lost", "lost", "ruby"), player("1"))
    turn(m, 0, "decline")
    events = play_cards(m, "3", "6", "5")
    assert kinds(events) == ["revealed", "idle", "revealed"]
    assert m.waiting == {1}
    turn(m, 1, "paddle a dock", "stay")
    events = turn(m, 2, "paddle a 5")
    river = events[1]
    assert (river.pushes, river.lowest) == (3, 3)
    assert "3" not in m.view(0).hand


@pytest.mark.rule("N-LOST-6")
def test_a_player_without_a_canoe_moves_the_weather_with_a_cloud() -> None:
    hand = ["cloud", "1", "2", "3", "4", "5"]
    m = rescue(player("lost", "lost", "ruby", hand=hand))
    turn(m, 0, "decline")
    play_cards(m, "cloud", "6", "5")
    assert legal(m, 0) == {"weather up", "weather down"}


@pytest.mark.rule("N-LOST-2", "N-LOST-3", "N-LOST-4", "N-LOST-5")
@pytest.mark.parametrize("rule", ["optional", "forced", "sit_out"])
def test_rescues_end_as_the_naive_player_says(rule: str) -> None:
    rng = random.Random(rule)
    for _ in range(20 if PLAIN else 200):
        colours = rng.sample(GEMS, rng.randint(0, 3))
        words = " ".join(gem for gem in colours for _ in range(rng.randint(1, 2)))
        lost = rng.choice([1, 2])
        owner = player("lost", "lost" if lost == 2 else "4", words)
        m = rescue(owner, player("lost", "lost"), rule=rule)
        purse = tuple(words.split().count(gem) for gem in GEMS)
        expected = oracle.rescues(lost, purse, rule)
        if 0 in m.waiting:
            found = {
                (int((s.place[0] == 10).sum() - (s.rescue[0] != -1).sum()), _rest(s)) for _, (s,) in walk(m.states, 0)
            }
        else:
            found = {(lost, purse)}
        assert found == expected


def _rest(s) -> tuple[int, ...]:
    paid = [int(price) for price in s.rescue[0] if 0 <= price < 5]
    return tuple(int(number) - paid.count(gem) for gem, number in enumerate(s.stash[0]))
