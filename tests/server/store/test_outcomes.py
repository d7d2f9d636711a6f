"""A commit that fails may have happened: what is said about it is true, or that it is not known yet."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3

import pytest

from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import Join, NewTable
from eddyline.server.store import FullError, OutcomeUnknownError, Row, SqliteStore, StoreError
from eddyline.server.store.names import DATABASE
from eddyline.server.table import encoding, entries
from eddyline.server.table.state import token_hash
from support.faults import make_faults, run_with
from support.tables import MemoryStore, confirm, play_on, refused, until


class Failing:
    """Stand before a connection; its next COMMIT fails, after it was carried out or before."""

    def __init__(self, connection, *, kept, code=sqlite3.SQLITE_IOERR):
        self._connection = connection
        self._kept = kept
        self._code = code

    def __getattr__(self, name):
        return getattr(self._connection, name)

    def execute(self, sql, *values):
        if sql != "COMMIT":
            return self._connection.execute(sql, *values)
        self._connection.execute("COMMIT" if self._kept else "ROLLBACK")
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = self._code
        raise error


ROW = [Row(1, "{}")]


# ---- the store ----


async def test_a_failed_commit_that_happened_is_told_as_done(sqlite):
    sqlite._connection = Failing(sqlite._connection, kept=True)
    await asyncio.gather(sqlite.append("t", 1, ROW), sqlite.append("u", 1, ROW))
    assert await sqlite.load("t") == await sqlite.load("u") == ROW
    await sqlite.append("t", 2, ROW)


async def test_a_failed_commit_that_did_not_happen_is_told_as_such(sqlite):
    await sqlite.append("t", 1, ROW)
    sqlite._connection = Failing(sqlite._connection, kept=False)
    outcomes = await asyncio.gather(sqlite.append("t", 2, ROW), sqlite.append("u", 1, ROW), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [StoreError, StoreError]
    assert await sqlite.load("t") == ROW
    assert await sqlite.load("u") == []
    await sqlite.append("u", 1, ROW)


async def test_a_full_disk_is_no_unknown_outcome(sqlite):
    sqlite._connection = Failing(sqlite._connection, kept=False, code=sqlite3.SQLITE_FULL)
    with pytest.raises(FullError):
        await sqlite.append("t", 1, ROW)
    assert not sqlite._unsettled


@pytest.mark.parametrize("fails_at", ["connect", "prove_writable"])
@pytest.mark.parametrize("kept", [True, False])
async def test_an_outcome_that_cannot_be_found_out_is_unknown_until_it_can(sqlite, monkeypatch, kept, fails_at):
    sqlite._connection = Failing(sqlite._connection, kept=kept)
    away = sqlite3.OperationalError("disk I/O error")

    def fails(_):
        raise away

    monkeypatch.setattr(f"eddyline.server.store.sqlite.{fails_at}", fails)
    outcomes = await asyncio.gather(sqlite.append("t", 1, ROW), sqlite.append("u", 1, ROW), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [OutcomeUnknownError, OutcomeUnknownError]
    with pytest.raises(StoreError, match="an earlier commit is not settled") as refused:
        await sqlite.append("v", 1, ROW)
    assert not isinstance(refused.value, OutcomeUnknownError)
    with pytest.raises(StoreError, match="an earlier commit is not settled"):
        await sqlite.load("t")
    monkeypatch.undo()
    assert await sqlite.load("t") == (ROW if kept else [])
    assert await sqlite.load("v") == []
    await sqlite.append("v", 1, ROW)


async def test_whatever_goes_wrong_nobody_waits_for_ever(sqlite, monkeypatch):

    def fails(_):
        raise MemoryError

    monkeypatch.setattr(sqlite._heads, "note", fails)
    with pytest.raises(OutcomeUnknownError):
        await sqlite.append("t", 1, ROW)
    monkeypatch.undo()
    assert await sqlite.load("t") == ROW


PROGRAM = """
import asyncio, json, pathlib, sys
from eddyline.server.store import OutcomeUnknownError, Row, SqliteStore, StoreError
path, faults = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
async def outcome(of):
    try:
        await of
        return "done"
    except StoreError as error:
        return type(error).__name__
async def main():
    store = SqliteStore(path)
    told = []
    for version, fault in enumerate(sys.argv[3:], start=1):
        faults.write_text(fault)
        told.append([fault, await outcome(store.append("t" + str(version), 1, [Row(1, "{}")]))])
        faults.write_text("")
        await outcome(store.append("always", 1, [Row(1, "{}")]))
        told[-1].append(len(await store.load("t" + str(version))))
    print(json.dumps(told), flush=True)
    import os
    os.kill(os.getpid(), 9)
asyncio.run(main())
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("", ("done",)),
        ("slow", ("done",)),
        ("eio-fsync", ("OutcomeUnknownError",)),
        ("eio-pwrite", ("OutcomeUnknownError",)),
        ("enospc", ("FullError",)),
    ],
)
def test_after_a_bad_disk_and_a_kill_there_is_what_was_said(path, tmp_path, fault, expected):
    faults = make_faults(tmp_path)
    ran = run_with(faults, PROGRAM, str(path), str(faults.switch), fault, "", fault)
    told = json.loads(ran.stdout)
    assert [said for of, said, _ in told if of == fault and fault] == list(expected) * (2 if fault else 0), ran.stderr

    async def after():
        store = SqliteStore(path)
        try:
            return [len(await store.load(f"t{number}")) for number in range(1, 4)]
        finally:
            await store.close()

    found = asyncio.run(after())
    assert found == [count for _, _, count in told], "what was read after settling is what a restart finds"
    for (_, said, _), count in zip(told, found, strict=True):
        assert count == 1 if said == "done" else said == "OutcomeUnknownError" or count == 0


STARTS = """
import json, pathlib, sys
from click.testing import CliRunner
from eddyline.cli import main
switch, told = pathlib.Path(sys.argv[1]), []
for fault, data in zip(sys.argv[2::2], sys.argv[3::2]):
    switch.write_text(fault)
    ended = CliRunner().invoke(main, ["serve", "--port", "0", "--data", data])
    told.append([ended.exit_code, ended.output])
switch.write_text("")
print(json.dumps(told))
"""
"""Start a server in one folder after the other: one process, because the server is what takes long to load."""


@pytest.mark.usefixtures("uncompiled")
def test_a_folder_that_cannot_be_written_is_said_at_the_start(tmp_path):
    expected = {"erofs": "cannot be written", "enospc": "is full", "eio-fsync": " fails "}
    starts = [(fault, tmp_path / f"{fault} {before}") for fault in expected for before in ("empty", "used")]
    for _, data in starts:
        if data.name.endswith("used"):
            asyncio.run(SqliteStore(data / DATABASE).close())
    faults = make_faults(tmp_path)
    ran = run_with(faults, STARTS, str(faults.switch), *(str(each) for start in starts for each in start))
    for (fault, data), (code, said) in zip(starts, json.loads(ran.stdout), strict=True):
        assert code == 1, said
        assert "Traceback" not in said
        assert "Error: " in said
        assert expected[fault] in said
        assert str(data) in said


# ---- tables ----


def ready(table, seat):
    version = table.state.version
    table.decide(seat, version, 0, table.state.match.draft(seat).legal()[0])
    return version


@pytest.mark.parametrize("kept", [True, False])
async def test_a_turn_whose_outcome_is_unknown_is_played_once(evening, kept):
    made = await evening(3)
    table = (await made.room()).table
    tab = await made.tab(1)
    version = ready(table, 0)
    made.store.unknown = kept
    assert (await refused(confirm(table, 0, version, "turn-one"))).code == "unsettled"
    assert (await refused(confirm(table, 0, version, "turn-one"))).code in {"unsettled", "store"}
    assert table.state.version == version
    tab.hear()
    made.store.unknown = None
    await confirm(table, 0, version, "turn-one")
    assert table.state.version == version + 1 == len(made.store.logs["table1"])
    assert [message["version"] for message in tab.hear() if message["type"] == "sync"] == [version + 1]
    await confirm(table, 0, version, "turn-one")
    assert table.state.version == version + 1


async def test_an_unknown_turn_is_published_without_anybody_asking(evening, monkeypatch):
    monkeypatch.setattr("eddyline.server.table.table.RETRY_SAVE", 0.0)
    made = await evening(3)
    table = (await made.room()).table
    version = ready(table, 0)
    made.store.unknown = True
    await refused(confirm(table, 0, version, "turn-one"))
    made.store.unknown = None
    await until(lambda: table.state.version == version + 1)


async def test_another_players_change_waits_until_the_log_is_known(evening):
    made = await evening(3)
    table = (await made.room()).table
    version = ready(table, 0)
    ready(table, 1)
    made.store.unknown = True
    await refused(confirm(table, 0, version, "turn-one"))
    assert (await refused(confirm(table, 1, version, "turn-two"))).code == "store"
    made.store.unknown = None
    await confirm(table, 1, version, "turn-two")
    ids = [json.loads(row.body).get("id") for row in made.store.logs["table1"]]
    assert ids[-2:] == ["turn-one", "turn-two"]


class DoubtsNextJoin(MemoryStore):
    """Be in doubt from the next join on."""

    next_join = False

    async def append(self, table, version, rows):
        if self.next_join and isinstance(encoding.decode(rows[0].body, None), entries.Joined):
            self.unknown, self.next_join = True, False
        await super().append(table, version, rows)


async def test_whoever_was_not_told_of_their_seat_does_not_keep_it(evening):
    store = DoubtsNextJoin()
    made = await evening(2, store=store, start=False)
    hub = made.hub
    table = (await hub.open(NewTable(game="niagara", name="Ann", seats=3))).table
    store.next_join = True
    assert (await refused(hub.join(table, Join(name="Bo")))).code == "unsettled"
    store.unknown = None
    assert [(await hub.join(table, Join(name=name))).seat for name in ("Cy", "Dora")] == [1, 2]
    assert (await refused(hub.join(table, Join(name="Emil")))).code == "taken"


class FailsAfter(MemoryStore):
    """Fail at the start of a game."""

    def __init__(self, failure):
        super().__init__()
        self.starting = failure

    async def append(self, table, version, rows):
        if self.starting and isinstance(encoding.decode(rows[0].body, None), entries.Started):
            raise self.starting
        await super().append(table, version, rows)


@pytest.mark.parametrize("failure", [StoreError("no"), OutcomeUnknownError("who knows")])
async def test_the_last_who_joins_gets_a_seat_though_the_start_fails(evening, monkeypatch, failure):
    monkeypatch.setattr("eddyline.server.table.table.RETRY_SAVE", 0.0)
    store = FailsAfter(failure)
    made = await evening(2, store=store, start=False)
    seated = await made.hub.open(NewTable(game="niagara", name="Ann", seats=3, bots=("random",), start=True))
    joined = await made.hub.join(seated.table, Join(name="Bo"))
    async with made.hub.room(seated.table) as room:
        assert room.table.state.seats[joined.seat].token == token_hash(joined.token)
        assert room.table.state.status == "open"
        store.starting = None
        await until(lambda: room.table.state.status == "running")


async def test_opening_and_looking_are_refused_while_the_store_fails(evening):
    made = await evening(3)
    wish = NewTable(game="niagara", name="Ann", seats=3)
    for failure in ({"failure": "/secret/path: no"}, {"unknown": True}):
        for name, value in failure.items():
            setattr(made.store, name, value)
        problem = await refused(made.hub.open(wish))
        assert problem.code == "store"
        assert "/secret" not in problem.message
        with pytest.raises(RefusalError) as caught:
            async with made.hub.room("elsewhere"):
                pass
        assert caught.value.code == "store"
        made.store.failure = made.store.unknown = None


async def test_a_rematch_that_cannot_be_saved_is_refused_and_can_be_asked_for_again(evening):
    made = await evening(2)
    table = (await made.room()).table
    await play_on(table, random.Random(1), turns=3000)
    tab = await made.tab(0)
    made.store.failure = "no"
    assert (await tab.say("rematch"))[0]["code"] == "store"
    made.store.failure = None
    (sync,) = [message for message in await tab.say("rematch") if message["type"] == "sync"]
    assert sync["table"]["rematch"]
