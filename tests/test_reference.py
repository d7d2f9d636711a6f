"""The API reference: every example in a docstring runs and shows what comes, and the pages can be built."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import eddyline
import reference

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
TEXTS = {file: file.read_text("utf-8") for file in sorted(SOURCES.rglob("*.py"))}
WITH_EXAMPLES = [file for file, text in TEXTS.items() if ">>> " in text]
INDENTED_CODE = re.compile(r"\n\n {4,}(?:import |from \w\S* import |\w+ = )")


def module_of(file):
    return ".".join(file.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.timeout(400)  # may have to compile two games and a bot
@pytest.mark.parametrize("name", [*map(module_of, WITH_EXAMPLES)])
def test_the_examples_of_a_module_run_and_show_what_comes(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # some of them write files
    module = import_module(name)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    told = []
    tried = 0
    for example in doctest.DocTestFinder().find(module, name, extraglobs={"eddyline": eddyline}):
        tried += runner.run(example, out=told.append).attempted
    assert tried == len(re.findall(r"^ *>>> ", TEXTS[Path(module.__file__)], re.MULTILINE))
    assert not runner.failures, "".join(told)


def test_no_docstring_has_code_that_is_not_run():
    """Code is written with `>>>`; what is only indented shows a format."""
    for name in (name for names in reference.PAGES.values() for name in names):
        file = Path(import_module(name).__file__)
        for node in ast.walk(ast.parse(TEXTS[file])):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                assert not INDENTED_CODE.search(ast.get_docstring(node) or ""), f"{file}: {getattr(node, 'name', '')}"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Build the reference as `make docs` does; a warning or a dead link would make it fail."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "reference.py", folder], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
def test_the_reference_has_a_page_for_each_module_and_shows_what_the_front_door_offers(site):
    names = [name for names in reference.PAGES.values() for name in names]
    index = (site / "index.html").read_text("utf-8")
    for name in names:
        page = f"{name.replace('.', '/')}.html"
        assert f'href="{page}"' in index
        assert (site / page).is_file()
    front = (site / "eddyline.html").read_text("utf-8")
    for offered in {*eddyline.__all__} - {"games"}:
        assert f'id="{offered}"' in front
    assert "Return the legal next actions of a seat" in front


@pytest.mark.slow
def test_the_types_of_generated_constructors_are_written_out(site):
    assert "ForwardRef" not in "".join(page.read_text("utf-8") for page in site.rglob("*.html"))


def test_only_an_older_reference_is_removed(tmp_path):
    page = tmp_path / "index.html"
    page.write_text("mine")
    for folder in (tmp_path, page):
        with pytest.raises(SystemExit, match="expected a new or empty folder"):
            reference.clear(folder)
    assert page.read_text() == "mine"
    (tmp_path / "search.js").touch()
    reference.clear(tmp_path)
    reference.clear(tmp_path)
    assert not tmp_path.exists()


def test_a_link_that_leads_nowhere_is_found(tmp_path):
    (tmp_path / "a.html").write_text('<a href="b.html#x">x</a> <a href="b.html">b</a> <a href="#y">y</a>')
    (tmp_path / "b.html").write_text('<script>`<a href="${url}">`</script><b id="x"></b>')
    assert list(reference.dead_links(tmp_path)) == ["a.html: no such place: #y"]
