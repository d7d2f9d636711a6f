"""People report messages, names and players; operators handle that, and who has reported it learns that, not how."""

from __future__ import annotations

import json

import pytest

from eddyline.protocol.reports import OF_PEOPLE, Measure
from eddyline.server.presence import site
from eddyline.server.reports import log
from eddyline.server.reports.conduct import Conduct, conduct
from eddyline.server.store import Row, SqliteStore
from eddyline.server.store.names import DATABASE
from support.noticed import Person, hub, look
from support.people import code, heard, serving
from support.push import Taker


@pytest.fixture
def server(tmp_path):
    with serving(SqliteStore(tmp_path / DATABASE), notify_private=True) as made:
        yield made


@pytest.fixture
def run(run):
    return lambda *arguments: run(*arguments).output.strip()


def report(server, session=None, **wish):
    return server.ask("POST", "/api/reports", session, {"reason": "other"} | wish)


def own(server, session):
    return server.ask("GET", "/api/me/reports", session).json()


def chat(server, place, **hello):
    socket = server.opened.enter_context(server.client.websocket_connect(f"/api/chat/{place}"))
    socket.send_json({"type": "hello", **hello})
    heard(socket, "lines")
    return socket


def test_a_message_is_reported_looked_at_with_those_around_it_and_handled(server, run):
    ann, bo, cy = (server.create(name) for name in ("Ann", "Bo", "Cy"))
    rude = chat(server, "lobby", session=bo["session"])
    for text in ("Hello", "You fool", "Bye"):
        rude.send_json({"type": "write", "text": text})
        heard(rude, "lines")
    hers, theirs = (chat(server, "lobby", session=each["session"]) for each in (ann, cy))
    for _ in range(2):  # the second time is none
        hers.send_json({"type": "report", "number": 2, "reason": "insult", "note": "  Again\tand again. "})
        assert heard(hers, "reported", "refused") == {"type": "reported", "number": 2}
    theirs.send_json({"type": "report", "number": 2, "reason": "spam"})
    heard(theirs, "reported")
    theirs.send_json({"type": "report", "number": 1, "reason": "stalling"})
    assert heard(theirs, "reported", "refused")["code"] == "bad_message"
    (listed,) = [json.loads(line) for line in run("reports", "list", "--json").splitlines()]
    assert [(each["by"], each["reason"], each["note"]) for each in listed["filed"]] == [
        ("Ann", "insult", "Again and again."),
        ("Cy", "spam", ""),
    ]
    assert "lobby               2  message 2 of Bo: You fool: insult, spam" in run("reports", "list")
    looked = run("reports", "look", 1).splitlines()
    assert looked[0] == f"Report 1: message 2 of Bo: You fool ({bo['account']})"
    assert [line[:7] + line.rsplit("  ", 1)[1] for line in looked[4:7]] == [
        "      1Bo: Hello",
        ">     2Bo: You fool",
        "      3Bo: Bye",
    ]
    # Removing the message handles it; a second time is said so.
    run("tables", "unsay", "lobby", 2)
    assert run("reports", "handle", 1, "--with", "removed") == "Report 1 was handled before."
    assert run("reports", "list") == "No report is open."
    assert "handled by olga at" in run("reports", "list", "--all")
    (told,) = own(server, ann["session"])
    assert (told["name"], told["reason"], told["handled"] is not None) == ("Bo", "insult", True)
    assert not {"what", "who", "why", "outcome"} & told.keys(), "not how"
    assert own(server, bo["session"]) == []
    # Handled for good, for those who have reported it before.
    hers.send_json({"type": "report", "number": 2, "reason": "insult"})
    heard(hers, "reported")
    assert run("reports", "list") == "No report is open."


def test_a_player_and_a_name_are_reported_once_by_each(server, run):
    ann, bo = server.create("Ann"), server.create("Bo")
    table = server.open(bo["session"], seats=3, bots=[])["table"]
    seat = server.ask("POST", f"/api/tables/{table}/seats", body={"name": "Gus"}).json()
    assert report(server, ann["session"], table=table, seat=0, reason="stalling").status_code == 204
    for token in (seat["token"], seat["token"], None, None):
        assert report(server, table=table, seat=0, reason="stalling", token=token).status_code == 204
    assert report(server, ann["session"], table=table, seat=0, reason="pretends").status_code == 204
    assert report(server, ann["session"], account=bo["account"], reason="cheating", note="Twice").status_code == 204
    assert report(server, bo["session"], table=table, seat=1, reason="insult").status_code == 204
    listed = [json.loads(line) for line in run("reports", "list", "--json").splitlines()]
    assert [(each["about"], each["name"], [filed["by"] for filed in each["filed"]]) for each in listed] == [
        ("player", "Bo", ["Ann", "Gus", "a guest"]),
        ("name", "Bo", ["Ann"]),
        ("player", "Bo", ["Ann"]),
        ("player", "Gus", ["Bo"]),
    ]
    assert [(each["place"], each["account"]) for each in listed[2:]] == [("", bo["account"]), (table, None)]
    assert run("reports", "handle", 3, "--with", "nothing", "--why", "No sign of it.") == "Report 3 is handled."
    # Who goes on is reported again.
    assert report(server, ann["session"], account=bo["account"], reason="cheating").status_code == 204
    assert [each["handled"] is None for each in own(server, ann["session"])] == [True, False, True, True]
    assert run("log")[18:] == "olga handled report 3 (player of Bo), nothing: No sign of it."
    assert "a bot had to play in 0" in run("reports", "look", 1)
    assert run("reports", "handle", 3, 1, 2, "--with", "nothing").splitlines() == [
        "Report 3 was handled before.",
        "Report 1 is handled.",
        "Report 2 is handled.",
    ]


@pytest.mark.parametrize(
    ("wish", "status", "refused"),
    [
        ({}, 400, "bad_message"),
        ({"account": "nobody"}, 404, "unknown"),
        ({"account": "nobody", "table": "x", "seat": 0}, 400, "bad_message"),
        ({"table": "nowhere", "seat": 0}, 404, "unknown"),
        ({"seat": 0}, 400, "bad_message"),
        ({"own": True}, 400, "bad_message"),
        ({"at": 0}, 400, "bad_message"),  # one's own seat
        ({"at": 1}, 400, "bad_message"),  # a bot
        ({"at": 2}, 400, "bad_message"),  # nobody
        ({"at": 9}, 400, "bad_message"),
        ({"own": True, "reason": "spam"}, 400, "bad_message"),
        ({"own": True, "note": "x" * 201}, 400, "bad_message"),
    ],
)
def test_what_cannot_be_reported_is_refused(server, wish, status, refused):
    ann = server.create("Ann")
    if wish.pop("own", False):
        wish["account"] = ann["account"]
    if "at" in wish:
        wish |= {"table": server.open(ann["session"])["table"], "seat": wish.pop("at")}
    answer = report(server, ann["session"], **wish)
    assert (answer.status_code, code(answer)) == (status, refused)
    assert own(server, ann["session"]) == []


def test_nobody_reports_from_a_table_that_they_may_not_enter(server):
    ann, bo = server.create("Ann"), server.create("Bo")
    table = server.open(ann["session"], access="friends")["table"]
    assert code(report(server, bo["session"], table=table, seat=0)) == "friends_only"
    assert report(server).status_code == 400
    assert server.ask("GET", "/api/me/reports").status_code == 401


def test_a_flood_of_reports_ends(server):
    ann = server.create("Ann")
    state = log.Reports("all")
    for number in range(log.UNHANDLED):
        wanted = log.Reported(place="lobby", number=number + 1, name="Bo", by="Ann", by_account=ann["account"])
        for entry in state.report(wanted):
            state.apply(entry, 0)
    more = log.Reported(place="lobby", number=99, name="Bo", by="Ann", by_account=ann["account"])
    with pytest.raises(Exception, match="20 reports of yours are waiting"):
        state.report(more)
    state.apply(log.Handled(matter=1, who="olga", what="nothing"), 0)
    assert state.report(more) == [more]


def test_who_has_reported_something_is_notified_that_it_was_handled(server):
    with Taker() as service:
        ann = Person(server, service, "Ann").subscribe()
        bo = server.create("Bo")
        report(server, ann.session, account=bo["account"], reason="cheating")
        for seconds in (site.AWAY_AFTER + 1, 10):
            look(server, seconds)
        assert service.taken.empty()
        assert server.client.blocking_portal.call(hub(server).reports.handle, 1, "olga", "suspended")
        for seconds in (10, 10):
            look(server, seconds)
        told = ann.message()
        assert (told["title"], told["body"], told["path"]) == (
            "Your report has been handled",
            "Somebody has looked into your report about Bo. Thank you",
            "me",
        )
        assert "suspended" not in json.dumps(told)
        assert service.taken.empty(), "once"


def test_moderators_who_wish_so_are_told_of_new_reports(server, run):
    with Taker() as service:
        ann, mona, mira = (Person(server, service, name).subscribe() for name in ("Ann", "Mona", "Mira"))
        for each in (mona, mira):
            run("people", "trust", each.made["name"])
        topics = server.ask("GET", "/api/me/notices", ann.session).json()["topics"]
        assert topics == ["turns", "games", "people", "reports"]
        ways = server.ask("GET", "/api/me/notices", mona.session).json()
        assert ("moderation" in ways["topics"], ways["off"]) == (True, ["moderation"]), "off at first"
        server.ask("POST", "/api/me/notices/topics", mona.session, {"topic": "moderation", "on": True})
        for about in (mona, mira):
            report(server, ann.session, account=about.made["account"], reason="insult")
        for seconds in (site.AWAY_AFTER + 1, 10, 10):
            look(server, seconds)
        told = mona.message()
        assert (told["title"], told["path"]) == ("A new report", "moderation")
        assert not {"Ann", "Mira"} & {*told["body"].split()}
        assert service.taken.empty(), "once; not of the one about her, and nobody else"
        exported = map(json.loads, server.ask("GET", "/api/me/export", mona.session).text.splitlines())
        assert [each["topic"] for each in exported if each.get("notice") == "on"] == ["moderation"]


def test_deleted_people_are_in_no_report(server, run):
    ann, bo, cy = (server.create(name) for name in ("Ann", "Bo", "Cy"))
    report(server, ann["session"], account=bo["account"], reason="insult", note="He said Ann is dull")
    report(server, cy["session"], account=ann["account"])
    exported = server.ask("GET", "/api/me/export", ann["session"]).text.splitlines()
    (line,) = [each for each in map(json.loads, exported) if "report" in each]
    assert (line["name"], line["reason"], line["note"]) == ("Bo", "insult", "He said Ann is dull")
    sure = {"password": "correct horse battery"}
    assert server.ask("POST", "/api/me/deletion", ann["session"], sure).status_code == 204
    (left,) = [json.loads(each) for each in run("reports", "list", "--json").splitlines()]
    assert left["name"] == "Bo"
    assert "Ann" not in json.dumps(left)
    assert ann["account"] not in json.dumps(left)


def test_reports_of_old_stores_are_read():
    old = {"entry": "reported", "place": "lobby", "number": 3, "name": "Bo", "text": "You fool", "by": "Ann"}
    state = log.Reports("all")
    state.apply(log.KIND.decoder.decode(json.dumps(old)), 5)
    (matter,) = state.open()
    assert (matter.about, matter.line, matter.filed[0].reason, matter.filed[0].at) == ("message", 3, "other", 5)


def test_how_somebody_played_is_counted_from_the_logs_of_tables():
    def rows(*entries):
        return [Row(0, json.dumps(entry)) for entry in entries]

    sat, began = {"entry": "joined", "seat": 1, "account": "a"}, {"entry": "started", "entropy": "1"}
    logs = [
        rows(sat, began, {"entry": "turn", "seat": 1}),
        rows(sat, began, {"entry": "stood_in", "seat": 1}, {"entry": "resigned", "seat": 1}),
        rows(sat, began, {"entry": "turn", "seat": 1, "late": "random"}),
        rows(sat, began, {"entry": "stood_in", "seat": 0}),  # another one
        rows(sat, {"entry": "freed", "seat": 1}, began, {"entry": "resigned", "seat": 1}),
        rows(sat),
    ]
    assert conduct("a", logs) == Conduct(games=4, replaced=2, resigned=1)


def test_every_reason_and_outcome_can_be_chosen(run):
    chosen = run("reports", "handle", "--help")
    assert all(each in chosen for each in Measure.__args__)
    assert {*OF_PEOPLE.values()} == {"player", "name"}
