"""The list of open tables: what is in it, who is told what changes, and that it outlives what may happen to servers."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from eddyline.protocol.accounts import NewAccount
from eddyline.protocol.lobby import ListedSeat, Listing, Question, Watch
from eddyline.protocol.pace import Clock as Limit
from eddyline.protocol.pace import Pace
from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import Join, NewTable, Pong
from eddyline.server.base.outbox import ANSWER_BYTES, encode
from eddyline.server.hub.census import Census
from eddyline.server.hub.hub import Hub
from eddyline.server.lobby import Lobby
from eddyline.server.lobby.lobby import LISTED_EMPTY, answers
from eddyline.server.lobby.part import Watcher, changes
from eddyline.server.logs.ledger import is_table
from eddyline.server.web.live.lobby import hear
from support.lookers import Looker
from support.people import CALLER, PASSWORD
from support.tables import Clock, MemoryStore, Tab, outside, settings

DAYS = Pace(clock=Limit(turn=86_400))


@pytest.fixture
async def hubs():
    made = []

    def make(store=None, clock=None, **changes):
        made.append(Hub(store or MemoryStore(), settings(outside=outside(len(made), clock), **changes)))
        return made[-1]

    yield make
    for hub in made:
        await hub.close()


async def table(hub, name="Anna", access="open", seats=3, game="niagara", **wishes):
    return await hub.open(NewTable(game=game, name=name, seats=seats, access=access, **wishes))


async def at(hub, seated, token=None):
    async with hub.room(seated.table) as room:
        tab = Tab(room)
        await tab.say("hello", token=token)
        return tab


def row(number, **changes):
    told = {
        "id": f"t{number}", "game": "niagara", "status": "open", "preset": "standard", "changed": {}, "clock": None,
        "seats": (ListedSeat(kind="human", name="Anna", bot=None), ListedSeat(kind="open", name="", bot=None)),
        "opened": float(number), "fills": None, "spectators": 0, "rated": False,
    }  # fmt: skip
    return Listing(**(told | changes))


# ---- what is in the list ----


async def test_a_table_is_listed_only_when_its_host_wants_it(hubs):
    hub = hubs()
    looker = Looker(hub).watch()
    await table(hub, access="link")
    assert looker.ids == []
    seated = await table(hub, name="Bo", bots=("random",))
    assert looker.ids == [seated.table]
    (told,) = looker.rows
    assert [(seat["kind"], seat["name"]) for seat in told["seats"][:2]] == [("human", "Bo"), ("open", "")]
    assert told["seats"][2]["bot"] == "random"
    assert (told["status"], told["changed"], told["spectators"]) == ("open", {}, 0)
    assert told["host_away"], "Bo has a seat, and no page open"
    await at(hub, seated, seated.token)
    looker.read()
    assert [each["host_away"] for each in looker.rows] == [False]


async def test_the_host_opens_a_table_to_all_and_takes_it_back(hubs):
    hub = hubs()
    looker = Looker(hub).watch()
    seated = await table(hub, access="link")
    bo = await hub.join(seated.table, Join(name="Bo"))
    host, guest = await at(hub, seated, seated.token), await at(hub, seated, bo.token)
    refused = await guest.say("set_access", access="open")
    assert refused[0]["code"] == "not_host"
    told = await host.say("set_access", access="open")
    assert told[0]["table"]["access"] == "open"
    assert looker.ids == [seated.table]
    assert not looker.rows[0]["host_away"]
    await host.say("set_access", access="link")
    assert looker.ids == []


async def test_rows_tell_what_differs_from_the_preset_and_leave_out_a_drawn_map(hubs):
    hub = hubs()
    looker = Looker(hub).watch()
    text = (
        (Path(__file__).parents[3] / "src/eddyline/games/canyon/rules/boards/whirlpool.txt")
        .read_text("utf-8")
        .replace("o", ".", 1)
    )
    await table(hub, game="canyon", options={"secret_bids": True, "board": text})
    looker.read()
    (told,) = looker.rows
    assert told["changed"] == {"secret_bids": True, "board": ""}


async def test_a_table_moves_from_the_open_to_the_running_ones_and_leaves_when_it_is_over(hubs):
    hub = hubs()
    free, running = Looker(hub).watch(), Looker(hub).watch(status="running")
    seated = await table(hub, seats=3, bots=("random", "random"))
    host, spectator = await at(hub, seated, seated.token), await at(hub, seated)
    await host.say("start")
    assert (free.ids, running.ids) == ([], [seated.table])
    spectator.room.tell_presence()
    running.read()
    assert running.rows[0]["spectators"] == 1
    await host.say("resign")
    assert running.ids == []


async def test_where_nobody_is_a_table_stays_for_a_while_only_unless_turns_may_take_days(hubs):
    clock = Clock()
    hub = hubs(clock=clock)
    looker = Looker(hub).watch()
    signed = await hub.people.create(NewAccount(name="Ben", password=PASSWORD), CALLER)
    ben = await hub.people.find(signed.account)
    wish = NewTable(game="niagara", name="Ben", seats=3, access="open", pace=DAYS)
    quick, slow, attended = await table(hub), await hub.open(wish, person=ben), await table(hub)
    await at(hub, attended, attended.token)
    tab = await at(hub, quick, quick.token)
    clock.now += LISTED_EMPTY
    hub.lobby.tidy()
    assert looker.ids == [quick.table, slow.table, attended.table], "somebody is at the first one"
    tab.close()
    clock.now += LISTED_EMPTY - 1
    hub.lobby.tidy()
    assert len(looker.ids) == 3
    clock.now += 1
    hub.lobby.tidy()
    assert looker.ids == [slow.table, attended.table]
    clock.now += 3600
    assert await hub.tables.forget_idle() > 0
    assert quick.table not in looker.ids, "nobody comes back because the server forgets the table"
    await at(hub, quick, quick.token)
    assert looker.ids == [quick.table, slow.table, attended.table]


async def test_a_deleted_table_leaves_the_list(hubs):
    hub = hubs()
    looker = Looker(hub).watch()
    seated = await table(hub)
    del hub.store.logs[seated.table]
    await hub.changes.catch_up({seated.table})
    assert looker.ids == []


# ---- questions ----


async def test_the_list_is_filtered_and_sorted(hubs):
    clock = Clock()
    hub = hubs(clock=clock)
    wishes = [
        {"game": "niagara", "seats": 4},
        {"game": "canyon", "pace": DAYS, "preset": "secret"},
        {"game": "niagara", "pace": Pace(clock=Limit(turn=60, reserve=60)), "bots": ("random",)},
    ]
    one, two, three = [(await table(hub, **wish), setattr(clock, "now", clock.now + 1))[0].table for wish in wishes]
    for question, expected in [
        ({}, [one, two, three]),
        ({"order": "newest"}, [three, two, one]),
        ({"order": "fullest"}, [three, two, one]),
        ({"game": "niagara"}, [one, three]),
        ({"clock": "none"}, [one]),
        ({"clock": "live"}, [three]),
        ({"clock": "days"}, [two]),
        ({"preset": "secret"}, [two]),
        ({"preset": "secret", "game": "niagara"}, []),
        ({"free": 1}, [one, two, three]),
        ({"free": 2}, [one, two]),
        ({"free": 3}, [one]),
        ({"bots": True}, [three]),
        ({"bots": False}, [one, two]),
        ({"bots": False, "free": 3, "clock": "none"}, [one]),
        ({"rated": True}, []),
        ({"rated": False}, [one, two, three]),
        ({"status": "running"}, []),
        ({"game": "chess"}, []),
    ]:
        assert Looker(hub).watch(**question).ids == expected, question
    assert answers(row(1, rated=True), Question(rated=True))
    assert not answers(row(1, rated=True), Question(rated=False))


async def test_a_table_leaves_and_enters_the_lists_of_those_who_ask_for_free_seats_and_bots(hubs):
    hub = hubs()
    two, no_bots, bots = (Looker(hub).watch(**question) for question in ({"free": 2}, {"bots": False}, {"bots": True}))
    seated = await table(hub)
    host = await at(hub, seated, seated.token)
    assert (two.ids, no_bots.ids, bots.ids) == ([seated.table], [seated.table], [])
    await host.say("add_bot", seat=1, bot="random")
    assert (two.ids, no_bots.ids, bots.ids) == ([], [], [seated.table])
    await host.say("remove_seat", seat=1)
    assert (two.ids, no_bots.ids, bots.ids) == ([seated.table], [seated.table], [])


async def test_a_part_has_its_rows_and_the_whole_number(hubs):
    hub = hubs()
    for number in range(60):
        hub.lobby.put(f"t{number}", row(number), 1)
    looker = Looker(hub).watch(first=25, rows=25)
    assert looker.ids == [f"t{number}" for number in range(25, 50)]
    assert looker.total == 60
    hub.lobby.drop("t3")
    assert looker.ids == [f"t{number}" for number in range(26, 51)]
    hub.lobby.put("t99", row(99), 1)
    looker.read()
    assert looker.total == 60
    looker.watch(first=50)
    assert looker.ids == [*(f"t{number}" for number in range(51, 60)), "t99"]


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (b'{"type": "watch", "rows": 30}', "multiple of 25"),
        (b'{"type": "watch", "rows": 2000}', "<= 200"),
        (b'{"type": "watch", "order": "best"}', "best"),
        (b'{"type": "watch", "free": 9}', "<= 8"),
        (b'{"type": "watch", "bots": "some"}', "bool"),
        (b'{"type": "peek"}', "peek"),
        (b"\xff", "protocol/lobby.py"),
        (b"[" * 5000, "at most 4096 bytes"),
    ],
)
async def test_a_bad_question_is_refused_with_what_was_expected(hubs, message, reason):
    hub = hubs()
    looker = Looker(hub).watch()
    with pytest.raises(RefusalError, match=re.escape(reason)) as refused:
        hear(looker.watcher, message, hub)
    assert refused.value.code == "bad_message"
    seated = await table(hub)
    assert looker.ids == [seated.table], "the old question still stands"


# ---- changes ----


def test_changes_make_of_any_list_any_other_one():
    chance = random.Random(7)
    numbers = range(12)
    before: list[Listing] = []
    for _ in range(400):
        chosen = chance.sample(numbers, chance.randrange(len(numbers)))
        after = [row(number, spectators=chance.randrange(2)) for number in chosen]
        if chance.random() < 0.5:
            after.sort(key=lambda each: each.opened)
        gone, placed = changes(before, after)
        moved = {*gone, *(each.row.id for each in placed)}
        made = [each for each in before if each.id not in moved]
        for each in placed:
            made.insert(each.at, each.row)
        assert made == after
        before = after


def test_one_row_that_changes_is_all_that_is_sent():
    before = [row(number) for number in range(50)]
    after = [*before[:20], row(20, spectators=1), *before[22:], row(50)]
    gone, placed = changes(before, after)
    assert gone == ("t21",)
    assert [(each.at, each.row.id) for each in placed] == [(20, "t20"), (49, "t50")]


async def test_everybody_with_the_same_question_is_sent_the_same_bytes(hubs):
    hub = hubs()
    lookers = [Looker(hub).watch() for _ in range(3)]
    for looker in lookers:
        looker.read()
    await table(hub)
    for looker in lookers:
        looker.read()
        assert looker.raw[-1] is lookers[0].raw[-1]


async def test_who_is_slow_is_sent_the_part_once_instead_of_every_change(hubs):
    hub = hubs()
    slow, quick = Looker(hub).watch(), Looker(hub).watch()
    slow.read()
    for number in range(40):
        hub.lobby.put(f"t{number}", row(number), 1)
        quick.read()
    assert len(slow.read()) == 1
    assert slow.rows == quick.rows
    hub.lobby.drop("t0")
    assert [message["type"] for message in slow.read()] == ["changed"], "it follows again"
    assert slow.ids == quick.ids


async def test_changes_are_merged_and_the_number_alone_is_told_seldom(hubs):
    hub = hubs(lobby_every=3600.0, lobby_count_every=3600.0)
    looker = Looker(hub).watch(rows=25)
    looker.read()
    for number in range(30):
        hub.lobby.put(f"t{number}", row(number), 1)
    assert len(looker.read()) == 1, "the first at once, the others later"
    (asked,) = hub.lobby._parts
    hub.lobby._parts[asked]._tell_rows()
    assert len(looker.read()) == 1
    hub.lobby.drop("t29")
    hub.lobby._parts[asked]._tell_rows()
    assert len(looker.read()) == 1
    hub.lobby.drop("t28")
    hub.lobby._parts[asked]._tell_rows()
    assert looker.read() == [], "only the number has changed, and was told a moment ago"


async def test_who_asks_without_reading_is_cut_off(hubs):
    hub = hubs()
    looker = Looker(hub)
    for _ in range(ANSWER_BYTES // len(encode(Pong())) + 1):
        looker.say(type="ping")
    assert looker.read() == []
    assert looker.closed is not None


def test_nothing_is_kept_for_those_who_have_left():
    lobby = Lobby(Clock(), settings())
    watcher = Watcher()
    for game in ("one", "two", "three"):
        watcher.asked = Watch(game=game)
        lobby.watch(watcher)
    lobby.leave(watcher)
    assert (lobby._parts, lobby._lists) == ({}, {})


def test_a_table_where_turns_may_take_days_waits_for_a_guest_for_minutes_only():
    clock = Clock()
    lobby = Lobby(clock, settings())
    for number, told in enumerate(({}, {"reachable": True}, {"status": "running"})):
        lobby.put(f"t{number}", row(number, clock=DAYS.clock, **told), 1)
    clock.now += LISTED_EMPTY
    lobby.tidy()
    assert [*lobby.entries] == ["t1", "t2"], "nobody could tell a guest who is away that somebody sat down"


# ---- other processes, and restarts ----


def test_the_newest_version_counts_whoever_tells_it_when():
    lobby = Lobby(Clock(), settings())
    lobby.put("t1", row(1, spectators=2), 5, by="other", present=True)
    lobby.put("t1", row(1), 4)
    assert lobby.entries["t1"].listing.spectators == 2
    lobby.put("t1", None, 4)
    assert "t1" in lobby.entries
    lobby.put("t1", None, 6, by="other")
    assert lobby.entries == {}


def test_a_process_that_has_ended_leaves_nobody_at_its_tables():
    clock = Clock()
    lobby = Lobby(clock, settings())
    lobby.put("t1", row(1), 1, by="other", present=True)
    clock.now += 10 * LISTED_EMPTY
    lobby.tidy()
    lobby.keep(frozenset({"other"}))
    lobby.tidy()
    assert "t1" in lobby.entries
    lobby.keep(frozenset())
    lobby.tidy()
    assert "t1" in lobby.entries, "they may come back by way of another process"
    clock.now += LISTED_EMPTY
    lobby.tidy()
    assert lobby.entries == {}


async def test_a_restart_empties_no_lobby(hubs):
    clock, store = Clock(), MemoryStore()
    before = hubs(store, clock)
    seated, hidden = await table(before), await table(before, access="link")
    changed = await table(before, access="link")
    host = await at(before, changed, changed.token)
    await host.say("set_access", access="open")
    over = await table(before, bots=("random", "random"))
    player = await at(before, over, over.token)
    await player.say("start")
    await player.say("resign")
    after = hubs(store, clock)
    await Census(after).take()
    assert Looker(after).watch().ids == [seated.table, changed.table]
    assert hidden.table not in after.lobby.entries
    assert not after.tables.in_memory, "nothing was loaded for it"


async def test_a_second_count_reads_only_what_has_changed(hubs, monkeypatch):
    clock, store = Clock(), MemoryStore()
    before, after = hubs(store, clock), hubs(store, clock)
    await table(before)
    clock.now += 2
    census = Census(after)
    await census.take()
    clock.now += 3600
    new = await table(before)
    read = []
    load = store.load
    monkeypatch.setattr(store, "load", lambda name, after=0: (read.append(name), load(name, after))[1])
    await census.take()
    assert [name for name in read if is_table(name)] == [new.table]


async def test_what_cannot_be_read_keeps_no_other_table_from_the_list(hubs):
    clock, store = Clock(), MemoryStore()
    seated = await table(hubs(store, clock))
    store.logs["broken"] = [store.logs[seated.table][0]._replace(body='{"access":"open"}')]
    after = hubs(store, clock)
    await Census(after).take()
    assert Looker(after).watch().ids == [seated.table]
