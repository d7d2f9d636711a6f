"""Friends, and tables for friends only: who becomes one, who sees what, and that nobody else notices anything."""

from __future__ import annotations

import asyncio
import functools
import json

import msgspec
import pytest
from litestar.testing import TestClient

from eddyline.server.app import build_app
from eddyline.server.census import Census
from eddyline.server.elsewhere import Here
from eddyline.server.friends import known, pair
from eddyline.server.hub import Hub
from eddyline.server.lobby import mine, part
from eddyline.server.lobby.messages import Asked, Mine, QuickSeat
from eddyline.server.lobby.quick import Matching
from eddyline.server.people import farewell
from eddyline.server.people.messages import NewAccount
from eddyline.server.people.passwords import Passwords
from eddyline.server.protocol import Join, NewTable
from eddyline.server.refusal import RefusalError
from eddyline.server.seating import INVITED
from support.chatting import come
from support.lookers import Looker
from support.people import PASSWORD, CountedHasher
from support.tables import Clock, Evening, MemoryStore, Tab, outside, settings, until


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Let nobody wait for a change of the list."""
    monkeypatch.setattr(part, "EVERY", 0.0)
    monkeypatch.setattr(part, "COUNT_EVERY", 0.0)


class Town:
    """Be a server with people who have accounts, and tables of theirs."""

    def __init__(self, hub):
        self.hub = hub
        self.signed = {}

    async def person(self, name):
        made = self.signed[name] = await self.hub.people.create(NewAccount(name=name, password=PASSWORD))
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
        return {field: [friend.name for friend in getattr(told, field)] for field in told.__struct_fields__}


@pytest.fixture
async def towns():
    made = []

    async def make(*names, store=None, world=None):
        chosen = settings(outside=world or outside(clock=Clock()), passwords=Passwords(CountedHasher()))
        made.append(Town(Hub(store or MemoryStore(), chosen)))
        await made[-1].people(*names)
        return made[-1]

    yield make
    for town in made:
        await town.hub.close()


NOBODY = {"friends": [], "asking": [], "asked": [], "blocked": []}


async def refused(doing):
    with pytest.raises(RefusalError) as found:
        await doing
    return found.value.code


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
    assert await refused(town.hub.friends.ask(ann, ann)) == "bad_message"
    monkeypatch.setattr(known, "MOST", 1)
    await town.hub.friends.ask(ann, bo)
    assert await refused(town.hub.friends.ask(ann, cy)) == "full"
    assert await refused(town.hub.friends.ask(cy, ann)) == "full"
    assert await town.lists("Ann") == NOBODY | {"asked": ["Bo"]}


# ---- blocking ----


async def what_ann_gets(town):
    """Return all that Ann can be told about Bo."""
    told = [await town.hub.friends.of(town.id("Ann")), await farewell.export(town.hub, await town.account("Ann"))]
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
    assert await refused(town.hub.friends.ask(bo, ann)) == "wrong_time"
    await town.end("Bo", "Ann")
    assert await town.lists("Ann") == NOBODY | {"asked": ["Bo"]}
    await town.hub.friends.unblock(bo, ann)
    assert await town.lists("Bo") == NOBODY | {"asking": ["Ann"]}


async def test_who_is_blocked_gets_no_seat_where_the_other_one_is_the_host(towns):
    town = await towns("Ann", "Bo", "Cy")
    seated = await town.open("Bo", access="open")
    await town.hub.friends.block(town.id("Bo"), town.id("Ann"))
    assert await refused(town.hub.join(seated.table, Join(name="x"), person=await town.account("Ann"))) == "not_yours"
    await town.hub.join(seated.table, Join(name="x"), person=await town.account("Cy"))
    # Bo may come to Ann's table: it is Bo who decides.
    theirs = await town.open("Ann", access="open")
    await town.hub.join(theirs.table, Join(name="x"), person=await town.account("Bo"))


# ---- the lobby ----


async def an_evening(town, access):
    """Let Bo have a table that everybody knows of in the world where its access is `open`; return all that is seen."""
    await town.befriend("Bo", "Friend")
    await town.befriend("Bo", "Former")
    await town.end("Former", "Bo")
    await town.hub.friends.block(town.id("Bo"), town.id("Blocked"))
    questions = ({}, {"status": "running"}, {"order": "newest", "game": "niagara"})
    lookers = {
        name: [await town.look(name, **question) for question in questions]
        for name in (None, "Stranger", "Former", "Blocked", "Friend")
    }
    await town.open("Stranger", access="open")
    seated = await town.open("Bo", access=access, bots=("random",))
    late = {name: [await town.look(name)] for name in lookers}
    host = await town.tab(seated.table, token=seated.token)
    await host.say("admit", access="link")
    await host.say("admit", access=access)
    await host.say("remove_seat", seat=2)
    await host.say("add_bot", seat=2, bot="random")
    await host.say("add_bot", seat=1, bot="random")
    await host.say("start")
    await host.say("resign")
    seen = {}
    for name in lookers:
        for looker in (*lookers[name], *late[name]):
            await until(lambda: looker.watcher not in town.hub.doors._looking)  # noqa: B023
            looker.read()
        seen[name] = [looker.raw for looker in (*lookers[name], *late[name])]
    return seated.table.encode(), seen


async def test_others_see_of_a_table_for_friends_byte_for_byte_nothing(towns):
    names = ("Bo", "Friend", "Former", "Blocked", "Stranger")
    (table, friends), (_, link) = [await an_evening(await towns(*names), access) for access in ("friends", "link")]
    for name in (None, "Stranger", "Former", "Blocked"):
        assert friends[name] == link[name], name
        assert not any(table in message for raw in friends[name] for message in raw)
    assert friends["Friend"] != link["Friend"]
    assert all(any(table in message for message in raw) for raw in friends["Friend"])
