"""Friends, and tables for friends only: who becomes one, who sees what, and that nobody else notices anything."""

from __future__ import annotations

import asyncio
import json

import msgspec
import pytest

from eddyline.protocol.accounts import NewAccount
from eddyline.protocol.friends import Whom
from eddyline.protocol.lobby import Asked, Mine, QuickSeat
from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import Join, NewTable
from eddyline.server.friends import contacts, meeting, pair
from eddyline.server.hub.census import Census
from eddyline.server.hub.hub import Hub
from eddyline.server.presence import site
from eddyline.server.presence.remote import Here
from eddyline.server.table.seating import MOST_INVITED
from eddyline.server.web import my_tables
from eddyline.server.web.farewell import Farewell
from eddyline.server.web.features import FEATURES
from eddyline.server.web.quick_seats import Matching
from support.apps import visiting
from support.chatting import come
from support.lookers import Looker
from support.people import CALLER, PASSWORD, CountedHasher
from support.tables import Clock, MemoryStore, Tab, outside, refused, settings, until


class Town:
    """Be a server with people who have accounts, and tables of theirs."""

    def __init__(self, hub):
        self.hub = hub
        self.signed = {}

    async def person(self, name):
        made = self.signed[name] = await self.hub.people.create(NewAccount(name=name, password=PASSWORD), CALLER)
        return made.account

    async def people(self, *names):
        return [await self.person(name) for name in names]

    def id(self, name):
        return self.signed[name].account

    async def account(self, name):
        return await self.hub.people.find(self.id(name))

    async def befriend(self, one, other):
        await self.hub.friends.ask(self.id(one), self.id(other))
        await self.hub.friends.ask(self.id(other), self.id(one))

    async def end(self, one, other):
        await self.hub.friends.end(self.id(one), self.id(other))

    async def open(self, host, access="friends", **wishes):
        wish = NewTable(game="niagara", name="x", seats=3, access=access, **wishes)
        return await self.hub.open(wish, person=await self.account(host))

    async def look(self, name=None, **question):
        """Look at the lobby, with an account or as a guest."""
        looker = Looker(self.hub)
        self.hub.watchers.add(looker.watcher)
        session = {} if name is None else {"session": self.signed[name].session}
        looker.watch(**question, **session)
        await until(lambda: looker.watcher.part is not None)
        return looker

    async def tab(self, table, name=None, token=None):
        async with self.hub.room(table) as room:
            tab = Tab(room)
            session = None if name is None else self.signed[name].session
            tab.hello = await tab.say("hello", token=token, session=session)
            return tab

    async def lists(self, name):
        told = await self.hub.friends.of(self.id(name))
        return {field: [friend.name for friend in getattr(told, field)] for field in NOBODY}

    async def meets(self, name):
        """Return which friends somebody is told to be here, and whose tables have a seat for them."""
        told = await meeting.told(
            self.hub.friends, self.hub.site, self.hub.lobby, self.hub.tables, await self.account(name)
        )
        names = {made.account: each for each, made in self.signed.items()}
        return [names[account] for account in told.here], [(each.host.name, each.table) for each in told.tables]


@pytest.fixture
async def towns():
    made = []

    async def make(*names, store=None, world=None):
        chosen = settings(outside=world or outside(clock=Clock()), hasher=CountedHasher())
        made.append(Town(Hub(store or MemoryStore(), chosen)))
        await made[-1].people(*names)
        return made[-1]

    yield make
    for town in made:
        await town.hub.close()


EMPTY = {"here": [], "tables": [], "playing": [], "calls": [], "called": []}
NOBODY = {"friends": [], "asking": [], "asked": [], "blocked": []}


# ---- becoming friends ----


async def test_friends_are_asked_and_accept(towns):
    town = await towns("Ann", "Bo")
    ann, bo = town.id("Ann"), town.id("Bo")
    await town.hub.friends.ask(ann, bo)
    await town.hub.friends.ask(ann, bo)
    assert await town.lists("Ann") == NOBODY | {"asked": ["Bo"]}
    assert await town.lists("Bo") == NOBODY | {"asking": ["Ann"]}
    await town.hub.friends.ask(bo, ann)
    assert await town.lists("Ann") == NOBODY | {"friends": ["Bo"]}
    assert await town.lists("Bo") == NOBODY | {"friends": ["Ann"]}
    assert len(town.hub.store.logs[pair.KIND.log(pair.key(ann, bo))]) == 2, "asking twice is asking once"


@pytest.mark.parametrize("who", ["Ann", "Bo"])
@pytest.mark.parametrize("friends", [False, True])
async def test_either_of_the_two_ends_it(towns, who, friends):
    town = await towns("Ann", "Bo")
    if friends:
        await town.befriend("Ann", "Bo")
    else:
        await town.hub.friends.ask(town.id("Ann"), town.id("Bo"))
    await town.end(who, "Bo" if who == "Ann" else "Ann")
    assert await town.lists("Ann") == await town.lists("Bo") == NOBODY
    await town.befriend("Bo", "Ann")
    assert await town.lists("Ann") == NOBODY | {"friends": ["Bo"]}


async def test_two_who_ask_at_once_are_friends_whichever_process_they_ask(towns):
    world, store = outside(clock=Clock()), MemoryStore()
    town = await towns("Ann", "Bo", store=store, world=world)
    other = await towns(store=store, world=world)
    ann, bo = town.id("Ann"), town.id("Bo")
    store.gate = asyncio.Event()
    asking = asyncio.gather(town.hub.friends.ask(ann, bo), other.hub.friends.ask(bo, ann))
    await until(lambda: store.waiting == 2)
    store.gate.set()
    await asking
    assert (await town.lists("Ann"))["friends"] == ["Bo"]
    assert (await town.lists("Bo"))["friends"] == ["Ann"]
    assert [json.loads(row.body)["entry"] for row in store.logs[pair.KIND.log(pair.key(ann, bo))]] == [
        "asked", "accepted",
    ]  # fmt: skip


async def test_nobody_is_a_friend_of_their_own_or_knows_too_many(towns, monkeypatch):
    town = await towns("Ann", "Bo", "Cy")
    ann, bo, cy = map(town.id, ("Ann", "Bo", "Cy"))
    assert (await refused(town.hub.friends.ask(ann, ann))).code == "bad_message"
    monkeypatch.setattr(contacts, "MOST_KNOWN", 1)
    await town.hub.friends.ask(ann, bo)
    assert (await refused(town.hub.friends.ask(ann, cy))).code == "full"
    assert (await refused(town.hub.friends.ask(cy, ann))).code == "full"
    assert await town.lists("Ann") == NOBODY | {"asked": ["Bo"]}


# ---- blocking ----


async def what_ann_gets(town):
    """Return all that Ann can be told about Bo."""
    told = [
        await town.hub.friends.of(town.id("Ann")),
        await Farewell(town.hub, FEATURES).export(await town.account("Ann")),
    ]
    return [msgspec.json.encode(each) for each in told]


@pytest.mark.parametrize("before", ["nothing", "asked", "friends"])
async def test_whoever_is_blocked_finds_no_more_than_that_the_other_one_does_not_answer(towns, before):
    worlds = []
    for blocks in (False, True):
        town = await towns("Ann", "Bo")
        ann, bo = town.id("Ann"), town.id("Bo")
        if before == "asked":
            await town.hub.friends.ask(ann, bo)
        elif before == "friends":
            await town.befriend("Ann", "Bo")
        if blocks:
            await town.hub.friends.block(bo, ann)
        elif before == "friends":
            await town.end("Bo", "Ann")
        seen = [await what_ann_gets(town)]
        for _ in range(2):
            await town.hub.friends.ask(ann, bo)
            seen.append(await what_ann_gets(town))
            await town.end("Ann", "Bo")
            seen.append(await what_ann_gets(town))
        worlds.append(seen)
        assert await town.lists("Bo") == NOBODY | ({"blocked": ["Ann"]} if blocks else {})
    assert worlds[0] == worlds[1]


async def test_whoever_blocks_hears_nothing_until_they_unblock(towns):
    town = await towns("Ann", "Bo")
    ann, bo = town.id("Ann"), town.id("Bo")
    await town.befriend("Ann", "Bo")
    await town.hub.friends.block(bo, ann)
    assert await town.lists("Ann") == NOBODY
    await town.hub.friends.ask(ann, bo)
    assert await town.lists("Bo") == NOBODY | {"blocked": ["Ann"]}
    assert (await refused(town.hub.friends.ask(bo, ann))).code == "wrong_time"
    await town.end("Bo", "Ann")
    assert await town.lists("Ann") == NOBODY | {"asked": ["Bo"]}
    await town.hub.friends.unblock(bo, ann)
    assert await town.lists("Bo") == NOBODY | {"asking": ["Ann"]}


async def test_who_is_blocked_gets_no_seat_where_the_other_one_is_the_host(towns):
    town = await towns("Ann", "Bo", "Cy")
    seated = await town.open("Bo", access="open")
    await town.hub.friends.block(town.id("Bo"), town.id("Ann"))
    ann = await town.account("Ann")
    assert (await refused(town.hub.join(seated.table, Join(name="x"), person=ann))).code == "friends_only"
    await town.hub.join(seated.table, Join(name="x"), person=await town.account("Cy"))
    # Bo may come to Ann's table: it is Bo who decides.
    theirs = await town.open("Ann", access="open")
    await town.hub.join(theirs.table, Join(name="x"), person=await town.account("Bo"))


# ---- meeting them ----


async def test_friends_who_are_here_are_told_and_nobody_else(towns):
    town = await towns("Ann", "Bo", "Cy", "Dora")
    await town.befriend("Ann", "Bo")
    await town.befriend("Ann", "Cy")
    await town.hub.friends.ask(town.id("Dora"), town.id("Ann"))
    clock = town.hub.settings.outside.clock
    assert await town.meets("Ann") == ([], [])
    for name in ("Bo", "Dora"):
        await town.hub.people.who(town.signed[name].session)
    assert await town.meets("Ann") == (["Bo"], [])
    clock.now += site.AWAY_AFTER + 1
    assert await town.meets("Ann") == ([], [])
    town.hub.site.note_elsewhere([town.id("Cy"), town.id("Dora")])
    assert await town.meets("Ann") == (["Cy"], [])
    await town.hub.friends.block(town.id("Cy"), town.id("Ann"))
    assert await town.meets("Ann") == ([], [])


async def test_a_friend_is_told_of_a_table_with_a_free_seat_until_it_is_taken(towns):
    town = await towns("Bo", "Friend", "Invited", "Blocked", "Stranger")
    await town.befriend("Bo", "Friend")
    await town.open("Bo", access="link")
    seated = await town.open("Bo")
    async with town.hub.room(seated.table) as room:
        for name in ("Invited", "Blocked"):
            await room.seating.invite(0, town.id(name))
    await town.hub.friends.block(town.id("Bo"), town.id("Blocked"))
    told = [("Bo", seated.table)]
    assert [(await town.meets(name))[1] for name in ("Friend", "Invited", "Blocked", "Stranger", "Bo")] == [
        *(told, told, [], [], [])
    ]
    await town.hub.join(seated.table, Join(name="x"), person=await town.account("Friend"))
    assert [(await town.meets(name))[1] for name in ("Friend", "Invited")] == [[], told]
    await town.hub.join(seated.table, Join(name="x"), person=await town.account("Invited"))
    await town.end("Friend", "Bo")
    assert [(await town.meets(name))[1] for name in ("Friend", "Invited")] == [[], []]


# ---- the lobby ----


async def an_evening(town, access):
    """Let Bo have a table, and change it in all ways; return its id, and all that is seen by those who look."""
    await town.befriend("Bo", "Friend")
    await town.befriend("Bo", "Former")
    await town.end("Former", "Bo")
    await town.hub.friends.block(town.id("Bo"), town.id("Blocked"))
    questions = ({}, {"status": "running"}, {"order": "newest", "game": "niagara"})
    lookers = {
        name: [await town.look(name, **question) for question in questions]
        for name in (None, "Stranger", "Former", "Blocked", "Friend")
    }

    async def look():
        for looker in (looker for each in lookers.values() for looker in each):
            await until(lambda: looker.watcher not in town.hub.doors._looking)  # noqa: B023
            looker.read()

    await town.open("Stranger", access="open")
    seated = await town.open("Bo", access=access, bots=("random",))
    await look()
    for name, each in lookers.items():
        each.append(await town.look(name))
    host = await town.tab(seated.table, "Bo")
    for message in (
        {"kind": "set_access", "access": "link"},
        {"kind": "set_access", "access": access},
        {"kind": "remove_seat", "seat": 2},
        {"kind": "add_bot", "seat": 2, "bot": "random"},
        {"kind": "add_bot", "seat": 1, "bot": "random"},
        {"kind": "start"},
        {"kind": "resign"},
    ):
        await host.say(**message)
        await look()
    assert host.room.table.state.status == "over"
    return seated.table.encode(), {name: [looker.raw for looker in each] for name, each in lookers.items()}


async def test_others_see_of_a_table_for_friends_byte_for_byte_nothing(towns):
    names = ("Bo", "Friend", "Former", "Blocked", "Stranger")
    (table, friends), (_, link) = [await an_evening(await towns(*names), access) for access in ("friends", "link")]
    for name in (None, "Stranger", "Former", "Blocked"):
        assert friends[name] == link[name], name
        assert not any(table in message for raw in friends[name] for message in raw)
    assert friends["Friend"] != link["Friend"]
    assert all(any(table in message for message in raw) for raw in friends["Friend"])


async def test_that_somebody_blocks_them_nobody_notices_in_the_lobby(towns):
    worlds = []
    for blocks in (False, True):
        town = await towns("Ann", "Bo", "Cy")
        await town.befriend("Ann", "Cy")
        looker = await town.look("Ann")
        looker.read()
        if blocks:
            await town.hub.friends.block(town.id("Bo"), town.id("Ann"))
        await town.open("Bo")
        await until(lambda: looker.watcher not in town.hub.doors._looking)  # noqa: B023
        looker.read()
        worlds.append(looker.raw)
        theirs = await town.open("Cy")
        assert looker.ids == [theirs.table]
    assert worlds[0] == worlds[1]


@pytest.mark.parametrize("how", ["end", "ended", "block", "blocked", "deleted"])
async def test_a_former_friend_sees_nothing_any_more_at_once(towns, how):
    town = await towns("Ann", "Bo")
    await town.befriend("Ann", "Bo")
    looker = await town.look("Ann")
    seated = await town.open("Bo")
    spectator = await town.tab(seated.table, "Ann")
    assert looker.ids == [seated.table]
    ann, bo = town.id("Ann"), town.id("Bo")
    match how:
        case "end":
            await town.hub.friends.end(bo, ann)
        case "ended":
            await town.hub.friends.end(ann, bo)
        case "block":
            await town.hub.friends.block(bo, ann)
        case "blocked":
            await town.hub.friends.block(ann, bo)
        case "deleted":
            await Farewell(town.hub, FEATURES).delete(await town.account("Bo"))
    assert looker.ids == [], "as soon as whoever did it has an answer"
    await until(lambda: spectator.connection.closing)
    assert spectator.connection.closing.code == 4414
    assert spectator.hear()[-1]["code"] == "friends_only"


async def test_a_new_friend_sees_the_table_that_is_there(towns):
    town = await towns("Ann", "Bo", "Cy")
    ann, cy = await town.look("Ann"), await town.look("Cy")
    seated = await town.open("Bo")
    await town.befriend("Ann", "Bo")
    await until(lambda: ann.ids == [seated.table])
    assert ann.rows[0]["friends"]
    await until(lambda: cy.watcher not in town.hub.doors._looking)
    assert cy.ids == []


async def test_who_signs_out_or_changes_to_another_account_sees_what_they_may(towns):
    town = await towns("Ann", "Bo", "Cy")
    await town.befriend("Ann", "Bo")
    seated = await town.open("Bo")
    looker = await town.look("Ann")
    assert looker.ids == [seated.table]
    looker.watch()
    assert looker.ids == []
    looker.watch(session=town.signed["Ann"].session)
    await until(lambda: looker.ids == [seated.table])
    looker.watch(session=town.signed["Cy"].session)
    await until(lambda: looker.watcher.account == town.id("Cy") and looker.watcher not in town.hub.doors._looking)
    assert looker.ids == []
    for nonsense in ("x", "x" * 128, f"{town.id('Ann')}.{'x' * 32}"):
        looker.read()
        looker.watch(session=nonsense)
        await until(lambda: looker.watcher._answers)
        assert looker.read()[0]["code"] == "signed_out"
        assert looker.ids == []
    looker.watch(session=town.signed["Ann"].session)
    await until(lambda: looker.ids == [seated.table])
    await town.hub.people.end_session(await town.account("Ann"), looker.watcher.session)
    await until(lambda: looker.watcher.closing)


async def test_whose_friends_cannot_be_read_connects_again(towns):
    town = await towns("Ann", "Bo")
    await town.befriend("Ann", "Bo")
    seated = await town.open("Bo")
    looker = await town.look("Ann")
    assert looker.ids == [seated.table]
    town.hub.store.failure = "the disk is on fire"
    town.hub.doors.changed(town.id("Ann"), "somebody")
    await until(lambda: looker.watcher.closing)
    town.hub.store.failure = None


async def test_what_was_read_before_a_change_does_not_count_after_it(towns, monkeypatch):
    town = await towns("Ann", "Bo")
    await town.befriend("Ann", "Bo")
    looker = await town.look("Ann")
    circle, known, has_read, go_on = town.hub.friends.circle, [], asyncio.Event(), asyncio.Event()

    async def slow(account):
        known.append(looker.watcher.circle.friends)
        found = await circle(account)
        has_read.set()
        await go_on.wait()
        return found

    monkeypatch.setattr(town.hub.friends, "circle", slow)
    town.hub.doors.catch_up(None)
    await has_read.wait()
    await town.end("Bo", "Ann")
    go_on.set()
    await until(lambda: looker.watcher not in town.hub.doors._looking)
    assert known == [{town.id("Bo")}, set()]
    assert looker.watcher.circle.friends == set()


async def test_another_question_is_answered_although_somebody_is_just_looking_who_the_friends_are(towns, monkeypatch):
    town = await towns("Ann", "Bo")
    seated = await town.open("Bo", access="open")
    looker = await town.look("Ann")
    assert looker.ids == [seated.table]
    circle, go_on = town.hub.friends.circle, asyncio.Event()

    async def slow(account):
        await go_on.wait()
        return await circle(account)

    monkeypatch.setattr(town.hub.friends, "circle", slow)
    town.hub.doors.catch_up(None)
    looker.watch(session=town.signed["Ann"].session, status="running")
    go_on.set()
    await until(lambda: looker.watcher not in town.hub.doors._looking)
    assert looker.ids == []


async def test_who_changes_accounts_is_sent_nothing_more_of_what_the_other_one_found(towns, monkeypatch):
    town = await towns("Ann", "Bo", "Cy")
    await town.befriend("Ann", "Bo")
    seated = await town.open("Bo")
    looker = await town.look("Ann")
    assert looker.ids == [seated.table]
    who, go_on = town.hub.people.who, asyncio.Event()

    async def slow(session):
        await go_on.wait()
        return await who(session)

    monkeypatch.setattr(town.hub.people, "who", slow)
    looker.watch(session=town.signed["Cy"].session)
    async with town.hub.room(seated.table) as room:
        await room.seating.remove(0, 0)
    assert looker.read() == []
    go_on.set()
    await until(lambda: looker.watcher.part)
    assert looker.ids == []


# ---- at the door ----


async def may(town, table, name):
    """Try every way to get in at a table; return what was answered each time, without the tokens."""
    person = None if name is None else await town.account(name)
    session = None if name is None else town.signed[name].session
    tab = await town.tab(table, name)
    chat = await come(town.hub, table, table, session=session)
    (told,) = await my_tables.tell(town.hub, Mine(tables=(Asked(table=table),)), person)
    try:
        await town.hub.join(table, Join(name="Guest"), person=person)
    except RefusalError as refusal:
        sits = refusal.code
    else:
        sits = "sits"
    return tab.hello[-1].get("code", "lets in"), chat.greeting[-1].get("code", "lets in"), told.status, sits


OUT = ("friends_only", "friends_only", "gone", "friends_only")
IN = ("lets in", "lets in", "open", "sits")


async def test_the_link_alone_lets_nobody_in(towns):
    town = await towns("Bo", "Friend", "Stranger", "Blocked", "Invited")
    await town.befriend("Bo", "Friend")
    await town.hub.friends.block(town.id("Bo"), town.id("Blocked"))
    seated = await town.open("Bo")
    host = await town.tab(seated.table, "Bo")
    await host.room.seating.invite(0, town.id("Invited"))
    for name in (None, "Stranger", "Blocked"):
        assert await may(town, seated.table, name) == OUT, name
    for name in ("Friend", "Invited"):
        assert await may(town, seated.table, name) == IN, name


async def test_whoever_has_a_seat_stays_whatever_becomes_of_the_table(towns):
    town = await towns("Bo", "Ann")
    seated = await town.open("Bo", access="link")
    guest = await town.hub.join(seated.table, Join(name="Guest"))
    await town.hub.join(seated.table, Join(name="x"), person=await town.account("Ann"))
    host, ann = await town.tab(seated.table, "Bo"), await town.tab(seated.table, "Ann")
    theirs = await town.tab(seated.table, token=guest.token)
    watching = await town.tab(seated.table)
    chat = await come(town.hub, seated.table, seated.table)
    await host.say("set_access", access="friends")
    await until(lambda: watching.connection.closing and chat.reader.closing)
    assert (theirs.connection.closing, ann.connection.closing) == (None, None)
    assert (await town.tab(seated.table, token=guest.token)).hello[-1]["you"] == guest.seat
    assert (await town.tab(seated.table, "Ann")).hello[-1]["you"] == 2
    # Whose seat is freed has no reason to be there any more.
    await host.say("remove_seat", seat=2)
    await until(lambda: ann.connection.closing)
    assert (theirs.connection.closing, host.connection.closing) == (None, None)
    assert await may(town, seated.table, "Ann") == OUT


async def test_a_stranger_is_refused_although_the_table_was_open_when_they_came(towns):
    world, store = outside(clock=Clock()), MemoryStore()
    town = await towns("Bo", store=store, world=world)
    other = await towns(store=store, world=world)
    seated = await town.open("Bo", access="link")
    async with other.hub.room(seated.table) as room:
        assert room.table.state.access == "link"
    await (await town.tab(seated.table, "Bo")).say("set_access", access="friends")
    # The other process has not heard of it yet: its entry comes second, and is looked at again.
    assert (await refused(other.hub.join(seated.table, Join(name="Guest")))).code == "friends_only"


async def test_a_guest_has_no_friends(towns):
    town = await towns("Bo")
    wish = NewTable(game="niagara", name="Guest", seats=3, access="friends")
    assert (await refused(town.hub.open(wish))).code == "signed_out"
    seated = await town.hub.open(msgspec.structs.replace(wish, access="link"))
    host = await town.tab(seated.table, token=seated.token)
    assert (await host.say("set_access", access="friends"))[0]["code"] == "signed_out"


async def test_friends_are_those_of_whoever_is_the_host_by_now(towns):
    town = await towns("Ann", "Bo", "Friend")
    await town.befriend("Ann", "Bo")
    await town.befriend("Bo", "Friend")
    looker = await town.look("Friend")
    seated = await town.open("Ann")
    await town.hub.join(seated.table, Join(name="x"), person=await town.account("Bo"))
    assert looker.ids == []
    async with town.hub.room(seated.table) as room:
        await room.seating.move_host(1)
    assert looker.ids == [seated.table]


async def test_a_quick_seat_is_never_at_a_table_for_friends(towns):
    town = await towns("Bo", "Friend")
    await town.befriend("Bo", "Friend")
    matching = Matching(town.hub)
    first = await matching.seat(QuickSeat(game="niagara", name="x", token="t" * 32), await town.account("Bo"))
    host = await town.tab(first.table, "Bo")
    await host.say("set_access", access="friends")
    second = await matching.seat(QuickSeat(game="niagara", name="x", token="u" * 32), await town.account("Friend"))
    assert second.table != first.table


async def test_a_rematch_is_for_the_same_people(towns):
    town = await towns("Ann", "Bo", "Invited")
    await town.befriend("Ann", "Bo")
    seated = await town.open("Ann", bots=("random", "random"))
    host = await town.tab(seated.table, "Ann")
    await host.room.seating.invite(0, town.id("Invited"))
    await host.say("start")
    await host.say("resign")
    await host.say("rematch")
    again = host.room.table.state.rematch
    invited, stranger = await town.tab(again, "Invited"), await town.tab(again)
    assert invited.hello[-1]["table"]["access"] == "friends"
    assert stranger.hello[-1]["code"] == "friends_only"


# ---- invitations ----


async def test_the_host_invites_by_name_and_takes_it_back(towns):
    town = await towns("Bo", "Ann")
    looker = await town.look("Ann")
    seated = await town.open("Bo")
    seating = (await town.tab(seated.table, "Bo")).room.seating
    await seating.invite(0, town.id("Ann"))
    await seating.invite(0, town.id("Ann"))
    assert looker.ids == [seated.table]
    spectator = await town.tab(seated.table, "Ann")
    await seating.uninvite(0, town.id("Ann"))
    assert looker.ids == []
    await until(lambda: spectator.connection.closing)
    assert [json.loads(row.body)["entry"] for row in town.hub.store.logs[seated.table]][-2:] == ["invited", "uninvited"]


async def test_an_invitation_is_worth_nothing_to_whom_the_host_blocks_later(towns):
    town = await towns("Bo", "Ann")
    looker = await town.look("Ann")
    seated = await town.open("Bo")
    await (await town.tab(seated.table, "Bo")).room.seating.invite(0, town.id("Ann"))
    assert looker.ids == [seated.table]
    await town.hub.friends.block(town.id("Bo"), town.id("Ann"))
    await until(lambda: looker.watcher not in town.hub.doors._looking)
    assert looker.ids == []
    assert await may(town, seated.table, "Ann") == OUT


async def test_invitations_are_limited_and_the_hosts(towns):
    town = await towns("Bo", "Ann")
    await town.befriend("Ann", "Bo")
    seated = await town.open("Bo")
    await town.hub.join(seated.table, Join(name="x"), person=await town.account("Ann"))
    seating = (await town.tab(seated.table, "Bo")).room.seating
    assert (await refused(seating.invite(1, "somebody"))).code == "not_host"
    assert (await refused(seating.uninvite(1, "somebody"))).code == "not_host"
    for number in range(MOST_INVITED):
        town.hub.settings.outside.clock.now += 3600
        await seating.invite(0, f"guest{number}")
    assert (await refused(seating.invite(0, "onemore"))).code == "full"
    await seating.uninvite(0, "guest0")
    await seating.invite(0, "onemore")
    await seating.set_access(0, "link")
    assert (await refused(seating.invite(0, "another"))).code == "wrong_time"


# ---- restarts, and other processes ----


async def test_a_server_that_starts_lists_it_for_friends_again(towns):
    world, store = outside(clock=Clock()), MemoryStore()
    town = await towns("Bo", "Friend", "Stranger", store=store, world=world)
    await town.befriend("Bo", "Friend")
    seated = await town.open("Bo")
    after = await towns(store=store, world=world)
    after.signed = town.signed
    await Census(after.hub).take()
    found = {name: (await after.look(name)).ids for name in (None, "Stranger", "Friend", "Bo")}
    assert found == {None: [], "Stranger": [], "Friend": [seated.table], "Bo": [seated.table]}


async def test_another_process_shows_it_to_friends_alone_and_hears_when_they_are_none(towns):
    world, store = outside(clock=Clock()), MemoryStore()
    town = await towns("Bo", "Friend", "Stranger", store=store, world=world)
    other = await towns(store=store, world=world)
    other.signed = town.signed
    await town.befriend("Bo", "Friend")
    seated = await town.open("Bo")
    friend, stranger, guest = [await other.look(name) for name in ("Friend", "Stranger", None)]
    host = await town.tab(seated.table, "Bo")
    told = msgspec.json.encode(host.room.here(asks=False))
    assert msgspec.json.decode(told, type=Here).audience is not None
    other.hub.peers._hear("first", told.decode())
    assert (friend.ids, stranger.ids, guest.ids) == ([seated.table], [], [])
    spectator = await other.tab(seated.table, "Friend")
    await town.end("Bo", "Friend")
    log = pair.KIND.log(pair.key(town.id("Bo"), town.id("Friend")))
    await other.hub.changes.catch_up(frozenset({log, "account.somebody"}))
    assert friend.ids == []
    await until(lambda: spectator.connection.closing)


async def test_a_process_that_may_have_missed_something_looks_at_everything(towns):
    world, store = outside(clock=Clock()), MemoryStore()
    town = await towns("Bo", "Friend", store=store, world=world)
    other = await towns(store=store, world=world)
    other.signed = town.signed
    await town.befriend("Bo", "Friend")
    seated = await town.open("Bo")
    spectator = await other.tab(seated.table, "Friend")
    looker = await other.look("Friend")
    assert looker.ids == [seated.table]
    await town.end("Bo", "Friend")
    await other.hub.changes.catch_up(None)
    await until(lambda: spectator.connection.closing and looker.ids == [])


# ---- what is kept, and what is left ----


async def test_friends_are_in_what_is_taken_home_and_go_with_the_account(towns):
    town = await towns("Ann", "Bo", "Cy", "Dora")
    ann, bo, cy, dora = map(town.id, ("Ann", "Bo", "Cy", "Dora"))
    await town.befriend("Ann", "Bo")
    await town.hub.friends.ask(cy, ann)
    await town.hub.friends.block(ann, dora)
    seated = await town.open("Ann")
    await (await town.tab(seated.table, "Ann")).room.seating.invite(0, cy)
    lines = [
        json.loads(line) for line in (await Farewell(town.hub, FEATURES).export(await town.account("Ann"))).splitlines()
    ]
    assert [(line["friend"], line["entry"], line["by"]) for line in lines if "friend" in line] == [
        (bo, "asked", ann), (bo, "accepted", bo), (cy, "asked", cy), (dora, "blocked", ann),
    ]  # fmt: skip
    assert [line["account"] for line in lines if line["entry"] == "invited"] == [cy]
    await Farewell(town.hub, FEATURES).delete(await town.account("Ann"))
    assert [log for log in town.hub.store.logs if ann in log] == []
    assert [await town.lists(name) for name in ("Bo", "Cy", "Dora")] == [NOBODY] * 3
    assert (await refused(town.hub.friends.whom(Whom(account=ann)))).code == "unknown"


# ---- over HTTP ----


class Client:
    def __init__(self, client):
        self.client = client
        self.sessions = {}

    def create(self, name):
        made = self.client.post("/api/people", json={"name": name, "password": PASSWORD}).json()
        self.sessions[name] = made["session"]
        return made["account"]

    def ask(self, name, method, path, body=None, **headers):
        if name is not None:
            headers["authorization"] = f"Bearer {self.sessions[name]}"
        answer = self.client.request(method, path, json=body, headers=headers)
        return answer.status_code, answer.json() if answer.content else None


@pytest.fixture
def client():
    chosen = settings(outside=outside(clock=Clock()), hasher=CountedHasher())
    with visiting(chosen, MemoryStore()) as made:
        yield Client(made)


def test_friends_are_found_by_name_and_by_account(client):
    ann, bo, nobody = client.create("Ann"), client.create("Bo"), NOBODY | EMPTY
    assert client.ask("Ann", "GET", "/api/me/friends") == (200, nobody)
    told = client.ask("Ann", "POST", "/api/me/friends", {"name": "bo"})
    assert told == (200, nobody | {"asked": [{"account": bo, "name": "Bo"}]})
    told = client.ask("Bo", "POST", "/api/me/friends", {"account": ann})
    assert told == (200, nobody | {"friends": [{"account": ann, "name": "Ann"}], "here": [ann]})
    assert client.ask("Ann", "DELETE", f"/api/me/friends/{bo}") == (200, nobody)
    told = client.ask("Ann", "POST", "/api/me/blocked", {"account": bo})
    assert told == (200, nobody | {"blocked": [{"account": bo, "name": "Bo"}]})
    assert client.ask("Ann", "DELETE", f"/api/me/blocked/{bo}") == (200, nobody)
    assert client.ask("Ann", "DELETE", "/api/me/friends/nobody") == (200, nobody)


def test_friends_stand_in_the_order_of_their_names_without_accents(client):
    client.create("Ann")
    for name in ("Zed", "Émile", "finn"):
        client.create(name)
        told = client.ask("Ann", "POST", "/api/me/friends", {"name": name})[1]
    assert [friend["name"] for friend in told["asked"]] == ["Émile", "finn", "Zed"]


@pytest.mark.parametrize("path", ["/api/me/friends", "/api/me/blocked"])
def test_what_is_wrong_about_whom_somebody_means_is_explained(client, path):
    ann = client.create("Ann")
    for body, status, code, said in (
        ({"name": "Bo"}, 404, "unknown", "with the name Bo"),
        ({"account": "bo"}, 404, "unknown", "no such person"),
        ({"name": "Ann"}, 400, "bad_message", "somebody else"),
        ({"account": ann}, 400, "bad_message", "somebody else"),
        ({}, 400, "bad_message", "either a name or an account"),
        ({"name": "Ann", "account": ann}, 400, "bad_message", "either a name or an account"),
        ({"name": ""}, 400, "bad_message", "length"),
        ({"name": 5}, 400, "bad_message", "str"),
        ({"account": "x" * 33}, 400, "bad_message", "length"),
        ({"account": "bo", "more": 1}, 400, "bad_message", "more"),
    ):
        found, problem = client.ask("Ann", "POST", path, body)
        assert (found, problem["code"]) == (status, code), body
        assert said in problem["message"]
    assert client.ask(None, "POST", path, {"name": "Ann"})[0] == 401
    assert client.ask("Ann", "POST", path, {"name": "Bo"}, origin="https://evil.example.org")[0] == 403
    assert client.ask("Ann", "DELETE", f"{path}/x", origin="https://evil.example.org")[0] == 403


def test_the_host_of_a_table_invites_over_http(client):
    client.create("Bo")
    ann, cy = client.create("Ann"), client.create("Cy")
    opened = {"game": "niagara", "name": "x", "seats": 3, "access": "friends"}
    assert client.ask(None, "POST", "/api/tables", opened)[1]["code"] == "signed_out"
    _, seated = client.ask("Bo", "POST", "/api/tables", opened)
    table = f"/api/tables/{seated['table']}"
    path = f"{table}/invitations"
    assert client.ask("Ann", "GET", table)[1]["code"] == "friends_only"
    assert client.ask("Ann", "GET", f"{table}/record")[1]["code"] == "friends_only"
    assert client.ask("Ann", "POST", f"{table}/seats", {"name": "x"})[1]["code"] == "friends_only"
    assert client.ask("Bo", "POST", path, {"name": "Ann"}) == (200, {"people": [{"account": ann, "name": "Ann"}]})
    assert client.ask("Bo", "GET", path) == (200, {"people": [{"account": ann, "name": "Ann"}]})
    assert client.ask("Ann", "GET", table)[0] == 200
    assert client.ask("Ann", "GET", f"{table}/record")[1]["code"] == "wrong_time"
    for name in ("Ann", "Cy"):
        assert client.ask(name, "GET", path)[1]["code"] == "not_host"
        assert client.ask(name, "POST", path, {"name": "Cy"})[1]["code"] == "not_host"
        assert client.ask(name, "DELETE", f"{path}/{ann}")[1]["code"] == "not_host"
    assert client.ask("Bo", "POST", path, {"name": "Nobody"})[1]["code"] == "unknown"
    assert client.ask("Bo", "POST", path, {"name": "Bo"})[1]["code"] == "bad_message"
    client.ask("Bo", "POST", "/api/me/blocked", {"account": cy})
    assert client.ask("Bo", "POST", path, {"name": "Cy"})[1]["code"] == "wrong_time"
    assert client.ask("Bo", "DELETE", f"{path}/{ann}") == (200, {"people": []})
    assert client.ask("Ann", "GET", table)[1]["code"] == "friends_only"
    assert client.ask(None, "GET", path)[0] == 401


def test_the_lobby_asks_for_a_session(client):
    for name in ("Ann", "Bo", "Cy"):
        client.create(name)
    client.ask("Ann", "POST", "/api/me/friends", {"name": "Bo"})
    client.ask("Bo", "POST", "/api/me/friends", {"name": "Ann"})
    opened = {"game": "niagara", "name": "x", "seats": 3, "access": "friends"}
    _, seated = client.ask("Bo", "POST", "/api/tables", opened)
    found = {}
    for name in ("Ann", "Cy", None):
        with client.client.websocket_connect("/api/lobby/live") as socket:
            socket.send_json({"type": "watch", "session": client.sessions.get(name)})
            told = socket.receive_json()
            found[name] = [row["id"] for row in told["rows"]]
    assert found == {"Ann": [seated["table"]], "Cy": [], None: []}
