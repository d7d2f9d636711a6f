"""`eddyline tournaments` lists, closes and deletes tournaments while a server runs, and notes who did it."""

from __future__ import annotations

import json

import pytest

from support.cups import Cup


@pytest.fixture
def server(kept):
    return kept


def test_a_tournament_is_listed_closed_and_deleted(server, run):
    made = server.create()
    first, second = Cup(server, made["session"]), Cup(server, made["session"], name="Winter cup")
    first.done("POST", "/entry")
    key = first.path.rpartition("/")[2]
    said = server.opened.enter_context(server.client.websocket_connect(f"/api/chat/tournament.{key}"))
    for message in ({"type": "hello", "session": made["session"]}, {"type": "write", "text": "Welcome"}):
        said.send_json(message)
        assert said.receive_json()["type"] == "lines"
    assert run("tables", "unsay", f"tournament.{key}", "1").output == "Message 1 is removed.\n"
    listed = [json.loads(line) for line in run("tournaments", "list", "--json").output.splitlines()]
    assert [(each["name"], each["status"], each["organiser"], each["entrants"]) for each in listed] == [
        ("Autumn cup", "open", "Mika", 1),
        ("Winter cup", "open", "Mika", 0),
    ]
    assert "Autumn cup, 1 entrant, organised by Mika" in run("tournaments", "list").output
    refused = run("tournaments", "delete", key, "--yes")
    assert (refused.exit_code, f"The tournament {key} is not over; close it first." in refused.output) == (1, True)
    assert run("tournaments", "close", key, "--why", "A hoax.").output == "Autumn cup is closed.\n"
    assert (first.info["status"], first.info["closed"]) == ("over", True)
    assert "is over already" in run("tournaments", "close", key).output
    # The server has listed it as over, and learns that it is gone.
    assert [line["status"] for line in server.client.get("/api/tournaments").json()] == ["open", "over"]
    assert run("tournaments", "delete", key, "--yes").output == "Autumn cup is deleted.\n"
    assert "nobody has written anything at" in run("tables", "unsay", f"tournament.{key}", "1").output
    hub = server.client.app.state.hub
    hub.tournaments.hear(frozenset({f"tournament.{key}"}))
    assert [line["name"] for line in server.client.get("/api/tournaments").json()] == ["Winter cup"]
    assert server.client.get(first.path).status_code == 404
    assert "Winter cup" in run("tournaments", "list", "--status", "open").output
    assert run("tournaments", "list", "--status", "over").output == "There is no such tournament.\n"
    assert "There is no such tournament." in run("tournaments", "delete", key, "--yes").output
    assert [line[18:] for line in run("log").output.splitlines()] == [
        f"olga removed message 1 at tournament.{key}",
        f"olga closed tournament {key} (Autumn cup): A hoax.",
        f"olga deleted tournament {key} (Autumn cup)",
    ]
    assert second.info["status"] == "open"
    # Whoever had entered it deletes the account as ever.
    sure = {"password": "correct horse battery"}
    assert server.ask("POST", "/api/me/deletion", made["session"], sure).status_code == 204


def test_a_server_that_is_not_told_what_was_deleted_finds_out(server, run):
    cup = Cup(server, server.create()["session"])
    key = cup.path.rpartition("/")[2]
    run("tournaments", "close", key)
    hub = server.client.app.state.hub
    assert [line["status"] for line in server.client.get("/api/tournaments").json()] == ["over"]
    run("tournaments", "delete", key, "--yes")
    hub.tournaments.hear(None)
    assert not hub.tournaments.stored.found
    server.client.blocking_portal.call(hub.tournaments.stored.find)
    assert server.client.get("/api/tournaments").json() == []


def test_nothing_is_listed_where_there_is_none(server, run):
    assert run("tournaments", "list").output == "There is no tournament.\n"
    assert run("tournaments", "close", "nowhere").exit_code == 1
