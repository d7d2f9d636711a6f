"""People say something without words: everybody sees it, nobody can flood with it, nothing is saved."""

from __future__ import annotations

import pytest

from eddyline.server.room.gestures import EMOTES, EMOTES_PER_SECOND
from support.tables import Clock as Wall
from support.tables import Tab, refusal


@pytest.fixture
async def table(evening):
    wall = Wall()
    made = await evening(3, clock=wall)
    return made, [await made.tab(seat) for seat in range(3)], wall


def shown(tab: Tab, seat: int):
    infos = [message["table"]["seats"][seat]["emote"] for message in tab.hear() if "table" in message]
    return infos[-1] if infos else None


async def test_everybody_sees_what_somebody_says(table):
    made, (anna, bruno, carla), _ = table
    watching = await made.tab(None)
    room = await made.room()
    version = room.table.state.version
    await bruno.say("emote", emote="cheer")
    assert [shown(tab, 1) for tab in (anna, carla, watching)] == [{"emote": "cheer", "number": 1}] * 3
    await bruno.say("emote", emote="cheer")
    assert shown(anna, 1) == {"emote": "cheer", "number": 2}
    assert room.table.state.version == version, "it is no part of the table's log"


async def test_nobody_floods_the_table(table):
    _, (anna, *_), wall = table
    for _ in range(int(EMOTES)):
        assert all(message["type"] != "refused" for message in await anna.say("emote", emote="laugh"))
    (refused,) = await anna.say("emote", emote="laugh")
    assert (refused["type"], refused["code"]) == ("refused", "too_fast")
    wall.now += 1 / EMOTES_PER_SECOND
    assert all(message["type"] != "refused" for message in await anna.say("emote", emote="laugh"))


async def test_only_players_speak_and_only_so(table):
    made, (anna, *_), _ = table
    watching = await made.tab(None)
    assert refusal(await watching.say("emote", emote="wow"))[0] == "not_yours"
    with pytest.raises(Exception, match="Invalid enum value 'shout'"):
        await anna.say("emote", emote="shout")


async def test_who_takes_a_freed_seat_has_said_nothing(evening):
    made = await evening(3, start=False)
    anna, bruno = await made.tab(0), await made.tab(1)
    await bruno.say("emote", emote="grr")
    assert shown(anna, 1) == {"emote": "grr", "number": 1}
    await anna.say("remove_seat", seat=1)
    assert shown(anna, 1) is None
