"""`eddyline tables` lists, shows, closes and deletes tables, and exports a person's data."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from contextlib import closing
from ipaddress import ip_network
from pathlib import Path

import pytest
from click.testing import CliRunner

from eddyline.cli import main
from eddyline.cli.serving import say_ready
from eddyline.engine.registry import GAMES
from eddyline.server.base.settings import Settings
from eddyline.server.chat.hall import LOBBY
from eddyline.server.store import Row, SqliteStore, StoreError, VersionTakenError, beside
from eddyline.server.store.chain import Logs
from eddyline.server.store.names import DATABASE
from eddyline.server.store.places import FilePlace
from eddyline.server.table import encoding, entries
from eddyline.server.table.note import pin
from eddyline.server.web import admin
from support.chatting import come
from support.tables import load_table, open_evening, outside, play_on, random_turn

WHY = "The club is moving."


@pytest.fixture
def run(tmp_path):
    def command(*arguments, text=None):
        return CliRunner().invoke(main, ["tables", *map(str, arguments), "--data", str(tmp_path)], input=text)

    return command


def test_lines_are_removed_and_people_muted_in_the_lobby(run, tmp_path):
    async def write():
        made = await open_evening(2, store=SqliteStore(tmp_path / DATABASE))
        await (await come(made.hub, LOBBY, name="Rolf")).say("write", text="x")
        await made.hub.close()

    asyncio.run(write())
    assert [run("unsay", LOBBY, 1).output.strip() for _ in range(2)] == [
        "Message 1 is removed.",
        "Message 1 was removed before.",
    ]
    assert run("mute", LOBBY, "Rolf").output.strip() == "Rolf is muted at lobby."
    assert run("mute", LOBBY, "rólf", "--lift").output.strip() == "Rolf can write at lobby."
    assert "There is no message 9." in run("unsay", LOBBY, 9).output
    assert "nobody has written anything at nowhere" in run("mute", "nowhere", "Rolf").output


def test_the_note_of_a_table_is_taken_down(run, tmp_path):
    async def write():
        made = await open_evening(2, store=SqliteStore(tmp_path / DATABASE))
        await pin((await made.room()).table, 0, "Bring tea.")
        await made.hub.close()
        return made.table_id

    table = asyncio.run(write())
    assert json.loads(run("look", table, "--json").output)["table"]["note"]["text"] == "Bring tea."
    assert [run("unpin", table).output.strip() for _ in range(2)] == [
        "The note is taken down.",
        "No note is pinned to this table.",
    ]
    assert json.loads(run("look", table, "--json").output)["table"]["note"] is None
    assert "there is no table nowhere" in run("unpin", "nowhere").output


def fill(folder, *kinds, turns=0):
    """Make a store with one table of each kind; return their ids."""

    async def make():
        made, world = None, outside()
        store = SqliteStore(folder / DATABASE)
        ids = []
        for kind in kinds:
            made = await open_evening(3, start=kind == "running", store=store, outside=world)
            ids.append(made.table_id)
            if kind == "running":
                room = await made.room()
                await play_on(room.table, random.Random(1), turns)
        await made.hub.close()
        return ids

    return asyncio.run(make())


def lines(answer):
    assert answer.exit_code == 0, answer.output
    return [json.loads(line) for line in answer.stdout.splitlines()]


def spoil(folder, sql, *values):
    with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as other:
        other.execute(sql, values)


# ---- list ----


def test_tables_are_listed_with_damaged_ones(tmp_path, run):
    waiting, running, broken, strange = fill(tmp_path, "open", "running", "running", "open")
    spoil(tmp_path, "UPDATE log SET body = '{}' WHERE table_id = ? AND version = 2", broken)
    beside.append(tmp_path / DATABASE, strange, 5, [Row(1, '{"entry":"flooded"}')])
    listed = {found["id"]: found for found in lines(run("list", "--json"))}
    assert [listed[table]["status"] for table in (waiting, running, broken, strange)] == [
        "open",
        "running",
        "damaged",
        "damaged",
    ]
    assert listed[running] == {
        "id": running,
        "status": "running",
        "version": 5,
        "changed": 1_800_000_000.0,
        "opened": 1_800_000_000.0,
        "game": "niagara",
        "ended": None,
        "players": ["Anna", "Bo", "Cy"],
        "trouble": None,
    }
    assert "version 2 is not what was written" in listed[broken]["trouble"]
    text = run("list").stdout
    heading, *rows = text.splitlines()
    assert heading.split() == ["TABLE", "STATUS", "GAME", "ENTRIES", "OPENED", "CHANGED", "PLAYERS"]
    assert len(rows) == 4
    assert {row[heading.index("STATUS") :].split()[0] for row in rows} == {"open", "running", "damaged"}
    assert run("list", "--status", "over").stdout == "There are no such tables.\n"
    assert "Anna, Bo, Cy" in text
    assert "version 2 is not what was written" in text
    assert [found["id"] for found in lines(run("list", "--status", "open", "--json"))] == [waiting]


def test_only_tables_that_nobody_changed_for_so_long_are_listed(tmp_path, run, monkeypatch):
    old, new = fill(tmp_path, "open", "open")
    monkeypatch.setattr("time.time", lambda: 1_800_000_000.0 + 10 * 86_400)
    beside.append(tmp_path / DATABASE, new, 5, [Row(1_800_864_000_000, '{"entry":"host_moved","seat":1}')])
    folded, fold = [], admin._fold
    monkeypatch.setattr(admin, "_fold", lambda logs, table, *rest: (folded.append(table), fold(logs, table, *rest))[1])
    assert {found["id"] for found in lines(run("list", "--older-than", 9, "--json"))} == {old}
    assert folded == [old], "the other one is not even read"
    assert len(lines(run("list", "--json"))) == 2


def test_a_folder_without_a_store_is_named(run, tmp_path):
    answer = run("list")
    assert answer.exit_code == 1
    assert f"there is no store at {tmp_path / DATABASE}" in answer.stderr


# ---- look ----


def test_a_table_is_shown_with_its_story(tmp_path, run):
    (table,) = fill(tmp_path, "running", turns=20)
    text = run("look", table).stdout
    assert text.startswith(f"{table}: niagara, running, opened 2027-01-15")
    assert "0: Anna" in text
    assert "Bo" in text.split("2: Cy")[1], "the story names people"
    (found,) = lines(run("look", table, "--json"))
    assert found["table"]["id"] == table
    assert {(seat.get("taken"), seat.get("left")) for seat in found["table"]["seats"]} == {(None, None)}
    assert found["table"]["dealing"]["revealed"] is None
    assert len(found["story"]) > 3
    answer = run("look", "nobody")
    assert (answer.exit_code, answer.stderr) == (1, "Error: there is no table nobody\n")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_looking_and_exporting_tell_no_secret(tmp_path, game, seed):
    """Let one seat choose in secret, each time something else."""

    async def world(folder, number):
        store = SqliteStore(folder / DATABASE)
        made = await open_evening(4, game=game, options={"canyon": {"secret_bids": True}}.get(game, {}), store=store)
        room = await made.room()
        await play_on(room.table, random.Random(seed), seed * 9)
        step = 0
        while len(room.table.state.to_play) < 2 or room.table.state.match.pending:
            step += 1
            await play_on(room.table, random.Random(step), 1)
        secret = min(room.table.state.to_play)
        dice = random.Random(seed)
        choices = sorted({random_turn(room.table, secret, dice) for _ in range(30)})
        assert len(choices) > 1
        await room.table.confirm(secret, room.table.state.version, choices[-number], "turn-0001")
        seed_of_all = room.table.state.opened.seed
        await made.hub.close()
        return made.table_id, secret, seed_of_all

    told = []
    for number in range(2):
        folder = tmp_path / str(number)
        table, secret, hidden = asyncio.run(world(folder, number))
        found = [
            CliRunner().invoke(main, ["tables", *arguments, "--data", str(folder)])
            for arguments in (
                ["look", table],
                ["look", table, "--json"],
                ["list"],
                ["list", "--json"],
                ["export", "--name", ("Anna", "Bo", "Cy", "Dora")[secret]],
            )
        ]
        assert all(answer.exit_code == 0 and answer.stdout for answer in found)
        assert not any(hidden in answer.output for answer in found)
        told.append([answer.stdout for answer in found])
    assert told[0] == told[1]


# ---- close ----


def test_a_closed_table_is_over_for_good(tmp_path, run):
    waiting, running = fill(tmp_path, "open", "running")
    for table in (waiting, running):
        assert run("close", table, "--why", WHY).stdout == f"Table {table} is closed.\n"
        (found,) = lines(run("look", table, "--json"))
        assert (found["table"]["status"], found["table"]["ended"], found["table"]["notice"]) == ("over", "closed", WHY)
        answer = run("close", table)
        assert (answer.exit_code, answer.stderr) == (1, f"Error: The game at table {table} is over already.\n")
    assert "closed (over)" in run("list").stdout
    assert WHY in run("look", running).stdout


@pytest.mark.parametrize("why", ["", " ", "x" * 201, "a\nb"])
def test_a_reason_is_short_and_printable(tmp_path, run, why):
    (table,) = fill(tmp_path, "open")
    answer = run("close", table, "--why", why)
    assert answer.exit_code == 1
    assert "expected a reason of 1 to 200 printable characters" in answer.stderr
    assert lines(run("list", "--json"))[0]["status"] == "open"


def test_closing_wins_over_a_table_that_goes_on(tmp_path, run, monkeypatch):
    (table,) = fill(tmp_path, "open")
    append = beside.append
    others = iter([3, 1])

    def late(path, name, version, rows):
        if (seat := next(others, None)) is not None:
            append(path, name, version, [Row(1, f'{{"entry":"host_moved","seat":{seat % 3}}}')])
        append(path, name, version, rows)

    monkeypatch.setattr(beside, "append", late)
    assert run("close", table).exit_code == 0
    (found,) = lines(run("list", "--json"))
    assert (found["version"], found["ended"]) == (4 + 2 + 1, "closed")


# ---- delete ----


def test_named_tables_are_deleted_after_a_question(tmp_path, run):
    first, second, third = fill(tmp_path, "open", "running", "open")
    answer = run("delete", first, second, text="n\n")
    assert answer.exit_code == 1
    assert len(lines(run("list", "--json"))) == 3
    answer = run("delete", first, "nobody", "--yes")
    assert "there is no table nobody; nothing was deleted" in answer.stderr
    assert run("delete", first, second, text="y\n").stdout.endswith("2 tables were deleted.\n")
    assert [found["id"] for found in lines(run("list", "--json"))] == [third]
    check = CliRunner().invoke(main, ["check", "--data", str(tmp_path)])
    told = "1 table and 1 other log (operators 1) with 5 entries; none is damaged.\n"
    assert (check.exit_code, check.stdout) == (0, told)


def test_named_tables_are_deleted_without_reading_the_others(tmp_path, run, monkeypatch):
    first, gone, _ = fill(tmp_path, "open", "open", "running")
    spoil(tmp_path, "DELETE FROM log WHERE table_id = ?", gone)

    def read(*_):
        raise AssertionError("no log is needed")

    monkeypatch.setattr(Logs, "read", read)
    assert run("delete", first, gone, "--yes").stdout == "2 tables were deleted.\n"


def test_many_tables_are_deleted_in_batches(tmp_path, run, monkeypatch):
    fill(tmp_path, *["open"] * 5)
    monkeypatch.setattr(beside, "BATCH", 2)
    monkeypatch.setattr(beside, "REST", 0)
    delete, batches = beside.delete, []

    def one(path, tables):
        batches.append(len(tables))
        if len(batches) == 3:
            raise StoreError("no")
        return delete(path, tables)

    monkeypatch.setattr(beside, "delete", one)
    answer = run("delete", "--status", "open", "--yes")
    assert (answer.exit_code, answer.stdout, answer.stderr) == (1, "4 tables were deleted.\n", "Error: no\n")
    assert batches == [2, 2, 1]


def test_tables_that_somebody_has_opened_are_deleted_after_a_flood(tmp_path, run):
    first, _ = fill(tmp_path, "open", "running")
    assert run("delete", "--by", "Bo", "--yes").stdout == "No tables selected.\n", "who sits there has not opened it"
    assert run("delete", "--by", "ánna", "--since", "2100-01-01", "--yes").stdout == "No tables selected.\n"
    # One of which it cannot be read who has opened it stays.
    spoil(tmp_path, "UPDATE log SET body = replace(body, '\"joined\"', '\"sat\"') WHERE table_id = ?", first)
    assert run("delete", "--by", "ánna", "--since", "2020-01-01", "--yes").stdout == ("1 table was deleted.\n")
    assert [found["id"] for found in lines(run("list", "--json"))] == [first]


def test_damaged_and_old_tables_are_deleted(tmp_path, run):
    good, broken = fill(tmp_path, "open", "open")
    spoil(tmp_path, "DELETE FROM log WHERE table_id = ?", broken)
    assert lines(run("list", "--status", "damaged", "--json"))[0]["id"] == broken
    assert run("delete", "--status", "damaged", "--yes").stdout == "1 table was deleted.\n"
    assert [found["id"] for found in lines(run("list", "--json"))] == [good]
    assert run("delete", "--older-than", 100_000, "--yes").stdout == "No tables selected.\n"
    for nothing in ([], [good, "--status", "open"]):
        answer = run("delete", *nothing)
        assert answer.exit_code == 2
        assert "expected either ids of tables, or --by, --since, --older-than and --status" in answer.stderr


# ---- export ----


def test_a_persons_data_is_theirs_alone(tmp_path, run):
    fill(tmp_path, "running", "open", turns=30)
    every = lines(run("export", "--name", "Bo"))
    (first, *_) = {line["table"] for line in every}
    assert {line["seat"] for line in every} == {1}
    assert {line["entry"] for line in every} == {"joined", "turn"}
    assert {line["name"] for line in every if "name" in line} == {"Bo"}
    assert "token" not in json.dumps(every)
    assert len({line["table"] for line in every}) == 2
    assert {line["table"] for line in lines(run("export", "--name", "Bo", "--table", first))} == {first}
    assert lines(run("export", "--name", "Zoe")) == []
    assert "there is no table nobody" in run("export", "--name", "Bo", "--table", "nobody").stderr


def test_who_has_a_seat_after_somebody_else_is_somebody_else(tmp_path, run):
    (table,) = fill(tmp_path, "open")
    said = [
        entries.Mixed(seat=1, word="river"),
        entries.Freed(seat=1),
        entries.Joined(seat=1, name="Zoe", token="0" * 64),
        entries.Mixed(seat=1, word="stone"),
    ]
    for version, entry in enumerate(said, start=5):
        beside.append(tmp_path / DATABASE, table, version, [Row(1, encoding.encode(entry, None))])
    assert [line.get("word") for line in lines(run("export", "--name", "Bo"))] == [None, "river", None]
    assert [line.get("word") for line in lines(run("export", "--name", "Zoe"))] == [None, "stone"]


# ---- beside a server ----


async def test_a_server_and_a_command_do_not_write_the_same_version(tmp_path):
    store = SqliteStore(tmp_path / DATABASE)
    made = await open_evening(2, store=store, outside=outside())
    room = await made.room()
    version = room.table.state.version
    closed = Row(1, encoding.encode(entries.Stopped(why="closed"), None))
    beside.append(tmp_path / DATABASE, made.table_id, version + 1, [closed])
    await store.changes()
    await made.hub.changes.catch_up()
    assert room.info().ended == "closed"
    with pytest.raises(VersionTakenError):
        beside.append(tmp_path / DATABASE, made.table_id, version + 1, [Row(1, "{}")])
    again = await load_table(store, made.hub.settings.outside, made.table_id)
    assert again.state.ended == "closed"
    await made.hub.close()


def test_other_logs_are_counted_by_kind(tmp_path):
    fill(tmp_path, "open")
    place = FilePlace(tmp_path / DATABASE)
    for log in ("account.a", "account.b", "chat.lobby"):
        place.append(log, 1, [Row(1, "{}")])
    check = CliRunner().invoke(main, ["check", "--data", str(tmp_path)])
    said = "1 table and 3 other logs (account 2, chat 1) with 7 entries; none is damaged.\n"
    assert check.stdout == said
    told = CliRunner().invoke(main, ["check", "--json", "--data", str(tmp_path)])
    assert json.loads(told.stdout) == {
        "tables": 1,
        "logs": {"tables": 1, "account": 2, "chat": 1},
        "entries": 7,
        "damaged": {},
    }


@pytest.mark.parametrize(
    ("host", "options", "said"),
    [
        ("127.0.0.1", {}, "Only this machine can open it"),
        ("127.0.0.1", {"proxies": (ip_network("127.0.0.1"),)}, "People open it by way of your proxy."),
        (
            "127.0.0.1",
            {"allowed_hosts": frozenset({"games.example.org"})},
            "People open it by way of your proxy: games.example.org.",
        ),
        ("192.0.2.7", {"allowed_hosts": frozenset({"club.example.org"})}, "http://192.0.2.7:8000/"),
    ],
)
def test_who_can_open_the_server_is_said_as_it_is(host, options, said, capsys):
    say_ready(host, 8000, "here", Settings(data=Path("here"), **options))
    told = capsys.readouterr().out
    assert said in told
    assert ("Only this machine" in told) == (not options)
    assert ("proxy" in told) == (host == "127.0.0.1" and bool(options))


def test_a_store_is_named_as_it_is_written(capsys):
    say_ready("127.0.0.1", 8000, "postgresql://eddyline@[/run/postgresql]/eddyline", Settings(data=Path("here")))
    assert "postgresql://eddyline@[/run/postgresql]/eddyline" in capsys.readouterr().out
