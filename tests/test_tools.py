from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import check_docs
import web

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("lock", ["dev", "node"])
def test_the_lock_lists_what_the_project_asks_for(lock):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = project["dependency-groups"][lock] + (project["project"]["dependencies"] if lock == "dev" else [])
    names = {re.match(r"[\w-]+", requirement)[0] for requirement in wanted}
    locked = set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements" / f"{lock}.txt").read_text("utf-8"), re.MULTILINE))
    assert names <= locked, "run `make lock`"


@pytest.mark.parametrize("lock", ["requirements/dev.txt", "requirements/node.txt", "web/package-lock.json"])
def test_no_lock_names_a_registry(lock):
    text = (ROOT / lock).read_text("utf-8")
    assert not re.search(r'"resolved"|--index-url|--find-links|registry\.|pypi\.|pythonhosted', text)


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


@pytest.fixture
def client(tmp_path, monkeypatch):
    """A client whose build copies one file, without npm."""
    monkeypatch.setattr(web, "WEB", tmp_path / "web")
    monkeypatch.setattr(web, "STATIC", tmp_path / "static")
    monkeypatch.setattr(web, "RULES", tmp_path / "games")
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
    (web.RULES / "niagara").mkdir(parents=True)
    (web.RULES / "niagara" / "rules.md").touch()
    assert not web.is_built()


def test_a_build_that_touches_its_sources_is_refused(client, monkeypatch):
    run = web.run
    monkeypatch.setattr(web, "run", lambda script: (run(script), (web.WEB / "src" / "new").touch()))
    with pytest.raises(SystemExit, match="changed its own sources"):
        web.build()
