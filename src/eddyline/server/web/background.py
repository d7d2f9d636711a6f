"""Run what goes on while the server serves. What fails there is logged and counted, and begins again."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, TypeAlias

from eddyline.server.hub.census import Census
from eddyline.server.hub.retention import Retention
from eddyline.server.web.weighing import keep_weighing

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

    from eddyline.server.base.metrics import Metrics
    from eddyline.server.hub.hub import Hub

Job: TypeAlias = "Callable[[], Awaitable[None]]"
"""Goes on until it is cancelled, or has nothing more to do."""

AGAIN = 5.0
"""Seconds after which a job that has failed begins again."""

_log = logging.getLogger(__name__)


def jobs_of(hub: Hub) -> dict[str, Job]:
    """Return the jobs of a server by their names, which its metrics show."""
    return {
        "heartbeat": hub.heartbeat.keep,
        "names": hub.people.extend_names,
        "idle tables": hub.tables.keep_tidy,
        "store": hub.changes.watch_store,
        "leases": hub.tables.leases.keep,
        "peers": hub.company.keep,
        "agenda": hub.agenda.keep,
        "lobby": hub.lobby.keep_tidy,
        "census": Census(hub).keep_on,
        "tournaments": hub.tournaments.keep_on,
        "notices": hub.notices.keep_on,
        "retention": Retention(hub).keep_on,
        "compiled bots": hub.tables.tell_when_prepared,
        "event loop": hub.metrics.watch_loop,
        "sizes": lambda: keep_weighing(hub),
    }


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
            await asyncio.sleep(AGAIN)
        else:
            return
