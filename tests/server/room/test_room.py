from __future__ import annotations

import asyncio
import random

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from eddyline.engine.registry import GAMES
from eddyline.engine.registry import game as game_by_id
from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import Join, NewTable
from eddyline.server.room.connection import STATE_BYTES
from support.random_games import shortened
from support.tables import Clock, Evening, Tab, open_evening, play_on, refusal, settled, until


async def take_turn(tab, sync, turn, rng):
    """Play a whole turn as a browser would; return the sync that answers it."""
    draft = sync["draft"]
    while not draft["complete"]:
        (draft,) = await tab.say(
            "decide", version=sync["version"], step=draft["step"], action=rng.choice(draft["legal"])["id"]
        )
    return (await tab.confirm(sync["version"], turn))[-1]


# ---- hello ----


async def test_hello_brings_a_tab_up_to_date(evening):
    made = await evening(3)
    tab = Tab(await made.room())
    (sync,) = await tab.say("hello", token=made.tokens[1])
    assert (sync["type"], sync["you"], sync["version"], sync["updates"]) == ("sync", 1, 5, [])
    assert sync["view"]["you"] == 1
    assert sync["draft"]["seat"] == 1
    assert [seat["online"] for seat in sync["table"]["seats"]] == [False, True, False]


async def test_hello_comes_first(evening):
    made = await evening(3)
    assert refusal(await Tab(await made.room()).say("start")) == (
        "bad_message",
        "expected hello as the first message, got start",
    )


async def test_who_has_no_token_watches_and_may_do_nothing(evening):
    made = await evening(3)
    tab = Tab(await made.room())
    (sync,) = await tab.say("hello")
    assert (sync["you"], sync["draft"], sync["view"]["hand"]) == (None, None, [])
    for kind, message in (
        ("decide", {"version": 5, "step": 0, "action": 3}),
        ("undo", {"version": 5}),
        ("confirm", {"version": 5, "decisions": [3], "turn": "turn-one"}),
        ("play", {"version": 5, "actions": ["card 3"], "turn": "turn-one"}),
        ("start", {}),
        ("add_bot", {"seat": 0, "bot": "random"}),
        ("remove_seat", {"seat": 0}),
        ("stand_in", {"seat": 0, "bot": "random"}),
        ("come_back", {}),
        ("vote", {"matter": "stop"}),
        ("resign", {}),
        ("set_pace", {"pace": {}}),
        ("set_rules", {"preset": "rulebook"}),
        ("paint", {"colour": 5, "pattern": 3}),
        ("rematch", {}),
    ):
        assert refusal(await tab.say(kind, **message))[0] == "not_yours"
    assert (await tab.say("ping")) == [{"type": "pong"}]


@pytest.mark.parametrize("token", ["", "secret-9", "secret-1 ", "é" * 500])
async def test_a_forged_token_watches(evening, token):
    made = await evening(3)
    refused, sync = await Tab(await made.room()).say("hello", token=token)
    assert refused["code"] == "unknown"
    assert sync["you"] is None


async def test_a_token_holds_at_its_own_table_only(evening):
    made = await evening(3)
    other = await evening(3, seed=2)
    token = made.tokens[0] + "x"
    assert (await other.room()).table.seat_of(token) is None


# ---- everybody hears ----


async def test_a_turn_is_told_to_everybody_once_each_in_their_own_view(evening):
    made = await evening(3)
    tabs = [await made.tab(seat) for seat in (0, 1, 2, None)]
    for tab in tabs:
        tab.hear()
    draft = (await tabs[0].say("decide", version=5, step=0, action=3))[0]
    assert draft["decisions"][0]["text"] == "card 3"
    assert [tab.hear() for tab in tabs[1:]] == [[], [], []], "a draft is nobody else's business"
    answers = [await tabs[0].confirm(5, "turn-one")] + [tab.hear() for tab in tabs[1:]]
    assert [[m["type"] for m in answer] for answer in answers] == [["sync"]] * 4
    assert [answer[0]["you"] for answer in answers] == [0, 1, 2, None]
    assert [answer[0]["view"]["players"][0]["card"] for answer in answers] == ["3", None, None, None]
    assert answers[3][0]["updates"] == [{"version": 6, "seat": 0, "events": []}]
    assert [seat["thinking"] for seat in answers[3][0]["table"]["seats"]] == [False, True, True]


async def test_two_tabs_of_one_seat_share_its_draft(evening):
    made = await evening(3)
    one, two = await made.tab(0), await made.tab(0)
    one.hear(), two.hear()
    here = await one.say("decide", version=5, step=0, action=3)
    assert two.hear() == here
    (refused, sync) = await two.say("decide", version=5, step=0, action=4)
    assert (refused["code"], sync["type"]) == ("stale", "sync")
    assert sync["draft"]["decisions"][0]["text"] == "card 3"
    await two.say("undo", version=5)
    assert one.hear()[-1]["decisions"] == []
    await one.say("decide", version=5, step=0, action=5)
    await two.confirm(5, "turn-one")
    assert one.hear()[-1]["draft"]["confirmed"]


async def test_presence_is_told(evening):
    made = await evening(3)
    anna = await made.tab(0)
    spectator = await made.tab(None)
    (told,) = anna.hear()
    assert (told["type"], told["table"]["spectators"]) == ("table", 1)
    bo = await made.tab(1)
    assert [seat["online"] for seat in anna.hear()[-1]["table"]["seats"]] == [True, True, False]
    second = await made.tab(1)
    bo.close()
    assert [seat["online"] for seat in anna.hear()[-1]["table"]["seats"]] == [True, True, False]
    second.close()
    spectator.close()
    last = anna.hear()[-1]
    assert [seat["online"] for seat in last["table"]["seats"]] == [True, False, False]
    assert last["table"]["spectators"] == 0


async def test_a_late_joiner_is_told_of_and_sees_the_table(evening):
    made = await evening(3, start=False)
    anna = await made.tab(0)
    await anna.say("remove_seat", seat=2)
    late = await made.tab(None)
    seated = await made.hub.join(made.table_id, Join(name="Dora"))
    assert anna.hear()[-1]["table"]["seats"][2]["name"] == "Dora"
    (sync,) = await late.say("hello", token=seated.token, since=0)
    assert (sync["you"], [update["version"] for update in sync["updates"]]) == (2, [1, 2, 3, 4, 5, 6])


async def test_whose_seat_was_freed_goes_on_watching(evening):
    made = await evening(3, start=False)
    anna, bo = await made.tab(0), await made.tab(1)
    await anna.say("remove_seat", seat=1)
    assert bo.hear()[-1]["you"] is None
    await made.hub.join(made.table_id, Join(name="Dora", seat=1))
    assert bo.hear()[-1]["you"] is None
    assert refusal(await bo.say("remove_seat", seat=1))[0] == "not_yours"


async def test_a_slow_tab_is_owed_one_state_and_holds_up_nobody(evening, monkeypatch):
    monkeypatch.setattr("eddyline.server.table.table.CHANGES", 1000)
    made = await evening(3)
    slow, quick = await made.tab(1), await made.tab(0)
    quick.hear()
    version = 5
    while version < 150:
        (draft,) = await quick.say("decide", version=version, step=min(version - 5, 1), action=3 + version % 2)
        assert draft["step"] == 1
        (sync,) = await quick.confirm(version, f"turn-{version:04}")
        version = sync["version"]
        if version < 150:
            assert slow.connection.bytes_waiting <= STATE_BYTES
    assert slow.connection.closing is None
    (sync,) = slow.hear()
    assert [update["version"] for update in sync["updates"]] == list(range(6, version + 1))
    assert sync["version"] == version


# ---- coming back ----


@hypothesis_settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 10**6), seat=st.sampled_from([None, 0, 1, 2]))
def test_from_any_version_a_tab_gets_exactly_what_it_missed(seed, seat):
    async def check():
        made = await open_evening(3, seed=seed)
        room = await made.room()
        tab = await made.tab(seat)
        await play_on(room.table, random.Random(seed), 25)
        live = [b for m in tab.hear() if m["type"] == "sync" for b in m["updates"]]
        version = room.table.state.version
        assert [b["version"] for b in live] == list(range(6, version + 1)), "gapless, nothing twice"
        for since in (0, 5, version - 3, version, version + 5):
            again = Tab(room)
            token = None if seat is None else made.tokens[seat]
            (sync,) = await again.say("hello", token=token, since=since)
            assert sync["version"] == version
            assert [b["version"] for b in sync["updates"]] == list(range(since + 1, version + 1))
            assert [b for b in sync["updates"] if b["version"] > 5] == [b for b in live if b["version"] > since]
            again.close()
        await made.hub.close()

    asyncio.run(check())


async def test_a_bot_stands_in_and_hands_back(evening):
    clock = Clock()
    made = await evening(3, clock=clock)
    room = await made.room()
    anna, bo = await made.tab(0), await made.tab(1)
    assert refusal(await anna.say("stand_in", seat=1))[0] == "not_yours"
    bo.close()
    clock.now += 59
    assert refusal(await anna.say("stand_in", seat=1)) == (
        "wrong_time",
        "Bo has been away for 59 s; a bot may play for them after 60 s.",
    )
    clock.now += 1
    assert refusal(await anna.say("stand_in", seat=1, bot="random")) == (
        "bad_message",
        "expected no bot, because for others the table's bot plays, paddler",
    )
    await anna.say("stand_in", seat=1)
    await settled(room)
    assert 1 in room.table.state.match.pending
    told = anna.hear()[-1]
    assert told["table"]["seats"][1]["bot"] == "paddler"
    assert (told["updates"][0]["seat"], told["updates"][0]["bot"]) == (1, "paddler")
    bo = await made.tab(1)
    assert room.table.state.seats[1].bot is None
    assert anna.hear()[-1]["table"]["seats"][1]["bot"] is None


async def test_one_may_let_a_bot_play_for_oneself(evening):
    made = await evening(2, bots=1)
    room = await made.room()
    await settled(room)
    anna = await made.tab(0)
    await anna.say("stand_in", seat=0, bot="random")
    await settled(room)
    assert room.table.state.to_play == {1}
    assert anna.hear()[-1]["draft"] is None
    (*_, sync) = await anna.say("come_back")
    assert sync["draft"]["confirmed"]


async def test_a_host_who_stays_away_is_replaced(evening):
    clock = Clock()
    made = await evening(3, start=False, clock=clock, host_grace=0.0)
    room = await made.room()
    anna, cy = await made.tab(0), await made.tab(2)
    assert room.alarms._host is None
    assert room.table.state.host == 0
    anna.close()
    await until(lambda: room.table.state.host == 2)
    assert cy.hear()[-1]["table"]["host"] == 2


async def test_a_host_who_comes_back_in_time_stays_host(evening):
    made = await evening(3, start=False, host_grace=3600.0)
    room = await made.room()
    anna, _ = await made.tab(0), await made.tab(2)
    anna.close()
    timer = room.alarms._host
    assert 3000 < timer.when() - asyncio.get_running_loop().time() <= 3600
    await made.tab(0)
    assert timer.cancelled()
    assert room.table.state.host == 0


# ---- programs ----


async def test_whoever_comes_while_the_store_is_away_is_refused_nothing_that_needs_no_store(evening):
    made = await evening(3)
    tab = await made.tab(0)
    await tab.say("decide", version=5, step=0, action=3)
    turn = {"version": 5, "decisions": [3], "turn": "turn-one"}
    await tab.say("confirm", **turn)
    made.store.failure = "the disk is away"
    room = await made.room()
    room.table._unsettled = True  # another process may have written
    again = Tab(room)
    (greeted,) = await again.say("hello", token=made.tokens[0])
    assert greeted["type"] == "sync"
    (sync,) = await again.say("confirm", **turn)
    assert (sync["type"], sync["version"]) == ("sync", 6), "it was played, and is there"
    refused, *_ = await again.say("confirm", version=6, decisions=[4], turn="turn-two")
    assert refused["code"] == "store"


async def test_a_whole_turn_may_be_played_at_once(evening):
    made = await evening(3)
    tabs = [await made.tab(seat) for seat in range(3)]
    await tabs[0].say("decide", version=5, step=0, action=3)
    (sync,) = await tabs[0].say("play", version=5, actions=["card 5"], turn="turn-one")
    assert sync["draft"]["confirmed"], "whatever the draft was"
    assert sync["draft"]["decisions"][0]["text"] == "card 5"
    (again,) = await tabs[0].say("play", version=5, actions=["card 5"], turn="turn-one")
    assert (again["version"], again["draft"]["decisions"][0]["text"]) == (6, "card 5"), "the same turn counts once"
    refused, again = await tabs[0].say("play", version=5, actions=["card 6"], turn="turn-one")
    assert (refused["code"], again["version"]) == ("stale", 6), "another turn is not answered as if it were played"
    (changed,) = await tabs[0].say("play", version=6, actions=["card 6"], turn="turn-two")
    assert changed["draft"]["decisions"][0]["text"] == "card 6"
    for seat in (1, 2):
        await tabs[seat].say("play", version=5, actions=["card 4"], turn="turn-one")
    now = (await made.room()).table
    seat = min(now.state.to_play)
    draft = now.draft(seat)
    while not draft.complete:
        now.decide(seat, now.state.version, draft.step, draft.legal[-1].id)
        draft = now.draft(seat)
    texts = [action.text for action in draft.decisions]
    played = await tabs[seat].say("play", version=now.state.version, actions=texts, turn="turn-three")
    assert played[-1]["updates"][0]["seat"] == seat


@pytest.mark.parametrize(
    ("actions", "code", "message"),
    [
        ([], "incomplete", "This turn is not complete yet."),
        (["card 3", "card 4"], "illegal", "This turn is complete; there is nothing left to decide."),
        (["card 9"], "bad_message", "'card 9' is no action of Niagara; expected something like 'card cloud'."),
        (["stay"], "illegal", None),
    ],
)
async def test_a_turn_that_is_not_legal_counts_not_at_all(evening, actions, code, message):
    made = await evening(3)
    tab = await made.tab(0)
    (refused,) = await tab.say("play", version=5, actions=actions, turn="turn-one")
    assert refused["code"] == code
    assert message in {None, refused["message"]}
    assert not (await made.room()).table.state.match.pending
    stale, _ = await tab.say("play", version=4, actions=["card 3"], turn="turn-one")
    assert stale["code"] == "stale"


# ---- bots ----


@pytest.mark.parametrize("game", GAMES)
async def test_bots_play_a_game_to_its_end_and_one_opens_a_rematch(evening, game):
    made = await evening(1, bots=2, game=game, options=shortened(game_by_id(game), 4))
    room = await made.room()
    rng = random.Random(4)
    tab = Tab(room)
    sync = (await tab.say("hello", token=made.tokens[0]))[-1]
    for number in range(200):
        await settled(room)
        sync = ([m for m in tab.hear() if m["type"] == "sync"] or [sync])[-1]
        if sync["table"]["status"] == "over":
            break
        sync = await take_turn(tab, sync, f"turn-{number:04}", rng)
    assert sync["view"]["ranking"] is not None
    (sync,) = await tab.say("rematch")
    (again,) = await tab.say("rematch")
    assert sync["table"]["rematch"] == again["table"]["rematch"] is not None
    async with made.hub.room(sync["table"]["rematch"]) as next_room:
        info = next_room.info()
        assert [seat.name for seat in info.seats] == [seat.name for seat in room.info().seats]
        assert (info.status, info.host) == ("open", 0)
        assert next_room.table.seat_of(made.tokens[0]) == 0, "the same secret holds"


async def test_twenty_tables_of_bots_at_once(evening):
    first = await evening(2, bots=1, options={"max_rounds": 2})
    tables = [first]
    for _ in range(19):
        wish = NewTable(game="niagara", name="Anna", seats=3, bots=("random",) * 2, options={"max_rounds": 2})
        seated = await first.hub.open(wish)
        tables.append(Evening(first.hub, seated.table, [seated.token]))
        await (await tables[-1].room()).seating.start(0)
    rooms = [await one.room() for one in tables]
    watching = [await one.tab(None) for one in tables]
    await asyncio.gather(*(rooms[0].seating.stand_in(seat, seat, "random") for seat in (0, 1)))
    await asyncio.gather(*(room.seating.stand_in(0, 0, "random") for room in rooms[1:]))
    await asyncio.gather(*map(settled, rooms))
    for room, tab in zip(rooms, watching, strict=True):
        assert room.table.state.status == "over"
        versions = [b["version"] for m in tab.hear() if m["type"] == "sync" for b in m["updates"]]
        assert versions == list(range(versions[0], room.table.state.version + 1))


async def test_a_bot_whose_turn_cannot_be_kept_tries_again(evening, monkeypatch, caplog):
    monkeypatch.setattr("eddyline.server.room.bot_seats.RETRY_TURN", 0.02)
    made = await evening(2, bots=1, start=False)
    room = await made.room()
    await room.seating.start(0)
    made.store.failure = "the disk is full"
    await until(lambda: "the disk is full" in caplog.text)
    assert 2 in room.table.state.to_play
    made.store.failure = None
    await settled(room)
    assert 2 not in room.table.state.to_play


# ---- the hub ----


async def test_an_idle_table_leaves_the_memory_and_comes_back(evening):
    clock = Clock()
    made = await evening(3, clock=clock, forget_after=600)
    first = await made.room()
    tab = await made.tab(0)
    await tab.say("decide", version=5, step=0, action=3)
    await tab.confirm(5, "turn-one")
    async with made.hub.room(made.table_id):
        clock.now += 10_000
        assert await made.hub.tables.forget_idle() == 0, "somebody is there"
    assert await made.hub.tables.forget_idle() == 0, "somebody just left"
    clock.now += 601
    assert await made.hub.tables.forget_idle() == 1
    second = await made.room()
    assert second is not first
    assert second.table.state.version == 6
    assert second.table.state.match.pending == {0: (3,)}


async def test_a_table_is_loaded_once_however_many_ask(evening):
    made = await evening(3)
    await made.hub.tables.in_memory.pop(made.table_id).close()
    rooms = await asyncio.gather(*(made.room() for _ in range(20)))
    assert len(set(map(id, rooms))) == 1
    with pytest.raises(RefusalError, match="no such table"):
        async with made.hub.room("nowhere"):
            pass
