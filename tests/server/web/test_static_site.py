"""`eddyline site` writes a folder of files, updates one, and touches nothing else."""

from __future__ import annotations

import msgspec
import pytest
from click.testing import CliRunner

from eddyline.cli import main
from eddyline.protocol.table import GameInfo
from eddyline.server.web import pages

PAGE = '<!doctype html>\n<html lang="en">\n  <head>\n    <script src="./assets/a-1.js"></script>\n  </head>\n</html>\n'


@pytest.fixture
def client(tmp_path, monkeypatch):
    """A built client of two files."""
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text(PAGE)
    (static / "assets" / "a-1.js").write_text("1")
    (static / "build-digest.txt").write_text("x")
    (static / ".vite").mkdir()
    monkeypatch.setattr(pages, "STATIC", static)
    return static


def site(folder):
    return CliRunner().invoke(main, ["site", str(folder)])


def contents(folder):
    return {str(file.relative_to(folder)): file.read_text() for file in folder.rglob("*") if file.is_file()}


def test_the_page_is_marked_and_forbids_what_the_servers_headers_do(client, tmp_path):
    folder = tmp_path / "new" / "site"
    answer = site(folder)
    assert (answer.exit_code, "python -m http.server" in answer.output) == (0, True)
    files = contents(folder)
    games = msgspec.json.decode(files.pop("games.json"), type=list[GameInfo])
    assert {game.id for game in games} == {"canyon", "niagara"}
    assert files == {
        "assets/a-1.js": "1",
        "index.html": PAGE.replace("<html ", "<html data-site ").replace(
            "<head>",
            '<head>\n    <meta http-equiv="Content-Security-Policy" content="'
            + pages.SECURITY["Content-Security-Policy"].replace("; frame-ancestors 'none'", "")
            + '" />',
        ),
    }


def test_a_site_is_updated_and_keeps_the_files_of_pages_that_are_open(client, tmp_path):
    folder = tmp_path / "site"
    folder.mkdir()
    assert site(folder).exit_code == 0
    (client / "assets" / "a-1.js").rename(client / "assets" / "a-2.js")
    (client / "index.html").write_text(PAGE.replace("a-1", "a-2"))
    assert site(folder).exit_code == 0
    files = contents(folder)
    assert "a-2" in files["index.html"]
    assert {"assets/a-1.js", "assets/a-2.js"} < {*files}


def test_a_folder_with_anything_else_is_left_alone(client, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "index.html").write_text("<html>mine</html>")
    file = tmp_path / "file"
    file.write_text("mine")
    for place in (other, file):
        answer = site(place)
        assert answer.exit_code == 1
        assert f"{place} holds something else; expected a new folder, or a site to update" in answer.output
    assert contents(other) == {"index.html": "<html>mine</html>"}
    assert file.read_text() == "mine"


def test_what_cannot_be_written_and_a_client_that_is_not_built_are_told_in_a_sentence(client, tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    answer = site(file / "below")
    assert (answer.exit_code, "could not be written: Not a directory" in answer.output) == (1, True)
    (client / "index.html").unlink()
    answer = site(tmp_path / "site")
    assert (answer.exit_code, "the web client has not been built; run: make web" in answer.output) == (1, True)
