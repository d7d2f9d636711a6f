"""The Python in the documents runs as it stands, from the top of a section to its end."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from eddyline.engine.registry import GAMES, game

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = (ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md")))
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^## ", re.MULTILINE)
EXAMPLES = "".join(file.read_text("utf-8") for file in sorted((ROOT / "examples").rglob("*.py")))
RECOMMENDED = {"niagara": "paddler", "canyon": "voyageur"}


def blocks(text):
    """List the Python in a text but for what it quotes of the examples, which have tests of their own."""
    return [block for block in BLOCK.findall(text) if block not in EXAMPLES]


def sections():
    """Cut the pages into their sections; the blocks of one go on where the one before ended."""
    for page in PAGES:
        for part in HEADING.split(page.read_text("utf-8")):
            if blocks(part):
                yield pytest.param("\n".join(blocks(part)), id=f"{page.stem}: {part.splitlines()[0]}")


def run(code, name="document"):
    names = {}
    exec(compile(code, name, "exec"), names)  # noqa: S102 - our own documents
    return names


@pytest.mark.timeout(400)  # compiles two games and a bot
@pytest.mark.parametrize("code", [*sections()])
def test_code_of_the_documents_runs(code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # some of it writes files
    run(code)


def first_lines(game_id):
    """Return the README's first example, for any game."""
    code, *_ = blocks((ROOT / "README.md").read_text("utf-8"))
    return code.replace('"niagara"', f'"{game_id}"').replace('"paddler"', f'"{RECOMMENDED[game_id]}"')


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.parametrize(("game_id", "seeds"), [("niagara", 200), ("canyon", 50)])
def test_the_first_example_of_the_readme_is_another_game_with_every_seed(game_id, seeds, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = first_lines(game_id)
    assert "seed=2026" in code
    played = set()
    for seed in range(seeds):
        match = run(code.replace("seed=2026", f"seed={seed}"))["match"]
        assert match.over
        assert match.game.id == game_id
        played.add(tuple(match.log))
    assert len(played) == seeds


def test_the_overview_lists_what_every_game_gives():
    listed = (
        (ROOT / "ARCHITECTURE.md").read_text("utf-8").partition("A game gives these")[2].partition("\n\n`decide`")[0]
    )
    names = re.findall(r"`(\w+)`[,:]", listed)
    assert {"begin", "legal", "deal", "winners"} <= {*names}
    for game_id in ("niagara", "canyon"):
        phases = import_module(f"eddyline.games.{game_id}.rules.phases")
        assert [name for name in names if not callable(getattr(phases, name, None))] in ([], ["deal"])


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
