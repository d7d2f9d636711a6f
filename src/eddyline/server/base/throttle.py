"""Merge what changes about who is at a table, so that nobody can make others receive much."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Throttle:
    """Call `send` after a change: at once if the last call was long ago, otherwise once for all changes since."""

    def __init__(self, send: Callable[[], None], every: float) -> None:
        """Leave at least `every` seconds between two calls."""
        self._send = send
        self._every = every
        self._next = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def changed(self) -> None:
        """Note a change."""
        if self._timer is not None:
            return
        loop = asyncio.get_running_loop()
        if loop.time() >= self._next:
            self._now()
        else:
            self._timer = loop.call_at(self._next, self._now)

    def stop(self) -> None:
        """Call no more."""
        self._send = lambda: None
        if self._timer is not None:
            self._timer.cancel()

    def _now(self) -> None:
        self._timer = None
        self._next = asyncio.get_running_loop().time() + self._every
        self._send()
