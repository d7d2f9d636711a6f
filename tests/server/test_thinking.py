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
from eddyline.server import entries, thinking
from eddyline.server.protocol import NewTable
from eddyline.server.refusal import RefusalError
from eddyline.server.state import TableState
from eddyline.server.store import Row
from eddyline.server.thinking import Thinkers, stand_ins, thinks
from support.tables import MemoryStore, open_evening, settled, until

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
        return self.think(states, seat).candidates[0].decisions

    def think(self, states, seat):
        type(self).threads.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        type(self).together.append(1)
        time.sleep(self.budget.seconds)
        first = GAME.legal(states, seat)[:1]
        return Thought(candidates=(Candidate(decisions=first, share=0.5, weight=1.0),), rollouts=1, seconds=0.0)


@pytest.fixture(autouse=True, scope="module")
def loaded():
    """Nothing is to wait for the compiler here: limits are about thinking."""
    rehearse("niagara", names_of("niagara", "quick"))


@pytest.fixture
def ponderer(monkeypatch):
    Ponderer.made, Ponderer.threads, Ponderer.together = [], [], []
    monkeypatch.setitem(BOTS["niagara"], "ponderer", Ponderer)
    monkeypatch.setattr(thinking, "GRACE", 3600.0)  # a busy machine may be slow
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
    monkeypatch.setattr(thinking, "GRACE", 0.05)
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
    assert ponderer.made[0] == Budget(seconds=0.125)


async def test_the_limit_is_an_entry_of_the_log_and_is_told_to_everybody(evening):
    store = MemoryStore()
    made = await evening(2, bots=1, store=store, start=False)
    tabs = [await made.tab(seat) for seat in (0, 1, None)]
    for tab in tabs:
        tab.hear()
    await tabs[0].say("limit_bots", seconds=3)
    assert [tab.hear()[-1]["table"]["bot_seconds"] for tab in tabs[1:]] == [3, 3]
    last = store.logs[made.table_id][-1].body
    assert entries.decode(last, GAME) == entries.BotsLimited(seconds=3)
    assert TableState.fold("x", store.logs[made.table_id]).bot_seconds == 3
    (same,) = await tabs[0].say("limit_bots", seconds=3)
    assert same["version"] == len(store.logs[made.table_id]), "nothing new, and nothing written"
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
    state = TableState.fold("x", [Row(0, (old % GAME.rules_version).decode())])
    assert state.bot_seconds == 1.0


async def test_a_new_table_and_a_rematch_keep_the_limit(evening):
    made = await evening(1, bots=2, options={"max_rounds": 1}, start=False)
    seat = await made.hub.open(NewTable(game="niagara", name="Anna", seats=3, bot_seconds=0.5))
    async with made.hub.room(seat.table) as room:
        assert room.info().bot_seconds == 0.5
        await room.seating.limit_bots(0, 2.5)
        again = await made.hub._rematch(room.table, 0)
    async with made.hub.room(again) as room:
        assert room.info().bot_seconds == 2.5


# ---- threads ----


async def test_thoughts_take_turns_and_step_back(ponderer):
    """One thread: as many thoughts as wait share one limit, down to a floor."""
    made = await open_evening(3)
    match = (await made.room()).table.state.match
    thinkers = Thinkers(1)
    await asyncio.gather(*(thinkers.play(match, seat, "ponderer", 1, 0.2) for seat in (0, 1, 2)))
    assert [round(budget.seconds, 3) for budget in ponderer.made] == [0.2, 0.1, 0.2], "nobody waited for the first"
    ponderer.made.clear()
    await asyncio.gather(*(thinkers.play(match, 0, "ponderer", 1, 0.1) for _ in range(12)))
    assert min(budget.seconds for budget in ponderer.made) == thinking.FLOOR
    assert all(niceness == thinking.NICENESS for niceness in ponderer.threads)
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == 0, "the server itself stays as it is"
    await made.hub.close()


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
    monkeypatch.setattr(made.hub._thinkers, "_compiling", {"niagara": compiling})
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
    assert stand_ins("canyon", "voyageur") == ("voyageur", "random")
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
