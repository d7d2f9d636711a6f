"""What strangers, their pages and their scripts send: each gets an answer in time, and none an error of the server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import socket
from ipaddress import ip_network
from typing import get_args
from urllib.parse import quote_from_bytes

import httpx
import pytest
import websockets
from litestar.exceptions import WebSocketDisconnect

from eddyline.protocol.chat import ToChat
from eddyline.protocol.lobby import ToLobby
from eddyline.protocol.table import NewTable, Ping, ToServer
from eddyline.server.web import pages
from eddyline.server.web.app import build_app
from eddyline.server.web.transport import Http, configure
from support.apps import visiting
from support.hostile import PIECES, damaged
from support.served import serve
from support.tables import Clock, MemoryStore, settings, until

TABLE = {"game": "niagara", "name": "Anna", "seats": 3, "bots": ["random", "random"]}
WISH = json.dumps(TABLE).encode()
POST = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
JSON = {"content-type": "application/json"}


@pytest.fixture
def client(monkeypatch, tmp_path):
    (tmp_path / "index.html").write_text("<!doctype html>the app")
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    with visiting(settings(), MemoryStore(), raise_server_exceptions=False) as made:
        yield made


@pytest.fixture
def heard(monkeypatch):
    """Collect all bytes of requests that have reached the server."""
    got, receive = bytearray(), Http.data_received

    def data_received(self, data):
        got.extend(data)
        receive(self, data)

    monkeypatch.setattr(Http, "data_received", data_received)
    return got


@pytest.fixture
def pass_time(monkeypatch):
    """Return what puts the clock of the test's own loop ahead, by which all its timers go."""
    ahead = Clock(0.0)

    def pass_time(seconds):
        if not ahead.now:
            loop = asyncio.get_running_loop()
            real = loop.time
            monkeypatch.setattr(loop, "time", lambda: real() + ahead.now)
        ahead.now += seconds

    return pass_time


# ---- requests that do not arrive ----


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"\r\n",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
        POST + b"Content-Length: 90\r\n\r\n{",
        POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    ],
)
async def test_a_half_sent_request_times_out(half, caplog, heard, pass_time):
    async with serve(request_within=15.0) as served:
        reader, writer = await served.connect()
        writer.write(half)
        await until(lambda: served.sockets and heard == half)
        pass_time(14.0)
        assert await served.say(b"GET /api/nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert len(served.sockets) == 1
        pass_time(1.0)
        answer = await reader.read()
        assert answer.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
        assert answer.endswith(b"expected a whole request within 15 s")
    assert not caplog.records


@pytest.mark.parametrize(
    "change",
    [
        (b"GET", b"POST"),
        (b"GET", b"BREW"),
        (b"Key", b"Lock"),
        (b"Version: 13", b"Version: 13\r\nX-Long: " + b"x" * 9000),
    ],
)
async def test_a_request_that_is_no_handshake_is_answered(change, caplog):
    request = (
        b"GET /ws/tables/x HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    async with serve() as served:
        assert (await served.say(request.replace(*change))).startswith(b"HTTP/1.1 4")
    assert not [record for record in caplog.records if record.levelno > logging.WARNING]


async def test_a_second_request_may_be_no_slower_than_the_first(heard, pass_time):
    async with serve(request_within=15.0) as served:
        host = f"Host: {served.url}".encode()
        first = b"GET /api/tables/nowhere HTTP/1.1\r\n" + host + b"\r\n\r\n"
        for rest in (b"GET ", b"\r\n", POST + b"Content-Length: 9\r\n\r\n{"):
            reader, writer = await served.connect()
            writer.write(first)
            answer = b""
            while not answer.endswith(b"}"):
                answer += await reader.read(64)
            assert answer.startswith(b"HTTP/1.1 404")
            heard.clear()
            writer.write(rest)
            await until(lambda rest=rest: heard == rest)
            pass_time(15.0)
            assert b"HTTP/1.1 408 Request Timeout" in await reader.read()


CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n"


@pytest.mark.parametrize(
    "head",
    [
        b"GET /" + b"x" * 33_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 33_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 6000 + b"\r\n",
    ],
    ids=["url", "header", "headers"],
)
async def test_a_long_head_is_turned_away(head):
    async with serve() as served:
        answer = await served.say(head)
        assert answer.startswith(b"HTTP/1.1 431 Request Header Fields Too Large\r\n")
        assert answer.endswith(b"expected a head of at most 32768 bytes")


@pytest.mark.parametrize(
    ("start", "more"),
    [
        (b"GET /", b"x"),
        (b"GET / HTTP/1.1\r\n", b"a: b\r\n"),
        (b"GET / HTTP/1.1\r\nX-Long: ", b"x"),
        (b"GET / HTTP/1.1\r\nX-", b"x"),
        (CHUNKED, b"a: b\r\n"),
        (CHUNKED + b"X-Long: ", b"x"),
    ],
    ids=["url", "headers", "value", "name", "trailers", "trailer"],
)
async def test_an_endless_head_is_cut(start, more):
    async with serve(request_within=3600.0) as served:
        _, writer = await served.connect()
        writer.write(start)
        await until(lambda: served.sockets)
        sent = 0
        with contextlib.suppress(ConnectionError):
            while served.sockets and sent < 20_000_000:
                writer.write(more * (10_000 // len(more)))
                await writer.drain()
                await asyncio.sleep(0)
                sent += 10_000
        assert sent < 20_000_000
        await until(lambda: not served.sockets)


async def test_an_upgrade_behind_an_unread_answer_is_cut(monkeypatch, tmp_path, caplog):
    (tmp_path / "index.html").write_text("x" * 20_000_000)
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    async with serve(unread_for=3600.0) as served:
        _, writer = await served.connect(reads=4096)
        host = f" HTTP/1.1\r\nHost: {served.url}\r\n".encode()
        writer.write(b"GET /" + host + b"\r\n")
        await until(lambda: any(protocol.flow and protocol.flow.write_paused for protocol in served.sockets))
        writer.write(b"GET /ws/tables/x" + host + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
        await until(lambda: not served.sockets)
        await until(lambda: not served.server.server_state.tasks)
    assert not caplog.records


def test_uvicorn_keeps_our_log():
    configure(build_app(settings(), MemoryStore()), settings())
    for name in ("uvicorn", "uvicorn.error"):
        assert not logging.getLogger(name).handlers
        assert logging.getLogger(name).propagate


async def test_who_does_not_read_a_page_is_cut(monkeypatch, tmp_path, pass_time):
    (tmp_path / "index.html").write_text("x" * 20_000_000)
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    async with serve(unread_for=30.0) as served:
        reader, writer = await served.connect(reads=4096)
        writer.write(f"GET / HTTP/1.1\r\nHost: {served.url}\r\n\r\n".encode())
        await reader.readexactly(12)

        def gone():
            # What the system has taken since the last look puts the end off.
            pass_time(30.0)
            return not served.sockets

        await until(gone)


# ---- whose address it is ----


@pytest.mark.parametrize(
    ("proxies", "statuses"),
    [((), [b"201", b"429"]), (("127.0.0.0/8",), [b"201", b"201"]), (("192.0.2.0/24",), [b"201", b"429"])],
)
async def test_a_forwarded_address_counts_only_when_a_named_proxy_says_it(proxies, statuses):
    async with serve(requests_per_minute=2, proxies=tuple(map(ip_network, proxies))) as served:
        got = []
        for number in range(2):
            head = (
                f"POST /api/tables HTTP/1.1\r\nHost: {served.url}\r\nContent-Type: application/json\r\n"
                f"X-Forwarded-For: 192.0.2.{number}\r\nConnection: close\r\nContent-Length: {len(WISH)}\r\n\r\n"
            )
            got.append((await served.say(head.encode() + WISH))[9:12])
        assert got == statuses


async def test_behind_a_proxy_each_address_has_its_own_places():
    async with serve(connections_per_address=2, proxies=(ip_network("127.0.0.1"),)) as served:

        async def first_word(address):
            headers = {"X-Forwarded-For": address}
            async with websockets.connect(f"ws://{served.url}/ws/tables/x", additional_headers=headers) as socket:
                return json.loads(await socket.recv())["message"]

        for _ in range(2):
            assert served.hub.addresses.enter("192.0.2.1")
        assert await first_word("192.0.2.1") == "Too many connections from your address."
        assert "no such table" in await first_word("192.0.2.2")
        served.hub.addresses.leave("192.0.2.1")
        for _ in range(3):
            assert "no such table" in await first_word("192.0.2.1")


# ---- names of other servers ----


async def test_a_websocket_by_the_name_of_another_server_is_refused(caplog):
    request = (
        b"GET /ws/tables/x HTTP/1.1\r\nHost: evil.example.org\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    async with serve() as served:
        assert (await served.say(request)).startswith(b"HTTP/1.1 403 Forbidden\r\n")
    assert not caplog.records


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "127.0.0.1:8000", "192.168.1.7:8000", "[::1]:8000", "[fe80::1]", "localhost", "LOCALHOST:1"),
        *(socket.gethostname(), socket.gethostname().partition(".")[0] + ".local:8000"),
        *("games.example.org", "Games.Example.Org.:443"),
    ],
)
def test_our_names_and_all_addresses_are_served(host):
    with visiting(settings(allowed_hosts=frozenset({"games.example.org"})), MemoryStore()) as client:
        assert client.get("/api/games", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        *[(name, 421) for name in ("evil.example.org", "evil.example.org:8000", "localhost.evil.example.org", "1.2.3")],
        *[(name, 400) for name in ("", "[", "[::1", "a@127.0.0.1", "127.0.0.1/", "127.0.0.1:x", ":80")],
    ],
)
def test_names_of_others_are_refused(client, host, status):
    for method, path in (("GET", "/"), ("GET", "/api/games"), ("POST", "/api/tables"), ("GET", "/api/tables/x/record")):
        answer = client.request(method, path, headers={"host": host, **JSON})
        assert (answer.status_code, answer.json()["code"]) == (status, "bad_message")
    if status == 421:
        assert f"--allow-host {host.partition(':')[0]}." in answer.json()["message"]
        table = client.post("/api/tables", json=TABLE).json()["table"]
        for headers in ({"host": host}, {"host": host, "origin": f"http://{host}"}):
            with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"/ws/tables/{table}", headers=headers):
                pass


# ---- pages of other sites ----


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
)
def test_forms_open_no_table(client, kind):
    for path in ("/api/tables", "/api/tables/x/seats"):
        answer = client.post(path, content=WISH, headers={"content-type": kind})
        assert (answer.status_code, answer.json()["code"]) == (415, "bad_message")
        assert "expected the Content-Type application/json" in answer.json()["message"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"origin": "http://testserver.local"}, 201),
        ({"origin": "http://testserver.local", "sec-fetch-site": "same-origin"}, 201),
        ({"origin": "https://games.example.org", "sec-fetch-site": "cross-site"}, 201),
        ({"sec-fetch-site": "same-origin"}, 201),
        ({"sec-fetch-site": "none"}, 201),
        ({"origin": "https://evil.example.org"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://["}, 403),
        ({"origin": "http://testserver.local:99"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
    ],
)
def test_pages_of_other_sites_open_no_table(headers, status):
    chosen = settings(allowed_origins=frozenset({"https://games.example.org"}))
    with visiting(chosen, MemoryStore()) as client:
        answer = client.post(
            "/api/tables", content=WISH, headers={**JSON, "content-type": "Application/JSON; charset=utf-8"} | headers
        )
    assert answer.status_code == status


# ---- what nobody can read ----


@pytest.mark.parametrize("path", ["/%00", "/assets/%00.js", "/" + "a" * 300, "/assets/" + "a" * 300, "/a" * 3000])
def test_odd_paths_are_not_found(client, path):
    answer = client.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown")
    assert client.get(path, headers={"accept": "text/html"}).status_code == 404


@pytest.mark.parametrize(
    "body", [b"[" * 8000, b'{"a":' * 3000, b'{"name":"\xed\xa0\x80"}', b'{"name":"\\ud800"}', b"\xff"]
)
def test_odd_bodies_are_refused(client, body):
    for path in ("/api/tables", "/api/tables/x/seats"):
        answer = client.post(path, content=body, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")
        assert answer.json()["message"]


PARTS = [
    *(b"%00", b"%", b"%2e%2e", b"/", b"//", b"..", b"\\", b";", b"?", b"#", b"~", b"%ff", b"%ed%a0%80", b"assets"),
    *(b"api", b"tables", b"t", b"rules", b"record", b"seats", b"ws", b"[", b"{", b":", b"@", b"a" * 260, b"\xc3\xa9"),
]
HEADERS = [
    *("accept", "content-type", "origin", "host", "cookie", "range", "accept-encoding", "authorization", "expect"),
    *("content-length", "transfer-encoding", "x-forwarded-for", "if-none-match", "sec-fetch-site", "upgrade"),
]


def odd_text(rng, most):
    """Make up bytes: letters, separators, what is special somewhere, anything."""
    return b"".join(
        rng.choice(PARTS) if rng.random() < 0.8 else bytes([rng.randrange(33, 256)]) for _ in range(rng.randrange(most))
    )


def odd_path(rng):
    return b"/" + quote_from_bytes(odd_text(rng, 12), safe="%/?;:@[]~").encode()


def odd_body(rng):
    """Damage a wish for a table."""
    body = bytearray(WISH)
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(body))
        body[at : at + rng.randrange(6)] = rng.choice(PIECES)
    return bytes(body)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_asked_is_no_error_of_the_server(client, seed):
    rng = random.Random(seed)
    for _ in range(800):
        method = rng.choice(["GET"] * 6 + ["POST"] * 4 + ["HEAD", "OPTIONS", "PUT", "DELETE", "TRACE", "BREW"])
        known = [b"/api/tables", b"/api/tables/x", b"/api/tables/x/seats", b"/api/games", b"/", b"/assets/x.js"]
        path = rng.choice(known) if rng.random() < 0.4 else odd_path(rng)
        headers = {name: odd_text(rng, 4) for name in rng.sample(HEADERS, rng.randrange(3))}
        headers.setdefault("content-type", b"application/json")
        url = httpx.URL("http://testserver.local").copy_with(raw_path=path)
        answer = client.request(method, url, headers=headers, content=odd_body(rng) if method == "POST" else None)
        assert answer.status_code < 500, (method, path, headers)
        if answer.status_code >= 400 and method != "HEAD" and "text/html" not in answer.headers["content-type"]:
            assert set(answer.json()) == {"code", "message", "suggestion"}, (method, path, headers)


async def test_whatever_comes_over_the_wire_is_no_error_of_the_server(caplog, monkeypatch, tmp_path):
    (tmp_path / "index.html").write_text("<!doctype html>the app")
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    rng = random.Random(5)
    caplog.set_level("ERROR")
    # All these requests are whole, so none may need the deadline to be answered. A short one would cut off clients that
    # a busy machine holds up between connecting and sending.
    async with serve(request_within=3600.0) as served:
        for _ in range(300):
            method = rng.choice([b"GET", b"POST", b"HEAD", b"OPTIONS", odd_text(rng, 3)])
            path = odd_path(rng) if rng.random() < 0.5 else b"/" + odd_text(rng, 12)
            head = [b"Host: " + served.url.encode(), b"Connection: close", b"Content-Type: application/json"]
            if rng.random() < 0.5:
                head.append(odd_text(rng, 3) + b": " + odd_text(rng, 3))
            if rng.random() < 0.2:
                head += [b"Upgrade: websocket", b"Connection: Upgrade", b"Sec-WebSocket-Version: 13"]
            body = odd_body(rng) if method == b"POST" else b""
            head.append(b"Content-Length: %d" % len(body))
            request = method + b" " + path + b" HTTP/1.1\r\n" + b"\r\n".join(head) + b"\r\n\r\n" + body
            answer = await served.say(request)
            assert answer[:9] == b"HTTP/1.1 ", request
            assert int(answer[9:12]) < 500, request
    assert not caplog.records


# ---- what a WebSocket is sent ----


FRAMES = {
    "/api/lobby/live": (
        {"type": "watch", "status": "running", "game": "niagara", "clock": "days", "order": "newest", "first": 25},
        {"type": "watch", "rows": 200},
        {"type": "ping"},
    ),
    "/api/chat/{table}": (
        {"type": "hello", "token": None, "session": None, "name": "Zoe"},
        {"type": "write", "text": "Hello"},
        {"type": "read", "before": 3},
        {"type": "remove", "number": 1},
        {"type": "mute", "name": "Zoe", "muted": True},
        {"type": "report", "number": 1},
        {"type": "ping"},
    ),
    "/api/tournaments/{tournament}/live": ({"type": "ping"},),
    "/ws/tables/{table}": (
        {"type": "hello", "token": None, "session": None, "since": 0, "watch": False, "deltas": True, "check": True},
        {"type": "hello", "record": True},
        {"type": "hello", "record": True, "deltas": True},
        {"type": "decide", "version": 3, "step": 0, "action": 1},
        {"type": "undo", "version": 3, "all": True},
        {"type": "why", "version": 3, "step": 0, "action": 1},
        {"type": "why", "version": 3, "step": 1, "action": "card 3", "decisions": [3]},
        {"type": "fate", "action": "card 3", "decisions": []},
        {"type": "confirm", "version": 3, "decisions": [1], "turn": "turn-0001"},
        {"type": "play", "version": 3, "actions": ["card 3"], "turn": "turn-0002"},
        {"type": "plan_ahead", "version": 3, "actions": ["card 3"]},
        {"type": "mix", "word": "seven otters"},
        {"type": "paint", "colour": 4},
        {"type": "set_rules", "preset": "standard", "options": {"max_rounds": 9}},
        {"type": "start"},
        {"type": "add_bot", "seat": 2, "bot": "guide"},
        {"type": "limit_bots", "seconds": 0.5},
        {"type": "remove_seat", "seat": 2},
        {"type": "stand_in", "seat": 0, "bot": "random"},
        {"type": "come_back"},
        {"type": "vote", "matter": "stop", "seat": None, "favour": False},
        {"type": "resign"},
        {"type": "set_pace", "pace": {"clock": {"turn": 172800, "reserve": 0}, "absence": 60}},
        {"type": "set_access", "access": "friends"},
        {"type": "rematch"},
        {"type": "emote", "emote": "cheer"},
        {"type": "ready", "ready": True},
        {"type": "ping"},
    ),
}
"""Messages for each channel, which are damaged."""


KINDS = {
    "/api/lobby/live": get_args(ToLobby),
    "/api/chat/{table}": get_args(ToChat),
    "/api/tournaments/{tournament}/live": (Ping,),
    "/ws/tables/{table}": get_args(ToServer),
}
HELLOS = {"/api/lobby/live": {"type": "watch"}, "/api/tournaments/{tournament}/live": {"type": "ping"}}
"""What begins a conversation, where it is not `hello`."""
WELCOMES = {
    "/api/lobby/live": "listed",
    "/api/chat/{table}": "lines",
    "/api/tournaments/{tournament}/live": "delta",
    "/ws/tables/{table}": "sync",
}


@pytest.mark.parametrize("path", FRAMES)
def test_every_kind_of_message_is_damaged(path):
    kinds = {member.__struct_config__.tag for member in KINDS[path]}
    assert {message["type"] for message in FRAMES[path]} == kinds


@pytest.mark.slow
@pytest.mark.parametrize("path", FRAMES)
@pytest.mark.parametrize("seed", range(2))
def test_whatever_frame_comes_is_answered_and_keeps_the_connection(client, path, seed, caplog):
    """Each is answered, or changes nothing; the ping after it shows that the connection is as good as before."""
    rng, kinds = random.Random(seed), set()
    seated = client.post("/api/tables", json=TABLE | {"access": "open"}).json()
    person = client.post("/api/people", json={"name": "Mika", "password": "correct horse", "device": "Desk"}).json()
    signed = {"authorization": f"Bearer {person['session']}"}
    wish = {"name": "Cup", "game": "niagara", "pace": {"clock": {"turn": 60, "reserve": 60}}}
    cup = client.post("/api/tournaments", json=wish, headers=signed).json()
    with client.websocket_connect(path.format(table=seated["table"], tournament=cup["id"])) as session:
        token = seated["token"] if seed else None
        session.send_json(HELLOS.get(path, {"type": "hello", "token": token}))
        for _ in range(400):
            frame = damaged(rng, rng.choice(FRAMES[path]))
            if rng.random() < 0.5:
                session.send_bytes(frame)
            else:
                session.send_text(frame.decode(errors="replace"))
            session.send_json({"type": "ping", "n": 1})
            # A message with a field too many is refused by name, so it marks the end of what came before it.
            while True:
                answer = session.receive_json()
                if answer["type"] == "refused" and "`n`" in answer["message"]:
                    break
                kinds.add(answer["type"])
                assert answer.get("code") != "error", frame
    assert kinds >= {"refused", "pong", WELCOMES[path]}
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


CLOSING = b"\x88"
"""First byte of the frame that ends a WebSocket."""
NO_FRAMES = (
    b"\xc1\x82\x00\x00\x00\x00\xff\xff",  # compressed, which was not agreed
    b"\x83\x80\x00\x00\x00\x00",  # of an unknown kind
    b"\x81\x02{}",  # without a mask
    b"\x81\xff" + b"\xff" * 12,  # of many exabytes
    b"\x81\x82\x00\x00\x00\x00\xff\xff",  # no UTF-8
)
"""Bytes that are no frames of a client, or none of a text."""


async def test_bytes_that_are_no_frame_end_only_their_own_look_at_the_lobby(caplog):
    async with serve() as served:
        handshake = (
            f"GET /api/lobby/live HTTP/1.1\r\nHost: {served.url}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        ).encode()
        async with websockets.connect(f"ws://{served.url}/api/lobby/live") as good:
            await good.send('{"type": "watch"}')
            assert json.loads(await good.recv())["type"] == "listed"
            for bad in NO_FRAMES:
                reader, writer = await served.connect()
                writer.write(handshake)
                while await reader.readline() != b"\r\n":
                    pass
                writer.write(bad)
                assert await reader.readexactly(1) == CLOSING
                writer.close()
            await until(lambda: len(served.hub.watchers) == 1)
            await served.hub.open(NewTable(game="niagara", name="Anna", seats=3, access="open"))
            assert json.loads(await good.recv())["type"] == "changed"
        await until(lambda: not served.hub.watchers)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
