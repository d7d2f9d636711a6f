"""Tables that cannot be opened are refused one by one, with the reason; nothing of them is changed."""

from __future__ import annotations

import itertools
import json
import logging
from dataclasses import replace

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from eddyline.engine.registry import game
from eddyline.record import load
from eddyline.server.store import DamagedError, OutcomeUnknownError, Row
from eddyline.server.web.app import build_app
from support.tables import MemoryStore, outside, settings

TABLE = {"game": "niagara", "name": "Anna", "seats": 3, "bots": ["random", "random"]}


class Store(MemoryStore):
    """Keep the logs when the server ends."""

    damaged: str | None = None

    async def load(self, table, after=0):
        if table == self.damaged:
            raise DamagedError(table, "a page of /secret/path is torn")
        return await super().load(table, after)

    async def close(self):
        pass


@pytest.fixture
def store():
    return Store()


def server(store, names="first"):
    numbers = itertools.count()
    return TestClient(
        build_app(settings(outside=replace(outside(), table_id=lambda: f"{names}{next(numbers)}")), store)
    )


@pytest.fixture
def table(store):
    with server(store) as client:
        return client.post("/api/tables", json=TABLE | {"start": True}).json()["table"]


def first(store, table, old, new):
    row = store.logs[table][0]
    assert old in row.body
    store.logs[table][0] = Row(row.at, row.body.replace(old, new))


def grown(store, table):
    first(store, table, '"rules_version":1', '"rules_version":9')


def missing(store, table):
    first(store, table, '"game":"niagara"', '"game":"rapids"')


def broken(store, table):
    store.logs[table].append(Row(0, '{"entry":"flooded"}'))


def strange(store, table):
    store.logs[table].append(Row(0, '{"entry":"opened"'))


def torn(store, table):
    store.damaged = table


@pytest.mark.parametrize(
    ("harm", "code", "close", "sentence"),
    [
        (grown, "other_rules", 4411, "version 9 of the rules of Niagara, and this server has version 1"),
        (missing, "other_rules", 4411, "the game rapids, which this server does not have"),
        (broken, "damaged", 4410, "The operator can restore it from a backup."),
        (strange, "damaged", 4410, "The operator can restore it from a backup."),
        (torn, "damaged", 4410, "The operator can restore it from a backup."),
    ],
)
def test_each_is_refused_with_its_reason_and_logged_once(store, table, caplog, harm, code, close, sentence):
    harm(store, table)
    before = list(store.logs[table])
    with server(store, "second") as client:
        for ask in (
            lambda: client.get(f"/api/tables/{table}"),
            lambda: client.get(f"/api/tables/{table}/record"),
            lambda: client.post(f"/api/tables/{table}/seats", json={"name": "Bo"}),
        ):
            answer = ask()
            assert (answer.status_code, answer.json()["code"]) == (409, code)
            assert sentence in answer.json()["message"]
            assert "/secret" not in answer.text
        with client.websocket_connect(f"/ws/tables/{table}") as socket:
            refused = json.loads(socket.receive_text())
            assert (refused["type"], refused["code"]) == ("refused", code)
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_text()
            assert closed.value.code == close
        assert client.post("/api/tables", json=TABLE).status_code == 201, "the server goes on"
    assert store.logs[table] == before
    told = [record for record in caplog.records if table in record.getMessage()]
    assert len(told) == 1
    assert told[0].levelno == logging.ERROR


def test_a_failing_store_is_503_and_a_connection_to_try_again(store, table):
    with server(store) as client:
        store.failure = "/secret/path: no"
        for answer in (
            client.get(f"/api/tables/{table}"),
            client.get(f"/api/tables/{table}/record"),
            client.post("/api/tables", json=TABLE),
            client.post(f"/api/tables/{table}/seats", json={"name": "Bo"}),
        ):
            assert (answer.status_code, answer.json()["code"]) == (503, "store")
            assert "/secret" not in answer.text
        with client.websocket_connect(f"/ws/tables/{table}") as socket:
            assert json.loads(socket.receive_text())["code"] == "store"
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_text()
            assert closed.value.code == 1013
        store.failure = None
        assert client.get(f"/api/tables/{table}").status_code == 200


def test_games_of_earlier_rules_that_are_read_go_on(store, table, monkeypatch):
    rules = game("niagara")
    monkeypatch.setattr(rules, "rules_version", 2)
    with server(store) as client:
        assert client.get(f"/api/tables/{table}").json()["code"] == "other_rules"
        monkeypatch.setattr(rules, "reads", frozenset({1}))
        assert client.get(f"/api/tables/{table}").json()["status"] == "running"
        saved = client.get(f"/api/tables/{table}/record").text
    assert '"rules_version":2' in saved
    assert load(saved.replace('"rules_version":2', '"rules_version":1')).header.rules_version == 1


async def test_an_unknown_outcome_at_the_opening_is_a_refusal(store):
    class Unknown(Store):
        async def append(self, table, version, rows):
            raise OutcomeUnknownError("/secret/path")

    with server(Unknown()) as client:
        answer = client.post("/api/tables", json=TABLE)
    assert (answer.status_code, answer.json()["code"]) == (503, "store")
    assert "/secret" not in answer.text
