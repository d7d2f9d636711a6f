"""What Prometheus and watchmen are told."""

from __future__ import annotations

import asyncio
import re

import pytest
from litestar.testing import TestClient
from prometheus_client import generate_latest

import eddyline
from eddyline import build
from eddyline.server.base.metrics import STEP, Metrics
from eddyline.server.room.connection import Connection
from eddyline.server.room.thinking import Thinkers
from eddyline.server.store import SqliteStore
from eddyline.server.web.app import build_app
from eddyline.server.web.background import running
from support.tables import MemoryStore, settings, settled, until


def value(metrics, name, **labels):
    return metrics.registry.get_sample_value(name, labels)


async def test_turns_are_counted_by_game_and_timed_by_stage(evening):
    made = await evening(2, bots=1)
    await settled(await made.room())
    tab = await made.tab(0)
    await tab.say("decide", version=6, step=0, action=3)
    await tab.confirm(6, "turn-one")
    metrics = made.hub.metrics
    assert value(metrics, "eddyline_turns_total", game="niagara") == 2
    assert value(metrics, "eddyline_turn_stage_seconds_count", stage="check") == 2
    assert value(metrics, "eddyline_turn_stage_seconds_count", stage="store") >= 4, "joins, the start, turns"
    assert value(metrics, "eddyline_turn_stage_seconds_count", stage="publish") >= 4
    assert value(metrics, "eddyline_store_waiting") == 0


async def test_games_are_counted_when_they_begin_and_end(evening):
    made = await evening(2, start=False)
    metrics = made.hub.metrics
    begun = ("eddyline_games_begun_total", {"game": "niagara"})
    resigned = ("eddyline_games_ended_total", {"game": "niagara", "how": "resigned"})
    assert [value(metrics, name, **labels) for name, labels in (begun, resigned)] == [None, None]
    host = await made.tab(0)
    await host.say("start")
    await settled(await made.room())
    assert [value(metrics, name, **labels) for name, labels in (begun, resigned)] == [1, None]
    await host.say("resign")
    await settled(await made.room())
    assert [value(metrics, name, **labels) for name, labels in (begun, resigned)] == [1, 1]


async def test_entries_that_are_not_saved_are_counted(evening):
    made = await evening(2, start=False)
    made.store.failure = "the disk is full"
    await (await made.tab(0)).say("limit_bots", seconds=2)
    assert value(made.hub.metrics, "eddyline_store_failures_total") == 1


async def test_tables_connections_and_outboxes_are_looked_up(evening):
    made = await evening(2)
    metrics = made.hub.metrics
    tab = await made.tab(0)
    await made.tab(None)
    room = await made.room()
    room.visitors.arrive(Connection(room.catch_up), None)
    assert value(metrics, "eddyline_tables") == 1
    kinds = ("player", "spectator", "silent")
    assert [value(metrics, "eddyline_connections", kind=kind) for kind in kinds] == [1, 1, 1]
    assert value(metrics, "eddyline_outbox_bytes") == 0, "what is shorter than a step is nobody's business"
    tab.connection.show(b"x" * (STEP + 1), 6)
    assert value(metrics, "eddyline_outbox_bytes") == STEP


async def test_an_outbox_that_is_read_or_dropped_is_empty():
    connection = Connection(lambda *_: b"")
    connection.show(b"xyz", 1)
    connection.show(b"z", 2)
    assert await connection.next() == b"xyz"
    assert connection.bytes_waiting == 1
    connection.close()
    assert connection.bytes_waiting == 0


async def test_thoughts_are_counted_by_outcome(evening):
    made = await evening(3)
    match = (await made.room()).table.state.match
    metrics = Metrics()
    thinkers = Thinkers(1, metrics=metrics)
    # Its kernels are read from the cache before: on a busy machine that takes longer than a thought may.
    eddyline.play_turn(eddyline.bot("niagara", "guide", seed=1, budget=eddyline.Budget(rollouts=1)), match, 0)
    await thinkers.play(match, 0, "guide", 1, 0.1)
    given_up = asyncio.get_running_loop().create_task(thinkers.play(match, 0, "guide", 1, 30.0))
    await asyncio.sleep(0)
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    assert value(metrics, "eddyline_thoughts_total", outcome="played") == 1
    assert value(metrics, "eddyline_thoughts_total", outcome="given_up") == 1
    assert value(metrics, "eddyline_thinking_wait_seconds_count") == 2
    assert value(metrics, "eddyline_thoughts_waiting") == 0


async def test_the_lag_of_the_loop_is_measured(monkeypatch):
    monkeypatch.setattr("eddyline.server.base.metrics.LAG_EVERY", 0.001)
    metrics = Metrics()
    watching = asyncio.get_running_loop().create_task(metrics.watch_loop())
    await until(lambda: value(metrics, "eddyline_event_loop_lag_seconds_count"))
    watching.cancel()


async def test_a_job_in_the_background_that_fails_is_counted_and_begins_again(monkeypatch, caplog):
    monkeypatch.setattr("eddyline.server.web.background.RESTART_JOB", 0.0)
    metrics, begun, cancelled = Metrics(), [], []

    async def fails_once():
        begun.append(len(begun))
        if len(begun) == 1:
            raise ValueError("the first time")
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append("fails_once")
            raise

    async def ends():
        begun.append("ends")

    async with running({"one": fails_once, "two": ends}, metrics):
        await until(lambda: len(begun) == 3)
    assert cancelled == ["fails_once"], "a job has ended when the block is left"
    assert value(metrics, "eddyline_failed_jobs_total", job="one") == 1
    assert value(metrics, "eddyline_failed_jobs_total", job="two") is None
    assert [(record.job, record.exc_info[0]) for record in caplog.records] == [("one", ValueError)]


def test_every_server_has_its_own_numbers_with_proper_names():
    one, two = (build_app(settings(), MemoryStore()).state.hub.metrics for _ in range(2))
    one.turns.labels("niagara").inc()
    assert value(two, "eddyline_turns_total", game="niagara") is None
    names = {family.name for family in one.registry.collect()}
    assert len(names) >= 11
    assert all(re.fullmatch(r"(eddyline|process)_[a-z_]+", name) for name in names)
    assert b"# HELP eddyline_turns_total" in generate_latest(one.registry)


# ---- health ----


def test_health_is_whether_something_can_be_saved():
    store = MemoryStore()
    with TestClient(build_app(settings(), store)) as client:
        well = client.get("/health")
        assert (well.status_code, well.json()["status"]) == (200, "ok")
        assert set(well.json()) == {"status", "version", "build"}
        store.failure = "/home/host/tables.sqlite3: the disk is full"
        ill = client.get("/health")
        assert ill.status_code == 503
        message = "The server cannot save anything at the moment."
        assert ill.json() == {"code": "error", "message": message, "suggestion": None}
        assert ill.headers["cache-control"] == "no-store"


async def test_a_store_tells_its_trouble_until_it_writes_again(tmp_path, evening):
    store = SqliteStore(tmp_path / "tables.sqlite3")
    made = await evening(2, store=store, start=False)
    assert store.trouble is None
    store._connection.execute("PRAGMA query_only = ON")
    await (await made.tab(0)).say("limit_bots", seconds=2)
    assert "nothing was written" in store.trouble
    store._connection.execute("PRAGMA query_only = OFF")
    await (await made.tab(0)).say("limit_bots", seconds=2)
    assert store.trouble is None
    await store.close()
    assert store.trouble


@pytest.mark.parametrize("path", ["/metrics", "/api/metrics"])
def test_the_numbers_are_not_for_everybody(path):
    with TestClient(build_app(settings(), MemoryStore())) as client:
        assert client.get(path).status_code == 404


def test_what_exceeds_a_limit_is_counted():
    app = build_app(settings(requests_per_minute=60.0), MemoryStore())
    with TestClient(app) as client:
        wish = {"game": "niagara", "name": "Anna", "seats": 2}
        while client.post("/api/tables", json=wish).status_code == 201:
            pass
    metrics = app.state.hub.metrics
    assert value(metrics, "eddyline_limited_total", limit="requests") == 1
    assert value(metrics, "eddyline_limited_total", limit="messages") == 0


@pytest.mark.parametrize("way", ["loose", "packed", "detached", "worktree"])
def test_the_build_is_the_commit_that_is_checked_out(tmp_path, way):
    commit = "0123456789abcdef" * 2 + "01234567"
    git = tmp_path / ".git"
    git.mkdir()
    if way == "worktree":
        (tmp_path / "more").mkdir()
        (tmp_path / "more" / ".git").write_text(f"gitdir: {git}/worktrees/more\n")
        (git / "worktrees" / "more").mkdir(parents=True)
        (git / "worktrees" / "more" / "commondir").write_text("../..\n")
        (git / "worktrees" / "more" / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "HEAD").write_text(f"{commit}\n" if way == "detached" else "ref: refs/heads/main\n")
    if way == "packed":
        (git / "packed-refs").write_text(f"# pack-refs\n{commit} refs/heads/main\n")
    elif way != "detached":
        (git / "refs" / "heads").mkdir(parents=True)
        (git / "refs" / "heads" / "main").write_text(f"{commit}\n")
    assert build.commit_of(tmp_path / "more" if way == "worktree" else tmp_path) == commit[:12]


def test_the_build_is_what_was_written_into_the_wheel_or_unknown(tmp_path, monkeypatch):
    assert build.commit_of(tmp_path) is None
    monkeypatch.setattr(build, "_CHECKOUT", tmp_path)
    monkeypatch.setattr(build, "FILE", tmp_path / "build.txt")
    assert build.build_id.__wrapped__() == "unknown"
    (tmp_path / "build.txt").write_text("0123456789ab\n")
    assert build.build_id.__wrapped__() == "0123456789ab"
