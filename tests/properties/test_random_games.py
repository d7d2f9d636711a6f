"""Play random games of every kind: what is reached is sound, and can be written down and set up again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from eddyline.engine.registry import game
from support.random_games import KINDS, one_game

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "random_games.py"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "preset", "players"), KINDS)
def test_no_position_that_a_game_comes_to_is_refused(name: str, preset: str, players: int) -> None:
    """The first two rounds, of which set-up knows most, are looked at whole, and every fifth position of the others."""
    rules, seen = game(name), Counter()

    def look(states) -> None:
        seen["all"] += 1
        if seen["all"] % 5 == 0 or rules.round_number(states) < 3 or rules.is_over(states):
            written = msgspec.json.encode(rules.position(states))
            assert rules.set_up(msgspec.json.decode(written)).tobytes() == states.tobytes(), written
            seen["looked"] += 1

    for entropy in range(3):
        one_game(rules, preset, players, entropy, look)
    assert seen["looked"] > 50


@pytest.mark.slow
def test_random_games_with_any_modules_and_on_any_map_stay_sound_to_their_end() -> None:
    command = [sys.executable, str(SCRIPT), "--games", "200"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    for name in ("niagara", "canyon"):
        assert report[name]["games"] == 200
        assert report[name]["rounds"]["looked_at"] > 2000
    assert report["niagara"]["kinds"] > 100
    # Two maps, three presets, three to six players.
    assert report["canyon"]["kinds"] == 24
    assert report["canyon"]["share_at_the_limit"]["all"] < 1
