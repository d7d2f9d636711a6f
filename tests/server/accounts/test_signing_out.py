"""Seats and sessions: whoever is signed out is sent nothing of a hand and plays nothing; guests keep their seats."""

from __future__ import annotations

import pytest

from eddyline.protocol.accounts import HeldSeat, NewAccount
from eddyline.protocol.table import Join, NewTable
from eddyline.server.accounts.sessions import parse
from eddyline.server.base.outbox import CLOSED_BY, Close
from eddyline.server.hub.hub import Hub
from support.chatting import come
from support.people import CALLER, OTHER, PASSWORD, CountedHasher, heard, last_words
from support.tables import MemoryStore, Tab, settings, until

SIGNED_OUT = CLOSED_BY["signed_out"]


# ---- two devices ----


def sign_out(server, made, phone):
    return server.ask("DELETE", "/api/sessions/here", phone)


def sign_out_from_the_other(server, made, phone):
    return server.ask("DELETE", f"/api/sessions/{parse(phone)[1]}", made["session"])


def change_password(server, made, phone):
    wish = {"sure": {"password": PASSWORD}, "new": OTHER}
    return server.ask("POST", "/api/me/password", made["session"], wish)


def recover(server, made, phone):
    wish = {"name": "Mika", "code": made["codes"][0], "password": OTHER}
    return server.ask("POST", "/api/sessions/recovery", body=wish)


def delete(server, made, phone):
    return server.ask("POST", "/api/me/deletion", made["session"], {"password": PASSWORD})


def commands(version):
    """Return all that a player may send while a game runs."""
    return [
        {"type": "decide", "version": version, "step": 0, "action": 0},
        {"type": "undo", "version": version},
        {"type": "confirm", "version": version, "decisions": [0], "turn": "turn-of-nobody"},
        {"type": "play", "version": version, "actions": [], "turn": "turn-of-nobody"},
        {"type": "why", "version": version, "step": 0, "action": "card 1"},
        {"type": "plan_ahead", "version": version, "actions": []},
        {"type": "resign"},
        {"type": "emote", "emote": "cheer"},
    ]


@pytest.mark.parametrize("end", [sign_out, sign_out_from_the_other, change_password, recover, delete])
def test_a_device_that_is_signed_out_has_no_seat_any_more(server, end):
    made = server.create()
    phone = server.sign_in().json()["session"]
    seated = server.open(made["session"], seats=3, bots=[])
    table, token = seated["table"], seated["token"]
    guest = server.ask("POST", f"/api/tables/{table}/seats", body={"name": "Gus"}).json()
    server.ask("POST", f"/api/tables/{table}/seats", body={"name": "Cy"})
    wishes = ({}, {"token": token}, {"since": 0, "record": True})
    sockets = [server.hello(table, session=phone, **wish) for wish in wishes]
    chat = server.opened.enter_context(server.client.websocket_connect(f"/api/chat/{table}"))
    chat.send_json({"type": "hello", "session": phone, "token": token})
    assert heard(chat, "lines")["you"] == "Mika"
    theirs = server.hello(table, token=guest["token"])
    sockets[0].send_json({"type": "start"})
    for socket in sockets:
        while not (shown := heard(socket, "sync"))["view"]:
            pass
        assert (shown["you"], bool(shown["draft"])) == (0, True)

    assert end(server, made, phone).status_code in {200, 201, 204}

    for socket in (*sockets, chat):
        told, code = last_words(socket)
        assert code == SIGNED_OUT
        # When the account is deleted, its seat is a bot's before; that is told to spectators, which they are by then.
        rest = [each for each in told if each["type"] != "table" and (each["type"], each.get("you")) != ("sync", None)]
        assert [each["code"] for each in rest] == ([] if socket is chat else ["signed_out"])
    # Whatever the device shows now, it is a spectator.
    spectator = heard(server.hello(table), "sync")
    for shown in ({"token": token}, {"session": phone}, {"session": phone, "token": token}):
        again = server.hello(table, **shown)
        sync = heard(again, "sync")
        assert [sync[each] for each in ("you", "draft", "ahead", "view")] == [None, None, None, spectator["view"]]
        for command in commands(sync["version"]):
            again.send_json(command)
            assert heard(again, "refused")["code"] == "not_yours", command
    for asked in ({"token": token}, {}):
        (mine,) = server.ask("POST", "/api/tables/mine", body={"tables": [{"table": table} | asked]}).json()
        assert (mine["seat"], mine["yours"]) == (None, False)
    wish = {"seats": [{"table": table, "token": token}]}
    assert server.ask("POST", "/api/me/seats", server.create("Eve")["session"], wish).json() == []
    # A guest keeps the seat.
    theirs.send_json({"type": "ping"})
    assert heard(theirs, "pong")
    assert heard(server.hello(table, token=guest["token"]), "sync")["you"] == 1


def test_a_revoked_token_of_a_bot_opens_none_of_its_seats(server):
    owner = server.create()["session"]
    bot = server.ask("POST", "/api/me/bots", owner, {"name": "Otter"}).json()
    opened = server.open(bot["token"])
    held = server.me(owner).json()["bots"][0]["tokens"][0]["id"]
    assert server.ask("DELETE", f"/api/me/bots/{bot['account']}/tokens/{held}", owner).status_code == 204
    assert heard(server.hello(opened["table"], token=opened["token"]), "sync")["you"] is None


# ---- at one moment ----


@pytest.fixture
async def hub():
    made = Hub(MemoryStore(), settings(hasher=CountedHasher()))
    yield made
    await made.close()


async def account(hub, name="Mika"):
    signed = await hub.people.create(NewAccount(name=name, password=PASSWORD), CALLER)
    return await hub.people.must_find(signed.account), signed.session


async def table_of(hub, person, others=2):
    """Open a table where somebody plays with guests; return its room, the seat, and the guests' seats."""
    seated = await hub.open(NewTable(game="niagara", name="x", seats=1 + others), person=person)
    guests = [await hub.join(seated.table, Join(name=f"Guest {number}")) for number in range(others)]
    async with hub.room(seated.table) as room:
        await room.seating.start(0)
        return room, seated, guests


async def test_what_waits_for_a_device_is_not_sent_when_it_is_signed_out(hub):
    mika, session = await account(hub)
    room, _, _ = await table_of(hub, mika)
    slow = Tab(room)
    await slow.say("hello", session=session)
    version, action = room.table.state.version, slow.draft["legal"][0]["id"]
    hear = slow.hear
    slow.hear = list
    await slow.say("decide", version=version, step=0, action=action)
    await slow.say("why", version=version, step=1, action="card 1")
    assert slow.connection.bytes_waiting > 0
    await hub.people.end_session(mika, parse(session)[1])
    assert [message["code"] for message in hear()] == ["signed_out"]
    assert slow.connection.take() == Close(SIGNED_OUT, "signed_out")
    # It is over before whoever signs out is answered, and what happens next is for others.
    await room.seating.resign(1)
    assert (hear(), room.online()) == ([], frozenset())


async def test_who_is_signed_out_while_saying_hello_does_not_get_the_seat(hub):
    mika, session = await account(hub)
    room, seated, _ = await table_of(hub, mika)
    admits = hub.admission.admits

    async def slowly(state, account):
        admitted = await admits(state, account)
        if account is not None:
            await hub.people.end_session(mika, parse(session)[1])
        return admitted

    hub.admission.admits = slowly
    tab = Tab(room)
    refused, *_, sync = await tab.say("hello", session=session, token=seated.token)
    assert (refused["code"], sync["you"]) == ("signed_out", None)


async def test_whoever_cannot_be_recognised_comes_again_and_does_not_watch(hub):
    mika, session = await account(hub)
    room, seated, _ = await table_of(hub, mika)
    hub.store.failure = "no room on the disk"
    tab = Tab(room)
    assert [message["code"] for message in await tab.say("hello", session=session, token=seated.token)] == ["store"]
    assert tab.connection.closing
    hub.store.failure = None
    assert (await Tab(room).say("hello", session=session))[0]["you"] == 0


async def test_whose_account_cannot_be_read_comes_again_and_stays_signed_in(hub):
    mika, session = await account(hub)
    room, _, _ = await table_of(hub, mika)
    tab, chat = Tab(room), await come(hub, "lobby", session=session)
    await tab.say("hello", session=session)
    hub.store.failure = "no room on the disk"
    await hub.changes.catch_up()
    await until(lambda: tab.connection.closing and chat.reader.closing)
    assert (tab.hear(), tab.connection.closing.code, chat.reader.closing.code) == ([], 1013, 1013)
    hub.store.failure = None
    assert (await Tab(room).say("hello", session=session))[0]["you"] == 0


async def test_who_plays_as_a_guest_comes_again_when_the_seat_is_an_accounts_by_then(hub):
    mika, session = await account(hub)
    room, _, (guest, other) = await table_of(hub, None)
    tabs = [Tab(room) for _ in range(3)]
    await tabs[0].say("hello", token=guest.token)
    await tabs[1].say("hello", token=guest.token, session=session)
    await tabs[2].say("hello", token=other.token)
    assert await hub.adopt(mika, HeldSeat(table=guest.table, token=guest.token))
    assert [bool(tab.connection.closing) for tab in tabs] == [True, False, False]
    assert (await Tab(room).say("hello", token=guest.token))[-1]["you"] is None
    assert (await Tab(room).say("hello", token=guest.token, session=session))[0]["you"] == 1
    # Nobody else makes it theirs, and a guest who does not want that stays one.
    eve, _ = await account(hub, "Eve")
    assert not await hub.adopt(eve, HeldSeat(table=guest.table, token=guest.token))
    assert (await Tab(room).say("hello", token=other.token, session=session))[0]["you"] == 2


async def test_a_rematch_opens_to_the_same_as_the_table_before(hub):
    mika, session = await account(hub)
    room, seated, (guest, _) = await table_of(hub, mika)
    for seat in (0, 1):
        await room.seating.resign(seat)
    tab = Tab(room)
    await tab.say("hello", session=session)
    await tab.say("rematch")
    async with hub.room(room.table.state.rematch) as again:
        for shown, you in (({"token": seated.token}, None), ({"session": session}, 0), ({"token": guest.token}, 1)):
            assert (await Tab(again).say("hello", **shown))[-1]["you"] == you
