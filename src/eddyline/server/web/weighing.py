"""Measure for Prometheus what takes a query: the size of the store, and how many reports wait for somebody."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.server.store import StoreError

if TYPE_CHECKING:
    from eddyline.server.hub.hub import Hub

WEIGH_EVERY = 60.0
"""Seconds between two looks."""


async def weigh(hub: Hub) -> None:
    """Look once; what cannot be found out stays as it was."""
    with contextlib.suppress(StoreError, RefusalError):
        hub.metrics.weigh(await hub.store.size(), await hub.halls.open_reports())


async def keep_weighing(hub: Hub) -> None:
    """Look now and every minute, until cancelled."""
    while True:
        await weigh(hub)
        await asyncio.sleep(WEIGH_EVERY)
