"""What may come? The answer is for the one who asks, about what they can know, and changes nothing."""

from __future__ import annotations

import asyncio

import pytest

from eddyline.protocol import table as protocol
from support.tables import paddling, refused


async def asked(tab, **more):
    (answer,) = await tab.say("fate", **more)
    return answer


async def test_a_player_asks_about_a_card_before_choosing_it(evening):
    made = await evening(3)
    tab = await made.tab(0)
    version = tab.room.table.state.version
    slow, fast = [await asked(tab, action=f"card {card}") for card in (1, 6)]
    assert (slow["type"], slow["version"], slow["step"], slow["action"]) == ("fate", version, 0, "card 1")
    assert max(speed["pushes"] for speed in slow["fate"]["speeds"]) < max(
        speed["pushes"] for speed in fast["fate"]["speeds"]
    )
    assert slow["fate"]["combinations"] == 49
    assert tab.room.table.draft(0).decisions == (), "asking changes nothing"
    # The card that is drafted, and another one instead of it.
    await tab.say("decide", version=version, step=0, action=1)
    assert (await asked(tab))["fate"] == slow["fate"]
    assert (await asked(tab, action="card 6"))["fate"] == fast["fate"]
    await tab.confirm(version, "turn-one")
    assert (await asked(tab, action="card 6"))["fate"] == fast["fate"]
    assert (await asked(tab))["fate"] == slow["fate"]


async def test_the_answer_is_about_the_draft(evening):
    made, room, first = await paddling(await evening(3))
    tab = await made.tab(first)
    version = room.table.state.version
    before = await asked(tab)
    assert before["fate"]["canoes"] == []
    assert [afloat["place"] for afloat in before["fate"]["own"]] == ["1", "2", "3", "4", "5", "6L", "7L", "6R", "7R"]
    paddle = room.table.state.match.game.parse_action("paddle a 4")
    (draft,) = await tab.say("decide", version=version, step=0, action=paddle)
    after = await asked(tab)
    assert after["step"] == draft["step"]
    assert [(canoe["seat"], canoe["canoe"]) for canoe in after["fate"]["canoes"]] == [(first, "a")]
    assert (await asked(tab, action="load a diamond"))["fate"] is None, "the turn is complete"


async def test_everybody_may_ask_for_what_they_know(evening):
    made, _, first = await paddling(await evening(3))
    watching = await made.tab(None)
    other = await made.tab((first + 1) % 3)
    seen, known = await asked(watching), await asked(other)
    assert seen["fate"]["own"] == []
    assert seen["fate"]["combinations"] == 49
    assert known["fate"]["combinations"] == 7, "this seat knows its own card, and the one that is played"
    assert (await asked(watching, action="paddle a 4"))["fate"] is None


async def test_the_same_question_is_answered_once(evening):
    made, room, first = await paddling(await evening(3))
    tab = await made.tab(first)
    calls = []
    aside = room.fates._aside

    async def counted(work):
        calls.append(work)
        return await aside(work)

    room.fates._aside = counted
    for _ in range(3):
        await asked(tab)
    assert len(calls) == 1


async def test_nothing_waits_for_an_answer(evening):
    made = await evening(3)
    tab = await made.tab(0)
    room = tab.room
    aside, free = room.fates._aside, asyncio.Event()

    async def slow(work):
        await free.wait()
        return await aside(work)

    room.fates._aside = slow
    for card in (*range(1, 7), *range(1, 7)):
        await room.hear(tab.connection, protocol.AskFate(action=f"card {card}"))
        await asyncio.sleep(0)
    version = room.table.state.version
    (draft,) = await tab.say("decide", version=version, step=0, action=1)
    assert (draft["type"], draft["step"]) == ("draft", 1)
    free.set()
    answers = await tab.say("fate")
    # The first was being answered already; of the others those came too late that eight newer ones followed.
    asked = [answer["action"] for answer in answers]
    assert asked == ["card 1", *(f"card {card}" for card in (6, 1, 2, 3, 4, 5, 6)), None]


async def test_before_the_start_there_is_nothing_to_foretell(evening):
    made = await evening(3, start=False)
    answer = await asked(await made.tab(0))
    assert (answer["type"], answer["code"]) == ("refused", "wrong_time")


@pytest.mark.parametrize("action", ["castle", "", "card  5", "x" * 64, "ruby\u0000"])
async def test_what_is_no_action_is_refused(evening, action):
    made = await evening(3)
    answer = await asked(await made.tab(0), action=action)
    assert (answer["type"], answer["code"]) == ("refused", "bad_message")


@pytest.mark.parametrize("odd", [{"action": "x" * 65}, {"action": 3}, {"action": ["card 5"]}, {"seat": 1}])
async def test_what_is_no_question_is_no_message(evening, odd):
    made = await evening(3)
    assert (await refused(asked(await made.tab(0), **odd))).code == "bad_message"
