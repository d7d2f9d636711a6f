"""Turns that are written together."""

from __future__ import annotations

import asyncio

import pytest

from eddyline.protocol.refusal import RefusalError
from support.tables import MemoryStore, confirm, until


def choice(table, seat, text):
    """Draft a card."""
    action = table.state.match.game.parse_action(f"card {text}")
    table.decide(seat, table.state.version, table.draft(seat).step, action)


def choosing(table, seat, text, turn):
    choice(table, seat, text)
    return asyncio.create_task(confirm(table, seat, table.state.version, turn))


@pytest.fixture
async def busy(evening):
    """Make a table of four whose store is busy; return it, the store, and what is published."""
    store = MemoryStore()
    table = (await (await evening(4, store=store)).room()).table
    told = []
    table.publish = told.append
    store.gate = asyncio.Event()
    return table, store, told


async def test_choices_that_wait_for_the_store_are_written_and_told_together(busy):
    table, store, told = busy
    before = table.state.version
    first = choosing(table, 2, "3", "turn-2")
    await until(lambda: store.waiting)
    others = [choosing(table, seat, "4", f"turn-{seat}") for seat in (0, 3, 1)]
    await asyncio.sleep(0)
    store.gate.set()
    await asyncio.gather(first, *others)
    assert [[update.seat for update in updates] for updates in told] == [[2], [0, 3, 1]]
    assert [update.version for updates in told for update in updates] == list(range(before + 1, before + 5))
    assert not table.state.match.pending, "the last choice has revealed them all"


async def test_a_choice_is_not_replaced_once_the_last_one_reveals_it(busy):
    table, store, told = busy
    store.gate.set()
    for seat in (0, 1, 2):
        await choosing(table, seat, "3", f"turn-{seat}")
    store.gate = asyncio.Event()
    told.clear()
    replaced = choosing(table, 1, "4", "turn-again")
    await until(lambda: store.waiting)
    last, late = choosing(table, 3, "5", "turn-3"), choosing(table, 0, "6", "turn-late")
    await asyncio.sleep(0)
    store.gate.set()
    await asyncio.gather(replaced, last)
    with pytest.raises(RefusalError, match="meant for version"):
        await late
    assert [[update.seat for update in updates] for updates in told] == [[1], [3]]
    cards = {turn.seat: turn.decisions for turn in table.state.match.log}
    assert (cards[0], cards[1]) == tuple((table.state.match.game.parse_action(f"card {text}"),) for text in "34")


async def test_a_refused_turn_does_not_stop_those_that_wait_with_it(busy):
    table, store, told = busy
    first = choosing(table, 0, "3", "turn-0")
    await until(lambda: store.waiting)
    version = table.state.version
    wrong = asyncio.create_task(table.confirm(1, version, (10_000,), "turn-wrong"))
    right = choosing(table, 2, "3", "turn-2")
    twice = asyncio.create_task(confirm(table, 2, version, "turn-2"))
    await asyncio.sleep(0)
    store.gate.set()
    await asyncio.gather(first, right, twice)
    with pytest.raises(RefusalError):
        await wrong
    assert [[update.seat for update in updates] for updates in told] == [[0], [2]]


async def test_all_are_told_when_they_could_not_be_written(busy):
    table, store, told = busy
    turns = [choosing(table, seat, "3", f"turn-{seat}") for seat in range(3)]
    await until(lambda: store.waiting)
    store.failure = "the disk is full of fish"
    store.gate.set()
    outcomes = await asyncio.gather(*turns, return_exceptions=True)
    assert [outcome.code for outcome in outcomes] == ["store"] * 3
    assert not told
    assert not table.state.match.pending


async def test_an_error_that_nobody_expected_reaches_everybody_who_waits(busy, monkeypatch):
    table, store, _ = busy
    turns = [choosing(table, seat, "3", f"turn-{seat}") for seat in range(2)]
    await until(lambda: store.waiting)
    monkeypatch.setattr(table, "_fold", lambda *_: 1 / 0)
    store.gate.set()
    outcomes = await asyncio.gather(*turns, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [ZeroDivisionError] * 2


async def test_who_leaves_while_turns_wait_takes_none_of_them_along(busy):
    table, store, told = busy
    first = choosing(table, 0, "3", "turn-0")
    await until(lambda: store.waiting)
    second, third = choosing(table, 1, "3", "turn-1"), choosing(table, 2, "3", "turn-2")
    await asyncio.sleep(0)
    first.cancel()
    second.cancel()
    store.gate.set()
    await third
    assert [[update.seat for update in updates] for updates in told] == [[0], [1, 2]]
