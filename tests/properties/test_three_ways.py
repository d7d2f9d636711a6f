"""Run the rules compiled, bounds-checked and as plain Python: the same games, position by position."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from support import random_games

SCRIPT = Path(random_games.__file__)
KINDS = len(random_games.KINDS)


@pytest.fixture(scope="module")
def compiled() -> list[str]:
    return list(islice(random_games.games(), 320))


def run(number: int, **environment: str) -> list[str]:
    """Play in another process, in which every warning is an error."""
    command = [sys.executable, "-W", "error", str(SCRIPT), str(number)]
    ways = {"EDDYLINE_PLAIN": "", "NUMBA_BOUNDSCHECK": ""}
    done = subprocess.run(command, env=os.environ | ways | environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.slow  # compiles all rules anew, where no other run with bounds checks has done so
def test_no_compiled_game_reads_or_writes_out_of_bounds(compiled) -> None:
    assert run(320, NUMBA_BOUNDSCHECK="1") == compiled


@pytest.mark.slow
def test_plain_python_plays_the_same_games_without_a_warning(compiled) -> None:
    assert run(KINDS, EDDYLINE_PLAIN="1") == compiled[:KINDS]


def test_the_games_cover_all_presets_and_numbers_of_players(compiled) -> None:
    assert len({tuple(line.split()[:3]) for line in compiled[:KINDS]}) == KINDS
    assert len(set(compiled)) == 320
