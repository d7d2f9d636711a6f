"""Strangers who try passwords keep nobody else from signing in: neither its owner out, nor anybody waiting."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading

import pytest

from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.passwords import Passwords, Turns
from eddyline.server.accounts.tries import ALL_FIRST_TRIES, ALL_TRIES, FIRST_TRIES, TRIES, Tries
from eddyline.server.base.priority import NICENESS
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


def strangers(tries, about="mika", addresses=2 * ALL_TRIES // TRIES):
    """Try an account from some addresses, as often as one of them may; return how often they were let pass."""
    tried = [f"10.0.{number // 250}.{number % 250}" for number in range(addresses) for _ in range(TRIES)]
    return sum(refused(tries.count, about, address) is None for address in tried)


def test_an_owner_comes_in_at_home_while_strangers_try_the_name(tries):
    tries.came_in("mika", "198.51.100.7")
    strangers(tries)
    assert refused(tries.count, "mika", "198.51.100.7") is None
    # At home there is the usual limit, too.
    assert [refused(tries.count, "mika", "198.51.100.7") for _ in range(TRIES)] == [*[None] * (TRIES - 1), "too_fast"]


def test_an_owner_comes_in_elsewhere_while_strangers_try_the_name_from_few_addresses(tries):
    """The strangers are let pass no more often than before, but for the first attempts of those who come late."""
    addresses = 2 * ALL_TRIES // TRIES
    assert strangers(tries, addresses=addresses) == ALL_TRIES + FIRST_TRIES * addresses // 2
    assert refused(tries.count, "mika", "198.51.100.8") is None
    # Whoever has tried other names counts among the strangers.
    for other in ("nora", "noe"):
        assert refused(tries.count, other, "198.51.100.9") is None
    assert refused(tries.count, "mika", "198.51.100.9") == "too_fast"


def test_strangers_at_hundreds_of_addresses_are_let_pass_a_limited_number_of_times(tries):
    assert strangers(tries, addresses=800) == ALL_TRIES + ALL_FIRST_TRIES
    assert refused(tries.count, "mika", "198.51.100.8") == "too_fast"
    assert refused(tries.count, "nora", "198.51.100.8") is None


def test_all_spellings_of_a_name_are_tried_together(server):
    made = server.create("Mika Noe")
    names = ("Mika Noe", "mikanoe", "MIKA NOE", "Mïka Noe", "M i k a Noe", "Μika Nоe")
    tried = [server.sign_in(names[number % len(names)], WRONG).json()["code"] for number in range(TRIES + 1)]
    assert tried == ["wrong_password"] * TRIES + ["too_fast"]
    # Whoever is signed in can still show that it is theirs.
    sure = {"sure": {"password": PASSWORD}, "new": PASSWORD}
    assert server.ask("POST", "/api/me/password", made["session"], sure).status_code == 204


async def test_passwords_step_back_for_turns():
    """Argon2 computes with several threads, and the event loop shares its cores with them."""
    passwords = Passwords()
    own = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    at = await passwords._run("", lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
    assert at == NICENESS
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == own
    passwords.close()


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
