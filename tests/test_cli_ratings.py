"""`eddyline ratings` lists and explains ratings, and computes all of them again from the tables' logs."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from contextlib import closing

import msgspec
import pytest
from click.testing import CliRunner

from eddyline.cli import main
from eddyline.cli.ratings import WHY
from eddyline.protocol.table import Join, NewTable
from eddyline.ratings.counting import Reason
from eddyline.server.accounts.account import Account, Created
from eddyline.server.ratings.results import RESULTS, Rated, key_of
from eddyline.server.store import Row, SqliteStore
from eddyline.server.store.names import DATABASE
from support.rated import MIDDLE, Bot, Season
from support.tables import Clock, Hub, outside, settings, until

LOG = RESULTS.log(key_of("niagara", "base"))


@pytest.fixture
def run(tmp_path):
    def command(*arguments):
        return CliRunner().invoke(main, ["ratings", *arguments, "--data", str(tmp_path)])

    return command


async def begin(hub, *accounts, **wish):
    new = NewTable(game="niagara", name="N0", seats=len(accounts) + 1, bots=("paddler",), start=True, **wish)
    seated = await hub.open(new, person=Account(accounts[0], accounts[0].capitalize()))
    for number, account in enumerate(accounts[1:], start=1):
        await hub.join(seated.table, Join(name=f"N{number}"), person=Account(account, account.capitalize()))
    return seated.table


async def end(hub, table, *, rated=True):
    async with hub.room(table) as room:
        if not rated:
            room.rated.look = lambda: None  # as if the process had died
        await room.seating.resign(0)
        await room.seating.resign(1)
        await until(lambda: room.info().ratings or not rated or room.info().unrated)


def serve(folder, work):
    """Run a server's work in a store, and end the server."""

    async def run():
        clock = Clock()
        hub = Hub(SqliteStore(folder / DATABASE), settings(outside=outside(1, clock)))
        made = await work(hub, clock)
        await hub.close()
        return made

    return asyncio.run(run())


def play(folder, *fates):
    """Play a game for each of the fates: rated, died (over but not rated), practice, running. Return the tables."""

    async def work(hub, clock):
        tables = [await begin(hub, "ann", "ben", rated=fate != "practice") for fate in fates]
        clock.now += 90
        for table, fate in zip(tables, fates, strict=True):
            if fate != "running":
                await end(hub, table, rated=fate == "rated")
            clock.now += 1
        return tables

    return serve(folder, work)


def log_of(folder):
    with closing(sqlite3.connect(folder / DATABASE)) as store:
        return [body for (body,) in store.execute("SELECT body FROM log WHERE table_id = ? ORDER BY version", (LOG,))]


def test_ten_thousand_games_computed_again_by_the_command_are_equal(tmp_path, run):
    season, draw = Season(7), random.Random(7)
    strengths = {f"player{number}": draw.gauss(25, 5) for number in range(60)}
    rows = []
    for number in range(10_000):
        sitting = [*draw.sample(sorted(strengths), draw.choice((1, 3, 4))), Bot(MIDDLE), Bot(MIDDLE + 5)]
        ranks = season.fair(strengths[each] if isinstance(each, str) else each.mu for each in sitting)
        season.play(sitting, ranks, frozenset({0} if draw.random() < 0.03 else ()))
        season.day += number % 100 == 99
        result = season.results[-1]
        entry = Rated(result=result, changes=season.standings.games[result.table])
        rows.append(Row(number, msgspec.json.encode(entry).decode()))

    async def work(hub, _):
        await hub.store.append(LOG, 1, rows)
        found = await hub.rater.standings("niagara", "base")
        assert found.people == season.standings.people
        assert found.games == season.standings.games

    serve(tmp_path, work)
    answer = run("recompute", "--check")
    assert answer.exit_code == 0, answer.output
    assert "10000 results were computed again, 10000 of them of tables deleted since" in answer.stdout.replace(
        "\n", " "
    )


def test_what_is_missing_is_rated_after_the_others_and_nothing_else_is_written(tmp_path, run):
    rated, died, practice, running = play(tmp_path, "rated", "died", "practice", "running")
    before = log_of(tmp_path)
    checked = run("recompute", "--check")
    assert checked.exit_code == 1
    assert f"Not rated yet: {died}" in checked.stderr
    assert log_of(tmp_path) == before
    for expected in (f"Rated now: {died}", ""):
        answer = run("recompute")
        assert answer.exit_code == 0, answer.output
        assert expected in answer.stdout
        after = log_of(tmp_path)
        assert after[: len(before)] == before
        assert [msgspec.json.decode(body)["result"]["table"] for body in after] == [rated, died]
    assert run("recompute", "--check").exit_code == 0
    assert practice not in str(after)
    assert running not in str(after)


@pytest.mark.parametrize("what", ["ratings", "result"])
def test_what_was_saved_otherwise_is_named_and_left_as_it_is(tmp_path, run, what):
    (table,) = play(tmp_path, "rated")

    async def spoil(hub, _):
        (row,) = await hub.store.load(LOG)
        entry = RESULTS.decoder.decode(row.body)
        if what == "ratings":
            ann, *others = entry.changes
            entry = msgspec.structs.replace(entry, changes=(ann._replace(weight=ann.weight + 1e-16 + 1e-9), *others))
        else:
            ann, *others = entry.result.players
            result = msgspec.structs.replace(entry.result, players=(msgspec.structs.replace(ann, left=False), *others))
            entry = msgspec.structs.replace(entry, result=result)
        await hub.store.delete({LOG: 1})
        await hub.store.append(LOG, 1, [row._replace(body=msgspec.json.encode(entry).decode())])

    serve(tmp_path, spoil)
    before = log_of(tmp_path)
    answer = run("recompute")
    assert answer.exit_code == 1
    assert f"table {table}:" in answer.stderr
    assert log_of(tmp_path) == before


def test_a_table_is_explained(tmp_path, run):
    rated, died, practice, running = play(tmp_path, "rated", "died", "practice", "running")
    told = run("explain", rated).stdout
    assert "0: Ann, place 2, left, weight" in told
    assert "1500 ± 500 → " in told
    assert "the bot paddler, fixed at mu 25.0, place 1" in told
    assert "has not been rated yet" in run("explain", died).stdout
    assert f"Not rated (practice): {WHY['practice']}." in run("explain", practice).stdout.replace("\n", " ")
    assert "It will be rated when it is over." in run("explain", running).stdout
    unknown = run("explain", "nothing")
    assert unknown.exit_code == 1
    assert "there is no table nothing" in unknown.stderr


def test_every_reason_is_explained():
    assert set(WHY) == set(Reason.__args__)


def test_people_are_listed(tmp_path, run):
    play(tmp_path, "rated", "rated")

    async def name(hub, _):
        await hub.store.append("account.ann", 1, [Row(1, msgspec.json.encode(Created(name="Ann")).decode())])

    serve(tmp_path, name)
    listed = [line.split() for line in run("list", "niagara", "base").stdout.splitlines()]
    assert sorted(line[1] for line in listed) == ["ann", "ben"]
    assert sorted(line[2] for line in listed) == ["(deleted)", "Ann"]
    assert all(line[0] == "provisional" and line[-5:] == ["0", "of", "2", "games", "finished"] for line in listed)
    said = [json.loads(line) for line in run("list", "niagara", "base", "--json").stdout.splitlines()]
    assert {(one["rank"], one["account"], one["name"]) for one in said} == {(None, "ann", "Ann"), (None, "ben", None)}
    assert {(one["games"], one["finished"]) for one in said} == {(2, 0)}
    assert "Nobody has been rated here yet." in run("list", "niagara", "spirits").stdout
    assert run("list", "niagara", "spirits", "--json").stdout == ""
    wrong = run("list", "niagara", "nonsense")
    assert wrong.exit_code == 2
    assert "niagara base" in wrong.stderr
