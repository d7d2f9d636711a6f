"""Why not? The answer is for the seat that asks, about the position it sees, and changes nothing."""

from __future__ import annotations

import random

import pytest

from support.tables import paddling, play, play_on, random_turn, refused


async def asked(tab, action, version=None, step=0):
    version = tab.room.table.state.version if version is None else version
    (answer,) = await tab.say("why", version=version, step=step, action=action)
    return answer


async def test_the_answer_has_a_sentence_a_rule_a_reason_and_what_it_names(evening):
    made, _, first = await paddling(await evening(3))
    tab = await made.tab(first)
    answer = await asked(tab, "load b ruby")
    assert answer == {
        "type": "because",
        "action": "load b ruby",
        "message": "There is no deposit at the dock.",
        "rule": "N-GEM-6",
        "reason": "no_deposit",
        "values": {"place": "dock"},
    }
    assert (await asked(tab, "card 1"))["rule"] == "N-ROUND-1"


async def test_it_is_asked_about_the_draft(evening):
    made, room, first = await paddling(await evening(3))
    tab = await made.tab(first)
    version = room.table.state.version
    paddle = room.table.state.match.game.parse_action("paddle a 4")
    assert (await asked(tab, "paddle a 4"))["reason"] == "legal"
    (draft,) = await tab.say("decide", version=version, step=0, action=paddle)
    assert draft["complete"], "loading is forced"
    answer = await asked(tab, "load a diamond", step=draft["step"])
    assert (answer["reason"], answer["rule"]) == ("turn_complete", None)
    stale, sync = await tab.say("why", version=version, step=0, action="load a diamond")
    assert (stale["code"], sync["type"]) == ("stale", "sync")
    assert sync["draft"]["step"] == draft["step"], "asking changes nothing"


async def test_a_seat_that_owes_nothing_is_told_for_whom_the_table_waits(evening):
    made, room, first = await paddling(await evening(3))
    tab = await made.tab((first + 1) % 3)
    name = room.table.state.seats[first].name
    answer = await asked(tab, "paddle a 2")
    assert (answer["reason"], answer["values"]) == ("not_your_turn", {"names": name})
    assert answer["message"] == f"It is not your turn: we are waiting for {name}."


async def test_a_seat_that_has_confirmed_in_secret_may_still_change(evening):
    made = await evening(3)
    tab = await made.tab(0)
    version = made_version = tab.room.table.state.version
    await tab.say("decide", version=version, step=0, action=3)
    await tab.confirm(version, "turn-one")
    assert (await asked(tab, "card 5", step=1))["reason"] == "legal"
    assert (await asked(tab, "paddle a 2", step=1))["reason"] == "cards_first"
    assert tab.room.table.state.version == made_version + 1
    assert tab.room.table.state.match.pending == {0: (3,)}


async def test_a_bot_that_plays_for_somebody_answers_for_them(evening):
    made = await evening(3, bot_pause=60.0)
    tab = await made.tab(0)
    await tab.say("stand_in", seat=0, bot="random")
    assert (await asked(tab, "card 5"))["reason"] == "bot_plays"


async def test_after_the_end_the_answer_says_so(evening):
    made = await evening(2, options={"max_rounds": 1})
    tab = await made.tab(0)
    await play_on(tab.room.table, random.Random(1), 20)
    assert (await asked(tab, "card 5"))["reason"] == "game_over"


@pytest.mark.parametrize("action", ["castle", "", "card  5", "x" * 64, "ruby\u0000"])
async def test_what_is_no_action_is_refused(evening, action):
    made = await evening(3)
    answer = await asked(await made.tab(0), action)
    assert (answer["type"], answer["code"]) == ("refused", "bad_message")


@pytest.mark.parametrize("action", ["x" * 65, "x" * 5000, 3, None, ["card 5"]])
async def test_what_is_no_text_of_an_action_is_no_message(evening, action):
    made = await evening(3)
    tab = await made.tab(0)
    assert (await refused(asked(tab, action))).code == "bad_message"


async def test_before_the_start_and_from_outside_nothing_can_be_asked(evening):
    made = await evening(3, start=False)
    assert (await asked(await made.tab(0), "card 5"))["code"] == "wrong_time"
    assert (await asked(await made.tab(None), "card 5"))["code"] == "not_yours"


async def test_only_the_tab_that_asks_gets_the_answer(evening):
    made = await evening(3)
    tabs = [await made.tab(seat) for seat in (0, 0, 1, None)]
    for tab in tabs:
        tab.hear()
    await asked(tabs[0], "paddle a 2")
    assert [tab.hear() for tab in tabs[1:]] == [[], [], []]


async def test_no_answer_tells_what_others_hide(evening):
    worlds = [await evening(3, seed=3) for _ in range(2)]
    for made, card in zip(worlds, (1, 6), strict=True):
        table = (await made.room()).table
        await play(table, 2, (card,))
    match = (await worlds[0].room()).table.state.match
    rng = random.Random(5)
    for _ in range(3):
        for seat in (0, 1):
            tabs = [await made.tab(seat) for made in worlds]
            draft = tabs[0].room.table.draft(seat)
            for action in match.game.actions:
                answers = [await asked(tab, action.text, step=draft.step if draft else 0) for tab in tabs]
                assert answers[0] == answers[1]
                assert answers[0]["type"] == "because"
        if not match.waiting:
            break
        seat = min(match.waiting)
        turn = random_turn((await worlds[0].room()).table, seat, rng)
        for made in worlds:
            table = (await made.room()).table
            await play(table, seat, turn)
