"""What is particular to the store in PostgreSQL; `test_store` has what both stores promise."""

from __future__ import annotations

import asyncio
import socket
from unittest import mock

import asyncpg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.ext.asyncio import create_async_engine

from eddyline.server.store import (
    Alive,
    DamagedError,
    DeletedError,
    FullError,
    OutcomeUnknownError,
    Row,
    StoreError,
    VersionTakenError,
)
from eddyline.server.store.migrations import NEWEST
from eddyline.server.store.postgres import database as postgres_database
from eddyline.server.store.postgres import peers as postgres_peers
from eddyline.server.store.postgres import store as postgres_module
from eddyline.server.store.postgres.database import Database
from eddyline.server.store.postgres.store import PostgresStore
from eddyline.server.store.schema import metadata, shared
from support.database import Postgres, ask
from support.tables import until

ROWS = [Row(1, '{"a":1}'), Row(2, '{"b":"ü ∑ 🛶"}'), Row(3, "{}")]


@pytest.fixture
def url(postgres):
    return postgres.store()


@pytest.fixture
async def open_store(url):
    """Open stores on one database, as that many processes would."""
    made = []

    def make():
        made.append(PostgresStore(url))
        return made[-1]

    yield make
    for store in made:
        await store.close()


# ---- several processes ----


async def test_processes_that_start_at_once_make_one_schema(url):
    stores = await asyncio.gather(*(asyncio.to_thread(PostgresStore, url) for _ in range(4)))
    await asyncio.gather(*(store.append(f"t{number}", 1, ROWS) for number, store in enumerate(stores)))
    assert [kept.table for kept in await stores[0].tables()] == ["t0", "t1", "t2", "t3"]
    for store in stores:
        await store.close()


async def test_of_two_processes_one_has_a_version_and_the_other_hears_of_it(open_store):
    ours, theirs = open_store(), open_store()
    await ours.changes()
    hearing = asyncio.create_task(ours.changes())
    await theirs.append("t", 1, ROWS[:1])
    assert await hearing == {"t"}
    with pytest.raises(VersionTakenError):
        await ours.append("t", 1, ROWS[1:])
    assert await ours.load("t") == ROWS[:1]
    await ours.append("t", 2, ROWS[1:])
    with pytest.raises(VersionTakenError):
        await theirs.append("t", 2, ROWS[1:2])
    assert await theirs.load("t") == ROWS


async def test_many_appends_of_two_processes_to_the_same_tables_do_not_wait_for_each_other(open_store):
    stores = [open_store(), open_store()]
    for version in range(1, 6):
        names = [f"t{number:02}" for number in range(40)]
        orders = names, names[::-1]
        outcomes = await asyncio.gather(
            *(
                store.append(name, version, ROWS[:1])
                for store, order in zip(stores, orders, strict=True)
                for name in order
            ),
            return_exceptions=True,
        )
        assert sum(outcome is None for outcome in outcomes) == len(names)
        assert sum(isinstance(outcome, VersionTakenError) for outcome in outcomes) == len(names)


async def test_a_table_is_deleted_whole_whatever_others_append(open_store):
    ours, theirs = open_store(), open_store()
    for number in range(30):
        table = f"t{number}"
        await ours.append(table, 1, ROWS[:1])
        appended, deleted = await asyncio.gather(
            theirs.append(table, 2, ROWS[1:2]), ours.delete({table: 1}), return_exceptions=True
        )
        if deleted:
            assert isinstance(appended, DeletedError)
            assert await theirs.load(table) == []
        else:
            assert appended is None
            assert await ours.load(table) == ROWS[:2]


async def test_whoever_could_not_hear_looks_at_everything(open_store, postgres):
    store = open_store()
    await store.changes()
    hearing = asyncio.create_task(store.changes())
    query = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = $1"
    assert ask(postgres.url, query, f"eddyline listening {store.peers.name}")[0][0] == 1
    assert await hearing is None


async def test_leases_pass_on_when_their_process_is_gone(open_store, url):
    ours, theirs = open_store(), open_store()
    await asyncio.gather(ours.changes(), theirs.changes())
    assert await ours.peers.claim(["t", "u"]) == {"t", "u"}
    assert await theirs.peers.claim(["t", "u", "v"]) == {"v"}
    assert await ours.peers.claim(["t"]) == {"t"}
    assert [ours.peers.holds(table) for table in "tuv"] == [True, True, False]
    await ours.peers.release(["u"])
    assert await theirs.peers.claim(["t", "u"]) == {"u"}
    ask(url, "UPDATE process SET until = now() WHERE id = $1", ours.peers.name)
    assert await theirs.peers.claim(["t"]) == {"t"}


async def test_processes_hear_each_other(open_store):
    ours, theirs = open_store(), open_store()
    await asyncio.gather(ours.changes(), theirs.changes())
    await theirs.peers.tell("somebody is here: ü")
    assert (await ours.peers.hear()).missed, "at the beginning"
    while isinstance(heard := await ours.peers.hear(), Alive):
        assert not heard.missed
    assert heard == (theirs.peers.name, "somebody is here: ü")


# ---- certainty ----


async def test_waiting_appends_share_a_transaction(open_store, url):
    store = open_store()
    await store.append("first", 1, ROWS[:1])
    await asyncio.gather(*(store.append(f"t{number}", 1, ROWS) for number in range(100)))
    ((transactions,),) = ask(url, "SELECT count(DISTINCT xmin::text) FROM log WHERE table_id <> 'first'")
    assert transactions == 1


@pytest.mark.parametrize("carried_out", [True, False])
async def test_a_lost_commit_is_found_out(open_store, monkeypatch, carried_out):
    store = open_store()
    await store.append("t", 1, ROWS[:1])
    lose_next_commit(store, monkeypatch, carried_out=carried_out)
    outcomes = await asyncio.gather(store.append("t", 2, ROWS[1:]), store.append("u", 1, ROWS), return_exceptions=True)
    if carried_out:
        assert outcomes == [None, None]
    else:
        assert [type(outcome) for outcome in outcomes] == [StoreError, StoreError]
        await store.append("t", 2, ROWS[1:])
    assert await store.load("t") == ROWS


async def test_a_commit_that_another_process_was_faster_with_is_not_ours(open_store, monkeypatch):
    ours, theirs = open_store(), open_store()
    await ours.append("t", 1, ROWS[:1])
    lose_next_commit(ours, monkeypatch, carried_out=False)
    await theirs.append("t", 2, ROWS[2:])
    with pytest.raises(VersionTakenError):
        await ours.append("t", 2, ROWS[1:2])


async def test_what_was_written_is_told_so_whatever_becomes_of_the_others(open_store, monkeypatch):
    store = open_store()
    await store.append("u", 1, ROWS[:1])
    monkeypatch.setattr(postgres_module, "_FROM", "SELECT 1 / ($2::int * 0) WHERE $1::text <> '' AND $3::int > 0")
    outcomes = await asyncio.gather(store.append("t", 1, ROWS), store.append("u", 1, ROWS), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), StoreError]
    assert await store.load("t") == ROWS


async def test_a_statement_that_is_still_carried_out_is_ended_before_anything_else(open_store, monkeypatch, url):
    """The way to the database breaks while it waits for a lock: later it might still commit."""
    store = open_store()
    await store.append("t", 1, ROWS[:1])
    monkeypatch.setattr("eddyline.server.store.postgres.database.STATEMENT_WITHIN", 0.5)
    other = PostgresStore(url)
    async with other._reading.use() as link, link.transaction():
        await link.execute("LOCK TABLE log IN SHARE MODE")
        await store._writing.close()
        with pytest.raises(StoreError, match="connection broke"):
            await store.append("t", 2, ROWS[1:2])
        # What the store asks meanwhile to find out what was saved is active, too.
        query = (
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1 AND state = 'active'"
            " AND query LIKE '%INSERT INTO log%'"
        )
        assert ask(url, query, f"eddyline writing {store.peers.name}")[0][0] == 0
    assert await store.load("t") == ROWS[:1]
    await other.close()


def lose_next_commit(store, monkeypatch, *, carried_out):
    """Let the connection break after the next group was sent, before or after it is carried out."""
    use, broken = type(store._writing).use, []

    class Losing:
        def __init__(self, link):
            self._link = link

        def __getattr__(self, name):
            return getattr(self._link, name)

        async def fetch(self, query, *values):
            if query != postgres_module._APPEND or broken:
                return await self._link.fetch(query, *values)
            broken.append(True)
            if carried_out:
                await self._link.fetch(query, *values)
            self._link.terminate()
            raise ConnectionResetError

    class Line:
        def use(self):
            return self

        async def __aenter__(self):
            self._open = use(self._line)
            return Losing(await self._open.__aenter__())

        async def __aexit__(self, *error):
            return await self._open.__aexit__(*error)

        async def close(self):
            await self._line.close()

    line = Line()
    line._line = store._writing
    monkeypatch.setattr(store, "_writing", line)


@pytest.fixture(scope="module")
def database():
    """Run a PostgreSQL that may be away for a while."""
    made = Postgres().start()
    yield made
    made.stop("immediate")
    made.remove()


@pytest.mark.slow
async def test_a_database_that_is_away_is_told_and_comes_back_by_itself(database, monkeypatch):
    monkeypatch.setattr(postgres_module, "RETRY_EVERY", 0.02)
    store = PostgresStore(database.store())
    await store.append("t", 1, ROWS[:1])
    await asyncio.to_thread(database.stop, "immediate")
    with pytest.raises(StoreError) as away:
        await store.append("t", 2, ROWS[1:2])
    assert store.trouble == str(away.value)
    with pytest.raises(StoreError, match="cannot be reached"):
        await store.load("t")
    await asyncio.to_thread(database.start)
    await until(lambda: store.trouble is None)
    rows = await store.load("t")
    assert rows in (ROWS[:1], ROWS[:2])
    if not isinstance(away.value, OutcomeUnknownError):
        assert rows == ROWS[:1]
    await store.append("t", len(rows) + 1, ROWS[2:])
    await store.close()


async def test_what_no_standby_has_confirmed_is_not_confirmed(open_store, postgres, monkeypatch):
    monkeypatch.setattr(postgres_module, "RETRY_EVERY", 0.02)
    store = open_store()
    await store.append("t", 1, ROWS[:1])
    postgres.change("synchronous_standby_names", "*")
    try:
        monkeypatch.setattr(postgres_database, "STATEMENT_WITHIN", 0.2)
        store._writing._link.terminate()
        with pytest.raises(OutcomeUnknownError):
            await store.append("t", 2, ROWS[1:])
        assert store.trouble is not None
    finally:
        postgres.change("synchronous_standby_names", "")
    monkeypatch.setattr(postgres_database, "STATEMENT_WITHIN", 15)
    await until(lambda: store.trouble is None)
    assert await store.load("t") == ROWS


async def test_a_full_disk_is_told_to_everybody_in_the_group_until_there_is_room(open_store, url, monkeypatch):
    monkeypatch.setattr(postgres_module, "RETRY_EVERY", 0.02)
    store = open_store()
    await store.append("t", 1, ROWS[:1])
    full = "BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END"
    ask(url, f"CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ {full} $$")
    ask(url, "CREATE TRIGGER full_disk BEFORE INSERT ON log EXECUTE FUNCTION fill()")
    outcomes = await asyncio.gather(store.append("t", 2, ROWS[1:]), store.append("u", 1, ROWS), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [FullError, FullError]
    assert "nothing was written" in str(outcomes[0])
    ask(url, "DROP TRIGGER full_disk ON log")
    await until(lambda: store.trouble is None)
    await store.append("t", 2, ROWS[1:])
    assert await store.load("t") == ROWS
    assert await store.load("u") == []


@pytest.mark.slow
async def test_a_database_that_is_away_is_noticed_before_anybody_writes(database, monkeypatch, caplog):
    monkeypatch.setattr(postgres_peers, "BEAT", 0.02)
    store = PostgresStore(database.store())
    await store.changes()
    await asyncio.to_thread(database.stop, "immediate")
    await until(lambda: store.trouble is not None)
    await asyncio.to_thread(database.start)
    await until(lambda: store.trouble is None)
    assert await store.changes() is None
    assert "other processes are heard again" in [record.message for record in caplog.records]
    await store.close()


async def test_a_database_that_was_exchanged_is_refused_until_the_server_is_restarted(open_store, url):
    store = open_store()
    await store.append("t", 1, ROWS)
    # As pg_restore --clean does.
    ask(url, "CREATE TABLE copy (LIKE log INCLUDING ALL)")
    ask(url, "DROP TABLE log")
    ask(url, "ALTER TABLE copy RENAME TO log")
    await store._writing.close()
    with pytest.raises(StoreError, match="not the database any more that this server began with"):
        await store.append("t", 4, ROWS)
    assert store.trouble is not None


async def test_a_log_that_lacks_what_was_confirmed_is_damaged(open_store, url):
    store = open_store()
    await store.append("t", 1, ROWS)
    await store.append("u", 1, ROWS)
    ask(url, "DELETE FROM log WHERE table_id = 't' AND version = 3")
    ask(url, "UPDATE log SET body = '{}' WHERE table_id = 'u' AND version = 2")
    with pytest.raises(DamagedError, match="its log ends at version 2, but version 3 was confirmed"):
        await store.load("t")
    with pytest.raises(DamagedError, match="its log ends before version 3"):
        await store.append("t", 4, ROWS)
    with pytest.raises(DamagedError, match="version 2 is not what was written"):
        await store.load("u")
    await store.append("v", 1, ROWS)
    assert store.trouble is None


async def test_a_log_with_a_gap_does_not_keep_other_tables_from_going_on(open_store, url):
    store = open_store()
    await store.append("t", 1, ROWS[:1])
    ask(url, "INSERT INTO log (table_id, version, at, body, digest) VALUES ('t', 3, 0, '', '')")
    outcomes = await asyncio.gather(store.append("t", 2, ROWS[1:]), store.append("u", 1, ROWS), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [DamagedError, type(None)]


# ---- what is refused ----


@pytest.mark.slow
@pytest.mark.parametrize("setting", ["synchronous_commit", "fsync", "full_page_writes"])
def test_a_database_that_may_lose_something_is_refused(postgres, setting):
    postgres.change(setting, "off")
    try:
        with pytest.raises(StoreError, match=f"may lose what it has confirmed, because {setting} is off there"):
            PostgresStore(postgres.url)
    finally:
        postgres.change(setting, "on")


def test_an_option_that_does_not_exist_is_refused(postgres):
    with pytest.raises(StoreError, match="option"):
        PostgresStore(f"{postgres.url}?sslmode=perhaps")


def test_a_database_that_does_not_exist_is_named(postgres):
    with pytest.raises(StoreError, match="create it with createdb"):
        PostgresStore(postgres.url.replace("/postgres", "/nowhere"))


def test_nobody_there_is_told(free_port):
    with pytest.raises(StoreError, match="cannot be reached"):
        PostgresStore(f"postgresql://127.0.0.1:{free_port}/eddyline")
    hosts = f"127.0.0.1:{free_port},localhost:{free_port}"
    with pytest.raises(StoreError, match=f"none of the hosts of .*{hosts}.*cannot be reached.*; localhost.*cannot be"):
        PostgresStore(f"postgresql://{hosts}/eddyline")


def test_a_database_without_room_for_another_connection_is_no_damage(postgres, monkeypatch):
    full = asyncpg.TooManyConnectionsError("sorry, too many clients already")
    early = asyncpg.CannotConnectNowError("the database system is starting up")
    for error, said in ((full, "no connection left"), (early, "takes no connections now .*; nothing was written")):
        monkeypatch.setattr(asyncpg, "connect", mock.AsyncMock(side_effect=error))
        with pytest.raises(StoreError, match=said):
            PostgresStore(postgres.url)


async def test_a_primary_that_becomes_read_only_is_left(open_store, url):
    store = open_store()
    await store.append("t", 1, ROWS[:1])
    link = store._writing._link
    await link.execute("SET default_transaction_read_only = on")
    with pytest.raises(StoreError, match=r"cannot be written at the moment .*; nothing was written"):
        await store.append("t", 2, ROWS[1:])
    await store.append("t", 2, ROWS[1:])
    assert store._writing._link is not link
    assert await store.load("t") == ROWS


@pytest.fixture
def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        yield free.getsockname()[1]


def test_somebody_elses_database_is_refused(url):
    ask(url, "CREATE TABLE cats (name text)")
    with pytest.raises(StoreError, match="not a store of Eddyline"):
        PostgresStore(url)


async def test_a_newer_store_is_refused(url):
    await PostgresStore(url).close()
    ask(url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match=f"newer Eddyline .its schema is 9999, this program knows up to {NEWEST}"):
        PostgresStore(url)


async def test_a_store_from_before_takes_the_long_names_of_logs_that_are_no_tables_and_an_index(url):
    store = PostgresStore(url)
    await store.append("t", 1, ROWS)
    await store.close()
    ask(url, "ALTER TABLE log ALTER COLUMN table_id TYPE varchar(32)")
    ask(url, "DROP TABLE looked, played")
    ask(url, "UPDATE alembic_version SET version_num = '0003'")
    store = PostgresStore(url)
    assert await store.games.versions() == {}
    name = f"name.{'a' * 64}"
    await store.append(name, 1, ROWS)
    assert [await store.load(each) for each in ("t", name)] == [ROWS, ROWS]
    await store.close()


async def test_the_migrations_lead_to_the_schema(url):
    await PostgresStore(url).close()
    database = Database(url)
    engine = create_async_engine(
        "postgresql+asyncpg://", poolclass=sa.NullPool, async_creator=lambda: database.connect("test")
    )

    def compare(connection):
        return compare_metadata(MigrationContext.configure(connection), [metadata, shared])

    async with engine.connect() as connection:
        assert await connection.run_sync(compare) == []
    await engine.dispose()
