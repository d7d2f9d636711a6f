from __future__ import annotations

from collections import Counter

import pytest

from eddyline.engine.match import Match
from eddyline.engine.options import OptionError
from support.niagara import GEMS, NIAGARA, deposit, legal, match, paddling, plans, player, turn

SPIRITS = ("double_canoe", "whirlpool", "spirit_cards", "beaver", "moose")


def new(players: int = 3, preset: str | None = None, entropy: int = 0, **overrides: object) -> Match:
    return Match.new(NIAGARA, NIAGARA.parse_options(preset, overrides, players), players=players, word=entropy)


@pytest.mark.rule("N-SET-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_has_two_canoes_at_the_dock(players: int) -> None:
    view = new(players).view(None)
    assert len(view.players) == players
    for shown in view.players:
        assert [(canoe.name, canoe.place, canoe.cargo) for canoe in shown.canoes] == [
            ("a", "dock", ()),
            ("b", "dock", ()),
        ]
        assert shown.stash == {}


@pytest.mark.rule("N-SET-1")
def test_niagara_is_for_three_to_five_and_for_two_by_a_house_rule() -> None:
    assert NIAGARA.players == (3, 4, 5)
    assert NIAGARA.house_players == (2,)
    for players in (0, 1, 7):
        with pytest.raises(OptionError, match=f"2, 3, 4, 5, 6 players, got {players}"):
            new(players)
    with pytest.raises(OptionError, match=r"6 players need one of the options .*double_canoe.* \(N-SET-1\)"):
        new(6)


@pytest.mark.rule("N-SET-2")
def test_a_hand_holds_six_paddle_cards_and_a_cloud() -> None:
    m = new(5)
    for seat in range(5):
        assert m.view(seat).hand == ("cloud", "1", "2", "3", "4", "5", "6")
        assert legal(m, seat) == {"card cloud", *(f"card {card}" for card in range(1, 7))}


@pytest.mark.rule("N-SET-3")
def test_nine_discs_lie_in_a_main_channel_of_five_and_two_arms_of_two() -> None:
    neighbours = {}
    discs = ["1", "2", "3", "4", "5", "6L", "7L", "6R", "7R"]
    for disc in discs:
        one = plans(paddling("1", player(disc, "lost")), 0)
        neighbours[disc] = {text.split()[-1] for (text,) in one}
    assert neighbours == {
        "1": {"dock", "2"},
        "2": {"1", "3"},
        "3": {"2", "4"},
        "4": {"3", "5"},
        "5": {"4", "6L", "6R"},
        "6L": {"5", "7L"},
        "7L": {"6L"},
        "6R": {"5", "7R"},
        "7R": {"6R"},
    }


@pytest.mark.rule("N-SET-4")
def test_each_deposit_lies_beside_its_discs() -> None:
    found = {}
    for disc in ["1", "2", "3", "4", "5", "6L", "7L", "6R", "7R"]:
        ways = plans(paddling("2", player(disc, "lost")), 0)
        found[disc] = {text for (text, *_) in ways if text.startswith("load")}
    homes = {"3": 0, "4": 1, "5": 2, "6L": 3, "6R": 3, "7L": 4, "7R": 4}
    assert found == {disc: {f"load a {GEMS[homes[disc]]}"} if disc in homes else set() for disc in found}


@pytest.mark.rule("N-SET-4")
@pytest.mark.parametrize(("left", "right", "disc"), [("6L", "6R", 6), ("7L", "7R", 7)])
def test_both_arms_reach_the_same_gems(left: str, right: str, disc: int) -> None:
    gem = GEMS[disc - 3]
    m = paddling("2", player(left, "lost"), player(right, "lost"), others="2", options={"gems_per_deposit": 1})
    turn(m, 0, f"load a {gem}")
    assert deposit(m, disc) == {}
    assert f"load a {gem}" not in legal(m, 1)


@pytest.mark.rule("N-SET-5")
@pytest.mark.parametrize(
    ("preset", "players", "number"),
    [
        ("rulebook", 3, 7),
        ("boardgamearena", 3, 8),
        ("boardgamearena", 5, 8),
        ("brettspielwelt", 4, 7),
        ("italian", 5, 7),
        ("rulebook", 2, 7),
        ("boardgamearena", 2, 7),
    ],
)
def test_the_preset_says_how_many_gems_lie_on_a_deposit(preset: str, players: int, number: int) -> None:
    deposits = new(players, preset).view(None).deposits
    assert deposits == tuple({gem: number} for gem in GEMS)


@pytest.mark.rule("N-SET-5")
@pytest.mark.parametrize("module", SPIRITS)
def test_with_a_module_of_the_spirits_the_number_of_players_says_how_many_gems(module: str) -> None:
    for preset in NIAGARA.presets:
        for players, number in {2: 7, 3: 6, 4: 7, 5: 7, 6: 8}.items():
            assert new(players, preset, **{module: True}).view(None).deposits == tuple({gem: number} for gem in GEMS)
            asked = new(players, preset, gems_per_deposit=11, **{module: True})
            assert asked.view(None).deposits[4] == {"ruby": 11}


@pytest.mark.rule("N-SET-5")
def test_diamond_joe_changes_no_number_of_gems() -> None:
    for preset, number in {"rulebook": 7, "boardgamearena": 8}.items():
        assert new(3, preset, diamond_joe=True).view(None).deposits[0] == {"amethyst": number}


@pytest.mark.rule("N-SET-1")
@pytest.mark.parametrize("module", SPIRITS)
def test_six_may_play_with_any_module_of_the_spirits(module: str) -> None:
    m = new(6, **{module: True})
    assert m.players == len(m.view(None).players) == 6
    assert m.waiting == {0, 1, 2, 3, 4, 5}
    with pytest.raises(OptionError, match="N-SET-1"):
        new(6, diamond_joe=True)


@pytest.mark.rule("N-SET-5")
@pytest.mark.parametrize("players", [2, 3])
def test_a_number_of_gems_that_was_asked_for_is_kept(players: int) -> None:
    assert new(players, "boardgamearena", gems_per_deposit=8).view(None).deposits[0] == {"amethyst": 8}
    assert new(players, "rulebook", gems_per_deposit=12).view(None).deposits[4] == {"ruby": 12}
    for number in (0, -1, 21, "many"):
        with pytest.raises(OptionError, match="gems_per_deposit"):
            new(players, gems_per_deposit=number)


@pytest.mark.rule("N-SET-6")
def test_the_weather_starts_in_the_middle_of_its_track() -> None:
    assert new().view(None).weather == 0
    reached = set()
    for weather in (-1, 0, 1, 2):
        m = paddling("cloud", player(), weather=weather)
        for step in legal(m, 0):
            twin = m.copy()
            turn(twin, 0, step)
            reached.add((weather, twin.view(None).weather))
    assert reached == {(-1, 0), (0, -1), (0, 1), (1, 0), (1, 2), (2, 1)}
    for weather in (-2, 3):
        with pytest.raises(ValueError, match="weather"):
            match(player(), weather=weather)


@pytest.mark.rule("N-SET-7", "N-SET-8")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_chance_draws_the_first_player_and_the_first_arm(players: int) -> None:
    step = 0x9E37_79B9_7F4A_7C15
    drawn = Counter()
    for number in range(400):
        view = new(players, entropy=number * step % 2**64).view(None)
        drawn[view.first, view.next_arm] += 1
    assert set(drawn) == {(seat, arm) for seat in range(players) for arm in "LR"}
    assert min(drawn.values()) > 0.6 * 400 / players / 2


@pytest.mark.rule("N-SET-7", "N-SET-8")
def test_the_same_seed_draws_the_same_start() -> None:
    assert new(4, entropy=77).states.tobytes() == new(4, entropy=77).states.tobytes()


@pytest.mark.rule("N-SET-8")
@pytest.mark.parametrize("arm", ["L", "R"])
def test_everybody_sees_which_arm_is_next(arm: str) -> None:
    m = match(player(), next_arm=arm)
    assert [m.view(seat).next_arm for seat in (None, 0, 1, 2)] == [arm] * 4
