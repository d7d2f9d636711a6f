"""Databases that older versions have made are opened, tell the same as then, and are played on."""

from __future__ import annotations

import asyncio
import json
import random
import re

import pytest
from litestar.testing import TestClient

from eddyline.record import load, replay
from eddyline.server.store.names import DATABASE
from eddyline.server.store.postgres.store import PostgresStore
from eddyline.server.store.sqlite import SqliteStore
from eddyline.server.web.app import build_app
from support.old_databases import FOLDER, SQL, differences, unpack
from support.people import CountedHasher, Server
from support.tables import Clock, Tab, outside, play_on, settings, until

ARCHIVES = sorted(FOLDER.glob("*/*.tar.xz"))
INTENDED = {
    r"\.updates\[\d+\]\.seat: None before, \d now": "of a resignation is told whose it is, since 2026-11-25",
    r"\.updates\[\d+\]\.(bot: None|late: False|resigned: False) before, '\(missing\)' now": (
        "updates leave out what says nothing, since the fourth version of the protocol"
    ),
    r"(\.table)?\.pace\.stand_in: 'voyageur' before, 'paddler' now": (
        "who is away is played for by the bot of a level, since 2026-11-30"
    ),
}
"""Differences that are meant, and why: regular expressions."""


@pytest.fixture(params=ARCHIVES, ids=lambda path: f"{path.parent.name}-{path.name.removesuffix('.tar.xz')}")
def old(request, tmp_path):
    """Serve a database at the moment when its own version was asked about it; give what that told, too."""
    told = unpack(request.param, tmp_path)
    if (tmp_path / SQL).exists():
        postgres = request.getfixturevalue("postgres")
        store = PostgresStore(postgres.database((tmp_path / SQL).read_text("utf-8")))
    else:
        store = SqliteStore(tmp_path / DATABASE)
    clock, hasher = Clock(told["at"]), CountedHasher()
    chosen = settings(outside=outside(clock=clock), hasher=hasher)
    with TestClient(build_app(chosen, store)) as client, client.portal() as portal:
        yield Server(client, store, clock, hasher), portal, told


def asked(server, question):
    if question["hello"] is None:
        answer = server.ask("GET", question["path"], question["session"])
        return answer.status_code, answer.text
    with server.client.websocket_connect(question["path"]) as socket:
        socket.send_json({"type": "hello", **question["hello"]})
        return 101, socket.receive_text()


def changes(answer, status, body):
    """Compare records byte for byte, exports line by line, and messages field by field."""
    if status != answer["status"]:
        return [f"status {answer['status']} before, {status} now: {body}"]
    if answer["question"]["path"].endswith("/record"):
        # When its game ended, a record says since 2026-11-29.
        body = re.sub(r',"ended":\d+(?=}\n)', "", body, count=1)
        return [] if body == answer["body"] else [f"{answer['body']!r} before, {body!r} now"]
    if answer["question"]["path"].endswith("/export"):
        # Which place of a chat came first was left to chance; games that are over are exported since 2026-11-28.
        pair = [sorted(_without_games(text)) for text in (answer["body"], body)]
    elif answer["question"]["path"].startswith("/api/ratings/"):
        # Which bots stand beside people: the levels, since 2026-11-30.
        pair = [[row for row in json.loads(text)["rows"] if row["bot"] is None] for text in (answer["body"], body)]
    else:
        pair = [json.loads(text) for text in (answer["body"], body)]
    return [each for each in differences(*pair) if not any(re.fullmatch(meant, each) for meant in INTENDED)]


def _without_games(export):
    return [line for line in export.splitlines() if not line.startswith('{"played":')]


def rated(told):
    """Return the tables whose games count."""
    answers = [answer for answer in told["answers"] if re.fullmatch(r"/api/tables/\w+", answer["question"]["path"])]
    tables = [json.loads(answer["body"]) for answer in answers]
    return [table["id"] for table in tables if table["ratings"]]


def test_both_stores_are_there():
    found = {path.name.removesuffix(".tar.xz") for path in ARCHIVES if path.parent.name == "a697f2c"}
    assert found == {"small-sqlite", "small-postgres", "rich-sqlite", "rich-postgres"}


@pytest.mark.slow
def test_an_old_database_tells_the_same_and_is_played_on(old):
    server, portal, told = old
    hub = server.client.app.state.hub

    async def rate(table):
        async with hub.room(table) as room:
            assert await room.shared.rater.settle(room.table.state) is not None
            await until(lambda: room.rated.ratings)

    async def play(table, hello):
        async with hub.room(table) as room:
            tab = Tab(room)
            await tab.say("hello", **hello)
            assert tab.draft is not None
            rng = random.Random(table)
            while room.table.state.status == "running":
                await play_on(room.table, rng, 1)
                await asyncio.sleep(0)
            tab.close()

    for table in rated(told):
        portal.call(rate, table)
    found = {str(answer["question"]): changes(answer, *asked(server, answer["question"])) for answer in told["answers"]}
    assert {question: changed for question, changed in found.items() if changed} == {}

    if told["name"] is not None:
        assert server.sign_in(told["name"]).status_code == 201
    for table, hello in told["running"].items():
        portal.call(play, table, hello)
        status, text = asked(server, {"path": f"/api/tables/{table}/record", "session": None, "hello": None})
        assert status == 200
        *_, last = replay(load(text))
        assert last.match.over
