"""Strangers who try passwords keep nobody else from signing in: neither its owner out, nor anybody waiting."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.passwords import Turns
from eddyline.server.accounts.tries import ALL_TRIES, TRIES, Tries
from support.people import PASSWORD, WRONG
from support.tables import Clock


def refused(tried, *about):
    try:
        tried(*about)
    except RefusalError as refusal:
        return refusal.code
    return None


@pytest.fixture
def tries():
    return Tries(Clock())


def strangers(tries, about="mika"):
    """Try an account from as many addresses as it takes; return how often it was let pass."""
    return sum(refused(tries.count, about, f"192.0.2.{number // TRIES}") is None for number in range(2 * ALL_TRIES))


def test_an_owner_comes_in_at_home_while_strangers_try_the_name(tries):
    tries.came_in("mika", "198.51.100.7")
    assert strangers(tries) == ALL_TRIES
    assert refused(tries.count, "mika", "198.51.100.7") is None
    assert refused(tries.count, "mika", "198.51.100.8") == "too_fast"
    assert refused(tries.count, "nora", "198.51.100.8") is None
    # At home there is the usual limit, too.
    assert [refused(tries.count, "mika", "198.51.100.7") for _ in range(TRIES)] == [*[None] * (TRIES - 1), "too_fast"]


def test_all_spellings_of_a_name_are_tried_together(server):
    made = server.create("Mika Noe")
    names = ("Mika Noe", "mikanoe", "MIKA NOE", "Mïka Noe", "M i k a Noe", "Μika Nоe")
    tried = [server.sign_in(names[number % len(names)], WRONG).json()["code"] for number in range(TRIES + 1)]
    assert tried == ["wrong_password"] * TRIES + ["too_fast"]
    # Whoever is signed in can still show that it is theirs.
    sure = {"sure": {"password": PASSWORD}, "new": PASSWORD}
    assert server.ask("POST", "/api/me/password", made["session"], sure).status_code == 204


async def in_turn(turns, address, order):
    async with turns.of(address):
        order.append(address)
        await asyncio.sleep(0)


async def test_who_asks_once_is_served_before_those_who_ask_again_and_again():
    turns, order = Turns(), []
    many = [asyncio.create_task(in_turn(turns, f"192.0.2.{each % 2}", order)) for each in range(8)]
    await asyncio.sleep(0)
    await in_turn(turns, "198.51.100.7", order)
    assert order.index("198.51.100.7") <= 2
    await asyncio.gather(*many)
    assert len(order) == 9
    # The queue is empty, and nobody waits for nothing.
    await asyncio.wait_for(in_turn(turns, "198.51.100.7", order), 1)


async def test_who_goes_away_while_waiting_holds_nobody_up():
    turns, order = Turns(), []
    async with turns.of("first"):
        gone, also_gone, stays = (asyncio.create_task(in_turn(turns, each, order)) for each in ("a", "b", "c"))
        await asyncio.sleep(0)
        gone.cancel()
    # The turn has been passed on to the second, who goes away before taking it.
    also_gone.cancel()
    await asyncio.wait_for(stays, 1)
    for task in (gone, also_gone):
        with contextlib.suppress(asyncio.CancelledError):
            await task
    assert order == ["c"]
