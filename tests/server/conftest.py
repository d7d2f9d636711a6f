from __future__ import annotations

import logging
import threading
import time

import pytest
from click.testing import CliRunner

from eddyline.cli import main
from eddyline.cli.compiling import compile_all, missing
from eddyline.server.store import SqliteStore
from eddyline.server.store.names import DATABASE
from eddyline.server.store.postgres.store import PostgresStore
from support.apps import visiting
from support.people import serving
from support.tables import MemoryStore, open_evening, settings


@pytest.fixture(scope="session")
def compiled():
    """Let real servers find everything compiled: else they would change programs in the middle of a test."""
    compile_all([*missing("quick"), *missing("thinking")])


@pytest.fixture(autouse=True)
def _logging_as_before():
    """Log after a test as before it, though a command in its process has begun to log as a server does."""
    loggers = [logging.getLogger(name) for name in (None, "eddyline")]
    levels, hook = [logger.level for logger in loggers], threading.excepthook
    yield
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)
    threading.excepthook = hook


@pytest.fixture
def client():
    """Ask a server; all requests of a test have one loop of events."""
    with visiting(settings(), MemoryStore()) as made:
        yield made


@pytest.fixture
def server():
    """Serve people with accounts."""
    with serving() as made:
        yield made


@pytest.fixture
def kept(tmp_path):
    """Serve people from a store that commands can open, too."""
    with serving(SqliteStore(tmp_path / DATABASE), clock=time.time) as made:
        yield made


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run commands beside the server with that store, as the operator Olga."""
    monkeypatch.setenv("SUDO_USER", "olga")
    return lambda *arguments: CliRunner().invoke(main, [*map(str, arguments), "--data", str(tmp_path)])


@pytest.fixture(params=["sqlite", "postgres", "memory"])
async def store(request, tmp_path):
    """Open each kind of store, the one that tests have instead among them."""
    if request.param == "sqlite":
        made = SqliteStore(tmp_path / "deep" / "er" / "log.sqlite3")
    elif request.param == "postgres":
        made = PostgresStore(request.getfixturevalue("postgres").store())
    else:
        made = MemoryStore()
    yield made
    await made.close()


@pytest.fixture
async def evening():
    """Open tables that are cleared away after the test."""
    made = []

    async def make(*args, **changes):
        made.append(await open_evening(*args, **changes))
        return made[-1]

    yield make
    for one in made:
        await one.hub.close()
