"""Friends call each other to the table where they sit: once, only friends, and not past the host."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from eddyline.protocol.version import WIRE
from eddyline.server.friends.pair import CALL_LASTS, CALLS
from eddyline.server.presence import site
from support.noticed import Person, look
from support.people import code, heard, serving
from support.push import Taker


class Friends:
    """Some people who are all friends, on a server of their own."""

    def __init__(self, server, *names):
        self.server = server
        self.made = {name: server.create(name) for name in names}
        for one in names:
            for other in names:
                if one != other:
                    self.ask(one, "POST", "/api/me/friends", {"account": self.id(other)})

    def id(self, name):
        return self.made[name]["account"]

    def ask(self, name, method, path, body=None):
        return self.server.ask(method, path, self.made[name]["session"], body)

    def open(self, host, **wish):
        wish = {"seats": 3, "bots": [], "access": "link"} | wish
        return self.server.open(self.made[host]["session"], **wish)["table"]

    def call(self, caller, other, table):
        return self.ask(caller, "POST", f"/api/tables/{table}/calls", {"account": self.id(other)})

    def sit(self, name, table):
        return self.ask(name, "POST", f"/api/tables/{table}/seats", {"name": name})

    def told(self, name):
        """Return by whom somebody is called to which tables."""
        told = self.ask(name, "GET", "/api/me/friends").json()
        return [(each["by"]["name"], each["table"]) for each in told["calls"]]

    def called(self, name):
        names = {made["account"]: each for each, made in self.made.items()}
        told = self.ask(name, "GET", "/api/me/friends").json()
        return [(names[each["account"]], each["declined"]) for each in told["called"]]


@pytest.fixture
def server():
    with serving() as made:
        yield made


def test_a_friend_is_called_sits_down_and_is_called_no_more(server):
    people = Friends(server, "Ann", "Bo")
    table = people.open("Ann")
    for _ in range(2):
        assert people.call("Ann", "Bo", table).status_code == 200
    assert people.told("Bo") == [("Ann", table)]
    assert people.told("Ann") == []
    assert people.called("Ann") == [("Bo", False)]
    assert people.sit("Bo", table).status_code == 201
    assert people.told("Bo") == []


def test_who_does_not_come_now_says_so_with_one_request_and_the_caller_learns_it(server):
    people = Friends(server, "Ann", "Bo", "Cy")
    table, other = people.open("Ann"), people.open("Cy")
    people.sit("Cy", table)
    for caller, to in (("Ann", table), ("Cy", other)):
        people.call(caller, "Bo", to)
    server.clock.now += 1
    people.call("Cy", "Bo", table)
    assert people.told("Bo") == [("Cy", table)], "the last call of each counts"
    people.ask("Bo", "DELETE", f"/api/me/calls/{table}")
    assert people.told("Bo") == []
    assert people.called("Ann") == people.called("Cy") == [("Bo", True)]
    people.call("Ann", "Bo", table)
    assert people.told("Bo") == []


def test_nobody_is_called_to_where_they_cannot_sit(server):
    people = Friends(server, "Ann", "Bo")
    table = people.open("Ann", seats=2)
    people.call("Ann", "Bo", table)
    server.ask("POST", f"/api/tables/{table}/seats", None, {"name": "Guest"})
    assert people.told("Bo") == [], "it is full"
    free = people.open("Ann")
    server.clock.now += 1
    people.call("Ann", "Bo", free)
    assert people.told("Bo") == [("Ann", free)]
    server.clock.now += CALL_LASTS / 1000
    assert people.told("Bo") == people.called("Ann") == []


@pytest.mark.parametrize("access", ["open", "link", "friends"])
def test_whom_the_host_keeps_away_is_not_told_and_nobody_notices(server, access):
    people = Friends(server, "Host", "Ann", "Bo")
    table = people.open("Host", access=access)
    people.sit("Ann", table)
    people.ask("Host", "POST", "/api/me/blocked", {"account": people.id("Bo")})
    answer = people.call("Ann", "Bo", table)
    if access == "friends":
        assert code(answer) == "not_host", "the same for every friend of Ann"
    else:
        assert answer.status_code == 200
        assert people.called("Ann") == [("Bo", False)]
    assert people.told("Bo") == []


def test_only_friends_are_called_only_from_ones_own_table_and_not_too_often(server):
    people = Friends(server, "Ann", "Bo")
    people.made["Eve"] = server.create("Eve")
    table = people.open("Ann")
    assert code(people.call("Bo", "Ann", table)) == "not_yours"
    assert code(people.call("Ann", "Eve", table)) == "wrong_time"
    assert code(people.call("Ann", "Bo", "nowhere")) == "unknown"
    for _ in range(CALLS):
        people.call("Ann", "Bo", people.open("Ann"))
    assert code(people.call("Ann", "Bo", table)) == "too_fast"
    begun = people.open("Ann", seats=2, bots=["random"], start=True)
    assert code(people.call("Ann", "Bo", begun)) == "wrong_time"


def test_of_somebody_who_is_no_friend_any_more_no_call_is_heard(server):
    people = Friends(server, "Ann", "Bo")
    people.call("Ann", "Bo", people.open("Ann"))
    people.ask("Bo", "DELETE", f"/api/me/friends/{people.id('Ann')}")
    assert people.told("Bo") == people.called("Ann") == []


@pytest.mark.parametrize("declines", [False, True])
def test_a_friend_who_is_away_is_told_of_a_call_once(declines):
    with Taker() as service, serving(notify_private=True) as server:
        ann, bo = Person(server, service, "Ann"), Person(server, service, "Bo").subscribe()
        for one, other in ((ann, bo), (bo, ann)):
            server.ask("POST", "/api/me/friends", one.session, {"account": other.made["account"]})
        look(server, site.AWAY_AFTER + 1)
        table = server.open(ann.session, seats=3, bots=[], access="link")["table"]
        server.ask("POST", f"/api/tables/{table}/calls", ann.session, {"account": bo.made["account"]})
        if declines:
            server.ask("DELETE", f"/api/me/calls/{table}", bo.session)
        for _ in range(3):
            look(server, site.AWAY_AFTER)
        told = []
        while not service.taken.empty():
            told.append(bo.message())
    if declines:
        assert told == []
    else:
        assert [(each["title"], each["path"]) for each in told] == [("Invitation", f"t/{table}")]
        assert "Ann" in told[0]["body"]
        assert "Niagara" in told[0]["body"]


def test_pages_of_both_are_told_that_there_is_something_new_and_nobody_else(server):
    people = Friends(server, "Ann", "Bo", "Cy")
    table = people.open("Ann")
    headers = {"origin": str(server.client.base_url).rstrip("/")}
    told = []
    with ExitStack() as stack:
        for name in ("Bo", "Cy"):
            session = people.made[name]["session"]
            for path, hello in (
                ("/api/lobby/live", {"type": "watch", "status": "open", "order": "newest", "rows": 25}),
                (f"/ws/tables/{table}", {"type": "hello"}),
                ("/api/chat/lobby", {"type": "hello"}),
            ):
                page = stack.enter_context(server.client.websocket_connect(f"{path}?wire={WIRE}", headers=headers))
                page.send_json(hello | {"session": session})
                heard(page, "listed", "delta", "sync", "lines")
                told.append((name, page))
        program = stack.enter_context(server.client.websocket_connect(f"/ws/tables/{table}"))
        program.send_json({"type": "hello", "session": people.made["Bo"]["session"]})
        people.call("Ann", "Bo", table)
        for name, page in [*told, ("a program", program)]:
            page.send_json({"type": "ping"})
            kinds = []
            while not kinds or kinds[-1] != "pong":
                kinds.append(page.receive_json()["type"])
            assert ("friends" in kinds) == (name == "Bo"), name
