from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

import check_docs
import decisions
import install
import parts
import web

ROOT = Path(__file__).resolve().parents[1]


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
LOCKS = ("dev", "node", "play", "uv")


def group(name):
    """List what a dependency group asks for, with the groups that it includes."""
    asked = []
    for entry in PROJECT["dependency-groups"][name]:
        asked += [entry] if isinstance(entry, str) else group(entry["include-group"])
    return asked


def locked(name):
    """List a lock's packages with their versions."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    return set(re.findall(r"^([\w.-]+==\S+) ", text, re.MULTILINE))


@pytest.mark.parametrize(
    ("lock", "extras"), [("dev", sorted({*EXTRAS} - {"all"})), ("play", ["serve"]), ("node", None), ("uv", None)]
)
def test_the_lock_lists_what_the_project_asks_for(lock, extras):
    wanted = group(lock)
    if extras is not None:
        wanted += PROJECT["project"]["dependencies"] + [asked for extra in extras for asked in EXTRAS[extra]]
    names = {re.match(r"[\w-]+", requirement)[0] for requirement in wanted}
    assert names <= {package.partition("==")[0] for package in locked(lock)}, "run `make lock`"


@pytest.mark.parametrize("part", ["play", "uv"])
def test_all_of_a_smaller_lock_is_part_of_the_large_one(part):
    assert locked(part) <= locked("dev")


@pytest.mark.parametrize("lock", [*(f"requirements/{lock}.txt" for lock in LOCKS), "web/package-lock.json"])
def test_no_lock_names_a_registry(lock):
    text = (ROOT / lock).read_text("utf-8")
    assert not re.search(r'"resolved"|--index-url|--find-links|registry\.|pypi\.|pythonhosted', text)


PIP_SAYS = """\
global.cert='/etc/ours.pem'
global.constraint='/etc/constraints.txt'
global.index-url='https://mirror.example.org/all'
global.timeout='10'
install.find-links='/wheels\\n/more'
list.format='json'
:env:.extra-index-url='file:///one file:///two'
:env:.timeout='180'
"""


def test_uv_is_told_what_pip_is_set_up_with():
    assert install.in_uv_s_words(PIP_SAYS) == {
        "SSL_CERT_FILE": "/etc/ours.pem",
        "UV_DEFAULT_INDEX": "https://mirror.example.org/all",
        "UV_FIND_LINKS": "/wheels,/more",
        "UV_HTTP_TIMEOUT": "180",
        "UV_INDEX": "file:///one file:///two",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
    }
    assert install.in_uv_s_words("") == {}


def test_a_setting_that_uv_does_not_know_is_named():
    assert "keyring-provider" in install.in_uv_s_words(PIP_SAYS + ":env:.keyring-provider='import'\n")


@pytest.fixture
def machine(monkeypatch):
    """A machine with pip and no uv, on which nothing is run but noted; what begins with a word of `fails` fails."""
    ran, fails = [], []

    def runs(command, environment=None):
        said = " ".join(command)
        ran.append(("uv" if command[0].endswith("/uv") else "pip", said, environment))
        return not any(word in said for word in fails)

    monkeypatch.setattr(install, "_runs", runs)
    monkeypatch.setattr(install, "_output", lambda _: "global.index-url='https://mirror.example.org'\n")
    monkeypatch.setattr(install, "find_pip", lambda: ["pip"])
    monkeypatch.setattr(install.shutil, "which", lambda _, **__: None)
    return ran, fails


def test_uv_is_fetched_for_the_occasion_and_goes_by_the_lock(machine):
    ran, _ = machine
    install.install("play")
    (first, fetch, _), (second, listed, environment), (third, project, _), _compiling = ran
    assert (first, second, third) == ("pip", "uv", "uv")
    assert re.search(r"--target \S+ .*--require-hashes -r \S+/uv.txt$", fetch)
    assert re.search(r"--require-hashes -r \S+/play.txt$", listed)
    assert project.endswith(f"--no-deps --no-build-isolation --editable {ROOT}")
    assert environment["UV_DEFAULT_INDEX"] == "https://mirror.example.org"
    assert environment["UV_PYTHON_DOWNLOADS"] == "never"
    assert not Path(listed.split()[0]).parent.exists()


@pytest.mark.parametrize(("broken", "said"), [("/uv.txt", "uv is not available"), ("/uv pip", "uv failed")])
def test_where_uv_is_of_no_use_pip_installs_the_same(machine, broken, said, capsys):
    ran, fails = machine
    fails.append(broken)
    install.install("node")
    assert said in capsys.readouterr().out
    assert ran[-2][0] == "pip"
    assert re.search(r"^pip .*install .*--require-hashes -r \S+/node.txt$", ran[-2][1])


def test_what_nobody_can_install_ends_with_an_error(machine):
    machine[1].append("/node.txt")
    with pytest.raises(SystemExit) as left:
        install.install("node")
    assert left.value.code == 1


@pytest.fixture
def document(tmp_path, monkeypatch):
    monkeypatch.setattr(check_docs, "ROOT", tmp_path)
    (tmp_path / "other.md").write_text("# The `big` river: part 2\n```\n# no heading\n```\n")

    def dead(text):
        (tmp_path / "one.md").write_text(text)
        return check_docs._dead_links(tmp_path / "one.md")

    return dead


@pytest.mark.parametrize(
    "good",
    ["[a](other.md)", "[a](other.md#the-big-river-part-2)", "[a](https://example.org/x)", "`[a](none.md)`", "[a][b]"],
)
def test_good_links_pass(document, good):
    assert not document(good)


@pytest.mark.parametrize("bad", ["[a](none.md)", "![a](none.png)", "[a](other.md#no-heading)", "[b]: none.md"])
def test_dead_links_are_named(document, bad):
    assert len(document(bad)) == 1


def test_merges_that_nobody_finished_are_named(document, tmp_path):
    document("so\n<<<<<<< HEAD\nor\n=======\nso\n>>>>>>> 1234567 (Otherwise)\n")
    named = check_docs._open_merges(tmp_path / "one.md")
    assert named == ["one.md:2: merge conflict", "one.md:6: merge conflict"]
    assert not check_docs._open_merges(tmp_path / "other.md")


TREE = ["/src/eddyline/arena/contest.py", "/src/eddyline/server/table.py", "/web/src/show.svelte.ts", "/rules.md"]


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("`contest.py`, `arena/contest.py`, `src/eddyline/server/table.py`, `show.svelte.ts`, `rules.md`", []),
        ("`hub.py`", ["hub.py"]),
        ("`arena/table.py`, `server/table.py`", ["arena/table.py"]),
        ("| `arena/` | tournaments | `contest.py`, `table.py` |", ["table.py"]),
        ("| `arena/`, `server/` | both | `contest.py`, `table.py` |", []),
        ("`test.py`, not `contest.py`, and `games/<game>/any.py`", ["test.py"]),
        ("```\n`hub.py`\n```\nhub.py", []),
    ],
)
def test_files_that_are_named_exist(text, missing):
    assert check_docs.unknown(text, TREE) == missing


DECIDED = f"""# Decisions

{decisions.BEGIN}{decisions.END}
### 2026-11-21, store – We use `files`

*Replaced in part by [Use "two" files](#2026-11-22-store--use-two-files): the number.*

Why.

### 2026-11-22, store – Use "two" files

Why.
"""


def test_the_index_of_decisions_follows_their_headings():
    written = decisions.with_index(DECIDED)
    assert "- [We use `files`](#2026-11-21-store--we-use-files) (replaced in part)\n- [Use" in written
    assert decisions.problems(written) == []
    assert decisions.with_index(written) == written


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("(replaced in part)", "", "the index is not"),
        ("### 2026-11-22, store – Use", "### 2026-11-22, store – Take", "the index is not"),
        ("### 2026-11-22, store – Use", "### 2026-11-22, sauce – Use", "subjects: project, "),
        ("### 2026-11-22, store – Use", "**2026-11-22 – Use it.** Why", "expected a heading"),
        ('22, store – Use "two" files', "21, store – We use `files`", "no two are the same"),
    ],
)
def test_decisions_that_the_index_lacks_are_named(old, new, problem):
    before, end, after = decisions.with_index(DECIDED).partition(decisions.END)
    changed = before.replace(old, new) + end + after.replace(old, new)
    (told,) = decisions.problems(changed)
    assert problem in told


def test_an_index_without_a_place_is_refused():
    with pytest.raises(ValueError, match="expected the lines"):
        decisions.with_index("# Decisions")


PARTS = [("one", ""), ("two", ""), ("two", "exit(3)"), ("gone", "import os; os.kill(os.getpid(), 15)")]


@pytest.fixture
def client(tmp_path, monkeypatch):
    """A client whose build copies one file, without npm."""
    monkeypatch.setattr(web, "WEB", tmp_path / "web")
    monkeypatch.setattr(web, "STATIC", tmp_path / "static")
    monkeypatch.setattr(web, "PACKAGE", tmp_path / "package")
    for folder in ("web/src", "web/node_modules", "static"):
        (tmp_path / folder).mkdir(parents=True)
    page = tmp_path / "web" / "src" / "page"
    page.write_text("one")
    monkeypatch.setattr(web, "run", lambda _: (web.STATIC / "index.html").write_text(page.read_text()))
    return page


def test_a_build_is_made_once_for_the_same_sources(client):
    assert not web.is_built()
    web.build()
    (web.WEB / "node_modules" / "whatever").touch()
    (web.WEB / ".notes").touch()
    (web.WEB / "project.inlang").mkdir()
    (web.WEB / "project.inlang" / "README.md").touch()
    assert web.is_built()
    client.write_text("two")
    assert not web.is_built()
    web.build()
    assert (web.STATIC / "index.html").read_text() == "two"
    for file in ("games/niagara/rules.md", "games/niagara/words/messages/de.json", "bots/niagara/paddler.wasm"):
        (web.PACKAGE / file).parent.mkdir(parents=True, exist_ok=True)
        (web.PACKAGE / file).touch()
        assert not web.is_built()
        web.build()


def test_a_build_that_touches_its_sources_is_refused(client, monkeypatch):
    run = web.run
    monkeypatch.setattr(web, "run", lambda script: (run(script), (web.WEB / "src" / "new").touch()))
    with pytest.raises(SystemExit, match="changed its own sources"):
        web.build()


def test_parts_of_a_target_are_noted_and_told(tmp_path, monkeypatch):
    monkeypatch.delenv("PARTS", raising=False)
    assert parts.run("unnoted", [sys.executable, "-c", "exit(3)"]) == 3
    monkeypatch.setenv("PARTS", str(tmp_path / "parts.tsv"))
    # Each looks at the clock as it begins and as it is done.
    clock = iter([0.0, 5.0, 5.0, 12.0, 12.0, 13.0, 20.0, 20.4])
    monkeypatch.setattr(parts, "time", SimpleNamespace(time=lambda: 1070.0, monotonic=clock.__next__))
    parts.begin(1000.0)
    assert [parts.run(name, [sys.executable, "-c", code]) for name, code in PARTS] == [0, 0, 3, 143]
    assert [row.split()[:2] for row in parts.table().splitlines()] == [
        ["part", "took"], ["set-up", "70"], ["one", "5"], ["two", "8"], ["gone", "0"]
    ]  # fmt: skip
