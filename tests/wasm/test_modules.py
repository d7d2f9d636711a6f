"""The committed modules are those of the sources, are small, and are made by one command."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from eddyline.cli import main
from eddyline.engine import sources
from eddyline.wasm.building import ENVIRONMENT, build
from eddyline.wasm.linking import LinkingError, about
from eddyline.wasm.targets import Target, is_made_of, targets

LARGEST = 30_000
"""Bytes that the rules of one game may take, gzipped."""
LARGEST_BOT = 120_000
"""With the weights of a network."""


def run(*arguments, **environment):
    command = [sys.executable, "-m", "eddyline", "wasm", *arguments]
    return subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_they_are_made_of_the_current_sources():
    """In a process of its own: here tests may have put maps on the shelf."""
    done = run("--check")
    assert done.returncode == 0, done.stderr  # which names the command that compiles them


def test_each_game_and_its_fate_and_each_bot_that_decides_alone_has_one():
    canyon = [f"canyon/{bot}" for bot in ("voyageur", "drifter", "camper", "paddler", "scout", "guide")]
    niagara = [f"niagara/{bot}" for bot in ("paddler", "drifter", "camper", "scout", "guide")]
    assert [*map(str, targets())] == ["canyon", "niagara", "canyon/fate", "niagara/fate", *canyon, *niagara]


@pytest.mark.parametrize("target", targets(), ids=str)
def test_they_are_small(target):
    size = len(gzip.compress(target.file.read_bytes()))
    assert 1000 < size < (LARGEST if target.bot is None else LARGEST_BOT)


@pytest.mark.slow
def test_what_is_not_current_is_named_with_the_command(tmp_path):
    done = run("--check", "niagara", "--to", str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.strip() == "Error: not up to date: niagara; run: eddyline wasm niagara"


def test_a_changed_module_is_not_current(tmp_path):
    target = Target("niagara")
    content = target.file.read_bytes()
    (tmp_path / "game.wasm").write_bytes(content.replace(about(content)["sources"].encode(), b"0" * 16, 1))
    assert is_made_of(target.file, target)
    assert not is_made_of(tmp_path / "game.wasm", target)
    with pytest.raises(LinkingError, match="eddyline wasm"):
        about(b"\0asm\1\0\0\0")


def test_an_unknown_name_is_refused():
    done = CliRunner().invoke(main, ["wasm", "chess"])
    assert done.exit_code == 1
    assert "there is no 'chess' to compile; expected some of: canyon, niagara" in done.output


@pytest.mark.slow
def test_numba_is_told_what_it_reads_when_it_is_imported():
    code = "import numba.core.config as c; print(c.CPU_NAME, c.LOOP_VECTORIZE, c.SLP_VECTORIZE)"
    told = subprocess.check_output([sys.executable, "-c", code], env=os.environ | ENVIRONMENT, text=True)
    assert told.split() == ["generic", "0", "0"]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("raise ValueError('Numba changed')", "^ValueError: Numba changed$"),
        ("import os; os._exit(3)", "^it ended with status 3$"),
    ],
)
def test_why_a_module_could_not_be_compiled_is_said(code, said):
    with pytest.raises(RuntimeError, match=said):
        build([sys.executable, "-c", code])


BEFORE = '''"""A module."""
import eddyline.engine.kernel

def kernel(s):  # a comment
    """Do something."""
    return s.number + 1, "text", f"{s}"
'''


@pytest.mark.parametrize(
    ("change", "counts"),
    [
        (("# a comment", "# another"), False),
        (("Do something", "Do it"), False),
        (("\n\ndef", "\n\n\ndef"), False),
        (("+ 1", "+ 2"), True),
        (('"text"', '"other"'), True),
        (("engine.kernel", "engine.random"), True),
    ],
)
def test_only_what_the_code_does_counts(tmp_path, monkeypatch, change, counts):
    monkeypatch.syspath_prepend(tmp_path)
    digests = []
    for text in (BEFORE, BEFORE.replace(*change)):
        (tmp_path / "measured.py").write_text(text, "utf-8")
        for remembered in (sources._read, sources._file, sources._code_of):
            remembered.cache_clear()
        digests.append(sources.code_digest("measured"))
    assert (digests[0] != digests[1]) is counts
    assert change[0] in BEFORE
    assert Path(sources._file("measured")) == tmp_path / "measured.py"
