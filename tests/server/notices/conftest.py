from __future__ import annotations

import pytest

from support.people import serving
from support.push import Taker


@pytest.fixture
def service():
    """Take what is sent to browsers and webhooks."""
    with Taker() as made:
        yield made


@pytest.fixture
def server():
    """Serve people whose browsers and webhooks are on this machine."""
    with serving(notify_private=True) as made:
        yield made
