"""Bots from outside in tournaments: who may enter them, what is shown of them, whom they meet, what remains of them."""

from __future__ import annotations

import json

import pytest

from eddyline.server.base.names import NOBODY
from support.cups import Cup
from support.people import PASSWORD, TABLE, code


@pytest.fixture
def owner(server):
    return server.create("Ottilie")["session"]


@pytest.fixture
def bot(server, owner):
    return server.bot(owner)


@pytest.fixture
def cup(server):
    return Cup(server, server.create()["session"], outside_bots=True)


def entry(bot):
    return f"/entry/{bot['account']}"


def there(cup):
    return [each["name"] for each in cup.info["entrants"] if not each["gone"]]


def test_an_owner_enters_a_bot_and_withdraws_it(server, cup, owner, bot):
    for _ in range(2):
        cup.done("POST", entry(bot), session=owner)
    [shown] = cup.info["entrants"]
    told = server.me(owner).json()
    assert (shown["name"], shown["account"], shown["bot"]) == ("Bot Otter", bot["account"], None)
    assert (shown["owner"], shown["owner_name"]) == (told["account"], "Ottilie")
    for _ in range(2):
        cup.done("DELETE", entry(bot), session=owner)
    assert there(cup) == []
    cup.done("POST", entry(bot), session=owner)
    assert there(cup) == ["Bot Otter"]


def test_a_token_enters_its_bot_and_withdraws_it(cup, bot):
    cup.done("POST", "/entry", session=bot["token"])
    assert there(cup) == ["Bot Otter"]
    cup.done("DELETE", "/entry", session=bot["token"])
    assert there(cup) == []


def test_a_token_does_nothing_else_in_tournaments(server, cup, owner, bot):
    other = server.bot(owner, "Beaver")
    for what in (
        ("POST", entry(other)), ("DELETE", entry(other)), ("POST", "/start"), ("DELETE", ""),
        ("POST", "/bots", {"bot": "random"}), ("DELETE", "/entrants/0"),
    ):  # fmt: skip
        assert code(cup.ask(*what, session=bot["token"])) == "not_yours"


def test_nobody_else_enters_a_bot_or_withdraws_it(cup, owner, bot):
    for method in ("POST", "DELETE"):
        assert code(cup.ask(method, entry(bot))) == "unknown"
        assert code(cup.ask(method, entry({"account": "nobody"}), session=owner)) == "unknown"
    cup.done("POST", entry(bot), session=owner)
    cup.done("DELETE", "/entrants/0")
    assert there(cup) == [], "but the organiser removes whom they like"


def test_a_tournament_admits_no_bots_unless_its_organiser_says_so(server, owner, bot):
    cup = Cup(server, owner)
    assert cup.info["outside_bots"] is False
    for what, session in ((entry(bot), owner), ("/entry", bot["token"])):
        answer = cup.ask("POST", what, session=session)
        assert (answer.status_code, code(answer)) == (403, "not_yours")
        assert "no bots from outside" in answer.json()["message"]
    cup.done("POST", "/entry", session=owner)
    assert there(cup) == ["Ottilie"]


def test_nobody_is_entered_after_the_start(cup, owner, bot):
    cup.done("POST", "/bots", {"bot": "random", "count": 3})
    cup.done("POST", "/start")
    assert code(cup.ask("POST", entry(bot), session=owner)) == "wrong_time"


def test_a_table_knows_whose_bot_plays_there_and_is_not_rated_beside_its_owner(server, owner, bot):
    cup = Cup(server, server.create()["session"], outside_bots=True, options={})
    for what, session in ((entry(bot), owner), ("/entry", owner)):
        cup.done("POST", what, session=session)
    cup.done("POST", "/bots", {"bot": "random", "count": 1})
    cup.done("POST", "/start")
    [table] = cup.until(lambda info: info["played"])["played"][0]["tables"]
    told = cup.opened(table)
    person = server.me(owner).json()["account"]
    assert {seat["name"]: seat["owner"] for seat in told["seats"]} == {
        "Bot Otter": person, "Ottilie": None, "Alma": None,
    }  # fmt: skip
    assert told["unrated"] == "twice"
    assert told["seats"][told["host"]]["name"] == "Ottilie"
    assert table["id"] in {each["table"] for each in server.me(bot["token"]).json()["tables"]}


def test_tables_of_tournaments_are_never_too_many_and_do_not_count(server, cup, owner, bot, monkeypatch):
    monkeypatch.setattr("eddyline.server.accounts.bots.MOST_TABLES", 1)
    server.open(bot["token"])
    assert code(server.ask("POST", "/api/tables", bot["token"], TABLE)) == "full"
    cup.done("POST", entry(bot), session=owner)
    cup.done("POST", "/bots", {"bot": "random", "count": 2})
    cup.done("POST", "/start")
    [table] = cup.until(lambda info: info["played"])["played"][0]["tables"]
    assert "Bot Otter" in {seat["name"] for seat in cup.opened(table)["seats"]}
    [held] = server.client.blocking_portal.call(server.client.app.state.hub.people.find, bot["account"]).seated
    assert held != table["id"]


def test_a_bot_that_never_comes_is_played_for_by_the_clock(server, cup, bot):
    cup.done("POST", "/entry", session=bot["token"])
    cup.done("POST", "/bots", {"bot": "random", "count": 2})
    cup.done("POST", "/start")
    hub = server.client.app.state.hub

    def pass_time(info):
        """Put the clock ahead by more than a turn and the reserve, and let the tables notice."""
        server.clock.now += 200
        for room in hub.tables.rooms():
            server.client.blocking_portal.call(room.alarms.set)
        return info["status"] == "over"

    info = cup.until(pass_time)
    otter = next(each for each in info["entrants"] if each["account"] == bot["account"])
    assert not otter["gone"]
    assert all(table["ranks"] for played in info["played"] for table in played["tables"])


@pytest.mark.parametrize("who", ["bot", "owner"])
def test_a_deleted_bot_leaves_no_name_behind(server, cup, owner, bot, who):
    cup.done("POST", entry(bot), session=owner)
    lines = [json.loads(line) for line in server.ask("GET", "/api/me/export", owner).text.splitlines()]
    assert any(line.get("name") == "Bot Otter" and line.get("entrant") == 0 for line in lines)
    if who == "bot":
        assert server.ask("DELETE", f"/api/me/bots/{bot['account']}", owner).status_code == 204
    else:
        assert server.ask("POST", "/api/me/deletion", owner, {"password": PASSWORD}).status_code == 204
    [shown] = cup.info["entrants"]
    assert (shown["name"], shown["gone"]) == (NOBODY, True)
    assert (shown["account"], shown["owner"], shown["owner_name"]) == (None, None, None)
