"""Dealing at a table can be checked: a commitment before own words, own words before the start, the link at the end."""

from __future__ import annotations

import random

import msgspec
import pytest

from eddyline.engine.match import Deal
from eddyline.engine.registry import game
from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import Join, NewTable
from eddyline.record import load
from eddyline.record.dealing import before, derive
from eddyline.record.verify import dealt, verify
from eddyline.server.base.outside import Outside
from eddyline.server.hub.hub import Hub
from eddyline.server.store import Row
from eddyline.server.table import encoding, entries, table
from eddyline.server.table.attendance import Attendance
from eddyline.server.table.seating import Seating
from support.tables import MemoryStore, Tab, fair, load_table, outside, play_on, play_to_the_end, settings, until

CANYON = {"game": "canyon", "options": {"max_rounds": 2}}


def log_of(store, table_id, game_id="canyon"):
    return [encoding.decode(row.body, game(game_id)) for row in store.logs[table_id]]


def words_in(log):
    return [entry.word for entry in log if isinstance(entry, entries.Started | Deal)]


async def mixed_evening(evening, **changes):
    """Three people whose words are in, in the lobby of a short game of Canyon."""
    made = await evening(3, start=False, outside=fair(), **CANYON, **changes)
    tabs = [await made.tab(seat) for seat in range(3)]
    for tab, word in zip(tabs, ("river", 'a "b" \\ ü', "🛶" * 64), strict=True):
        (answer,) = await tab.say("mix", word=word)
        assert answer["type"] == "sync"
    return made, tabs


@pytest.mark.parametrize("game_id", ["niagara", "canyon"])
async def test_a_whole_game_can_be_checked(evening, game_id):
    made = await evening(3, start=False, outside=fair(), game=game_id, options={"max_rounds": 2})
    room = await made.room()
    commitment = room.info().dealing.commitment
    await room.seating.mix(1, "my own word")
    await room.seating.start(0)
    assert room.info().dealing.revealed is None
    await play_to_the_end(room)
    record = load(room.table.state.record())
    assert verify(record, commitment) == []
    told = room.info().dealing
    assert (told.commitment, told.words) == (commitment, (None, "my own word", None))
    assert told.revealed == record.revealed
    assert before(bytes.fromhex(told.revealed), len(dealt(record))).hex() == commitment


async def test_only_the_links_that_were_used_are_revealed(evening):
    made = await evening(3, outside=fair(), game="canyon", options={"max_rounds": 500})
    room = await made.room()
    await play_to_the_end(room)
    opened = made.entries[0]
    used = len(words_in(made.entries))
    assert 1 < used < opened.chain == 501
    assert before(bytes.fromhex(opened.seed), opened.chain - used).hex() == room.info().dealing.revealed
    assert opened.seed not in room.table.state.record()


async def test_words_of_chance_depend_on_every_own_word_and_on_the_seed(evening):
    found = []
    for world, words in ((1, "abc"), (1, "abc"), (1, "abd"), (2, "abc")):
        store = MemoryStore()
        made = await evening(3, store=store, start=False, outside=fair(world), **CANYON)
        room = await made.room()
        for seat, word in enumerate(words):
            await room.seating.mix(seat, word)
        await room.seating.start(0)
        found.append(words_in(log_of(store, made.table_id)))
    assert found[0] == found[1]
    assert len({*map(tuple, found)}) == 3


async def test_own_words_are_seen_by_everybody_and_counted_once_logged(evening):
    made, tabs = await mixed_evening(evening)
    watching = await made.tab(None)
    told = watching.room.info().dealing
    assert told.words == ("river", 'a "b" \\ ü', "🛶" * 64)
    version = watching.room.table.state.version
    await tabs[0].say("mix", word="river")
    assert watching.room.table.state.version == version, "the same word changes nothing"
    await tabs[0].say("mix", word="lake")
    assert watching.hear()[-1]["table"]["dealing"]["words"][0] == "lake"
    made.store.failure = "the disk is full"
    (answer,) = await tabs[0].say("mix", word="sea")
    assert answer["type"] == "refused"
    assert watching.room.info().dealing.words[0] == "lake"


@pytest.mark.parametrize("word", ["a\nb", "\u202ebc", "a\u200bb", "\ue000"])
async def test_what_cannot_be_printed_is_no_word(evening, word):
    made = await evening(2, start=False)
    (answer,) = await (await made.tab(0)).say("mix", word=word)
    assert answer["code"] == "bad_message"
    assert answer["message"] == f"expected a word of printable characters, got {word!r}"


@pytest.mark.parametrize("word", ["", "x" * 65, 7, None])
async def test_a_word_has_1_to_64_characters(evening, word):
    tab = await (await evening(2, start=False)).tab(0)
    with pytest.raises(RefusalError, match=r"word"):
        await tab.say("mix", word=word)


async def test_words_are_for_those_who_sit_and_before_the_start(evening):
    made = await evening(2, start=False)
    (answer,) = await (await made.tab(None)).say("mix", word="a")
    assert answer["code"] == "not_yours"
    tab = await made.tab(0)
    await tab.say("mix", word="a")
    await tab.say("start")
    (answer,) = await tab.say("mix", word="b")
    assert answer["code"] == "wrong_time"
    assert tab.room.info().dealing.words == ("a", None)


async def test_a_freed_seat_loses_its_word(evening):
    made, tabs = await mixed_evening(evening)
    await tabs[0].say("remove_seat", seat=1)
    assert tabs[0].room.info().dealing.words[1] is None
    await made.hub.join(made.table_id, Join(name="Dora"))
    assert tabs[0].room.info().dealing.words[1] is None


async def test_a_table_that_starts_by_itself_takes_the_words_given_by_then(evening):
    hub = Hub(store := MemoryStore(), settings(outside=fair()))
    seated = await hub.open(NewTable(name="Anna", seats=2, start=True, **CANYON | {"game": "niagara"}))
    async with hub.room(seated.table) as room:
        tab = Tab(room)
        await tab.say("hello", token=seated.token)
        await tab.say("mix", word="early")
        await hub.join(seated.table, Join(name="Bo"))
        log = log_of(store, seated.table, "niagara")
        dealing = room.table.state.dealing.public(("early", None))
        assert words_in(log) == [derive(bytes.fromhex(log[0].seed), dealing, 1)]
    await hub.close()


async def test_a_server_that_comes_back_goes_on_with_the_same_chain(evening):
    made, tabs = await mixed_evening(evening)
    await tabs[0].say("start")
    await play_on(tabs[0].room.table, random.Random(1), 3)
    whole = made.entries
    kinds = [type(entry).__name__ for entry in whole]
    assert kinds == ["Opened", *["Joined"] * 3, *["Mixed"] * 3, "Started", *["Turn"] * 3, "Deal"]
    torn = MemoryStore()
    torn.logs[made.table_id] = made.rows[:-1]
    loaded = await load_table(torn, fair(99), made.table_id)
    assert words_in(log_of(torn, made.table_id)) == words_in(whole)
    assert loaded.state.info(Attendance()).dealing == tabs[0].room.info().dealing


async def test_a_word_that_could_not_be_saved_is_the_next_one_again(evening, monkeypatch):
    """Else a server could try words until it likes one."""
    monkeypatch.setattr(table, "RETRY_SAVE", 0.01)
    store = MemoryStore()
    _, tabs = await mixed_evening(evening, store=store)
    asked = []
    room = tabs[0].room
    state = room.table.state

    class Torn:
        def __getattr__(self, name):
            return getattr(store, name)

        async def append(self, table_id, version, rows):
            if '"dealt"' in rows[0].body:
                asked.append(rows[0].body)
                store.failure = "the disk is full" if len(asked) < 4 else None
            await store.append(table_id, version, rows)

    room.table._store = Torn()
    await room.seating.start(0)
    await play_on(room.table, random.Random(1), 3)
    await until(lambda: state.match.waiting)
    assert (len(asked), len({*asked})) == (4, 1)


async def test_a_rematch_has_a_seed_and_words_of_its_own(evening):
    made, tabs = await mixed_evening(evening)
    await tabs[0].say("start")
    await play_to_the_end(tabs[0].room)
    await tabs[0].say("rematch")
    old, new = (log_of(made.store, table_id)[0] for table_id in (made.table_id, tabs[0].room.table.state.rematch))
    assert old.seed != new.seed
    assert old.chain == new.chain == 3
    async with made.hub.room(tabs[0].room.table.state.rematch) as room:
        assert room.info().dealing.words == (None,) * 3
        assert room.info().dealing.commitment != tabs[0].room.info().dealing.commitment


async def test_a_table_from_before_deals_as_before(evening):
    made = await evening(3, start=False, **CANYON)
    first, *others = made.entries
    plain = msgspec.structs.replace(first, seed=None, chain=0)
    old = MemoryStore()
    old.logs["old"] = [Row(0, encoding.encode(entry, game("canyon"))) for entry in (plain, *others)]
    assert "seed" not in old.logs["old"][0].body
    loaded = await load_table(old, outside(5), "old")
    assert loaded.state.info(Attendance()).dealing is None
    await Seating(loaded).mix(0, "a word that nothing is derived from")
    await Seating(loaded).start(0)
    await play_on(loaded, random.Random(1), 3)
    world = outside(5)
    assert words_in(log_of(old, "old")) == [world.entropy(), world.entropy()]
    record = loaded.state.record()
    assert '"dealing"' not in record
    assert load(record).header.dealing is None


async def test_opening_twice_draws_two_seeds(evening):
    seeds = set()
    for _ in range(2):
        store = MemoryStore()
        made = await evening(2, store=store, outside=Outside(), start=False)
        seeds.add(bytes.fromhex(log_of(store, made.table_id, "niagara")[0].seed))
    assert [len(seed) for seed in seeds] == [32, 32]
