"""Options: presets, bundles, what a number of players brings with it, and who wins."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Annotated, Literal

import msgspec
import pytest

from eddyline.engine.game import ActionError
from eddyline.engine.maps import Maps
from eddyline.engine.match import Match
from eddyline.engine.options import Implied, Need, OptionError, OptionInfo, seatings
from eddyline.engine.registry import GAMES, UnknownGameError, game
from eddyline.engine.suggest import suggest
from support.toy import GAME as TOY


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    gems: Annotated[int, msgspec.Meta(ge=1, le=20)] = 7
    rescue: Literal["optional", "forced"] = "optional"
    moose: bool = False
    beaver: bool = False
    joe: bool = False
    board: Annotated[str, msgspec.Meta(max_length=100)] = "small"


# A toy with options like those of a game with modules: 2–5 players, and six with a module.
WIDE = replace(
    TOY,
    players=(3, 4, 5),
    house_players=(2,),
    presets={"plain": Options(), "eight": Options(gems=8)},
    default_preset="plain",
    option_type=Options,
    maps=Maps({"small": "S~V", "large": "S~~~V"}, lambda _: [], lambda _: []),
    bundles={"spirits": ("moose", "beaver")},
    needs=(Need(players=6, any_of=("moose", "beaver"), rule="X-SET-1"),),
    implied=(
        Implied(players=(2,), set={"gems": 7}),
        Implied(players=(2, 4, 5), any_of=("moose", "beaver"), set={"gems": 7}),
        Implied(players=(3,), any_of=("moose", "beaver"), set={"gems": 6}),
        Implied(players=(6,), any_of=("moose", "beaver"), set={"gems": 8}),
    ),
)


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


@pytest.mark.parametrize(
    ("preset", "overrides", "sentence"),
    [
        (None, {"gem": 3}, "Toy has no option 'gem'; expected one of: gems, rescue, moose, beaver, joe, board, "),
        (None, {"gem": 3}, " (did you mean 'gems'?)"),
        (None, {"Mose": True}, "(did you mean 'moose'?)"),
        (None, {"SPIRIT": True}, "(did you mean 'spirits'?)"),
        (None, {"gravity": True}, "joe, board, spirits"),
        (None, {7: True}, "Toy has no option 7; expected one of: gems"),
        (None, {"\ud800": True}, "Toy has no option '\\ud800'; expected one of: gems"),
        ("plane", {}, "Toy has no preset 'plane'; expected one of: plain, eight (did you mean 'plain'?)"),
        (["plain"], {}, "Toy has no preset ['plain']; expected one of: plain, eight"),
        (None, {"gems": 21}, "expected a whole number from 1 to 20, got 21 - at `$.gems`"),
        (None, {"gems": "7"}, "expected a whole number from 1 to 20, got '7' - at `$.gems`"),
        (None, {"gems": 10**5000}, "expected a whole number from 1 to 20, got a int that cannot be shown"),
        (None, {"gems": float("nan")}, "expected a whole number from 1 to 20, got nan - at `$.gems`"),
        (None, {"moose": 1}, "expected true or false, got 1 - at `$.moose`"),
        (None, {"spirits": 1}, "expected true or false, got 1 - at `$.spirits`"),
        (None, {"rescue": "force"}, "one of: forced, optional, got 'force' (did you mean 'forced'?) - at `$.rescue`"),
        (None, {"rescue": None}, "expected one of: forced, optional, got None - at `$.rescue`"),
        (None, {"board": "x" * 101}, "expected a text of at most 100 characters, got 'xxx"),
    ],
)  # fmt: skip
def test_a_refusal_says_what_was_expected_and_what_came(preset, overrides, sentence) -> None:
    with pytest.raises(OptionError) as refusal:
        WIDE.parse_options(preset, overrides)
    assert sentence in str(refusal.value)
    assert len(str(refusal.value)) < 400


def test_options_are_a_mapping() -> None:
    for odd in (None, 7, "max_rounds=3", b"moose", [("moose", True)]):
        with pytest.raises(TypeError, match="expected options as a mapping, got "):
            WIDE.parse_options(None, odd)


def test_a_number_of_players_is_a_whole_number() -> None:
    for odd in (3.0, True, "3", None, float("nan"), [3]):
        with pytest.raises(OptionError, match="is for 2, 3, 4, 5, 6 players, got "):
            WIDE.check_players(odd, parse())


@pytest.mark.parametrize(
    ("name", "meant"),
    [("max_round", "max_rounds"), ("MAX-ROUNDS", "max_rounds"), ("diamond joe", "diamond_joe"), ("gravity", None),
     ("", None), (7, None), (None, None), (["moose"], None), ("max_rounds" * 10_000, None)],
)  # fmt: skip
def test_a_misspelt_name_gets_a_suggestion(name, meant) -> None:
    expected = f" (did you mean {meant!r}?)" if meant else ""
    assert suggest(name, ["max_rounds", "diamond_joe", "moose"]) == expected


def test_games_and_boards_get_a_suggestion_too() -> None:
    with pytest.raises(UnknownGameError, match=r"there is no game 'Canion'; .* \(did you mean 'canyon'\?\)"):
        game("Canion")
    for odd in (None, 7, ["canyon"], b"canyon"):
        with pytest.raises(UnknownGameError, match="there is no game"):
            game(odd)
    with pytest.raises(OptionError, match=r"there is no board 'wirlpool'; .* \(did you mean 'whirlpool'\?\)"):
        game("canyon").parse_options(None, {"board": "wirlpool"})


@pytest.mark.parametrize("game_id", GAMES)
def test_the_text_of_an_action_is_a_text(game_id) -> None:
    for odd in (None, 7, b"card 3", ["card 3"], ("card 3",)):
        with pytest.raises(TypeError, match="expected the text of an action, got "):
            game(game_id).parse_action(odd)
    for odd in ("", "\ud800", "card 3" * 100_000):
        with pytest.raises(ActionError, match="is no action of") as refusal:
            game(game_id).parse_action(odd)
        assert len(str(refusal.value)) < 200


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


def test_clients_need_only_look_up_what_a_number_of_players_brings() -> None:
    groups = ("moose", "beaver"), ("beaver", "joe"), ("moose",)
    overlapping = replace(
        WIDE,
        needs=(Need(players=6, any_of=groups[0], rule="X-SET-1"), Need(players=6, any_of=("joe",), rule="X-SET-2")),
        implied=(
            Implied(players=(2, 3), set={"gems": 5, "rescue": "forced"}),
            *(Implied(players=(3, 4), any_of=group, set={"gems": 9 + i}) for i, group in enumerate(groups)),
            Implied(players=(4,), any_of=groups[0], set={"rescue": "forced"}),
        ),
        presets={"plain": Options(), "joe": Options(joe=True, gems=8)},
    )
    for rules in (WIDE, overlapping, *map(game, GAMES)):
        table = seatings(rules)
        assert tuple(dict.fromkeys(each.players for each in table)) == rules.player_counts
        for preset, players in product(rules.presets, rules.player_counts):
            for chosen in some_wishes(rules):
                usual = msgspec.to_builtins(rules.presets[preset]) | chosen
                counts = [
                    each
                    for each in table
                    if each.players == players and all(any(usual[name] for name in group) for group in each.while_on)
                ]
                options = rules.parse_options(preset, chosen, players)
                assert usual | counts[-1].set | chosen == msgspec.to_builtins(options)
                if counts[-1].lacks:
                    with pytest.raises(OptionError, match=f"need one of the options {', '.join(counts[-1].lacks)} "):
                        rules.check_players(players, options)
                else:
                    rules.check_players(players, options)


def some_wishes(rules):
    """Choose every set of switches, and one option more or not."""
    switches = [info.name for info in rules.option_infos() if info.kind == "switch"]
    number = next(info for info in rules.option_infos() if info.kind == "number")
    for values in product((None, True, False), repeat=min(len(switches), 3)):
        for rest in product((False, True), repeat=max(0, len(switches) - 3)):
            chosen = dict(zip(switches, (*values, *rest), strict=True))
            chosen = {name: on for name, on in chosen.items() if on is not None}
            yield from (chosen, chosen | {number.name: number.least})


def test_a_match_checks_its_players_with_its_options() -> None:
    with pytest.raises(OptionError, match="X-SET-1"):
        Match.new(WIDE, players=6, word=1)


def test_every_option_says_what_it_takes() -> None:
    assert WIDE.option_infos() == (
        OptionInfo(name="gems", kind="number", least=1, most=20),
        OptionInfo(name="rescue", kind="choice", values=("optional", "forced")),
        OptionInfo(name="moose", kind="switch"),
        OptionInfo(name="beaver", kind="switch"),
        OptionInfo(name="joe", kind="switch"),
        OptionInfo(name="board", kind="choice", values=("small", "large"), longest=100),
    )
