"""What the host reads in the log: one line an event, every error with its traceback, no word about anybody."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sys
import threading

import pytest

from eddyline.bots import BOTS
from eddyline.engine.match import IllegalAction
from eddyline.engine.registry import game
from eddyline.protocol.refusal import UNEXPECTED
from eddyline.server.base import log_output
from eddyline.server.hub.opening import Opening
from eddyline.server.hub.tables import Tables
from eddyline.server.table import entries
from eddyline.server.table.table import Table
from support.apps import visiting
from support.tables import MemoryStore, settings, settled, until


def line(form, *args, **named):
    """Format one record, as `eddyline serve` would."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(log_output.formatter(form))
    logger = logging.getLogger("eddyline.test")
    logger.addHandler(handler)
    try:
        logger.error(*args, **named)
    finally:
        logger.removeHandler(handler)
    return stream.getvalue()


def events(caplog, about):
    """List the events at info, and the seats they are about."""
    about = [record for record in caplog.records if getattr(record, "table", None) == about]
    return [(record.getMessage(), getattr(record, "seat", None)) for record in about if record.levelname == "INFO"]


@pytest.fixture(autouse=True)
def everything(caplog):
    caplog.set_level(logging.INFO, "eddyline")


# ---- the form of a line ----


def test_a_line_for_programs_is_one_object():
    told = json.loads(line("json", "%s failed", "scout", extra={"table": "abc", "seat": 2}))
    assert told.pop("timestamp").endswith("Z")
    assert told == {"event": "scout failed", "level": "error", "logger": "eddyline.test", "table": "abc", "seat": 2}


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_traceback_is_told_without_the_values_of_variables(form):
    def fail(token):
        raise RuntimeError("out of ideas")

    try:
        fail("secret-" + "1")
    except RuntimeError:
        text = line(form, "it failed", exc_info=True)
    assert "Traceback" in text
    assert "out of ideas" in text
    assert "secret-1" not in text
    assert text.count("\n") == 1 or form == "text"


@pytest.mark.parametrize(("terminal", "form"), [(True, "text"), (False, "json")])
def test_a_terminal_gets_text_and_a_file_json(monkeypatch, terminal, form):
    stream = io.StringIO()
    stream.isatty = lambda: terminal
    monkeypatch.setattr(sys, "stderr", stream)
    root, hook = logging.getLogger(), threading.excepthook
    monkeypatch.setattr(root, "handlers", [])
    level, ours = root.level, logging.getLogger("eddyline").level
    try:
        log_output.start_logging()
        logging.getLogger("eddyline.server").info("server started")
        logging.getLogger("uvicorn.error").info("too much")
        thread = threading.Thread(target=lambda: 1 / 0, name="a thread")
        thread.start()
        thread.join()
    finally:
        root.setLevel(level)
        logging.getLogger("eddyline").setLevel(ours)
        threading.excepthook = hook
    told = stream.getvalue()
    assert ('"event": "server started"' in told) == (form == "json")
    assert "server started" in told
    assert "too much" not in told
    assert "ZeroDivisionError" in told, "what ends a thread is told"


# ---- what is worth a line ----


async def test_the_end_of_a_game_that_was_stopped_is_told(evening, caplog):
    made = await evening(2)
    table = (await made.room()).table
    await table.append(entries.Stopped(why="agreed"))
    assert events(caplog, made.table_id)[-1] == ("game over", None)


async def test_the_life_of_a_table_is_told_without_names(evening, caplog):
    made = await evening(2, bots=1, options={"max_rounds": 1})
    room = await made.room()
    await room.seating.stand_in(0, 0, "random")
    await room.seating.stand_in(1, 1, "random")
    await until(lambda: room.table.state.status == "over")
    await settled(room)
    assert await made.hub.tables.forget_idle() == 0
    await made.hub.tables.in_memory[made.table_id].close()
    told = events(caplog, made.table_id)
    assert told == [
        ("table opened", None),
        ("somebody joined", 1),
        ("game started", None),
        ("a bot stands in", 0),
        ("a bot stands in", 1),
        ("game over", None),
    ]
    said = " ".join(str(record.__dict__) for record in caplog.records)
    for private in ("Anna", "'Bo'", *made.tokens):
        assert private not in said


async def test_unloading_a_table_is_told(evening, caplog):
    made = await evening(2, forget_after=-1.0)
    assert await made.hub.tables.forget_idle() == 1
    assert events(caplog, made.table_id)[-1] == ("table unloaded", None)


def test_a_server_tells_when_it_starts_and_stops(caplog):
    with visiting(settings(), MemoryStore()):
        pass
    assert [record.getMessage() for record in caplog.records][:: len(caplog.records) - 1] == [
        "server started",
        "server stopped",
    ]


async def test_an_entry_that_is_not_saved_is_a_warning(evening, caplog):
    made = await evening(2, start=False)
    made.store.failure = "the disk is full"
    await (await made.tab(0)).say("add_bot", seat=1, bot="random")
    await (await made.tab(0)).say("limit_bots", seconds=2)
    (record,) = (record for record in caplog.records if record.levelname == "WARNING")
    assert (record.table, record.getMessage()) == (made.table_id, "an entry was not saved: the disk is full")


# ---- errors ----


async def test_a_command_that_fails_is_logged_and_the_connection_stays(evening, caplog, monkeypatch):
    made = await evening(3)
    tab = await made.tab(0)
    monkeypatch.setattr(Table, "undo", lambda *_, **__: 1 / 0)
    assert await tab.say("undo", version=5) == [{"type": "refused", "code": "error", "message": UNEXPECTED} | EMPTY]
    assert await tab.say("ping") == [{"type": "pong"}]
    (record,) = (record for record in caplog.records if record.levelname == "ERROR")
    assert (record.table, record.seat, record.command) == (made.table_id, 0, "undo")
    assert "ZeroDivisionError" in caplog.text


EMPTY = {"rule": None, "reason": None, "values": {}}


def test_a_request_that_fails_is_answered_without_details_and_logged_once(caplog, monkeypatch):
    def fail(*_, **__):
        raise RuntimeError("/home/host/secret")

    monkeypatch.setattr(Opening, "open", fail)
    with visiting(settings(), MemoryStore(), raise_server_exceptions=False) as client:
        answer = client.post("/api/tables", json={"game": "niagara", "name": "Anna", "seats": 3})
    assert (answer.status_code, answer.json()) == (500, {"code": "error", "message": UNEXPECTED, "suggestion": None})
    (record,) = (record for record in caplog.records if record.levelname == "ERROR")
    assert (record.method, record.path) == ("POST", "/api/tables")
    assert caplog.text.count("Traceback") == 1
    assert "RuntimeError: /home/host/secret" in caplog.text


def test_a_table_that_cannot_be_loaded_is_logged_and_its_visitor_told(caplog, monkeypatch):
    async def fail(_, table, after=0):
        if table == "abc":
            raise RuntimeError("/home/host/secret")
        return []

    monkeypatch.setattr(MemoryStore, "load", fail)
    with (
        visiting(settings(), MemoryStore()) as client,
        client.websocket_connect("/ws/tables/abc") as socket,
    ):
        assert json.loads(socket.receive_text())["message"] == UNEXPECTED
    assert caplog.text.count("Traceback") == 1
    assert "RuntimeError: /home/host/secret" in caplog.text


async def test_what_nobody_waits_for_is_logged(caplog):
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()
    loop.set_exception_handler(log_output.task_failed)
    loop.call_soon(lambda: 1 / 0)
    await until(lambda: "ZeroDivisionError" in caplog.text)
    loop.set_exception_handler(before)


async def test_tidying_up_goes_on_after_an_error(evening, caplog, monkeypatch):
    made = await evening(2)
    times = []

    async def fail(_):
        times.append(1)
        raise RuntimeError("no luck")

    monkeypatch.setattr(Tables, "forget_idle", fail)
    tidying = asyncio.get_running_loop().create_task(made.hub.tables.keep_tidy(every=0.0))
    await until(lambda: len(times) > 1)
    tidying.cancel()
    assert "no luck" in caplog.text


async def test_a_bots_illegal_plan_is_told_without_the_plan(evening, caplog, monkeypatch):
    class Cheat:
        def __init__(self, *_):
            pass

        def plan(self, states, seat):
            return (game("niagara").legal(states, seat)[0], 999)

    monkeypatch.setitem(BOTS["niagara"], "cheat", Cheat)
    made = await evening(2, bots=1, start=False)
    room = await made.room()
    await room.seating.add_bot(0, 2, "cheat")
    await room.seating.start(0)
    await settled(room)
    assert "cheat failed: it planned what the rules do not allow" in caplog.text
    assert IllegalAction.__name__ not in caplog.text
