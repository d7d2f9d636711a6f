"""Begin work that nobody waits for, and do work again and again."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

T = TypeVar("T")

Job: TypeAlias = "Callable[[], Awaitable[None]]"
"""Goes on in the background until it is cancelled, or has nothing more to do."""

_log = logging.getLogger(__name__)


async def periodically(
    work: Callable[[], Awaitable[object]], every: float, trouble: str, *, at_once: bool = False
) -> None:
    """Do some work every so many seconds, until cancelled; `trouble` says in the log what has failed.

    The next time it may work: nothing that fails ends it.
    """
    if not at_once:
        await asyncio.sleep(every)
    while True:
        try:
            await work()
        except Exception:  # noqa: BLE001 - whatever it is, it is logged, and the work goes on
            _log.exception(trouble)
        await asyncio.sleep(every)


class Tasks(set["asyncio.Task[Any]"]):
    """Hold what was begun until it has ended; the event loop alone would not."""

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin some work."""
        task = asyncio.get_running_loop().create_task(work)
        self.add(task)
        task.add_done_callback(self.discard)
        return task

    async def finish(self) -> None:
        """Wait until all of it has ended, and what it has begun here."""
        while self:
            await asyncio.wait(self)
