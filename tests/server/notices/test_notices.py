"""People who are away are told what they should know: once, by every way, and nothing that is hidden.

What they are told of friends is in test_news.py.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
import json
import socket
from base64 import b64decode, b64encode
from types import SimpleNamespace

import pytest

from eddyline.server.notices import log, outgoing
from eddyline.server.notices.log import CLAIM_ENDS, FAILURES, HOUR, PER_HOUR
from eddyline.server.notices.notices import MOST_WAYS
from eddyline.server.notices.outgoing import OutgoingError, check, post
from eddyline.server.store import Row
from support.noticed import DAYS, Person, begin, hub, look
from support.people import PASSWORD, heard, serving
from support.push import Browser

# ---- what is told, and when ----


def test_somebody_who_is_away_is_told_once_that_it_is_their_turn(server, service):
    mika, nils = (
        Person(server, service, name).subscribe(language) for name, language in (("Mika", "en"), ("Nils", "de"))
    )
    nils.browser.service = service
    table = begin(server, mika, nils)
    look(server, 1)
    assert service.taken.empty()  # perhaps the page is just being loaded anew
    look(server)
    told = {}
    for _ in range(2):
        path = service.taken.queue[0][0]
        person = mika if mika.browser.subscription["endpoint"].endswith(path) else nils
        told[person] = person.message()
    bot = next(seat["name"] for seat in server.table(table)["seats"] if seat["kind"] == "bot")
    shown = {"title": "It is your turn", "body": f"Niagara with Nils and {bot}"}
    turns = {"turns": [table], "tells": [table], "waiting": 1}
    assert told[mika] == shown | {"tag": table, "path": f"t/{table}"} | turns
    assert told[nils]["title"] == "Du bist dran"
    look(server)
    assert service.taken.empty()


def test_who_has_entered_a_tournament_is_told_that_it_has_started(server, service):
    """It starts by itself while they are away: their turn at the first table is news to them."""
    mika, nils = (Person(server, service, name).subscribe() for name in ("Mika", "Nils"))
    wish = {"name": "Cup", "game": "niagara", "size": 3, "pace": DAYS, "starts": int(server.clock() * 1000) + 60_000}
    key = server.ask("POST", "/api/tournaments", mika.session, wish).json()["id"]
    for person in (mika, nils):
        server.ask("POST", f"/api/tournaments/{key}/entry", person.session, {})
    server.ask("POST", f"/api/tournaments/{key}/bots", mika.session, {"bot": "random"})
    look(server, 59)
    assert service.taken.empty()
    server.clock.now += 1
    server.client.blocking_portal.call(hub(server).tournaments.organising.start_due)
    while not (played := server.client.get(f"/api/tournaments/{key}").json()["played"]):
        pass
    table = played[0]["tables"][0]["id"]
    while server.client.get(f"/api/tables/{table}").status_code != 200:
        pass
    look(server)
    for _ in (mika, nils):
        path = service.taken.queue[0][0]
        told = (mika if mika.browser.subscription["endpoint"].endswith(path) else nils).message()
        assert (told["title"], told["tag"]) == ("It is your turn", table)
    assert service.taken.empty()


def test_somebody_who_is_there_is_told_nothing(server, service):
    mika = Person(server, service, "Mika").subscribe()
    nils = Person(server, service, "Nils")
    table = begin(server, mika, nils)
    socket = server.hello(table, session=mika.session)
    heard(socket, "sync")
    look(server, 3600)
    assert service.taken.empty()
    socket.close()
    while server.table(table)["seats"][0]["online"]:
        pass
    look(server)
    assert mika.message()["title"] == "It is your turn"


def test_several_tables_come_in_one_message_and_there_are_only_so_many_in_an_hour(server, service):
    mika, nils = Person(server, service, "Mika").subscribe(), Person(server, service, "Nils")
    tables = [begin(server, mika, nils) for _ in range(2)]
    look(server)
    first = mika.message()
    assert first["title"] == "2 updates for you"
    assert first["body"].count("It is your turn: Niagara with Nils and ") == 2
    assert (first["path"], first["waiting"]) == ("", 2)
    for _ in range(PER_HOUR - 1):
        tables.append(begin(server, mika, nils))
        look(server)
        mika.message()
    tables += [begin(server, mika, nils) for _ in range(2)]
    look(server)
    assert service.taken.empty()
    # What had to wait comes in one message.
    look(server, HOUR / 1000)
    assert mika.message()["title"] == "2 updates for you"
    assert service.taken.empty()


def test_the_end_of_a_game_is_told_to_who_was_away(server, service):
    mika, nils = Person(server, service, "Mika"), Person(server, service, "Nils").subscribe()
    table = begin(server, mika, nils)

    async def resign():
        async with hub(server).room(table) as room:
            for seat in (0, 1):
                await room.seating.resign(seat)

    look(server)
    nils.message()
    server.client.blocking_portal.call(resign)
    assert server.table(table)["status"] == "over"
    look(server)
    message = nils.message()
    assert message["title"] == "The game is over"
    assert message["waiting"] == 0
    look(server)
    assert service.taken.empty()


def test_somebody_on_vacation_is_told_when_it_is_over(server, service):
    mika, nils = Person(server, service, "Mika").subscribe(), Person(server, service, "Nils")
    day = dt.datetime.fromtimestamp(server.clock.now, dt.UTC).date()
    wish = {"first": day.isoformat(), "last": day.isoformat()}
    taken = server.ask("POST", "/api/me/vacation", mika.session, wish)
    assert taken.status_code < 300, taken.text
    begin(server, mika, nils)
    look(server)
    assert service.taken.empty()
    look(server, 86400)
    assert mika.message()["title"] == "It is your turn"


def test_nothing_that_is_hidden_is_told(server, service):
    """Two games that differ in what Nils has chosen in secret: Mika is told the same."""
    told = []
    for card in (0, -1):
        mika, nils = (
            Person(server, service, f"Mika {card + 2}").subscribe(),
            Person(server, service, f"Nils {card + 2}"),
        )
        table = begin(server, mika, nils)
        socket = server.hello(table, session=nils.session)
        while not (draft := heard(socket, "sync")["draft"]):
            pass
        action = draft["legal"][card]
        socket.send_json({"type": "decide", "version": draft["version"], "step": 0, "action": action["id"]})
        heard(socket, "draft")
        confirm = {"type": "confirm", "version": draft["version"], "decisions": [action["id"]], "turn": "a" * 8}
        socket.send_json(confirm)
        while (said := heard(socket, "sync"))["draft"] and not said["draft"]["confirmed"]:
            pass
        look(server)
        message = mika.message()
        told.append(json.dumps(message).replace(table, "TABLE").replace(f"Nils {card + 2}", "NILS"))
    assert told[0].split(" and ")[0] == told[1].split(" and ")[0]
    assert "choose" not in told[0]


# ---- processes that end ----


def test_a_message_that_was_begun_is_sent_by_the_next_process_and_no_more_than_twice(server, service):
    mika, nils = Person(server, service, "Mika").subscribe(), Person(server, service, "Nils")
    begin(server, mika, nils)
    account = mika.made["account"]

    def forget_end():
        """Undo what the process notes when it has sent a message, as if it had ended before."""
        rows = server.store.logs[log.KIND.log(account)]
        assert '"told"' in rows.pop().body

    look(server)
    mika.message()
    for tries in (1, 2):
        forget_end()
        with serving(server.store, server.clock, notify_private=True) as other:
            while not hub(other).tables.rooms():
                pass
            look(other)
            assert service.taken.empty()  # the process that has begun may still be sending
            look(other, CLAIM_ENDS / 1000)
            if tries == 1:
                assert mika.message()["title"] == "It is your turn"
            else:
                assert service.taken.empty()
                break


def test_two_processes_tell_once(server, service):
    mika, nils = Person(server, service, "Mika").subscribe(), Person(server, service, "Nils")
    begin(server, mika, nils)
    with serving(server.store, server.clock, notify_private=True) as other:
        while not hub(other).tables.rooms():
            pass
        look(server)
        look(other)
    mika.message()
    assert service.taken.empty()


# ---- ways ----


def test_a_webhook_is_signed_as_standard_webhooks_are(server, service):
    mika, nils = Person(server, service, "Mika"), Person(server, service, "Nils")
    wish = {"url": f"{service.url}/hook?a=1", "language": "fr"}
    secret = server.ask("POST", "/api/me/notices/webhook", mika.session, wish).json()["secret"]
    table = begin(server, mika, nils)
    look(server)
    path, headers, body = service.taken.get()
    assert path == "/hook?a=1"
    assert json.loads(body)["title"] == "C’est à vous de jouer"
    assert json.loads(body)["path"] == f"t/{table}"
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = b64decode(secret.removeprefix("whsec_"))
    assert headers["webhook-signature"] == "v1," + b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    # The secret is shown once, and in no export.
    assert secret not in json.dumps(mika.ways)
    assert secret not in server.ask("GET", "/api/me/export", mika.session).text


def test_a_browser_that_takes_no_more_is_forgotten_and_a_webhook_that_fails_is_given_up(server, service):
    mika = Person(server, service, "Mika").subscribe()
    server.ask("POST", "/api/me/notices/webhook", mika.session, {"url": f"{service.url}/hook"})
    # Nobody knows whether they work.
    assert [(way["kind"], way["tried"], way["why"]) for way in mika.ways] == [
        ("push", False, None),
        ("webhook", False, None),
    ]
    service.status = 410
    answer = server.ask("POST", "/api/me/notices/test", mika.session, {}).json()
    assert [(way["kind"], way["tried"], way["why"], way["off"]) for way in answer["ways"]] == [
        ("webhook", True, {"code": "status", "about": "410"}, False)
    ]
    for _ in range(FAILURES - 1):
        answer = server.ask("POST", "/api/me/notices/test", mika.session, {}).json()
    assert answer["ways"][0]["off"]
    begin(server, mika, Person(server, service, "Nils"))
    while not service.taken.empty():
        service.taken.get()
    look(server)
    assert service.taken.empty()
    # A test that works turns it on again.
    service.status = 204
    answer = server.ask("POST", "/api/me/notices/test", mika.session, {}).json()
    assert [(way["tried"], way["why"], way["off"]) for way in answer["ways"]] == [(True, None, False)]


def test_why_a_way_failed_before_reasons_had_codes_is_not_told_in_english(server, service):
    mika = Person(server, service, "Mika")
    key = server.ask("POST", "/api/me/notices/webhook", mika.session, {"url": f"{service.url}/hook"}).json()["id"]
    told = json.dumps({"entry": "told", "occasions": [], "failed": {key: "The answer was 410."}})
    server.store.logs[log.KIND.log(mika.made["account"])].append(Row(int(server.clock.now * 1000), told))
    assert [(way["tried"], way["why"]) for way in mika.ways] == [(True, {"code": "other"})]


def test_a_browser_that_is_signed_out_is_told_nothing_any_more(server, service):
    mika, nils = Person(server, service, "Mika").subscribe(), Person(server, service, "Nils")
    phone = server.sign_in("Mika").json()["session"]
    wish = Browser(service).subscription | {"language": "en", "device": "Other"}
    server.ask("POST", "/api/me/notices/push", phone, wish)
    assert [way["name"] for way in mika.ways] == ["Phone", "Other"]
    server.ask("DELETE", "/api/sessions/here", mika.session)
    ways = server.ask("GET", "/api/me/notices", phone).json()["ways"]
    assert [way["name"] for way in ways] == ["Other"]
    server.ask("DELETE", "/api/sessions/here", phone)
    again = server.sign_in("Mika").json()["session"]
    begin(server, nils, SimpleNamespace(session=again))
    look(server)
    assert service.taken.empty()


def test_a_message_counts_turns_at_tables_that_nobody_has_in_memory(server, service):
    mika, nils = Person(server, service, "Mika").subscribe(), Person(server, service, "Nils")
    first = begin(server, mika, nils)
    look(server)
    assert mika.message()["turns"] == [first]
    server.clock.now += 3600
    assert server.client.blocking_portal.call(hub(server).tables.forget_idle) == 1
    second = begin(server, mika, nils)
    look(server)
    message = mika.message()
    assert (set(message["turns"]), message["tells"], message["waiting"]) == ({first, second}, [second], 2)

    async def leave():
        async with hub(server).room(first) as room:
            await room.seating.resign(0)

    server.client.blocking_portal.call(leave)
    server.clock.now += 3600
    server.client.blocking_portal.call(hub(server).tables.forget_idle)
    assert server.ask("POST", "/api/me/notices/test", mika.session, {}).status_code == 200
    message = mika.message()
    assert (message["title"], message["turns"], message["waiting"]) == ("Eddyline", [second], 1)


def test_ways_are_added_replaced_removed_limited_and_deleted_with_the_account(server, service):
    mika = Person(server, service, "Mika").subscribe().subscribe("it")
    assert [(way["kind"], way["name"]) for way in mika.ways] == [("push", "Phone")]
    for number in range(MOST_WAYS - 1):
        server.ask("POST", "/api/me/notices/webhook", mika.session, {"url": f"https://hook.example/{number}"})
    full = server.ask("POST", "/api/me/notices/webhook", mika.session, {"url": "https://hook.example/x"})
    assert full.json()["code"] == "full"
    assert server.ask("DELETE", f"/api/me/notices/{mika.ways[0]['id']}", mika.session).status_code == 204
    assert len(mika.ways) == MOST_WAYS - 1
    assert "hook.example" in server.ask("GET", "/api/me/export", mika.session).text
    account = mika.made["account"]
    server.ask("POST", "/api/me/deletion", mika.session, {"password": PASSWORD})
    assert log.KIND.log(account) not in server.store.logs
    assert server.ask("GET", "/api/me/notices").json()["code"] == "signed_out"


# ---- addresses that strangers give ----


@pytest.mark.parametrize(
    "url",
    [
        *("http://hook.example/", "ftp://hook.example/", "https://", "hook.example", "https://a:b@hook.example/"),
        *("https://hook.example:port/", "https://hook.example/ä", "https://hook.example/a b", "https://[::1/"),
        f"https://hook.example/{'a' * 2000}",
    ],
)
def test_what_is_no_address_is_refused(url):
    with pytest.raises(OutgoingError):
        check(url, private=False)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.0.0.1", "192.168.1.1", "172.16.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1"),  # noqa: S104
        *("::1", "fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::"),
    ],
)
def test_nothing_is_sent_into_the_host_s_own_network(monkeypatch, address):
    """Whatever the name looks like: what it resolves to counts, all of it, and that is what is connected to."""

    def resolve(*_, **__):
        return [(0, 0, 0, "", ("93.184.216.34", 443)), (0, 0, 0, "", (address, 443))]

    def connect(*_):
        raise AssertionError("connected")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(OutgoingError, match="private"):
        post("https://hook.example/", b"", {}, private=False)


def test_the_address_that_was_checked_is_the_one_that_is_connected_to(monkeypatch):
    connected = []

    def connect(address, _):
        connected.append(address)
        raise OSError("no network")

    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", ("93.184.216.34", 443))])
    monkeypatch.setattr(outgoing.socket, "create_connection", connect)
    with pytest.raises(OutgoingError, match="cannot be reached"):
        post("https://hook.example/", b"", {}, private=False)
    assert connected == [("93.184.216.34", 443)]


def test_no_redirect_is_followed(service):
    service.status = 302
    assert post(f"{service.url}/hook", b"{}", {}, private=True) == 302
    assert service.taken.get()[0] == "/hook"
    assert service.taken.empty()


def test_a_private_address_is_refused_unless_the_host_allows_it(service):
    with serving() as server:
        session = server.create()["session"]
        answer = server.ask("POST", "/api/me/notices/webhook", session, {"url": service.url})
        assert answer.json()["code"] == "bad_message"
        # An https address at home is found out when something is sent.
        server.ask("POST", "/api/me/notices/webhook", session, {"url": "https://127.0.0.1/"})
        told = server.ask("POST", "/api/me/notices/test", session, {}).json()["ways"]
        assert told[0]["why"] == {"code": "private", "about": "127.0.0.1"}
    assert service.taken.empty()
