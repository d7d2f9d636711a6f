from __future__ import annotations

import asyncio
import errno
import sqlite3
import sys
import threading

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from eddyline.server.store import (
    DeletedError,
    FullError,
    Kept,
    Row,
    SqliteStore,
    StoreError,
    VersionTakenError,
    backup,
    beside,
    checking,
    places,
)
from eddyline.server.store import heads as heads_module
from eddyline.server.store import sqlite as sqlite_module
from eddyline.server.store.chain import Head
from eddyline.server.store.checking import check_store
from eddyline.server.store.heads import Heads, add_deleted, read_heads, write_heads
from eddyline.server.store.migrations import NEWEST
from eddyline.server.store.places import FilePlace
from eddyline.server.store.schema import metadata
from eddyline.server.store.upgrade import known_revisions
from eddyline.server.web import admin

ROWS = [Row(1, '{"a":1}'), Row(2, '{"b":"ü ∑ 🛶"}'), Row(3, "{}")]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "log.sqlite3"


# ---- the contract ----


async def test_what_is_appended_is_read_back_in_order(store):
    await store.append("t", 1, ROWS[:1])
    await store.append("t", 2, ROWS[1:])
    assert await store.load("t") == ROWS
    assert await store.load("t", after=1) == ROWS[1:]
    assert await store.load("t", after=3) == []


async def test_an_unknown_table_is_empty(store):
    assert await store.load("nobody") == []


async def test_tables_do_not_mix(store):
    await store.append("t", 1, ROWS[:1])
    await store.append("u", 1, ROWS[1:2])
    assert await store.load("t") == ROWS[:1]
    assert await store.load("u") == ROWS[1:2]


async def test_a_taken_version_is_refused_and_stays_as_it_was(store):
    await store.append("t", 1, ROWS[:2])
    with pytest.raises(VersionTakenError, match="table t has a version 2 already"):
        await store.append("t", 2, ROWS[2:])
    assert await store.load("t") == ROWS[:2]


async def test_an_append_is_whole_or_not_at_all(store):
    await store.append("t", 1, ROWS[:2])
    with pytest.raises(VersionTakenError):
        await store.append("t", 2, ROWS)
    assert await store.load("t") == ROWS[:2]


async def test_of_many_who_race_for_a_version_one_wins(store):
    rows = [Row(i, str(i)) for i in range(50)]
    outcomes = await asyncio.gather(*(store.append("t", 1, [row]) for row in rows), return_exceptions=True)
    won = [row for row, outcome in zip(rows, outcomes, strict=True) if outcome is None]
    assert len(won) == 1
    assert all(isinstance(outcome, VersionTakenError) for outcome in outcomes if outcome is not None)
    assert await store.load("t") == won


async def test_many_tables_at_once_lose_nothing(store):
    async def write(table: str) -> None:
        for version in range(1, 21):
            await store.append(table, version, [Row(version, table)])

    await asyncio.gather(*(write(f"t{i}") for i in range(40)))
    for i in range(40):
        assert await store.load(f"t{i}") == [Row(version, f"t{i}") for version in range(1, 21)]


async def test_tables_are_listed_with_their_last_entry(store):
    assert await store.tables() == []
    await store.append("u", 1, ROWS[:1])
    await store.append("t", 1, ROWS)
    assert await store.tables() == [Kept("t", 3, 3), Kept("u", 1, 1)]


async def test_only_tables_that_have_not_changed_are_deleted(store):
    for table in ("t", "u", "v"):
        await store.append(table, 1, ROWS[:2])
    await store.append("u", 3, ROWS[2:])
    assert await store.delete({"t": 2, "u": 2, "nobody": 5}) == ["t"]
    assert await store.load("t") == []
    assert await store.load("u") == ROWS
    assert [kept.table for kept in await store.tables()] == ["u", "v"]


async def test_a_deleted_table_does_not_go_on(store):
    await store.append("t", 1, ROWS[:2])
    await store.delete({"t": 2})
    with pytest.raises(DeletedError):
        await store.append("t", 3, ROWS[2:])
    assert await store.load("t") == []


async def test_it_tells_of_what_was_not_appended(store, monkeypatch):
    monkeypatch.setattr(sqlite_module, "LOOK_EVERY", 0.01)
    await store.changes()
    waiting = asyncio.create_task(store.changes())
    await store.append("t", 1, ROWS[:2])
    await store.append("u", 1, ROWS[:2])
    await asyncio.sleep(0)
    assert not waiting.done()
    await store.delete({"t": 2})
    assert await waiting in (None, {"t"})


# ---- SQLite ----


async def test_what_another_process_did_is_noticed(path):
    store = SqliteStore(path)
    await store.append("t", 1, ROWS[:1])
    await store.append("u", 1, ROWS[:1])
    await store.changes()
    beside.append(path, "t", 2, ROWS[1:2])
    await store.changes()
    with pytest.raises(VersionTakenError):
        await store.append("t", 2, ROWS[2:])
    assert await store.load("t") == ROWS[:2]
    await store.append("t", 3, ROWS[2:])
    with pytest.raises(VersionTakenError):
        beside.append(path, "t", 3, ROWS[1:2])
    assert beside.delete(path, {"u": None}) == ["u"]
    assert await store.load("u") == [], "at once, and it is not taken for damage"
    await store.changes()
    with pytest.raises(DeletedError):
        beside.append(path, "u", 2, ROWS[1:2])
    await store.close()
    assert [found.damage for found in check_store(FilePlace(path))] == [None]
    again = SqliteStore(path)
    assert await again.load("t") == ROWS
    assert await again.load("u") == []
    await again.close()


async def test_a_head_noted_late_does_not_make_a_deleted_table_damaged(path):
    store = SqliteStore(path)
    await store.append("t", 1, ROWS[:2])
    await store.append("u", 1, ROWS[:1])
    head = read_heads(path.with_suffix(".heads"))["t"]
    beside.delete(path, {"t": None})
    store._heads.note({"t": head})
    await store.close()
    assert [(found.table, found.damage) for found in check_store(FilePlace(path))] == [("u", None)]


@pytest.mark.parametrize(
    ("module", "step", "look"),
    [
        (checking, "check", lambda path: [found.table for found in check_store(FilePlace(path))]),
        (
            backup,
            "reading",
            lambda path: [each.table for each in backup.back_up(path, path.with_name("new"), overwrite=False)],
        ),
        (places, "reading", lambda path: [listed.id for listed in admin.list_tables(FilePlace(path))]),
    ],
)
async def test_a_table_deleted_between_reading_heads_and_logs_is_not_damaged(path, monkeypatch, module, step, look):
    store = SqliteStore(path)
    await store.append("t", 1, ROWS[:2])
    await store.append("u", 1, ROWS[:1])
    await store.close()
    then = getattr(module, step)

    def late(*arguments):
        beside.delete(path, {"t": None})
        return then(*arguments)

    monkeypatch.setattr(module, step, late)
    assert look(path) == ["u"]


async def test_an_entry_appended_beside_is_kept_when_its_head_cannot_be_noted(path, sqlite, monkeypatch, caplog):
    await sqlite.append("t", 1, ROWS[:1])

    def fails(*_):
        raise OSError(errno.EIO, "no")

    monkeypatch.setattr(beside, "add_heads", fails)
    beside.append(path, "t", 2, ROWS[1:2])
    assert "log.heads cannot be written" in caplog.text
    assert await sqlite.load("t") == ROWS[:2]


async def test_a_deletion_that_is_not_committed_deletes_nothing(path, monkeypatch):
    store = SqliteStore(path)
    await store.append("t", 1, ROWS[:2])

    def fails(*_):
        raise OSError(errno.EIO, "no")

    monkeypatch.setattr(beside, "add_deleted", fails)
    with pytest.raises(StoreError, match="fails"):
        beside.delete(path, {"t": None})
    # The power fails between the note and the commit.
    add_deleted(path.with_suffix(".heads"), {"t": 2})
    assert await store.load("t") == ROWS[:2]
    await store.append("t", 3, ROWS[2:])
    await store.close()
    assert read_heads(path.with_suffix(".heads"))["t"].version == 3


def test_deleted_tables_are_looked_for_in_new_lines_only(tmp_path, monkeypatch):
    path = tmp_path / "log.heads"
    heads = Heads(path)
    heads.note({f"t{number}": Head(1, bytes(32)) for number in range(3)})
    add_deleted(path, {"t0": 1})
    heads.forget_deleted()
    read = []
    monkeypatch.setattr(heads_module, "_LINE", Spy(heads_module._LINE, read))
    with path.open("ab") as file:
        file.write(b"\nt1 1 dele")
        file.flush()
        heads.forget_deleted()
        file.write(b"ted")
    add_deleted(path, {"t3": 1})
    heads.forget_deleted()
    assert set(heads.known) == {"t2"}
    assert heads.deleted == {"t0", "t1", "t3"}
    assert not any(line.startswith("t2") for line in read), "looked at before"
    path.write_text("\nt2 1 deleted")
    heads.forget_deleted()
    assert heads.known == {}
    heads.close()


class Spy:
    """Note the lines that a pattern is asked about."""

    def __init__(self, pattern, lines):
        self.pattern, self.lines = pattern, lines

    def fullmatch(self, line):
        self.lines.append(line)
        return self.pattern.fullmatch(line)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such lock")
def test_lines_added_while_the_heads_are_shortened_are_not_lost(tmp_path):
    path = tmp_path / "eddyline.heads"
    write_heads(path, {f"t{number}": Head(1, bytes(32)) for number in range(200)})
    adding = threading.Thread(target=lambda: [add_deleted(path, {f"t{number}": 1}) for number in range(200)])
    adding.start()
    while adding.is_alive():
        Heads(path).close()
    assert read_heads(path) == {}


async def test_a_trouble_is_over_when_the_disk_takes_something_again(sqlite):
    sqlite._connection.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError):
        await sqlite.append("t", 1, ROWS)
    with pytest.raises(StoreError):
        await sqlite.changes()
    assert sqlite.trouble is not None
    sqlite._connection.execute("PRAGMA query_only = OFF")
    await sqlite.changes()
    assert sqlite.trouble is None


async def test_it_is_all_there_after_reopening(path):
    store = SqliteStore(path)
    await store.append("t", 1, ROWS)
    await store.close()
    again = SqliteStore(path)
    assert await again.load("t") == ROWS
    await again.close()


async def test_an_append_returns_after_the_commit(path, sqlite):
    other = sqlite3.connect(path)
    for version in range(1, 20):
        await sqlite.append("t", version, ROWS[:1])
        assert other.execute("SELECT max(version) FROM log").fetchone() == (version,)
    other.close()


async def test_waiting_appends_share_a_commit(path):
    store = SqliteStore(path)
    groups = []
    commit = store._commit
    release = threading.Event()

    def slow(group):
        release.wait()
        groups.append(len(group))
        return commit(group)

    store._commit = slow
    appends = [asyncio.create_task(store.append(f"t{i}", 1, ROWS[:1])) for i in range(100)]
    await asyncio.sleep(0)  # each of them has put its rows into the queue
    release.set()
    await asyncio.gather(*appends)
    await store.close()
    assert sum(groups) == 100
    assert len(groups) <= 3


async def test_it_syncs_to_the_disk_at_every_commit(sqlite):
    assert sqlite._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert sqlite._connection.execute("PRAGMA synchronous").fetchone() == (2,)


async def test_appends_made_before_closing_are_kept_and_later_ones_refused(path):
    store = SqliteStore(path)
    waiting = [asyncio.create_task(store.append(f"t{i}", 1, ROWS)) for i in range(10)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    with pytest.raises(StoreError, match="closed"):
        await store.append("t", 1, ROWS)
    again = SqliteStore(path)
    assert await again.load("t9") == ROWS
    await again.close()


async def test_a_cancelled_caller_breaks_nothing(sqlite):
    task = asyncio.create_task(sqlite.append("t", 1, ROWS))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await sqlite.append("u", 1, ROWS)
    assert await sqlite.load("t") in ([], ROWS)


async def test_a_full_disk_is_told_to_everybody_in_the_group(sqlite):
    await sqlite.append("t", 1, ROWS)
    (pages,) = sqlite._connection.execute("PRAGMA page_count").fetchone()
    sqlite._connection.execute(f"PRAGMA max_page_count = {pages}")
    big = [Row(1, "x" * 100_000)]
    outcomes = await asyncio.gather(sqlite.append("u", 1, big), sqlite.append("v", 1, big), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [FullError, FullError]
    assert "nothing was written" in str(outcomes[0])
    sqlite._connection.execute("PRAGMA max_page_count = 100000")
    await sqlite.append("u", 1, big)
    assert await sqlite.load("u") == big


async def test_a_gap_is_noticed(path, sqlite):
    await sqlite.append("t", 1, ROWS)
    with sqlite3.connect(path) as other:
        other.execute("DELETE FROM log WHERE version = 2")
    other.close()
    with pytest.raises(StoreError, match="table t is damaged: expected version 2, got 3"):
        await sqlite.load("t")


def test_a_file_that_is_no_database_is_refused(path):
    path.write_bytes(b"Dear diary, " * 500)
    with pytest.raises(StoreError, match=r"log\.sqlite3 is damaged, or no store of Eddyline \(file is not a database"):
        SqliteStore(path)
    assert path.read_bytes() == b"Dear diary, " * 500


async def test_a_torn_file_is_refused(path):
    store = SqliteStore(path)
    for version in range(1, 200):
        await store.append("t", version, [Row(1, "x" * 200)])
    await store.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))

    async def read() -> None:
        torn = SqliteStore(path)
        try:
            await torn.load("t")
        finally:
            await torn.close()

    with pytest.raises(StoreError, match=r"cannot be read|is damaged"):
        await read()


def test_a_folder_in_its_place_is_refused(path):
    path.mkdir()
    with pytest.raises(StoreError, match="is a folder, where the file of a store is expected"):
        SqliteStore(path)


def test_somebody_elses_database_is_refused(path):
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE cats (name TEXT)")
    other.close()
    with pytest.raises(StoreError, match="not a store of Eddyline"):
        SqliteStore(path)


async def test_a_newer_store_is_refused(path):
    await SqliteStore(path).close()
    with sqlite3.connect(path) as other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")
    other.close()
    with pytest.raises(StoreError, match=f"newer Eddyline .its schema is 9999, this program knows up to {NEWEST}"):
        SqliteStore(path)


async def test_the_migrations_lead_to_the_schema(path):
    await SqliteStore(path).close()
    assert known_revisions()[-1] == NEWEST
    engine = sa.create_engine(f"sqlite:///{path}", poolclass=sa.NullPool)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()
