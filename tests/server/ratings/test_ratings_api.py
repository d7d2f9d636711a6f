"""Leaderboards and histories, as the HTTP API gives them."""

from __future__ import annotations

import msgspec
import pytest

from eddyline.bots.levels import offered
from eddyline.server.accounts.account import Account
from eddyline.server.accounts.people import People
from eddyline.server.hub.hub import Hub
from eddyline.server.ratings.boards import HISTORY
from eddyline.server.ratings.results import RESULTS, Rated, key_of
from eddyline.server.store import Row
from eddyline.server.web.farewell import Farewell
from eddyline.server.web.features import FEATURES
from support.apps import visiting
from support.promises import ask_all
from support.rated import MIDDLE, Bot, Season
from support.tables import MemoryStore, settings

LOG = RESULTS.log(key_of("niagara", "base"))
GONE = "player3"
DELETED = {GONE: True}


async def name_of(_, person: str) -> str | None:
    return person.capitalize() if person.startswith("player") and person not in DELETED else None


def write(store, season, since=0):
    for result in season.results[since:]:
        entry = Rated(result=result, changes=season.standings.games[result.table])
        store.logs.setdefault(LOG, []).append(Row(result.at, msgspec.json.encode(entry).decode()))


@pytest.fixture(scope="module")
def season():
    """Play until eight people are established, and one is not."""
    made = Season(5)
    made.honest({f"player{number}": 20.0 + number for number in range(8)}, days=40)
    made.play(["player9", Bot(MIDDLE), Bot(MIDDLE)], [2, 1, 3], frozenset({0}))
    return made


@pytest.fixture
def store(season):
    made = MemoryStore()
    write(made, season)
    return made


@pytest.fixture(autouse=True)
def accounts(monkeypatch):
    """Let there be accounts without the trouble of making them."""
    monkeypatch.setattr(People, "name_of", name_of)


@pytest.fixture
def client(store):
    with visiting(settings(), store) as made:
        yield made


def test_families_are_listed(client):
    found = client.get("/api/ratings").json()
    counted = {(each["game"], each["family"]): (each["people"], each["games"]) for each in found}
    assert counted[("niagara", "base")] == (9, 961)
    assert counted[("canyon", "base")] == (0, 0)
    assert ("niagara", "spirits") in counted


def test_a_leaderboard_has_people_beside_bots_and_the_provisional_ones_after_them(client, season):
    board = client.get("/api/ratings/niagara/base").json()
    rows = board["rows"]
    bots = offered("niagara")
    assert (board["total"], len(rows), board["games"]) == (8 + len(bots), 8 + len(bots), 961)
    assert {row["bot"] for row in rows} - {None} == set(bots)
    established, rest = rows[:-1], rows[-1]
    sure = [row["rating"]["points"] - row["rating"]["margin"] for row in established]
    assert sure == sorted(sure, reverse=True)
    assert [row["rank"] for row in established if row["bot"] is None] == list(range(1, 8))
    leaders = [person for person, _ in season.standings.leaders()]
    shown = [row["person"] for row in established if row["bot"] is None]
    assert shown == [person for person in leaders if person != GONE]
    assert (rest["name"], rest["rank"], rest["provisional"]) == ("Player9", None, True)
    assert (rest["games"], rest["finished"]) == (1, 0)
    quick = next(row for row in rows if row["bot"] == "paddler")
    assert (quick["rating"]["points"], quick["rating"]["margin"], quick["games"]) == (1500, 120, 0)


def test_an_account_that_is_gone_has_no_row_and_no_rank(client, monkeypatch):
    rows = client.get("/api/ratings/niagara/base").json()["rows"]
    assert [row for row in rows if row["bot"] is None and row["name"] is None] == []
    first = next(row for row in rows if row["rank"] == 1)
    # An account is deleted: those behind it move up, in each part of the list.
    monkeypatch.setitem(DELETED, first["person"], True)
    second = rows.index(next(row for row in rows if row["rank"] == 2)) - 1
    part = client.get(f"/api/ratings/niagara/base?first={second}&rows=1").json()["rows"]
    assert [(row["name"], row["rank"]) for row in part] == [(rows[second + 1]["name"], 1)]
    assert client.get(f"/api/people/{GONE}/ratings").status_code == 404


def test_a_leaderboard_is_shown_in_parts(client):
    whole = client.get("/api/ratings/niagara/base").json()
    part = client.get("/api/ratings/niagara/base?first=2&rows=3").json()
    assert part["rows"] == whole["rows"][2:5]
    assert (part["first"], part["total"]) == (2, whole["total"])
    assert client.get("/api/ratings/niagara/base?first=1000").json()["rows"] == []


def test_a_result_that_another_process_adds_is_shown_at_once(client, store, season):
    before = client.get("/api/ratings/niagara/base").json()["games"]
    one = msgspec.structs.replace(season.results[-1], table="another", at=season.results[-1].at + 1)
    entry = Rated(result=one, changes=season.standings.rate(one))
    store.logs[LOG].append(Row(one.at, msgspec.json.encode(entry).decode()))
    board = client.get("/api/ratings/niagara/base").json()
    assert board["games"] == before + 1
    assert (board["rows"][-1]["games"], board["rows"][-1]["finished"]) == (2, 0)


def test_a_history_tells_how_a_rating_came_about(client, season):
    told = client.get("/api/people/player5/ratings").json()
    assert told["name"] == "Player5"
    (rated,) = told["families"]
    standing = season.standings.people["player5"]
    assert (rated["game"], rated["family"], rated["games"], rated["finished"]) == ("niagara", "base", 120, 120)
    assert rated["rating"] == {"points": standing.rating.points, "margin": standing.rating.margin}
    assert len(rated["history"]) == min(120, HISTORY)
    for before, after in zip(rated["history"], rated["history"][1:], strict=False):
        assert before["after"] == after["before"]
        assert before["at"] <= after["at"]
    assert rated["history"][0]["before"] == {"points": 1500, "margin": 500}
    assert rated["history"][-1]["after"] == rated["rating"]
    assert {game["weight"] for game in rated["history"]} == {0.5}
    played = [result for result in season.results if any(player.person == "player5" for player in result.players)]
    places = [next(player.rank for player in result.players if player.person == "player5") for result in played]
    assert [game["rank"] for game in rated["history"]] == places
    assert [game["players"] for game in rated["history"]] == [len(result.players) for result in played]
    (other,) = client.get("/api/people/player9/ratings").json()["families"]
    assert [(game["rank"], game["left"]) for game in other["history"]] == [(3, True)]


def test_only_the_last_games_of_a_long_history_are_shown(client, monkeypatch):
    monkeypatch.setattr("eddyline.server.ratings.boards.HISTORY", 7)
    (rated,) = client.get("/api/people/player5/ratings").json()["families"]
    assert (len(rated["history"]), rated["games"]) == (7, 120)
    assert rated["history"][-1]["after"] == rated["rating"]


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("ratings/niagara/nonsense", 404, "niagara/base, niagara/spirits"),
        ("ratings/chess/base", 404, "got 'chess/base'"),
        ("people/nobody/ratings", 404, "no such account"),
        ("ratings/niagara/base?rows=0", 400, "rows"),
        ("ratings/niagara/base?rows=201", 400, "rows"),
        ("ratings/niagara/base?first=-1", 400, "first"),
        ("ratings/niagara/base?first=x", 400, "first"),
    ],
)
def test_what_is_not_there_is_refused_with_a_reason(client, path, status, says):
    answer = client.get(f"/api/{path}")
    assert answer.status_code == status
    assert says in answer.json()["message"]


@pytest.mark.slow
def test_the_answers_are_as_described(client):
    document = client.get("/api/openapi.json").json()
    document["paths"] = {path: told for path, told in document["paths"].items() if "ratings" in path}
    assert ask_all(client, document, 60) >= 60


def test_somebody_without_ratings_has_none(client):
    assert client.get("/api/people/player77/ratings").json()["families"] == []


def test_a_store_that_cannot_be_read_is_said_so(store):
    with visiting(settings(), store) as client:
        store.unknown = True
        assert client.get("/api/ratings").status_code == 503
        store.unknown = None
        assert client.get("/api/ratings").status_code == 200


async def test_a_person_is_given_all_their_games_with_the_export(store, season):
    hub = Hub(store, settings())
    told = [
        msgspec.json.decode(line)
        for line in (await Farewell(hub, FEATURES).export(Account("player5", "Five"))).splitlines()
    ]
    rated = [line for line in told if "rated" in line]
    history = season.standings.people["player5"].history
    assert [line["rated"] for line in rated] == [game.change.table for game in history]
    assert rated[0]["before"] == {"mu": 25.0, "sigma": 25 / 3}
    assert "player4" not in str(rated)
