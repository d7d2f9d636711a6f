"""Time in which nobody could play costs nobody, and nobody gains more than it lasted."""

from __future__ import annotations

import json

import msgspec
import pytest

from eddyline.protocol.pace import DAY, HOUR, Clock, Pace
from eddyline.protocol.table import NewTable
from eddyline.server.base.heartbeat import BEAT_EVERY, BEATS, BEATS_OF_A_LOG, LOGS, OUTAGES, Heartbeat
from eddyline.server.base.outages import Outages
from eddyline.server.hub.census import Census
from eddyline.server.hub.hub import Hub
from eddyline.server.hub.retention import Retention
from eddyline.server.notices.at_tables import AtTables
from eddyline.server.table.timing import Timing
from support.cups import Cup
from support.people import serving
from support.tables import Clock as Wall
from support.tables import MemoryStore, Tab, copied, open_evening, outside, settings, settled, until

DAYS = Pace(clock=Clock(DAY))
RESERVE = Pace(clock=Clock(30, 300))


class World:
    """A server that is killed and started again, and the time."""

    def __init__(self):
        self.wall, self.hubs = Wall(), []

    async def begin(self, hub):
        hub.heartbeat.machine = self.wall
        self.hub = hub
        self.hubs.append(hub)
        await hub.heartbeat.begin()
        return hub

    async def open(self, people=2, **changes):
        self.evening = await open_evening(people, clock=self.wall, start=False, **changes)
        await self.begin(self.evening.hub)
        room = await self.room()
        await room.seating.start(0)
        return room

    async def serve(self, seconds):
        """Let time pass while the server serves."""
        until = self.wall.now + seconds
        while self.wall.now < until:
            self.wall.now = min(until, self.wall.now + 5)
            await self.hub.heartbeat.tick()

    async def down(self, seconds):
        """Kill the server, and start it again after a while."""
        store = copied(self.hub.store)
        self.wall.now += seconds
        return await self.begin(Hub(store, settings(outside=outside(9, self.wall))))

    async def room(self):
        async with self.hub.room(self.evening.table_id) as room:
            return room

    async def tab(self, seat):
        tab = Tab(await self.room())
        await tab.say("hello", token=self.evening.tokens[seat])
        return tab

    async def left(self, seat=0):
        room = await self.room()
        return room.table.state.timing.left(seat, self.wall.now)

    def noted(self):
        """Return how long each outage is that the store has noted."""
        rows = [json.loads(row.body) for row in self.hub.store.logs[OUTAGES.log("all")]]
        return [(row["ends"] - row["begins"]) / 1000 for row in rows]


@pytest.fixture
async def world():
    made = World()
    yield made
    for hub in made.hubs:
        await hub.close()


# ---- measuring ----


def test_what_does_not_count_is_counted_once():
    outages = Outages()
    outages.know([(0, 10), (100, 160), (150, 200)])
    assert outages.elapsed(90, 210) == 20
    assert outages.later(90, 20) == 210
    assert outages.earlier(210, 20) == 90
    assert [outages.hit(time) for time in (99, 100, 199, 200)] == [None, (100, 200), (100, 200), None]
    timing = Timing(Clock(DAY), 1, outages)
    timing.owe({0}, 90)
    timing.rest_on(0, [(120_000, 300_000)])
    assert timing.taken(0, 310) == 20, "a vacation and an outage at the same time"
    assert timing.deadline({0}) == 90 + DAY + 200


def test_what_was_before_outages_were_noted_is_not_known():
    outages = Outages()
    assert outages.broke_off(5) is None
    outages.know([(50, 100), (150, 200)])
    assert [outages.broke_off(time) for time in (5, 60, 120, 160, 200)] == [5, 60, 150, 160, None]


def test_a_bot_s_time_and_an_outage_before_it_both_do_not_count():
    outages = Outages()
    outages.know([(0, 0), (10, 20)])
    timing = Timing(Clock(30, 300), 1, outages)
    timing.owe({0}, 0)
    timing.stood_in(0, 25)
    timing.came_back(0, 100)
    assert timing.taken(0, 101) == 16


# ---- clocks ----


async def test_an_outage_of_a_day_leaves_the_time_that_was_left(world):
    await world.open(pace=DAYS)
    await world.serve(2 * HOUR)
    assert await world.left() == (22 * HOUR, 0)
    hub = await world.down(26 * HOUR)
    await Census(hub).take()
    await hub.agenda.load_due()
    assert not hub.tables.has(world.evening.table_id), "it is not due"
    assert await world.left() == (22 * HOUR, 0)
    room = await world.room()
    await settled(room)
    assert room.table.state.to_play == {0, 1}, "no bot has played"
    await world.serve(21 * HOUR)
    assert await world.left() == (HOUR, 0)


async def test_a_restart_gives_no_reserve_back(world):
    room = await world.open(pace=RESERVE)
    await world.tab(0)
    await world.serve(200)
    assert room.table.state.timing.left(0, world.wall.now) == (0, 130)
    for _ in range(10):
        await world.down(0)
        await world.tab(0)
        _, reserve = await world.left()
        assert 130 <= reserve <= 130 + BEAT_EVERY


async def test_ten_restarts_gain_no_more_than_they_last(world):
    await world.open(pace=RESERVE)
    await world.tab(0)
    await world.serve(200)
    for _ in range(10):
        await world.hub.heartbeat.end()
        await world.down(3)
        await world.tab(0)
        await world.serve(6)
    assert await world.left() == (0, 130 - 60), "sixty seconds were served"


async def test_nobody_s_time_runs_where_nobody_was_when_the_server_was_killed(world, monkeypatch):
    monkeypatch.setattr("eddyline.server.table.absence.NOTED_AFTER", 0.0)
    room = await world.open(pace=RESERVE)
    tab = await world.tab(0)
    await world.serve(100)
    tab.close()
    await until(lambda: room.table.state.unattended is not None)
    await world.serve(1000)
    await world.down(5)
    await world.tab(0)
    assert await world.left() == (0, 230)
    again = await world.room()
    await until(lambda: again.table.state.unattended is None)
    await world.serve(10)
    await world.down(0)
    await world.tab(1)
    _, reserve = await world.left()
    assert 220 <= reserve <= 220 + BEAT_EVERY, "that somebody was back is in the log"


async def test_a_table_that_was_unloaded_gives_nothing_back(world, monkeypatch):
    monkeypatch.setattr("eddyline.server.table.absence.NOTED_AFTER", 0.0)
    room = await world.open(pace=RESERVE, forget_after=60.0)
    tab = await world.tab(0)
    await world.serve(200)
    tab.close()
    await until(lambda: room.table.state.unattended is not None)
    await world.serve(600)
    assert await world.hub.tables.forget_idle() == 1
    await world.tab(1)
    assert await world.left() == (0, 130)


async def test_nobody_at_a_table_is_noted_only_where_minutes_count(world, monkeypatch):
    monkeypatch.setattr("eddyline.server.table.absence.NOTED_AFTER", 0.0)
    room = await world.open(pace=DAYS)
    (await world.tab(0)).close()
    assert not room.alarms.absence._to_note
    assert room.table.state.timing.empty is None


async def test_a_tournament_waits_for_nobody_who_does_not_come(world):
    world.evening = await open_evening(2, clock=world.wall, start=False, pace=RESERVE)
    world.hub = world.evening.hub
    world.hubs.append(world.hub)
    room = await world.room()
    state = room.table.state
    state.opened = msgspec.structs.replace(state.opened, tournament="cup")
    await room.seating.start(0)
    assert (state.due, state.timing.empty) == (world.wall.now + 330, None)
    world.wall.now += 331
    room.bots.wake()
    await settled(room)
    assert state.updates[-1].late


async def test_without_a_clock_a_restart_adds_nothing_to_the_log(world):
    await world.open(pace=Pace())
    await world.tab(0)
    await world.serve(60)
    before = len(world.hub.store.logs[world.evening.table_id])
    await world.down(60)
    await world.tab(0)
    room = await world.room()
    await room.table.finish()
    assert len(world.hub.store.logs[world.evening.table_id]) == before
    assert room.table.state.timing.taken(0, world.wall.now) == 0, "the patience with who is silent begins anew"


@pytest.mark.parametrize(("pace", "left"), [(RESERVE, (30, 300)), (DAYS, (DAY, 0))])
async def test_a_log_from_before_outages_were_noted_costs_nobody_anything(world, pace, left):
    """The first start of this version: of the time before, nobody knows who was where."""
    world.evening = await open_evening(2, clock=world.wall, pace=pace)
    world.hub = world.evening.hub
    world.wall.now += 10 * DAY
    await world.down(0)
    await world.tab(0)
    assert await world.left() == left
    await world.evening.hub.close()


async def test_votes_and_absence_do_not_count_an_outage(world):
    await world.open(3, pace=Pace(absence=60))
    tabs = [await world.tab(seat) for seat in range(3)]
    await world.serve(100)
    await world.down(600)
    tabs = [await world.tab(seat) for seat in range(3)]
    refused = (await tabs[0].say("vote", matter="stand_in", seat=2))[-1]
    assert (refused["type"], refused["code"]) == ("refused", "wrong_time")
    tabs[2].close()
    world.wall.now += 600  # the machine is asleep
    refused = (await tabs[0].say("stand_in", seat=2))[-1]
    assert (refused["type"], refused["code"]) == ("refused", "wrong_time")
    await world.hub.heartbeat.tick()
    await world.serve(60)
    assert (await tabs[0].say("stand_in", seat=2))[-1]["type"] != "refused"


# ---- what an outage is ----


async def test_a_server_that_was_stopped_and_goes_on_plays_for_nobody(world):
    room = await world.open(pace=RESERVE)
    await world.tab(0)
    await world.serve(20)
    world.wall.now += 2000
    room.bots.wake()  # as the alarm does, which has waited for it
    assert room.table.late() == frozenset()
    assert room.table.state.timing.deadline({0}) is None
    await world.hub.heartbeat.tick()
    assert world.noted() == [0, 2000]
    assert room.table.state.timing.left(0, world.wall.now) == (10, 300)
    assert room.alarms._late is not None


async def test_while_nothing_can_be_saved_no_clock_runs(world):
    room = await world.open(pace=RESERVE)
    await world.tab(0)
    await world.serve(10)
    world.hub.store.failure = "the disk is full"
    for _ in range(100):
        await world.serve(5)
    assert room.table.state.timing.left(0, world.wall.now)[1] == 300
    assert await world.hub.tables.forget_idle() == 0
    world.hub.store.failure = None
    await world.serve(10)
    assert sum(world.noted()) == pytest.approx(500, abs=10)
    assert room.table.state.timing.left(0, world.wall.now)[0] > 0


async def test_a_clean_end_is_known_to_the_second(world):
    await world.open(pace=RESERVE)
    await world.tab(0)
    await world.serve(104)
    await world.hub.heartbeat.end()
    await world.down(60)
    assert world.noted() == [0, 60]


async def test_a_clock_that_was_set_back_costs_nothing_and_is_noted_when_it_is_right_again(world):
    await world.open(pace=DAYS)
    await world.serve(2 * HOUR)
    await world.down(-10 * DAY)
    assert (await world.left())[0] >= 22 * HOUR
    await world.serve(60)
    world.wall.now += 11 * DAY
    await world.hub.heartbeat.tick()
    assert 22 * HOUR <= (await world.left())[0] <= 22 * HOUR + BEAT_EVERY


async def test_a_busy_moment_is_no_outage(world):
    await world.open(pace=RESERVE)
    world.wall.now += 5
    await world.hub.heartbeat.tick()
    assert world.noted() == [0]


class Others:
    """Stand for the other processes of a database."""

    def __init__(self, *names):
        self.names = names

    async def others(self):
        return frozenset(self.names)


async def process(store, wall):
    made = Heartbeat(store, wall, lambda: None)
    made.machine = wall
    await made.begin()
    return made


async def serve_both(wall, beats, seconds):
    for _ in range(seconds // 5):
        wall.now += 5
        for each in beats:
            await each.tick()


async def test_one_of_two_processes_that_goes_down_is_no_outage():
    store, wall = MemoryStore(), Wall()
    store.peers = Others()
    ours = await process(store, wall)
    store.peers = Others("ours")
    theirs = await process(store, wall)
    await serve_both(wall, [ours, theirs], 60)
    await serve_both(wall, [ours], 600)
    again = await process(store, wall)
    await serve_both(wall, [ours, again], 60)
    assert len(store.logs[OUTAGES.log("all")]) == 1, "the first start alone"
    # A process that is stopped for a while, as well.
    await serve_both(wall, [ours], 600)
    await again.tick()
    assert len(store.logs[OUTAGES.log("all")]) == 1


async def test_when_all_processes_are_down_it_is_noted_once_and_all_know_it():
    store, wall = MemoryStore(), Wall()
    store.peers = Others()
    ours = await process(store, wall)
    await serve_both(wall, [ours], 60)
    wall.now += 1000
    first = await process(store, wall)
    store.peers = Others("first")
    second = await process(store, wall)
    assert len(store.logs[OUTAGES.log("all")]) == 2
    now = wall.now
    assert [each.outages.elapsed(now - 1000, now) for each in (first, second)] == [0, 0]
    # Both are stopped, and go on in the same moment; each sees the other.
    await serve_both(wall, [first, second], 60)
    wall.now += 1000
    await first.tick()
    await second.tick()
    await first.hear({OUTAGES.log("all")})
    assert len(store.logs[OUTAGES.log("all")]) == 3
    now = wall.now
    assert [each.outages.elapsed(now - 1000, now) for each in (first, second)] == [0, 0]


async def test_the_notes_take_no_more_and_no_more_room():
    store, wall = MemoryStore(), Wall()
    ours = await process(store, wall)
    for _ in range(3 * BEATS_OF_A_LOG):
        wall.now += 5
        await ours.tick()
        wall.now += 5
        await ours.tick()
        wall.now += 5
        await ours.tick()
    kept = [len(store.logs.get(BEATS.log(key), ())) for key in LOGS]
    assert max(kept) <= BEATS_OF_A_LOG
    assert sum(kept) > 0
    wall.now += 50
    again = await process(copied(store), wall)
    assert again.outages.elapsed(wall.now - 50, wall.now) == 0


# ---- other deadlines ----


async def test_bots_do_not_take_the_seats_of_those_who_could_not_come(world):
    hub = await world.begin(Hub(MemoryStore(), settings(outside=outside(clock=world.wall))))
    seated = await hub.open(NewTable(game="niagara", name="Anna", seats=3), fill_after=60.0)
    await world.serve(20)
    await world.down(600)
    async with world.hub.room(seated.table) as room:
        assert 40 <= room.info().fills <= 40 + BEAT_EVERY


async def test_an_outage_makes_no_table_abandoned(world):
    room = await world.open(pace=DAYS)
    await world.serve(60)
    hub = await world.down(400 * DAY)
    assert (await Retention(hub).clear(), hub.settings.keep_open) == (0, 30.0)
    assert room.table.state.status == "running"
    assert isinstance(hub.notices._sources[0], AtTables)
    await hub.notices._sources[0].begin(await hub.store.tables())


@pytest.mark.parametrize(("down", "waits"), [(2 * HOUR, 900), (120, 120)])
def test_a_tournament_whose_time_was_in_an_outage_starts_when_people_can_be_back(down, waits):
    wall = Wall()
    starts = int((wall.now + HOUR) * 1000)
    with serving(clock=wall) as server:
        cup = Cup(server, server.create()["session"], starts=starts)
        cup.done("POST", "/bots", {"bot": "random", "count": 3})
        wall.now += HOUR - down / 2
        server.client.blocking_portal.call(server.client.app.state.hub.heartbeat._beat)
        left = copied(server.store)
    wall.now += down
    with serving(left, wall) as cup.server:
        later = int((wall.now + waits) * 1000)
        assert (cup.until(lambda info: info["starts"] != starts)["starts"], cup.info["status"]) == (later, "open")
        wall.now += waits
        cup.until(lambda info: info["status"] != "open")
