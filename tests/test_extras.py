"""What the extras of pyproject.toml bring is hidden: the rest works without, and whoever misses it is told its name."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "eddyline"
BROUGHT = {
    "arena": ["scipy"],
    "envs": ["gymnasium", "pettingzoo"],
    "openspiel": ["open_spiel", "pyspiel"],
    "plot": ["matplotlib"],
    "postgres": ["asyncpg"],
    "ray": ["ray"],
    "serve": ["alembic", "httptools", "litestar", "sqlalchemy", "uvicorn", "uvloop", "websockets"],
    "train": ["jax", "optax"],
}
"""What people import of each extra."""
LIBRARY = ("engine", "games", "record", "bots", "protocol", "cli", "envs/episode")
"""What needs no extra."""
ARENA = ["niagara", "random", "random", "random", "--games", "1", "--option", "max_rounds=1"]


def without(modules, code, *arguments):
    """Run code in a process in which modules cannot be imported."""
    hide = f"import sys; sys.modules.update(dict.fromkeys({modules!r}))\n"
    command = [sys.executable, "-c", hide + code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_every_extra_is_tried():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert extras.pop("all") == [f"eddyline[{','.join(sorted(extras))}]"]
    assert sorted(extras) == sorted(BROUGHT)


def test_the_library_needs_no_extra():
    files = sorted(path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).as_posix().startswith(LIBRARY))
    names = [
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__") for path in files
    ]
    everything = [module for modules in BROUGHT.values() for module in modules]
    answer = without(everything, f"import importlib\nfor name in {names}: importlib.import_module(name)")
    assert answer.returncode == 0, answer.stderr


def test_bots_elsewhere_need_nothing_of_a_server_but_its_sockets():
    rest = [module for modules in BROUGHT.values() for module in modules if module != "websockets"]
    answer = without(rest, "import sys, eddyline.remote; assert 'eddyline.server' not in sys.modules")
    assert answer.returncode == 0, answer.stderr


@pytest.mark.parametrize(
    ("extra", "missing", "module"),
    [
        ("arena", "scipy", "arena"),
        ("envs", "gymnasium", "envs.gymnasium"),
        ("envs", "gymnasium", "envs.vector"),
        ("envs", "pettingzoo", "envs.pettingzoo"),
        ("openspiel", "pyspiel", "envs.openspiel"),
        ("serve", "litestar", "server.web.app"),
    ],
)
def test_a_module_names_the_extra_that_it_misses(extra, missing, module):
    answer = without([missing], f"import eddyline.{module}")
    assert answer.returncode == 1
    assert answer.stderr.rstrip().endswith(
        f"eddyline.engine.extras.MissingExtraError: this needs {missing}: pip install 'eddyline[{extra}]'"
    )


@pytest.mark.parametrize(
    ("extra", "arguments"),
    [
        ("arena", ["arena", *ARENA]),
        ("plot", ["arena", *ARENA, "--plot", "shares.png"]),
        ("postgres", ["serve", "--port", "0", "--store", "postgresql://localhost/eddyline"]),
        ("ray", ["arena", *ARENA, "--ray"]),
        ("serve", ["serve", "--port", "0"]),
        ("train", ["train", "--recipe", "toy", "--out", "nowhere"]),
    ],
)
def test_a_command_names_the_extra_that_it_misses(extra, arguments):
    answer = without(BROUGHT[extra], "from eddyline.cli import main; main()", *arguments)
    assert answer.returncode == 1
    sentence = answer.stderr.strip()
    assert sentence.startswith("Error: this needs ")
    assert sentence.endswith(f": pip install 'eddyline[{extra}]'")


def test_a_module_of_our_own_that_is_missing_is_no_extra():
    code = "from eddyline.engine.extras import extra\nwith extra('serve'): import eddyline.nothing"
    assert "ModuleNotFoundError: No module named 'eddyline.nothing'" in without([], code).stderr
