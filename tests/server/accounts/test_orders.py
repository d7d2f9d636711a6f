"""An operator renames and deletes people; the server carries it out everywhere, at once or when it starts."""

from __future__ import annotations

import json
import time

import pytest

from eddyline.server.store import SqliteStore
from eddyline.server.store.names import DATABASE
from support.people import PASSWORD, code, heard, last_words, serving, waited

WHY = "The name offends."
SOON = "A running server does the rest within seconds, otherwise the next start."
CUP = {"name": "Cup", "game": "niagara", "pace": {"clock": {"turn": 60, "reserve": 60}}}


@pytest.fixture
def server(kept):
    return kept


def rename(run, whom, name):
    return run("people", "rename", whom, name, "--why", WHY)


def names_at(server, table):
    return [seat["name"] for seat in server.table(table)["seats"]]


def test_a_new_name_stands_at_tables_in_chats_and_at_tournaments_and_the_old_one_is_nobodys(server, run):
    made = server.create("Rude")
    running = server.open(made["session"], seats=2, bots=["random"])["table"]
    over = server.open(made["session"], seats=2, bots=["random"])
    at_table = server.hello(running, session=made["session"])
    at_table.send_json({"type": "start"})
    heard(at_table, "sync")
    ending = server.hello(over["table"], session=made["session"])
    ending.send_json({"type": "start"})
    ending.send_json({"type": "resign"})
    waited(lambda: server.table(over["table"])["status"], "over")
    cup = server.ask("POST", "/api/tournaments", made["session"], CUP)
    assert cup.status_code == 201, cup.text
    key = cup.json()["id"]
    assert server.ask("POST", f"/api/tournaments/{key}/entry", made["session"], {}).status_code < 300
    with server.client.websocket_connect("/api/chat/lobby") as chat:
        chat.send_json({"type": "hello", "session": made["session"]})
        heard(chat, "lines")
        chat.send_json({"type": "write", "text": "Hi"})
        assert heard(chat, "lines")["lines"][0]["name"] == "Rude"
        assert rename(run, "rude", "Otter").output.strip() == f"Rude is called Otter now. {SOON}"
        # Whoever is there sees it at once; lines of the past have it, too, and those to come.
        while "Otter" not in json.dumps(at_table.receive_json()):
            pass
        assert heard(chat, "lines")["lines"][0] | {"at": 0} == {
            "number": 1, "at": 0, "name": "Otter", "seat": None, "account": made["account"], "text": "Hi",
            "watching": False,
        }  # fmt: skip
        chat.send_json({"type": "write", "text": "Again"})
        assert heard(chat, "lines")["lines"][0]["name"] == "Otter"
    waited(lambda: names_at(server, over["table"])[0], "Otter")
    waited(
        lambda: [each["name"] for each in server.client.get(f"/api/tournaments/{key}").json()["entrants"]], ["Otter"]
    )
    assert server.client.get(f"/api/people/{made['account']}").json()["name"] == "Otter"
    games = server.ask("GET", "/api/me/games", made["session"]).json()["games"]
    assert "Rude" not in json.dumps(games)
    assert "Otter" in json.dumps(games)
    # The log of the table goes on: nothing of it was rewritten.
    assert run("check").exit_code == 0
    # Nobody else can have the old name; its owner comes in with both.
    assert code(server.ask("POST", "/api/people", body={"name": "RUDE", "password": PASSWORD})) == "name_taken"
    assert (
        code(server.ask("POST", f"/api/tables/{server.open()['table']}/seats", body={"name": "Rude"})) == "name_taken"
    )
    assert [server.sign_in(name).json()["name"] for name in ("Rude", "Otter")] == ["Otter", "Otter"]
    assert "formerly  Rude" in run("people", "look", "Otter").output
    assert run("log").output.splitlines()[-1][18:] == f"olga renamed Rude ({made['account']}) Otter: {WHY}"


def test_a_name_that_somebody_at_the_table_has_gets_a_number_and_a_bot_can_be_renamed(server, run):
    made = server.create("Rude")
    bot = server.bot(made["session"], "Louse")
    table = server.open(made["session"], seats=3, bots=[])["table"]
    assert server.ask("POST", f"/api/tables/{table}/seats", body={"name": "Otter"}).status_code == 201
    assert server.ask("POST", f"/api/tables/{table}/seats", bot["token"], {"name": "x"}).status_code == 201
    assert rename(run, "Rude", "Otter").exit_code == 0
    assert rename(run, "Bot Louse", "Frog").output.strip() == f"Bot Louse is called Bot Frog now. {SOON}"
    waited(lambda: names_at(server, table), ["Otter 2", "Otter", "Bot Frog"])


def test_what_was_ordered_without_a_server_is_done_when_it_starts(run, tmp_path):
    with serving(SqliteStore(tmp_path / DATABASE), clock=time.time) as server:
        made = server.create("Rude")
        other = server.create("Gone")
        tables = [server.open(each["session"])["table"] for each in (made, other)]
    assert rename(run, "Rude", "Otter").exit_code == 0
    assert run("people", "delete", "Gone", "--why", WHY, "--yes").exit_code == 0
    with serving(SqliteStore(tmp_path / DATABASE), clock=time.time) as server:
        waited(lambda: names_at(server, tables[0])[0], "Otter")
        waited(lambda: server.client.get(f"/api/people/{other['account']}").status_code, 404)
        assert "Gone" not in names_at(server, tables[1])
        # The next start has nothing more to do.
    assert "Otter" in run("people", "list").output
    assert "Gone" not in run("people", "list").output


def test_who_is_deleted_is_shown_out_and_leaves_nothing_but_an_entry_of_the_operators(server, run, tmp_path):
    made = server.create()
    bot = server.bot(made["session"])
    rename(run, "Mika", "Nika")
    table = server.open(made["session"], seats=2, bots=[])["table"]
    guest = server.ask("POST", f"/api/tables/{table}/seats", body={"name": "Gus"}).json()
    theirs, own = server.hello(table, token=guest["token"]), server.hello(table, session=made["session"])
    own.send_json({"type": "start"})
    assert heard(own, "sync")["you"] == 0
    asked = run("people", "delete", "Nika", "--why", WHY)
    assert (asked.exit_code, "Delete Nika" in asked.output, "with 1 bot for good?" in asked.output) == (1, True, True)
    done = run("people", "delete", "Nika", "--why", WHY, "--yes")
    assert done.output.strip() == f"Nika is shown out and will be deleted. {SOON}"
    told, _ = last_words(own)
    assert told[-1]["code"] in {"suspended", "signed_out"}
    # The table goes on: a bot plays, and the other sees that nobody is there any more.
    waited(lambda: server.table(table)["seats"][0]["account"], None)
    seat = server.table(table)["seats"][0]
    assert (seat["resigned"], seat["name"] not in {"Mika", "Nika"}) == (True, True)
    while seat["name"] not in json.dumps(theirs.receive_json(), ensure_ascii=False):
        pass
    for account in (made["account"], bot["account"]):
        waited(lambda account=account: server.client.get(f"/api/people/{account}").status_code, 404)
    assert [code(server.sign_in(name)) for name in ("Mika", "Nika")] == ["wrong_password"] * 2
    # Neither of the names is anybody's.
    for name in ("Mika", "Nika"):
        assert code(server.ask("POST", "/api/people", body={"name": name, "password": PASSWORD})) == "name_taken"
    waited(lambda: run("people", "list").output, "Nobody has an account.\n")
    assert [line.split()[3] for line in run("log").output.splitlines()] == ["renamed", "deleted"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rename", "Nobody", "Otter", "--why", WHY), "There is no account of the name Nobody."),
        (("rename", "Mika", "EVE", "--why", WHY), "Somebody has the name EVE already"),
        (("rename", "Mika", "Moderator", "--why", WHY), "Nobody may be called"),
        (("rename", "Mika", "Bot X", "--why", WHY), "are for bots"),
        (("rename", "Mika", "Mika", "--why", WHY), "expected another name than Mika"),
        (("rename", "Mika", "Otter", "--why", " "), "expected a reason of 1 to 200 printable characters"),
        (("delete", "Mika", "--why", " ", "--yes"), "expected a reason of 1 to 200 printable characters"),
        (("delete", "Bot Otter", "--why", WHY, "--yes"), "Bot Otter is a bot; what is done to its owner"),
    ],
)
def test_what_cannot_be_ordered_is_refused_in_a_sentence_and_not_noted(server, run, arguments, said):
    server.bot(server.create()["session"])
    server.create("Eve")
    answer = run("people", *arguments)
    assert (answer.exit_code, said in answer.output) == (1, True), answer.output
    assert run("log").output == ""
    assert server.sign_in().status_code == 201
