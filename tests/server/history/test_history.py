"""Which games people find that they have played, and who else finds them."""

from __future__ import annotations

import contextlib
import io
import json
import random
import sqlite3
import zipfile
from typing import TYPE_CHECKING

import pytest

from eddyline.server.history import history
from eddyline.server.hub.retention import Retention
from eddyline.server.store import Played, SqliteStore, StoreError, Wanted
from eddyline.server.store.names import DATABASE
from eddyline.server.table import replay as private_replay
from support.people import PASSWORD, code, heard, serving
from support.tables import play_on, refused

if TYPE_CHECKING:
    from eddyline.server.hub.hub import Hub

CANYON = {"game": "canyon", "seats": 3, "bots": ["random"]}


class Club:
    """Serve people who play games of two, in which somebody gives up at once."""

    def __init__(self, server):
        self.server, self.clock = server, server.clock
        self.people = {name: server.create(name) for name in ("Ann", "Béla", "Cy")}

    def session(self, name):
        return name and self.people[name]["session"]

    def begin(self, host="Ann", other="Béla", **wish):
        """Open a table and start its game; return its id and the other's token."""
        wish = {"game": "niagara", "seats": 2, "bots": [], "start": True, "access": "open"} | wish
        opened = self.server.open(self.session(host), **wish)
        joined = self.server.ask("POST", f"/api/tables/{opened['table']}/seats", self.session(other), {"name": "Guest"})
        assert joined.status_code == 201, joined.text
        return opened["table"], joined.json()["token"]

    def give_up(self, table, who="Béla", **hello):
        self.clock.now += 600
        socket = self.server.hello(table, **({"session": self.session(who)} | hello))
        socket.send_json({"type": "resign"})
        while not (told := heard(socket, "sync"))["table"]["seats"][told["you"]]["resigned"]:
            pass
        self.settle()

    def settle(self):
        """Wait until what is over has been noted."""
        self.call(self.hub.history.finish)

    def play(self, other="Béla", **wish):
        table, _ = self.begin(other=other, **wish)
        for who in (other, "Ann") if wish.get("bots") else (other,):
            self.give_up(table, who)
        return table

    @property
    def hub(self) -> Hub:
        return self.server.client.app.state.hub

    def call(self, what, *args):
        with self.server.client.portal() as portal:
            return portal.call(what, *args)

    def ask(self, who, path="/api/me/games", **query):
        asked = "&".join(f"{name}={value}" for name, value in query.items())
        return self.server.ask("GET", f"{path}?{asked}", self.session(who))

    def found(self, who, path="/api/me/games", **query):
        answer = self.ask(who, path, **query)
        assert answer.status_code == 200, answer.text
        return [each["table"] for each in answer.json()["games"]]

    def public(self, who):
        return self.found(None, f"/api/people/{self.people[who]['account']}/games")


@pytest.fixture
def club():
    with serving() as server:
        yield Club(server)


def test_a_game_is_found_once_it_is_over_by_those_who_had_a_seat(club):
    table, _ = club.begin(portrait="hare")
    club.call(club.hub.history.catch_up)
    assert [club.found(who) for who in club.people] == [[], [], []], "while it runs, nothing of it"
    assert club.public("Ann") == []
    club.give_up(table)
    ann, bela = (club.ask(who).json() for who in ("Ann", "Béla"))
    (won,), (lost,) = ann["games"], bela["games"]
    assert (won["table"], won["game"], won["seat"], won["outcome"], won["ending"]) == (
        table,
        "niagara",
        0,
        "won",
        "resigned",
    )
    assert (lost["seat"], lost["outcome"], won["host"], lost["host"]) == (1, "lost", True, False)
    assert won["ended"] - won["began"] == 600_000
    assert [[seat[each] for each in ("name", "account", "won", "portrait", "colour")] for seat in won["seats"]] == [
        ["Ann", club.people["Ann"]["account"], True, "hare", 0],
        ["Béla", club.people["Béla"]["account"], False, None, 1],
    ]
    assert club.found("Cy") == []
    assert club.ask(None).status_code == 401


def test_pages_go_on_where_the_one_before_has_ended_and_filters_leave_out(club):
    tables = [club.play() for _ in range(2)] + [club.play(other="Cy", **CANYON)]
    tables.reverse()
    first = club.ask("Ann", most=2).json()
    assert [each["table"] for each in first["games"]] == tables[:2]
    rest = club.ask("Ann", most=2, before=first["more"]).json()
    assert ([each["table"] for each in rest["games"]], rest["more"]) == (tables[2:], None)
    assert club.found("Ann", game="canyon") == tables[:1]
    assert club.found("Ann", search="bela") == club.found("Ann", search="B%C3%89L") == tables[1:]
    assert club.found("Ann", search="ann") == [], "of oneself nobody is looking for"
    assert (club.found("Ann", result="won"), club.found("Ann", result="lost")) == (tables[1:], tables[:1])
    assert club.found("Béla", result="lost") == tables[1:]
    assert club.found("Ann", rated="true") == []
    ended = [each["ended"] for each in club.ask("Ann").json()["games"]]
    days = [club.found("Ann", since=ended[1]), club.found("Ann", until=ended[1]), club.found("Ann", since=ended[0] + 1)]
    assert days == [tables[:2], tables[2:], []]
    for wrong in ({"before": "soon"}, {"since": -1}, {"until": "noon"}, {"result": "best"}, {"most": 51}):
        answer = club.ask("Ann", **wrong)
        assert (answer.status_code, code(answer)) == (400, "bad_message")
    quarters = club.ask("Ann", "/api/me/games/times").json()["quarters"]
    assert quarters == [at // 900_000 for at in ended]


@pytest.mark.parametrize("lost", ["note", "index"])
def test_what_was_not_noted_is_found_in_the_logs_once(club, monkeypatch, lost):
    if lost == "note":
        monkeypatch.setattr(history.History, "note", lambda *_: None)
    tables = [club.play(), club.play()][::-1]
    games = club.server.store.games
    if lost == "index":
        club.call(games.close)  # that of tests is in memory
    assert club.found("Ann") == []
    club.hub.tables.in_memory.pop(tables[1])  # as when nobody has come back to it
    club.call(club.hub.history.catch_up)
    before = club.ask("Ann").json()
    assert [each["table"] for each in before["games"]] == tables
    assert club.call(club.hub.history.catch_up) == 0, "each is read once"
    assert club.ask("Ann").json() == before


def test_what_is_deleted_is_not_found_any_more(club):
    first, second = club.play(), club.play(other="Cy")
    lines = [
        json.loads(line) for line in club.server.ask("GET", "/api/me/export", club.session("Ann")).text.splitlines()
    ]
    assert [line["played"] for line in lines if "played" in line] == [second, first]
    account = club.people["Béla"]["account"]
    gone = club.server.ask("POST", "/api/me/deletion", club.session("Béla"), {"password": PASSWORD})
    assert gone.status_code == 204
    club.settle()
    assert "Béla" not in club.ask("Ann").text
    assert account not in club.ask("Ann").text
    assert club.found("Ann", search="bela") == []
    assert club.call(club.server.store.games.times, account) == []
    assert club.ask(None, f"/api/people/{account}/games").status_code == 404

    club.call(club.server.store.delete, {first: len(club.server.store.logs[first])})
    club.call(club.hub.history.catch_up)
    assert club.found("Ann") == [second]


def test_tables_that_the_server_clears_away_go_at_once():
    with serving(keep=0.0, forget_after=0.0) as server:
        club = Club(server)
        club.play()
        assert len(club.found("Ann")) == 1
        server.opened.close()
        assert club.call(Retention(club.hub).clear) == 1
        assert club.found("Ann") == []


def test_others_find_games_at_tables_open_to_all(club):
    seen = club.play()
    club.play(access="link")
    assert len(club.found("Ann")) == 2
    assert club.public("Ann") == club.public("Béla") == [seen]
    assert club.public("Cy") == []
    assert club.ask(None, "/api/people/nobody/games").status_code == 404


def test_the_host_keeps_the_replay_to_those_who_had_a_seat(club):
    table, token = club.begin(other=None)
    path = f"/api/tables/{table}"

    def keep(who, *, private=True, **body):
        return club.server.ask("POST", f"{path}/replay", club.session(who), {"private": private, **body})

    def record(who=None, **headers):
        return club.server.ask("GET", f"{path}/record", club.session(who), **headers).status_code

    for wrong in (keep("Béla"), keep(None), keep(None, token=token)):
        assert (wrong.status_code, code(wrong)) == (403, "not_host")
    assert keep("Ann").status_code == 204
    assert record() == 200, "while it runs, only what everybody at the table knows"
    club.give_up(table, token=token, session=None)
    assert (club.public("Ann"), club.found("Ann")) == ([], [table])
    assert club.ask("Ann").json()["games"][0]["private"]
    assert club.server.table(table)["private_replay"] is True
    refusal = club.server.ask("GET", f"{path}/record")
    assert (refusal.status_code, code(refusal)) == (403, "private_replay")
    assert [record("Béla"), record("Ann"), record(**{"Eddyline-Seat": token})] == [403, 200, 200]
    assert keep("Ann", private=False).status_code == 204
    assert (record(), club.public("Ann")) == (200, [table])


def test_what_goes_on_from_a_private_game_stays_with_those_who_had_a_seat(club):
    first, _ = club.begin(access="open")

    def keep(table, *, private):
        return club.server.ask("POST", f"/api/tables/{table}/replay", club.session("Ann"), {"private": private})

    def record(table, who=None):
        return club.server.ask("GET", f"/api/tables/{table}/record", club.session(who))

    club.call(play_on, club.hub.tables.in_memory[first].table, random.Random(1), 12)
    origin = {"record": record(first, "Béla").text, "table": first}
    club.give_up(first)
    assert club.server.table(first)["dealing"]["revealed"]
    open_one, _ = club.begin("Béla", "Ann", origin=origin)
    for private in (True, False, True):
        assert keep(first, private=private).status_code == 204
        answers = [record(open_one, who).status_code for who in (None, "Cy", "Ann", "Béla")]
        assert answers == [403 if private else 200] * 2 + [200, 200], "its host has the last word"
    assert club.server.table(first)["dealing"]["revealed"] is None, "of it all deals could be computed"

    other, _ = club.begin("Ann", "Béla", origin=origin)
    again, _ = club.begin("Ann", "Béla", origin={"record": record(other, "Ann").text, "table": other})
    club.call(club.server.store.delete, {first: len(club.server.store.logs[first])})
    club.hub.tables.in_memory.pop(first, None)  # the server may have heard of it already
    for table in (other, again):
        assert club.server.table(table)["private_replay"] is True
        assert [record(table, who).status_code for who in (None, "Cy", "Ann", "Béla")] == [403, 403, 200, 200]
        assert code(keep(table, private=False)) == "private_replay"
    club.give_up(other)
    assert (club.public("Ann"), set(club.found("Ann"))) == ([], {first, other})


async def test_the_operator_publishes_a_replay(evening):
    made = await evening(2)
    table = (await made.room()).table
    assert (await refused(private_replay.keep(table, 1, private=True))).code == "not_host"
    await private_replay.keep(table, 0, private=True)
    version = table.state.version
    await private_replay.keep(table, 0, private=True)
    assert table.state.version == version, "the same again is nothing new"
    await table.append(private_replay.PART.removed(table.state))
    assert not private_replay.private(table.state)
    assert private_replay.PART.removed(table.state) is None


def test_all_records_come_in_one_archive(club, monkeypatch):
    tables = [club.play(), club.play(access="link")]
    monkeypatch.setattr(history, "GAMES_AT_ONCE", 1)
    load_log = club.server.store.load

    async def damaged(table, after=0):
        if table == tables[0]:
            raise StoreError("the disk is worn")
        return await load_log(table, after)

    club.server.store.load = damaged
    answer = club.ask("Ann", "/api/me/games/records")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        name, left_out = archive.namelist()
        assert (name[10:], left_out) == (f"-niagara-{tables[1]}.jsonl", "left-out.txt")
        assert archive.read(left_out).decode() == f"{tables[0]}: the disk is worn\n"
        text = archive.read(name).decode()
    assert text == club.server.ask("GET", f"/api/tables/{tables[1]}/record").text
    assert not club.hub.history.collecting
    club.hub.history.collecting.add(club.people["Ann"]["account"])
    assert code(club.ask("Ann", "/api/me/games/records")) == "too_fast"


# ---- the index itself ----


def played(table, ended, account="ann", **changes):
    plain = {"game": "canyon", "outcome": "won", "rated": True, "public": True, "words": "bo\ncy", "told": "{}"}
    return Played(**({"account": account, "ended": ended, "table": table} | plain | changes))


async def test_every_store_has_the_same_index(store):
    games = store.games
    rows = [played(f"t{n}", n // 2, rated=n % 2 == 0, game=("canyon", "niagara")[n % 2]) for n in range(6)]
    for row in rows:
        await games.put(row.table, 3, [row, row._replace(account="bo", public=False, words="ann_50%")])
    newest = rows[::-1]
    assert await games.page(Wanted("ann", 50)) == newest
    assert await games.page(Wanted("ann", 2, before=(2, "t5"))) == newest[1:3], "of two at a time, the later name first"
    assert await games.page(Wanted("ann", 9, game="canyon", rated=True, outcome="won")) == newest[1::2]
    assert await games.page(Wanted("ann", 9, outcome="lost")) == []
    assert await games.page(Wanted("ann", 9, since=1, until=2)) == newest[2:4]
    assert await games.page(Wanted("ann", 9, until=1)) == newest[4:]
    assert len(await games.page(Wanted("bo", 9, words="_50%"))) == 6
    assert await games.page(Wanted("bo", 9, words="_5%%")) == []
    assert await games.page(Wanted("bo", 9, public=True)) == []
    assert await games.times("ann") == [2, 2, 1, 1, 0, 0]

    await games.put("t5", 2, [])
    assert len(await games.times("ann")) == 6, "an earlier version tells nothing new"
    await games.put("t5", 4, [rows[5]._replace(words="nobody")])
    assert [len(await games.times(who)) for who in ("ann", "bo")] == [6, 5]
    assert await games.versions() == {f"t{n}": 3 + (n == 5) for n in range(6)}
    await games.drop(["t5", "t4", "nothing"])
    assert (len(await games.times("ann")), len(await games.versions())) == (4, 4)
    await games.forget("ann")
    assert [len(await games.times(who)) for who in ("ann", "bo")] == [0, 4]


async def test_an_index_that_is_damaged_or_of_another_form_is_made_anew(tmp_path):
    path = tmp_path / DATABASE
    for spoilt in (b"no database at all" * 100, None):
        store = SqliteStore(path)
        await store.games.put("t", 1, [played("t", 1)])
        assert await store.games.times("ann") == [1]
        await store.games.close()
        file = path.with_suffix(".history")
        if spoilt is not None:
            file.write_bytes(spoilt)
            with pytest.raises(StoreError, match="index of games"):
                await store.games.times("ann")
        else:
            with contextlib.closing(sqlite3.connect(file)) as connection:
                connection.execute("PRAGMA user_version = 99")
        assert await store.games.times("ann") == []
        await store.close()


async def test_two_processes_and_a_backup_come_to_the_same(evening):
    """A log that is shorter than what is known of it is read again."""
    made = await evening(2)
    games = made.store.games
    await games.put(made.table_id, 99, [played(made.table_id, 1)])
    made.hub.tables.in_memory.clear()
    await made.hub.history.catch_up()
    assert await games.times("ann") == []
    assert await games.versions() == {made.table_id: len(made.rows)}
