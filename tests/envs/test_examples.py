"""The examples run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tokenize
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

import yardstick
from eddyline.arena import Results
from eddyline.cli import main

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
COMPILE_QUICKLY = "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true"
"""JAX compiles for longer than it computes here."""


def run(name: str, *arguments: str, folder: Path | None = None) -> str:
    environment = {**os.environ, "JAX_PLATFORMS": "cpu", "XLA_FLAGS": COMPILE_QUICKLY}
    command = [sys.executable, EXAMPLES / name, *arguments]
    finished = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=folder)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


@pytest.mark.slow
def test_random_play_prints_its_rate() -> None:
    assert re.fullmatch(r"[\d.]+ million decisions a second, .*; \d+ games finished\n", run("random_play.py", "400000"))


@pytest.mark.slow
def test_a_pettingzoo_learner_gets_better() -> None:
    said = re.search(r"(\S+) before, (\S+) after", run("pettingzoo_learner.py", "--steps", "256"))
    assert said, "no rewards printed"
    assert abs(float(said[1])) < 0.3
    assert float(said[2]) > float(said[1]) + 0.15


@pytest.mark.slow
def test_maskable_ppo_learns_without_glue() -> None:
    """Run where sb3-contrib is installed, which brings PyTorch: too large for what one example needs."""
    pytest.importorskip("sb3_contrib")
    said = re.search(r"(\S+) before, (\S+) after", run("maskable_ppo.py", "20000"))
    assert said, "no rewards printed"
    assert abs(float(said[1])) < 0.3
    assert float(said[2]) > float(said[1]) + 0.3


def test_the_recipe_of_the_yardstick_is_sixty_lines() -> None:
    """Layout, comments and docstrings do not count."""
    layout = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    with (EXAMPLES / "imitate.py").open(encoding="utf-8") as file:
        tokens = [
            token
            for token in tokenize.generate_tokens(file.readline)
            if token.type not in layout and not token.string.startswith('"""')
        ]
    assert len({line for token in tokens for line in range(token.start[0], token.end[0] + 1)}) <= 60


@pytest.mark.slow
def test_an_imitator_is_rarely_behind_random_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = run("imitate.py", "0.02", folder=tmp_path)
    assert [line[1] for line in map(yardstick.LINE.match, said.splitlines()) if line] == ["1", "2", "3", "4"]
    monkeypatch.chdir(tmp_path)  # where the arena looks for modules, and the imitator for its network
    shutil.copy(EXAMPLES / "imitate.py", tmp_path)
    lineup = ["imitate:Learner", "random", "random", "random", "--option", "max_rounds=40"]
    played = CliRunner().invoke(main, ["arena", "niagara", *lineup, "--games", "20", "--workers", "1", "--json"])
    found = msgspec.json.decode(played.stdout, type=Results).lineups[0]
    imitator, others = found.shares
    assert imitator.entrant == "imitate:Learner"
    assert imitator.mean_rank < 1.4 < others.mean_rank  # 2.5 among equals
