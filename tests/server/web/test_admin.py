"""Tables that another process closes or deletes beside a running server, and tables that nobody comes back to."""

from __future__ import annotations

import asyncio
import contextlib
import random

import pytest

from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import Join, NewTable
from eddyline.server.hub.retention import DAY, Retention
from eddyline.server.store import Row, StoreError, VersionTakenError
from eddyline.server.store.beside import BATCH
from eddyline.server.table import encoding, entries
from eddyline.server.web.app import build_app
from support.tables import Clock, MemoryStore, open_evening, random_turn, refused, until

CLOSED = entries.Stopped(why="closed", notice="The club is moving.")


def close_elsewhere(made, entry=CLOSED):
    """Append what `eddyline tables close` would."""
    log = made.rows
    log.append(Row(log[-1].at, encoding.encode(entry, None)))
    made.store.changed = True


async def notice(made):
    await made.store.changes()
    await made.hub.changes.catch_up()


# ---- closed ----


async def test_everybody_sees_that_a_running_table_was_closed(evening):
    made = await evening(2)
    tab = await made.tab(0)
    tab.hear()
    close_elsewhere(made)
    await notice(made)
    (sync,) = tab.hear()
    table = sync["table"]
    assert (table["status"], table["ended"], table["notice"]) == ("over", "closed", "The club is moving.")
    room = await made.room()
    with pytest.raises(RefusalError, match="The operator of this server has closed this table"):
        await room.table.confirm(0, room.table.state.version, (1,), "turn-0001")
    with pytest.raises(RefusalError, match="closed before its game was over"):
        await room.seating.move_on(None)
    assert room.table.state.record() is not None


async def test_an_open_table_that_was_closed_cannot_be_joined_started_or_repeated(evening):
    made = await evening(2, start=False)
    room = await made.room()
    close_elsewhere(made)
    await notice(made)
    assert room.info().ended == "closed"
    for forbidden in (
        lambda: made.hub.join(made.table_id, Join(name="Zoe")),
        lambda: room.seating.start(0),
        lambda: room.seating.remove(0, 1),
        lambda: room.seating.move_on(None),
    ):
        with pytest.raises(RefusalError, match="closed"):
            await forbidden()
    assert room.table.state.version == len(made.rows)


async def test_of_a_turn_and_a_closing_at_the_same_version_one_wins_and_the_other_is_told(evening):
    made = await evening(2)
    room = await made.room()
    seat = min(room.table.state.to_play)
    version, turn = room.table.state.version, random_turn(room.table, seat, random.Random(1))
    close_elsewhere(made)
    with pytest.raises(RefusalError, match="has closed this table") as refused:
        await room.table.confirm(seat, version, turn, "turn-0001")
    assert refused.value.code == "wrong_time"
    assert room.info().ended == "closed"
    with pytest.raises(VersionTakenError):
        await made.store.append(made.table_id, version + 1, [Row(1, "{}")])


# ---- deleted ----


async def test_a_deleted_table_says_so_to_everybody_and_is_gone(evening):
    made = await evening(2)
    player, spectator = await made.tab(0), await made.tab(None)
    player.hear(), spectator.hear()
    version = (await made.room()).table.state.version
    await made.store.delete({made.table_id: version})
    await notice(made)
    for tab in (player, spectator):
        (refused,) = tab.hear()
        assert (refused["type"], refused["code"]) == ("refused", "deleted")
        assert tab.connection.closing.code == 4412
    with pytest.raises(RefusalError, match="no such table"):
        await made.room()
    assert made.table_id not in made.store.logs


async def test_a_turn_at_a_deleted_table_is_refused_before_the_server_has_looked(evening):
    made = await evening(2)
    room = await made.room()
    seat, version = min(room.table.state.to_play), room.table.state.version
    turn = random_turn(room.table, seat, random.Random(1))
    await made.store.delete({made.table_id: version})
    assert (await refused(room.table.confirm(seat, version, turn, "turn-0001"))).code == "deleted"
    assert made.table_id not in made.store.logs


async def test_nothing_changes_at_tables_that_nobody_touched(evening):
    made = await evening(2)
    tab = await made.tab(0)
    tab.hear()
    made.store.changed = True
    await notice(made)
    assert tab.hear() == []
    assert tab.connection.closing is None


# ---- retention ----


async def clear(made, days):
    """Go some days ahead, and clear."""
    made.hub.settings.outside.clock.now += days * DAY
    return await Retention(made.hub).clear()


@pytest.mark.parametrize(
    ("start", "days", "limits", "deleted"),
    [
        (False, 29, {}, 0),
        (False, 31, {}, 1),
        (True, 1000, {}, 0),
        (True, 9, {"keep": 10}, 0),
        (True, 11, {"keep": 10}, 1),
        (False, 11, {"keep": 10}, 0),
        (False, 1000, {"keep_open": None}, 0),
        (False, 1000, {"keep_open": None, "keep": 5}, 0),
        (True, 6, {"keep_open": 5, "keep": None}, 0),
    ],
)
async def test_tables_are_kept_for_as_long_as_the_host_says(evening, start, days, limits, deleted):
    made = await evening(2, start=start, clock=Clock(), **limits)
    assert await clear(made, days) == deleted
    assert (made.table_id in made.store.logs) == (not deleted)


async def test_a_table_where_somebody_is_stays(evening):
    made = await evening(2, start=False, clock=Clock())
    async with made.hub.room(made.table_id):
        assert await clear(made, 100) == 0
    assert await clear(made, 0) == 1


async def deleting(made, outcome):
    """Delete an abandoned table with this outcome while somebody asks for it; return their task."""
    coming = []

    async def slowly(tables):
        coming.append(asyncio.create_task(made.hub.join(made.table_id, Join(name="Zoe"))))
        await asyncio.sleep(0)
        assert not coming[0].done()
        return await outcome(tables)

    made.store.delete = slowly
    with contextlib.suppress(StoreError):
        await clear(made, 100)
    return coming[0]


async def test_nobody_comes_in_while_a_table_is_being_deleted(evening):
    made = await evening(2, start=False, clock=Clock())
    assert (await refused(await deleting(made, made.store.delete))).code == "deleted"


async def kept(_):
    return []


async def failed(_):
    raise StoreError("no")


@pytest.mark.parametrize("outcome", [kept, failed])
async def test_whoever_comes_while_a_table_is_not_deleted_after_all_comes_in(evening, outcome):
    made = await evening(2, start=False, clock=Clock())
    room = await made.room()
    await room.seating.remove(0, 1)
    coming = await deleting(made, outcome)
    assert (await coming).table == made.table_id


async def test_many_are_deleted_in_batches_and_damaged_ones_are_left(evening):
    made = await evening(2, start=False, clock=Clock())
    for _ in range(BATCH + 5):
        await made.hub.open(NewTable(game="niagara", name="Anna", seats=3))
    made.store.logs["broken"] = [Row(0, "?")]
    assert await clear(made, 100) == BATCH + 6
    assert list(made.store.logs) == ["broken"]


@pytest.mark.parametrize("limits", [{}, {"keep": 10}])
async def test_tables_that_cannot_be_opened_are_left_to_the_host(evening, limits):
    made = await evening(2, start=False, clock=Clock(), **limits)
    logs = made.store.logs
    opened, *others = logs[made.table_id]
    assert '"game":"niagara"' in opened.body
    logs["strange"] = [Row(opened.at, opened.body.replace('"game":"niagara"', '"game":"rapids"')), *others]
    logs["broken"] = [opened, *others, Row(opened.at, '{"entry":"flooded"}')]
    assert await clear(made, 100) == 1
    assert set(logs) == {"strange", "broken"}


async def test_a_store_that_fails_loses_nothing(evening):
    made = await evening(2, start=False, clock=Clock())
    made.store.failure = "no"
    with pytest.raises(StoreError):
        await clear(made, 100)
    made.store.failure = None
    assert made.hub.tables.leaving == {}
    assert made.table_id in made.store.logs


async def test_a_server_clears_at_its_start_and_says_how_many(caplog):
    class Kept(MemoryStore):
        async def close(self):
            pass

    store, clock = Kept(), Clock()
    made = await open_evening(2, start=False, store=store, clock=clock)
    await made.hub.heartbeat.begin()
    clock.now += 31 * DAY
    await made.hub.close()
    app = build_app(made.hub.settings, store)
    caplog.set_level("INFO", "eddyline")
    async with app.lifespan():
        await until(lambda: any(record.message == "abandoned tables were deleted" for record in caplog.records))
    assert made.table_id not in store.logs
    (told,) = [record for record in caplog.records if record.message == "abandoned tables were deleted"]
    assert told.tables == 1
