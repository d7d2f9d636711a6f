"""The host's commands about tables in PostgreSQL; `test_cli_tables` has what they print."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys

import pytest
from click.testing import CliRunner

from eddyline.cli import main
from eddyline.server.store.postgres.store import PostgresStore
from support.database import ask
from support.tables import open_evening, play_on


@pytest.fixture
def url(postgres):
    return postgres.store()


@pytest.fixture
def table(url):
    async def make():
        made = await open_evening(3, store=PostgresStore(url))
        await play_on((await made.room()).table, random.Random(1), 4)
        await made.hub.close()
        return made.table_id

    return asyncio.run(make())


@pytest.fixture
def run(url):
    def command(*arguments):
        return CliRunner().invoke(main, [*arguments, "--store", url])

    return command


def lines(answer):
    assert answer.exit_code == 0, answer.output
    return [json.loads(line) for line in answer.stdout.splitlines()]


def test_tables_are_listed_shown_exported_closed_and_deleted(run, table):
    (listed,) = lines(run("tables", "list", "--json"))
    assert (listed["id"], listed["status"]) == (table, "running")
    assert lines(run("tables", "look", table, "--json"))[0]["table"]["id"] == table
    assert lines(run("tables", "export", "--name", "Anna"))[0]["entry"] == "joined"
    assert run("tables", "close", table, "--why", "The club is moving.").exit_code == 0
    (listed,) = lines(run("tables", "list", "--json"))
    assert listed["ended"] == "closed"
    assert run("tables", "delete", table, "--yes").exit_code == 0
    assert lines(run("tables", "list", "--json")) == []


def test_what_is_damaged_is_named(run, url, table):
    assert lines(run("check", "--json"))[0]["damaged"] == {}
    ask(url, "UPDATE log SET body = '{}' WHERE version = 3")
    answer = run("check", "--json")
    assert answer.exit_code == 1
    assert json.loads(answer.stdout)["damaged"] == {table: "version 3 is not what was written"}
    assert lines(run("tables", "list", "--json"))[0]["status"] == "damaged"


def test_a_database_without_a_store_is_left_as_it_is(run, url):
    answer = run("tables", "list")
    assert answer.exit_code == 1
    assert "there is no store in postgresql://" in answer.stderr
    assert ask(url, "SELECT to_regclass('log')")[0][0] is None


@pytest.mark.parametrize(("command", "program"), [("backup", "pg_dump"), ("restore", "pg_restore")])
def test_backups_are_left_to_the_database(run, tmp_path, command, program):
    answer = run(command, str(tmp_path / "file"))
    assert answer.exit_code == 1
    assert f"by its own programs, not by Eddyline: use {program}" in answer.stderr


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["check"], ["tables", "list"]])
def test_an_address_that_is_none_is_refused_by_every_command(command):
    answer = subprocess.run(
        [sys.executable, "-m", "eddyline", *command],
        env=os.environ | {"EDDYLINE_STORE": "mysql://anna:secret@host/db"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 1
    assert "expected the address of a PostgreSQL database" in answer.stderr
    assert "secret" not in answer.stdout + answer.stderr
