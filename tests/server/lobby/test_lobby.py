"""Before the start everybody paints canoes, and the host sets the rules; a rematch keeps both, and counts games."""

from __future__ import annotations

import pytest

from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import Join, NewTable
from eddyline.server.table.attendance import Attendance
from eddyline.server.table.table import CHANGES
from support.tables import Clock as Wall
from support.tables import Evening, load_table, refusal, settled


def colours(told):
    return [seat["colour"] for seat in told["table"]["seats"]]


def patterns(told):
    return [seat["pattern"] for seat in told["table"]["seats"]]


# ---- colours and patterns ----


async def test_a_seat_chooses_a_colour_that_nobody_has(evening):
    made = await evening(2, start=False)
    anna, bo = await made.tab(0), await made.tab(1)
    assert [seat.colour for seat in anna.room.info().seats] == [0, 1]
    await anna.say("paint", colour=4)
    assert colours(bo.hear()[-1]) == [4, 1]
    assert refusal(await bo.say("paint", colour=4)) == ("taken", "Anna has this colour.")
    (told,) = await bo.say("paint", colour=0)
    assert colours(told) == [4, 0]
    version = told["version"]
    (told,) = await bo.say("paint", colour=0)
    assert told["version"] == version, "what one has already is no change"
    await anna.say("start")
    assert refusal(await bo.say("paint", colour=5))[0] == "wrong_time"


async def test_a_free_seat_gives_its_colour_away_and_gets_the_other(evening):
    made = await evening(1, bots=1, start=False)
    anna = await made.tab(0)
    assert refusal(await anna.say("paint", colour=1))[0] == "taken"
    await anna.say("remove_seat", seat=1)
    (told,) = await anna.say("paint", colour=1)
    assert colours(told) == [1, 0]


async def test_a_pattern_is_chosen_like_a_colour_and_apart_from_it(evening):
    made = await evening(2, start=False)
    anna, bo = await made.tab(0), await made.tab(1)
    await anna.say("paint", pattern=5)
    (told,) = await bo.say("paint", colour=3, pattern=0)
    assert (colours(told), patterns(told)) == ([0, 3], [5, 0])
    assert refusal(await bo.say("paint", colour=4, pattern=5)) == ("taken", "Anna has this pattern.")
    (again,) = await bo.say("paint")
    assert again["version"] == told["version"], "nothing wanted is no change, nor was anything refused done in part"
    assert colours(again) == [0, 3]


# ---- rules ----


async def test_the_host_changes_the_rules_until_the_start(evening):
    made = await evening(3, start=False)
    anna, bo = await made.tab(0), await made.tab(1)
    assert refusal(await bo.say("set_rules", preset="rulebook"))[0] == "not_host"
    options = anna.room.info().options
    bo.hear()
    assert not options["whirlpool"]
    await anna.say("set_rules", preset="rulebook", options={"whirlpool": True, "gems_per_deposit": 3})
    assert bo.hear()[-1]["table"]["options"] == options | {"whirlpool": True, "gems_per_deposit": 3}
    code, message = refusal(await anna.say("set_rules", preset="rulebook", options={"gems_per_deposit": 99}))
    assert code == "bad_message"
    assert "gems_per_deposit" in message
    (told,) = await anna.say("set_rules", preset="rulebook", options={"whirlpool": True, "gems_per_deposit": 3})
    version = told["version"]
    await anna.say("start")
    table = (await made.room()).table
    assert table.state.version > version
    assert table.view(0).deposits[0] == {"amethyst": 3}
    assert refusal(await anna.say("set_rules", preset="rulebook"))[0] == "wrong_time"


async def test_what_a_number_of_players_needs_stays_on(evening):
    first = await evening(2, start=False)
    wish = NewTable(game="niagara", name="Anna", seats=6, options={"whirlpool": True})
    seated = await first.hub.open(wish)
    tab = await Evening(first.hub, seated.table, [seated.token]).tab(0)
    code, message = refusal(await tab.say("set_rules", preset="rulebook"))
    assert code == "bad_message"
    assert "6" in message


async def test_rules_with_more_chance_than_the_table_is_bound_to_are_refused(evening):
    made = await evening(3, start=False, game="canyon", options={"max_rounds": 5})
    tab = await made.tab(0)
    told = tab.room.info()
    for rounds in (4, 5):
        (sync,) = await tab.say("set_rules", preset=told.preset, options={"max_rounds": rounds})
        assert sync["table"]["options"]["max_rounds"] == rounds
    code, message = refusal(await tab.say("set_rules", preset=told.preset, options={"max_rounds": 6}))
    assert code == "bad_message"
    assert "at most 6 random numbers" in message
    assert sync["table"]["dealing"]["commitment"] == told.dealing.commitment


async def test_changes_are_read_from_the_log_again(evening):
    made = await evening(2, start=False)
    tab = await made.tab(0)
    await tab.say("paint", colour=3, pattern=2)
    await tab.say("set_rules", preset="rulebook", options={"beaver": True})
    before = (await made.room()).table
    after = await load_table(made.store, before.outside, made.table_id)
    assert after.state.info(Attendance()) == before.state.info(Attendance())
    assert after.state.options == before.state.options


async def test_waiting_gives_changes_back(evening):
    wall = Wall()
    made = await evening(2, start=False, clock=wall)
    seating = (await made.room()).seating
    for number in range(CHANGES):
        await seating.paint(0, 2 + number % 2)
    with pytest.raises(RefusalError, match="wait a minute"):
        await seating.paint(0, 5)
    wall.now += 60
    await seating.paint(0, 5)


# ---- rematches ----


async def again(made, tab):
    """Open the rematch of a table, and come there."""
    await tab.say("rematch")
    made.table_id = (await made.room()).table.state.rematch
    return await made.tab(0)


async def test_a_rematch_counts_who_won_before(evening):
    made = await evening(2)
    tab = await made.tab(0)
    first = made.table_id
    await tab.say("resign")
    info = (await made.room()).info()
    assert ([seat.wins for seat in info.seats], info.games, info.previous) == ([0, 1], 1, None)
    tab = await again(made, tab)
    info = (await made.room()).info()
    assert ([seat.wins for seat in info.seats], info.games, info.previous) == ([0, 1], 1, first)
    await tab.say("start")
    await (await made.tab(1)).say("resign")
    info = (await made.room()).info()
    assert ([seat.wins for seat in info.seats], info.games) == ([1, 1], 2)


async def test_who_takes_another_ones_seat_begins_at_nothing(evening):
    made = await evening(2)
    tab = await made.tab(0)
    await tab.say("resign")
    tab = await again(made, tab)
    await tab.say("remove_seat", seat=1)
    await made.hub.join(made.table_id, Join(name="Dora"))
    assert [seat.wins for seat in (await made.room()).info().seats] == [0, 0]


async def test_a_game_that_was_called_off_does_not_count(evening):
    made = await evening(2)
    tabs = [await made.tab(seat) for seat in (0, 1)]
    for each in tabs:
        await each.say("vote", matter="stop")
    info = (await made.room()).info()
    assert (info.ended, [seat.wins for seat in info.seats], info.games) == ("agreed", [0, 0], 0)


async def test_a_rematch_keeps_colours_and_the_rules_last_chosen(evening):
    made = await evening(2, start=False)
    tab = await made.tab(0)
    await tab.say("paint", colour=5)
    await (await made.tab(1)).say("paint", colour=0)
    await tab.say("set_rules", preset="rulebook", options={"moose": True})
    await tab.say("start")
    await settled(await made.room())
    await tab.say("resign")
    await again(made, tab)
    info = (await made.room()).info()
    assert [seat.colour for seat in info.seats] == [5, 0]
    assert info.options["moose"]


async def test_who_asks_for_a_rematch_is_its_host(evening):
    made = await evening(3, start=False)
    tabs = [await made.tab(seat) for seat in range(3)]
    await tabs[0].say("start")
    await settled(await made.room())
    await tabs[0].say("resign")
    await tabs[1].say("resign")
    await again(made, tabs[2])
    assert (await made.room()).info().host == 2
