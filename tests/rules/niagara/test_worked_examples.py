"""The examples with which published descriptions of the game explain themselves."""

from __future__ import annotations

import pytest

from support.niagara import canoe, kinds, legal, match, paddling, plans, play_cards, player, refused, turn


@pytest.mark.rule("N-MOVE-4", "N-MOVE-6", "N-GEM-2")
def test_a_five_with_both_canoes_at_the_dock() -> None:
    # Board Game Arena help: to disc 5, or to disc 3 and load an amethyst – with either canoe.
    m = paddling("5", player())
    assert plans(m, 0) == {
        ("paddle a 5",),
        ("paddle a 3", "load a amethyst"),
        ("paddle b 5",),
        ("paddle b 3", "load b amethyst"),
    }


@pytest.mark.rule("N-MOVE-3", "N-MOVE-5", "N-MOVE-8", "N-GEM-3", "N-GEM-4", "N-GEM-5", "N-GEM-7")
@pytest.mark.parametrize("cargo", ["ruby", "diamond"])
def test_a_five_with_a_canoe_at_the_dock_and_a_loaded_one_on_disc_four(cargo: str) -> None:
    # Board Game Arena help. (Its launch to disc 6 or 4 is a slip: from the dock a 5 reaches disc 5 or 3.)
    loaded = {
        ("paddle b dock",),
        *((f"unload b {cargo}", f"paddle b {end}") for end in ("1", "7L", "7R")),
        ("paddle b 3", f"unload b {cargo}", "load b amethyst"),
        ("paddle b 5", f"unload b {cargo}", "load b amber"),
        *((f"paddle b {end}", f"unload b {cargo}") for end in ("7L", "7R")),
    }
    if cargo != "diamond":  # nothing but diamonds lies there
        loaded |= {(f"unload b {cargo}", "load b diamond", f"paddle b {end}") for end in ("3", "5")}
    launches = {("paddle a 5",), ("paddle a 3", "load a amethyst")}
    expected = {
        *((*plan, "stay") for plan in loaded),
        *((*launch, *plan) for launch in launches for plan in loaded),
        *((*plan, *launch) for launch in launches for plan in loaded),
        # What canoe b has laid down at disc 3 canoe a may take.
        ("paddle b 3", f"unload b {cargo}", "load b amethyst", "paddle a 3", f"load a {cargo}"),
    }
    m = paddling("5", player("dock", f"4 {cargo}"))
    assert plans(m, 0) == expected
    assert len(expected) == (51 if cargo == "ruby" else 41)


@pytest.mark.rule("N-STEAL-1")
def test_a_two_takes_a_canoe_from_disc_three_to_disc_one_and_robs() -> None:
    # Board Game Arena help.
    m = paddling("2", player("3", "lost"), player("1 sapphire", "lost"))
    turn(m, 0, "paddle a 1", "steal 1a sapphire")
    assert [canoe(m, 0), canoe(m, 1)] == ["1 sapphire", "1"]


def river(m, *turns: tuple[str, ...]):
    """Play the turns of a round and return what the river does."""
    events = ()
    for texts in turns:
        (seat,) = m.waiting
        events = turn(m, seat, *texts)
    return next(event for event in events if kinds([event]) == ["river"])


@pytest.mark.rule("N-FLOW-1")
def test_a_two_a_five_a_cloud_and_a_six_in_the_rain_make_three_pushes() -> None:
    # Board Game Arena help: the weather is +1 when the river flows.
    m = match(*[player() for _ in range(4)])
    play_cards(m, "2", "5", "cloud", "6")
    assert river(m, ("paddle a 2",), ("paddle a 5",), ("weather up",), ("paddle a 6L",)).pushes == 3


@pytest.mark.rule("N-FLOW-1")
def test_a_one_a_two_and_a_four_in_the_sun_make_no_push() -> None:
    # Board Game Arena help.
    m = match(player(), weather=-1)
    play_cards(m, "1", "2", "4")
    assert river(m, ("paddle a 1",), ("paddle a 2",), ("paddle a 4",)).pushes == 0
    assert [canoe(m, seat) for seat in range(3)] == ["1", "2", "4"]


@pytest.mark.rule("N-FLOW-1")
@pytest.mark.parametrize(
    ("start", "steps", "pushes"),
    [(0, ("up", "up", "down"), 1), (-1, ("up", "up", "up"), 2), (1, ("up", "down", "down"), 0)],
)
def test_clouds_only_make_as_many_pushes_as_the_weather_says(start: int, steps: tuple[str, ...], pushes: int) -> None:
    # Board Game Arena help and Italian rules: +1 and +2 move the river, 0 does not.
    m = match(player(), weather=start)
    play_cards(m, "cloud", "cloud", "cloud")
    assert river(m, *((f"weather {step}",) for step in steps)).pushes == pushes


@pytest.mark.rule("N-FLOW-1")
def test_the_river_never_flows_backwards() -> None:
    # Board Game Arena help: clouds only and the weather at −1.
    m = match(player("3"), weather=0)
    play_cards(m, "cloud", "cloud", "cloud")
    assert river(m, ("weather down",), ("weather up",), ("weather down",)).pushes == 0
    assert canoe(m, 0) == "3"


@pytest.mark.rule("N-CLOUD-1")
def test_from_plus_one_the_cloud_goes_to_plus_two_or_to_zero() -> None:
    # Board Game Arena help; from +2 only to +1, says everybody.
    assert legal(paddling("cloud", player(), weather=1), 0) == {"weather up", "weather down"}
    assert legal(paddling("cloud", player(), weather=2), 0) == {"weather down"}


@pytest.mark.rule("N-MOVE-7", "N-GEM-3")
def test_a_six_from_the_dock() -> None:
    # BrettspielWelt help: four discs and a diamond, or six discs into either arm; not load at disc 3 and go on to 4.
    m = paddling("6", player("dock", "lost"))
    assert plans(m, 0) == {("paddle a 4", "load a diamond"), ("paddle a 6L",), ("paddle a 6R",)}
    refused(m, 0, "paddle a 3", rule="N-MOVE-6")


@pytest.mark.rule("N-FLOW-1")
def test_a_cloud_a_three_a_four_and_a_six_in_the_rain_make_four_pushes() -> None:
    # BrettspielWelt help.
    m = match(*[player() for _ in range(4)], weather=0)
    play_cards(m, "cloud", "3", "4", "6")
    flow = river(m, ("weather up",), ("paddle a 3",), ("paddle a 4",), ("paddle a 6L",))
    assert (flow.pushes, flow.lowest, flow.weather) == (4, 3, 1)


@pytest.mark.rule("N-MOVE-1", "N-GEM-2", "N-GEM-4")
def test_six_points_are_six_discs_or_four_and_a_gem_or_two_and_an_exchange() -> None:
    # Italian rules.
    assert ("paddle a 7L",) in plans(paddling("6", player("1", "lost")), 0)
    assert ("paddle a 5", "load a amber") in plans(paddling("6", player("1", "lost")), 0)
    assert ("paddle a 4", "unload a ruby", "load a diamond") in plans(paddling("6", player("2 ruby", "lost")), 0)


@pytest.mark.rule("N-FLOW-1")
def test_the_weather_at_plus_one_and_a_three_make_four_pushes() -> None:
    # Italian rules: the marker ends on +1, the lowest card is a 3.
    m = match(player(), weather=2)
    play_cards(m, "3", "cloud", "5")
    assert river(m, ("paddle a 3",), ("weather down",), ("paddle a 5",)).pushes == 4


@pytest.mark.rule("N-MOVE-2")
def test_two_discs_down_and_three_up_again_is_no_move() -> None:
    # Italian rules.
    m = paddling("5", player("2", "lost"))
    assert {texts[0] for texts in plans(m, 0)} == {"paddle a dock", "paddle a 7L", "paddle a 7R", "paddle a 5"}


@pytest.mark.rule("N-GEM-2")
def test_a_one_neither_loads_nor_unloads() -> None:
    # Rulebook.
    for place in ("3", "4 ruby"):
        texts = {text for plan in plans(paddling("1", player(place, "lost")), 0) for text in plan}
        assert all(text.startswith("paddle") for text in texts)
