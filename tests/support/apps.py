"""Serve test after test with the same app, each with a state of its own.

Litestar takes longer to read the signatures of all handlers than most tests take.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from litestar.testing import TestClient

from eddyline.server.web.app import build_app, furnished

if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestar import Litestar

    from eddyline.server.base.settings import Settings
    from eddyline.server.store import Store

_IDLE: list[Litestar] = []


@contextlib.contextmanager
def visiting(settings: Settings, store: Store, **options: Any) -> Iterator[TestClient[Litestar]]:
    """Serve as long as the test lasts; what a test that failed leaves behind serves no other."""
    if _IDLE:
        app = _IDLE.pop()
        app.state = furnished(settings, store)
    else:
        app = build_app(settings, store)
    with TestClient(app, **options) as client:
        yield client
    _IDLE.append(app)
