"""Play some of the games that `benchmarks/random_games.py` plays thousands of."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "random_games.py"


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
