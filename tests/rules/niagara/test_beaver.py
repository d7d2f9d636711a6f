from __future__ import annotations

import pytest

from eddyline.engine.match import Match
from support.niagara import NIAGARA, flow, kinds, paddling, player, turn

ON = {"beaver": True}


@pytest.mark.rule("S-BEAVER-1")
def test_it_is_not_in_the_river_at_first() -> None:
    m = Match.new(NIAGARA, NIAGARA.parse_options(None, ON, 3), players=3, word=1)
    assert m.view(None).beaver is None


@pytest.mark.rule("S-BEAVER-1")
def test_it_jumps_on_disc_1_when_the_weather_is_put_on_2() -> None:
    m = paddling("cloud", player(), weather=1, options=ON)
    events = turn(m, 0, "weather up")
    assert kinds(events) == ["weather", "beaver", "revealed"]
    assert NIAGARA.sentence(events[1], "ABC") == "A storm! The beaver jumps onto disc 1."
    assert m.view(None).beaver == "1"
    for weather, step in ((0, "up"), (1, "down"), (-1, "up")):
        m = paddling("cloud", player(), weather=weather, options=ON)
        turn(m, 0, f"weather {step}")
        assert m.view(None).beaver is None
    m = paddling("cloud", player(), weather=1)
    turn(m, 0, "weather up")
    assert m.view(None).beaver is None


@pytest.mark.rule("S-BEAVER-1")
def test_it_does_not_jump_twice() -> None:
    m = paddling("cloud", player(), weather=1, beaver="4", options=ON)
    assert kinds(turn(m, 0, "weather up")) == ["weather", "revealed"]
    assert m.view(None).beaver == "4"


@pytest.mark.rule("S-BEAVER-1")
@pytest.mark.parametrize(
    ("place", "card", "after"),
    [("1", "3", "4"), ("5", "1", "6L"), ("5", "2", "6L"), ("4", "2", "6R"), ("7R", "1", "7R"), ("6L", "1", "7L")],
)
def test_it_drifts_with_its_disc(place: str, card: str, after: str) -> None:
    m, events = flow([card], player(), beaver=place, weather=0, options=ON)
    assert m.view(None).beaver == after
    drift = [other.place for event in events if kinds([event]) == ["push"] for other in event.others]
    assert drift[-1:] == ([after] if after != place else [])


@pytest.mark.rule("S-BEAVER-1")
@pytest.mark.parametrize("weather", [-1, 0, 1, 2])
def test_when_it_falls_the_weather_becomes_0_whatever_it_is(weather: int) -> None:
    m, events = flow(["3"], player("5"), beaver="7L", weather=weather, options=ON)
    assert m.view(None).weather == 0
    assert m.view(None).beaver is None
    # The pushes of this round are not changed.
    assert kinds(events).count("push") == 3 + weather
    fall = kinds(events).index("beaver_fell")
    assert NIAGARA.sentence(events[fall], "ABC") == "The beaver goes over the falls: the weather becomes 0."


@pytest.mark.rule("S-BEAVER-1")
def test_it_can_fall_in_the_round_in_which_it_jumped() -> None:
    m = paddling("cloud", player(), others="7", weather=1, options=ON | {"spirit_cards": True})
    turn(m, 0, "weather up")
    turn(m, 1, "paddle a 7L")
    events = turn(m, 2, "paddle a 7R")
    assert kinds(events).count("push") == 9
    assert "beaver_fell" in kinds(events)
    assert [m.view(None).weather, m.view(None).beaver] == [0, None]


@pytest.mark.rule("S-BEAVER-1", "N-FLOW-1")
def test_the_weather_after_its_fall_counts_from_the_next_round_on() -> None:
    m, events = flow(["2"], player(), beaver="7L", weather=2, options=ON)
    assert kinds(events).count("push") == 4
    m, events = flow(["2"], player(), weather=m.view(None).weather, options=ON)
    assert kinds(events).count("push") == 2
