"""Several processes serve the same tables from one PostgreSQL database."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from typing import TYPE_CHECKING

import pytest

from eddyline.protocol.accounts import HeldSeat, NewAccount
from eddyline.protocol.pace import Clock, Pace
from eddyline.protocol.table import Join, NewTable
from eddyline.server.accounts.account import Restored, Suspended
from eddyline.server.accounts.sessions import parse
from eddyline.server.hub.hub import Hub
from eddyline.server.room import leases as leases_module
from eddyline.server.store.postgres import peers as postgres_peers
from eddyline.server.store.postgres import store as postgres_module
from eddyline.server.store.postgres.store import PostgresStore
from support.database import Postgres, ask, programs
from support.lookers import Looker
from support.people import CALLER, PASSWORD, CountedHasher
from support.tables import Tab, open_evening, outside, refusal, settings, until

if TYPE_CHECKING:
    from eddyline.server.room.room import Room


class Processes:
    """Be several servers in one loop, with one table."""

    def __init__(self, url):
        self.url = url
        self.hubs = []
        self._ended = []
        self._tasks = {}

    async def begin(self, hub):
        self.hubs.append(hub)
        loop = asyncio.get_running_loop()
        self._tasks[hub] = [
            loop.create_task(each()) for each in (hub.changes.watch_store, hub.tables.leases.keep, hub.peers.keep)
        ]
        await until(lambda: hub.store.peers._sure_until > 0)
        return hub

    async def open(self, *people, **changes):
        self.made = await open_evening(*people, store=PostgresStore(self.url), **changes)
        await self.begin(self.made.hub)
        return self.made.hub

    async def another(self, **changes):
        return await self.begin(Hub(PostgresStore(self.url), settings(outside=outside(2), **changes)))

    async def room(self, hub) -> Room:
        async with hub.room(self.made.table_id) as room:
            return room

    async def tab(self, hub, seat, since=None) -> Tab:
        tab = Tab(await self.room(hub))
        await tab.say("hello", token=None if seat is None else self.made.tokens[seat], since=since)
        return tab

    async def kill(self, hub):
        """Stop a process as kill -9 would, as far as others can see, and let its time pass."""
        self.hubs.remove(hub)
        self._ended.append(hub)
        for task in (*self._tasks.pop(hub), hub.store.peers._listening):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        ask(self.url, "UPDATE process SET until = now() WHERE id = $1", hub.store.peers.name)

    async def close(self):
        for hub in self.hubs:
            for task in self._tasks[hub]:
                task.cancel()
        for hub in (*self.hubs, *self._ended):
            await hub.close()


@pytest.fixture
async def processes(postgres, monkeypatch):
    monkeypatch.setattr(postgres_peers, "BEAT", 0.05)
    monkeypatch.setattr(leases_module, "RETRY_LEASE", 0.05)
    made = Processes(postgres.store())
    yield made
    await made.close()


def seats(tab):
    """Return who is online, as a tab was told last."""
    told = [message["table"] for message in tab.hear() if "table" in message]
    return {seat["seat"] for seat in told[-1]["seats"] if seat["online"]} if told else None


async def shown(tab, wanted):
    found = None
    while found != wanted:
        found = seats(tab) if (now := seats(tab)) is None else now
        await asyncio.sleep(0.001)


@pytest.mark.slow
async def test_players_of_one_table_play_by_way_of_two_processes(processes):
    ours, theirs = await processes.open(2), await processes.another()
    anna, bo = await processes.tab(ours, 0), await processes.tab(theirs, 1)
    for turn in range(12):
        await until(lambda: anna.room.table.state.version == bo.room.table.state.version)
        for tab in (anna, bo):
            seat = tab.connection.seat
            if seat in tab.room.table.state.to_play:
                version = tab.room.table.state.version
                draft = tab.room.table.drafts.of(seat).draft
                while not draft.complete:
                    draft.decide(draft.legal()[0])
                await tab.say("confirm", version=version, decisions=list(draft.decisions), turn=f"turn-{turn}-{seat}")
    assert anna.room.table.state.version >= 12
    await until(lambda: anna.room.table.state.version == bo.room.table.state.version)
    assert anna.room.table.view(0) == (await processes.room(theirs)).table.view(0)


async def test_who_is_connected_to_another_process_is_online(processes):
    ours, theirs = await processes.open(3), await processes.another()
    anna = await processes.tab(ours, 0)
    bo = await processes.tab(theirs, 1)
    await until(lambda: anna.room.online() == bo.room.online() == {0, 1})
    assert [seat.online for seat in anna.room.info().seats] == [True, True, False]
    await processes.tab(theirs, None)
    await until(lambda: anna.room.info().spectators == 1)
    anna.room._clock.now += 3600
    assert refusal(await anna.say("stand_in", seat=1))[0] == "not_yours", "Bo is at the table"
    bo.close()
    await until(lambda: anna.room.online() == {0})
    assert anna.room.info().seats[1].away is not None


async def test_who_was_connected_to_a_process_that_ended_is_gone(processes):
    ours, theirs = await processes.open(2), await processes.another()
    anna = await processes.tab(ours, 0)
    await processes.tab(theirs, 1)
    await until(lambda: anna.room.online() == {0, 1})
    await processes.kill(theirs)
    await until(lambda: anna.room.online() == {0})


async def test_emotes_and_votes_are_those_of_all_processes(processes):
    ours, theirs = await processes.open(2), await processes.another()
    anna, bo = await processes.tab(ours, 0), await processes.tab(theirs, 1)
    await bo.say("emote", emote="thanks")
    await until(lambda: anna.room.info().seats[1].emote is not None)
    await anna.say("vote", matter="stop", seat=None, favour=True)
    await until(lambda: bo.room.info().votes)
    await anna.say("vote", matter="stop", seat=None, favour=False)
    await until(lambda: not bo.room.info().votes)
    await anna.say("vote", matter="stop", seat=None, favour=True)
    await until(lambda: bo.room.info().votes)
    await bo.say("vote", matter="stop", seat=None, favour=True)
    assert bo.room.info().ended is not None
    await until(lambda: anna.room.info().ended == bo.room.info().ended)


async def test_who_was_shown_a_later_version_by_another_process_is_not_shown_an_earlier_one(processes):
    ours = await processes.open(3)
    theirs = Hub(PostgresStore(processes.url), settings())  # it hears of nothing
    late = await processes.room(theirs)
    anna = await processes.tab(ours, 0)
    version = anna.room.table.state.version
    decisions = [anna.room.table.drafts.of(0).draft.legal()[0]]
    await anna.say("confirm", version=version, decisions=decisions, turn="turn-one")
    assert late.table.state.version == version
    moved = await processes.tab(theirs, 0, since=version + 1)
    assert late.table.state.version == version + 1
    (again,) = await moved.say("confirm", version=version, decisions=decisions, turn="turn-one")
    assert again["version"] == version + 1, "the same turn again plays nothing"
    await theirs.close()


async def test_one_process_plays_the_bots_and_another_goes_on_when_it_ends(processes, monkeypatch):
    ours = await processes.open(1, bots=2, bots_rest_after=10.0)
    theirs = await processes.another(bots_rest_after=10.0)
    thoughts = {ours: 0, theirs: 0}
    for hub in thoughts:
        play = hub.tables.thinkers.play

        async def counted(*args, _hub=hub, _play=play, **named):
            thoughts[_hub] += 1
            return await _play(*args, **named)

        monkeypatch.setattr(hub.tables.thinkers, "play", counted)
    anna = await processes.tab(ours, 0)
    await until(lambda: anna.room.table.state.to_play == {0})
    watcher = await processes.tab(theirs, None)
    assert thoughts[theirs] == 0

    async def play_until(tab, done):
        """Play a person's turns until the bots have done something, too."""
        state = tab.room.table.state
        while True:
            await until(lambda: 0 in state.to_play or done())
            if done():
                return
            draft = tab.room.table.drafts.of(0).draft
            while not draft.complete:
                draft.decide(draft.legal()[0])
            turn = f"turn-{state.version:04}"
            await tab.say("confirm", version=state.version, decisions=list(draft.decisions), turn=turn)

    played = thoughts[ours]
    await play_until(anna, lambda: thoughts[ours] >= played + 4)
    assert thoughts[theirs] == 0, "the other process has the table"
    await until(lambda: watcher.room.table.state.version == anna.room.table.state.version)
    await processes.kill(ours)
    await play_until(await processes.tab(theirs, 0), lambda: thoughts[theirs] >= 4)


async def test_bots_go_on_where_somebody_is_when_nobody_is_left_elsewhere(processes):
    ours = await processes.open(2, bots=1, bots_rest_after=0.0)
    theirs = await processes.another(bots_rest_after=10.0)
    anna = await processes.tab(ours, 0)
    table = processes.made.table_id
    await until(lambda: ours.store.peers.holds(table))
    await until(lambda: 2 not in anna.room.table.state.to_play)
    bo = await processes.tab(theirs, 1)
    anna.close()
    await until(lambda: not ours.store.peers.holds(table))
    bo.room.bots._leased.ours(bo.room.bots.wake)
    await until(lambda: theirs.store.peers.holds(table))


async def test_time_that_others_have_counted_goes_on_where_a_table_is_loaded(processes):
    clock = Pace(clock=Clock(30, 0))
    ours = await processes.open(2, pace=clock)
    anna = await processes.tab(ours, 0)
    ours.settings.outside.clock.now += 20
    theirs = await processes.another()
    theirs.settings.outside.clock.now = ours.settings.outside.clock.now
    bo = await processes.tab(theirs, 1)
    await until(lambda: anna.room.online() == bo.room.online() == {0, 1})
    left = [room.info().seats[0].left for room in (anna.room, bo.room)]
    assert left[0] == left[1] == (10.0, 0.0)


# ---- the lobby ----


async def test_a_table_opened_by_way_of_one_process_is_listed_by_the_other_until_it_is_over(processes):
    ours = await processes.open(2, start=False)
    theirs = await processes.another()
    here, there, elsewhere = Looker(ours).watch(), Looker(theirs).watch(), Looker(theirs).watch(clock="days")
    seated = await ours.open(NewTable(game="canyon", name="Dora", seats=3, access="open"))
    await until(lambda: there.ids == [seated.table])
    assert here.ids == there.ids
    assert there.rows == here.rows
    assert there.rows[0]["seats"][0]["name"] == "Dora"
    assert elsewhere.ids == []
    assert not theirs.tables.has(seated.table), "nobody has come to it there"

    await theirs.join(seated.table, Join(name="Emil"))
    for looker in (here, there):
        await until(lambda: [seat["name"] for seat in looker.only["seats"]] == ["Dora", "Emil", ""])  # noqa: B023

    async with theirs.room(seated.table) as room:
        tab = Tab(room)
        await tab.say("hello", token=seated.token)
        await tab.say("add_bot", seat=2, bot="random")
        running = Looker(ours).watch(status="running")
        await tab.say("start")
        await until(lambda: running.ids == [seated.table])
        assert here.ids == there.ids == []
        await tab.say("set_access", access="link")
        await until(lambda: running.ids == [])


async def test_a_process_that_comes_later_lists_what_the_others_know(processes):
    ours = await processes.open(2, start=False)
    seated = await ours.open(NewTable(game="niagara", name="Dora", seats=3, access="open"))
    async with ours.room(seated.table) as room:
        tab = Tab(room)
        await tab.say("hello", token=seated.token)
        theirs = await processes.another()
        await until(lambda: Looker(theirs).watch().ids == [seated.table])
        assert theirs.lobby.entries[seated.table].present, "its host is there, by way of the first process"
        await processes.kill(ours)
        await until(lambda: not theirs.lobby.entries[seated.table].present)
    assert Looker(theirs).watch().ids == [seated.table], "its host may come by way of the other process"


# ---- people at the site ----


async def test_who_is_at_the_site_by_way_of_another_process_is_not_away(processes):
    ours = await processes.open(2, start=False)
    theirs = await processes.another()
    ann, bo = [await ours.people.create(NewAccount(name=name, password=PASSWORD), CALLER) for name in ("Ann", "Bo")]
    looker = Looker(theirs)
    theirs.watchers.add(looker.watcher)
    looker.watch(session=bo.session)
    await until(lambda: looker.watcher.account == bo.account)
    await ours.friends.ask(ann.account, bo.account)
    # The other process has heard of it.
    await until(lambda: theirs.notices._sources[1]._changed)
    clocks = [each.settings.outside.clock for each in (ours, theirs)]

    async def look():
        for clock in clocks:
            clock.now += 10
        for each in (theirs, ours):
            found = await each.notices._sources[1].look()
        return found

    for _ in range(12):
        assert await look() == []
        await until(lambda: ours.site._elsewhere.get(bo.account) == clocks[0].now)
    theirs.watchers.discard(looker.watcher)
    assert [await look() for _ in range(5)] == [[]] * 5
    # What the two know of each other keeps nobody there: only who has been asked, or has a page, says so.
    found = [await look() for _ in range(8)]
    (told,) = found[-1]
    assert (told.kind, told.account, told.by) == ("request", bo.account, ann.account)


async def test_who_is_signed_out_by_way_of_one_process_has_no_seat_by_way_of_another(processes):
    ours = await processes.open(3, hasher=CountedHasher())
    theirs = await processes.another()
    ann = await ours.people.create(NewAccount(name="Ann", password=PASSWORD), CALLER)
    person = await ours.people.must_find(ann.account)
    assert await ours.adopt(person, HeldSeat(table=processes.made.table_id, token=processes.made.tokens[0]))
    tab, guest = Tab(await processes.room(theirs)), await processes.tab(theirs, 1)
    await tab.say("hello", session=ann.session, token=processes.made.tokens[0])
    assert tab.connection.seat == 0
    await ours.people.end_session(person, parse(ann.session)[1])
    await until(lambda: tab.connection.closing)
    assert [message["type"] for message in tab.hear() if message["type"] != "table"] == ["refused"]
    assert (await Tab(tab.room).say("hello", token=processes.made.tokens[0]))[-1]["you"] is None
    assert (guest.connection.seat, guest.connection.closing) == (1, None)


async def test_who_is_suspended_is_told_of_by_way_of_all_processes(processes):
    ours = await processes.open(3, hasher=CountedHasher())
    theirs, beside = await processes.another(), await processes.another()
    ann = await ours.people.create(NewAccount(name="Ann", password=PASSWORD), CALLER)
    person = await ours.people.must_find(ann.account)
    assert await ours.adopt(person, HeldSeat(table=processes.made.table_id, token=processes.made.tokens[0]))
    tabs = [await processes.tab(hub, 1) for hub in (ours, theirs)]
    for entry, suspended in ((Suspended(why="Insults."), True), (Restored(), False)):
        await beside.people.accounts.change(ann.account, lambda _, entry=entry: [entry])
        for tab in tabs:
            await told_of(tab, suspended=suspended)


async def told_of(tab, *, suspended):
    """Wait until a tab is told whether the first seat's account is suspended."""
    told = None
    while told is not suspended:
        seats = [message["table"]["seats"] for message in tab.hear() if "table" in message]
        told = seats[-1][0]["suspended"] if seats else told
        await asyncio.sleep(0.001)


@pytest.fixture
def primary_and_standby():
    """Run a primary server and a standby that confirms whatever the primary confirms."""
    if not (programs() / "pg_basebackup").exists():
        pytest.skip(f"expected pg_basebackup in {programs()}, which makes a standby")
    primary = Postgres(synchronous_standby_names="*").start()
    standby = Postgres(primary).start()
    yield primary, standby
    for each in (primary, standby):
        with contextlib.suppress(AssertionError):  # one has been stopped
            each.stop("immediate")
        each.remove()


@pytest.mark.slow
async def test_a_standby_that_is_promoted_in_mid_game_has_all_that_was_confirmed(primary_and_standby, monkeypatch):
    monkeypatch.setattr(postgres_peers, "BEAT", 0.05)
    monkeypatch.setattr(leases_module, "RETRY_LEASE", 0.05)
    monkeypatch.setattr(postgres_module, "RETRY_EVERY", 0.05)
    primary, standby = primary_and_standby
    hosts = f"127.0.0.1:{primary.port},127.0.0.1:{standby.port}"
    processes = Processes(f"postgresql://eddyline@{hosts}/postgres?target_session_attrs=primary")
    ours, theirs = await processes.open(2, bots=1), await processes.another()
    confirmed = {}
    for hub in (ours, theirs):
        append = hub.store.append

        async def noted(table, version, rows, *, _append=append):
            await _append(table, version, rows)
            confirmed.update({(table, number): row for number, row in enumerate(rows, start=version)})

        monkeypatch.setattr(hub.store, "append", noted)
    tabs = [await processes.tab(ours, 0), await processes.tab(theirs, 1)]
    tables = [tab.room.table for tab in tabs]
    refused = []

    async def keep_playing(tab):
        seat = tab.connection.seat
        for number in itertools.count():
            await until(lambda: seat in tab.room.table.state.to_play)
            version, draft = tab.room.table.state.version, tab.room.table.drafts.of(seat).draft
            while not draft.complete:
                draft.decide(draft.legal()[0])
            turn = f"turn-{seat}-{number:04}"
            answers = await tab.say("confirm", version=version, decisions=list(draft.decisions), turn=turn)
            refused.extend(each for each in answers if each["type"] == "refused")
            await asyncio.sleep(0.001)

    players = [asyncio.create_task(keep_playing(tab)) for tab in tabs]
    await until(lambda: min(table.state.version for table in tables) >= 12)
    await asyncio.to_thread(primary.stop, "immediate")
    # It may be the bot's turn that was not saved, and people then wait for it.
    await until(lambda: ours.store.trouble and theirs.store.trouble)
    before = dict(confirmed)
    last = max(table.state.version for table in tables)
    await asyncio.to_thread(standby.promote)
    async with asyncio.timeout(10):
        await until(lambda: min(table.state.version for table in tables) >= last + 12)
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    await until(lambda: tables[0].state.version == tables[1].state.version)
    assert ours.store.trouble is theirs.store.trouble is None
    assert before.items() <= confirmed.items()
    # Two who choose at the same time may be stale, at any time.
    assert {each["code"] for each in refused} <= {"store", "unsettled", "stale"}
    await processes.close()
    there = PostgresStore(standby.url)
    for table in {table for table, _ in confirmed}:
        rows = dict(enumerate(await there.load(table), start=1))
        assert {version: row for (of, version), row in confirmed.items() if of == table}.items() <= rows.items()
    await there.close()
