from __future__ import annotations

import json
import random
import threading

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from litestar.exceptions import WebSocketDisconnect

from eddyline.engine.registry import GAMES
from eddyline.protocol.version import WIRE
from eddyline.record import load, replay
from eddyline.server.base import origin
from eddyline.server.base.limits import Bucket, Places
from eddyline.server.lobby import Lobby
from eddyline.server.web import pages
from eddyline.server.web.app import BODY
from eddyline.server.web.live import socket as live
from eddyline.server.web.live.socket import MESSAGE_BYTES
from eddyline.server.web.routes.tables import LONGEST_WISH
from support.apps import visiting
from support.tables import MemoryStore, settings

TABLE = {"game": "niagara", "name": "Anna", "seats": 3, "bots": ["random", "random"]}


def open_table(client, **changes):
    return client.post("/api/tables", json=TABLE | changes).json()


class Browser:
    """Play over a real (test) WebSocket."""

    def __init__(self, socket):
        self.socket = socket

    def say(self, kind, **message):
        self.socket.send_text(json.dumps({"type": kind, **message}))
        return self.hear()

    def hear(self):
        return json.loads(self.socket.receive_text())

    def until(self, kind):
        while (message := self.hear())["type"] != kind:
            pass
        return message


@pytest.fixture
def browse(client):
    opened = []

    def connect(table, **headers):
        session = client.websocket_connect(f"/ws/tables/{table}", headers=headers)
        opened.append(session)
        return Browser(session.__enter__())

    yield connect
    for session in opened:
        session.__exit__(None, None, None)


# ---- HTTP ----


def test_games_are_described(client):
    games = {described["id"]: described for described in client.get("/api/games").json()}
    assert set(games) == set(GAMES)
    niagara = games["niagara"]
    assert niagara["players"] == [3, 4, 5]
    assert niagara["house_players"] == [2]
    assert niagara["default_preset"] in niagara["presets"]
    assert {option["name"] for option in niagara["options"]} == set(niagara["presets"]["rulebook"])
    assert {"players": 2, "while_on": [], "set": {"gems_per_deposit": 7}, "lacks": []} in niagara["seatings"]
    assert all(described["stand_in"] in described["bots"] for described in games.values())


def test_a_table_is_opened_looked_at_and_joined(client):
    seated = open_table(client, bots=["random"], options={"gems_per_deposit": 5})
    assert (seated["seat"], len(seated["token"]) > 0) == (0, True)
    info = client.get(f"/api/tables/{seated['table']}").json()
    assert info["options"]["gems_per_deposit"] == 5
    assert [seat["kind"] for seat in info["seats"]] == ["human", "open", "bot"]
    assert client.post(f"/api/tables/{seated['table']}/seats", json={"name": "Bo"}).json()["seat"] == 1


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "canyoning"}, "there is no game 'canyoning'; expected one of: canyon, niagara"),
        ({"seats": 6, "bots": []}, "6 players need one of the options double_canoe, whirlpool, spirit_cards"),
        ({"game": "canyon", "seats": 2, "bots": []}, "Canyon is for 3, 4, 5, 6 players, got 2"),
        ({"game": "canyon", "options": {"board": "S..V\nS.xV"}}, "board refused: line 2, column 3 (space [2,1])"),
        ({"game": "canyon", "options": {"board": "x" * 5000}}, "expected a text of 1 to 4096 characters"),
        ({"options": {"spirits": "yes"}}, "spirits"),
        ({"seats": 1}, "seats: Expected `int` >= 2"),
        ({"name": ""}, "name: Expected `str` of length >= 1"),
        ({"name": "\u200b"}, "name with at least one visible character"),
        ({"name": "x" * 25}, "name: Expected `str` of length <= 24"),
        ({"bots": ["random"] * 3}, "at most 2 bots, got 3"),
        ({"preset": "monopoly"}, "no preset 'monopoly'"),
        ({"options": {"gems_per_deposit": 0}}, "gems_per_deposit"),
        ({"options": {"speed": 3}}, "speed"),
        ({"cheat": True}, "unknown field `cheat`"),
    ],
)
def test_a_wish_that_cannot_be_is_refused_with_the_reason(client, change, reason):
    answer = client.post("/api/tables", json=TABLE | change)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")
    assert reason in answer.json()["message"]


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/tables/nowhere", None, 404, "unknown"),
        ("GET", "/api/tables/nowhere/record", None, 404, "unknown"),
        ("POST", "/api/tables/nowhere/seats", {"name": "Bo"}, 404, "unknown"),
        ("POST", "/api/tables", {**TABLE, "bots": ["deep blue"]}, 404, "unknown"),
        ("DELETE", "/api/tables", None, 405, "bad_message"),
        ("GET", "/api/nothing", None, 404, "unknown"),
        ("GET", "/assets/../../app.py", None, 404, "unknown"),
        ("GET", "/assets/%2e%2e/%2e%2e/app.py", None, 404, "unknown"),
        ("GET", "//etc/passwd", None, 404, "unknown"),
        ("POST", "/api/tables", {**TABLE, "name": "x" * LONGEST_WISH}, 413, "bad_message"),
        ("POST", "/api/tables/x/seats", {"name": "x" * BODY}, 413, "bad_message"),
    ],
)
def test_problems_have_the_right_status(client, method, path, body, status, code):
    answer = client.request(method, path, json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_full_or_running_table_is_a_conflict(client):
    full = open_table(client)["table"]
    assert client.post(f"/api/tables/{full}/seats", json={"name": "Bo"}).status_code == 409
    running = open_table(client, start=True)["table"]
    answer = client.post(f"/api/tables/{running}/seats", json={"name": "Bo"})
    assert (answer.status_code, answer.json()["code"]) == (409, "wrong_time")
    assert client.get(f"/api/tables/{full}/record").status_code == 409


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"x"', b"\xff\xfe", b"null", b"{}"])
def test_bodies_that_are_no_message_are_refused(client, body):
    answer = client.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")


def test_who_asks_too_often_waits():
    with visiting(settings(requests_per_minute=6), MemoryStore()) as client:
        statuses = [client.post("/api/tables", json=TABLE).status_code for _ in range(5)]
    assert statuses == [201, 201, 201, 429, 429]


def test_every_answer_carries_the_security_headers(client):
    for path in ("/", "/t/x", "/api/games", "/nothing", "/api/tables/x"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "http" not in policy, "no other host"
        assert headers["x-content-type-options"] == "nosniff"
    assert client.put("/api/tables", content=b"{").headers["x-content-type-options"] == "nosniff"
    assert client.post("/api/tables", content=b"{").headers["x-content-type-options"] == "nosniff"


# ---- pages ----


def test_without_a_built_client_the_page_says_how_to_build_it(client, monkeypatch, tmp_path):
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    answer = client.get("/")
    assert answer.status_code == 503
    assert "make play" in answer.text


def test_a_browser_that_goes_astray_gets_the_app_and_the_truth(client, monkeypatch, tmp_path):
    (tmp_path / "index.html").write_text("<!doctype html>the app")
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    for path in ("/tabels/abc", "/rule", "/t/abc/more"):
        answer = client.get(path, headers=browser)
        assert (answer.status_code, answer.text) == (404, "<!doctype html>the app")
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert client.get(path, headers={"accept": "*/*"}).json()["code"] == "unknown"
    assert client.get("/api/nothing", headers=browser).json()["code"] == "unknown"


@pytest.mark.parametrize("accept", ["text/html,*/*;q=0.8", "*/*"])
def test_a_file_of_another_version_of_the_client_is_missing_and_nobody_keeps_that(client, accept):
    answer = client.get("/assets/app-9z9z.js", headers={"accept": accept})
    assert (answer.status_code, answer.json()["code"], answer.headers["cache-control"]) == (404, "unknown", "no-store")


def test_the_client_is_served_compressed_and_cached(client, monkeypatch, tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Eddyline</title>")
    (tmp_path / "assets" / "app-1a2b.js").write_text("go();" * 1000)
    (tmp_path / "secret").symlink_to("/etc/hostname")
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    for path in ("/", "/t/anything", "/rules", "/rules/niagara"):
        page = client.get(path)
        assert (page.text, page.headers["cache-control"]) == ("<!doctype html><title>Eddyline</title>", "no-cache")
        assert page.headers["content-type"] == "text/html; charset=utf-8"
    script = client.get("/assets/app-1a2b.js", headers={"accept-encoding": "gzip"})
    assert script.text == "go();" * 1000
    assert int(script.headers["content-length"]) < 200
    assert script.headers["content-encoding"] == "gzip"
    assert "immutable" in script.headers["cache-control"]
    assert client.get("/assets/app-1a2b.js", headers={"accept-encoding": "identity"}).text == script.text
    assert client.get("/secret").status_code == 404
    (tmp_path / "index.html").write_text("<!doctype html><title>New</title>")
    assert client.get("/").text == "<!doctype html><title>New</title>"


# ---- WebSocket ----


def test_a_game_is_played_to_its_end_and_its_record_replays(client, browse):
    seated = open_table(client, start=True, options={"max_rounds": 3})
    browser = browse(seated["table"])
    rng = random.Random(7)
    message, drafts, turns = browser.say("hello", token=seated["token"], since=0), {}, 0
    while True:
        if message["type"] == "sync" and message["table"]["status"] == "over":
            break
        draft = message["draft"] if message["type"] == "sync" else message
        if draft and draft["type"] == "draft" and not draft["confirmed"] and drafts.get("at") != draft["decisions"]:
            drafts["at"] = draft["decisions"]
            if draft["complete"]:
                turns += 1
                decisions = [action["id"] for action in draft["decisions"]]
                message = browser.say("confirm", version=draft["version"], decisions=decisions, turn=f"turn-{turns:04}")
                drafts.clear()
                continue
            action = rng.choice(draft["legal"])["id"]
            message = browser.say("decide", version=draft["version"], step=draft["step"], action=action)
            continue
        message = browser.hear()
    answer = client.get(f"/api/tables/{seated['table']}/record")
    assert "attachment" in answer.headers["content-disposition"]
    record = load(answer.text)
    *_, last = replay(record)
    assert list(last.match.ranking) == message["view"]["ranking"] == list(record.ranking)
    seats = client.get(f"/api/tables/{seated['table']}").json()["seats"]
    assert record.header.players == ("Anna", *(seat["name"] for seat in seats[1:]))


def test_the_record_of_a_running_game_stops_before_the_first_secret(client, browse):
    seated = open_table(client, seats=2, bots=[])
    client.post(f"/api/tables/{seated['table']}/seats", json={"name": "Bo"})
    browser = browse(seated["table"])
    browser.say("hello", token=seated["token"])
    version = browser.say("start")["version"]
    browser.say("decide", version=version, step=0, action=3)
    browser.say("confirm", version=version, decisions=[3], turn="turn-one")
    assert load(client.get(f"/api/tables/{seated['table']}/record").text).turns == ()


def test_no_such_table(browse):
    browser = browse("nowhere")
    refused = browser.hear()
    assert refused["code"] == "unknown"
    with pytest.raises(WebSocketDisconnect):
        browser.hear()


@pytest.mark.parametrize(
    ("origin", "let_in"),
    [
        ("http://testserver.local", True),
        ("https://games.example.org", True),
        ("https://evil.example.org", False),
        ("http://testserver.local.evil.example.org", False),
        ("http://testserver.local:99", False),
        ("null", False),
    ],
)
def test_pages_of_other_sites_may_not_connect(origin, let_in):
    chosen = settings(allowed_origins=frozenset({"https://games.example.org"}))
    with visiting(chosen, MemoryStore()) as client:
        table = open_table(client)["table"]
        headers = {"origin": origin, "host": "testserver.local"}
        if let_in:
            with client.websocket_connect(f"/ws/tables/{table}?wire={WIRE}", headers=headers) as socket:
                assert Browser(socket).say("hello")["type"] == "sync"
        else:
            with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"/ws/tables/{table}", headers=headers):
                pass


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("", "truncated"),
        ("{", "truncated"),
        ("hello", "malformed"),
        ("[]", "Expected `object`, got `array`"),
        ("{}", "missing required field `type`"),
        ('{"type":"cheat"}', "Invalid value 'cheat'"),
        ('{"type":"decide"}', "missing required field `version`"),
        ('{"type":"decide","version":"1","step":0,"action":0}', "Expected `int`, got `str` - at `$.version`"),
        ('{"type":"hello","admin":true}', "unknown field `admin`"),
        ('{"type":"confirm","version":1,"decisions":[3],"turn":"x"}', "length >= 8"),
        ('{"type":"confirm","version":1,"decisions":[3],"turn":"drop table log;"}', "regex"),
        ('{"type":"remove_seat","seat":-1}', ">= 0"),
        ('{"type":"hello","since":1e400}', "$.since"),
        ('{"type":"hello","token":"\\ud800"}', "got something else"),
        ("[" * 2000, "got `array`"),
        ('{"type":"hello","token":' + "[" * 2000, "got `array`"),
        (" " * (MESSAGE_BYTES + 1), f"at most {MESSAGE_BYTES} bytes, got {MESSAGE_BYTES + 1}"),
    ],
)
def test_a_malformed_message_is_answered_and_the_connection_goes_on(client, browse, message, reason):
    seated = open_table(client)
    browser = browse(seated["table"])
    browser.say("hello", token=seated["token"])
    browser.socket.send_text(message)
    refused = browser.hear()
    assert (refused["type"], refused["code"]) == ("refused", "bad_message")
    assert reason in refused["message"]
    assert "expected" in refused["message"].casefold()
    assert browser.say("ping") == {"type": "pong"}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
KINDS = [
    *("hello", "decide", "undo", "confirm", "play", "why", "start", "add_bot", "limit_bots", "remove_seat"),
    *("stand_in", "come_back", "rematch", "vote", "resign", "set_pace", "set_rules", "paint"),
]
FIELDS = [
    *("token", "since", "version", "step", "action", "actions", "all", "turn", "seat", "seconds", "bot", "matter"),
    *("favour", "pace", "decisions", "preset", "options", "paint", "x"),
]
NEARLY = st.builds(
    lambda kind, fields: {"type": kind, **fields},
    st.sampled_from(KINDS) | st.text(max_size=5),
    st.dictionaries(st.sampled_from(FIELDS), st.integers(-2, 130) | JSON, max_size=4),
)


@pytest.mark.slow
@hypothesis_settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(messages=st.lists(st.binary(max_size=40) | NEARLY.map(lambda value: json.dumps(value).encode()), max_size=6))
def test_whatever_is_sent_is_answered(client, messages):
    seated = open_table(client, start=True)
    with client.websocket_connect(f"/ws/tables/{seated['table']}") as socket:
        Browser(socket).say("hello", token=seated["token"])
        for message in messages:
            socket.send_bytes(message)
        socket.send_text('{"type":"ping"}')
        while (answer := json.loads(socket.receive_text()))["type"] != "pong":
            assert answer["type"] in {"refused", "sync", "table", "draft", "because"}


@pytest.mark.parametrize(("plays", "most"), [(False, 7), (True, 31)])
def test_who_sends_too_much_is_slowed_down_a_player_later_than_who_only_watches(plays, most, monkeypatch):
    # However long the messages take here, all of them come at once.
    monkeypatch.setattr(live, "Bucket", lambda rate, burst, _: Bucket(rate, burst, lambda: 0.0))
    with visiting(settings(messages_per_second=2), MemoryStore()) as client:
        seated = open_table(client)
        with client.websocket_connect(f"/ws/tables/{seated['table']}") as socket:
            browser = Browser(socket)
            browser.say("hello", token=seated["token"] if plays else None)
            answers = [browser.say("ping")["type"] for _ in range(most + 2)]
    assert answers[:most] == ["pong"] * most
    assert "refused" in answers[most:]


@pytest.mark.parametrize(
    ("path", "up"),
    [("/", "./"), ("/t/x", "../"), ("/t/x/", "../../"), ("/tables/x/screen", "../../"), ("/a/b/c", "../../")],
)
def test_a_page_names_its_files_by_the_way_up_to_the_root(client, monkeypatch, tmp_path, path, up):
    (tmp_path / "index.html").write_text('<script src="./assets/index.js"></script>')
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    page = client.get(path, headers={"accept": "text/html"})
    assert page.text == f'<script src="{up}assets/index.js"></script>'


def test_a_host_is_told_of_a_proxy_that_does_not_pass_on_what_it_must(client, caplog):
    pages._note_no_upgrade.cache_clear()
    lost = client.get("/ws/tables/x")
    assert (lost.status_code, lost.json()["code"]) == (426, "bad_message")
    assert "Upgrade" in lost.json()["message"]
    assert "Upgrade" in caplog.messages[-1]
    client.get("/ws/tables/x")
    assert sum("Upgrade" in message for message in caplog.messages) == 1


def test_a_host_is_told_which_pages_were_refused_and_no_log_is_filled(client, caplog, monkeypatch):
    monkeypatch.setattr(origin, "_strangers", set())
    for number in [0, 0, *range(2 * origin.STRANGERS)]:
        client.post("/api/tables", json=TABLE, headers={"origin": f"https://p{number}.example.org"})
    named = [message for message in caplog.messages if "--allow-origin" in message]
    assert len(named) == origin.STRANGERS
    assert "--allow-origin https://p0.example.org" in named[0]


def told(session):
    said = session.receive_json()
    with pytest.raises(WebSocketDisconnect) as ended:
        session.receive_json()
    return said, ended.value.code


def test_an_error_that_nobody_expected_ends_a_look_at_the_lobby_in_a_sentence(client, caplog, monkeypatch):
    monkeypatch.setattr(Lobby, "watch", lambda *_: 1 / 0)
    with client.websocket_connect("/api/lobby/live") as session:
        session.send_json({"type": "watch"})
        said, code = told(session)
    assert (said["code"], code) == ("error", 1011)
    assert "division" not in said["message"]
    assert any(record.exc_info for record in caplog.records)


def test_an_address_has_so_many_connections_to_the_lobby_too(monkeypatch):
    # A client that has closed its side does not know when the server notices; the test waits for that.
    noticed = threading.Event()
    leave = Places.leave

    def leave_and_tell(places, address):
        leave(places, address)
        noticed.set()

    monkeypatch.setattr(Places, "leave", leave_and_tell)
    with visiting(settings(connections_per_address=1), MemoryStore()) as client:
        with client.websocket_connect("/api/lobby/live"):
            with client.websocket_connect("/api/lobby/live") as second:
                said, code = told(second)
            assert (said["code"], code) == ("too_fast", 1013)
            assert not noticed.is_set()
        noticed.wait()
        with client.websocket_connect("/api/lobby/live") as third:
            third.send_json({"type": "ping"})
            assert third.receive_json()["type"] == "pong"
