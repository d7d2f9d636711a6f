"""An operator announces something: pages are told at once and when they come, programs never."""

from __future__ import annotations

import time

import pytest
from click.testing import CliRunner

from eddyline.cli import main
from eddyline.protocol.version import WIRE
from eddyline.server.announcements.log import GRACE, Announced, Board, Cleared
from eddyline.server.store import SqliteStore
from eddyline.server.store.names import DATABASE
from support.people import heard, serving

DONE = "Announced. A running server shows it within about a second."


@pytest.fixture
def run(run):
    return lambda *arguments: run("announce", *arguments)


@pytest.fixture
def server(kept):
    return kept


def page(server, path="/api/lobby/live"):
    """Connect as a page does, which says where it comes from and which version it knows."""
    headers = {"origin": str(server.client.base_url).rstrip("/")}
    return server.opened.enter_context(server.client.websocket_connect(f"{path}?wire={WIRE}", headers=headers))


def news(server):
    return server.client.get("/api/news").json()["announcement"]


def test_pages_are_told_at_once_and_when_they_come_and_programs_are_not(server, run, tmp_path):
    table = server.open(seats=2, bots=[])["table"]
    pages = [page(server), page(server, f"/ws/tables/{table}"), page(server, "/api/chat/lobby")]
    program = server.client.websocket_connect("/api/lobby/live")
    server.opened.enter_context(program)
    assert run("  New <b>maps</b>\ntomorrow. ", "--until", "2100-01-01").output.strip() == DONE
    for each in pages:
        told = heard(each, "news")
        assert (told["number"], told["text"], told["restart"]) == (1, "New <b>maps</b> tomorrow.", None)
        assert told["left"] > 1e9
    assert heard(page(server), "news")["number"] == news(server)["number"] == 1
    assert run("--clear").output.strip() == "Nothing is announced any more."
    assert [heard(each, "news")["text"] for each in pages] == [None] * 3
    assert run("--clear").output.strip() == "Nothing was announced."
    program.send_json({"type": "ping"})
    while (message := program.receive_json())["type"] != "pong":
        assert message["type"] != "news"
    lines = CliRunner().invoke(main, ["log", "--data", str(tmp_path)]).output.splitlines()
    assert [line[18:] for line in lines] == [
        "olga announced “New <b>maps</b> tomorrow.” until 2100-01-01 00:00",
        "olga cleared the announcement",
    ]


def test_an_announcement_outlasts_the_server_and_a_restart_ends_with_it(run, tmp_path):
    with serving(SqliteStore(tmp_path / DATABASE), clock=time.time) as server:
        assert run("Moving.", "--restart-in", "5m").exit_code == 0
    with serving(SqliteStore(tmp_path / DATABASE), clock=lambda: time.time() - 60) as server:
        # To a process that ran before, it is still to come.
        while (told := news(server))["number"] == 0:
            pass
        assert (told["text"], 300 < told["restart"] <= 361) == ("Moving.", True)
    with serving(SqliteStore(tmp_path / DATABASE), clock=lambda: time.time() + 10) as server:
        while (told := news(server))["number"] == 0:
            pass
        assert (told["text"], told["restart"]) == (None, None), "this is the server that was announced"
    assert run("We have new maps.").exit_code == 0
    with serving(SqliteStore(tmp_path / DATABASE), clock=time.time) as server:
        while news(server)["text"] != "We have new maps.":
            pass


def test_announcements_end_in_time():
    board = Board("all")
    assert board.message(0, 0).text is None
    board.apply(Announced(text="Hi", until=5000, restart=None), 1000)
    assert [board.message(now, 9).left for now in (1, 4.5)] == [4, 0.5]
    assert board.message(5, 0).text is None
    board.apply(Announced(restart=60_000), 10_000)
    assert [board.message(now, 5).restart for now in (10, 60, 70)] == [50, 0, -10]
    assert board.message(61 + GRACE, 5).restart is None, "it did not come"
    assert board.message(11, 10.5).restart is None, "it has come, earlier than announced"
    board.apply(Cleared(), 20_000)
    assert (board.message(21, 5).restart, board.message(21, 5).number) == (None, 3)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "expected a TEXT, --restart-in or both, or else --clear"),
        (("Hi", "--clear"), "expected a TEXT, --restart-in or both, or else --clear"),
        (("x" * 301,), "expected a text of at most 300 characters, got 301"),
        (("\u200b",), "expected a text with at least one visible character"),
        (("Hi", "--until", "2020-01-01"), "expected a time that is still to come"),
        (("--restart-in", "5"), "expected a span of time such as 90s, 5m or 1h, got 5"),
        (("--restart-in", "0m"), "expected a span of time such as 90s, 5m or 1h, got 0m"),
        (("--restart-in", "25h"), "expected a restart within 24 hours"),
    ],
)
def test_what_cannot_be_announced_is_refused_in_a_sentence(server, run, arguments, said):
    answer = run(*arguments)
    assert answer.exit_code != 0
    assert said in answer.output
    assert news(server)["text"] is None


def test_whoever_was_renamed_is_told_on_every_device_until_they_put_it_away(server, tmp_path):
    made = server.create("Rude")
    CliRunner().invoke(
        main,
        ["people", "rename", "Rude", "Otter", "--why", "It offends.", "--data", str(tmp_path)],
    )
    told = server.ask("GET", "/api/news", made["session"]).json()
    assert told["renaming"] == {"before": "Rude", "name": "Otter", "why": "It offends."}
    assert told["name"] == "Otter"
    assert server.client.get("/api/news").json()["renaming"] is None
    assert server.ask("DELETE", "/api/me/renaming").status_code == 401
    for _ in range(2):
        assert server.ask("DELETE", "/api/me/renaming", made["session"]).status_code == 204
    assert server.ask("GET", "/api/news", made["session"]).json() == {
        "announcement": {"type": "news", "number": 0, "text": None, "left": None, "restart": None},
        "name": "Otter",
        "renaming": None,
    }
