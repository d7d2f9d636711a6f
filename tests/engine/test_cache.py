from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from eddyline.engine import sources

if TYPE_CHECKING:
    from pathlib import Path

COUNT = """
import sys
from numba.core import event

class Compiled(event.Listener):
    names = []
    def on_start(self, each):
        self.names.append(each.data["dispatcher"].py_func.__name__)
    def on_end(self, each):
        pass

event.register("numba:compile", Compiled())
from eddyline.engine.registry import game
for name in sys.argv[1:]:
    rules = game(name)
    states = rules.new(rules.parse_options(None, {}, 4), 4, 1)
    rules.to_act(states)
    rules.is_over(states)
    print(len(Compiled.names))
"""
"""Use two doors of each game; after each game tell how many functions have been compiled so far."""


MINE = """
from eddyline.engine.random import (
    stir,
    below as under,
)
from eddyline.games.niagara.rules import phases
from eddyline.games.niagara.words import view
if TYPE_CHECKING:
    from eddyline.engine.match import Match

def late():
    import eddyline.engine.perft
"""


class Tree:
    """A copy of the package, to change its sources."""

    def __init__(self, folder: Path) -> None:
        shutil.copytree(sources.PACKAGE, folder / "eddyline", ignore=shutil.ignore_patterns("static", "__pycache__"))
        self.folder = folder
        self.cache = folder / "cache"

    def compiled(self, *games: str) -> list[int]:
        environment = os.environ | {"PYTHONPATH": str(self.folder), "EDDYLINE_CACHE": str(self.cache)}
        command = [sys.executable, "-c", COUNT, *games]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return [int(line) for line in done.stdout.split()]

    def change(self, file: str, old: str, new: str) -> None:
        path = self.folder / "eddyline" / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")


@pytest.fixture
def tree(tmp_path):
    tree = Tree(tmp_path)
    niagara, both = tree.compiled("niagara", "canyon")
    assert 0 < niagara < both
    return tree


@pytest.mark.slow
def test_what_has_not_changed_is_not_compiled_again(tree, tmp_path):
    assert tree.compiled("niagara", "canyon") == [0, 0]
    for words in ("niagara/words/sentences", "niagara/words/refusals", "canyon/words/events"):
        tree.change(f"games/{words}.py", "import annotations\n", "import annotations  # changed\n")
    assert tree.compiled("niagara", "canyon") == [0, 0]
    tree.change(
        "games/canyon/rules/phases.py", "def to_act(", "def unused() -> None:\n    pass\n\n\n@kernel\ndef to_act("
    )
    niagara, both = tree.compiled("niagara", "canyon")
    assert niagara == 0 < both


@pytest.mark.slow
def test_a_change_reaches_all_that_depends_on_it(tree):
    tree.change("games/niagara/rules/state.py", "SEATS = 6", "SEATS = 3 + 3")
    niagara, both = tree.compiled("niagara", "canyon")
    assert niagara > 0
    assert both == niagara


@pytest.mark.slow
def test_a_copy_elsewhere_shares_the_compiled_code(tree, tmp_path):
    twin = Tree(tmp_path / "elsewhere")
    twin.cache = tree.cache
    assert twin.compiled("niagara", "canyon") == [0, 0]


def test_imports_are_read_off_the_sources(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    found = {each.relative_to(sources.PACKAGE).as_posix() for each in sources._read(file).imports}
    rooms = {f"games/niagara/{file}.py" for file in ("rules/__init__", "rules/phases", "words/__init__", "words/view")}
    assert found == {"engine/random.py", *rooms}


def test_every_kernel_is_found():
    for file in (sources.PACKAGE).rglob("*.py"):
        text = file.read_text("utf-8")
        decorated = re.search(r"^@(\w+\()?(kernel|routine|door)\)?\ndef ", text, re.MULTILINE)
        assert sources._read(file).has_kernels == bool(decorated), file
