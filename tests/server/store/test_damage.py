"""What was confirmed and is not there any more is noticed: while the server runs, and when it starts."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from eddyline.cli import main
from eddyline.server.store import (
    DamagedError,
    DamagedFileError,
    OutcomeUnknownError,
    Row,
    SqliteStore,
    StoreError,
    opening,
    places,
    rescue,
)
from eddyline.server.store.backup import back_up
from eddyline.server.store.chain import digest
from eddyline.server.store.checking import check_store
from eddyline.server.store.heads import read_heads
from eddyline.server.store.places import FilePlace
from eddyline.server.store.rescue import copy_into
from eddyline.server.store.restore import restore
from support.tables import until

BODY = '{"a":"ü 🛶"}'


async def fill(store, tables=3, versions=4):
    for version in range(1, versions + 1):
        for table in range(tables):
            await store.append(f"t{table}", version, [Row(version, BODY)])


async def kept(path, tables=3, versions=4):
    store = SqliteStore(path)
    await fill(store, tables, versions)
    await store.close()


@pytest.fixture
async def filled(sqlite):
    """Open a store that holds what `fill` writes."""
    await fill(sqlite)
    return sqlite


def copy_of_a_running(path, folder):
    """Copy the files of a store in use, as a power failure would leave them."""
    folder.mkdir()
    for file in path.parent.iterdir():
        if file.is_file():
            shutil.copy(file, folder / file.name)
    return folder / path.name


def change(path, sql, *values):
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute(sql, values)


def command(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


# ---- while the server runs ----


def delete(path):
    path.unlink()


def exchange(path):
    shutil.copy(path, path.with_suffix(".other"))
    path.with_suffix(".other").replace(path)


def delete_wal(path):
    path.with_name(f"{path.name}-wal").unlink()


def cut_wal(path):
    os.truncate(path.with_name(f"{path.name}-wal"), 4096)


def delete_all(path):
    for file in path.parent.iterdir():
        file.unlink()


@pytest.mark.parametrize("happens", [delete, exchange, delete_wal, cut_wal, delete_all])
async def test_nothing_is_confirmed_once_the_files_are_not_ours(path, filled, caplog, happens):
    assert filled.trouble is None
    happens(path)
    for _ in range(2):
        with pytest.raises(StoreError, match="nothing can be saved until it is restarted"):
            await filled.append("t0", 5, [Row(5, BODY)])
    assert "while the server was running" in filled.trouble
    with pytest.raises(StoreError, match="restarted"):
        await filled.load("t0")
    assert any(record.levelno == logging.CRITICAL for record in caplog.records)


@pytest.mark.parametrize("happens", [delete, exchange, delete_all])
async def test_what_the_lost_file_held_is_rescued_and_restored(path, caplog, happens):
    store = SqliteStore(path)
    await fill(store)
    happens(path)
    with pytest.raises(StoreError):
        await store.append("t0", 5, [Row(5, BODY)])
    await store.close()
    (rescued,) = path.parent.glob("eddyline.rescued-*.sqlite3")
    assert str(rescued) in caplog.text
    assert command("restore", rescued, "--data", path.parent).exit_code == 0
    again = SqliteStore(path)
    for table in range(3):
        assert await again.load(f"t{table}") == [Row(version, BODY) for version in range(1, 5)]
    await again.append("t0", 5, [Row(5, BODY)])
    await again.close()


async def test_a_file_exchanged_during_the_commit_makes_the_outcome_unknown(filled):
    looks = iter([None, "it was exchanged"])
    filled._watch.look = lambda **_: next(looks)
    with pytest.raises(OutcomeUnknownError, match="it was exchanged while the server was running"):
        await filled.append("t0", 5, [Row(5, BODY)])
    with pytest.raises(StoreError):
        await filled.load("t0", 4)


# ---- at the next start ----


async def test_a_wal_cut_short_is_noticed_and_the_other_tables_go_on(path, tmp_path, caplog):
    store = SqliteStore(path)
    await fill(store)
    store._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store._watch.renew()
    await store.append("t1", 5, [Row(5, BODY)])
    copy = copy_of_a_running(path, tmp_path / "later")
    await store.close()
    wal = copy.with_name(f"{copy.name}-wal")
    os.truncate(wal, wal.stat().st_size - 100)
    again = SqliteStore(copy)
    assert "table t1 is damaged: its log ends at version 4, but version 5 was confirmed" in caplog.text
    with pytest.raises(DamagedError):
        await again.load("t1")
    await again.append("t0", 5, [Row(5, BODY)])
    assert len(await again.load("t0")) == 5
    await again.close()


async def test_an_older_file_in_its_place_is_noticed(path, tmp_path, caplog):
    await kept(path, versions=2)
    old = tmp_path / "old"
    shutil.copy(path, old)
    store = SqliteStore(path)
    await store.append("t2", 3, [Row(3, BODY)])
    await store.close()
    shutil.copy(old, path)
    assert [found.table for found in check_store(FilePlace(path)) if found.damage] == ["t2"]
    await SqliteStore(path).close()
    assert "table t2 is damaged" in caplog.text
    assert "table t1" not in caplog.text


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("UPDATE log SET body = '{}' WHERE table_id = 't1' AND version = 2", "version 2 is not what was written"),
        ("UPDATE log SET at = 9 WHERE table_id = 't1' AND version = 2", "version 2 is not what was written"),
        ("UPDATE log SET digest = x'00' WHERE table_id = 't1' AND version = 3", "version 3 is not what was written"),
        ("UPDATE log SET body = CAST(x'ff' AS TEXT) WHERE table_id = 't1' AND version = 3", "cannot be read"),
        ("DELETE FROM log WHERE table_id = 't1' AND version = 2", "expected version 2, got 3"),
        ("DELETE FROM log WHERE table_id = 't1' AND version = 4", "ends at version 3, but version 4 was confirmed"),
        ("DELETE FROM log WHERE table_id = 't1'", "ends at version 0, but version 4 was confirmed"),
    ],
)
async def test_each_damage_is_named_with_its_table(path, caplog, sql, why):
    await kept(path)
    change(path, sql)
    again = SqliteStore(path)
    assert "table t1 is damaged" in caplog.text
    assert why in caplog.text
    with pytest.raises(DamagedError, match=why):
        await again.load("t1")
    assert len(await again.load("t0")) == len(await again.load("t2")) == 4
    await again.close()
    told = command("check", "--json", "--data", path.parent)
    assert told.exit_code == 1
    found = json.loads(told.stdout)
    assert (found["tables"], list(found["damaged"])) == (3, ["t1"])
    assert why in found["damaged"]["t1"]


async def test_another_entry_in_the_place_of_the_confirmed_one_is_noticed(path):
    await kept(path, versions=1)
    forged = digest(b"", "t0", 1, Row(1, "{}"))
    change(path, "UPDATE log SET body = '{}', digest = ? WHERE table_id = 't0'", forged)
    (found,) = (each for each in check_store(FilePlace(path)) if each.damage)
    assert found.damage == "its version 1 is not the one that was confirmed"


async def test_pages_overwritten_close_only_the_tables_in_them(path, caplog):
    store = SqliteStore(path)
    for table in range(40):
        await store.append(f"t{table:02}", 1, [Row(1, "x" * 1500), Row(2, "y" * 1500)])
    await store.close()
    whole = bytearray(path.read_bytes())
    places = {table: whole.find(f"t{table:02}".encode() + b"\x01") for table in (7, 20)}
    for place in places.values():
        page = place // 4096 * 4096
        whole[page : page + 4096] = b"\xff" * 4096
    path.write_bytes(whole)
    again = SqliteStore(path)
    damaged, whole_ones = [], []
    for table in range(40):
        try:
            assert len(await again.load(f"t{table:02}")) == 2
            whole_ones.append(table)
        except DamagedError:
            damaged.append(table)
    assert damaged
    assert len(whole_ones) > 30
    for table in damaged:
        assert f"table t{table:02} is damaged" in caplog.text
    for table in whole_ones:
        assert f"table t{table:02} is" not in caplog.text
    await again.append("t99", 1, [Row(1, BODY)])
    await again.close()


async def test_a_torn_last_line_of_the_heads_counts_for_nothing(path):
    await kept(path)
    heads = path.with_suffix(".heads")
    with heads.open("a") as file:
        file.write("\nt0 99 0123")
    assert read_heads(heads)["t0"].version == 4
    store = SqliteStore(path)
    await store.append("t0", 5, [Row(5, BODY)])
    await store.close()
    assert read_heads(heads)["t0"].version == 5
    assert not [found for found in check_store(FilePlace(path)) if found.damage]


async def test_heads_that_are_missing_are_made_anew(path):
    await kept(path)
    path.with_suffix(".heads").unlink()
    await SqliteStore(path).close()
    assert {table: head.version for table, head in read_heads(path.with_suffix(".heads")).items()} == {
        "t0": 4,
        "t1": 4,
        "t2": 4,
    }


async def test_a_second_server_is_kept_off(path):
    store = SqliteStore(path)
    with pytest.raises(StoreError, match=f"another Eddyline .process {os.getpid()}. uses"):
        SqliteStore(path)
    assert "uses" in command("restore", path, "--data", path.parent).output
    await store.close()
    await SqliteStore(path).close()


async def test_an_older_store_gets_its_digests(path):
    await kept(path)
    change(path, "ALTER TABLE log DROP COLUMN digest")
    change(path, "UPDATE alembic_version SET version_num = '0001'")
    again = SqliteStore(path)
    assert len(await again.load("t0")) == 4
    await again.append("t0", 5, [Row(5, BODY)])
    await again.close()
    assert not [found for found in check_store(FilePlace(path)) if found.damage]


# ---- backup and restore ----


async def test_a_backup_beside_a_running_server_has_what_was_confirmed(path, tmp_path):
    store = SqliteStore(path)
    await fill(store)
    made = command("backup", tmp_path / "b.sqlite3", "--data", path.parent)
    assert made.exit_code == 0, made.output
    assert "3 tables with 12 entries" in made.output
    assert not (tmp_path / "b.sqlite3-wal").exists()
    refused = command("backup", tmp_path / "b.sqlite3", "--data", path.parent)
    assert refused.exit_code == 1
    assert "exists already" in refused.output
    assert command("backup", tmp_path / "b.sqlite3", "--data", path.parent, "--force").exit_code == 0
    await store.append("t0", 5, [Row(5, BODY)])
    await store.close()
    assert sorted(file.name for file in tmp_path.glob("*.part")) == []


async def test_restoring_takes_the_longest_intact_log_of_each_table(path, tmp_path):
    await kept(path)
    command("backup", tmp_path / "b.sqlite3", "--data", path.parent)
    store = SqliteStore(path)
    await store.append("t0", 5, [Row(5, BODY)])
    await store.append("new", 1, [Row(5, BODY)])
    await store.append("t2", 5, [Row(5, BODY)])
    await store.close()
    change(path, "UPDATE log SET body = '{}' WHERE table_id = 't1' AND version = 2")
    change(path, "UPDATE log SET body = '{}' WHERE table_id = 't2' AND version = 2")
    done = command("restore", tmp_path / "b.sqlite3", "--data", path.parent)
    assert done.exit_code == 1
    assert "table t0: 5 entries, from the store\n" in done.output
    assert "table t1: 4 entries, from the backup\n" in done.output
    assert "table t2: 4 entries, from the backup; 5 had been confirmed\n" in done.output
    assert "are missing confirmed entries and stay closed: 1." in done.output
    assert len(list(path.parent.glob("eddyline.replaced-*.sqlite3"))) == 1
    again = SqliteStore(path)
    assert [len(await again.load(table)) for table in ("t0", "t1", "new")] == [5, 4, 1]
    with pytest.raises(DamagedError, match="ends at version 4, but version 5 was confirmed"):
        await again.load("t2")
    await again.close()
    assert command("restore", path, "--data", path.parent, "--accept-loss").exit_code == 0
    again = SqliteStore(path)
    assert len(await again.load("t2")) == 4
    await again.append("t2", 5, [Row(6, BODY)])
    await again.close()
    assert command("check", "--data", path.parent).exit_code == 0


async def test_a_file_that_is_no_backup_changes_nothing(path, tmp_path):
    await kept(path)
    before = path.read_bytes()
    (tmp_path / "b").write_text("Dear diary")
    for file in (tmp_path / "b", tmp_path / "missing"):
        done = command("restore", file, "--data", path.parent)
        assert done.exit_code == 1
        assert "Error: " in done.output
    assert path.read_bytes() == before


def test_checking_where_there_is_no_store_says_so(tmp_path):
    told = command("check", "--data", tmp_path)
    assert told.exit_code == 1
    assert "there is no store" in told.output


async def test_a_large_store_is_checked_while_the_server_is_ready(path, caplog, monkeypatch):
    await kept(path)
    change(path, "UPDATE log SET body = '{}' WHERE table_id = 't1'")
    monkeypatch.setattr("eddyline.server.store.startup.CHECKED_BYTES", 0)
    store = SqliteStore(path)
    assert "checked in the background" in caplog.text
    await until(lambda: "table t1 is damaged" in caplog.text)
    assert len(await store.load("t0")) == 4
    await store.close()


async def test_pages_damaged_under_a_running_server_do_not_stop_other_tables(path, monkeypatch):
    store = SqliteStore(path)
    await fill(store)
    insert = store._insert

    def torn(group):
        if any(job.table == "t1" for job in group):
            error = sqlite3.DatabaseError("database disk image is malformed")
            error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise error
        return insert(group)

    monkeypatch.setattr(store, "_insert", torn)
    outcomes = await asyncio.gather(
        *(store.append(f"t{table}", 5, [Row(5, BODY)]) for table in range(3)), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), DamagedFileError, type(None)]
    await store.close()


# ---- what is no damage ----


COMMANDS = (
    ("check",),
    ("tables", "list"),
    ("tables", "look", "t1"),
    ("tables", "close", "t1"),
    ("tables", "delete", "t1", "--yes"),
    ("reports", "list"),
    ("people", "list"),
    ("invitations", "list"),
    ("tournaments", "list"),
    ("log",),
    ("tables", "mute", "lobby", "Bo"),
    ("tables", "export", "--name", "Bo"),
    ("ratings", "list", "canyon", "base"),
    ("ratings", "recompute"),
    ("backup", "BACKUP"),
    ("restore", "BACKUP"),
    ("serve", "--port", "0"),
)


@pytest.mark.slow
async def test_a_store_that_another_program_holds_is_no_damage_for_any_command(path, tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "BUSY", 0.01)
    await kept(path)
    backup = tmp_path / "backup"
    assert command("backup", backup, "--data", path.parent).exit_code == 0
    change(path, "PRAGMA journal_mode = DELETE")  # then a program that changes the file keeps off all that read it, too
    whole = path.read_bytes()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        for asked in COMMANDS:
            name = tmp_path / "new" if asked[0] == "backup" else backup
            told = command(*(name if word == "BACKUP" else word for word in asked), "--data", path.parent)
            assert told.exit_code == 1, (asked, told.output)
            assert "another program uses" in told.output, (asked, told.output)
            assert "Eddyline has waited 0.01 seconds" in told.output, (asked, told.output)
            assert "restore" not in told.output, (asked, told.output)
    assert path.read_bytes() == whole
    assert not list(path.parent.glob("*replaced*"))


def test_a_server_that_cannot_start_says_why(tmp_path, monkeypatch):
    def build(_):
        raise OSError(errno.ENOSPC, "No space left on device", "/data/keys")

    monkeypatch.setattr("eddyline.server.web.app.build_app", build)
    told = command("serve", "--port", "0", "--metrics", "1", "--data", tmp_path)
    assert told.exit_code == 1
    assert "Error: the server cannot start: [Errno 28] No space left on device: '/data/keys'\n" in told.output
    assert "metrics" not in told.output


async def test_restoring_waits_for_who_changes_the_store_and_leaves_it_alone(path, tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "BUSY", 0.01)
    await kept(path)
    backup = tmp_path / "backup"
    assert command("backup", backup, "--data", path.parent).exit_code == 0
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")  # the store has a -wal: it can still be read
        told = command("restore", backup, "--data", path.parent)
        assert told.exit_code == 1
        assert "another program uses" in told.output
        other.execute("COMMIT")
    assert command("restore", backup, "--data", path.parent).exit_code == 0


@pytest.mark.parametrize("change_it", [lambda path: path.write_bytes(b""), lambda path: path.write_bytes(b"no " * 999)])
async def test_restoring_replaces_what_is_damaged(path, tmp_path, change_it):
    await kept(path)
    backup = tmp_path / "backup"
    assert command("backup", backup, "--data", path.parent).exit_code == 0
    change_it(path)
    assert "eddyline restore" in command("tables", "list", "--data", path.parent).output
    assert command("restore", backup, "--data", path.parent).exit_code == 0
    assert [found.damage for found in check_store(FilePlace(path))] == [None] * 3


@pytest.mark.parametrize("newer", [False, True])
async def test_restoring_does_not_replace_what_is_not_its_own(path, tmp_path, newer):
    await kept(path)
    backup = tmp_path / "backup"
    assert command("backup", backup, "--data", path.parent).exit_code == 0
    if newer:
        change(path, "UPDATE alembic_version SET version_num = '9999'")
    else:
        change(path, "DROP TABLE log")
    told = command("restore", backup, "--data", path.parent)
    assert told.exit_code == 1
    assert ("newer Eddyline" if newer else "not a store of Eddyline") in told.output


def failure(code):
    error = sqlite3.OperationalError("what SQLite says")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (failure(sqlite3.SQLITE_BUSY_SNAPSHOT), "another program uses"),
        (failure(sqlite3.SQLITE_LOCKED), "another program uses"),
        (failure(sqlite3.SQLITE_IOERR_LOCK), "cannot lock or share files"),
        (failure(sqlite3.SQLITE_IOERR_SHMMAP), "cannot lock or share files"),
        (failure(sqlite3.SQLITE_PROTOCOL), "cannot lock or share files"),
        (OSError(errno.ENOLCK, "no locks"), "cannot lock or share files"),
        (failure(sqlite3.SQLITE_IOERR_READ), "the disk with .* fails"),
        (failure(sqlite3.SQLITE_FULL), "the disk with .* is full"),
        (OSError(errno.EDQUOT, "quota"), "the disk with .* is full"),
        (failure(sqlite3.SQLITE_READONLY_DIRECTORY), "cannot be written"),
        (OSError(errno.EACCES, "no"), "cannot be written"),
        (failure(sqlite3.SQLITE_CORRUPT_INDEX), "is damaged, or no store"),
        (failure(sqlite3.SQLITE_NOTADB), "is damaged, or no store"),
        (failure(sqlite3.SQLITE_NOMEM), "cannot be used as a store"),
        (sqlite3.ProgrammingError("asked wrongly"), "cannot be used as a store"),
        (OSError(errno.EMFILE, "too many open files"), "cannot be used as a store"),
    ],
)
def test_each_trouble_has_its_own_sentence_and_only_damage_is_restored(path, error, said):
    told = opening.explained(path, error)
    assert re.search(said, str(told))
    assert ("eddyline restore" in str(told)) == isinstance(told, DamagedFileError) == ("damaged" in said)


def test_a_file_system_that_refuses_a_wal_is_named(path, monkeypatch):
    connect = sqlite3.connect
    # SQLite's locks by files do not let programs share memory.
    monkeypatch.setattr(
        sqlite3, "connect", lambda place, **how: connect(f"file:{place}?vfs=unix-dotfile", uri=True, **how)
    )
    with pytest.raises(StoreError, match=r"cannot lock or share files as SQLite needs it .it refuses a -wal"):
        opening.connect(path)


def test_a_copy_does_not_wait_for_ever(path, tmp_path, monkeypatch):
    monkeypatch.setattr(rescue, "BUSY", 0.01)
    change(path, "CREATE TABLE log (a)")
    with (
        closing(sqlite3.connect(path, timeout=0)) as ours,
        closing(sqlite3.connect(path, isolation_level=None)) as other,
    ):
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            copy_into(ours, tmp_path / "copy")


async def test_heads_that_may_not_be_read_are_said_so(path, monkeypatch):
    await kept(path)

    def no(*_):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(places, "read_heads", no)
    told = command("check", "--data", path.parent)
    assert told.exit_code == 1
    assert "cannot be written" in told.output


# ---- who may read them ----


def modes(folder):
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


@pytest.mark.skipif(os.name != "posix", reason="there, files have no modes")
def test_a_store_its_copies_and_what_lies_beside_them_are_for_one_user(tmp_path):
    """They hold password hashes, recovery codes and every hand."""
    before = os.umask(0o000)  # the loosest
    try:
        path = tmp_path / "new" / "data" / "eddyline.sqlite3"
        store = SqliteStore(path)
        assert {"eddyline.sqlite3", "eddyline.sqlite3-wal", "eddyline.heads", "eddyline.lock"} <= set(
            modes(path.parent)
        )
        assert set(modes(path.parent).values()) == {0o600}
        assert [folder.stat().st_mode & 0o777 for folder in (path.parent, path.parent.parent)] == [0o700, 0o700]
        back_up(path, tmp_path / "copy", overwrite=False)
        asyncio.run(store.close())
        back_up(path, tmp_path / "copy", overwrite=True)
        restore(path, tmp_path / "copy", accept_loss=False, at=0.0)
        restore(tmp_path / "other" / "eddyline.sqlite3", tmp_path / "copy", accept_loss=False, at=0.0)
    finally:
        os.umask(before)
    for folder in (path.parent, tmp_path / "other"):
        assert set(modes(folder).values()) == {0o600}
        assert folder.stat().st_mode & 0o777 == 0o700
    assert modes(tmp_path)["copy"] == 0o600


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can act beside another user's server")
def test_what_root_makes_in_the_folder_of_a_server_belongs_to_its_user(tmp_path):
    """Otherwise the server does not start after `eddyline restore`."""
    folder = tmp_path / "data"
    path = folder / "eddyline.sqlite3"
    folder.mkdir(0o700)
    os.chown(folder, 61999, 61998)
    asyncio.run(SqliteStore(path).close())
    back_up(path, tmp_path / "copy", overwrite=False)
    restore(path, tmp_path / "copy", accept_loss=False, at=0.0)
    found = {each.name: (each.stat().st_uid, each.stat().st_gid) for each in folder.iterdir()}
    assert {"eddyline.sqlite3", "eddyline.heads", "eddyline.lock"} <= set(found)
    assert set(found.values()) == {(61999, 61998)}
    assert (tmp_path / "copy").stat().st_uid == 0


@pytest.fixture
def enterable():
    """Make a folder that everybody can enter, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.skipif(os.name != "posix", reason="there, files have no modes")
@pytest.mark.parametrize("command", [["check"], ["tables", "list"], ["backup", "copy"], ["ratings", "recompute"]])
def test_every_command_warns_of_a_store_that_others_can_open(enterable, command):
    path = enterable / "data" / "eddyline.sqlite3"
    asyncio.run(SqliteStore(path).close())
    command = [*command[:-1], str(enterable / "copy")] if "copy" in command else command
    assert "Warning" not in CliRunner().invoke(main, [*command, "--data", str(path.parent)]).output
    path.chmod(0o644)
    (enterable / "copy").unlink(missing_ok=True)
    assert "Warning" not in CliRunner().invoke(main, [*command, "--data", str(path.parent)]).output  # nobody gets there
    path.parent.chmod(0o755)
    (enterable / "copy").unlink(missing_ok=True)
    enterable.chmod(0o700)  # as a home
    assert "Warning" not in CliRunner().invoke(main, [*command, "--data", str(path.parent)]).output
    enterable.chmod(0o755)
    (enterable / "copy").unlink(missing_ok=True)
    warned = CliRunner().invoke(main, [*command, "--data", str(path.parent)])
    assert re.search(rf"others on this machine can open eddyline\.sqlite3.* in {path.parent}, with", warned.stderr)
    assert f"chmod 700 {path.parent}; chmod 600 {path.parent}/eddyline*" in warned.stderr
    subprocess.run(warned.stderr.partition("close them: ")[2].partition("\n")[0], shell=True, check=True)  # noqa: S602
    (enterable / "copy").unlink(missing_ok=True)
    assert "Warning" not in CliRunner().invoke(main, [*command, "--data", str(path.parent)]).output
