"""Count and time what the server does, for Prometheus. Every server has its own registry.

Nothing here may depend on what is hidden in a game. So decisions in drafts are neither counted nor timed, for a secret
turn may have one or several, and outboxes are rounded, for the length of a message tells of its content. Memory and
processor time of the process are what every machine shows of it anyway.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from importlib.metadata import version
from typing import TYPE_CHECKING, Literal, Protocol, get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from eddyline.build import build_id
from eddyline.server.store import StoreError, VersionTakenError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence

LAG_EVERY = 0.5
"""Seconds between two looks at the event loop's lag."""
Stage = Literal["check", "store", "publish"]
STEP = 65_536
"""Bytes to which each outbox is rounded down."""
FAST = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
Limit = Literal["requests", "connections", "messages", "places"]
"""What people may have or do a limited number of, at once or in a while."""
SLOW = (0.01, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Counted(Protocol):
    """Be a connection of a table, as far as it is counted."""

    greeted: bool
    seat: int | None

    @property
    def bytes_waiting(self) -> int:
        """Return how many bytes are queued."""


class Metrics:
    """Hold the counters of one server."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.turns = Counter("eddyline_turns", "Turns played.", ["game"], registry=registry)
        self._begun = Counter("eddyline_games_begun", "Games begun.", ["game"], registry=registry)
        self._ended = Counter("eddyline_games_ended", "Games over, by how.", ["game", "how"], registry=registry)
        self.differing_turns = Counter(
            "eddyline_differing_turns", "Turns that a page took for legal and the server refused.", registry=registry
        )
        stages = Histogram(
            "eddyline_turn_stage_seconds",
            "Time of a confirmed turn: to check it, until it is on disk, to tell everybody.",
            ["stage"],
            registry=registry,
            buckets=FAST,
        )
        ProcessCollector(registry=registry)
        Info("eddyline_build", "What runs.", registry=registry).info(
            {"version": version("eddyline"), "build": build_id()}
        )
        refused = Counter("eddyline_limited", "What was refused because of a limit.", ["limit"], registry=registry)
        self.limited = {limit: refused.labels(limit) for limit in get_args(Limit)}
        self.failed_jobs = Counter(
            "eddyline_failed_jobs", "Failures of what goes on in the background.", ["job"], registry=registry
        )
        self._reports = Gauge("eddyline_reports", "Reports that nobody has handled yet.", registry=registry)
        self.accounts = Gauge("eddyline_accounts", "Accounts of people and bots, once an hour.", registry=registry)
        self._store_bytes = Gauge("eddyline_store_bytes", "Size of the store.", registry=registry)
        self._stages = {stage: stages.labels(stage) for stage in get_args(Stage)}
        self._thoughts = Counter("eddyline_thoughts", "Thoughts of bots.", ["outcome"], registry=registry)
        self._thinking_waiting = Gauge("eddyline_thoughts_waiting", "Thoughts without a thread.", registry=registry)
        self._thinking_wait = Histogram(
            "eddyline_thinking_wait_seconds", "Time that thoughts waited.", registry=registry, buckets=SLOW
        )
        self._store_waiting = Gauge("eddyline_store_waiting", "Entries that are not on disk yet.", registry=registry)
        self._store_failures = Counter("eddyline_store_failures", "Entries that were not saved.", registry=registry)
        self._lag = Histogram(
            "eddyline_event_loop_lag_seconds", "Lateness of the event loop.", registry=registry, buckets=FAST
        )

    def stage(self, stage: Stage) -> contextlib.AbstractContextManager[object]:
        """Time a stage of a turn."""
        return self._stages[stage].time()

    def follow(self, game: str, *, begun: bool, ended: str | None) -> None:
        """Count a game that has begun or ended by what this process has written."""
        if begun:
            self._begun.labels(game).inc()
        if ended is not None:
            self._ended.labels(game, ended).inc()

    async def save(self, append: Awaitable[None]) -> None:
        """Await an append to the store; time it, and count it if it fails."""
        with self.stage("store"), self._store_waiting.track_inprogress():
            try:
                await append
            except VersionTakenError:
                raise
            except StoreError:
                self._store_failures.inc()
                raise

    @contextlib.contextmanager
    def thought(self) -> Iterator[None]:
        """Count a thought by its outcome."""
        outcome = "failed"
        try:
            yield
            outcome = "played"
        except TimeoutError:
            outcome = "late"
            raise
        except asyncio.CancelledError:
            outcome = "given_up"
            raise
        finally:
            self._thoughts.labels(outcome).inc()

    @contextlib.contextmanager
    def waiting(self) -> Iterator[None]:
        """Time how long a thought waits for a thread, and count it meanwhile."""
        with self._thinking_waiting.track_inprogress(), self._thinking_wait.time():
            yield

    def weigh(self, store_bytes: int, reports: int) -> None:
        """Note the size of the store and how many reports wait for somebody."""
        self._store_bytes.set(store_bytes)
        self._reports.set(reports)

    def watch(self, tables: Callable[[], Sequence[Collection[Counted]]]) -> None:
        """Report the tables in memory, which are given by their connections, whenever somebody asks."""
        self.registry.register(_Holdings(tables))

    async def watch_loop(self) -> None:
        """Measure the lag of the event loop, until cancelled."""
        while True:
            before = time.perf_counter()
            await asyncio.sleep(LAG_EVERY)
            self._lag.observe(max(0.0, time.perf_counter() - before - LAG_EVERY))


class _Holdings(Collector):
    """Look at all tables, from the thread that answers Prometheus: only at copies, which are made in one step."""

    def __init__(self, tables: Callable[[], Sequence[Collection[Counted]]]) -> None:
        self._tables = tables

    def collect(self) -> Iterator[GaugeMetricFamily]:
        tables = self._tables()
        connections = [connection for table in tables for connection in list(table)]
        yield GaugeMetricFamily("eddyline_tables", "Tables in memory.", value=len(tables))
        by_kind = GaugeMetricFamily("eddyline_connections", "Connections.", labels=["kind"])
        for kind in ("player", "spectator", "silent"):
            by_kind.add_metric([kind], sum(_kind(connection) == kind for connection in connections))
        yield by_kind
        yield GaugeMetricFamily(
            "eddyline_outbox_bytes",
            f"Bytes that clients have not read yet, in each outbox rounded down to {STEP}.",
            value=sum(connection.bytes_waiting // STEP * STEP for connection in connections),
        )


def _kind(connection: Counted) -> str:
    if not connection.greeted:
        return "silent"
    return "spectator" if connection.seat is None else "player"
