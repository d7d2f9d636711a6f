"""The wheel, alone in an empty environment with its extra `serve`, serves the game and its page."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import install
from eddyline.build import build_id
from support.serving import running

ROOT = Path(__file__).resolve().parents[1]
LARGEST = 480_000_000
"""Bytes that playing may take on the disk, bytecode included."""
ALONE = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
"""The environment without ways to these sources."""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]  # downloads, where nothing has been downloaded yet


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Build sdist and, from that, wheel; return the folder of programs of an environment that holds nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    # Without isolation hatchling is the one that is locked; offline, for nothing else may be wanted.
    build = [Path(sys.executable).with_name("uv"), "build", "--quiet", "--offline", "--no-build-isolation"]
    subprocess.run([*build, "--python", sys.executable, "--out-dir", folder, ROOT], check=True)
    (wheel,) = folder.glob("*.whl")
    assert len(list(folder.glob("*.tar.gz"))) == 1
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True, env=ALONE)
    # What the wheel itself asks for, in the versions that are locked.
    wanted = [f"{wheel}[serve]", "--constraint", str(ROOT / "requirements" / "play.txt")]
    programs = folder / "venv" / "bin"
    assert install.fill(str(programs / "python"), [wanted]), "this test needs the registry that `make play` needs"
    return programs


def test_playing_takes_little_of_the_disk(installed):
    files = {(file.stat().st_dev, file.stat().st_ino): file.stat() for file in installed.parent.rglob("*")}
    # As `du` counts: whole blocks, of 512 bytes by definition.
    assert sum(file.st_blocks * 512 for file in files.values()) < LARGEST


def test_it_knows_its_version(installed, tmp_path):
    code = "import eddyline; print(eddyline.__version__, eddyline.__file__)"
    said = subprocess.run(
        [installed / "python", "-c", code], cwd=tmp_path, env=ALONE, check=True, capture_output=True, text=True
    ).stdout.split()
    command = [installed / "eddyline", "--version"]
    told = subprocess.run(command, env=ALONE, check=True, capture_output=True, text=True).stdout
    assert told == f"Eddyline {said[0]}, build {build_id()}\n"
    assert Path(said[1]).is_relative_to(installed.parent)


def test_it_serves_the_page_and_the_games(installed, tmp_path):
    command = [installed / "eddyline", "serve", "--port", "0", "--data", tmp_path]
    with running(command, cwd=tmp_path, env=ALONE) as server:
        line = server.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+", line)[0]

        def fetch(path):
            with urllib.request.urlopen(address + path) as answer:  # noqa: S310 - the server above
                return answer.headers.get_content_type(), answer.read().decode()

        kind, page = fetch("/")
        assert kind == "text/html"
        script = re.search(r'src="\./(assets/[^"]+\.js)"', page)[1]
        assert fetch(f"/{script}")[0] == "text/javascript"
        assert fetch("/rules/niagara") == (kind, page.replace('="./', '="../'))
        assert {game["id"] for game in json.loads(fetch("/api/games")[1])} == {"niagara", "canyon"}
