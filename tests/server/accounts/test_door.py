"""The operator decides who may make an account – anybody, whoever is invited, nobody – and whether guests take part."""

from __future__ import annotations

import asyncio
import json
import time

import pytest

from eddyline.protocol.accounts import NewAccount
from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts import door
from eddyline.server.accounts.invitations import key_of
from eddyline.server.hub.hub import Hub
from eddyline.server.store import SqliteStore
from eddyline.server.store.names import DATABASE
from eddyline.server.store.postgres.store import PostgresStore
from support.people import CALLER, PASSWORD, CountedHasher, code, heard, serving
from support.tables import settings


@pytest.fixture
def now():
    return [time.time()]


@pytest.fixture
def server(tmp_path, now):
    with serving(SqliteStore(tmp_path / DATABASE), clock=lambda: now[0], accounts="invite") as made:
        yield made


def invite(run, *more):
    """Make an invitation; return its code and its id."""
    said = run("invitations", "make", "--link", "https://games.example.org/", *more)
    assert said.exit_code == 0, said.output
    about, link = said.output.splitlines()
    assert link.startswith("https://games.example.org/invited#")
    return link.partition("#")[2], about.split()[1].rstrip(",")


def sign_up(server, name, invitation=None):
    body = {"name": name, "password": PASSWORD} | ({} if invitation is None else {"invitation": invitation})
    return server.ask("POST", "/api/people", body=body)


def look(server, invitation):
    return server.ask("POST", "/api/invitations", body={"code": invitation})


def why(answer):
    assert (answer.status_code, code(answer)) == (403, "invitation_void"), answer.text
    return answer.json()["values"]["why"]


def test_as_many_people_as_are_invited_come_in(server, run):
    invitation, shown = invite(run, "--uses", 2, "--note", "Monday group")
    assert look(server, invitation).json() == {"left": 2, "until": None}
    needed = sign_up(server, "Ann")
    assert (needed.status_code, code(needed)) == (403, "invitation_needed")
    # However it is written.
    assert sign_up(server, "Ann", invitation).status_code == 201
    assert sign_up(server, "Ben", invitation.upper().replace("-", " ")).status_code == 201
    assert why(sign_up(server, "Cy", invitation)) == why(look(server, invitation)) == "used_up"
    (listed,) = (json.loads(line) for line in run("invitations", "list", "--json").output.splitlines())
    assert (listed["id"], listed["left"], listed["status"], listed["note"]) == (shown, 0, "used_up", "Monday group")
    assert len(listed["accounts"]) == 2
    assert f"invited by  {shown}" in run("people", "look", "Ann").output
    assert "2/2      used up  Monday group" in run("invitations", "list").output
    assert run("invitations", "list", "--open").output == "No invitation is open.\n"
    # The store cannot be made to give the code.
    assert invitation not in run("invitations", "list", "--json").output
    assert [line[18:] for line in run("log").output.splitlines()] == [f"olga invited 2 people ({shown}): Monday group"]


def test_invitations_end_and_are_revoked(server, run, now):
    end = time.strftime("%Y-%m-%d %H:%M", time.gmtime(now[0] + 7200))
    ending, _ = invite(run, "--until", end)
    withdrawn, shown = invite(run)
    assert look(server, ending).json()["until"] is not None
    assert run("invitations", "revoke", shown[:5]).output == f"Invitation {shown} is revoked.\n"
    assert run("invitations", "revoke", withdrawn).output == f"Invitation {shown} let nobody in any more.\n"
    assert why(sign_up(server, "Ann", withdrawn)) == "revoked"
    now[0] += 7200
    assert why(sign_up(server, "Ann", ending)) == "ended"
    assert server.ask("POST", "/api/sessions", body={"name": "Ann", "password": PASSWORD}).status_code == 403
    assert f"olga revoked invitation {shown}" in run("log").output


def test_who_guesses_is_soon_refused_whatever_they_say(server, run):
    invitation, _ = invite(run)
    for guess in range(door.MISTAKES):
        assert why(look(server, f"guess-{guess}")) == "unknown"
    assert [code(answer) for answer in (look(server, invitation), sign_up(server, "Ann", invitation))] == [
        "too_fast"
    ] * 2


def test_a_name_that_is_taken_uses_nothing_up(server, run):
    invitation, _ = invite(run, "--uses", 2)
    assert sign_up(server, "Ann", invitation).status_code == 201
    assert code(sign_up(server, "Ánn", invitation)) == "name_taken"
    assert look(server, invitation).json()["left"] == 1


def test_no_passkey_is_made_for_nothing(server, run):
    invitation, _ = invite(run)
    browser = {"origin": "https://testserver.local", "host": "testserver.local"}

    def begin(**more):
        return server.ask("POST", "/api/passkeys/creation", body={"name": "Ann"} | more, **browser)

    assert code(begin()) == "invitation_needed"
    assert why(begin(invitation="guess")) == "unknown"
    assert begin(invitation=invitation).status_code == 200


@pytest.mark.parametrize("postgres_too", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_of_two_who_are_there_for_the_last_use_one_comes_in(tmp_path, request, run, postgres_too):
    """Two processes, each with a store of its own on the same data."""
    if postgres_too:
        url = request.getfixturevalue("postgres").database()
        stores = [PostgresStore(url), PostgresStore(url)]
        made = run("invitations", "make", "--uses", 3, "--store", url)
    else:
        stores = [SqliteStore(tmp_path / DATABASE)]
        made = run("invitations", "make", "--uses", 3)
    invitation = made.output.strip().rpartition("#")[2]

    async def race():
        # One world for both: two that repeat themselves would make the same ids.
        chosen = settings(accounts="invite", hasher=CountedHasher())
        hubs = [Hub(store, chosen) for store in stores]
        wishes = [NewAccount(name=f"Ann {n}", password=PASSWORD, invitation=invitation) for n in range(12)]
        calls = [hubs[n % len(hubs)].people.create(wish, CALLER) for n, wish in enumerate(wishes)]
        done = await asyncio.gather(*calls, return_exceptions=True)
        left = (await hubs[0].people.door._invitations.read(key_of(invitation))).left
        for hub in hubs:
            await hub.close()
        return done, left

    done, left = asyncio.run(race())
    refused = [each for each in done if isinstance(each, RefusalError)]
    # Whoever was overtaken each time may try again.
    assert {each.code for each in refused} <= {"invitation_void", "unsettled"}
    assert len(done) - len(refused) == 3 - left
    assert left == 0


def test_nobody_makes_an_account_where_it_is_closed_and_who_has_one_comes_in(tmp_path):
    store = SqliteStore(tmp_path / DATABASE)
    with serving(store) as server:
        server.create("Ann")
    with serving(SqliteStore(tmp_path / DATABASE), accounts="closed") as server:
        assert code(sign_up(server, "Ben")) == "accounts_closed"
        assert code(server.ask("POST", "/api/passkeys/creation", body={"name": "Ben"})) == "accounts_closed"
        signed = server.sign_in("Ann")
        assert signed.status_code == 201
        # A person's bots are theirs.
        assert server.bot(signed.json()["session"])["name"] == "Bot Otter"


def test_guests_only_watch_where_the_operator_says_so():
    with serving(guests=False) as server:
        ann = server.create("Ann")["session"]
        table = server.open(ann, access="open")["table"]
        join, seat = {"name": "Gus"}, {"game": "niagara", "name": "Gus", "token": "r4nd0m-" * 5}
        refused = [
            server.ask("POST", "/api/tables", body={"game": "niagara", "name": "Gus", "seats": 2, "bots": []}),
            server.ask("POST", f"/api/tables/{table}/seats", body=join),
            server.ask("POST", "/api/lobby/seat", body=seat),
        ]
        assert [(answer.status_code, code(answer)) for answer in refused] == [(403, "no_guests")] * 3
        # They see the table, and read the chat, where they cannot write.
        assert heard(server.hello(table), "sync")["you"] is None
        with server.client.websocket_connect("/api/chat/lobby") as chat:
            chat.send_json({"type": "hello", "name": "Gus"})
            assert heard(chat, "lines")["you"] is None
            chat.send_json({"type": "write", "text": "Hello"})
            assert heard(chat, "refused")["code"] == "no_guests"
        assert server.ask("POST", "/api/lobby/seat", ann, seat).status_code == 201


def test_a_page_says_at_once_what_the_operator_has_chosen(tmp_path, monkeypatch):
    from eddyline.server.web import pages  # noqa: PLC0415

    (tmp_path / "index.html").write_text('<!doctype html>\n<html lang="en"><a href="./x">', "utf-8")
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    for chosen, told in (
        ({}, '<html lang="en">'),
        ({"accounts": "invite"}, '<html data-accounts="invite" lang="en">'),
        ({"accounts": "closed", "guests": False}, '<html data-accounts="closed" data-guests="off" lang="en">'),
    ):
        with serving(**chosen) as server:
            assert told in server.client.get("/invited").text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("make", "--until", "2020-01-01"), "expected a time that is still to come"),
        (("make", "--note", " "), "expected a note of 1 to 80 printable characters, got ' '"),
        (("make", "--uses", "0"), "0 is not in the range"),
        (("revoke", "abc"), "There is no invitation abc."),
        (("revoke", ""), "There is no invitation ."),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence_and_not_noted(server, run, arguments, said):
    answer = run("invitations", *arguments)
    assert (answer.exit_code != 0, said in answer.output) == (True, True), answer.output
    assert run("log").output == ""
