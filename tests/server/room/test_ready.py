"""People say before the start that they are ready, and see how strong the others are."""

from __future__ import annotations

import pytest
from msgspec import to_builtins

from eddyline.server.presence.remote import Here
from support.tables import Tab, refusal, until


@pytest.fixture
async def table(evening):
    made = await evening(3, start=False)
    return made, [await made.tab(seat) for seat in range(3)]


def told(tab: Tab, what="ready"):
    infos = [message["table"][what] for message in tab.hear() if "table" in message]
    return infos[-1] if infos else "nothing"


async def test_everybody_sees_who_is_ready_until_they_take_it_back(table):
    made, (anna, bruno, carla) = table
    watching, room = await made.tab(None), await made.room()
    version = room.table.state.version
    await carla.say("ready", ready=True)
    await bruno.say("ready", ready=True)
    assert [told(tab) for tab in (anna, carla, watching)] == [[1, 2]] * 3
    await carla.say("ready", ready=False)
    assert told(anna) == [1]
    assert room.table.state.version == version, "it is no part of the table's log"
    assert refusal(await watching.say("ready", ready=True))[0] == "not_yours"


async def test_nobody_is_ready_for_what_the_host_changes(table):
    made, (anna, bruno, _) = table
    room = await made.room()
    for change in (
        ("set_rules", {"preset": room.table.state.preset, "options": {"rescue": "forced"}}),
        ("set_pace", {"pace": {"clock": {"turn": 30.0, "reserve": 300.0}}}),
    ):
        await bruno.say("ready", ready=True)
        assert told(anna) == [1]
        await anna.say(change[0], **change[1])
        assert told(bruno) is None, change
    await bruno.say("ready", ready=True)
    await anna.say("limit_bots", seconds=2.0)
    assert told(bruno) == [1]


async def test_who_goes_or_loses_the_seat_is_not_ready_and_the_game_asks_no_more(table):
    made, (anna, bruno, carla) = table
    room = await made.room()
    await bruno.say("ready", ready=True)
    await carla.say("ready", ready=True)
    room.leave(carla.connection)
    assert room.info().ready == (1,)
    again = await made.tab(2)
    assert room.info().ready == (1, 2), "a page that was loaded again is as ready as before"
    await anna.say("remove_seat", seat=1)
    assert room.info().ready == (2,)
    await anna.say("add_bot", seat=1, bot="random")
    await anna.say("start")
    assert room.info().ready is None
    assert refusal(await again.say("ready", ready=True))[0] == "wrong_time"


async def test_another_process_tells_who_is_ready_by_way_of_it(table):
    made, (_, bruno, carla) = table
    room = await made.room()
    await bruno.say("ready", ready=True)
    assert room.here(asks=False).ready == {1}
    room.leave(carla.connection)
    room.hear_elsewhere("other", Here(table=made.table_id, asks=False, seats=frozenset({1, 2}), ready=frozenset({2})))
    assert room.info().ready == (1, 2), "who is connected here is ready as said here"
    room.hear_elsewhere("other", Here(table=made.table_id, asks=False, seats=frozenset({2})))
    assert room.info().ready == (1,)


async def test_everybody_sees_how_strong_the_others_are_until_the_game_begins(table):
    made, (anna, bruno, _) = table
    room = await made.room()
    assert room.info().levels is None, "nothing is known of guests"
    await anna.say("remove_seat", seat=2)
    await anna.say("add_bot", seat=2, bot="scout")
    await until(lambda: room.info().levels)
    scout = room.info().levels[2]
    assert (room.info().levels, scout.provisional) == ((None, None, scout), False)
    assert told(bruno, "levels") == [None, None, to_builtins(scout)]
    await anna.say("remove_seat", seat=1)
    assert told(bruno, "levels") == [None, None, to_builtins(scout)], "who stays is known all the time"
    await anna.say("add_bot", seat=1, bot="random")
    await until(lambda: room.info().levels[1])
    await anna.say("set_rules", preset=room.table.state.preset, options={"max_rounds": 7})
    assert told(bruno, "levels") is None, "by such rules nobody is rated"
    await anna.say("start")
    assert room.info().levels is None
