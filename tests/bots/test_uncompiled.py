"""A quick bot plays the same game uncompiled."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from eddyline.engine.kernel import PLAIN

PLAY_ONE = """
import sys
from eddyline.bots import BOTS, play_turn
from eddyline.engine.match import Match
from eddyline.engine.random import words
from eddyline.engine.registry import game
name, bot, rounds = sys.argv[1:]
rules = game(name)
options = rules.parse_options(None, {"max_rounds": int(rounds)})
match = Match.new(rules, options, players=3, word=2, chance=words(3))
bot = BOTS[name][bot](1)
while not match.over:
    seat = min(match.waiting)
    decisions = play_turn(bot, match, seat)
    print(seat, decisions)
    match.commit(seat, decisions)
"""


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="compares the two")
@pytest.mark.parametrize(("game_id", "name", "rounds"), [("niagara", "paddler", "30"), ("canyon", "voyageur", "1")])
def test_plays_the_same_game_uncompiled(game_id, name, rounds):
    games = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", PLAY_ONE, game_id, name, rounds],
            env=os.environ | {"EDDYLINE_PLAIN": plain},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for plain in ("0", "1")
    ]
    assert games[0] == games[1]
    assert len(games[0].splitlines()) > 30
