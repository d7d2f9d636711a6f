from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

import parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.database import Postgres

pytest_plugins = ("support.rule_ids",)

TESTS = Path(__file__).parent

# The first example may have to wait for the compiler; pytest-timeout watches over those that hang.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("eddyline", parent=patient)
settings.load_profile("eddyline")


def pytest_configure(config: pytest.Config) -> None:
    # Where several workers are going to run, and not in these themselves.
    if config.getoption("numprocesses", None) and os.environ.get("EDDYLINE_PLAIN") != "1":
        from support.compiled import compile_all  # noqa: PLC0415 - loads Numba

        compile_all()


def pytest_sessionstart() -> None:
    # To find thousands of tests makes millions of objects, and none of them goes again.
    gc.disable()


def pytest_collection_finish() -> None:
    # What is there by now is not looked at again, and what the tests make as seldom as in a server: see cli/serve.py.
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)
    gc.enable()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Run one PostgreSQL for a worker's tests."""
    from support.database import Postgres  # noqa: PLC0415 - needed by few

    made = Postgres().start()
    yield made
    made.stop("immediate")
    made.remove()


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start programs of a test uncompiled: loading compiled code takes two thirds of the start of a server."""
    monkeypatch.setenv("EDDYLINE_PLAIN", "1")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    # `make test` has run the other parts by then; this one's time is in the line that follows.
    if "PARTS" in os.environ and config.getoption("--rules-complete"):
        terminalreporter.section("parts before this")
        terminalreporter.write_line(parts.table())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(TESTS / "e2e"):
            item.add_marker("e2e")
