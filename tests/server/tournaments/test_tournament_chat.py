"""The chat of a tournament: who reads and writes there, and what its organiser can do."""

from __future__ import annotations

import json

import pytest

from eddyline.server.base.names import NOBODY
from support.cups import Cup
from support.people import PASSWORD, code, heard, last_words, serving


class Chatting:
    """Be somebody in the chat of a tournament."""

    def __init__(self, cup, session=None, server=None, **hello):
        server = server or cup.server
        place = cup.path.rpartition("/")[2]
        self.socket = server.opened.enter_context(server.client.websocket_connect(f"/api/chat/tournament.{place}"))
        self.socket.send_json({"type": "hello", "session": session, **hello})
        self.greeting = heard(self.socket, "lines", "refused")

    def say(self, kind, **message):
        self.socket.send_json({"type": kind, **message})
        return heard(self.socket, "lines", "refused", "reported")

    def hears(self):
        return [line["text"] for line in heard(self.socket, "lines")["lines"]]


@pytest.fixture
def people(server):
    return {name: server.create(name) for name in ("Mika", "Nils", "Olga")}


def test_everybody_reads_and_writes_and_the_organiser_keeps_order(server, people):
    mika, nils = (people[name]["session"] for name in ("Mika", "Nils"))
    cup = Cup(server, mika)
    organiser, guest, ann = Chatting(cup, mika), Chatting(cup, nils), Chatting(cup, name="Ann")
    assert [each.greeting["you"] for each in (organiser, guest, ann)] == ["Mika", "Nils", "Ann"]
    assert guest.say("write", text="Good luck")["lines"][0]["text"] == "Good luck"
    assert organiser.hears() == ann.hears() == ["Good luck"]
    assert ann.say("remove", number=1)["code"] == guest.say("mute", name="Ann")["code"] == "not_host"
    assert ann.say("report", number=1, reason="insult", note="Really")["type"] == "reported"
    assert organiser.say("mute", name="Ann")["muted"] == ["Ann"]
    assert ann.say("write", text="Spam")["code"] == "muted"
    assert organiser.say("mute", name="nils")["muted"] == ["Ann", "Nils"]
    # By the account, whatever they are called elsewhere.
    assert Chatting(cup, nils).say("write", text="Spam")["code"] == "muted"
    assert organiser.say("mute", name="Nils", muted=False)["muted"] == ["Ann"]
    assert organiser.say("remove", number=1)["lines"][0]["text"] is None
    assert guest.hears() == [None]


def test_where_only_entrants_watch_they_alone_read(server, people):
    mika, nils, olga = (people[name]["session"] for name in ("Mika", "Nils", "Olga"))
    cup = Cup(server, mika, watching="entrants", outside_bots=True)
    cup.done("POST", "/entry", session=nils)
    organiser, entrant = Chatting(cup, mika), Chatting(cup, nils)
    for kept_out in (Chatting(cup, olga), Chatting(cup, name="Ann"), Chatting(cup)):
        assert (kept_out.greeting["type"], kept_out.greeting["code"]) == ("refused", "friends_only")
        for what in (
            {"kind": "read", "before": 9},
            {"kind": "write", "text": "Hello"},
            {"kind": "report", "number": 1},
        ):
            assert kept_out.say(**what)["code"] == "bad_message"
    entrant.say("write", text="Just us")
    assert organiser.hears() == ["Just us"]
    # Whoever has a bot in it takes part, too.
    cup.done("POST", f"/entry/{server.bot(olga)['account']}", {}, session=olga)
    assert [line["text"] for line in Chatting(cup, olga).greeting["lines"]] == ["Just us"]


def test_whoever_is_removed_hears_no_more_from_that_moment_on(server, people):
    mika, nils = (people[name]["session"] for name in ("Mika", "Nils"))
    cup = Cup(server, mika, watching="entrants")
    cup.done("POST", "/entry", session=nils)
    organiser, entrant = Chatting(cup, mika), Chatting(cup, nils)
    cup.done("DELETE", "/entrants/0")
    organiser.say("write", text="He is gone")
    assert entrant.say("write", text="Am I?")["code"] == "friends_only"
    assert entrant.say("read", before=9)["code"] == "friends_only"
    with serving(server.store, server.clock) as other:
        assert Chatting(cup, nils, other).greeting["code"] == "friends_only"


@pytest.mark.parametrize("key", ["nothing", "a.b", "", "ä"])
def test_what_is_no_tournament_has_no_chat(server, key):
    with server.client.websocket_connect(f"/api/chat/tournament.{key}") as socket:
        told, end = last_words(socket)
    assert (told[0]["code"], end) == ("unknown", 4404)
    assert server.client.app.state.hub.halls._halls == {}


def test_lines_go_home_with_their_account_and_leave_with_it(server, people):
    mika, nils = people["Mika"]["session"], people["Nils"]["session"]
    cup = Cup(server, mika)
    Chatting(cup, nils).say("write", text="My number is 079")
    lines = [json.loads(line) for line in server.ask("GET", "/api/me/export", nils).text.splitlines()]
    [line] = [each for each in lines if "chat" in each]
    assert (line["chat"], line["text"]) == (f"tournament.{cup.path.rpartition('/')[2]}", "My number is 079")
    assert server.ask("POST", "/api/me/deletion", nils, {"password": PASSWORD}).status_code == 204
    [left] = Chatting(cup, mika).greeting["lines"]
    assert (left["name"], left["text"], left["account"]) == (NOBODY, None, None)


def test_no_unwanted_word_and_no_guest_where_none_is_let_in():
    with serving(words=("spam",), guests=False) as server:
        cup = Cup(server, server.create()["session"])
        assert Chatting(cup, cup.session).say("write", text="SPAM")["code"] == "unwanted"
        assert Chatting(cup, name="Ann").say("write", text="Hello")["code"] == "no_guests"
        assert code(cup.ask("POST", "/terms", {"description": "spam"})) == "unwanted"
