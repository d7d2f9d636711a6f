from __future__ import annotations

import errno
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numba
import pytest
from numba.core.caching import IndexDataCacheFile

from eddyline.engine import cache_folder, private, sources
from eddyline.engine.cache import cache_of
from eddyline.engine.private import doubt, make_folder

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

    def __init__(self, folder: Path, cache: Path | None = None) -> None:
        shutil.copytree(sources.PACKAGE, folder / "eddyline", ignore=shutil.ignore_patterns("static", "__pycache__"))
        self.folder = folder
        self.cache = folder / "cache"
        if cache is not None:
            shutil.copytree(cache, self.cache)

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


@pytest.fixture(scope="module")
def compiled_once(tmp_path_factory):
    """Compile two doors of each game in a copy of the package; the folder of what was compiled."""
    tree = Tree(tmp_path_factory.mktemp("once"))
    niagara, both = tree.compiled("niagara", "canyon")
    assert 0 < niagara < both
    return tree.cache


@pytest.fixture
def tree(tmp_path, compiled_once):
    """Another copy of the package, elsewhere, with what was compiled of the first one."""
    return Tree(tmp_path, compiled_once)


@pytest.mark.slow
def test_only_what_has_changed_is_compiled_again_whichever_copy_it_was_compiled_in(tree):
    assert tree.compiled("niagara", "canyon") == [0, 0]
    for words in ("niagara/words/sentences", "niagara/words/refusals/__init__", "canyon/words/events"):
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


def test_every_setting_of_numba_has_compiled_code_of_its_own(monkeypatch):
    file = sources.PACKAGE / "games" / "niagara" / "rules" / "door.py"
    for name in [name for name in os.environ if name.startswith("NUMBA_")]:
        monkeypatch.delenv(name)
    usual = sources.digest.__wrapped__(file)
    # The engine sets what is not set, so that whoever asks after it has compiled something finds the same.
    for name, value in sources.NUMBA.items():
        monkeypatch.setenv(name, value)
    assert sources.digest.__wrapped__(file) == usual
    others = set()
    for name, value in [("NUMBA_OPT", "3"), ("NUMBA_SLP_VECTORIZE", "0"), ("NUMBA_CPU_NAME", "generic")]:
        with monkeypatch.context() as other:
            other.setenv(name, value)
            others.add(sources.digest.__wrapped__(file))
    assert len(others | {usual}) == 4


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


@pytest.fixture
def place(monkeypatch, tmp_path, caplog):
    """A user's own folders, as a new process finds them."""
    for name in ("XDG_CACHE_HOME", "EDDYLINE_CACHE", "NUMBA_BOUNDSCHECK"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(cache_folder, "unsaved", [])
    monkeypatch.setattr(cache_folder, "_told", [])
    # A process that could not find a folder tells its own processes by the environment.
    monkeypatch.setattr(os, "environ", dict(os.environ))
    for each in (cache_folder._wanted, cache_folder._writable):
        monkeypatch.setattr(cache_folder, each.__name__, functools.cache(each.__wrapped__))
    return tmp_path


def no_home(monkeypatch):
    def fail():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", fail)


def give_away(path, monkeypatch):
    """Let a folder belong to somebody else."""
    if os.geteuid() == 0:
        os.chown(path, 54321, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 54321)


def temporary(place):
    return place / f"eddyline-{os.getuid()}" / "eddyline" / "compiled"


posix = pytest.mark.skipif(os.name != "posix", reason="there, folders have no modes")


def test_folders_are_made_for_one_user(place):
    own = place / "home" / ".cache" / "eddyline" / "compiled"
    assert cache_folder.cache_folder() == own
    if os.name == "posix":
        assert [path.stat().st_mode & 0o777 for path in (own, own.parent, place / "home")] == [0o700] * 3
    assert cache_folder.located("marks/one") == own / "marks" / "one"
    cache_folder.tell_saved()


def test_without_a_home_there_is_another_folder_and_one_warning(place, monkeypatch, caplog):
    no_home(monkeypatch)
    assert cache_folder.cache_folder() == temporary(place)
    assert not caplog.messages, "nothing has been saved yet"
    for _ in range(2):
        cache_folder.tell_saved()
    (told,) = caplog.messages
    assert "no home folder (HOME)" in told
    assert "EDDYLINE_CACHE" in told
    # Processes that are begun from here use the same, and say nothing.
    assert os.environ["EDDYLINE_CACHE"] == str(place / f"eddyline-{os.getuid()}")


@posix
@pytest.mark.parametrize("mode", [0o777, 0o1777, 0o702])
def test_a_folder_that_others_can_write_to_is_not_used(place, mode, caplog):
    own = place / "home" / ".cache" / "eddyline" / "compiled"
    own.mkdir(parents=True)
    own.chmod(mode)
    (own / "part").mkdir()
    assert cache_folder.located("part") == temporary(place) / "part"
    cache_folder.tell_saved()
    assert f"others can write to {own}" in caplog.text


@posix
def test_nobody_elses_folder_is_used(place, monkeypatch, caplog):
    make_folder(temporary(place))
    give_away(temporary(place), monkeypatch)
    no_home(monkeypatch)
    assert cache_folder.cache_folder() is None
    assert cache_folder.located("part") is None
    for _ in range(2):
        cache_folder.tell_unsaved()
    (told,) = caplog.messages
    assert f"{temporary(place)} belongs to another user" in told
    assert os.environ["EDDYLINE_CACHE"] == os.devnull


def test_nothing_is_said_where_nothing_is_to_be_kept(place, caplog):
    os.environ["EDDYLINE_CACHE"] = os.devnull
    assert cache_folder.cache_folder() is None
    cache_folder.tell_unsaved()
    assert not caplog.messages


@posix
def test_a_folder_is_used_that_can_only_be_read(place, monkeypatch):
    own = place / "home" / ".cache" / "eddyline" / "compiled"
    make_folder(own / "part")
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != own and allowed(path, mode))
    assert cache_folder.located("part") == own / "part"
    assert cache_folder.located("other") == temporary(place) / "other"


@posix
def test_what_is_in_a_folder_counts_and_what_is_above_it(tmp_path, monkeypatch):
    folder = tmp_path / "above" / "mine"
    folder.mkdir(parents=True)
    (folder / "code").touch(0o644)
    assert doubt(folder) is None
    (folder / "code").chmod(0o666)
    assert doubt(folder) == f"others can write to {folder / 'code'}"
    folder.chmod(0o700)  # others cannot enter it
    assert doubt(folder) is None
    (tmp_path / "above").chmod(0o777)
    assert doubt(folder) == f"others can write to {tmp_path / 'above'}"
    (tmp_path / "above").chmod(0o1777)  # as /tmp
    assert doubt(folder) is None
    link = tmp_path / "above" / "link"
    link.symlink_to(folder)
    assert doubt(link) is None
    if os.geteuid() == 0:
        os.chown(link, 54321, -1, follow_symlinks=False)
        assert doubt(link) == f"{link} belongs to another user"


@posix
def test_a_number_without_a_name_is_alone_in_the_group_of_that_number(tmp_path, monkeypatch):
    """As the volumes of containers are made, for a group."""

    def nobody(number):
        raise KeyError(number)

    monkeypatch.setattr("pwd.getpwuid", nobody)
    monkeypatch.setattr(private, "_is_own_group", private._is_own_group.__wrapped__)
    tmp_path.chmod(0o770)
    group = tmp_path.stat().st_gid
    monkeypatch.setattr(os, "geteuid", lambda: group)
    monkeypatch.setattr(private, "_is_foreign", lambda _: False)
    assert doubt(tmp_path) is None
    monkeypatch.setattr(os, "geteuid", lambda: group + 1)
    assert doubt(tmp_path) == f"others can write to {tmp_path}"


def doubled(number: int) -> int:
    return 2 * number


def compiled():
    """Compile a kernel as in a new process."""
    made = numba.njit(doubled)
    made._cache = cache_of(doubled)
    assert made(4) == 8
    return made.stats


def test_a_loaded_kernel_is_kept_folded_until_another_inlines_it(place):
    def loaded():
        made = numba.njit(doubled)
        made._cache = cache_of(doubled)
        assert made(4) == 8
        return made

    loaded()
    kernel = loaded()
    assert kernel.stats.cache_hits
    [overload] = kernel.overloads.values()
    assert overload.library._shared_module is None
    assert numba.njit(lambda number: kernel(number) + 1)(4) == 9
    assert overload.library._shared_module is not None


def test_a_kernel_works_whatever_is_wrong_with_its_files(place, monkeypatch, caplog):
    assert compiled().cache_misses
    assert compiled().cache_hits
    for file in place.rglob("*.nb?"):  # a power cut
        file.write_bytes(file.read_bytes()[:1])
    assert compiled().cache_misses
    assert compiled().cache_hits
    assert not caplog.messages

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for file in place.rglob("*.nbi"):
        file.unlink()
    monkeypatch.setattr(IndexDataCacheFile, "save", full)
    for _ in range(2):
        assert compiled().cache_misses
    (told,) = caplog.messages
    assert "No space left on device" in told


def test_a_kernel_works_without_any_folder(place, monkeypatch, caplog):
    (place / "file").touch()
    os.environ["EDDYLINE_CACHE"] = str(place / "file")
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(place / "file"))
    for _ in range(2):
        assert not compiled().cache_hits
    assert len(caplog.messages) == 1
    assert [path.name for path in place.iterdir()] == ["file"]
