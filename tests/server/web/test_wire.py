"""Clients that know another version of the protocol are told so; they are shown nothing that they would misread."""

from __future__ import annotations

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from eddyline.protocol.version import HEADER, WIRE
from eddyline.server.web.app import build_app
from support.tables import MemoryStore, settings

PLACES = ("/ws/tables/{table}", "/api/chat/{table}", "/api/lobby/live")
PAGE = {"origin": "http://testserver.local"}


@pytest.fixture
def client():
    with TestClient(build_app(settings(), MemoryStore())) as client:
        yield client


@pytest.fixture
def table(client):
    return client.post("/api/tables", json={"game": "niagara", "name": "Ann", "seats": 3}).json()["table"]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    ("query", "headers", "code"),
    [
        (f"?wire={WIRE - 1}", PAGE, 4415),
        (f"?wire={WIRE + 1}", {}, 4415),
        ("?wire=", {}, 4415),
        ("", PAGE, 4409),
        ("", {}, None),
        (f"?wire={WIRE}", PAGE, None),
    ],
)
def test_a_page_of_another_version_is_shown_out_wherever_it_connects(client, table, place, query, headers, code):
    with client.websocket_connect(place.format(table=table) + query, headers=headers) as socket:
        socket.send_json({"type": "ping"})
        answer = socket.receive_json()
        if code is None:
            assert answer.get("code") != "other_version"
            return
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert (answer["code"], closed.value.code) == ("other_version", code)
    assert f"version {WIRE} of the protocol" in answer["message"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({HEADER: str(WIRE - 1)}, 409),
        ({"sec-fetch-mode": "cors"}, 200),
        ({"sec-fetch-mode": "cors", "sec-fetch-site": "same-origin"}, 409),
        ({"sec-fetch-mode": "cors", "sec-fetch-site": "same-origin", HEADER: str(WIRE)}, 200),
        ({"sec-fetch-mode": "navigate", "sec-fetch-site": "none"}, 200),
        ({}, 200),
    ],
)
def test_requests_of_another_version_are_refused(client, table, headers, status):
    answer = client.get(f"/api/tables/{table}", headers=headers)
    assert answer.status_code == status
    assert status == 200 or answer.json()["code"] == "other_version"
    # The page that is to be loaded again comes in any case, with its files.
    assert client.get("/health", headers=headers).status_code == 200
