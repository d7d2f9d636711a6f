"""Nobody is held up: clocks, votes, resigning, stopping by agreement; and nobody changes a table for ever."""

from __future__ import annotations

import msgspec
import pytest

from eddyline.protocol import table as protocol
from eddyline.protocol.pace import Clock, Pace
from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import Join, NewTable
from eddyline.record import load, replay
from eddyline.server.hub.census import Census
from eddyline.server.hub.hub import Hub
from eddyline.server.table.seating import Seating
from eddyline.server.table.table import CHANGES
from eddyline.server.table.timing import Timing
from support.tables import Clock as Wall
from support.tables import Tab, confirm, load_table, outside, refusal, settings, settled, until

QUICK = Pace(clock=Clock(30, 60))
SUDDEN = Pace(clock=Clock(0, 100))


@pytest.fixture
async def timed(evening):
    """Open tables whose clock is the test's."""

    async def make(people=3, pace=QUICK, **changes):
        wall = Wall()
        made = await evening(people, clock=wall, pace=pace, **changes)
        room = await made.room()
        tabs = [await made.tab(seat) for seat in range(people)]
        return made, room, tabs, wall

    return make


async def ring(room):
    """Do what the alarm does at this time, and wait until it is done."""
    room.bots.wake()
    await settled(room)


def seat_of(told, seat):
    return told["table"]["seats"][seat]


# ---- measuring ----


def test_a_turn_uses_its_own_time_first_and_the_reserve_then():
    timing = Timing(Clock(30, 60), 2)
    assert timing.deadline({0, 1}) is None
    timing.owe({0}, 1000)
    assert timing.left(0, 1010) == (20, 60)
    assert timing.left(0, 1050) == (0, 40)
    assert timing.spent(0, 1050) == 20
    assert timing.deadline({0, 1}) == 1090
    assert timing.left(0, 2000) == (0, 0)
    timing.played(0, 20)
    timing.owe({0, 1}, 1050)
    assert timing.left(0, 1050) == (30, 40)
    assert timing.deadline({0, 1}) == 1120
    assert timing.deadline({1}) == 1140


def test_sudden_death_leaves_no_time_for_later_turns():
    timing = Timing(Clock(0, 100), 1)
    timing.owe({0}, 0)
    timing.played(0, timing.spent(0, 130))
    timing.owe({0}, 130)
    assert timing.left(0, 130) == (0, 0)
    assert timing.deadline({0}) == 130


def test_without_a_clock_nobody_is_late():
    timing = Timing(None, 1)
    timing.owe({0}, 0)
    assert (timing.left(0, 10**9), timing.deadline({0}), timing.spent(0, 10**9)) == (None, None, 0)
    assert timing.taken(0, 100) == 100


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ('{"clock": [1]}', "object"),
        ('{"clock": {"turn": 2, "reserve": 2}}', "at least 5 seconds, turn and reserve together, got 4"),
        ('{"clock": {"turn": -1}}', ">= 0"),
        ('{"clock": {"turn": 1e9}}', "<= 1209600"),
        ('{"clock": {"turn": 30, "rest": 1}}', "rest"),
        ('{"absence": 1}', ">= 10"),
        ('{"silence": 5}', ">= 30"),
    ],
)
def test_a_pace_nobody_could_play_by_is_refused(body, reason):
    with pytest.raises(msgspec.ValidationError, match=reason):
        msgspec.json.decode(body, type=Pace)


# ---- the clock ----


async def test_a_bot_plays_for_who_runs_out_of_time_and_everybody_is_told(timed):
    made, room, tabs, wall = await timed()
    for seat in (0, 1):
        await tabs[seat].say("play", version=5, actions=["card 3"], turn="turn-one")
    tabs[0].hear()
    wall.now += 89
    await ring(room)
    assert room.table.state.to_play == {2}, "the reserve is not used up yet"
    wall.now += 1
    await ring(room)
    assert 2 not in room.table.state.to_play
    told = next(message for message in tabs[0].hear() if message["type"] == "sync")
    assert [(u["seat"], u["bot"], u["late"]) for u in told["updates"]] == [(2, "paddler", True)]
    assert seat_of(told, 2)["bot"] is None, "the seat stays its player's"
    twin = await load_table(made.store, outside(), made.table_id)
    assert twin.state.updates == room.table.state.updates
    assert twin.state.timing.left(2, wall.now)[1] == 0


async def test_the_alarm_is_set_for_the_next_deadline(timed):
    _, room, tabs, wall = await timed(pace=Pace(clock=Clock(5)))
    asleep = room.alarms._late.when()
    wall.now += 5
    await tabs[0].say("play", version=5, actions=["card 3"], turn="turn-one")
    assert room.alarms._late.when() < asleep, "the other two have run out of time at this moment"
    await until(lambda: not {1, 2} & room.table.state.to_play)


async def test_the_alarm_is_set_anew_for_those_who_come_late(evening):
    wall = Wall()
    made = await evening(2, clock=wall, pace=Pace(clock=Clock(5)))
    room = await made.room()
    assert room.alarms._late is None, "nobody is here to see the time run"
    wall.now += 3
    await made.tab(0)
    early = room.alarms._late
    assert early is not None, "else nobody wakes a bot when the time has run out"
    wall.now += 3
    await made.tab(1)
    assert room.table.state.timing.left(0, wall.now) == (2, 0)
    assert early.cancelled(), "else nobody wakes a bot when the time has run out"
    assert not room.alarms._late.cancelled()


async def test_a_game_that_was_stopped_asks_nobody_for_a_turn(timed):
    _, room, tabs, _ = await timed()
    for tab in tabs:
        await tab.say("vote", matter="stop")
    (*_, told) = [message for message in tabs[0].hear() if message["type"] == "sync"]
    assert (told["table"]["ended"], told["draft"]) == ("agreed", None)
    assert room.table.draft(1) is None


async def test_everybody_sees_the_time_left(timed):
    made, _, tabs, wall = await timed()
    wall.now += 40
    await tabs[0].say("play", version=5, actions=["card 3"], turn="turn-one")
    (told,) = [message for message in tabs[1].hear() if message["type"] == "sync"]
    assert told["table"]["pace"]["clock"] == {"turn": 30.0, "reserve": 60.0}
    assert [seat["left"] for seat in told["table"]["seats"]] == [[30.0, 50.0], [0.0, 50.0], [0.0, 50.0]]
    assert [seat["taken"] for seat in told["table"]["seats"]] == [None, 40.0, 40.0]
    assert '"spent":10.0' in made.rows[-1].body


async def test_who_confirms_first_is_not_played_for(timed):
    _, room, tabs, wall = await timed()
    wall.now += 1000
    await tabs[0].say("play", version=5, actions=["card 3"], turn="turn-one")
    await settled(room)
    assert room.table.state.updates[5].seat == 0
    assert not room.table.state.updates[5].late


async def test_nobodys_time_runs_while_nobody_is_there(timed):
    made, room, tabs, wall = await timed()
    for tab in tabs:
        tab.close()
    wall.now += 10_000
    anna = Tab(room)
    (told,) = await anna.say("hello", token=made.tokens[0])
    assert [seat["left"] for seat in told["table"]["seats"]] == [[30.0, 60.0]] * 3
    await ring(room)
    assert room.table.state.to_play == {0, 1, 2}


async def test_a_bots_seat_has_no_clock(timed):
    _, room, tabs, wall = await timed(2, bots=1)
    await settled(room)
    await tabs[0].say("stand_in", seat=0)
    wall.now += 1000
    told = await tabs[1].say("play", version=5, actions=["card 3"], turn="turn-one")
    assert [seat["left"] for seat in told[-1]["table"]["seats"]][2] is None


async def test_sudden_death_plays_to_the_end(timed):
    _made, room, tabs, wall = await timed(2, pace=SUDDEN, options={"max_rounds": 2})
    wall.now += 101
    await ring(room)
    await until(lambda: room.table.state.status == "over")
    assert all(update.late for update in room.table.state.updates if update.seat is not None and update.bot)
    assert tabs[0].hear()[-1]["table"]["ended"] == "finished"
    *_, last = replay(load(room.table.state.record()))
    assert last.match.over


async def test_the_host_sets_the_pace_until_the_start(evening):
    made = await evening(2, start=False)
    anna, bo = await made.tab(0), await made.tab(1)
    assert refusal(await bo.say("set_pace", pace={"absence": 30}))[0] == "not_host"
    await anna.say("set_pace", pace={"clock": {"turn": 20}, "stand_in": "random"})
    told = bo.hear()[-1]["table"]["pace"]
    assert told == {"clock": {"turn": 20.0, "reserve": 0.0}, "absence": 60.0, "silence": 180.0, "stand_in": "random"}
    assert refusal(await anna.say("set_pace", pace={"stand_in": "deep blue"}))[0] == "unknown"
    await anna.say("start")
    assert refusal(await anna.say("set_pace", pace={}))[0] == "wrong_time"
    assert (await made.room()).table.state.timing.clock == Clock(20)


async def test_a_bot_that_a_game_does_not_have_stands_in_for_nobody(evening):
    made = await evening(2)
    with pytest.raises(RefusalError, match="deep blue"):
        await made.hub.open(NewTable(game="niagara", name="Anna", seats=3, pace=Pace(stand_in="deep blue")))


# ---- votes ----


async def test_the_others_let_a_bot_play_for_somebody_who_is_silent(timed):
    _, room, tabs, wall = await timed(4, pace=Pace())
    for seat in (0, 1, 2):
        await tabs[seat].say("play", version=6, actions=["card 3"], turn="turn-one")
    wall.now += 179
    assert refusal(await tabs[0].say("vote", matter="stand_in", seat=3)) == (
        "wrong_time",
        "Dora has been thinking for 179 s; you may vote after 180 s.",
    )
    wall.now += 1
    assert refusal(await tabs[3].say("vote", matter="stand_in", seat=3))[0] == "not_yours"
    (told,) = await tabs[0].say("vote", matter="stand_in", seat=3)
    assert told["table"]["votes"] == [{"matter": "stand_in", "seat": 3, "by": [0], "needed": 2}]
    (told,) = await tabs[0].say("vote", matter="stand_in", seat=3, favour=False)
    assert told["table"]["votes"] == []
    await tabs[0].say("vote", matter="stand_in", seat=3)
    await tabs[1].say("vote", matter="stand_in", seat=3)
    await settled(room)
    assert 3 not in room.table.state.to_play
    told = tabs[3].hear()[-1]
    assert (seat_of(told, 3)["bot"], told["table"]["votes"]) == ("paddler", [])
    await tabs[3].say("come_back")
    assert room.table.state.seats[3].bot is None


async def test_a_vote_ends_when_its_turn_is_played(timed):
    _, _room, tabs, wall = await timed(4, pace=Pace())
    wall.now += 180
    await tabs[0].say("vote", matter="stand_in", seat=3)
    await tabs[3].say("play", version=6, actions=["card 3"], turn="turn-one")
    assert tabs[0].hear()[-1]["table"]["votes"] == []
    assert refusal(await tabs[1].say("vote", matter="stand_in", seat=3)) == (
        "wrong_time",
        "We are not waiting for Dora.",
    )


async def test_those_who_left_have_no_vote(timed):
    _, room, tabs, wall = await timed(4, pace=Pace())
    wall.now += 180
    await tabs[0].say("vote", matter="stand_in", seat=3)
    tabs[1].close()
    tabs[2].close()
    tabs[0].hear()
    await tabs[0].say("vote", matter="stand_in", seat=3)
    assert room.table.state.seats[3].bot == "paddler"


@pytest.mark.parametrize(
    "vote", [{"matter": "stand_in"}, {"matter": "stand_in", "seat": 5}, {"matter": "stop", "seat": 1}]
)
async def test_a_vote_on_nothing_is_refused(timed, vote):
    _, _, tabs, _ = await timed()
    assert refusal(await tabs[0].say("vote", **vote))[0] == "bad_message"


async def test_all_agree_to_stop(timed):
    made, room, tabs, _ = await timed(3, pace=Pace())
    await tabs[1].say("play", version=5, actions=["card 6"], turn="turn-one")
    (told,) = await tabs[0].say("vote", matter="stop")
    assert told["table"]["votes"] == [{"matter": "stop", "seat": None, "by": [0], "needed": 3}]
    await tabs[1].say("vote", matter="stop")
    assert room.table.state.status == "running"
    await tabs[2].say("vote", matter="stop")
    told = tabs[0].hear()[-1]
    assert (told["table"]["status"], told["table"]["ended"], told["table"]["votes"]) == ("over", "agreed", [])
    assert all(not seat["thinking"] for seat in told["table"]["seats"])
    assert "card 6" in room.table.state.record(), "nothing is secret any more"
    assert refusal(await tabs[0].say("play", version=7, actions=["card 3"], turn="turn-two"))[0] == "wrong_time"
    twin = await load_table(made.store, outside(), made.table_id)
    assert (twin.state.status, twin.state.stopped) == ("over", "agreed")
    await tabs[0].say("rematch")
    assert room.table.state.rematch


async def test_a_bot_that_stands_in_has_no_vote(timed):
    _, room, tabs, _ = await timed(2, pace=Pace(), bots=1)
    await settled(room)
    await tabs[1].say("stand_in", seat=1)
    await tabs[0].say("vote", matter="stop")
    assert room.table.state.stopped == "agreed"


# ---- resigning ----


async def test_a_bot_plays_to_the_end_for_who_resigns(timed):
    made, room, tabs, _ = await timed(3, pace=Pace())
    await tabs[2].say("resign")
    await settled(room)
    heard = tabs[0].hear()
    told = heard[-1]
    assert (seat_of(told, 2)["resigned"], seat_of(told, 2)["bot"]) == (True, "paddler")
    updates = [update for message in heard for update in message.get("updates", ()) if update["seat"] is not None]
    # That somebody resigned is told once, and of every turn that a bot then plays for them.
    said = [(update["seat"], update.get("bot"), update["resigned"]) for update in updates]
    assert said == [(2, None, True), (2, "paddler", True)]
    for kind, message in (("come_back", {}), ("stand_in", {"seat": 2}), ("resign", {})):
        await tabs[2].say(kind, **message)
    assert room.table.state.seats[2].bot == "paddler"
    again = Tab(room)
    await again.say("hello", token=made.tokens[2])
    assert room.table.state.seats[2].bot == "paddler", "coming back changes nothing"
    await tabs[1].say("resign")
    assert room.table.state.stopped == "resigned"
    assert len(made.rows) == room.table.state.version


async def test_two_play_and_one_resigns(timed):
    _, _room, tabs, _ = await timed(2, pace=Pace())
    await tabs[0].say("resign")
    told = tabs[1].hear()[-1]["table"]
    assert (told["ended"], [seat["resigned"] for seat in told["seats"]]) == ("resigned", [True, False])


async def test_the_only_human_resigns(timed):
    _, room, tabs, _ = await timed(1, pace=Pace(), bots=2)
    await tabs[0].say("resign")
    assert room.table.state.stopped == "resigned"


# ---- what is confirmed ----


async def test_what_is_named_is_played_whatever_the_draft_is(evening):
    table = (await (await evening(3)).room()).table
    version = table.state.version
    table.decide(0, version, 0, 5)
    await table.confirm(0, version, (3,), "turn-one")
    assert table.state.match.pending[0] == (3,)


async def test_another_turn_is_not_answered_as_if_it_were_played(evening):
    made = await evening(3)
    table = (await made.room()).table
    version = table.state.version
    await table.confirm(0, version, (3,), "turn-one")
    table.decide(0, table.state.version, 1, 5)  # and then the server is killed
    after = await load_table(made.store, outside(), made.table_id)
    await after.confirm(0, version + 1, (5,), "turn-two")
    assert after.state.match.pending[0] == (5,), "the second choice was not taken for the first"
    with pytest.raises(RefusalError, match="played already, with other decisions"):
        await after.confirm(0, version + 1, (5,), "turn-one")
    await after.confirm(0, version + 1, (3,), "turn-one")
    await after.confirm(1, version, (2,), "turn-bo")
    assert after.state.match.pending[1] == (2,), "what was sent before the restart, and lost, still counts"
    version += 1
    assert after.state.version == version + 2, "a turn played already changes nothing"


# ---- bounds ----


async def test_a_secret_choice_is_not_changed_for_ever(evening):
    table = (await (await evening(3)).room()).table
    await table.confirm(0, table.state.version, (3,), "turn-first")
    for number in range(CHANGES):
        await table.confirm(0, table.state.version, (4 + number % 2,), f"turn-{number:04}")
    version = table.state.version
    with pytest.raises(RefusalError) as caught:
        await table.confirm(0, version, (6,), "turn-last")
    assert (caught.value.code, table.state.version) == ("too_fast", version)
    for seat in (1, 2):
        await table.confirm(seat, table.state.version, (3,), "turn-others")
    assert not table.state.match.pending, "the game goes on, and so may changes"
    assert not table._changed


async def test_a_stand_in_is_not_switched_for_ever(evening):
    made = await evening(3)
    tab = await made.tab(0)
    table = (await made.room()).table
    table.publish = lambda _: None  # wakes no bots
    for _ in range(CHANGES):
        await Seating(table).stand_in(0, 0)
        await Seating(table).come_back(0)
    assert refusal(await tab.say("stand_in", seat=0))[0] == "too_fast"


async def test_seats_are_not_changed_for_ever(evening):
    table = (await (await evening(2, start=False)).room()).table
    await Seating(table).remove(1, 1)
    for _ in range(CHANGES):
        await Seating(table).add_bot(0, 1, "random")
    with pytest.raises(RefusalError, match="too many changes"):
        await Seating(table).add_bot(0, 1, "paddler")
    await Seating(table).start(0)


async def test_a_turn_confirmed_again_is_no_change(evening):
    table = (await (await evening(3)).room()).table
    table.decide(0, table.state.version, 0, 3)
    for number in range(5):
        await confirm(table, 0, table.state.version, f"turn-{number:04}")
    assert table.state.version == 6


async def test_a_silent_seat_is_not_replaced_for_ever(timed):
    _, room, _tabs, wall = await timed(3, pace=Pace())
    room.table.publish = lambda _: None  # wakes no bots
    wall.now += 180
    for _ in range(CHANGES):
        await room.seating.replace_silent(2)
        await room.seating.come_back(2)
    with pytest.raises(RefusalError, match="too many changes"):
        await room.seating.replace_silent(2)


async def test_rematches_count_as_requests(evening):
    made = await evening(1, bots=1, requests_per_minute=4)
    opened = 0
    for _ in range(4):
        tab = await made.tab(0)
        await tab.say("resign")
        (refused, *_) = await tab.say("rematch")
        room = await made.room()
        if room.table.state.rematch is None:
            break
        opened += 1
        made.table_id = room.table.state.rematch
        await (await made.tab(0)).say("start")
    assert (opened, refused["code"]) == (2, "too_fast")


# ---- who was where, and since when ----


async def test_a_reload_gives_no_time_back(timed):
    made, room, tabs, wall = await timed(2, pace=SUDDEN)
    tabs[1].close()
    wall.now += 90
    tabs[0].close()
    wall.now += 0.5
    (told,) = await Tab(room).say("hello", token=made.tokens[0])
    assert seat_of(told, 0)["left"] == [0.0, 10.0]


async def test_days_run_while_nobody_is_there(timed):
    made, room, tabs, wall = await timed(2, pace=Pace(clock=Clock(86400)))
    for tab in tabs:
        tab.close()
    wall.now += 80_000
    told = (await Tab(room).say("hello", token=made.tokens[0]))[0]
    assert seat_of(told, 0)["left"] == [6400.0, 0.0]


async def test_who_has_just_sat_down_was_not_away(evening):
    wall = Wall()
    made = await evening(2, start=False, clock=wall)
    seated = await made.hub.open(NewTable(game="niagara", name="Anna", seats=2, start=True))
    made.table_id, made.tokens = seated.table, [seated.token]
    anna = await made.tab(0)
    wall.now += 600
    await made.hub.join(seated.table, Join(name="Bo"))
    assert refusal(await anna.say("stand_in", seat=1)) == (
        "wrong_time",
        "Bo has been away for 0 s; a bot may play for them after 60 s.",
    )


async def test_the_bot_that_somebody_chose_stays(timed):
    _, room, tabs, wall = await timed(3, pace=Pace())
    await tabs[1].say("stand_in", seat=1, bot="random")
    tabs[1].close()
    wall.now += 61
    await tabs[0].say("stand_in", seat=1)
    assert room.table.state.seats[1].bot == "random"


async def test_time_that_a_bot_took_does_not_count(timed):
    _, room, _tabs, wall = await timed(3)
    room.table.publish = lambda _: None  # wakes no bots
    wall.now += 10
    await room.seating.stand_in(1, 1)
    wall.now += 1000
    await room.seating.come_back(1)
    assert room.table.state.timing.left(1, wall.now) == (20, 60)


async def test_the_alarm_is_set_again_when_the_clock_was_set_back(timed):
    _, room, _, wall = await timed(pace=Pace(clock=Clock(5)))
    room.alarms._ring()
    again = room.alarms._late
    assert not again.cancelled()
    wall.now += 5
    room.alarms._ring()
    await settled(room)
    assert room.table.state.updates[-1].late or room.table.state.updates[5].late


async def test_a_vote_is_carried_when_those_against_it_leave(timed):
    _, room, tabs, wall = await timed(4, pace=Pace())
    wall.now += 180
    await tabs[0].say("vote", matter="stand_in", seat=3)
    tabs[1].close()
    tabs[2].close()
    await until(lambda: room.table.state.seats[3].bot)
    for seat in (0, 1):
        await tabs[seat].say("vote", matter="stop")


async def test_a_vote_to_stop_is_carried_when_the_last_one_resigns(timed):
    _, room, tabs, _ = await timed(3, pace=Pace())
    for seat in (0, 1):
        await tabs[seat].say("vote", matter="stop")
    await tabs[2].say("resign")
    await until(lambda: room.table.state.stopped == "agreed")


async def test_a_vote_does_not_outlive_the_turn_it_was_about(timed):
    _, room, tabs, wall = await timed(3, pace=Pace())
    wall.now += 180
    await tabs[0].say("vote", matter="stand_in", seat=2)
    for seat in range(3):
        await tabs[seat].say("play", version=5, actions=["card 3"], turn="turn-one")
    assert all(motion.seat != 2 for motion in room.votes._by)


# ---- days for a turn ----


DAYS = Pace(clock=Clock(86_400))


async def test_nobody_who_has_a_day_is_replaced_after_minutes(timed):
    _, _, tabs, wall = await timed(2, pace=DAYS)
    tabs[1].close()
    for seconds, code in ((600.0, "wrong_time"), (86_400 - 601.0, "wrong_time"), (1.0, None)):
        wall.now += seconds
        told = (await tabs[0].say("stand_in", seat=1))[-1]
        assert told.get("code") == code
    assert (Pace(clock=Clock(60)).absence, Pace(clock=Clock(3600, 10)).silence) == (60.0, 3600.0)
    assert Pace(clock=Clock(3600), absence=86_400).absence == 86_400, "more may be chosen"


async def test_who_lets_a_day_pass_is_played_for_although_nobody_is_there(timed):
    made, _, tabs, wall = await timed(pace=DAYS, bots_rest_after=0.0, forget_after=60.0)
    hub = made.hub
    for tab in tabs:
        tab.close()
    wall.now += 3600
    assert await hub.tables.forget_idle() == 1
    await hub.agenda.load_due()
    assert not hub.tables.has(made.table_id), "there is a day for it"
    wall.now += 86_400 - 3601
    room = await made.room()
    assert room.table.state.timing.left(0, wall.now) == (1, 0), "loading a table gives no time"
    await hub.tables.forget_idle()
    assert hub.tables.has(made.table_id), "it goes on in a moment"
    wall.now += 1
    await ring(room)
    assert room.table.state.version > 5
    assert {update.bot for update in room.table.state.updates[5:8]} == {"paddler"}


async def test_a_restart_forgets_no_deadline(timed):
    made, _, tabs, wall = await timed(pace=DAYS)
    tabs[0].close()
    hub = Hub(made.store, settings(outside=outside(2, wall)))
    await Census(hub).take()
    wall.now += 86_400 - 1
    await hub.agenda.load_due()
    assert not hub.tables.has(made.table_id)
    wall.now += 1
    await hub.agenda.load_due()
    assert hub.tables.has(made.table_id)
    async with hub.room(made.table_id) as room:
        await room.close()


async def test_where_turns_may_take_days_bots_play_although_nobody_is_there(timed):
    _, room, tabs, _ = await timed(1, bots=2, pace=DAYS, bots_rest_after=0.0, forget_after=0.0)
    await settled(room)
    tabs[0].close()
    await room.table.play_at_once(
        0, protocol.Play(version=room.table.state.version, actions=("card 3",), turn="turn-1")
    )
    await until(lambda: room.table.state.awaited)
    await settled(room)
    assert room.table.state.to_play == {0}, "it is the human's turn again"


async def test_a_bot_that_was_about_to_play_when_the_server_was_killed_is_woken_at_once(timed):
    made, room, _, _ = await timed(1, bots=2, pace=DAYS, bot_pause=3600.0, bots_rest_after=0.0)
    assert room.table.state.to_play - room.table.state.awaited
    hub = Hub(made.store, settings(outside=outside(2)))
    await Census(hub).take()
    await hub.agenda.load_due()
    assert hub.tables.has(made.table_id)
    async with hub.room(made.table_id) as again:
        await settled(again)
        assert again.table.state.to_play == {0}
    await hub.close()


async def test_a_table_that_cannot_be_loaded_when_it_is_due_stays_on_the_agenda(timed, caplog):
    made, _, _, wall = await timed(pace=DAYS)
    hub = Hub(made.store, settings(outside=outside(2, wall)))
    await Census(hub).take()
    hub.agenda.note("nowhere", 0.0)
    wall.now += 86_400
    made.store.failure = "the disk is away"
    await hub.agenda.load_due()
    made.store.failure = None
    await hub.agenda.load_due()
    assert hub.tables.has(made.table_id)
    assert "nowhere" in str([record.__dict__ for record in caplog.records])
    async with hub.room(made.table_id) as room:
        await room.close()


async def test_a_clock_of_minutes_rests_when_nobody_is_there(timed):
    made, room, tabs, wall = await timed(bots_rest_after=0.0, forget_after=0.0)
    for tab in tabs:
        tab.close()
    assert room.table.state.due is None
    await until(lambda: room.bots._resting)
    wall.now += 10**6
    await ring(room)
    assert room.table.state.to_play == {0, 1, 2}
    assert await made.hub.tables.forget_idle() == 1
    await made.hub.agenda.load_due()
    assert not made.hub.tables.has(made.table_id)
