from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import msgspec
import pytest

from eddyline.protocol.refusal import RefusalError
from eddyline.server.hub.census import Census
from eddyline.server.hub.hub import Hub
from eddyline.server.hub.retention import Retention
from eddyline.server.logs.ledger import Kind, Ledger, is_table
from eddyline.server.logs.troubles import NoTableError
from eddyline.server.store import OutcomeUnknownError, Row, SqliteStore
from eddyline.server.store.names import DATABASE
from eddyline.server.store.places import FilePlace
from eddyline.server.web import admin
from support.tables import Clock, MemoryStore, outside, refused, settings, until


class Put(msgspec.Struct, frozen=True, tag_field="entry", tag="put"):
    number: int


@dataclass
class Numbers:
    key: str
    found: list[tuple[int, int]] = field(default_factory=list)

    def apply(self, entry: Put, at: int) -> None:
        self.found.append((entry.number, at))


KIND = Kind("numbers", msgspec.json.Decoder(Put), Numbers)


def ledger(store, now=lambda: 1.5):
    return Ledger(store, now, KIND)


def put(*numbers):
    return lambda _: [Put(number) for number in numbers]


@pytest.mark.slow
async def test_what_is_written_is_folded_and_read_again_by_another_server(store):
    first = ledger(store)
    assert (await first.read("a")).found == []
    assert (await first.change("a", put(1, 2))).found == [(1, 1500), (2, 1500)]
    await first.change("b", put(9))
    second = ledger(store)
    assert (await second.read("a")).found == [(1, 1500), (2, 1500)]
    assert not is_table("numbers.a")
    assert is_table("abcdefgh2345")


async def test_two_processes_on_one_log_lose_nothing(store):
    one, two = ledger(store), ledger(store)
    await one.read("a")

    def count_on(state):
        return [Put(len(state.found))]

    await asyncio.gather(*(each.change("a", count_on) for each in (one, two) for _ in range(5)))
    assert [number for number, _ in (await one.read("a")).found] == list(range(10))
    assert (await one.read("a")).found == (await two.read("a")).found


async def test_nothing_is_written_when_nothing_is_to_change_or_the_change_is_refused(store):
    kept = ledger(store)
    await kept.change("a", put())
    assert await store.tables() == []

    def refuse(_):
        raise RefusalError("taken", "no")

    with pytest.raises(RefusalError, match="no"):
        await kept.change("a", refuse)
    assert await store.tables() == []


async def test_a_deleted_log_is_empty_for_everybody(store):
    one, two = ledger(store), ledger(store)
    await one.change("a", put(1))
    await two.read("a")
    await one.delete("a")
    await one.delete("nobody")
    for each in (one, two):
        assert (await each.read("a")).found == []
    assert await store.tables() == []


async def test_a_change_is_carried_out_although_its_caller_has_gone():
    store = MemoryStore()
    store.gate = asyncio.Event()
    kept = ledger(store)
    asking = asyncio.create_task(kept.change("a", put(1)))
    await until(lambda: store.waiting)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    store.gate.set()
    assert (await kept.read("a")).found == [(1, 1500)]


class Doubtful(MemoryStore):
    """Save entries without saying so, as long as this is wished."""

    written: bool | None = None

    async def append(self, table, version, rows):
        if self.written is not False:
            await super().append(table, version, rows)
        if self.written is not None:
            raise OutcomeUnknownError("the disk says nothing")


@pytest.mark.parametrize("written", [True, False])
async def test_an_unknown_outcome_is_found_out(written):
    store = Doubtful()
    kept = ledger(store)
    await kept.change("a", put(1))
    store.written = written
    assert (await refused(kept.change("a", put(2)))).code == "unsettled"
    store.written = None
    assert [number for number, _ in (await kept.read("a")).found] == ([1, 2] if written else [1])


async def test_a_store_in_trouble_and_a_log_that_is_no_such_log_are_refused():
    store = MemoryStore()
    kept = ledger(store)
    store.failure = "out of order"
    assert (await refused(kept.change("a", put(1)))).code == "store"
    store.failure = None
    assert (await kept.read("a")).found == []

    await store.append("numbers.b", 1, [Row(1, '{"entry":"other"}')])
    assert (await refused(kept.read("b"))).code == "damaged"


# ---- beside the tables ----


async def test_what_is_no_table_cannot_be_visited_listed_or_deleted_as_one(tmp_path):
    place = FilePlace(tmp_path / DATABASE)
    store = SqliteStore(tmp_path / DATABASE)
    await ledger(store).change("a", put(1))
    clock = Clock()
    hub = Hub(store, settings(keep=1.0, keep_open=1.0, outside=outside(clock=clock)))
    clock.now += 10 * 86_400
    with pytest.raises(RefusalError) as refused:
        async with hub.room("numbers.a"):
            pass
    assert refused.value.code == "unknown"
    assert await Retention(hub).clear() == 0
    await Census(hub).take()
    assert hub.lobby.entries == {}
    assert list(admin.list_tables(place)) == []
    assert list(admin.personal(place, "Ann", None)) == []
    assert admin.last_versions(place, ["numbers.a"]) == {}
    for act in (
        lambda: admin.look_at(place, "numbers.a"),
        lambda: admin.close(place, "numbers.a", None, 0.0),
        lambda: list(admin.personal(place, "Ann", "numbers.a")),
    ):
        with pytest.raises(NoTableError):
            act()
    assert (await ledger(store).read("a")).found == [(1, 1500)]
    await hub.close()


async def test_others_have_a_turn_while_a_long_log_is_folded(monkeypatch):
    monkeypatch.setattr("eddyline.server.logs.ledger.ENTRIES_AT_ONCE", 10)
    store = MemoryStore()
    await ledger(store).change("a", put(*range(95)))
    reading, turns = asyncio.create_task(ledger(store).read("a")), 0
    while not reading.done():
        await asyncio.sleep(0)
        turns += 1
    assert [number for number, _ in reading.result().found] == list(range(95))
    assert turns >= 9
