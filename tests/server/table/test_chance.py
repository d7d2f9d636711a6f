"""Chance at a table: a deal is an entry of the log, and comes at once, also after a crash; its word stays here."""

from __future__ import annotations

import json
from functools import partial

import pytest

from eddyline.bots import BOTS
from eddyline.bots.random import RandomBot
from eddyline.engine.match import Deal
from eddyline.engine.registry import GAMES, game
from eddyline.server.store import Row
from eddyline.server.table import encoding, table
from support.tables import MemoryStore, load_table, open_evening, outside, until


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setitem(GAMES, "toy", "support.toy")
    monkeypatch.setitem(BOTS, "toy", {"random": partial(RandomBot, "toy")})


def log_of(store, table_id):
    return [encoding.decode(row.body, game("toy")) for row in store.logs[table_id]]


def words_in(store, table_id):
    return [entry.word for entry in log_of(store, table_id) if isinstance(entry, Deal)]


async def turn(tab, action, number):
    version = tab.room.table.state.version
    await tab.say("decide", version=version, step=0, action=action)
    return await tab.confirm(version, f"turn-{number:04}")


async def test_a_deal_follows_the_start_and_every_round(evening):
    made = await evening(2, game="toy")
    tabs = [await made.tab(seat) for seat in range(2)]
    kinds = [type(entry).__name__ for entry in made.entries]
    assert kinds == ["Opened", "Joined", "Joined", "Started", "Deal"]
    await turn(tabs[0], 1, 1)
    answers = await turn(tabs[1], 0, 2)
    kinds = [type(entry).__name__ for entry in made.entries]
    assert kinds[4:] == ["Deal", "Turn", "Turn", "Deal"]
    updates = [update for answer in answers for update in answer["updates"]]
    assert [(update["seat"], [event["what"] for event in update["events"]]) for update in updates] == [
        (1, ["low", "shown"]),
        (None, ["dealt"]),
    ]
    assert answers[-1]["draft"] is None
    assert tabs[0].hear()[-1]["draft"]["legal"], "the next round has begun"
    assert len({*words_in(made.store, made.table_id)}) == 2


async def test_a_word_is_never_sent_while_the_game_runs(evening):
    made = await evening(2, game="toy")
    tabs = [await made.tab(seat, since=0) for seat in (0, 1, None)]
    room = await made.room()
    for number, action in enumerate((1, 0, 1)):
        await turn(tabs[number % 2], action, number)
        for tab in tabs:
            tab.hear()
        sent = b"".join(raw for tab in tabs for raw in tab.raw).decode()
        for word in words_in(made.store, made.table_id):
            assert f"{word:x}" not in sent
            assert str(word) not in sent
        # The record tells the first round when it is over, and with it its deal; the second is not over.
        assert room.table.state.record().count('"deal":') == (number > 0)
    await turn(tabs[1], 1, 9)
    assert room.table.state.status == "over"
    assert [json.loads(line)["deal"] for line in room.table.state.record().splitlines() if '"deal":' in line] == [
        f"{word:#x}" for word in words_in(made.store, made.table_id)
    ]


@pytest.mark.parametrize("kept", [4, 7])
async def test_a_crash_before_the_deal_is_healed_on_load(evening, kept):
    made = await evening(2, game="toy")
    tabs = [await made.tab(seat) for seat in range(2)]
    for seat in range(2):
        await turn(tabs[seat], 1, seat)
    torn = MemoryStore()
    torn.logs["again"] = made.rows[:kept]
    loaded = await load_table(torn, outside(5), "again")
    assert loaded.state.match.waiting == {0}
    assert [type(entry).__name__ for entry in log_of(torn, "again")][kept:] == ["Deal"]
    again = await load_table(torn, outside(6), "again")
    assert again.state.version == kept + 1, "it was dealt once"


async def test_a_deal_that_cannot_be_saved_is_tried_again(evening, monkeypatch):
    monkeypatch.setattr(table, "RETRY_SAVE", 0.01)

    class Torn(MemoryStore):
        async def append(self, table_id, version, rows):
            if any('"dealt"' in row.body for row in rows) and len(self.logs[table_id]) > 5 and not self.healed:
                self.failure = "the disk is full"
            await super().append(table_id, version, rows)

        healed = False

    store = Torn()
    made = await evening(2, game="toy", store=store)
    tabs = [await made.tab(seat) for seat in range(2)]
    await turn(tabs[0], 1, 1)
    answers = await turn(tabs[1], 1, 2)
    assert "refused" not in {answer["type"] for answer in answers}, "the turn was saved"
    assert (await made.room()).table.state.to_play == set()
    store.failure, store.healed = None, True
    room = await made.room()
    await until(lambda: room.table.state.to_play)
    assert len(words_in(store, made.table_id)) == 2


async def test_bots_play_on_after_a_deal():
    made = await open_evening(1, bots=1, game="toy")
    tab = await made.tab(0)
    await tab.say("stand_in", seat=0, bot="random")
    room = await made.room()
    await until(lambda: room.table.state.status == "over")
    await made.hub.close()


@pytest.mark.parametrize("word", [1, 42])
async def test_a_deal_at_the_wrong_time_makes_a_log_unreadable(evening, word):
    made = await evening(2, game="toy")
    made.store.logs["torn"] = [*made.rows, Row(0, encoding.encode(Deal(word), game("toy")))]
    with pytest.raises(Exception, match=r"version 6 of its log cannot be read: .*no deal is due"):
        await load_table(made.store, outside(), "torn")
