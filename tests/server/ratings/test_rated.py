"""Games of people with accounts are rated once, whatever happens to the processes that serve them."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

from eddyline.protocol.table import Join, NewTable
from eddyline.server.accounts.account import Account
from eddyline.server.hub.census import Census
from eddyline.server.hub.hub import Hub
from eddyline.server.hub.tables import Tables
from eddyline.server.logs.ledger import is_table
from eddyline.server.ratings.boards import Boards
from eddyline.server.ratings.results import RESULTS, key_of
from eddyline.server.room.connection import Connection
from eddyline.server.store import SqliteStore
from eddyline.server.store.names import DATABASE
from eddyline.server.store.postgres.store import PostgresStore
from eddyline.server.table import entries
from eddyline.server.table.stored import fold
from support.tables import Clock, MemoryStore, Tab, outside, play_on, settings, until

LOG = RESULTS.log(key_of("niagara", "base"))


def person(account):
    """Stand for an account; None: a guest."""
    return account and Account(account, account.capitalize())


def everybody_signed_in(hub):
    """Let whoever says so be an account; return the hub."""

    async def who(session):
        return session and person(session.partition(".")[0])

    hub.people.who = who
    return hub


class Evening:
    """Be a server with one table: accounts on the first seats, a bot on the last."""

    def __init__(self, store=None, clock=None):
        self.clock = clock or Clock()
        self.store = store or MemoryStore()
        self.hub = everybody_signed_in(Hub(self.store, settings(outside=outside(1, self.clock))))

    async def sit(self, *accounts, bots=("paddler",), start=True, **wish):
        seats = len(accounts) + len(bots)
        new = NewTable(**({"game": "niagara", "name": "N0", "seats": seats, "bots": bots} | wish))
        seated = [await self.hub.open(new, person=person(accounts[0]))]
        self.table = seated[0].table
        for number, account in enumerate(accounts[1:], start=1):
            seated.append(await self.hub.join(self.table, Join(name=f"N{number}"), person=person(account)))
        self.tokens = [each.token for each in seated]
        self.sessions = [account and f"{account}.{'x' * 32}" for account in accounts]
        if start:
            await (await self.room()).seating.start(0)
        return self

    async def room(self):
        async with self.hub.room(self.table) as room:
            return room

    async def tab(self, seat, address="", **wishes):
        room = await self.room()
        tab = Tab(room, Connection(room.catch_up, address))
        who = {} if seat is None else {"token": self.tokens[seat], "session": self.sessions[seat]}
        await tab.say("hello", **who, **wishes)
        return tab

    async def info(self):
        return (await self.room()).info()

    async def give_up(self, *seats):
        room = await self.room()
        for seat in seats:
            await room.seating.resign(seat)

    async def rated(self):
        room = await self.room()
        await until(lambda: room.info().ratings)
        return room.info().ratings

    async def standing(self, person, family="base"):
        return (await self.hub.rater.standings("niagara", family)).people.get(person)


@pytest.fixture(autouse=True)
async def no_bots_afterwards(monkeypatch):
    """Stop the bots that still think when a test is over."""
    made, take_in = [], Tables.take_in
    monkeypatch.setattr(Tables, "take_in", lambda self, room: (take_in(self, room), made.append(room))[0])
    yield
    for room in made:
        await room.bots.stop()


@pytest.fixture(params=["memory", "postgres"])
def another(request):
    """Open the same store once more, as another process would."""
    if request.param == "postgres":
        url = request.getfixturevalue("postgres").store()
        return lambda: PostgresStore(url)
    only = MemoryStore()
    return lambda: only


@pytest.mark.slow
async def test_a_game_of_people_and_a_bot_is_rated_and_everybody_is_shown_what_it_changed():
    evening = await Evening().sit("ann", "ben", start=False)
    watcher = await evening.tab(None)
    assert watcher.hear() == []
    assert (await evening.info()).unrated is None
    room = await evening.room()
    await room.seating.start(0)
    while room.table.state.status == "running":
        await play_on(room.table, random.Random(3), 1)
        evening.clock.now += 30
    ann, ben, bot = await evening.rated()
    assert room.info().unrated is None
    assert bot is None
    assert (ann.before.points, ann.before.margin, ann.provisional) == (1500, 500, True)
    # How the game goes depends on when the bot moves. New accounts tell nothing of each other, the bot does of both.
    *ranks, of_bot = room.table.state.match.ranking
    for rating, rank in zip((ann, ben), ranks, strict=True):
        assert rank == of_bot or (rating.after.points > rating.before.points) == (rank < of_bot)
    assert ann.after.margin < 500
    assert (await evening.standing("ann")).rating.points == ann.after.points
    told = [message["table"] for message in watcher.hear() if message["type"] in {"table", "sync"}]
    assert told[-1]["ratings"][0]["after"]["points"] == ann.after.points


async def test_nothing_about_ratings_depends_on_anything_hidden_while_the_game_runs():
    told = []
    for dealing in (1, 2):
        evening = Evening()
        evening.hub = Hub(evening.store, settings(outside=outside(1, evening.clock, dealing=dealing)))
        await evening.sit("ann", "ben", "cas", bots=(), game="canyon")
        tabs = [await evening.tab(seat) for seat in (0, 1, 2, None)]
        room = await evening.room()
        await room.seating.stand_in(0, 0)
        for turn in range(12):
            evening.clock.now += 30
            await play_on(room.table, random.Random(dealing * 100 + turn), 1)
        messages = [message for tab in tabs for message in tab.hear() if "table" in message]
        assert len(messages) > 12
        assert room.table.state.status == "running"
        told.append({(message["table"]["unrated"], message["table"]["ratings"]) for message in messages})
    assert told == [{(None, None)}] * 2


async def test_who_leaves_is_last_and_who_stays_wins():
    evening = await Evening().sit("ann", "ben", "cas", bots=())
    evening.clock.now += 90
    await evening.give_up(0, 2)
    ann, ben, cas = await evening.rated()
    assert ann.after == cas.after
    assert ann.after.points < 1500 < ben.after.points
    assert (await evening.standing("ann")).left == 1
    assert (await evening.standing("ben")).left == 0


async def test_a_bot_that_plays_one_turn_for_somebody_makes_them_leave():
    evening = await Evening().sit("ann", "ben", bots=("paddler",))
    room = await evening.room()
    await room.seating.stand_in(0, 0)
    assert room.table.state.facts.left == set()
    await play_on(room.table, random.Random(1), 1)
    await room.seating.come_back(0)
    assert room.table.state.facts.left == {0}


@pytest.mark.parametrize(
    ("people", "wish", "reason"),
    [
        (("ann", "ben"), {"rated": False}, "practice"),
        (("ann", "ben"), {"options": {"gems_per_deposit": 3}}, "house_rules"),
        (("ann", "ben"), {"seats": 2, "bots": ()}, "house_rules"),
        (("ann", None), {}, "guest"),
    ],
)
async def test_the_table_says_before_the_start_why_its_game_is_not_rated(people, wish, reason):
    evening = await Evening().sit(*people, start=False, **wish)
    assert (await evening.info()).unrated == reason
    await (await evening.room()).seating.start(0)
    assert (await evening.info()).unrated == reason
    evening.clock.now += 90
    await evening.give_up(*range(len(evening.tokens) - (not wish.get("bots", True))))
    assert (await evening.info()).ended == "resigned"
    assert (await evening.info()).unrated == reason
    assert (await evening.room()).rated._tasks == set()
    assert LOG not in evening.store.logs


@pytest.mark.parametrize(("seconds", "how", "reason"), [(59, "resigned", "short"), (90, "agreed", "stopped")])
async def test_how_a_game_ends_decides_whether_it_counts(seconds, how, reason):
    evening = await Evening().sit("ann", "ben")
    evening.clock.now += seconds
    assert (await evening.info()).unrated is None
    if how == "agreed":
        await (await evening.room()).seating.stop()
    else:
        await evening.give_up(0, 1)
    assert (await evening.info()).unrated == reason
    assert LOG not in evening.store.logs


async def test_people_at_one_address_are_not_rated_and_the_address_is_written_nowhere():
    evening = await Evening().sit("ann", "ben", start=False)
    ann = await evening.tab(0, "203.0.113.7")
    assert (await evening.info()).unrated is None
    ben = await evening.tab(1, "203.0.113.7")
    assert (await evening.info()).unrated == "same_address"
    ben.close()
    await evening.tab(1, "198.51.100.1")
    assert (await evening.info()).unrated is None
    await evening.tab(1, "203.0.113.7")  # a second window
    assert (await evening.info()).unrated is None
    ann.close()
    room = await evening.room()
    await room.seating.start(0)
    assert room.table.state.facts.neighbours == frozenset()
    assert not any(told in str(evening.store.logs) for told in ("203.0.113.7", "198.51.100.1"))


async def test_who_comes_from_one_address_during_the_game_is_noted_for_good_and_by_the_first_address_of_each():
    evening = await Evening().sit("ann", "ben", "cas", bots=())
    await evening.tab(0, "203.0.113.7")
    await evening.tab(1, "2001:db8::1")
    room = await evening.room()
    # Somebody who is losing cannot make the game worthless by going where another one is.
    await evening.tab(1, "203.0.113.7")
    assert room.rated._tasks == set()
    await evening.tab(2, "2001:db8::2")
    await until(lambda: room.table.state.facts.neighbours == {1, 2})
    assert room.info().unrated == "same_address"
    evening.clock.now += 90
    await evening.give_up(0, 1)
    assert room.info().unrated == "same_address"
    again = Hub(evening.store, settings(outside=outside(2, evening.clock)))
    async with again.room(evening.table) as room:
        assert room.info().unrated == "same_address"
    await Census(again).take()
    assert LOG not in evening.store.logs
    assert "2001:db8" not in str(evening.store.logs)


async def test_people_at_one_address_are_noticed_though_they_come_by_way_of_two_processes():
    evening = await Evening().sit("ann", "ben")
    await evening.tab(0, "203.0.113.7")
    other = everybody_signed_in(Hub(evening.store, settings(outside=outside(2, evening.clock))))
    async with other.room(evening.table) as there:
        tab = Tab(there, Connection(there.catch_up, "203.0.113.7"))
        await tab.say("hello", session=evening.sessions[1])
        here = there.here(asks=False)
    assert "203.0.113.7" not in str(here)
    room = await evening.room()
    room.hear_elsewhere("other", here)
    await until(lambda: room.table.state.facts.neighbours == {0, 1})


async def test_an_account_that_takes_over_a_guests_seat_after_the_end_changes_nothing():
    evening = await Evening().sit("ann", None)
    evening.clock.now += 90
    await evening.give_up(0, 1)
    room = await evening.room()
    await room.seating.adopt(evening.tokens[1], "ben")
    assert room.table.state.seats[1].account == "ben"
    assert room.info().unrated == "guest"
    assert fold(evening.table, evening.store.logs[evening.table]).facts.result is None


async def test_who_deletes_their_account_during_the_game_has_left_and_the_others_are_rated():
    evening = await Evening().sit("ann", "ben", "cas", bots=())
    room = await evening.room()
    await room.table.append(entries.Forgotten(seat=0, name="Somebody"))
    assert room.table.state.seats[0].account is None
    evening.clock.now += 90
    await evening.give_up(0, 1)
    ann, ben, cas = await evening.rated()
    assert ann.after == ben.after
    assert cas.after.points > 1500
    assert (await evening.standing("ann")).left == 1


async def test_a_game_is_rated_by_the_anchors_of_its_start(monkeypatch):
    evening = await Evening().sit("ann", "ben")
    room = await evening.room()
    assert room.table.state.facts.anchors == {"paddler": 25.0}
    monkeypatch.setattr("eddyline.server.table.facts.anchors", lambda *_: {})
    evening.clock.now += 90
    await evening.give_up(0, 1)
    assert room.info().unrated is None
    assert room.table.state.facts.result.players[2].anchor == 25.0


async def test_a_bot_without_a_measurement_is_not_rated(monkeypatch):
    monkeypatch.setattr("eddyline.server.table.facts.anchors", lambda *_: {"guide": 43.4})
    assert (await (await Evening().sit("ann", "ben", start=False)).info()).unrated == "unmeasured_bot"


async def test_a_table_from_before_ratings_is_not_rated():
    evening = await Evening().sit("ann", "ben", start=False)
    log = evening.store.logs[evening.table]
    old = json.loads(log[0].body)
    del old["rated"]
    log[0] = log[0]._replace(body=json.dumps(old))
    assert fold(evening.table, log).info(_nobody()).unrated == "practice"


def _nobody():
    from eddyline.server.table.attendance import Attendance  # noqa: PLC0415 - short for it

    return Attendance()


# ---- once, whatever happens ----


async def test_a_game_whose_process_died_between_its_end_and_its_rating_is_rated_when_the_next_one_starts(tmp_path):
    store = SqliteStore(tmp_path / DATABASE)
    evening = await Evening(store).sit("ann", "ben")
    evening.clock.now += 90
    kill_before_rating(evening.hub)
    await evening.give_up(0, 1)
    assert await store.load(LOG) == []
    await store.close()
    for seed in (2, 3):
        hub = Hub(SqliteStore(tmp_path / DATABASE), settings(outside=outside(seed, evening.clock)))
        await Census(hub).take()
        assert len(await hub.store.load(LOG)) == 1
        assert (await hub.rater.standings("niagara", "base")).people["ann"].games == 1
        await hub.store.close()


async def test_a_game_is_rated_when_somebody_opens_its_page():
    evening = await Evening().sit("ann", "ben")
    evening.clock.now += 90
    kill_before_rating(evening.hub)
    await evening.give_up(0, 1)
    hub = Hub(evening.store, settings(outside=outside(2, evening.clock)))
    async with hub.room(evening.table) as room:
        await until(lambda: room.info().ratings)
    assert len(evening.store.logs[LOG]) == 1


@pytest.mark.slow
async def test_processes_that_rate_the_same_games_at_once_write_each_down_once(another):
    stores = [another(), another()]
    evening = Evening(stores[0])
    states = []
    for number in range(4):
        await evening.sit(f"ann{number}", "ben")
        evening.clock.now += 90
        kill_before_rating(evening.hub)
        await evening.give_up(0, 1)
        states.append((await evening.room()).table.state)
    hubs = [evening.hub, Hub(stores[1], settings(outside=outside(2, evening.clock)))]
    for hub in hubs:
        vars(hub.rater).pop("settle", None)
    told = await asyncio.gather(*(hub.rater.settle(state) for state in states for hub in hubs))
    assert told[0::2] == told[1::2]
    assert None not in told
    written = [json.loads(row.body)["result"]["table"] for row in await stores[1].load(LOG)]
    assert sorted(written) == sorted(state.id for state in states)
    for hub in hubs:
        assert (await hub.rater.standings("niagara", "base")).people["ben"].games == 4
    for store in {*stores}:
        await store.close()


async def test_a_rating_that_cannot_be_saved_is_tried_again(monkeypatch):
    monkeypatch.setattr("eddyline.server.room.rated_table.RETRY_RATING", 0.0)
    evening = await Evening().sit("ann", "ben")
    evening.clock.now += 90
    append, failures = evening.store.append, ["the disk is full"]

    async def fails_once(log, *rows):
        evening.store.failure = None if is_table(log) or not failures else failures.pop()
        try:
            await append(log, *rows)
        finally:
            evening.store.failure = None

    monkeypatch.setattr(evening.store, "append", fails_once)
    await evening.give_up(0, 1)
    assert await evening.rated()
    assert failures == []
    assert len(evening.store.logs[LOG]) == 1


async def test_a_damaged_log_of_results_hides_no_table_and_stops_no_game():
    evening = await Evening().sit("ann", "ben", access="open")
    await evening.store.append(LOG, 1, [evening.store.logs[evening.table][0]])
    hub = Hub(evening.store, settings(outside=outside(2, evening.clock)))
    await Census(hub).take()
    assert list(hub.lobby.entries) == [evening.table]
    evening.clock.now += 90
    await evening.give_up(0, 1)
    assert (await evening.info()).ended == "resigned"
    await (await evening.room()).close()


# ---- how strong people are, in the list of tables ----


async def rate_one_game():
    """Let Ann and Ben finish a rated game with a bot; return the evening, and what the leaderboard shows of all."""
    evening = await Evening().sit("ann", "ben")
    evening.clock.now += 90
    await evening.give_up(0, 1)
    await evening.rated()

    async def name_of(account):
        return account

    board = await Boards(evening.hub.rater, name_of).leaders("niagara", "base", 0, 100)
    return evening, {row.name or row.bot: (row.rating.points, row.provisional) for row in board.rows}


def levels(hub, table):
    return [
        seat.level and (seat.level.points, seat.level.provisional) for seat in hub.lobby.entries[table].listing.seats
    ]


async def test_the_list_tells_how_strong_people_and_bots_are_by_the_rules_of_the_table():
    evening, board = await rate_one_game()
    await evening.sit("ann", None, start=False, access="open")
    await until(lambda: levels(evening.hub, evening.table) == [board["ann"], None, board["paddler"]])
    assert board["ann"][1], "one game is not enough"

    # By other rules she has not been rated, and by those of the house nobody is.
    room = await evening.room()
    for preset, options in (("rulebook", {"diamond_joe": True}), ("rulebook", {"gems_per_deposit": 4})):
        await room.seating.set_rules(0, preset, options)
        await until(lambda: levels(evening.hub, evening.table)[0] is None)
    await room.seating.set_rules(0, "rulebook", {})
    await until(lambda: levels(evening.hub, evening.table)[0] == board["ann"])
    await room.seating.remove(0, 1)
    await evening.hub.join(evening.table, Join(name="Ben"), person=person("ben"))
    await until(lambda: levels(evening.hub, evening.table) == [board["ann"], board["ben"], board["paddler"]])


async def test_the_next_server_knows_the_levels_before_anybody_comes_to_the_table():
    evening, board = await rate_one_game()
    await evening.sit("ann", None, start=False, access="open")
    hub = Hub(evening.store, settings(outside=outside(2, evening.clock)))
    await Census(hub).take()
    assert levels(hub, evening.table) == [board["ann"], None, board["paddler"]]


async def test_a_table_is_listed_without_levels_when_they_cannot_be_read():
    evening, _ = await rate_one_game()
    await evening.sit("ann", None, start=False, access="open")
    await evening.store.append(LOG, 2, [evening.store.logs[evening.table][0]])
    hub = Hub(evening.store, settings(outside=outside(2, evening.clock)))
    await Census(hub).take()
    assert levels(hub, evening.table) == [None, None, None]
    async with hub.room(evening.table):
        pass
    await hub.close()
    assert levels(hub, evening.table) == [None, None, None]


def kill_before_rating(hub):
    """Let a process die as soon as it wants to rate anything."""

    async def dies(_):
        await asyncio.Event().wait()

    hub.rater.settle = dies
