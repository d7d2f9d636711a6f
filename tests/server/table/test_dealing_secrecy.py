"""Two tables that differ only in their secret seed send the same bytes before the end, but for the commitment.

The words of chance are planned to be the same in both, so whatever else differs was made of the seed.
"""

from __future__ import annotations

import asyncio
import logging
import random

import msgspec
import pytest

from eddyline.record import dump
from eddyline.record.dealing import link_of
from eddyline.server.base.outbox import encode
from eddyline.server.room.messages import Messages
from eddyline.server.table import dealing, table
from eddyline.server.table.dealing import TableDealing
from eddyline.server.table.seating import Seating
from eddyline.server.table.state import TableState
from support.tables import WISHES, open_evening, outside, play_on


class World:
    """One of the two tables, with everybody who looks at it."""

    def __init__(self, made, room):
        self.made, self.room, self.tabs = made, room, []

    async def begin(self):
        self.tabs = [await self.made.tab(seat, **wish) for seat in (0, 1, 2, None) for wish in WISHES]

    @property
    def commitment(self):
        return self.room.table.state.dealing.commitment

    def all_bytes(self, lines):
        """Collect what can be got hold of outside the process: messages, answers, the record, lines of the log."""
        state = self.room.table.state
        found = {"table": encode(self.room.info()), "log": "\n".join(lines).encode()}
        if (record := state.record()) is not None:
            found["record"] = record.encode()
        for tab in self.tabs:
            tab.hear()
            seat = tab.connection.seat
            found[f"live {seat} {tab.connection.deltas} {tab.connection.records}"] = b"".join(tab.raw)
            messages = Messages(self.room.table, self.room.info(), self.room.table.updates(0))
            found[f"again {seat}"] = encode(messages.sync(seat, record=True))
        return {channel: sent.replace(self.commitment.encode(), b"<commitment>") for channel, sent in found.items()}


async def compare(game_id, caplog):
    """Play the same game at both tables; return how often all bytes were compared before the end."""
    worlds, logs = [], [[], []]
    for number in range(2):
        made = await open_evening(
            3, start=False, game=game_id, options={"max_rounds": 3}, outside=outside(7, dealing=number)
        )
        worlds.append(World(made, await made.room()))
    assert worlds[0].commitment != worlds[1].commitment
    compared = 0

    async def both(act):
        nonlocal compared
        for world, lines in zip(worlds, logs, strict=True):
            caplog.clear()
            await act(world)
            lines.extend(caplog.messages)
        if worlds[0].room.table.state.status != "over":
            found = [world.all_bytes(lines) for world, lines in zip(worlds, logs, strict=True)]
            for channel in found[0]:
                assert found[0][channel] == found[1][channel], f"{channel} depends on the seed"
            compared += 1

    await both(World.begin)
    await both(lambda world: world.tabs[1].say("mix", word="river"))
    await both(lambda world: world.tabs[2].say("mix", word="\u202e"))
    await both(lambda world: world.tabs[0].say("start"))
    while worlds[0].room.table.state.status != "over":
        step = compared
        await both(lambda world, step=step: play_on(world.room.table, random.Random(step), 1))
        await both(lambda world: world.tabs[0].say("mix", word="late"))
    revealed = {world.room.info().dealing.revealed for world in worlds}
    assert None not in revealed
    assert len(revealed) == 2
    for world in worlds:
        await world.made.hub.close()
    return compared


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["niagara", "canyon"])
def test_nothing_depends_on_the_seed_before_the_end_but_the_commitment(game_id, caplog):
    caplog.set_level(logging.DEBUG, logger="eddyline")
    assert asyncio.run(compare(game_id, caplog)) > 20


# ---- planted leaks: each must be found ----


def tell_the_seed_with_the_table(monkeypatch):
    info = TableDealing.info
    monkeypatch.setattr(
        TableDealing, "info", lambda self, words: msgspec.structs.replace(info(self, words), revealed=self.seed.hex())
    )


def reveal_links_as_they_are_used(monkeypatch):
    next_word = TableDealing.next_word

    def leak(self, words, world):
        self.revealed = link_of(self.seed, self.length, self.used + 1).hex()
        return next_word(self, words, world)

    monkeypatch.setattr(TableDealing, "next_word", leak)


def put_the_link_into_the_record_of_a_running_game(monkeypatch):
    def leak(self):
        if self.match is None:
            return None
        link = link_of(self.dealing.seed, self.dealing.length, self.dealing.used).hex()
        record = self.match.record(public=True)
        header = msgspec.structs.replace(record.header, dealing=self.dealing.public(self.own_words))
        return dump(msgspec.structs.replace(record, header=header, revealed=link))

    monkeypatch.setattr(TableState, "record", leak)


def write_the_seed_into_the_log(monkeypatch):
    append = table.Table.append

    async def leak(self, *written, **more):
        logging.getLogger("eddyline.server.table.table").debug("%s of %s", written, self.state.opened)
        await append(self, *written, **more)

    monkeypatch.setattr(table.Table, "append", leak)


def name_the_seed_in_a_refusal(monkeypatch):
    check = dealing.check_own_word

    async def leak(self, seat, word):
        try:
            check(word)
        except dealing.RefusalError as error:
            raise dealing.RefusalError(error.code, f"{error.message} for {self.table.state.opened}") from None

    monkeypatch.setattr(Seating, "mix", leak)


def show_own_words_encrypted_with_the_seed(monkeypatch):
    info = TableDealing.info

    def leak(self, words):
        masked = tuple(
            word and bytes(a ^ b for a, b in zip(word.encode(), self.seed, strict=False)).hex() for word in words
        )
        return info(self, masked)

    monkeypatch.setattr(TableDealing, "info", leak)


@pytest.mark.parametrize(
    "plant",
    [
        tell_the_seed_with_the_table,
        reveal_links_as_they_are_used,
        put_the_link_into_the_record_of_a_running_game,
        write_the_seed_into_the_log,
        name_the_seed_in_a_refusal,
        show_own_words_encrypted_with_the_seed,
    ],
)
def test_a_planted_leak_is_found(plant, monkeypatch, caplog):
    caplog.set_level(logging.DEBUG, logger="eddyline")
    plant(monkeypatch)
    with pytest.raises(AssertionError, match="depends on the seed"):
        asyncio.run(compare("canyon", caplog))
