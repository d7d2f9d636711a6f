"""Bots that think: the limit that the host sets, the threads they share, and what happens to one that does not end."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from concurrent.futures import Future

import pytest

from eddyline.bots import BOTS, Budget, Candidate, Thought
from eddyline.cli.compiling import names_of, rehearse
from eddyline.engine.registry import game
from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import NewTable
from eddyline.server.base.priority import NICENESS
from eddyline.server.room import thinking
from eddyline.server.room.connection import Connection
from eddyline.server.room.thinking import Thinkers
from eddyline.server.store import Row
from eddyline.server.table import encoding, entries
from eddyline.server.table.bot_choice import stand_ins, thinks
from eddyline.server.table.stored import fold
from support.tables import Clock, Tab, open_evening, settled, until

GAME = game("niagara")


class Ponderer:
    """Plays the first legal decision, after as long as it may think; notes what it was given, and where it thought."""

    made: list[Budget]
    threads: list[int]
    together: list[int]

    def __init__(self, seed, budget=Budget()):  # noqa: B008 - a tuple of constants
        self.budget = budget
        type(self).made.append(budget)

    def plan(self, states, seat):
        return self.think(states, seat).decisions

    def think(self, states, seat):
        type(self).threads.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        type(self).together.append(1)
        time.sleep(self.budget.seconds)
        first = GAME.legal(states, seat)[:1]
        return Thought(
            decisions=first,
            candidates=(Candidate(decisions=first, share=0.5, weight=1.0, chance=1.0),),
            rollouts=1,
            seconds=0.0,
        )


@pytest.fixture(autouse=True, scope="module")
def loaded():
    """Nothing is to wait for the compiler here: limits are about thinking."""
    rehearse("niagara", names_of("niagara", "quick"))


@pytest.fixture
def ponderer(monkeypatch):
    Ponderer.made, Ponderer.threads, Ponderer.together = [], [], []
    monkeypatch.setitem(BOTS["niagara"], "ponderer", Ponderer)
    monkeypatch.setattr(thinking, "OVERTIME", 3600.0)  # a busy machine may be slow
    thinks.cache_clear()
    assert thinks("niagara", "ponderer")
    Ponderer.made.clear()
    yield Ponderer
    thinks.cache_clear()


@pytest.fixture
def stuck(monkeypatch):
    """A thinker that never comes to an end, until the test is over."""
    free = threading.Event()

    class Stuck(Ponderer):
        def think(self, states, seat):
            free.wait()
            raise RuntimeError("too late")

    monkeypatch.setitem(BOTS["niagara"], "stuck", Stuck)
    monkeypatch.setattr(thinking, "OVERTIME", 0.05)
    Stuck.made = []
    thinks.cache_clear()
    yield
    free.set()
    thinks.cache_clear()


async def seated(made, *bots):
    """Give the last seats to bots, begin, and wait until none of them has anything to do."""
    room = await made.room()
    seats = len(room.table.state.seats)
    for seat, bot in enumerate(bots, start=seats - len(bots)):
        await room.seating.add_bot(0, seat, bot)
    await room.seating.start(0)
    await settled(room)
    return room


# ---- the host's limit ----


async def test_a_bot_thinks_as_long_as_the_host_lets_it(evening, ponderer):
    made = await evening(1, bots=1, start=False)
    room = await made.room()
    await room.seating.limit_bots(0, 0.125)
    room = await seated(made, "ponderer")
    assert 1 in room.table.state.match.pending
    assert ponderer.made[0].seconds == 0.125


async def test_the_limit_is_an_entry_of_the_log_and_is_told_to_everybody(evening):
    made = await evening(2, bots=1, start=False)
    tabs = [await made.tab(seat) for seat in (0, 1, None)]
    for tab in tabs:
        tab.hear()
    await tabs[0].say("limit_bots", seconds=3)
    assert [tab.hear()[-1]["table"]["bot_seconds"] for tab in tabs[1:]] == [3, 3]
    last = made.rows[-1].body
    assert encoding.decode(last, GAME) == entries.BotsLimited(seconds=3)
    assert fold("x", made.rows).bot_seconds == 3
    (same,) = await tabs[0].say("limit_bots", seconds=3)
    assert same["version"] == len(made.rows), "nothing new, and nothing written"
    await tabs[0].say("start")
    during = await tabs[0].say("limit_bots", seconds=0.1)
    assert during[-1]["table"]["bot_seconds"] == 0.1


@pytest.mark.parametrize("seconds", [0, 0.09, 30.5, -1, 1e308])
async def test_a_limit_that_makes_no_sense_is_refused_in_a_sentence(evening, seconds):
    made = await evening(2, start=False)
    tab = await made.tab(0)
    (refused,) = await tab.say("limit_bots", seconds=seconds)
    assert refused["code"] == "bad_message"
    assert refused["message"].startswith("expected 0.1 to 30 seconds a turn for bots to think, got ")
    with pytest.raises(RefusalError, match=r"expected 0\.1 to 30 seconds"):
        await made.hub.open(NewTable(game="niagara", name="Anna", seats=3, bot_seconds=seconds))


async def test_only_the_host_sets_the_limit_and_only_while_there_is_a_game(evening):
    made = await evening(1, bots=2, options={"max_rounds": 1}, start=False)
    bo = await made.tab(None)
    assert (await bo.say("limit_bots", seconds=2))[-1]["code"] == "not_yours"
    room = await made.room()
    with pytest.raises(RefusalError, match="Only the host"):
        await room.seating.limit_bots(1, 2)
    await room.seating.start(0)
    await room.seating.stand_in(0, 0, "random")
    await until(lambda: room.table.state.status == "over")
    with pytest.raises(RefusalError, match="The game is over"):
        await room.seating.limit_bots(0, 2)


def test_a_table_of_before_lets_its_bots_think_a_second():
    old = b'{"entry":"opened","game":"niagara","rules_version":%d,"preset":null,"options":{},"seats":3}'
    state = fold("x", [Row(0, (old % GAME.rules_version).decode())])
    assert state.bot_seconds == 1.0


async def test_a_new_table_and_a_rematch_keep_the_limit(evening):
    made = await evening(1, bots=2, options={"max_rounds": 1}, start=False)
    seat = await made.hub.open(NewTable(game="niagara", name="Anna", seats=3, bot_seconds=0.5))
    async with made.hub.room(seat.table) as room:
        assert room.info().bot_seconds == 0.5
        await room.seating.limit_bots(0, 2.5)
        again = await made.hub.opening.rematch(room.table, 0, "")
    async with made.hub.room(again) as room:
        assert room.info().bot_seconds == 2.5


# ---- threads ----


async def test_thoughts_take_turns_and_step_back(ponderer):
    """One thread: as many thoughts as wait share one limit, down to a floor."""
    made = await open_evening(3)
    match = (await made.room()).table.state.match
    thinkers = Thinkers(1)
    own = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    await asyncio.gather(*(thinkers.play(match, seat, "ponderer", 1, 0.2) for seat in (0, 1, 2)))
    assert [round(budget.seconds, 3) for budget in ponderer.made] == [0.2, 0.1, 0.2], "nobody waited for the first"
    ponderer.made.clear()
    await asyncio.gather(*(thinkers.play(match, 0, "ponderer", 1, 0.1) for _ in range(12)))
    assert min(budget.seconds for budget in ponderer.made) == thinking.SHORTEST_SHARE
    assert all(niceness == NICENESS for niceness in ponderer.threads)
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == own, "the server itself stays as it is"
    await made.hub.close()


class Patient(Ponderer):
    """Thinks for as long as it may, and not a moment longer when it is told that it is enough."""

    def think(self, states, seat):
        type(self).threads.append(threading.get_ident())
        self.ended.wait(self.budget.seconds)
        first = GAME.legal(states, seat)[:1]
        return Thought(
            decisions=first,
            candidates=(Candidate(decisions=first, share=0.5, weight=1.0, chance=1.0),),
            rollouts=1,
            seconds=0.0,
        )

    @property
    def ended(self):
        return self.budget.enough.__self__


@pytest.fixture
def patient(ponderer, monkeypatch):
    Patient.made, Patient.threads = [], []
    monkeypatch.setitem(BOTS["niagara"], "patient", Patient)
    thinks.cache_clear()
    assert thinks("niagara", "patient")
    Patient.made.clear()
    return Patient


async def test_a_long_thought_gives_way_to_another_tables(patient, monkeypatch):
    monkeypatch.setattr(thinking, "OWN_SECONDS", 0.1)
    made = await open_evening(3)
    match = (await made.room()).table.state.match
    thinkers = Thinkers(1)
    long = asyncio.create_task(thinkers.play(match, 0, "patient", 1, 30.0, table="one", addresses=["192.0.2.1"]))
    await until(lambda: patient.threads)
    assert await thinkers.play(match, 0, "patient", 1, 0.2, table="two", addresses=["192.0.2.2"])
    assert await long, "it plays what it has found"
    assert [budget.seconds for budget in patient.made] == [30.0, 0.2]
    await made.hub.close()


async def test_thoughts_of_one_table_do_not_hurry_each_other(patient, monkeypatch):
    monkeypatch.setattr(thinking, "OWN_SECONDS", 0.1)
    made = await open_evening(3)
    match = (await made.room()).table.state.match
    thinkers = Thinkers(1)
    thoughts = [asyncio.create_task(thinkers.play(match, seat, "patient", 1, 0.5, table="one")) for seat in (0, 1)]
    began = asyncio.get_running_loop().time()
    await thoughts[0]
    assert asyncio.get_running_loop().time() - began >= 0.49
    await thoughts[1]
    await made.hub.close()


async def test_a_crowd_of_one_address_takes_no_more_than_its_share(ponderer, monkeypatch):
    """A hundred wait for one address: somebody else's two bots get half of what they get alone."""
    monkeypatch.setattr(thinking, "OWN_SECONDS", 0.1)
    monkeypatch.setattr(time, "sleep", lambda _: None)
    made = await open_evening(3)
    match = (await made.room()).table.state.match
    thinkers = Thinkers(1)

    def ask(address, table, limit):
        played = thinkers.play(match, 0, "ponderer", 1, limit, table=table, addresses=[address])
        return asyncio.create_task(played, name=table)

    crowd = [ask("192.0.2.1", f"table {number % 20}", 30.0) for number in range(100)]
    await until(lambda: len(thinkers._queue) == 99)
    mine = [ask("192.0.2.2", "mine", 0.2) for _ in range(2)]
    order = []
    for thought in (*crowd, *mine):
        thought.add_done_callback(lambda done: order.append(done.get_name()))
    await asyncio.gather(*mine)
    assert order.count("mine") == 2
    assert len(order) <= 5, "each was served after one of the crowd, the first of which thought alone already"
    for thought in crowd:
        thought.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)
    assert not thinkers._queue
    assert not thinkers._running
    await made.hub.close()


# ---- tables that nobody is at ----


async def test_bots_rest_until_somebody_comes(evening, ponderer):
    made = await evening(2, bots=1, bots_rest_after=3600.0)
    room = await made.room()
    assert not room.bots.busy
    quick = await made.tab(None)
    await settled(room)
    assert 2 in room.table.state.match.pending
    quick.close()


async def test_a_thought_is_given_up_when_everybody_has_left_and_begins_again(evening, patient):
    made = await evening(2, bots=1, start=False, bots_rest_after=0.0)
    room = await made.room()
    await room.seating.add_bot(0, 2, "patient")
    await room.seating.limit_bots(0, 30)
    tabs = [await made.tab(0), await made.tab(None)]
    await room.seating.start(0)
    await until(lambda: patient.threads)
    version = room.table.state.version
    tabs[0].close()
    assert room.bots.busy, "somebody is watching"
    tabs[1].close()
    await settled(room)
    assert patient.made[0].enough(), "its thread is free"
    assert room.table.state.version == version
    assert not room.table.state.match.pending
    await room.seating.limit_bots(0, 0.1)
    assert not room.bots.busy, "a change of the table wakes nobody either"
    await made.tab(0)
    await settled(room)
    assert 2 in room.table.state.match.pending


async def test_bots_go_on_when_somebody_leaves_and_comes_back_soon(evening, ponderer):
    made = await evening(2, bots=1, start=False, bots_rest_after=3600.0)
    room = await made.room()
    await room.seating.add_bot(0, 2, "ponderer")
    await room.seating.limit_bots(0, 0.2)
    (await made.tab(0)).close()
    await room.seating.start(0)
    assert room.bots.busy
    await made.tab(0)
    await settled(room)
    assert len(ponderer.made) == 1, "it went on with the same thought"
    assert 2 in room.table.state.match.pending


async def test_a_turn_that_is_found_is_played_though_everybody_has_left(evening):
    made = await evening(2, bots=1, bot_pause=0.2, bots_rest_after=0.0)
    room = await made.room()
    tab = await made.tab(0)
    await until(lambda: room.bots.busy and not room.bots._searching)
    tab.close()
    await settled(room)
    assert 2 in room.table.state.match.pending


async def test_who_comes_back_while_a_thought_is_given_up_wakes_the_bot(evening, patient):
    made = await evening(2, bots=1, start=False, bots_rest_after=3600.0)
    room = await made.room()
    await room.seating.add_bot(0, 2, "patient")
    await room.seating.limit_bots(0, 0.2)
    await made.tab(0)
    await room.seating.start(0)
    await until(lambda: patient.threads)
    room.bots._rest()
    room.bots.attend(somebody=True)
    await settled(room)
    assert 2 in room.table.state.match.pending


async def test_a_table_with_resting_bots_leaves_the_memory(evening):
    clock = Clock()
    made = await evening(2, bots=1, clock=clock, bots_rest_after=3600.0)
    clock.now += 601
    assert await made.hub.tables.forget_idle() == 1


async def test_a_tables_thoughts_belong_to_those_who_are_there(evening, ponderer, monkeypatch):
    made = await evening(2, bots=1, start=False)
    room = await made.room()
    asked = []
    play = Thinkers.play

    def note(self, *args, **named):
        asked.append(named)
        return play(self, *args, **named)

    monkeypatch.setattr(Thinkers, "play", note)
    for seat, address in ((0, "192.0.2.1"), (1, "192.0.2.2")):
        tab = Tab(room, Connection(room.catch_up, address))
        await tab.say("hello", token=made.tokens[seat])
    room.visitors.arrive(Connection(room.catch_up, "192.0.2.3"), "192.0.2.3")
    await room.seating.start(0)
    await settled(room)
    addresses = frozenset({"192.0.2.1", "192.0.2.2"})
    (bot,) = (seat for seat in room.info().seats if seat.bot)
    assert asked == [{"table": made.table_id, "addresses": addresses, "character": bot.portrait}]


async def test_quick_bots_do_not_wait_for_thoughts(stuck):
    made = await open_evening(3)
    match = (await made.room()).table.state.match
    thinkers = Thinkers(1)
    thought = asyncio.create_task(thinkers.play(match, 0, "stuck", 1, 30.0))
    assert await thinkers.play(match, 1, "random", 1, 1.0)
    assert not thought.done()
    thought.cancel()
    await asyncio.gather(thought, return_exceptions=True)
    await made.hub.close()


async def test_a_thought_waits_until_its_game_is_compiled(ponderer):
    made = await open_evening(3)
    match = (await made.room()).table.state.match
    compiling = Future()
    thinkers = Thinkers(1, {"niagara": compiling})
    given_up, thought = (asyncio.create_task(thinkers.play(match, 0, "ponderer", 1, 0.1)) for _ in range(2))
    assert await thinkers.play(match, 1, "random", 1, 0.1)
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    assert not ponderer.made
    compiling.set_result(None)
    assert await thought
    assert len(ponderer.made) == 1
    await made.hub.close()


# ---- bots that stumble ----


async def test_a_game_that_could_not_be_compiled_is_played_by_a_quick_bot(evening, monkeypatch, caplog, ponderer):
    made = await evening(2, bots=1, start=False)
    compiling = Future()
    compiling.set_exception(RuntimeError("no compiler"))
    monkeypatch.setattr(made.hub.tables.thinkers, "_compiling", {"niagara": compiling})
    room = await seated(made, "ponderer")
    assert 2 in room.table.state.match.pending
    assert "no compiler" in caplog.text
    assert not ponderer.made


async def test_a_bot_that_fails_is_replaced_for_the_turn(evening, monkeypatch, caplog):
    class Broken:
        def __init__(self, *_):
            pass

        def plan(self, *_):
            raise RuntimeError("out of ideas")

    monkeypatch.setitem(BOTS["niagara"], "broken", Broken)
    room = await seated(await evening(2, bots=1, start=False), "broken")
    assert 2 in room.table.state.match.pending
    assert "out of ideas" in caplog.text
    assert room.table.state.seats[2].bot == "broken", "it may try again at its next turn"


async def test_a_thought_without_end_is_given_up_and_blocks_nobody(evening, stuck, caplog):
    made = await evening(1, bots=2, start=False, bot_threads=1)
    await (await made.room()).seating.limit_bots(0, 0.1)
    room = await seated(made, "stuck", "stuck")
    assert set(room.table.state.match.pending) == {1, 2}
    assert caplog.text.count("stuck failed") == 2


def test_the_quick_bot_of_the_house_comes_before_chance(stuck):
    assert stand_ins("niagara", "stuck") == ("stuck", "paddler", "random")
    assert stand_ins("canyon", "voyageur") == ("voyageur", "paddler", "random")
    assert stand_ins("niagara", "random")[0] == "random"


# ---- secrets ----


async def test_a_thought_that_ends_early_is_not_told_early(ponderer, monkeypatch):
    """A bot with one card that may be played need not think; how soon it plays must not tell that."""
    monkeypatch.setattr(time, "sleep", lambda _: None)
    made = await open_evening(3)
    match = (await made.room()).table.state.match
    began = asyncio.get_running_loop().time()
    await Thinkers(1).play(match, 0, "ponderer", 1, 0.3)
    assert asyncio.get_running_loop().time() - began >= 0.29
    await made.hub.close()


async def test_what_a_bot_found_is_never_sent(evening, ponderer):
    made = await evening(1, bots=1, start=False)
    await (await made.room()).seating.limit_bots(0, 0.1)
    tabs = [await made.tab(0), await made.tab(None)]
    await seated(made, "ponderer")
    for tab in tabs:
        tab.hear()
        for word in (b'"candidates"', b'"weight"', b'"rollouts"'):
            assert all(word not in message for message in tab.raw)
