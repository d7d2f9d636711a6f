"""People who are away are told of friends and invitations: once, with measure, and nothing of whom they block.

That several processes know together who is at the site is shown in test_processes.py.
"""

from __future__ import annotations

import json

import pytest

from eddyline.server.accounts.sessions import parse
from eddyline.server.friends import pair
from eddyline.server.notices import log
from eddyline.server.notices.log import CLAIM_ENDS, FROM_ONE, HOUR, OTHERS_PER_HOUR
from eddyline.server.presence import site
from eddyline.server.store import Row
from support.noticed import Person, begin, hub, look
from support.people import PASSWORD, serving
from support.tables import until

DAY = 86400


@pytest.fixture
def ann(server, service):
    return Person(server, service, "Ann")


@pytest.fixture
def bo(server, service):
    return Person(server, service, "Bo").subscribe()


def away(server):
    """Let everybody without a connection be away, and look twice: what is found is told at the next look."""
    look(server, site.AWAY_AFTER + 1)
    look(server, 10)


def ask(one, other):
    return one.server.ask("POST", "/api/me/friends", one.session, {"account": other.made["account"]})


def end(one, other):
    return one.server.ask("DELETE", f"/api/me/friends/{other.made['account']}", one.session)


def block(one, other):
    return one.server.ask("POST", "/api/me/blocked", one.session, {"account": other.made["account"]})


def invite(server, host, *guests, seats=3, **wish):
    """Open a table for friends with one free seat, and invite people; return its id."""
    wish = {"access": "friends", "seats": seats, "bots": ["random"] * (seats - 2), "pace": {}} | wish
    table = server.open(host.session, **wish)["table"]
    for guest in guests:
        answer = server.ask(
            "POST", f"/api/tables/{table}/invitations", host.session, {"account": guest.made["account"]}
        )
        assert answer.status_code == 200, answer.text
    return table


# ---- what is told ----


def test_a_request_is_told_once(server, service, ann, bo):
    ask(ann, bo)
    away(server)
    by = ann.made["account"]
    assert bo.message() == {
        "title": "Friend request",
        "body": "Ann would like to be your friend",
        "tag": f"{by}.request",
        "path": "me",
        "turns": [],
        "tells": [],
        "waiting": 0,
    }
    for _ in range(3):
        away(server)
    assert service.taken.empty()


def test_that_somebody_has_accepted_is_told_to_who_has_asked(server, service, ann, bo):
    ask(bo, ann)
    server.clock.now += 3600
    ask(ann, bo)
    ann.subscribe()
    away(server)
    message = bo.message()
    assert (message["title"], message["body"]) == ("New friend", "Ann is your friend now")
    assert message["path"] == f"people/{ann.made['account']}"
    away(server)
    assert service.taken.empty(), "Ann knows it: she has done it"


@pytest.mark.parametrize("game", ["canyon", "niagara"])
def test_an_invitation_is_told_once(server, service, ann, bo, game):
    table = invite(server, ann, bo, game=game)
    away(server)
    message = bo.message()
    assert (message["title"], message["body"]) == ("Invitation", f"Ann invites you to a game of {game.title()}")
    assert (message["path"], message["tag"]) == (f"t/{table}", table)
    # Invited once more to the same table.
    path = f"/api/tables/{table}/invitations"
    server.ask("DELETE", f"{path}/{bo.made['account']}", ann.session)
    server.ask("POST", path, ann.session, {"account": bo.made["account"]})
    away(server)
    assert service.taken.empty()


def test_all_comes_in_one_message_with_what_waits_at_tables(server, service, ann, bo):
    cy = Person(server, service, "Cy")
    begin(server, bo, cy)
    ask(ann, bo)
    table = invite(server, ann, bo, game="canyon")
    away(server)
    # Whose turn it is, was told at the first look.
    assert bo.message()["title"] == "It is your turn"
    message = bo.message()
    assert message["title"] == "2 updates for you"
    assert message["body"].split("\n") == [
        "Friend request: Ann would like to be your friend",
        "Invitation: Ann invites you to a game of Canyon",
    ]
    assert (message["path"], message["tag"], message["waiting"]) == ("", "eddyline", 1)
    ask(cy, bo)
    dora = Person(server, service, "Dora")
    ask(dora, bo)
    away(server)
    message = bo.message()
    assert message["body"].count("would like to be your friend") == 2
    assert message["path"] == "me", "both are answered there"
    assert table not in json.dumps(message)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", ["Ann voudrait devenir votre ami", "Ann et vous êtes maintenant amis", "une partie de Canyon"]),
        ("it", ["Ann vorrebbe fare amicizia con te", "Tu e Ann ora siete amici", "una partita di Canyon"]),
        (
            "de",
            ["Ann möchte mit dir befreundet sein", "Du und Ann seid jetzt befreundet", "zu einer Partie Canyon ein"],
        ),
    ],
)
def test_everybody_is_told_in_their_language(server, service, ann, language, said):
    bo = Person(server, service, "Bo").subscribe(language)
    ask(ann, bo)
    away(server)
    found = [bo.message()["body"]]
    end(ann, bo)
    ask(bo, ann)
    server.clock.now += 3600
    ask(ann, bo)
    away(server)
    found.append(bo.message()["body"])
    invite(server, ann, bo, game="canyon")
    away(server)
    found.append(bo.message()["body"])
    assert all(part in body for part, body in zip(said, found, strict=True))


# ---- who is there, and what was answered ----


def test_who_has_a_page_open_is_told_a_minute_after_they_have_left(server, service, ann, bo):
    with server.client.websocket_connect("/api/lobby/live") as lobby:
        lobby.send_json({"type": "watch", "session": bo.session})
        lobby.receive_json()
        ask(ann, bo)
        invite(server, ann, bo)
        for _ in range(3):
            away(server)
        assert service.taken.empty()
    server.client.blocking_portal.call(until, lambda: not hub(server).site.connected())
    look(server, 30)
    look(server, 10)
    assert service.taken.empty(), "perhaps the page is just being loaded anew"
    look(server, 30)
    assert bo.message()["title"] == "2 updates for you"


def test_who_has_just_asked_for_something_is_there(server, service, ann, bo):
    ask(ann, bo)
    for _ in range(5):
        server.ask("GET", "/api/me", bo.session)
        look(server, site.AWAY_AFTER)
    assert service.taken.empty()
    look(server)
    assert bo.message()["title"] == "Friend request"


def test_a_server_that_has_just_begun_waits_for_pages_to_connect_again(server, service, ann, bo):
    ask(ann, bo)
    with serving(server.store, server.clock, notify_private=True) as other:
        read_anew(other)
        look(other, 10)
        look(other, 10)
        assert service.taken.empty()
        look(other, site.AWAY_AFTER)
        assert bo.message()["title"] == "Friend request"


def test_who_was_there_when_somebody_accepted_is_not_told_even_by_the_next_process(server, service, ann, bo):
    ask(bo, ann)
    ask(ann, bo)  # at once: Bo is there
    away(server)
    assert service.taken.empty()
    with serving(server.store, server.clock, notify_private=True) as other:
        read_anew(other)
        for _ in range(2):
            away(other)
        assert service.taken.empty()


@pytest.mark.parametrize("how", ["taken back", "declined", "accepted", "deleted"])
def test_what_is_answered_or_taken_back_before_it_is_sent_is_not_told(server, service, ann, bo, how):
    ask(ann, bo)
    look(server, site.AWAY_AFTER + 1)
    match how:
        case "taken back":
            end(ann, bo)
        case "declined":
            end(bo, ann)
        case "accepted":
            ask(bo, ann)
        case "deleted":
            server.ask("POST", "/api/me/deletion", ann.session, {"password": PASSWORD})
    for _ in range(2):
        away(server)
    assert service.taken.empty()


@pytest.mark.parametrize("how", ["taken back", "full", "seated", "begun", "closed to others"])
def test_an_invitation_that_is_worth_nothing_any_more_is_not_told(server, service, ann, bo, how):
    cy = Person(server, service, "Cy")
    table = invite(server, ann, bo, cy)
    look(server, site.AWAY_AFTER + 1)
    seats = f"/api/tables/{table}/seats"
    match how:
        case "taken back":
            server.ask("DELETE", f"/api/tables/{table}/invitations/{bo.made['account']}", ann.session)
        case "full":
            server.ask("POST", seats, cy.session, {"name": "x"})
        case "seated":
            server.ask("POST", seats, bo.session, {"name": "x"})
        case "begun":
            server.ask("POST", seats, cy.session, {"name": "x"})
            server.client.blocking_portal.call(start, server, table)
        case "closed to others":
            server.client.blocking_portal.call(admit, server, table, "link")
    for _ in range(2):
        away(server)
    titles = {bo.message()["title"] for _ in range(service.taken.qsize())}
    assert "Invitation" not in titles


async def start(server, table):
    async with hub(server).room(table) as room:
        if room.table.state.status == "open":
            await room.seating.start(0)


async def admit(server, table, access):
    async with hub(server).room(table) as room:
        await room.seating.set_access(0, access)


# ---- the blocked ----


@pytest.mark.parametrize("what", ["request", "invitation", "both"])
def test_whoever_is_blocked_causes_nothing(server, service, ann, bo, what):
    if what != "request":
        invite(server, ann, bo)
    if what != "invitation":
        ask(ann, bo)
    look(server, site.AWAY_AFTER + 1)
    block(bo, ann)
    if what != "request":
        invite(server, ann, bo)
    ask(ann, bo)
    for _ in range(3):
        away(server)
    assert service.taken.empty()


def test_whoever_is_blocked_finds_nothing_of_it_in_what_they_are_told(service):
    """Two worlds: in one of them Bo has blocked Ann. All that Ann is told and can ask is the same."""
    worlds = []
    for blocks in (False, True):
        with serving(notify_private=True) as server:
            ann, bo = Person(server, service, "Ann").subscribe(), Person(server, service, "Bo")
            ask(bo, ann)
            ask(ann, bo)
            (block if blocks else end)(bo, ann)
            seen = []
            for _ in range(FROM_ONE + 2):
                seen.append([ask(ann, bo).json(), invited(server, ann, bo)])
                away(server)
                seen.append([ann.message() for _ in range(service.taken.qsize())])
                seen.append(end(ann, bo).json())
                away(server)
            seen.append([ann.ways, server.ask("GET", "/api/me/export", ann.session).text])
            written = [row.body for row in server.store.logs.get(log.KIND.log(ann.made["account"]), [])]
            for secret in (parse(ann.session)[1], *ann.browser.subscription.values()):
                written = [body.replace(secret, "") for body in written]
            ids = {ann.browser.subscription["endpoint"]: "", ann.ways[0]["id"]: "WAY"}
            text = json.dumps([seen, written])
            for each, name in ids.items():
                text = text.replace(each, name)
            worlds.append(text)
    assert worlds[0] == worlds[1]


def invited(server, host, guest):
    """Return all that a host sees of an invitation."""
    table = invite(server, host, guest)
    return server.ask("GET", f"/api/tables/{table}/invitations", host.session).json()


# ---- with measure ----


def test_one_person_causes_only_so_many_messages_in_a_day(server, service, ann, bo):
    told = 0
    for _ in range(3 * FROM_ONE):
        ask(ann, bo)
        away(server)
        told += service.taken.qsize()
        while not service.taken.empty():
            bo.message()
        end(ann, bo)
        server.clock.now += 3600
    assert told == FROM_ONE
    # Invitations by the same person count, too; what others do does not.
    invite(server, ann, bo)
    away(server)
    assert service.taken.empty()
    ask(Person(server, service, "Cy"), bo)
    away(server)
    assert bo.message()["body"] == "Cy would like to be your friend"


def test_many_invitations_at_once_are_no_more_than_those_of_a_day(server, service, ann, bo):
    for _ in range(FROM_ONE + 2):
        invite(server, ann, bo)
    away(server)
    assert bo.message()["body"].count("Ann invites you") == FROM_ONE
    away(server)
    assert service.taken.empty()


def test_others_cannot_use_up_the_messages_about_turns(server, service, bo):
    people = [Person(server, service, f"Cy {number}") for number in range(OTHERS_PER_HOUR + 2)]
    told = 0
    for each in people:
        ask(each, bo)
        away(server)
        told += service.taken.qsize()
        while not service.taken.empty():
            bo.message()
    assert told == OTHERS_PER_HOUR
    begin(server, bo, people[0])
    look(server)
    assert bo.message()["title"] == "It is your turn"
    look(server, HOUR / 1000)
    assert bo.message()["body"].count("would like to be your friend") == 2


# ---- processes that end ----


def read_anew(server):
    """Take up what may not have been told, as the server does when it starts."""
    server.client.blocking_portal.call(hub(server).notices._begin)


def test_a_message_that_was_begun_is_sent_by_the_next_process(server, service, ann, bo):
    ask(ann, bo)
    invite(server, ann, bo)
    away(server)
    assert bo.message()["title"] == "2 updates for you"
    rows = server.store.logs[log.KIND.log(bo.made["account"])]
    assert '"told"' in rows.pop().body, "as if it had ended before"
    with serving(server.store, server.clock, notify_private=True) as other:
        read_anew(other)
        away(other)
        assert service.taken.empty(), "the process that has begun may still be sending"
        look(other, CLAIM_ENDS / 1000)
        assert bo.message()["title"] == "2 updates for you"
        away(other)
        assert service.taken.empty()


def test_two_processes_tell_once(server, service, ann, bo):
    ask(ann, bo)
    with serving(server.store, server.clock, notify_private=True) as other:
        read_anew(other)
        for each in (server, other):
            away(each)
    assert bo.message()["title"] == "Friend request"
    assert service.taken.empty()


def test_a_log_that_cannot_be_read_keeps_nobody_else_from_being_told(server, service, ann, bo):
    cy = Person(server, service, "Cy")
    ask(cy, bo)
    broken = pair.KIND.log(pair.key(cy.made["account"], bo.made["account"]))
    server.store.logs[broken].append(Row(0, "nonsense"))
    ask(ann, bo)
    away(server)
    assert bo.message()["body"] == "Ann would like to be your friend"


# ---- what somebody wants to be told ----


def switch(person, topic, on):
    return person.server.ask("POST", "/api/me/notices/topics", person.session, {"topic": topic, "on": on})


@pytest.mark.parametrize("topic", ["turns", "people"])
def test_a_topic_is_switched_off_and_on(server, service, ann, bo, topic):
    assert server.ask("GET", "/api/me/notices", bo.session).json()["off"] == []
    assert switch(bo, topic, False).json()["off"] == [topic]
    length = len(server.store.logs[log.KIND.log(bo.made["account"])])
    assert switch(bo, topic, False).json()["off"] == [topic]
    assert len(server.store.logs[log.KIND.log(bo.made["account"])]) == length
    begin(server, bo, Person(server, service, "Cy"))
    ask(ann, bo)
    away(server)
    assert bo.message()["title"] == ("Friend request" if topic == "turns" else "It is your turn")
    away(server)
    assert service.taken.empty()
    assert f'"topic":"{topic}"' in server.ask("GET", "/api/me/export", bo.session).text
    assert switch(bo, topic, True).json()["off"] == []
    away(server)
    assert bo.message()["title"] == ("It is your turn" if topic == "turns" else "Friend request")


def test_ends_of_games_are_switched_off_alone(server, service, bo):
    cy = Person(server, service, "Cy")
    switch(bo, "games", False)
    table = begin(server, bo, cy)
    look(server)
    assert bo.message()["title"] == "It is your turn"

    async def resign():
        async with hub(server).room(table) as room:
            for seat in (0, 1):
                await room.seating.resign(seat)

    server.client.blocking_portal.call(resign)
    away(server)
    assert service.taken.empty()


def test_what_is_no_topic_is_refused(server, bo):
    for body in ({"topic": "chat", "on": True}, {"topic": "turns"}, {"topic": "turns", "on": "perhaps"}, {}):
        answer = server.ask("POST", "/api/me/notices/topics", bo.session, body)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")
    assert server.ask("POST", "/api/me/notices/topics", None, {"topic": "turns", "on": True}).status_code == 401
