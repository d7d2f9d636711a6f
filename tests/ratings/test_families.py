from __future__ import annotations

import pytest

from eddyline.bots import BOTS
from eddyline.bots.anchors import anchors
from eddyline.engine.families import family_of
from eddyline.engine.options import combine
from eddyline.engine.registry import GAMES, game

CASES = [
    ("niagara", 4, None, {}, "base"),
    ("niagara", 3, "boardgamearena", {"show_played": "newest"}, "base"),
    ("niagara", 4, None, {"spirits": True}, "spirits"),
    ("niagara", 6, None, {"beaver": True}, "spirits"),
    ("niagara", 5, None, {"diamond_joe": True}, "joe"),
    ("niagara", 4, None, {"diamond_joe": True, "moose": True}, "joe"),
    ("niagara", 2, None, {}, None),
    ("niagara", 4, None, {"gems_per_deposit": 3}, None),
    ("niagara", 4, "italian", {"tie_break": "gem_value"}, None),
    ("canyon", 5, "secret", {"skip_brown": True}, "base"),
    ("canyon", 4, None, {"max_rounds": 9}, None),
]


@pytest.mark.parametrize(("game_id", "players", "preset", "options", "family"), CASES)
def test_a_table_belongs_to_the_family_of_its_rules(game_id, players, preset, options, family):
    rules = game(game_id)
    found = family_of(rules, rules.parse_options(preset, options, players), players)
    assert (found and found.id) == family


def test_a_drawn_map_is_not_rated():
    rules = game("canyon")
    drawn = rules.maps.texts["canyon"].replace("\n", " \n", 1)
    options = combine(rules, None, {"board": drawn}, 4)
    assert family_of(rules, options, 4) is None


@pytest.mark.parametrize("game_id", GAMES)
def test_every_bot_of_every_family_is_measured_on_one_scale(game_id):
    usual = next(iter(BOTS[game_id]))
    for family in game(game_id).families:
        measured = anchors(game_id, family.id)
        assert set(measured) == set(BOTS[game_id])
        assert measured[usual] == 25.0
        assert min(measured, key=measured.__getitem__) == "random"
        assert max(measured, key=measured.__getitem__) == "guide"


def test_what_was_never_measured_has_no_anchors():
    assert anchors("niagara", "unknown") == {}
    assert anchors("unknown", "base") == {}
