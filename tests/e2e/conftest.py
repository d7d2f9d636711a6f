from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect, sync_playwright

import web
from e2e.browser import Visitor, report
from e2e.chromium import launch
from e2e.scenes import set_up
from e2e.server import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser


# A small machine, busy with other tests, may be slow; pages are waited for, not slept for.
SECONDS_A_TEST = 300
expect.set_options(timeout=15_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.timeout(SECONDS_A_TEST))


@pytest.fixture(scope="session")
def client() -> None:
    """The client as the sources have it."""
    web.build()


# No longer than a module: as long as Playwright runs, no asynchronous test can run in the same process.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


def _stop(server: Server) -> None:
    server.stop()
    assert "Traceback" not in server.complaints, server.complaints


@pytest.fixture(scope="session")
def server(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave it running."""
    server = Server(tmp_path_factory.mktemp("server")).start()
    yield server
    _stop(server)


@pytest.fixture
def own_server(client: None, tmp_path: Path) -> Iterator[Server]:
    """A server of this test's own, not yet started: for prepared tables, and to be killed."""
    server = Server(tmp_path / "data")
    yield server
    _stop(server)


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Callable[..., Visitor]]:
    """Let people come, each with a browser of their own; at the end all of them must have seen nothing wrong."""
    visitors: list[Visitor] = []

    def come(to: Server, **settings: Any) -> Visitor:
        visitors.append(Visitor(chromium, to, **settings))
        return visitors[-1]

    yield come
    report({f"visitor {number}": visitor.close() for number, visitor in enumerate(visitors)})


@pytest.fixture(scope="session")
def scenes(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a table for each of `scenes.SCENES`, where nobody moves: to look at only."""
    server = Server(tmp_path_factory.mktemp("scenes"))
    set_up(server)
    yield server
    _stop(server)
