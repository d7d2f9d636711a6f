"""What an organiser says of a tournament: who enters, who watches, what it is about, when it starts."""

from __future__ import annotations

import json
import re

import pytest

from eddyline.server.tournaments.terms import MISTAKES, MISTAKES_PER_HOUR
from support.cups import WISH, Cup
from support.people import PASSWORD, code, heard, last_words, serving

SHARED = "high water"


def entering(cup, session, **wish):
    return cup.ask("POST", "/entry", wish, session=session)


def names(cup):
    return [each["name"] for each in cup.info["entrants"] if not each["gone"]]


def listed(server):
    return [line["name"] for line in server.client.get("/api/tournaments").json()]


# ---- the description ----


def test_a_description_keeps_its_lines_and_nothing_invisible(server):
    written = "  Bring a\u200b mug.\r\n\n\n\u202eThe second round is   at eight.\n\u200d\u200d"
    cup = Cup(server, server.create()["session"], description=written.removesuffix("\n\u200d\u200d"))
    assert cup.info["description"] == "Bring a mug.\n\nThe second round is at eight."
    assert Cup(server, cup.session, description="\n \n").info["description"] == ""
    assert code(cup.ask("POST", "/terms", {"description": "x" * 1001})) == "bad_message"
    cup.done("POST", "/terms", {"description": "ß" * 1000})
    assert cup.info["description"] == "ß" * 1000


def test_a_description_has_no_word_that_the_operator_does_not_want():
    with serving(words=("spam*",)) as server:
        session = server.create()["session"]
        answer = server.ask("POST", "/api/tournaments", session, WISH | {"description": "No\nSp4mmers"})
        assert code(answer) == "unwanted"
        cup = Cup(server, session)
        assert code(cup.ask("POST", "/terms", {"description": "s p a m"})) == "unwanted"
        assert cup.info["description"] == ""


# ---- how many ----


def test_a_full_tournament_says_so_until_somebody_withdraws(server):
    mika, nils, olga = (server.create(name)["session"] for name in ("Mika", "Nils", "Olga"))
    cup = Cup(server, mika, limit=3)
    cup.done("POST", "/bots", {"bot": "random", "count": 2})
    cup.done("POST", "/entry", session=nils)
    refused = entering(cup, olga)
    assert code(refused) == "full"
    assert refused.json()["message"] == "This tournament takes 3 entrants, and 3 are in."
    assert code(cup.ask("POST", "/bots", {"bot": "random"})) == "full"
    assert server.client.get("/api/tournaments").json()[0]["limit"] == 3
    assert server.client.get("/api/tournaments/next").json() == {"next": None}
    # Who is in stays in, and may ask again.
    cup.done("POST", "/entry", session=nils)
    cup.done("DELETE", "/entry", session=nils)
    cup.done("POST", "/entry", session=olga)
    assert "Olga" in names(cup)
    assert code(cup.ask("POST", "/terms", {"limit": 2})) == "bad_message"
    cup.done("POST", "/terms", {"limit": 4})
    cup.done("POST", "/entry", session=nils)


# ---- who enters ----


def test_whoever_knows_the_password_enters(server):
    mika, nils = (server.create(name)["session"] for name in ("Mika", "Nils"))
    cup = Cup(server, mika, door="password", password=SHARED)
    assert cup.info["door"] == "password"
    for wish in ({}, {"password": "low water"}, {"password": ""}):
        assert code(entering(cup, nils, **wish)) == "wrong_password"
    assert names(cup) == []
    cup.done("POST", "/entry", {"password": SHARED}, session=nils)
    # Whoever organises it knows the password, and who is in needs none.
    cup.done("POST", "/entry", {}, session=mika)
    cup.done("POST", "/entry", {}, session=nils)
    assert names(cup) == ["Nils", "Mika"]
    kept = json.dumps([row.body for rows in server.store.logs.values() for row in rows])
    assert SHARED not in kept
    assert "$argon2id$" in kept


def test_a_password_stays_until_another_one_is_chosen(server):
    mika, nils, olga = (server.create(name)["session"] for name in ("Mika", "Nils", "Olga"))
    cup = Cup(server, mika, door="password", password=SHARED)
    cup.done("POST", "/terms", {"door": "password", "description": "Welcome"})
    assert code(entering(cup, nils, password="another")) == "wrong_password"  # noqa: S106
    cup.done("POST", "/terms", {"door": "password", "password": "another"})
    assert code(entering(cup, nils, password=SHARED)) == "wrong_password"
    cup.done("POST", "/entry", {"password": "another"}, session=nils)
    cup.done("POST", "/terms", {"door": "open"})
    cup.done("POST", "/entry", session=olga)
    assert cup.info["description"] == ""
    # What was open has no password that could stay.
    for wish in ({"door": "password"}, {"door": "password", "password": "short"}):
        assert code(cup.ask("POST", "/terms", wish)) == "bad_message"
    assert code(server.ask("POST", "/api/tournaments", mika, WISH | {"door": "password"})) == "bad_message"


def test_wrong_passwords_are_limited_and_right_ones_are_not(server):
    cup = Cup(server, server.create()["session"], door="password", password=SHARED)
    people = [server.create(f"Guest {'abcdefghijklmnop'[number]}")["session"] for number in range(MISTAKES + 4)]
    for session in people[: MISTAKES + 2]:
        cup.done("POST", "/entry", {"password": SHARED}, session=session)
    guesser, honest = people[-2:]
    before = server.hasher.verified
    for _ in range(MISTAKES):
        assert code(entering(cup, guesser, password="low water")) == "wrong_password"  # noqa: S106
    assert code(entering(cup, guesser, password=SHARED)) == "too_fast"
    # From the same address another account helps nobody, until some time has passed.
    assert code(entering(cup, honest, password=SHARED)) == "too_fast"
    assert server.hasher.verified == before + MISTAKES
    server.clock.now += 3600 / MISTAKES_PER_HOUR
    cup.done("POST", "/entry", {"password": SHARED}, session=honest)


def test_a_bot_enters_by_the_password_or_because_its_owner_is_in(server):
    mika, nils = (server.create(name)["session"] for name in ("Mika", "Nils"))
    cup = Cup(server, mika, door="password", password=SHARED, outside_bots=True)
    otter, beaver, own = server.bot(nils, "Otter"), server.bot(nils, "Beaver"), server.bot(mika, "Heron")
    assert code(entering(cup, otter["token"])) == "wrong_password"
    assert code(cup.ask("POST", f"/entry/{otter['account']}", {}, session=nils)) == "wrong_password"
    cup.done("POST", f"/entry/{otter['account']}", {"password": SHARED}, session=nils)
    assert code(entering(cup, beaver["token"])) == "wrong_password"
    cup.done("POST", "/entry", {"password": SHARED}, session=nils)
    cup.done("POST", "/entry", {"portrait": "owl"}, session=beaver["token"])
    cup.done("POST", f"/entry/{own['account']}", {}, session=mika)
    assert names(cup) == ["Bot Otter", "Nils", "Bot Beaver", "Bot Heron"]
    assert {each["portrait"] for each in cup.info["entrants"]} == {None}


def test_what_is_for_who_has_the_link_is_on_no_list_but_theirs(server):
    mika, nils, olga = (server.create(name) for name in ("Mika", "Nils", "Olga"))
    cup = Cup(server, mika["session"], door="link", name="Club evening")
    assert listed(server) == []
    assert server.client.get("/api/tournaments/next").json() == {"next": None}
    cup.done("POST", "/entry", session=nils["session"])

    def of_nils(session=None):
        answer = server.ask("GET", f"/api/people/{nils['account']}/tournaments", session)
        return [each["name"] for each in answer.json()]

    assert of_nils() == of_nils(olga["session"]) == []
    assert of_nils(nils["session"]) == of_nils(mika["session"]) == ["Club evening"]
    cup.done("POST", "/entry", session=olga["session"])
    assert of_nils(olga["session"]) == ["Club evening"]
    cup.done("POST", "/terms", {"door": "open"})
    assert listed(server) == ["Club evening"]
    assert of_nils() == ["Club evening"]


def test_only_the_organiser_says_so_and_only_before_the_start(server):
    mika, nils = (server.create(name)["session"] for name in ("Mika", "Nils"))
    cup = Cup(server, mika)
    assert code(cup.ask("POST", "/terms", {"description": "Mine"}, session=nils)) == "not_host"
    cup.done("POST", "/bots", {"bot": "random", "count": 3})
    cup.done("POST", "/start")
    assert code(cup.ask("POST", "/terms", {"description": "Late"})) == "wrong_time"
    assert cup.info["description"] == ""


# ---- who watches ----


@pytest.mark.parametrize("watching", ["entrants", "everybody"])
def test_games_are_watched_by_who_may(server, watching):
    mika, nils, olga, eve = (server.create(name) for name in ("Mika", "Nils", "Olga", "Eve"))
    cup = Cup(server, mika["session"], watching=watching, rounds=1)
    cup.done("POST", "/entry", {"portrait": "otter"}, session=nils["session"])
    cup.done("POST", "/entry", {"portrait": "otter"}, session=olga["session"])
    cup.done("POST", "/bots", {"bot": "random", "count": 1})
    for one, other in ((olga, eve), (eve, olga), (nils, eve), (eve, nils)):
        assert server.ask("POST", "/api/me/friends", one["session"], {"account": other["account"]}).status_code == 200
    cup.done("POST", "/start")
    [table] = cup.until(lambda info: info["played"])["played"][0]["tables"]
    path = f"/api/tables/{table['id']}"
    cup.until(lambda _: server.ask("GET", path, mika["session"]).status_code == 200)

    def watches(session):
        answer = server.ask("GET", path, session)
        told, end = ([], None) if answer.status_code == 200 else last_words(server.hello(table["id"], session=session))
        assert (answer.status_code, end) in {(200, None), (403, 4414)}, told
        return answer.status_code == 200

    # Who takes part, and who organises it without playing; a player's friend is nobody in particular.
    seen = [watches(each and each["session"]) for each in (nils, olga, mika, eve, None)]
    assert seen == [True] * 3 + [watching == "everybody"] * 2
    told = server.ask("GET", path, mika["session"]).json()
    assert sorted(str(seat["portrait"]) for seat in told["seats"]) == ["None", "None", "otter"]
    # Whoever is host there lets nobody else in.
    host = next(each for each in (nils, olga) if told["seats"][told["host"]]["account"] == each["account"])
    guest = server.ask("POST", f"{path}/invitations", host["session"], {"account": eve["account"]})
    assert code(guest) == "not_host"
    tab = server.hello(table["id"], session=host["session"])
    tab.send_json({"type": "set_access", "access": "open"})
    assert heard(tab, "refused")["code"] == "not_host"


# ---- when ----


def test_a_calendar_takes_the_start_home(server):
    about = "Bring:\n- a mug; a boat,\\ or two\n" + "🛶" * 60
    cup = Cup(server, server.create()["session"], name="Autumn; cup", description=about)
    assert code(cup.ask("GET", "/calendar")) == "wrong_time"
    cup.done("POST", "/start-time", {"starts": 1_800_003_600_000})
    answer = server.client.get(f"{cup.path}/calendar")
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    assert all(len(line.encode()) <= 75 for line in answer.text.split("\r\n"))
    lines = answer.text.replace("\r\n ", "").split("\r\n")
    assert (lines[0], lines[-2:]) == ("BEGIN:VCALENDAR", ["END:VCALENDAR", ""])
    told = dict(line.split(":", 1) for line in lines if line)
    assert told["DTSTART"] == "20270115T090000Z"
    assert told["SUMMARY"] == "Autumn\\; cup"
    page = f"http://testserver.local/tournaments/{cup.path.rpartition('/')[2]}"
    plain = re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], told["DESCRIPTION"])
    assert plain == f"{about}\n\n{page}"
    assert told["URL"] == page


def test_the_next_tournament_is_the_one_that_starts_first(server):
    sessions = [server.create(name)["session"] for name in ("Mika", "Nils")]
    now = int(server.clock() * 1000)

    def following():
        found = server.client.get("/api/tournaments/next").json()["next"]
        return found and found["name"]

    assert following() is None
    older = Cup(server, sessions[0], name="Whenever")
    server.clock.now += 60
    Cup(server, sessions[0], name="Some day")
    assert following() == "Some day"
    Cup(server, sessions[0], name="Saturday", starts=now + 7_200_000)
    friday = Cup(server, sessions[1], name="Friday", starts=now + 3_600_000)
    assert following() == "Friday"
    friday.done("DELETE")
    older.done("DELETE")
    assert following() == "Saturday"


# ---- what is kept ----


def test_an_organiser_takes_the_terms_home_without_the_password_and_leaves_no_words(server):
    made = server.create()
    cup = Cup(server, made["session"], door="password", password=SHARED, description="Ask Mika, 079 000 00 00")
    cup.done("POST", "/entry", {"portrait": "fox"})
    assert cup.info["entrants"][0]["portrait"] == "fox"
    exported = server.ask("GET", "/api/me/export", made["session"]).text
    [about] = [each for each in map(json.loads, exported.splitlines()) if each.get("organiser")]
    assert (about["name"], about["description"]) == ("Autumn cup", "Ask Mika, 079 000 00 00")
    assert "argon2" not in json.dumps(about)
    assert '"portrait":"fox"' in exported.replace(" ", "")
    assert server.ask("POST", "/api/me/deletion", made["session"], {"password": PASSWORD}).status_code == 204
    assert (cup.info["description"], cup.info["entrants"][0]["portrait"]) == ("", None)
    # Nobody is let in without the password now.
    assert code(entering(cup, server.create("Nils")["session"])) == "wrong_password"
