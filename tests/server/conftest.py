from __future__ import annotations

import pytest

from support.tables import open_evening


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
