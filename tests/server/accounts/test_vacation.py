"""Vacation: taken from a budget, durable, seen at tables; it stops only clocks of days."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta

import pytest

from eddyline.protocol.pace import DAY, Clock, Pace
from eddyline.server.table import entries
from eddyline.server.table.stored import fold
from eddyline.server.table.timing import Timing
from support.people import PASSWORD, heard, serving
from support.tables import Clock as Wall
from support.tables import copied, until

DAYS = {"clock": {"turn": 2 * DAY}}
SWIFT = {"clock": {"turn": 60}}
NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)


def day(number):
    return (NOW + timedelta(days=number)).date().isoformat()


@pytest.fixture
def wall():
    return Wall(NOW.timestamp())


@pytest.fixture
def server(wall):
    with serving(clock=wall) as made:
        yield made


@pytest.fixture
def mika(server):
    return server.create()["session"]


def take(server, session, **wish):
    return server.ask("POST", "/api/me/vacation", session, wish)


def end(server, session):
    return server.ask("DELETE", "/api/me/vacation", session)


def sit(server, session, **changes):
    """Open a table of two people, and start; return its id, and the other's token."""
    table = server.open(session, seats=2, bots=[], start=True, **changes)["table"]
    return table, server.ask("POST", f"/api/tables/{table}/seats", body={"name": "Holly"}).json()["token"]


def seats(server, table):
    return server.table(table)["seats"]


# ---- measuring ----


def test_a_vacation_is_not_counted_and_puts_the_deadline_off():
    timing = Timing(Clock(2 * DAY, 100), 2)
    timing.owe({0, 1}, 0)
    timing.rest_on(0, [(int(DAY) * 1000, int(4 * DAY) * 1000)])
    assert timing.taken(0, 0.5 * DAY) == 0.5 * DAY
    assert timing.taken(0, 2 * DAY) == DAY
    assert timing.taken(0, 5 * DAY) == 2 * DAY
    assert (timing.vacation(0, 0), timing.vacation(0, DAY), timing.vacation(0, 4 * DAY)) == (None, 4 * DAY, None)
    assert timing.left(0, 3 * DAY) == (DAY, 100)
    assert timing.deadline({0}) == 5 * DAY + 100
    assert timing.deadline({1}) == 2 * DAY + 100
    # At the deadline nothing is left, and a moment before there is.
    assert sum(timing.left(0, 5 * DAY + 100)) == 0
    assert sum(timing.left(0, 5 * DAY + 99)) == pytest.approx(1)


def test_vacations_before_a_turn_and_several_within_it_are_counted_right():
    timing = Timing(Clock(2 * DAY), 1)
    timing.rest_on(0, [(0, int(3 * DAY) * 1000), (int(4 * DAY) * 1000, int(5 * DAY) * 1000)])
    timing.owe({0}, 2 * DAY)
    assert timing.deadline({0}) == 6 * DAY
    assert timing.taken(0, 6 * DAY) == 2 * DAY
    timing.played(0, 0)
    timing.owe({0}, 7 * DAY)
    assert timing.deadline({0}) == 9 * DAY


@pytest.mark.parametrize("clock", [Clock(60), Clock(DAY - 1), None])
def test_quicker_clocks_know_no_vacations(clock):
    timing = Timing(clock, 1)
    timing.rest_on(0, [(0, 10**9)])
    timing.owe({0}, 0)
    assert timing.taken(0, 30) == 30
    assert timing.vacation(0, 30) is None


# ---- taking it ----


def test_vacation_begins_at_once_and_is_ended_early(server, mika, wall):
    assert server.me(mika).json()["vacation"] is None
    assert take(server, mika, last=day(4)).status_code == 204
    me = server.me(mika).json()
    assert me["vacation"] == {"first": day(0), "last": day(4), "begun": True}
    assert me["vacation_left"] == 16
    wall.now += DAY
    assert end(server, mika).status_code == 204
    me = server.me(mika).json()
    assert (me["vacation"], me["vacation_left"]) == (None, 19)
    assert end(server, mika).status_code == 204


def test_vacation_on_a_date_can_be_called_off_before_and_costs_nothing_then(server, mika, wall):
    assert take(server, mika, first=day(10), last=day(12)).status_code == 204
    assert server.me(mika).json()["vacation"] == {"first": day(10), "last": day(12), "begun": False}
    assert server.me(mika).json()["vacation_left"] == 18
    assert end(server, mika).status_code == 204
    assert server.me(mika).json()["vacation_left"] == 21
    assert take(server, mika, first=day(10), last=day(12)).status_code == 204
    wall.now += 13 * DAY
    assert server.me(mika).json()["vacation"] is None


@pytest.mark.parametrize(
    ("wish", "status", "why"),
    [
        ({"last": day(-1)}, 400, "a last day from 2027-03-01 on, got 2027-02-28"),
        ({"first": day(-1), "last": day(2)}, 400, "a first day from 2027-03-01 to 2028-02-29, got 2027-02-28"),
        ({"first": day(366), "last": day(367)}, 400, "a first day from"),
        ({"first": day(5), "last": day(4)}, 400, "a last day from 2027-03-06 on"),
        ({"last": "2027-02-30"}, 400, "a day like 2026-12-03, got 2027-02-30"),
        ({"last": "soon"}, 400, "last"),
        ({}, 400, "last"),
        ({"last": day(14)}, 409, "at most 14 days of vacation in a row, got 15"),
    ],
)
def test_what_is_no_vacation_is_refused(server, mika, wish, status, why):
    answer = take(server, mika, **wish)
    assert (answer.status_code, why in answer.json()["message"]) == (status, True), answer.text
    assert server.me(mika).json()["vacation_left"] == 21


def test_the_budget_is_of_a_calendar_year_and_no_row_is_longer_because_it_was_taken_in_parts(server, mika, wall):
    assert take(server, mika, last=day(9)).status_code == 204
    assert "until 2027-03-10 already" in take(server, mika, first=day(20), last=day(21)).json()["message"]
    assert take(server, mika, last=day(9)).status_code == 204  # asked again, because the answer got lost
    wall.now += 10 * DAY
    assert "in a row, got 16" in take(server, mika, last=day(15)).json()["message"]
    assert "21 days of vacation in 2027, got 22" in take(server, mika, first=day(12), last=day(23)).json()["message"]
    assert take(server, mika, first=day(12), last=day(22)).status_code == 204
    assert server.me(mika).json()["vacation_left"] == 0
    wall.now = datetime(2027, 12, 31, 12, tzinfo=UTC).timestamp()
    mika = server.sign_in().json()["session"]
    assert "in 2027, got 22" in take(server, mika, last="2028-01-02").json()["message"]
    assert take(server, mika, first="2028-01-01", last="2028-01-02").status_code == 204


def test_a_guest_has_no_vacation(server):
    assert take(server, None, last=day(1)).status_code == 401
    assert end(server, None).status_code == 401


# ---- at tables ----


def test_the_clock_stands_still_and_everybody_sees_until_when(server, mika, wall):
    table, _ = sit(server, mika, pace=DAYS)
    wall.now += DAY / 2
    take(server, mika, last=day(5))
    assert [seat["vacation"] for seat in seats(server, table)] == [day(5), None]
    wall.now += 3 * DAY
    mine, hers = seats(server, table)
    assert (mine["taken"], mine["left"]) == (DAY / 2, [1.5 * DAY, 0])
    assert hers["taken"] == 3.5 * DAY
    end(server, mika)
    wall.now += DAY
    mine, _ = seats(server, table)
    assert (mine["vacation"], mine["taken"]) == (None, 1.5 * DAY)


def test_vacation_does_not_stop_the_clock_of_a_quick_table(server, mika, wall):
    table, _ = sit(server, mika, pace=SWIFT)
    take(server, mika, last=day(5))
    server.hello(table).receive_json()
    wall.now += 30
    mine, _ = seats(server, table)
    assert (mine["vacation"], mine["taken"]) == (None, 30)
    assert "on_holiday" not in "".join(row.body for row in server.store.logs[table])


def test_a_table_of_later_knows_of_a_vacation_taken_before(server, mika):
    take(server, mika, last=day(5))
    table, _ = sit(server, mika, pace=DAYS)
    assert seats(server, table)[0]["vacation"] == day(5)


def test_nobody_lets_a_bot_play_for_who_is_on_vacation(server, mika, wall):
    table, token = sit(server, mika, pace=DAYS | {"absence": 60, "silence": 60})
    holly = server.hello(table, token=token)
    holly.receive_json()
    wall.now += 3600
    take(server, mika, last=day(5))
    for ask in ({"type": "stand_in", "seat": 0}, {"type": "vote", "matter": "stand_in", "seat": 0}):
        holly.send_json(ask)
        answer = heard(holly, "refused")
        assert (answer["code"], answer["message"]) == ("wrong_time", "Mika is on vacation; the clock stands still.")
    wall.now += 6 * DAY
    holly.send_json({"type": "stand_in", "seat": 0})
    assert heard(holly, "sync")["table"]["seats"][0]["bot"] is not None


def test_another_process_and_a_replay_find_the_same_deadline(wall):
    with serving(clock=wall) as server:
        mika = server.create()["session"]
        table, _ = sit(server, mika, pace=DAYS)
        take(server, mika, last=day(5))
        deadline = server.client.app.state.hub.tables.in_memory[table].table.state.timing.deadline({0})
        left = copied(server.store)
    folded = fold(table, left.logs[table])
    # Two days that begin when the vacation has ended.
    assert folded.timing.deadline({0}) == deadline == NOW.timestamp() - 12 * 3600 + 8 * DAY
    with serving(left, wall) as server:
        assert seats(server, table)[0]["vacation"] == day(5)


def test_a_process_that_died_before_it_told_the_table_is_made_up_for(wall):
    with serving(clock=wall) as server:
        mika = server.create()["session"]
        table, _ = sit(server, mika, pace=DAYS)
        before = list(server.store.logs[table])
        take(server, mika, last=day(5))
        left = copied(server.store, **{table: before})
    wall.now += 3 * DAY  # longer than a turn
    with serving(left, wall) as server:
        mine, _ = seats(server, table)
        assert (mine["vacation"], mine["bot"]) == (day(5), None)
        bodies = [json.loads(row.body) for row in left.logs[table]]
        assert [body["entry"] for body in bodies].count("on_holiday") == 1
        assert not any("late" in body for body in bodies)


def test_it_is_in_the_export_and_goes_with_the_account(server, mika):
    table, _ = sit(server, mika, pace=DAYS)
    take(server, mika, last=day(5))
    lines = [json.loads(line) for line in server.ask("GET", "/api/me/export", mika).text.splitlines()]
    taken = [line for line in lines if line.get("entry") == "vacation_taken"]
    assert [line["begins"] for line in taken] == [int(NOW.timestamp() * 1000)]
    assert server.ask("POST", "/api/me/deletion", mika, {"password": PASSWORD}).status_code == 204
    assert seats(server, table)[0]["vacation"] is None
    assert not any("vacation_taken" in row.body for log in server.store.logs.values() for row in log)


async def test_an_open_page_is_told_when_a_vacation_begins_and_ends(evening, wall, monkeypatch):
    made = await evening(2, clock=wall, pace=Pace(clock=Clock(2 * DAY)))
    tab, room = await made.tab(1), await made.room()
    begins = wall.now + 12 * 3600
    vacation = entries.OnVacation(seat=0, times=((int(begins * 1000), int((begins + DAY) * 1000)),))
    await room.table.alone(lambda: room.table.append(vacation))
    loop, start = asyncio.get_running_loop(), wall.now
    real = loop.time
    monkeypatch.setattr(loop, "time", lambda: real() + wall.now - start)
    for at, last in ((begins, day(1)), (begins + DAY, None)):
        wall.now = at - 60
        assert [message["type"] for message in await tab.say("ping")][-1] == "pong"
        told = []

        def heard(told=told):
            told += [message for message in tab.hear() if message["type"] == "table"]
            return told

        wall.now = at
        await until(heard)
        assert [message["table"]["seats"][0]["vacation"] for message in told] == [last]


def test_ones_own_list_tells_that_a_clock_stands_still(server, mika, wall):
    table, token = sit(server, mika, pace=DAYS)
    wall.now += DAY / 2

    def told(session=None, **asked):
        answer = server.ask("POST", "/api/tables/mine", session, {"tables": [{"table": table} | asked]})
        (listed,) = answer.json()
        return listed["yours"], listed["left"], listed["vacation"]

    take(server, mika, last=day(5))
    wall.now += DAY
    assert told(mika) == (True, [1.5 * DAY, 0], day(5))
    assert told(token=token) == (True, [DAY / 2, 0], None)
    # Whoever only watches is told of the clock that runs, which is that of who has to hurry.
    assert told() == (False, [DAY / 2, 0], None)
    end(server, mika)
    assert told(mika) == (True, [1.5 * DAY, 0], None)
