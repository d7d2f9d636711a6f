"""The Python in the documents for bot authors runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from eddyline.engine.registry import GAMES, game

DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^## ", re.MULTILINE)


def sections(page):
    """Cut a page into its sections; the blocks of one go on where the one before ended."""
    text = (DOCS / page).read_text("utf-8")
    return [pytest.param("\n".join(BLOCK.findall(part)), id=part.splitlines()[0])
            for part in HEADING.split(text)[1:] if BLOCK.search(part)]  # fmt: skip


@pytest.mark.parametrize("code", sections("train-a-bot.md"))
def test_code_of_train_a_bot_runs(code):
    exec(compile(code, "train-a-bot.md", "exec"), {})  # noqa: S102 - our own documents


def table_of(rules):
    """Write a game's pieces as the table of the page."""
    rows = ["| piece | shape | range | meaning |", "| --- | --- | --- | --- |"]
    for piece in rules.pieces:
        shape = " × ".join(map(str, piece.shape)) or "1"
        low = str(piece.low).replace("-", "−")
        rows.append(f"| `{piece.name}` | {shape} | {low} … {piece.high} | {piece.meaning} |")
    return "\n".join(rows)


@pytest.mark.parametrize("game_id", GAMES)
def test_train_a_bot_lists_every_piece_of_an_observation(game_id):
    assert table_of(game(game_id)) in (DOCS / "train-a-bot.md").read_text("utf-8")
