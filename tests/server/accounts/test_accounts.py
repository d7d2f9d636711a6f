"""Accounts over HTTP and at tables: coming, going, several devices, what is refused, what is kept and deleted."""

from __future__ import annotations

import json

import pytest
from litestar.exceptions import WebSocketDisconnect

from eddyline.server.accounts.passwords import code_hash
from eddyline.server.accounts.sessions import MOST_DEVICES, UNUSED_FOR
from eddyline.server.accounts.tries import ALL_TRIES, MISTAKES, TRIES
from eddyline.server.base.names import NOBODY
from eddyline.server.store import Row
from support.people import OTHER, PASSWORD, WRONG, heard

# ---- coming and going ----


def test_an_account_signs_in_on_a_second_device_and_out_again(server):
    first = server.create()
    second = server.sign_in().json()
    assert (second["account"], second["name"], second["codes"]) == (first["account"], "Mika", [])
    me = server.me(second["session"]).json()
    assert [(each["device"], each["here"]) for each in me["sessions"]] == [("Desk", False), ("Phone", True)]
    assert (me["codes"], me["tables"]) == (8, [])
    desk = me["sessions"][0]["id"]
    assert server.ask("DELETE", f"/api/sessions/{desk}", second["session"]).status_code == 204
    assert server.me(first["session"]).json()["code"] == "signed_out"
    assert server.ask("DELETE", "/api/sessions/here", second["session"]).status_code == 204
    assert server.me(second["session"]).status_code == 401


@pytest.mark.parametrize("name", ["Mika", "mika", "MIKA", " Mika ", "Mіka"])
def test_a_name_that_is_taken_or_looks_so_is_nobody_elses(server, name):
    server.create()
    answer = server.ask("POST", "/api/people", body={"name": name, "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")


def test_the_name_that_signs_in_may_be_written_as_it_is_spoken(server):
    assert server.sign_in("Mika").json()["code"] == "wrong_password"
    server.create()
    assert server.sign_in("mika").json()["name"] == "Mika"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"name": "Mika", "password": "short"}, "length"),
        ({"name": "", "password": PASSWORD}, "length"),
        ({"name": "\u200b\u200b", "password": PASSWORD}, "visible"),
        ({"name": "Mika"}, "password"),
        ({"name": "Mika", "password": PASSWORD, "admin": True}, "admin"),
    ],
)
def test_what_is_no_account_is_refused_with_a_reason(server, body, said):
    answer = server.ask("POST", "/api/people", body=body)
    assert answer.status_code == 400
    assert said in answer.json()["message"]
    assert not any(name.startswith(("name.", "account.")) for name in server.store.logs)


def test_a_recovery_code_sets_a_new_password_once_and_ends_all_sessions(server):
    made = server.create()
    code = made["codes"][3].upper().replace("-", " ")
    wish = {"name": "Mika", "code": code, "password": OTHER}
    back = server.ask("POST", "/api/sessions/recovery", body=wish)
    assert back.status_code == 201
    assert server.me(made["session"]).status_code == 401
    assert server.me(back.json()["session"]).json()["codes"] == 7
    assert server.sign_in(password=PASSWORD).json()["code"] == "wrong_password"
    assert server.sign_in(password=OTHER).status_code == 201
    assert server.ask("POST", "/api/sessions/recovery", body=wish).json()["code"] == "wrong_password"


def test_new_recovery_codes_void_the_old_ones(server):
    made = server.create()
    wrong = server.ask("POST", "/api/me/codes", made["session"], {"password": OTHER})
    assert wrong.json()["code"] == "wrong_password"
    renewed = server.ask("POST", "/api/me/codes", made["session"], {"password": PASSWORD}).json()["codes"]
    assert len(set(renewed)) == 8
    old = {"name": "Mika", "code": made["codes"][0], "password": OTHER}
    assert server.ask("POST", "/api/sessions/recovery", body=old).status_code == 403
    assert server.ask("POST", "/api/sessions/recovery", body=old | {"code": renewed[0]}).status_code == 201


def test_a_session_that_nobody_uses_ends_and_one_in_use_does_not(server):
    used, idle = server.create()["session"], server.sign_in().json()["session"]
    for _ in range(4):
        server.clock.now += UNUSED_FOR / 1000 / 3
        assert server.me(used).status_code == 200
    assert server.me(idle).status_code == 401


def test_of_too_many_devices_the_one_not_used_for_longest_is_signed_out(server):
    first = server.create()["session"]
    server.clock.now += 1
    others = []
    for _ in range(MOST_DEVICES):
        server.clock.now += 400  # not so fast that it looks like guessing
        others.append(server.sign_in().json()["session"])
    assert server.me(first).status_code == 401
    assert all(server.me(each).status_code == 200 for each in others)


# ---- security ----


def test_attempts_on_one_name_are_limited_from_one_address_and_from_everywhere(server):
    server.create()
    codes = [server.sign_in(password=WRONG).json()["code"] for _ in range(TRIES + 1)]
    assert codes == ["wrong_password"] * TRIES + ["too_fast"]
    # Not even the right password helps now; after a while it does.
    assert server.sign_in().status_code == 429
    server.clock.now += 3600
    assert server.sign_in().status_code == 201
    assert ALL_TRIES > TRIES


def test_attempts_on_many_names_from_one_address_are_limited(server):
    codes = [server.sign_in(f"Name {number}").json()["code"] for number in range(MISTAKES + 1)]
    assert codes == ["wrong_password"] * MISTAKES + ["too_fast"]


def test_a_name_that_nobody_has_takes_the_same_work_and_is_answered_alike(server):
    server.create()
    answers = []
    for name in ("Mika", "Nobody"):
        before = server.hasher.verified
        answers.append(server.sign_in(name, "wrong").json())
        assert server.hasher.verified == before + 1
    assert answers[0] == answers[1]


def test_a_session_is_always_a_new_secret_that_the_server_chose(server):
    made = server.create()
    chosen = f"{made['account']}.{'A' * 32}"
    assert server.me(chosen).status_code == 401
    answer = server.ask("POST", "/api/sessions", chosen, {"name": "Mika", "password": PASSWORD})
    assert answer.status_code == 201
    assert answer.json()["session"] not in {chosen, made["session"]}
    assert server.me(chosen).status_code == 401


@pytest.mark.parametrize("given", ["Basic TWlrYTpx", "Bearer", "Bearer x", "Bearer a.b.c", "Bearer \xff", ""])
def test_what_is_no_session_is_refused(server, given):
    answer = server.client.get("/api/me", headers={"authorization": given.encode("latin-1")})
    assert (answer.status_code, answer.json()["code"]) == (401, "signed_out")


def test_pages_of_other_sites_do_nothing_in_anybodys_name(server):
    made = server.create()
    away = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}
    for method, path, body in [
        ("POST", "/api/people", {"name": "Eve", "password": PASSWORD}),
        ("POST", "/api/sessions", {"name": "Mika", "password": PASSWORD}),
        ("POST", "/api/me/deletion", {"password": PASSWORD}),
        ("DELETE", "/api/sessions/here", None),
    ]:
        answer = server.ask(method, path, made["session"], body, **away)
        assert answer.status_code == 403, path
    assert server.client.post("/api/sessions", data={"name": "Mika", "password": PASSWORD}).status_code == 415
    # There is nothing that a browser would add by itself.
    assert not server.client.cookies
    assert server.me(made["session"]).status_code == 200


def test_answers_with_secrets_are_not_kept_by_caches(server):
    made = server.ask("POST", "/api/people", body={"name": "Mika", "password": PASSWORD})
    signed = server.sign_in()
    me = server.me(made.json()["session"])
    export = server.ask("GET", "/api/me/export", made.json()["session"])
    assert {answer.headers["cache-control"] for answer in (made, signed, me, export)} == {"no-store"}


def test_no_secret_is_kept_in_the_store(server):
    made = server.create()
    kept = json.dumps([row.body for log in server.store.logs.values() for row in log])
    for secret in (PASSWORD, made["session"], made["session"].split(".")[1], *made["codes"]):
        assert secret not in kept
    assert code_hash(made["codes"][0]) in kept


def test_a_changed_password_ends_other_sessions_and_their_connections_at_once(server):
    made = server.create()
    phone = server.sign_in().json()["session"]
    table = server.open(made["session"])["table"]
    here, there = (server.hello(table, session=each) for each in (made["session"], phone))
    assert [heard(each, "sync")["you"] for each in (here, there)] == [0, 0]
    wrong = {"sure": {"password": "wrong"}, "new": OTHER}
    assert server.ask("POST", "/api/me/password", made["session"], wrong).json()["code"] == "wrong_password"
    right = {"sure": {"password": PASSWORD}, "new": OTHER}
    assert server.ask("POST", "/api/me/password", made["session"], right).status_code == 204
    with pytest.raises(WebSocketDisconnect):
        heard(there, "nothing that is ever sent")
    again = server.hello(table, session=phone)
    assert heard(again, "refused")["code"] == "signed_out"
    assert heard(again, "sync")["you"] is None
    here.send_json({"type": "ping"})
    assert heard(here, "pong")
    assert server.me(made["session"]).status_code == 200


# ---- at tables ----


def test_an_account_sits_under_its_name_and_has_its_seat_on_every_device(server):
    made = server.create()
    seated = server.open(made["session"], name="whatever")
    seat = server.table(seated["table"])["seats"][0]
    assert (seat["name"], seat["account"]) == ("Mika", made["account"])
    phone = server.sign_in().json()["session"]
    assert heard(server.hello(seated["table"], session=phone), "sync")["you"] == 0
    assert heard(server.hello(seated["table"], session=phone, token=seated["token"]), "sync")["you"] == 0
    assert server.me(phone).json()["tables"] == [{"table": seated["table"], "game": "niagara"}]
    again = server.ask("POST", f"/api/tables/{seated['table']}/seats", phone, {"name": "x"})
    assert (again.status_code, again.json()["code"]) == (409, "taken")


def test_the_page_of_an_account_lists_no_table_that_is_gone_or_where_it_has_no_seat(server):
    made = server.create()
    kept, deleted, freed, broken = (server.open(made["session"])["table"] for _ in range(4))
    host = server.open(name="Host")
    server.ask("POST", f"/api/tables/{host['table']}/seats", made["session"], {"name": "x"})
    socket = server.hello(host["table"], token=host["token"])
    socket.send_json({"type": "remove_seat", "seat": 1})
    server.hello(freed, session=made["session"]).send_json({"type": "remove_seat", "seat": 0})
    while (
        server.table(host["table"])["seats"][1]["kind"] != "open" or server.table(freed)["seats"][0]["kind"] != "open"
    ):
        pass
    hub = server.client.app.state.hub
    server.clock.now += 3600
    socket.close()
    server.client.blocking_portal.call(hub.tables.forget_idle)
    del server.store.logs[deleted]
    server.store.logs[broken] = [Row(0, "broken")]
    listed = [each["table"] for each in server.me(made["session"]).json()["tables"]]
    wish = {"tables": [{"table": table} for table in listed]}
    told = server.ask("POST", "/api/tables/mine", made["session"], wish).json()
    assert {each["table"]: each["status"] for each in told if each["seat"] is None} == {
        deleted: "gone",
        freed: "open",
        host["table"]: "open",
        broken: "unreachable",
    }
    assert [each["table"] for each in server.me(made["session"]).json()["tables"]] == [broken, kept]
    # Another seat there is listed again.
    server.ask("POST", f"/api/tables/{freed}/seats", made["session"], {"name": "x"})
    assert freed in [each["table"] for each in server.me(made["session"]).json()["tables"]]


def test_a_guest_cannot_be_called_like_an_account_but_nearly(server):
    server.create()
    table = server.open(name="Anna")["table"]
    refused = server.ask("POST", f"/api/tables/{table}/seats", body={"name": "MIKA"}).json()
    assert (refused["code"], refused["suggestion"]) == ("name_taken", "MIKA 2")
    assert server.ask("POST", f"/api/tables/{table}/seats", body={"name": "MIKA 2"}).status_code == 201


def test_an_account_whose_name_a_guest_has_at_the_table_gets_a_number(server):
    table = server.open(name="Mika")["table"]
    made = server.create()
    assert server.ask("POST", f"/api/tables/{table}/seats", made["session"], {"name": "x"}).status_code == 201
    assert [seat["name"] for seat in server.table(table)["seats"][:2]] == ["Mika", "Mika 2"]


def test_an_account_takes_over_the_seats_of_the_guest_it_was(server):
    seated = server.open(name="Mika the guest")
    others = server.open(name="Somebody")
    made = server.create()
    wish = {"seats": [seated | {}, {"table": others["table"], "token": "guess"}, {"table": "nowhere", "token": "x"}]}
    for seat in wish["seats"]:
        seat.pop("seat", None)
    owned = server.ask("POST", "/api/me/seats", made["session"], wish).json()
    assert [each["table"] for each in owned] == [seated["table"]]
    seat = server.table(seated["table"])["seats"][0]
    assert (seat["name"], seat["account"]) == ("Mika the guest", made["account"])
    assert heard(server.hello(seated["table"], session=made["session"]), "sync")["you"] == 0
    eve = server.create("Eve")
    assert server.ask("POST", "/api/me/seats", eve["session"], wish).json() == []


def test_favourite_colour_and_pattern_are_given_where_they_are_free(server, monkeypatch):
    made = server.create()
    wish = {"colour": 4, "pattern": 3}
    assert server.ask("POST", "/api/me/preferences", made["session"], wish).status_code == 204
    opened = server.open(made["session"])["table"]
    assert server.table(opened)["seats"][0].items() >= wish.items()
    joined = server.open(name="Anna")["table"]
    saved, append = [], server.store.append
    note = lambda table, version, rows: saved.append((table, len(rows))) or append(table, version, rows)  # noqa: E731
    with monkeypatch.context() as patched:
        patched.setattr(server.store, "append", note)
        server.ask("POST", f"/api/tables/{joined}/seats", made["session"], {"name": "x"})
    assert [rows for table, rows in saved if table == joined] == [2], "both are saved, or neither"
    assert server.table(joined)["seats"][1].items() >= wish.items()
    assert server.client.get(f"/api/people/{made['account']}").json().items() >= {"name": "Mika", **wish}.items()
    # What somebody else has is not given; the other favourite is, all the same.
    bea = server.create("Bea")
    server.ask("POST", "/api/me/preferences", bea["session"], {"colour": 5, "pattern": 3})
    server.ask("POST", f"/api/tables/{opened}/seats", bea["session"], {"name": "x"})
    assert server.table(opened)["seats"][1].items() >= {"colour": 5, "pattern": 1}.items()
    # Whoever takes the last seat gets them, too, although the game starts at once.
    last = server.open(name="Anna", seats=2, bots=[], start=True)["table"]
    server.ask("POST", f"/api/tables/{last}/seats", made["session"], {"name": "x"})
    assert server.table(last)["status"] == "running"
    assert server.table(last)["seats"][1].items() >= wish.items()
    for wrong in ({"colour": 6, "pattern": None}, {"colour": 1}, {"colour": 1, "pattern": "wave"}):
        assert server.ask("POST", "/api/me/preferences", bea["session"], wrong).status_code == 400


def test_a_rematch_is_the_accounts_too(server):
    made = server.create()
    seated = server.open(made["session"], seats=2, bots=["random"], start=True)
    player = server.hello(seated["table"], session=made["session"])
    heard(player, "sync")
    player.send_json({"type": "resign"})
    player.send_json({"type": "rematch"})
    while (rematch := heard(player, "sync")["table"]["rematch"]) is None:
        pass
    assert server.table(rematch)["seats"][0]["account"] == made["account"]
    assert rematch in {each["table"] for each in server.me(made["session"]).json()["tables"]}


# ---- taking home, and deleting ----


def test_everything_is_taken_home_without_secrets(server):
    made = server.create()
    seated = server.open(made["session"])
    server.hello(seated["table"], session=made["session"]).send_json({"type": "mix", "word": "my own word"})
    export = server.ask("GET", "/api/me/export", made["session"])
    lines = [json.loads(line) for line in export.text.splitlines()]
    assert [line["entry"] for line in lines][:4] == ["created", "password_set", "codes_made", "signed_in"]
    assert {"table", "entry"} <= lines[-1].keys()
    assert any(line["entry"] == "joined" and line["name"] == "Mika" for line in lines)
    for secret in (seated["token"], "argon2", code_hash(made["codes"][0])):
        assert secret not in export.text


@pytest.mark.parametrize("start", [False, True])
def test_a_deleted_account_leaves_no_name_on_any_page(server, start):
    made = server.create()
    seated = server.open(made["session"], seats=3, bots=["random", "random"] if start else ["random"], start=start)
    table = seated["table"]
    assert server.table(table)["status"] == ("running" if start else "open")
    no = server.ask("POST", "/api/me/deletion", made["session"], {"password": "wrong"})
    assert no.json()["code"] == "wrong_password"
    assert server.ask("POST", "/api/me/deletion", made["session"], {"password": PASSWORD}).status_code == 204
    assert server.me(made["session"]).status_code == 401
    assert server.sign_in().json()["code"] == "wrong_password"
    assert server.client.get(f"/api/people/{made['account']}").status_code == 404
    assert "Mika" not in server.client.get(f"/api/tables/{table}").text
    seat = server.table(table)["seats"][0]
    assert (seat["kind"], seat["name"]) == (("human", NOBODY) if start else ("open", ""))
    if start:
        assert "Mika" not in server.client.get(f"/api/tables/{table}/record").text
        assert heard(server.hello(table, token=seated["token"]), "sync")["you"] is None
    # Of the account, nothing is left but that somebody had the name.
    left = {name: rows for name, rows in server.store.logs.items() if "." in name}
    assert {name.partition(".")[0] for name in left} == {"name", "beat", "outages"}
    assert "Mika" not in json.dumps([row.body for rows in left.values() for row in rows])
    answer = server.ask("POST", "/api/people", body={"name": "Mika", "password": PASSWORD})
    assert answer.json()["code"] == "name_taken"
