"""Bots that play from outside: their owners make them and their tokens, and they never pass for people."""

from __future__ import annotations

import asyncio
import json

import pytest
from litestar.exceptions import WebSocketDisconnect

from eddyline.engine.registry import GAMES, game
from eddyline.engine.wire import from_wire
from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import NewTable
from eddyline.server.accounts.bots import MOST_BOTS, MOST_TABLES, MOST_TOKENS
from eddyline.server.accounts.sessions import UNUSED_FOR
from eddyline.server.base.names import NOBODY
from support.people import PASSWORD, TABLE, heard


@pytest.fixture
def owner(server):
    return server.create()["session"]


# ---- making them ----


def test_an_owner_sees_their_bots_and_the_tokens_without_the_secrets(server, owner):
    made = server.bot(owner)
    assert made["name"] == "Bot Otter"
    more = server.ask("POST", f"/api/me/bots/{made['account']}/tokens", owner, {"label": "attic"}).json()
    (bot,) = server.me(owner).json()["bots"]
    assert (bot["account"], bot["name"]) == (made["account"], "Bot Otter")
    assert [token["label"] for token in bot["tokens"]] == ["desk", "attic"]
    assert all(token["seen"] == token["since"] for token in bot["tokens"]), "none was used"
    for secret in (made["token"], more["token"]):
        assert secret.split(".")[1] not in server.me(owner).text
        assert not any(secret.split(".")[1] in row.body for log in server.store.logs.values() for row in log)


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("Otter", "Bot Otter"),
        ("bot otter", "bot otter"),
        ("BOT 7", "BOT 7"),
        ("Botty", "Bot Botty"),
        ("Bot", "Bot Bot"),
    ],
)
def test_the_name_of_a_bot_says_that_it_is_one(server, owner, wanted, name):
    assert server.bot(owner, wanted)["name"] == name


def test_a_bot_takes_nobodys_name_and_nobody_takes_its(server, owner):
    server.bot(owner)
    body = {"name": "Bot Otter", "password": PASSWORD}
    assert server.ask("POST", "/api/people", body=body).json()["code"] == "name_taken"
    assert server.ask("POST", "/api/me/bots", owner, {"name": "\u041etter"}).json()["code"] == "name_taken"
    guest = server.ask("POST", "/api/tables", body={"game": "niagara", "name": "Bot Otter", "seats": 3}).json()
    assert guest["code"] == "name_taken"


@pytest.mark.parametrize("name", ["Bot Hugo", "bot hugo", "\u0412ot Hugo"])
def test_nobody_else_has_a_name_that_begins_like_a_bots(server, name):
    table = {"game": "niagara", "name": name, "seats": 3}
    for path, body in (("/api/people", {"name": name, "password": PASSWORD}), ("/api/tables", table)):
        answer = server.ask("POST", path, body=body).json()
        assert (answer["code"], answer["suggestion"].casefold()) == ("name_taken", "hugo")
    assert server.ask("POST", "/api/tables", body=table | {"name": "Botticelli"}).status_code < 300


def test_the_name_has_to_fit_with_its_mark(server, owner):
    answer = server.ask("POST", "/api/me/bots", owner, {"name": "x" * 21})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")
    assert "24" in answer.json()["message"]
    assert server.me(owner).json()["bots"] == []


def test_bots_and_tokens_are_limited(server, owner):
    bots = [server.bot(owner, f"Otter {number}") for number in range(MOST_BOTS)]
    assert server.ask("POST", "/api/me/bots", owner, {"name": "One more"}).json()["code"] == "full"
    path = f"/api/me/bots/{bots[0]['account']}/tokens"
    for _ in range(MOST_TOKENS - 1):
        assert server.ask("POST", path, owner, {}).status_code == 201
    assert server.ask("POST", path, owner, {}).json()["code"] == "full"
    assert server.ask("DELETE", f"/api/me/bots/{bots[0]['account']}", owner).status_code == 204
    assert server.bot(owner, "One more")["name"] == "Bot One more"


def test_a_bot_that_was_never_finished_counts_for_nothing(server, owner, monkeypatch):
    ledger = server.client.app.state.hub.people.accounts
    change = ledger.change

    async def fail_for_new_ones(key, changes):
        if not (await ledger.read(key)).name:
            raise OSError("the server ends here")
        return await change(key, changes)

    monkeypatch.setattr(ledger, "change", fail_for_new_ones)
    for number in range(MOST_BOTS):
        assert server.ask("POST", "/api/me/bots", owner, {"name": f"Otter {number}"}).status_code == 500
    monkeypatch.undo()
    assert server.me(owner).json()["bots"] == []
    for number in range(MOST_BOTS):
        server.bot(owner, f"Beaver {number}")


def test_nobody_else_reaches_a_bot(server, owner):
    bot = server.bot(owner)
    other = server.create("Zoe")["session"]
    token = server.me(owner).json()["bots"][0]["tokens"][0]["id"]
    asked = [
        ("POST", f"/api/me/bots/{bot['account']}/tokens", {}),
        ("DELETE", f"/api/me/bots/{bot['account']}/tokens/{token}", None),
        ("DELETE", f"/api/me/bots/{bot['account']}", None),
    ]
    for method, path, body in asked:
        assert server.ask(method, path, other, body).json()["code"] == "unknown"
        assert server.ask(method, path, None, body).json()["code"] == "signed_out"
    assert server.me(bot["token"]).status_code == 200


# ---- what a token opens ----


def test_a_token_opens_tables_and_takes_seats_under_the_bots_name(server, owner):
    bot = server.bot(owner)
    opened = server.open(bot["token"], name="Ann")
    seat = server.table(opened["table"])["seats"][0]
    assert (seat["name"], seat["account"]) == ("Bot Otter", bot["account"])
    assert seat["owner"] == server.me(owner).json()["account"]
    person = server.open()
    joined = server.ask("POST", f"/api/tables/{person['table']}/seats", bot["token"], {"name": "Ann"}).json()
    seat = server.table(person["table"])["seats"][joined["seat"]]
    assert (seat["name"], seat["owner"]) == ("Bot Otter", server.me(owner).json()["account"])
    assert server.me(bot["token"]).json()["owner"] == server.me(owner).json()["account"]
    assert {each["table"] for each in server.me(bot["token"]).json()["tables"]} == {opened["table"], person["table"]}


def test_whose_bot_it_is_stays_with_the_seat_in_a_rematch(server, owner):
    bot = server.bot(owner)
    opened = server.open(bot["token"], seats=3, bots=["random", "random"], start=True)
    socket = server.hello(opened["table"], session=bot["token"])
    heard(socket, "sync")
    socket.send_json({"type": "resign"})
    while (message := heard(socket, "sync"))["table"]["status"] != "over":
        pass
    socket.send_json({"type": "rematch"})
    while (again := heard(socket, "sync")["table"]["rematch"]) is None:
        pass
    assert server.table(again)["seats"][0]["owner"] == server.me(owner).json()["account"]
    assert message["you"] == 0


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/me/bots", {"name": "Otter's otter"}),
        ("POST", "/api/me/password", {"sure": {"password": "x"}, "new": PASSWORD}),
        ("POST", "/api/me/codes", {"password": "x"}),
        ("POST", "/api/me/deletion", {"password": "x"}),
        ("POST", "/api/me/preferences", {"colour": 1, "pattern": None}),
        ("POST", "/api/me/seats", {"seats": []}),
        ("GET", "/api/me/export", None),
        ("GET", "/api/me/friends", None),
        ("GET", "/api/me/notices", None),
        ("POST", "/api/me/vacation", {"last": "2099-01-01"}),
        ("DELETE", "/api/sessions/here", None),
    ],
)
def test_everything_else_is_for_people(server, owner, method, path, body):
    bot = server.bot(owner)
    answer = server.ask(method, path, bot["token"], body)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_yours"), answer.text
    assert server.me(bot["token"]).status_code == 200


def test_quick_seats_are_for_people(server, owner):
    bot = server.bot(owner)
    wish = {"game": "niagara", "name": "x", "token": "t" * 32}
    assert server.ask("POST", "/api/lobby/seat", bot["token"], wish).json()["code"] == "not_yours"


def test_bots_read_the_chat_and_do_not_write(server, owner):
    bot = server.bot(owner)
    opened = server.open(bot["token"])
    # The token of its seat is nothing without the bot's own.
    for shown, refusal in (({"session": bot["token"]}, "not_yours"), ({"token": opened["token"]}, "nameless")):
        with server.client.websocket_connect(f"/api/chat/{opened['table']}") as socket:
            socket.send_json({"type": "hello", **shown})
            assert heard(socket, "lines")["lines"] == []
            socket.send_json({"type": "write", "text": "good luck"})
            assert heard(socket, "refused")["code"] == refusal


def test_nobody_signs_in_as_a_bot(server, owner):
    server.bot(owner)
    assert server.sign_in("Bot Otter", "").status_code == 400
    assert server.sign_in("Bot Otter", "x").json()["code"] == "wrong_password"


def test_everybody_sees_whose_bot_it_is(server, owner):
    bot = server.bot(owner)
    shown = server.client.get(f"/api/people/{bot['account']}").json()
    assert shown["owner"] == {"account": server.me(owner).json()["account"], "name": "Mika"}
    assert server.client.get(f"/api/people/{shown['owner']['account']}").json()["owner"] is None


# ---- how many seats it has at a time ----


def fill(server, bot):
    """Let a bot sit at as many tables as it may; return them."""
    return [server.open(bot["token"])["table"] for _ in range(MOST_TABLES)]


def too_many(answer):
    assert (answer.status_code, answer.json()["code"]) == (409, "full"), answer.text
    return "at 20 tables already" in answer.json()["message"]


def sit(server, table, session):
    return server.ask("POST", f"/api/tables/{table}/seats", session, {"name": "x"})


def test_a_bot_has_so_many_seats_at_a_time_and_its_owner_has_more(server, owner):
    bot, other = server.bot(owner), server.bot(owner, "Beaver")
    own = [server.open(bot["token"])["table"] for _ in range(MOST_TABLES - 1)]
    assert sit(server, server.open()["table"], bot["token"]).status_code == 201
    assert too_many(sit(server, server.open()["table"], bot["token"]))
    assert too_many(server.ask("POST", "/api/tables", bot["token"], TABLE))
    assert server.open(other["token"])["seat"] == 0
    for table in own:
        assert sit(server, table, owner).status_code == 201
    assert server.open(owner)["seat"] == 0


@pytest.mark.parametrize("how", ["over", "resigned", "left", "deleted"])
def test_a_seat_where_nothing_is_to_be_played_makes_room_for_another(server, owner, how):
    bot = server.bot(owner)
    seats = 4 if how == "resigned" else 3
    ended = server.open(bot["token"], seats=seats, bots=["random", "random"])
    people = [None, server.create("Zoe")["session"]]
    if how in {"over", "resigned"}:
        socket = server.hello(ended["table"], session=bot["token"])
        if how == "resigned":
            assert sit(server, ended["table"], people[1]).status_code == 201
        socket.send_json({"type": "start"})
        socket.send_json({"type": "resign"})
        while not heard(socket, "sync")["table"]["seats"][0]["resigned"]:
            pass
    for _ in range(MOST_TABLES - 1):
        server.open(bot["token"])
    if how == "left":
        socket = server.hello(ended["table"], session=bot["token"])
        socket.send_json({"type": "remove_seat", "seat": 0})
        while heard(socket, "sync")["table"]["seats"][0]["kind"] != "open":
            pass
    if how == "deleted":
        del server.store.logs[ended["table"]]
        server.client.blocking_portal.call(server.client.app.state.hub.changes.catch_up, None)
    assert server.open(bot["token"])["seat"] == 0
    assert too_many(server.ask("POST", "/api/tables", bot["token"], TABLE))
    if how == "left":
        assert too_many(sit(server, ended["table"], bot["token"]))


def test_tables_are_looked_at_only_when_there_may_be_too_many(server, owner, monkeypatch):
    bot = server.bot(owner)
    hub = server.client.app.state.hub
    looked = []
    plays = hub.bots._plays
    monkeypatch.setattr(hub.bots, "_plays", lambda account, table: looked.append(table) or plays(account, table))
    tables = fill(server, bot)
    assert not looked
    for table in tables:
        socket = server.hello(table, session=bot["token"])
        socket.send_json({"type": "remove_seat", "seat": 0})
        while heard(socket, "sync")["table"]["seats"][0]["kind"] != "open":
            pass
    fill(server, bot)
    assert sorted(looked) == sorted(tables)


def test_requests_at_one_moment_are_counted_one_after_the_other(server, owner):
    bot = server.bot(owner)
    for _ in range(MOST_TABLES - 2):
        server.open(bot["token"])
    hub = server.client.app.state.hub

    async def at_once():
        account = await hub.people.find(bot["account"])
        wish = NewTable(game="niagara", name="x", seats=3)
        asked = [hub.open(wish, person=account) for _ in range(6)]
        return await asyncio.gather(*asked, return_exceptions=True)

    answers = server.client.blocking_portal.call(at_once)
    assert sum(isinstance(answer, RefusalError) for answer in answers) == 4


def test_a_rematch_takes_the_place_of_the_table_that_is_over(server, owner):
    bot = server.bot(owner)
    opened = server.open(bot["token"], seats=3, bots=["random", "random"], start=True)
    for _ in range(MOST_TABLES - 1):
        server.open(bot["token"])
    for _ in range(2):
        socket = server.hello(opened["table"], session=bot["token"])
        socket.send_json({"type": "start"})
        socket.send_json({"type": "resign"})
        while heard(socket, "sync")["table"]["status"] != "over":
            pass
        socket.send_json({"type": "rematch"})
        while (again := heard(socket, "sync")["table"]["rematch"]) is None:
            pass
        opened = {"table": again}
    assert server.table(again)["seats"][0]["account"] == bot["account"]
    assert too_many(server.ask("POST", "/api/tables", bot["token"], TABLE))


# ---- the end of a token, and of a bot ----


def test_a_token_stays_valid_without_use_and_ends_when_it_is_revoked(server, owner):
    bot = server.bot(owner)
    other = server.ask("POST", f"/api/me/bots/{bot['account']}/tokens", owner, {}).json()
    opened = server.open(bot["token"])
    server.clock.now += 2 * UNUSED_FOR / 1000
    owner = server.sign_in().json()["session"]
    assert server.me(bot["token"]).status_code == 200
    first, _ = server.me(owner).json()["bots"][0]["tokens"]
    socket = server.hello(opened["table"], session=bot["token"])
    assert heard(socket, "sync")["you"] == 0
    assert server.ask("DELETE", f"/api/me/bots/{bot['account']}/tokens/{first['id']}", owner).status_code == 204
    with pytest.raises(WebSocketDisconnect):
        heard(socket, "never")
    assert server.me(bot["token"]).json()["code"] == "signed_out"
    assert server.me(other["token"]).status_code == 200


def test_a_deleted_bot_leaves_its_seats_without_its_name(server, owner):
    bot = server.bot(owner)
    opened = server.open(bot["token"])
    assert server.ask("DELETE", f"/api/me/bots/{bot['account']}", owner).status_code == 204
    seat = server.table(opened["table"])["seats"][0]
    assert (seat["account"], seat["owner"], seat["kind"]) == (None, None, "open") or seat["name"] == NOBODY
    assert server.client.get(f"/api/people/{bot['account']}").status_code == 404
    assert server.me(bot["token"]).json()["code"] == "signed_out"
    assert server.me(owner).json()["bots"] == []


def test_whoever_deletes_their_account_deletes_their_bots(server, owner):
    bot = server.bot(owner)
    opened = server.open(bot["token"], seats=3, bots=["random", "random"], start=True)
    assert server.ask("POST", "/api/me/deletion", owner, {"password": PASSWORD}).status_code == 204
    assert server.me(bot["token"]).json()["code"] == "signed_out"
    assert "Otter" not in json.dumps(server.table(opened["table"]))
    assert server.table(opened["table"])["seats"][0]["owner"] is None
    assert not any(f"account.{bot['account']}" in log for log in server.store.logs)


def test_an_owner_takes_home_what_is_kept_of_their_bots(server, owner):
    bot = server.bot(owner)
    opened = server.open(bot["token"])
    lines = [json.loads(line) for line in server.ask("GET", "/api/me/export", owner).text.splitlines()]
    assert any(line.get("account") == bot["account"] and line.get("entry") == "created" for line in lines)
    assert any(line.get("table") == opened["table"] for line in lines)
    assert bot["token"].split(".")[1] not in json.dumps(lines)


# ---- ratings ----


def test_a_game_beside_ones_own_bot_is_not_rated(server, owner):
    bot, other = server.bot(owner), server.bot(owner, "Beaver")
    stranger = server.create("Zoe")["session"]

    def unrated(*sessions):
        opened = server.open(sessions[0], seats=3, bots=[], rated=True)
        for session in sessions[1:]:
            answer = server.ask("POST", f"/api/tables/{opened['table']}/seats", session, {"name": "x"})
            assert answer.status_code == 201, answer.text
        return server.table(opened["table"])["unrated"]

    assert unrated(owner, bot["token"]) == "twice"
    assert unrated(bot["token"], other["token"]) == "twice"
    assert unrated(stranger, bot["token"]) is None


# ---- what a program that knows the rules is told ----


@pytest.mark.parametrize("name", GAMES)
def test_a_program_is_told_the_record_of_its_seat(server, owner, name):
    rules, bot = game(name), server.bot(owner)
    opened = server.open(bot["token"], game=name, bots=["random", "random"], start=True)
    socket = server.hello(opened["table"], session=bot["token"], record=True)
    while (told := heard(socket, "sync"))["draft"] is None:
        pass
    options = rules.parse_options(None, told["table"]["options"])
    states = from_wire(rules, told["record"], options)
    assert rules.offered(states, 0) == tuple(sorted(action["id"] for action in told["draft"]["legal"]))
    watching = heard(server.hello(opened["table"], record=True), "sync")
    assert from_wire(rules, watching["record"], options).tobytes() == rules.redact(states, None).tobytes()
    assert heard(server.hello(opened["table"], session=bot["token"]), "sync")["record"] is None
