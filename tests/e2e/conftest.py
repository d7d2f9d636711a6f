from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect, sync_playwright

from e2e.browser import PATIENCE_MS, Visitor, report
from e2e.chromium import launch
from e2e.scenes import set_up
from e2e.server import Server
from eddyline.server.web import pages
from support.post import Post

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser


# Pages are waited for, not slept for, and nothing has to be done by some time: this only ends a test that hangs.
SECONDS_A_TEST = 600
expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.timeout(SECONDS_A_TEST))


# No longer than this folder: as long as Playwright runs, no asynchronous test can run in the same process.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


def _stop(server: Server) -> None:
    server.stop()
    assert "Traceback" not in server.complaints, server.complaints


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a worker that leave it running; tables may be prepared while it runs."""
    folder = tmp_path_factory.mktemp("server")
    # Files of its own: a test may change them, as an upgrade does.
    shutil.copytree(pages.STATIC, folder / "static")
    server = Server(folder / "data", static=folder / "static").start()
    yield server
    _stop(server)


@pytest.fixture(scope="session")
def post() -> Iterator[Post]:
    """Where the clocked server sends its mail."""
    with Post() as post:
        yield post


@pytest.fixture(scope="session")
def clocked_server(post: Post, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    # Behind a proxy, so that browsers can come from several addresses; and it may send messages to this machine.
    options = ("--proxy", "127.0.0.1", "--notify-private")
    mail = {
        "EDDYLINE_MAIL": f"smtp://127.0.0.1:{post.port}",
        "EDDYLINE_MAIL_FROM": "games@example.org",
        "EDDYLINE_MAIL_LINK": "https://games.example.org",
    }
    server = Server(tmp_path_factory.mktemp("clocked"), environment=mail, options=options, clocked=True).start()
    yield server
    _stop(server)


@pytest.fixture
def clocked(clocked_server: Server) -> Server:
    """One server for all tests of a worker whose clock they can move on; each begins with no time passed."""
    clocked_server.begin()
    return clocked_server


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Callable[..., Visitor]]:
    """Let people come, each with a browser of their own; at the end all of them must have seen nothing wrong.

    Their pages are not painted: tests ask what is there, and look at no picture.
    """
    visitors: list[Visitor] = []

    def come(to: Server, **settings: Any) -> Visitor:
        visitors.append(Visitor(chromium, to, **{"painted": False} | settings))
        return visitors[-1]

    yield come
    report({f"visitor {number}": visitor.close() for number, visitor in enumerate(visitors)})


@pytest.fixture(scope="session")
def scenes(server: Server) -> Server:
    """The server, with a table for each of `scenes.SCENES`, where nobody moves: to look at only."""
    set_up(server)
    return server
