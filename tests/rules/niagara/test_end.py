from __future__ import annotations

import pytest

from eddyline.engine.match import IllegalAction
from support.niagara import NIAGARA, canoe, kinds, match, paddling, play_cards, player, stand_still, turn

VALUES = {"ruby": 5, "sapphire": 4, "amber": 3, "diamond": 2, "amethyst": 1}


def home(stash: str, gem: str) -> dict:
    """Describe a player about to dock with a gem."""
    return player(f"1 {gem}", "dock", stash)


def last_turns(*players: dict, **more):
    """Let the players dock who are on disc 1, then play the round to its end."""
    m = paddling("6", *players, **more)
    for seat, shown in enumerate(m.view(None).players):
        docks = shown.canoes[0].place == "1"
        events = turn(m, seat, *(["paddle a dock", "stay"] if docks else ["paddle a 6L"]))
    return m, events


@pytest.mark.rule("N-END-1")
@pytest.mark.parametrize(
    ("stash", "gem", "goals"),
    [
        ("ruby ruby ruby", "ruby", {"four_alike"}),
        ("amethyst amethyst amethyst", "amethyst", {"four_alike"}),
        ("ruby sapphire amber diamond", "amethyst", {"five_colours"}),
        ("ruby sapphire amber amethyst ruby", "diamond", {"five_colours"}),
        ("ruby ruby ruby amber amber amber", "sapphire", {"seven"}),
        ("ruby ruby amber amber sapphire sapphire", "diamond", {"seven"}),
        ("ruby ruby ruby amber amber amber", "ruby", {"four_alike", "seven"}),
        ("ruby ruby ruby sapphire amber diamond", "amethyst", {"five_colours", "seven"}),
        ("ruby ruby ruby amber amber", "sapphire", set()),
        ("ruby ruby ruby", "amber", set()),
        ("ruby sapphire amber", "diamond", set()),
        ("", "ruby", set()),
    ],
)
def test_the_goal_is_four_alike_or_five_colours_or_seven(stash: str, gem: str, goals: set[str]) -> None:
    m, _ = last_turns(home(stash, gem))
    assert set(m.view(None).players[0].goals.reached) == goals
    assert m.over == bool(goals)
    assert m.winners == ((0,) if goals else ())


@pytest.mark.rule("N-END-1")
def test_the_goal_is_told_when_the_gem_comes_ashore() -> None:
    m = paddling("6", home("ruby ruby ruby amber amber amber", "ruby"))
    events = turn(m, 0, "paddle a dock", "stay")
    assert kinds(events) == ["paddled", "banked", "goal", "goal", "revealed"]
    assert {event.goal for event in events[2:4]} == {"four_alike", "seven"}


@pytest.mark.rule("N-END-1")
def test_a_gem_on_board_does_not_count() -> None:
    m = paddling("2", player("3 ruby", "lost", "ruby ruby ruby"))
    turn(m, 0, "paddle a 1")
    stand_still(m)
    assert not m.over


@pytest.mark.rule("N-END-2")
def test_everybody_plays_phase_two_to_its_end_and_the_river_does_not_flow() -> None:
    m = paddling("6", home("ruby ruby ruby", "ruby"), player("7L amber", "dock"), others="1", weather=2)
    turn(m, 0, "paddle a dock", "stay")
    assert not m.over
    assert m.waiting == {1}
    turn(m, 1, "paddle a 6L", "stay")
    events = turn(m, 2, "paddle a 1")
    assert kinds(events) == ["paddled", "over"]
    assert m.over
    assert m.waiting == frozenset()
    assert [canoe(m, 1), canoe(m, 2)] == ["6L amber", "1"]
    assert m.view(None).round == 15
    assert m.view(None).first == 0
    with pytest.raises(IllegalAction, match="over"):
        m.draft(0)


@pytest.mark.rule("N-END-2")
def test_several_can_reach_the_goal_in_one_round() -> None:
    m, events = last_turns(home("ruby ruby ruby", "ruby"), home("amber amber amber", "amber"), player(), player())
    assert events[-1].winners == (0, 1)
    assert m.ranking == (1, 1, 3, 3)


@pytest.mark.rule("N-END-3")
@pytest.mark.parametrize(("tie_break", "winners"), [("shared", (0, 1)), ("gem_value", (0,))])
def test_the_option_decides_among_several_who_reached_the_goal(tie_break: str, winners: tuple[int, ...]) -> None:
    m, _ = last_turns(
        home("ruby ruby ruby", "ruby"), home("amber amber amber", "amber"), options={"tie_break": tie_break}
    )
    assert m.winners == winners
    assert m.ranking == ((1, 1, 3) if tie_break == "shared" else (1, 2, 3))


@pytest.mark.rule("N-END-3")
def test_the_gem_value_is_what_the_stash_is_worth() -> None:
    m = match(*[player(stash=f"{gem} {gem}") for gem in VALUES])
    assert [shown.value for shown in m.view(None).players] == [2 * value for value in VALUES.values()]


@pytest.mark.rule("N-END-3")
def test_equal_gem_value_shares_the_win() -> None:
    m, _ = last_turns(
        home("amber amber amber", "amber"),
        home("diamond diamond diamond sapphire", "diamond"),
        home("amethyst amethyst amethyst", "amethyst"),
        options={"tie_break": "gem_value"},
    )
    assert [shown.value for shown in m.view(None).players] == [12, 12, 4]
    assert m.winners == (0, 1)
    assert m.ranking == (1, 1, 3)


@pytest.mark.rule("N-END-4")
def test_winners_come_first_then_who_reached_the_goal_then_the_rest_by_gem_value() -> None:
    five = [
        home("amethyst amethyst amethyst", "amethyst"),
        home("ruby ruby ruby", "ruby"),
        player("dock", "dock", "sapphire sapphire sapphire"),
        player("dock", "dock", "amber amber amber diamond diamond"),
        player("dock", "dock", "amber"),
    ]
    m, _ = last_turns(*five, options={"tie_break": "gem_value"})
    assert m.winners == (1,)
    assert m.ranking == (2, 1, 4, 3, 5)
    m, _ = last_turns(*five, options={"tie_break": "shared"})
    assert m.winners == (0, 1)
    assert m.ranking == (1, 1, 4, 3, 5)


@pytest.mark.rule("N-END-4")
def test_equals_share_a_rank_and_the_next_is_left_out() -> None:
    m, _ = last_turns(
        home("ruby ruby ruby", "ruby"),
        player("dock", "dock", "amber"),
        player("dock", "dock", "diamond amethyst"),
        player("dock", "dock", "amethyst"),
    )
    assert m.ranking == (1, 2, 2, 4)


@pytest.mark.rule("N-END-5")
def test_after_the_last_rounds_river_the_game_is_over_and_nobody_has_won() -> None:
    m = match(
        player("1", "dock", "amber"),
        player("dock", "dock", "diamond amethyst"),
        player("dock", "dock", "amethyst"),
        options={"max_rounds": 15},
    )
    play_cards(m, "1", "2", "2")
    events = stand_still(m)
    assert kinds(events)[-1] == "over"
    assert "push" in kinds(events)
    assert "preserver" not in kinds(events)
    assert m.over
    assert m.winners == ()
    assert m.ranking == (1, 1, 3)


@pytest.mark.rule("N-END-5")
@pytest.mark.parametrize("rounds", [1, 3, 8])
def test_the_option_says_how_many_rounds(rounds: int) -> None:
    m = match(player(), options={"max_rounds": rounds}, round=1)
    for number in range(1, rounds + 1):
        assert not m.over
        assert m.view(None).round == number
        card = m.view(0).hand[-1]
        play_cards(m, card, card, card)
        stand_still(m)
    assert m.over


@pytest.mark.rule("N-END-5")
def test_a_hundred_rounds_are_the_default() -> None:
    assert {options.max_rounds for options in NIAGARA.presets.values()} == {100}


@pytest.mark.rule("N-END-5")
def test_a_goal_in_the_last_round_is_a_win() -> None:
    m, _ = last_turns(home("ruby ruby ruby", "ruby"), options={"max_rounds": 15})
    assert m.over
    assert m.winners == (0,)
