"""Begin work that nobody waits for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")


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
