"""Tournaments over HTTP: announcing, entering, starting, what is refused, what is kept and deleted."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from eddyline.protocol.tournaments import MOST_ENTRANTS
from eddyline.server.base.names import NOBODY
from eddyline.server.store import Row
from eddyline.server.tournaments.organising import MOST_UNFINISHED
from support.cups import WISH, Cup
from support.people import PASSWORD, code, heard, serving


def test_bots_play_a_tournament_to_its_end(server):
    cup = Cup(server, server.create()["session"])
    cup.done("POST", "/bots", {"bot": "random", "count": 7})
    assert [each["name"] for each in cup.info["entrants"]][:2] == ["Alma", "Bruno"]
    cup.done("POST", "/start")
    info = cup.until(lambda info: info["status"] == "over")
    assert not info["closed"]
    assert [sorted(len(table["seats"]) for table in played["tables"]) for played in info["played"]] == [[3, 4]] * 2
    assert sorted(each["place"] for each in info["entrants"]) == list(range(1, 8))
    assert sum(each["score"] for each in info["entrants"]) == pytest.approx(2 * 7 / 2)
    table = server.table(info["played"][0]["tables"][0]["id"])
    assert (table["status"], f"/api/tournaments/{table['tournament']}") == ("over", cup.path)
    assert [line["status"] for line in server.client.get("/api/tournaments").json()] == ["over"]


def test_people_find_their_seats_by_their_account_and_nobody_else_does(server):
    mika, nils = (server.create(name)["session"] for name in ("Mika", "Nils"))
    cup = Cup(server, mika)
    for session in (mika, nils, nils):
        cup.done("POST", "/entry", session=session)
    cup.done("POST", "/bots", {"bot": "random", "count": 1})
    cup.done("POST", "/start")
    [table] = cup.until(lambda info: info["played"])["played"][0]["tables"]
    seated = cup.opened(table)
    assert seated["status"] == "running"
    assert seated["seats"][seated["host"]]["kind"] == "human"
    for session in (mika, nils):
        assert heard(server.hello(table["id"], session=session), "sync")["you"] is not None
    assert table["id"] in {each["table"] for each in server.me(nils).json()["tables"]}
    # Nobody can take a seat there, and a rematch is no table of the tournament.
    taken = server.ask("POST", f"/api/tables/{table['id']}/seats", body={"name": "Eve"})
    assert code(taken) in {"taken", "wrong_time"}


def test_whoever_withdraws_is_not_paired_any_more(server):
    mika, nils = (server.create(name)["session"] for name in ("Mika", "Nils"))
    cup = Cup(server, mika)
    cup.done("POST", "/bots", {"bot": "random", "count": 4})
    cup.done("POST", "/entry", session=nils)
    cup.done("DELETE", "/entry", session=nils)
    assert [each["name"] for each in cup.info["entrants"] if each["gone"]] == ["Nils"]
    cup.done("DELETE", "/entrants/0")
    cup.done("POST", "/start")
    info = cup.until(lambda info: info["status"] == "over")
    assert all(sorted(played["tables"][0]["seats"]) == [1, 2, 3] for played in info["played"])


def test_only_the_organiser_starts_ends_and_removes(server):
    mika, nils = (server.create(name)["session"] for name in ("Mika", "Nils"))
    cup = Cup(server, mika)
    cup.done("POST", "/entry", session=mika)
    for what in (("POST", "/start"), ("POST", "/bots", {"bot": "random"}), ("DELETE", ""), ("DELETE", "/entrants/0")):
        assert code(cup.ask(*what, session=nils)) == "not_host"
    assert code(cup.ask("POST", "/start")) == "too_few"
    cup.done("DELETE")
    assert cup.info["status"] == "over"
    assert cup.info["closed"]
    for what in (("POST", "/start"), ("POST", "/entry"), ("POST", "/bots", {"bot": "random"}), ("DELETE", "/entry")):
        assert code(cup.ask(*what)) == "wrong_time"
    cup.done("DELETE")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"game": "chess"}, "chess"),
        ({"pace": {}}, "clock"),
        ({"size": 6}, "size"),
        ({"size": 2}, "size"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": 1, "format": "groups"}, "groups"),
        ({"options": {"max_rounds": "many"}}, "max_rounds"),
        ({"name": "\u200b\u200b"}, "visible"),
        ({"format": "knockout"}, "knockout"),
        ({"bot_seconds": 1000}, "seconds"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(server, changes, told):
    session = server.create()["session"]
    answer = server.ask("POST", "/api/tournaments", session, WISH | changes)
    assert code(answer) == "bad_message"
    assert told in answer.json()["message"]
    assert server.client.get("/api/tournaments").json() == []


def test_limits(server):
    session = server.create()["session"]
    cups = [Cup(server, session) for _ in range(MOST_UNFINISHED)]
    assert code(server.ask("POST", "/api/tournaments", session, WISH)) == "full"
    for _ in range(MOST_ENTRANTS // 32):
        cups[0].done("POST", "/bots", {"bot": "random", "count": 32})
    assert code(cups[0].ask("POST", "/bots", {"bot": "random"})) == "full"
    assert len({each["name"] for each in cups[0].info["entrants"]}) == MOST_ENTRANTS
    assert code(cups[1].ask("POST", "/bots", {"bot": "kasparov"})) == "unknown"
    assert code(server.ask("POST", "/api/tournaments", None, WISH)) == "signed_out"


@pytest.mark.parametrize("key", ["nothing", "Not-an-id", "a.b", "%00", "ä" * 300])
def test_what_is_no_tournament_is_not_found(server, key):
    session = server.create()["session"]
    assert server.client.get(f"/api/tournaments/{key}").status_code == 404
    assert server.ask("POST", f"/api/tournaments/{key}/entry", session, {}).status_code == 404


def test_a_bot_and_a_person_of_one_name_are_told_apart(server):
    alma = server.create("Alma")["session"]
    cup = Cup(server, alma)
    cup.done("POST", "/bots", {"bot": "random"})
    cup.done("POST", "/entry")
    assert [each["name"] for each in cup.info["entrants"]] == ["Alma", "Alma 2"]


# ---- the time at which one starts by itself ----

HOUR = 3600


def at(server, seconds):
    """Return the time so many seconds from now."""
    return int((server.clock() + seconds) * 1000)


def pass_time(server, seconds):
    """Put the clock ahead, and let the server notice."""
    server.clock.now += seconds
    server.client.blocking_portal.call(server.client.app.state.hub.tournaments.organising.start_due)


def test_a_tournament_starts_by_itself_at_its_time(server):
    starts = at(server, HOUR)
    cup = Cup(server, server.create()["session"], starts=starts)
    cup.done("POST", "/bots", {"bot": "random", "count": 3})
    assert (cup.info["starts"], cup.info["missed"]) == (starts, None)
    assert [line["starts"] for line in server.client.get("/api/tournaments").json()] == [starts]
    pass_time(server, HOUR - 1)
    assert cup.info["status"] == "open"
    pass_time(server, 1)
    info = cup.until(lambda info: info["status"] == "over")
    assert (info["starts"], len(info["played"])) == (None, 2)
    assert [line["starts"] for line in server.client.get("/api/tournaments").json()] == [None]


def test_with_too_few_entrants_it_waits_and_can_be_put_off(server):
    starts = at(server, HOUR)
    cup = Cup(server, server.create()["session"], starts=starts)
    cup.done("POST", "/bots", {"bot": "random", "count": 2})
    pass_time(server, HOUR)
    info = cup.info
    assert (info["status"], info["starts"], info["missed"]) == ("open", None, starts)
    # It does not start behind its organiser's back as soon as there are enough.
    cup.done("POST", "/bots", {"bot": "random", "count": 1})
    pass_time(server, HOUR)
    assert cup.info["status"] == "open"
    cup.done("POST", "/start-time", {"starts": at(server, HOUR)})
    assert cup.info["missed"] is None
    pass_time(server, HOUR)
    cup.until(lambda info: info["status"] == "over")


def test_the_time_can_be_changed_while_entries_are_open(server):
    nils = server.create("Nils")["session"]
    cup = Cup(server, server.create()["session"], starts=at(server, HOUR))
    cup.done("POST", "/bots", {"bot": "random", "count": 3})
    assert code(cup.ask("POST", "/start-time", {"starts": None}, session=nils)) == "not_host"
    cup.done("POST", "/start-time", {"starts": at(server, 2 * HOUR)})
    pass_time(server, HOUR)
    assert cup.info["status"] == "open"
    cup.done("POST", "/start-time", {"starts": None})
    pass_time(server, 5 * HOUR)
    assert (cup.info["status"], cup.info["starts"], cup.info["missed"]) == ("open", None, None)
    cup.done("POST", "/start")
    assert code(cup.ask("POST", "/start-time", {"starts": at(server, HOUR)})) == "wrong_time"


@pytest.mark.parametrize(
    ("starts", "told"),
    [
        (0, "past"),
        (-1, "past"),
        (1_800_000_000_000, "past"),  # that is now
        (1_800_000_000_000 + 400 * 86_400_000, "366 days"),
        (10**400, "366 days"),
        ("tomorrow", "starts"),
        (1.5, "starts"),
        (True, "starts"),
    ],
)
def test_times_that_cannot_be_are_refused_with_a_sentence(server, starts, told):
    session = server.create()["session"]
    cup = Cup(server, session)
    for path, body in (("/api/tournaments", WISH | {"starts": starts}), (f"{cup.path}/start-time", {"starts": starts})):
        answer = server.ask("POST", path, session, body)
        assert code(answer) == "bad_message"
        assert told in answer.json()["message"]
    assert cup.info["starts"] is None
    assert code(cup.ask("POST", "/start-time", {})) == "bad_message"


@pytest.mark.parametrize("ended", [False, True])
def test_it_starts_once_whichever_process_notices(server, ended):
    """Two processes notice at the same moment, or one that comes after the time has passed."""
    cup = Cup(server, server.create()["session"], starts=at(server, HOUR))
    cup.done("POST", "/bots", {"bot": "random", "count": 3})
    key = f"tournament.{cup.path.rpartition('/')[2]}"
    if ended:
        server.clock.now += 2 * HOUR
    with serving(server.store, server.clock) as other:
        if ended:
            info = cup.until(lambda info: info["starts"] != at(server, -HOUR))
            assert (info["status"], info["starts"]) == ("open", at(server, HOUR / 4)), "people can be back by then"
            server.clock.now += HOUR / 4
        else:
            other.client.get(cup.path)
            server.clock.now += HOUR
            with ThreadPoolExecutor(2) as both:
                list(both.map(lambda each: pass_time(each, 0), (server, other)))
        cup.server = other
        cup.until(lambda info: info["status"] == "over")
    kinds = [json.loads(row.body)["entry"] for row in server.store.logs[key]]
    assert kinds.count("started") == 1
    assert kinds.count("paired") == 2
    assert "missed" not in kinds


def test_people_s_tournaments_are_listed_as_everybody_may_see_them(server):
    mika, nils = server.create("Mika"), server.create("Nils")
    path = f"/api/people/{nils['account']}/tournaments"
    assert server.client.get(path).json() == []
    first, second, third = (Cup(server, mika["session"], name=name) for name in ("Spring", "Autumn", "Winter"))
    for cup in (first, second, third):
        cup.done("POST", "/entry", session=nils["session"])
        cup.done("POST", "/bots", {"bot": "random", "count": 6})
    third.done("DELETE", "/entry", session=nils["session"])
    second.done("POST", "/start")
    first.done("POST", "/start")
    # His table waits for him, the other one of each round is soon over.
    for cup in (first, second):
        cup.until(lambda info: any(table["over"] for each in info["played"] for table in each["tables"]))
    second.done("DELETE", "/entry", session=nils["session"])
    second.done("DELETE")
    info, now = second.info, server.client.get(path).json()
    assert [(each["name"], each["status"], each["gone"]) for each in now] == [
        ("Autumn", "over", True),
        ("Spring", "running", False),
    ]
    place = next(each["place"] for each in info["entrants"] if each["name"] == "Nils")
    assert (now[0]["place"], now[0]["of"], now[0]["ended"]) == (place, 7, info["ended"])
    assert now[1]["ended"] is None
    # Who organises without playing has none, and neither has who is not there.
    assert server.client.get(f"/api/people/{mika['account']}/tournaments").json() == []
    assert server.client.get("/api/people/nobody/tournaments").status_code == 404


def test_an_account_takes_its_tournaments_home_and_leaves_no_name_behind(server):
    made = server.create()
    cup = Cup(server, made["session"])
    cup.done("POST", "/entry")
    lines = [json.loads(line) for line in server.ask("GET", "/api/me/export", made["session"]).text.splitlines()]
    about = [line for line in lines if "tournament" in line]
    assert {"entrant", "organiser"} <= {key for line in about for key in line}
    assert server.ask("POST", "/api/me/deletion", made["session"], {"password": PASSWORD}).status_code == 204
    info = cup.info
    assert [(each["name"], each["account"], each["gone"]) for each in info["entrants"]] == [(NOBODY, None, True)]
    assert info["organiser_name"] is None
    assert "Mika" not in json.dumps(info)


def test_another_process_goes_on_where_one_has_ended(server):
    """What was written before the end: a round was paired, and one of its tables was never opened."""
    cup = Cup(server, server.create()["session"])
    cup.done("POST", "/entry")
    cup.done("POST", "/bots", {"bot": "random", "count": 5})
    cup.done("POST", "/start")
    # One table waits for Mika, the other one is over.
    cup.until(lambda info: sum(table["over"] for table in info["played"][0]["tables"]) == 1)
    [waits] = [table for table in cup.info["played"][0]["tables"] if not table["over"]]
    cup.opened(waits)
    del server.store.logs[waits["id"]]
    with serving(server.store, server.clock) as other:
        cup.server = other
        told, seats = cup.opened(waits), cup.info
        assert seats["status"] == "running"
        assert [seat["name"] for seat in told["seats"]] == [
            each["name"] for number in waits["seats"] for each in seats["entrants"] if each["number"] == number
        ]


def test_a_damaged_table_ends_without_winners_and_the_tournament_goes_on(server):
    cup = Cup(server, server.create()["session"])
    cup.done("POST", "/entry")
    cup.done("POST", "/bots", {"bot": "random", "count": 2})
    cup.done("POST", "/start")
    [table] = cup.until(lambda info: info["played"])["played"][0]["tables"]
    cup.opened(table)
    cup.done("DELETE", "/entry")
    server.store.logs[table["id"]][1] = Row(0, "{}")
    with serving(server.store, server.clock) as other:
        cup.server = other
        info = cup.until(lambda info: info["status"] == "over")
        # Two are too few for another table.
        assert len(info["played"]) == 1
        assert info["played"][0]["tables"][0]["ranks"] is None
        assert {each["score"] for each in info["entrants"]} == {0.5}


def test_a_damaged_tournament_hides_no_other_one(server):
    session = server.create()["session"]
    bad, good = Cup(server, session), Cup(server, session, name="Spring cup")
    key = bad.path.rpartition("/")[2]
    server.store.logs[f"tournament.{key}"].append(Row(0, "{}"))
    assert [line["name"] for line in server.client.get("/api/tournaments").json()] == ["Spring cup"]
    assert server.client.get(bad.path).json()["code"] == "damaged"
    good.done("POST", "/entry")
