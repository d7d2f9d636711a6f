"""An operator suspends a person, who is shown out at once and told why and until when; all that is done is noted."""

from __future__ import annotations

import json
import time

import pytest

from eddyline.server.base.outbox import CLOSED_BY
from eddyline.server.store import SqliteStore
from eddyline.server.store.names import DATABASE
from support.authenticator import Authenticator
from support.people import OTHER, PASSWORD, code, heard, last_words, serving

WHY = "Insults in the lobby."
TOLD = f"This account is suspended until 2100-01-01 00:00 UTC. The operator of this server says: {WHY}"


@pytest.fixture
def server(kept):
    return kept


def suspend(run, *more):
    return run("people", "suspend", "mika", "--why", WHY, *more)


def test_who_is_suspended_is_shown_out_everywhere_and_told_why(server, run):
    made = server.create()
    bot = server.bot(made["session"])
    seated = server.open(made["session"], seats=2, bots=[])
    guest = server.ask("POST", f"/api/tables/{seated['table']}/seats", body={"name": "Gus"}).json()
    theirs = server.hello(seated["table"], token=guest["token"])
    own = server.hello(seated["table"], session=made["session"])
    own.send_json({"type": "start"})
    assert heard(own, "sync")["you"] == 0
    assert suspend(run, "--until", "2100-01-01").output.strip() == (
        "Mika is suspended with 1 bot until 2100-01-01 00:00 UTC."
    )
    told, closed = last_words(own)
    assert (told[-1]["code"], told[-1]["message"], closed) == ("suspended", TOLD, CLOSED_BY["suspended"])
    # The table goes on, and the other sees who is away.
    while heard(theirs, "table")["table"]["seats"][0]["online"]:
        pass
    # No way in is left: the session, another device, a recovery code, the bot's token, the seat's token.
    recovery = {"name": "Mika", "code": made["codes"][0], "password": OTHER}
    refused = [
        server.me(made["session"]),
        server.sign_in(),
        server.ask("POST", "/api/sessions/recovery", body=recovery),
        server.ask("POST", "/api/tables", bot["token"], {"game": "niagara", "name": "x", "seats": 2, "bots": []}),
    ]
    assert [(answer.status_code, code(answer), answer.json()["message"]) for answer in refused] == [
        (403, "suspended", TOLD)
    ] * 4
    again = server.hello(seated["table"], token=seated["token"], session=made["session"])
    assert (heard(again, "refused")["message"], heard(again, "sync")["you"]) == (TOLD, None)
    # Whoever does not know the password learns nothing, and the name stays theirs.
    assert code(server.sign_in(password=OTHER)) == "wrong_password"
    wish = {"name": "Mika", "password": OTHER, "device": "Desk"}
    assert code(server.ask("POST", "/api/people", body=wish)) == "name_taken"


def told(socket, *, suspended=True):
    """Return who is suspended by seat, as soon as the host is, or no longer is; neither why nor until when is said."""
    while (message := heard(socket, "sync", "table"))["table"]["seats"][0]["suspended"] is not suspended:
        pass
    assert not any(word in json.dumps(message) for word in (WHY, "until"))
    return [seat["suspended"] for seat in message["table"]["seats"]]


def begun(server):
    """Begin a game of Mika with two guests; return the table, the one guest's token and the session of Mika."""
    made = server.create()
    table = server.open(made["session"], bots=[])["table"]
    guests = [server.ask("POST", f"/api/tables/{table}/seats", body={"name": name}).json() for name in ("Gus", "Eve")]
    own = server.hello(table, session=made["session"])
    own.send_json({"type": "start"})
    while heard(own, "sync")["table"]["status"] != "running":
        pass
    return table, guests[0]["token"], made["session"]


def test_whoever_has_a_seat_is_told_who_cannot_come_back_as_long_as_that_is_so(server, run):
    table, token, session = begun(server)
    here = server.hello(table, token=token)
    suspend(run, "--until", "2100-01-01")
    assert told(here) == [True, False, False]
    # Also who comes later; whoever only watches is not told, nor is who is suspended.
    assert told(server.hello(table, token=token)) == [True, False, False]
    for watching in ({}, {"session": session}):
        shown = heard(server.hello(table, **watching), "sync")["table"]["seats"]
        assert [seat["suspended"] for seat in shown] == [False] * 3
    assert [seat["suspended"] for seat in server.table(table)["seats"]] == [False] * 3
    run("people", "restore", "Mika")
    assert told(here, suspended=False) == told(server.hello(table, token=token), suspended=False) == [False] * 3


def test_who_is_suspended_while_nobody_has_the_table_open_is_told_later_until_it_has_ended(run, tmp_path):
    now = [time.time()]
    with serving(SqliteStore(tmp_path / DATABASE), clock=lambda: now[0]) as server:
        table, token, _ = begun(server)
    suspend(run, "--until", time.strftime("%Y-%m-%d %H:%M", time.gmtime(now[0] + 7200)))
    with serving(SqliteStore(tmp_path / DATABASE), clock=lambda: now[0]) as server:
        assert told(server.hello(table, token=token)) == [True, False, False]
        now[0] += 7200
        assert told(server.hello(table, token=token), suspended=False) == [False] * 3


def test_who_is_let_in_again_goes_on_as_before(server, run):
    made = server.create()
    bot = server.bot(made["session"])
    assert suspend(run).output.strip() == "Mika is suspended with 1 bot."
    assert "suspended. The operator" in server.sign_in().json()["message"]
    assert run("people", "restore", "Mika").output.strip() == "Mika can sign in again."
    assert run("people", "restore", "Mika").output.strip() == "Mika is not suspended."
    assert server.me(made["session"]).status_code == 200
    assert server.sign_in().status_code == 201
    assert server.open(bot["token"])["seat"] == 0


def test_a_suspension_ends_by_itself(run, tmp_path):
    now = [time.time()]
    with serving(SqliteStore(tmp_path / DATABASE), clock=lambda: now[0]) as server:
        server.create()
        end = time.gmtime(now[0] + 7200)
        suspend(run, "--until", time.strftime("%Y-%m-%d %H:%M", end))
        assert code(server.sign_in()) == "suspended"
        now[0] += 7200
        assert server.sign_in().status_code == 201


def test_people_are_listed_looked_at_and_helped_and_all_of_it_is_noted(server, run):
    made = server.create()
    server.create("Eve")
    server.bot(made["session"])
    table = server.open(made["session"])["table"]
    suspend(run)
    listed = [json.loads(line) for line in run("people", "list", "--json").output.splitlines()]
    assert [(each["name"], each["suspended"], each["owner"]) for each in listed] == [
        ("Mika", WHY, None),
        ("Eve", None, None),
        ("Bot Otter", WHY, made["account"]),
    ]
    assert listed[0]["tables"] == [table]
    assert "Mika, suspended" in run("people", "list").output
    assert "Eve" not in run("people", "list", "--suspended").output
    looked = run("people", "look", "MÍKA").output
    assert all(part in looked for part in (made["account"], "a password, 8 recovery codes", table, WHY))
    # Nothing that is shown opens anything.
    shown = looked + json.dumps(listed)
    assert not any(secret in shown for secret in (made["session"], made["codes"][0], "argon2", "hash"))
    run("people", "restore", "Mika")
    given = run("people", "reset", "Mika", "--yes").output.strip().rsplit(" ", 1)[1]
    recovery = {"name": "Mika", "code": made["codes"][0], "password": OTHER}
    assert code(server.ask("POST", "/api/sessions/recovery", body=recovery)) == "wrong_password"
    answers = [server.ask("POST", "/api/sessions/recovery", body=recovery | {"code": given}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 403]
    assert server.sign_in(password=PASSWORD).status_code == 403
    assert run("tables", "close", table, "--why", "Moved.").exit_code == 0
    lines = run("log").output.splitlines()
    who = f"Mika ({made['account']})"
    assert [line[18:] for line in lines] == [
        f"olga suspended {who}: {WHY}",
        f"olga restored {who}",
        f"olga reset {who}",
        f"olga closed table {table}: Moved.",
    ]
    assert [json.loads(line)["did"] for line in run("log", "--json").output.splitlines()] == [
        "suspended",
        "restored",
        "reset",
        "closed",
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("suspend", "Nobody", "--why", WHY), "There is no account of the name Nobody."),
        (("suspend", "Mika", "--why", " "), "expected a reason of 1 to 200 printable characters, got ' '"),
        (("suspend", "Mika", "--why", WHY, "--until", "2020-01-01"), "expected a time that is still to come"),
        (("suspend", "Bot Otter", "--why", WHY), "Bot Otter is a bot; what is done to its owner"),
        (("reset", "Bot Otter", "--yes"), "Bot Otter is a bot"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence_and_not_noted(server, run, arguments, said):
    server.bot(server.create()["session"])
    answer = run("people", *arguments)
    assert (answer.exit_code, said in answer.output) == (1, True), answer.output
    assert run("log").output == ""
    assert server.sign_in().status_code == 201


def test_after_a_flood_all_of_it_are_suspended_at_once(server, run):
    flood = [server.create(name) for name in ("Rolf 1", "Rоlf 2", "r0lfi 3")]
    others = [server.create(name) for name in ("Rudolf", "Nora", "Rolf 4")]
    assert run("people", "trust", "Rolf 4").exit_code == 0
    bot = server.bot(flood[0]["session"])
    chosen = ("people", "suspend", "--named", "Rolf*", "--since", "2026-01-01", "--why", "A flood.")
    asked = run(*chosen, "--until", "2100-01-01")
    assert asked.exit_code == 1
    assert "Suspend 3 people: Rolf 1, Rоlf 2, r0lfi 3?" in asked.stderr
    assert server.me(flood[0]["session"]).status_code == 200
    assert run(*chosen, "--yes").output == "3 people are suspended.\n"
    for each in (*flood, {"session": bot["token"]}):
        while server.me(each["session"]).status_code != 403:
            pass
    assert [server.me(each["session"]).status_code for each in others] == [200, 200, 200]
    _, line = run("log").output.splitlines()
    assert line[18:] == ", ".join(f"{each['name']} ({each['account']})" for each in flood).join(
        ("olga suspended ", ": A flood.")
    )
    assert run("people", "suspend", "--since", "2100-01-01", "--why", "x").output == "Nobody selected.\n"
    for wrong in (("mika", "--named", "R*"), ()):
        assert run("people", "suspend", *wrong, "--why", "x").exit_code == 2


def test_a_game_goes_on_without_who_was_suspended_and_who_comes_back_by_no_other_door(run, tmp_path):
    now, host, page = [time.time()], "localhost:8000", "http://localhost:8000"
    with serving(SqliteStore(tmp_path / DATABASE), clock=lambda: now[0]) as server:

        def ask(path, body, session=None):
            return server.ask("POST", path, session, body, host=host, origin=page)

        made, eve, device = server.create(), server.create("Eve"), Authenticator(page)
        asked = ask("/api/me/passkeys/options", {"password": PASSWORD}, made["session"]).json()["options"]
        added = {"credential": device.make(asked), "device": "Phone"}
        assert ask("/api/me/passkeys", added, made["session"]).status_code < 300
        wish = {"seats": 3, "bots": ["paddler"], "rated": True, "pace": {"absence": 30}}
        table = server.open(made["session"], **wish)["table"]
        assert server.ask("POST", f"/api/tables/{table}/seats", eve["session"], {"name": "Eve"}).status_code == 201
        own, theirs = (server.hello(table, session=each["session"]) for each in (made, eve))
        own.send_json({"type": "start"})
        assert heard(own, "sync")["you"] == 0
        suspend(run)
        assert last_words(own)[0][-1]["code"] == "suspended"
        # A passkey is no way back, and as a guest there is no seat at this table: nobody sits down in a running game.
        shown = device.use(ask("/api/passkeys/challenge", {}).json()["options"])
        refused = ask("/api/sessions/passkey", {"credential": shown, "device": "Phone"})
        assert (refused.status_code, code(refused)) == (403, "suspended")
        guest = server.ask("POST", f"/api/tables/{table}/seats", body={"name": "Somebody"})
        assert (guest.status_code, guest.json()["code"]) == (409, "wrong_time")
        # The other is told that they cannot come back, and lets a bot play on for them.
        assert told(theirs) == [True, False, False]
        now[0] += 31
        theirs.send_json({"type": "stand_in", "seat": 0})
        while (seat := server.table(table)["seats"][0])["bot"] is None:
            pass
        assert (seat["name"], server.table(table)["status"]) == ("Mika", "running")
