"""A seat within a minute, or bots fill up."""

from __future__ import annotations

import asyncio

import pytest

from eddyline.protocol.lobby import QuickSeat
from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import NewTable
from eddyline.server.hub.hub import Hub
from eddyline.server.web.quick_seats import FILLS_AFTER, LAST_SECONDS, ON_THE_WAY, SEATS, Matching
from support.apps import visiting
from support.tables import Clock, MemoryStore, Tab, outside, settings, until


@pytest.fixture
async def begin():
    made = []

    def make(store=None, clock=None):
        made.append(Hub(store or MemoryStore(), settings(outside=outside(len(made), clock), back_within=0.0)))
        return made[-1], Matching(made[-1])

    yield make
    for hub in made:
        await hub.close()


def wish(name, game="niagara", token=None):
    return QuickSeat(game=game, name=name, token=token or f"{name}-secret".ljust(32, "x"))


async def at(hub, seated):
    async with hub.room(seated.table) as room:
        tab = Tab(room)
        await tab.say("hello", token=seated.token)
        return tab


async def test_people_who_want_the_same_game_meet_at_the_table_that_waits_longest(begin):
    hub, matching = begin()
    anna = await matching.seat(wish("Anna"))
    bo = await matching.seat(wish("Bo"))
    other = await matching.seat(wish("Cy", game="canyon"))
    assert (anna.table, anna.seat) == (bo.table, 0)
    assert bo.seat == 1
    assert other.table != anna.table
    assert hub.lobby.entries[anna.table].listing.fills is not None


async def test_two_who_come_at_the_same_moment_meet(begin):
    hub, matching = begin()
    hub.store.gate = asyncio.Event()
    both = [asyncio.ensure_future(matching.seat(wish(name))) for name in ("Anna", "Bo")]
    await until(lambda: hub.store.waiting)
    hub.store.gate.set()
    anna, bo = await asyncio.gather(*both)
    assert anna.table == bo.table


async def test_the_game_starts_at_once_when_all_seats_are_taken(begin):
    hub, matching = begin()
    seats = [await matching.seat(wish(name)) for name in ("Anna", "Bo", "Cy", "Dora")]
    assert len({seated.table for seated in seats}) == 1
    assert len(seats) == SEATS
    async with hub.room(seats[0].table) as room:
        assert room.table.state.status == "running"
    assert (await matching.seat(wish("Emil"))).table != seats[0].table


async def test_who_asks_again_gets_the_same_seat_also_from_another_process_and_after_the_start(begin):
    store, clock = MemoryStore(), Clock()
    hub, matching = begin(store, clock)
    first = await matching.seat(wish("Anna"))
    assert await matching.seat(wish("Anna")) == first
    other, elsewhere = begin(store, clock)
    other.lobby.put(first.table, hub.lobby.entries[first.table].listing, 2, by="first", present=True)
    assert await elsewhere.seat(wish("Anna")) == first
    await hub.changes.catch_up()
    for name in ("Bo", "Cy", "Dora"):
        await matching.seat(wish(name))
    assert await matching.seat(wish("Anna")) == first


async def test_a_name_that_somebody_has_gets_a_number(begin):
    hub, matching = begin()
    await matching.seat(wish("Anna"))
    second = await matching.seat(wish("Anna", token="y" * 32))
    async with hub.room(second.table) as room:
        assert [seat.name for seat in room.table.state.seats[:2]] == ["Anna", "Anna 2"]


async def test_bots_take_the_free_seats_when_the_minute_is_over(begin):
    clock = Clock()
    hub, matching = begin(clock=clock)
    seated = await matching.seat(wish("Anna"))
    tab = await at(hub, seated)
    state = tab.room.table.state
    assert tab.room.info().fills == FILLS_AFTER
    clock.now += FILLS_AFTER - 1
    tab.room.alarms._fill_up()
    await asyncio.gather(*tab.room.alarms._beside)
    assert state.status == "open", "the minute is not over yet"
    clock.now += 1
    tab.room.alarms._fill_up()
    await until(lambda: state.status == "running")
    assert [seat.kind for seat in state.seats] == ["human", *["bot"] * (SEATS - 1)]
    assert tab.room.info().fills is None


async def test_the_seats_are_filled_by_themselves(begin):
    clock = Clock()
    hub, matching = begin(clock=clock)
    seated = await matching.seat(wish("Anna"))
    clock.now += FILLS_AFTER
    tab = await at(hub, seated)
    await until(lambda: tab.room.table.state.status == "running")


async def test_who_has_gone_away_loses_the_seat_to_a_bot_and_nothing_starts_without_people(begin):
    clock = Clock()
    hub, matching = begin(clock=clock)
    anna, bo = await matching.seat(wish("Anna")), await matching.seat(wish("Bo"))
    clock.now += FILLS_AFTER
    async with hub.room(anna.table) as room:
        await room.seating.fill_up(frozenset())
        assert room.table.state.status == "open"
        tab = await at(hub, bo)
        await until(lambda: room.table.state.status == "running")
        assert [seat.name for seat in room.table.state.seats if seat.kind == "human"] == ["Bo"]
        assert room.table.state.host == tab.connection.seat == 1


async def test_nobody_is_seated_where_nobody_waits_nor_in_the_last_seconds(begin):
    clock = Clock()
    hub, matching = begin(clock=clock)
    first = await matching.seat(wish("Anna"))
    clock.now += ON_THE_WAY - 1
    assert (await matching.seat(wish("Bo"))).table == first.table, "she may be on the way"
    clock.now += 1
    left = await matching.seat(wish("Cy"))
    assert left.table != first.table
    await at(hub, first)
    assert (await matching.seat(wish("Dora"))).table == first.table, "the one who waits longest comes first"
    clock.now += FILLS_AFTER - ON_THE_WAY - LAST_SECONDS
    assert (await matching.seat(wish("Emil"))).table not in {first.table, left.table}


async def test_who_leaves_makes_room(begin):
    hub, matching = begin()
    anna, bo = await matching.seat(wish("Anna")), await matching.seat(wish("Bo"))
    await at(hub, anna)
    tab = await at(hub, bo)
    await tab.say("remove_seat", seat=1)
    assert (await matching.seat(wish("Cy"))).seat == 1
    again = await matching.seat(wish("Bo"))
    assert (again.table, again.seat) == (anna.table, 2), "the old token is nobody's any more"


async def test_tables_that_people_have_opened_themselves_are_left_to_them(begin):
    hub, matching = begin()
    own = await hub.open(NewTable(game="niagara", name="Anna", seats=4, access="open"))
    assert (await matching.seat(wish("Bo"))).table != own.table


@pytest.mark.parametrize(
    ("changes", "reason"), [({"game": "chess"}, "no game 'chess'"), ({"name": "\u2800"}, "visible character")]
)
async def test_what_cannot_be_is_refused(begin, changes, reason):
    _, matching = begin()
    await matching.seat(wish("Anna"))
    with pytest.raises(RefusalError, match=reason):
        await matching.seat(QuickSeat(**({"game": "niagara", "name": "Bo", "token": "z" * 32} | changes)))


def test_the_seat_is_given_over_http():
    with visiting(settings(), MemoryStore(), base_url="http://testserver.local") as client:
        body = {"game": "niagara", "name": "Anna", "token": "a" * 32}
        first, second = (client.post("/api/lobby/seat", json=body) for _ in range(2))
        assert (first.status_code, first.json()) == (201, second.json())
        short = client.post("/api/lobby/seat", json=body | {"token": "abc"})
        assert short.status_code == 400
        assert "token" in short.json()["message"]
