"""What is decided in advance: used if it is legal when the decision opens, otherwise dropped."""

from __future__ import annotations

import json

import pytest

from eddyline.engine.match import Match
from eddyline.engine.registry import game
from eddyline.games.niagara.rules.board import GEMS
from eddyline.protocol.ahead import PlanAhead
from eddyline.server.table.seating import Seating
from eddyline.server.table.stored import fold
from eddyline.server.web.admin import entries_of
from support.tables import WISHES, MemoryStore, load_table, outside, settled

CARD = "card {}".format


async def play(tab, *actions, turn="a-turn-{}", number=[0]):  # noqa: B006 - counts the turns of all tests
    number[0] += 1
    version = tab.room.table.state.version
    return await tab.say("play", version=version, actions=actions, turn=turn.format(number[0]))


async def plan(tab, *actions, version=None):
    version = tab.room.table.state.version if version is None else version
    return await tab.say("plan_ahead", version=version, actions=actions)


def ahead(tab):
    tab.hear()
    shown = tab.room.table.state.plans.show(tab.room.table.state, tab.connection.seat)
    return shown and {
        "choices": [[action.text for action in group] for group in shown.choices],
        "planned": [action.text for action in shown.planned],
        "dropped": [(one.action.text, one.why) for one in shown.dropped],
    }


async def paddle(tabs, upto=None):
    """Let everybody finish the turns of phase 2 in order; with `upto`, only until that seat is to paddle."""
    table = tabs[0].room.table
    while table.state.match.view(None).phase == "paddling":
        (seat,) = table.state.to_play
        if seat == upto:
            return
        draft = table.state.match.draft(seat)
        while not draft.complete:
            draft.decide(draft.legal()[0])
        await play(tabs[seat], *table.state.rules.texts(draft.decisions))


@pytest.fixture
async def niagara(evening):
    """Open tables at which everybody has chosen their number's card, and seat 0, 1 or 2 is to paddle first."""

    async def make(**changes):
        made = await evening(3, **changes)
        tabs = [await made.tab(seat) for seat in range(3)]
        for seat, tab in enumerate(tabs):
            await play(tab, CARD(seat + 1))
        for tab in tabs:
            tab.hear()
        return made, tabs

    return make


async def test_a_card_that_was_decided_in_advance_is_chosen_when_the_round_begins(niagara):
    made, tabs = await niagara()
    table = (await made.room()).table
    assert ahead(tabs[2])["choices"] == [[CARD(card) for card in ("cloud", 1, 2, 4, 5, 6)]]
    heard = await plan(tabs[2], CARD(5))
    assert [action["text"] for action in heard[-1]["ahead"]["planned"]] == [CARD(5)]
    await paddle(tabs)
    assert table.state.match.view(None).round == 2
    assert table.state.rules.texts(table.state.match.pending[2]) == (CARD(5),)
    assert table.state.to_play == {0, 1}
    assert ahead(tabs[2]) is None
    # It is a choice like any other: until all have chosen, it can be replaced.
    await play(tabs[2], CARD(6))
    assert table.state.rules.texts(table.state.match.pending[2]) == (CARD(6),)


async def test_a_plan_outlives_the_server_and_is_used_by_the_one_that_follows(niagara):
    made, tabs = await niagara()
    await plan(tabs[0], CARD(6))
    await paddle(tabs, upto=None)
    log = await (await made.room()).table._store.load(made.table_id)
    planned = next(number for number, row in enumerate(log) if '"planned"' in row.body)
    # The process ends when the round has begun, before it plays what was planned.
    used = next(number for number, row in enumerate(log) if number > planned and '"card 6"' in row.body)
    store = MemoryStore()
    store.logs[made.table_id] = list(log[:used])
    table = await load_table(store, outside(), made.table_id)
    assert table.state.rules.texts(table.state.match.pending[0]) == (CARD(6),)
    await table.finish()


async def test_a_plan_can_be_changed_and_taken_back(niagara):
    made, tabs = await niagara()
    table = (await made.room()).table
    await plan(tabs[1], CARD(5))
    await plan(tabs[1], CARD(6))
    assert ahead(tabs[1])["planned"] == [CARD(6)]
    version = table.state.version
    await plan(tabs[1], CARD(6))
    assert table.state.version == version
    await plan(tabs[1])
    assert ahead(tabs[1])["planned"] == []
    await paddle(tabs)
    assert table.state.to_play == {0, 1, 2}


@pytest.mark.parametrize(
    ("actions", "code", "why"),
    [
        ((CARD(3),), "illegal", "can be made in advance now, got 'card 3'"),
        ((CARD(4), CARD(5)), "illegal", "one action for each decision, got card 4 and card 5"),
        (("rescue a ruby",), "illegal", "can be made in advance now"),
        (("paddle to the moon",), "bad_message", "no action of Niagara"),
    ],
)
async def test_what_cannot_be_planned_is_refused_and_loses_nothing(niagara, actions, code, why):
    _, tabs = await niagara()
    await plan(tabs[2], CARD(6))
    refused = (await plan(tabs[2], *actions))[0]
    assert (refused["type"], refused["code"]) == ("refused", code)
    assert why in refused["message"]
    assert ahead(tabs[2])["planned"] == [CARD(6)]


async def test_a_plan_for_a_position_that_is_gone_is_stale(niagara):
    made, tabs = await niagara()
    before = (await made.room()).table.state.shown - 1
    assert (await plan(tabs[2], CARD(6), version=before))[0]["code"] == "stale"
    assert (await plan(tabs[2], CARD(6), version=10**6))[0]["code"] == "stale"
    watching = await made.tab(None)
    assert (await plan(watching, CARD(6)))[0]["code"] == "not_yours"


async def test_before_the_start_and_while_cards_are_chosen_nothing_is_planned(evening):
    made = await evening(3, start=False)
    tab = await made.tab(0)
    assert (await plan(tab, CARD(6)))[0]["code"] == "wrong_time"
    await tab.say("start")
    assert ahead(tab) is None
    assert (await plan(tab, CARD(6)))[0]["code"] == "illegal"
    await play(tab, CARD(6))
    assert ahead(tab) is None


async def test_a_bot_that_stands_in_does_not_use_the_plan_and_the_owner_is_told(niagara):
    made, tabs = await niagara()
    room = await made.room()
    await plan(tabs[2], CARD(6))
    await tabs[2].say("stand_in", seat=2)
    assert (await plan(tabs[2], CARD(6)))[0]["code"] == "not_yours"
    await settled(room)
    await tabs[2].say("come_back")
    assert ahead(tabs[2])["dropped"] == [(CARD(6), "bot")]
    assert ahead(tabs[2])["planned"] == []
    await plan(tabs[2], CARD(5))
    assert ahead(tabs[2])["dropped"] == []


def test_the_next_card_is_one_of_a_full_hand_when_the_cycle_ends_and_none_when_the_game_does():
    niagara = game("niagara")
    match = Match.new(niagara, players=3, seed=1)
    for card in (6, 5, 4, 3, 2, 1):
        assert [niagara.ahead(match.redacted(seat), seat) for seat in range(3)] == [()] * 3
        for seat in range(3):
            match.play(seat, CARD(card))
        first = niagara.ahead(match.redacted(0), 0)[0]
        assert first == tuple(sorted(set(niagara.ahead(match.redacted(1), 1)[0])))
        assert niagara.texts(first) == ("card cloud", *(CARD(left) for left in range(1, card)))
        finish_round(match)
    for seat in range(3):
        match.play(seat, "card cloud")
    assert niagara.texts(niagara.ahead(match.redacted(0), 0)[0]) == ("card cloud", *map(CARD, range(1, 7)))
    match.states["max_rounds"] = match.states["round_number"]
    assert niagara.ahead(match.redacted(0), 0) == ()
    match.states["max_rounds"] += 9
    match.states["reached"] = 2
    assert niagara.ahead(match.redacted(0), 0) == ()


def finish_round(match):
    number = match.view(None).round
    while match.view(None).round == number and match.waiting:
        seat = min(match.waiting)
        match.play(seat, match.legal(seat)[0])
    while match.view(None).phase == "rescue":
        seat = min(match.waiting)
        match.play(seat, "decline")


@pytest.mark.parametrize(
    ("lost", "stash", "planned", "rescued", "chosen", "dropped"),
    [
        ("a", ("ruby",), ("rescue a ruby", "card 6"), ("rescue a ruby",), True, None),
        ("a", ("ruby", "amber"), ("rescue a amber",), ("rescue a amber",), False, None),
        (
            "ab",
            ("ruby", "amber"),
            ("rescue a amber", "rescue b ruby"),
            ("rescue a amber", "rescue b ruby"),
            False,
            None,
        ),
        ("", ("ruby",), ("rescue a ruby", "card 6"), (), True, None),
        ("b", ("ruby",), ("rescue a ruby", "card 6"), None, False, ("rescue a ruby", "impossible")),
        ("ab", ("ruby", "amber"), ("rescue a amber",), None, False, ("rescue a amber", "unfinished")),
    ],
)
async def test_a_canoe_is_bought_back_as_decided_in_advance_if_it_is_lost(
    niagara, lost, stash, planned, rescued, chosen, dropped
):
    made, tabs = await niagara()
    table = (await made.room()).table
    match = table.state.match
    owner, *_, last = match.view(None).order
    match.states = match.states.copy()
    for gem in stash:
        match.states["stash"][0, owner, GEMS.index(gem)] += 1
    await plan(tabs[owner], *planned)
    assert ahead(tabs[owner])["planned"] == list(planned)
    await paddle(tabs, upto=last)
    match.states = match.states.copy()
    for canoe in lost:  # on the disc that falls with the first push
        match.states["place"][0, owner, "ab".index(canoe)] = 9 if match.states["arm"][0] else 7
    await paddle(tabs)
    log = await table._store.load(made.table_id)
    written = [
        entry["decisions"]
        for row in log
        if (entry := json.loads(row.body)).get("seat") == owner and "decisions" in entry
    ]
    if rescued is not None:
        assert list(rescued) in written or not rescued
        assert match.view(None).phase == "cards"
        assert (owner in match.pending) == chosen
        assert (ahead(tabs[owner]) or {"dropped": []})["dropped"] == []
        return
    assert (match.view(None).phase, table.state.to_play) == ("rescue", {owner})
    assert ahead(tabs[owner])["dropped"] == [dropped]
    # A card that was planned, too, is still chosen once the canoes have been decided on.
    while match.view(None).phase == "rescue":
        await play(tabs[owner], *["decline"])
    assert (owner in match.pending) == ("card 6" in planned)


@pytest.mark.parametrize("seed", range(4))
def test_what_may_be_planned_in_canyon_is_what_is_legal_when_the_turn_comes(seed):
    """A seat that has not played to the trick is offered exactly what it may play later, whatever others play."""
    canyon = game("canyon")
    match = Match.new(canyon, players=4, seed=seed)
    offered, compared = {}, 0
    for step in range(400):
        if match.over:
            break
        view = match.view(None)
        if view.phase != "tricks":
            offered.clear()
        seat = min(match.waiting)
        legal = canyon.offered(match.states, seat)
        if seat in offered:
            assert offered.pop(seat) == legal
            compared += 1
        match.play(seat, legal[(step * 7 + seed) % len(legal)])
        for other in range(4):
            groups = canyon.ahead(match.redacted(other), other)
            if groups and other not in match.waiting:
                assert offered.setdefault(other, groups[0]) == groups[0]
    assert compared > 40


async def test_a_card_of_canyon_follows_when_its_turn_comes(evening):
    made = await evening(3, game="canyon")
    tabs = [await made.tab(seat) for seat in range(3)]
    table = (await made.room()).table
    while table.state.match.view(None).phase != "tricks":
        (seat, *_) = table.state.to_play
        await play(tabs[seat], table.state.match.legal(seat)[0].text)
    (first,) = table.state.to_play
    assert [ahead(tab) for tab in tabs] == [None] * 3
    await play(tabs[first], table.state.match.legal(first)[0].text)
    (second,) = table.state.to_play
    third = 3 - first - second
    assert ahead(tabs[second]) is None  # it is their turn already
    choice = ahead(tabs[third])["choices"][0][-1]
    await plan(tabs[third], choice)
    await play(tabs[second], table.state.match.legal(second)[0].text)
    log = await table._store.load(made.table_id)
    last = json.loads(log[-1].body)
    assert (last["entry"], last["seat"], last["decisions"]) == ("turn", third, [choice])
    assert ahead(tabs[third]) is None or ahead(tabs[third])["planned"] == []


async def test_nobody_else_is_told_what_was_planned(niagara):
    """Two worlds that differ in a plan alone send everybody else the same bytes, until the card is turned up."""
    told = []
    for card in (5, 6):
        made, tabs = await niagara(seed=3)
        everybody = [*tabs, *[await made.tab(seat, **wish) for seat in (0, None) for wish in WISHES]]
        await plan(tabs[2], CARD(card))
        late = [await made.tab(0, since=0), await made.tab(None, since=0)]
        await paddle(tabs)
        assert 2 in tabs[0].room.table.state.match.pending
        for tab in (*everybody, *late):
            tab.hear()
        others = [tab.raw for tab in (*everybody, *late) if tab.connection.seat != 2]
        record = tabs[0].room.table.state.record()
        told.append((others, record, tabs[2].raw))
    assert told[0][:2] == told[1][:2]
    assert told[0][2] != told[1][2]


async def test_folding_the_log_leads_to_the_same_plans(niagara):
    made, tabs = await niagara()
    table = (await made.room()).table
    await plan(tabs[0], CARD(6))
    await plan(tabs[1], CARD(5))
    rows = await table._store.load(made.table_id)
    folded = fold(made.table_id, rows)
    assert [folded.plans.of(seat) for seat in range(3)] == [table.state.plans.of(seat) for seat in range(3)]
    assert folded.plans.of(0) != ()


async def test_the_host_is_not_shown_a_plan_while_the_game_runs(niagara):
    made, tabs = await niagara()
    table = (await made.room()).table
    await paddle(tabs, upto=table.state.match.view(None).order[-1])
    owner = table.state.match.view(None).order[0]
    await plan(tabs[owner], CARD(6))
    rows = await table._store.load(made.table_id)
    assert "planned" in rows[-1].body

    def told():
        return [line["entry"] for line in entries_of(table.state, rows, lambda *_: True)]

    assert "planned" not in told()
    assert "joined" in told()
    for tab in tabs:
        await tab.say("vote", matter="stop")
    assert table.state.status == "over"
    assert "planned" in told()


async def test_two_processes_use_a_plan_once(niagara):
    made, tabs = await niagara()
    here = (await made.room()).table
    there = await load_table(here._store, outside(), made.table_id)
    owner = here.state.match.view(None).order[-1]
    asked = PlanAhead(version=there.state.version, actions=(CARD(6),))
    await Seating(there).plan_ahead(owner, asked)
    assert here.state.plans.of(owner) == ()  # it has not heard of it yet
    await paddle(tabs)
    assert here.state.rules.texts(here.state.match.pending[owner]) == (CARD(6),)
    await there.look_again()
    assert there.state.match.pending == here.state.match.pending
    log = [json.loads(row.body) for row in await here._store.load(made.table_id)]
    assert [entry.get("decisions") for entry in log].count([CARD(6)]) == 1
    await there.finish()
