"""The records in which the scenes of an adventure begin are those of the positions beside them."""

from __future__ import annotations

import pytest

import adventure


@pytest.mark.parametrize("game", adventure.adventures())
def test_the_records_of_its_scenes_are_current(game):
    assert adventure.target(game).read_text("utf-8") == adventure.render(game), "run: python tools/adventure.py"


def test_both_games_have_one():
    assert adventure.adventures() == ["canyon", "niagara"]
