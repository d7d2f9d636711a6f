"""Options: presets, bundles, what a number of players brings with it, and who wins."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
import pytest

from eddyline.engine.match import Match
from eddyline.engine.options import Implied, Need, OptionError, OptionInfo
from support.toy import Toy


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    gems: Annotated[int, msgspec.Meta(ge=1, le=20)] = 7
    rescue: Literal["optional", "forced"] = "optional"
    moose: bool = False
    beaver: bool = False
    joe: bool = False
    board: Annotated[str, msgspec.Meta(max_length=100)] = "small"


class Wide(Toy):
    """A toy with options like those of a game with modules: 2–5 players, and six with a module."""

    players = (3, 4, 5)
    house_players = (2,)
    presets: ClassVar = {"plain": Options(), "eight": Options(gems=8)}
    default_preset = "plain"
    option_type = Options
    boards: ClassVar = {"small": ("S~V",), "large": ("S~~~V",)}
    bundles: ClassVar = {"spirits": ("moose", "beaver")}
    needs = (Need(players=6, any_of=("moose", "beaver"), rule="X-SET-1"),)
    implied = (
        Implied(players=(2,), set={"gems": 7}),
        Implied(players=(2, 4, 5), any_of=("moose", "beaver"), set={"gems": 7}),
        Implied(players=(3,), any_of=("moose", "beaver"), set={"gems": 6}),
        Implied(players=(6,), any_of=("moose", "beaver"), set={"gems": 8}),
    )


WIDE = Wide()


def parse(preset=None, players=None, **overrides) -> Options:
    return WIDE.parse_options(preset, overrides, players)


@pytest.mark.parametrize(
    ("preset", "players", "overrides", "gems"),
    [
        ("plain", 3, {}, 7),
        ("eight", 3, {}, 8),
        ("eight", None, {}, 8),
        ("eight", 2, {}, 7),
        ("eight", 3, {"moose": True}, 6),
        ("eight", 3, {"spirits": True}, 6),
        ("eight", 4, {"beaver": True}, 7),
        ("eight", 6, {"beaver": True}, 8),
        ("plain", 6, {"beaver": True}, 8),
        ("eight", 3, {"joe": True}, 8),
        ("eight", 3, {"moose": False}, 8),
        ("eight", 3, {"moose": True, "gems": 9}, 9),
        ("eight", 2, {"gems": 1}, 1),
        ("eight", None, {"moose": True}, 8),
    ],
)
def test_the_players_win_over_the_preset_and_a_single_choice_over_both(preset, players, overrides, gems) -> None:
    assert parse(preset, players, **overrides).gems == gems


@pytest.mark.parametrize(
    ("overrides", "on"),
    [
        ({"spirits": True}, {"moose", "beaver"}),
        ({"spirits": False}, set()),
        ({"spirits": True, "moose": False}, {"beaver"}),
        ({"moose": False, "spirits": True}, {"beaver"}),
        ({"spirits": False, "joe": True}, {"joe"}),
    ],
)
def test_a_bundle_stands_for_its_options_and_each_of_them_wins_over_it(overrides, on) -> None:
    chosen = parse(**overrides)
    assert {name for name in ("moose", "beaver", "joe") if getattr(chosen, name)} == on


@pytest.mark.parametrize(
    ("overrides", "named"),
    [
        ({"spirits": 1}, "spirits"),
        ({"spirits": "yes"}, "spirits"),
        ({"moose": 1}, "moose"),
        ({"moose": None}, "moose"),
        ({"gems": True}, "gems"),
        ({"gems": 21}, "gems"),
        ({"rescue": "never"}, "rescue"),
        ({"board": "x" * 101}, "board"),
        ({"board": 7}, "board"),
        ({"gravity": True}, "gravity"),
    ],
)
def test_what_is_refused_is_named(overrides, named) -> None:
    with pytest.raises(OptionError, match=named):
        parse(**overrides)


def test_some_numbers_of_players_need_an_option() -> None:
    for players in (2, 3, 4, 5):
        WIDE.check_players(players, parse())
    WIDE.check_players(6, parse(spirits=True))
    WIDE.check_players(6, parse(moose=True))
    for overrides in ({}, {"joe": True}, {"spirits": False}):
        with pytest.raises(OptionError, match=r"6 players need one of the options moose, beaver \(X-SET-1\)"):
            WIDE.check_players(6, parse(**overrides))
    with pytest.raises(OptionError, match="for 2, 3, 4, 5, 6 players, got 7"):
        WIDE.check_players(7, parse(spirits=True))


def test_a_match_checks_its_players_with_its_options() -> None:
    with pytest.raises(OptionError, match="X-SET-1"):
        Match.new(WIDE, players=6, entropy=1)


def test_every_option_says_what_it_takes() -> None:
    assert WIDE.option_infos() == (
        OptionInfo(name="gems", kind="number", least=1, most=20),
        OptionInfo(name="rescue", kind="choice", values=("optional", "forced")),
        OptionInfo(name="moose", kind="switch"),
        OptionInfo(name="beaver", kind="switch"),
        OptionInfo(name="joe", kind="switch"),
        OptionInfo(name="board", kind="choice", values=("small", "large"), longest=100),
    )
