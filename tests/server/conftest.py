from __future__ import annotations

import pytest

from eddyline.cli.compiling import compile_all, missing
from support.tables import open_evening


@pytest.fixture(scope="session")
def compiled():
    """Let real servers find everything compiled: else they would change programs in the middle of a test."""
    compile_all([*missing("quick"), *missing("thinking")])


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
