from __future__ import annotations

import pytest

from eddyline.server.store import SqliteStore
from eddyline.server.store.names import DATABASE


@pytest.fixture
def path(tmp_path):
    return tmp_path / DATABASE


@pytest.fixture
async def sqlite(path):
    """Open a store in a file."""
    made = SqliteStore(path)
    yield made
    await made.close()
