"""Run what goes on while the server serves. What fails there is logged and counted, and begins again."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from eddyline.server.base.metrics import Metrics
    from eddyline.server.tasks import Job

RESTART_JOB = 5.0
"""Seconds after which a job that has failed begins again."""

_log = logging.getLogger(__name__)


@contextlib.asynccontextmanager
async def running(jobs: Mapping[str, Job], metrics: Metrics) -> AsyncIterator[None]:
    """Run jobs while the block runs; they have ended when it is left."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_run(name, job, metrics), name=name) for name, job in jobs.items()]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()


async def _run(name: str, job: Job, metrics: Metrics) -> None:
    while True:
        try:
            await job()
        except Exception:  # noqa: BLE001 - whatever it is, all else goes on
            metrics.failed_jobs.labels(name).inc()
            _log.exception("a job in the background failed; it begins again", extra={"job": name})
            await asyncio.sleep(RESTART_JOB)
        else:
            return
