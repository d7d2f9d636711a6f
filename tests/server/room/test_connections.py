"""Nobody is pushed out by others, and clients that do not read, or say nothing, cost nobody anything."""

from __future__ import annotations

import json
import random
from types import SimpleNamespace

import pytest
import websockets

from eddyline.protocol.table import NewTable
from eddyline.server.base.outbox import ANSWER_BYTES, Close, Outbox
from eddyline.server.room.connection import STATE_BYTES, Connection
from eddyline.server.room.visitors import MOST_SILENT, OPENED_ELSEWHERE, TABS_OF_A_SEAT
from eddyline.server.table.missed import MISSED_BYTES, Missed
from eddyline.server.web.live.socket import converse
from support.served import frame, serve
from support.tables import Tab, play_on, settings, until

on_both_loops = pytest.mark.parametrize(
    "anyio_backend", [("asyncio", {"use_uvloop": uvloop}) for uvloop in (False, True)], ids=["asyncio", "uvloop"]
)
"""Sockets are each loop's own."""


def waiting(connection):
    """Take all that waits for a connection."""
    found = []
    while (message := connection.take()) is not None:
        found.append(message)
        if isinstance(message, Close):
            break
    return found


def whole(_connection, _since):
    """Make a state that is owed."""
    return b"state"


# ---- what waits ----


def test_states_that_are_not_taken_make_way_for_one():
    slow = Connection(lambda _, since: b"state since %d" % since)
    slow.answer(b"refused")
    version = 5
    while slow.bytes_waiting < STATE_BYTES - 5000:
        slow.show(b"x" * 5000, version)
        version += 1
    assert len(waiting(slow)) == 1 + version - 5, "who is nearly in time gets every one"
    for version in range(40, 400):
        slow.show(b"x" * 5000, version)
        slow.show_draft(b"y" * 5000, version + 1)
        slow.answer(b"because")
        slow.tell_presence(b"presence %d" % version)
    assert slow.bytes_waiting < STATE_BYTES + 360 * 7 + 100
    taken = waiting(slow)
    assert taken == [*[b"because"] * 360, b"state since 40"]
    assert slow.bytes_waiting == 0


def test_the_line_about_a_connection_that_was_cut_names_its_table(caplog):
    greedy = Connection(whole, "192.0.2.1", "table1")
    while greedy.closing is None:
        greedy.answer(b"x" * 1000)
    (line,) = caplog.records
    assert (line.getMessage(), line.table) == ("a connection was cut: it does not read what it is sent", "table1")


def test_of_presence_only_the_newest_waits_and_none_beside_a_newer_state():
    connection = Connection(whole)
    for number in range(10_000):
        connection.tell_presence(b"presence %d" % number)
    connection.show_draft(b"draft", 3)
    assert waiting(connection) == [b"draft", b"presence 9999"]
    connection.tell_presence(b"old")
    connection.show(b"v4", 3)
    connection.tell_presence(b"new")
    assert waiting(connection) == [b"v4", b"new"]
    connection.tell_presence(b"old")
    connection.owe(4)
    connection.tell_presence(b"in the state, too")
    assert waiting(connection) == [b"state"]


def test_who_asks_without_reading_is_cut_off():
    connection = Connection(whole)
    while connection.closing is None:
        assert connection.bytes_waiting <= ANSWER_BYTES
        connection.answer(b"z" * 1000)
    (close,) = waiting(connection)
    assert (close.code, "read" in close.reason) == (1013, True)
    connection.answer(b"more")
    connection.show(b"more", 1)
    connection.owe(1)
    connection.tell_presence(b"more")
    assert connection.bytes_waiting == 0


# ---- the story ----


async def test_the_story_ends_with_now_however_long_it_is(evening):
    made = await evening(3)
    table = (await made.room()).table
    await play_on(table, random.Random(1), 40)
    updates = table.state.updates
    story = Missed(updates, longest=3000)
    tail = story.after(0)
    assert tail == tuple(updates[-len(tail) :])
    assert 0 < len(tail) < len(updates)
    assert len(json.dumps([len(str(update)) for update in tail])) > 0
    assert story.after(len(updates) - 2) == tuple(updates[-2:])
    assert story.after(len(updates)) == story.after(10**9) == ()
    await play_on(table, random.Random(2), 1)
    assert story.after(0)[-1] is updates[-1]
    assert table.updates(0) == tuple(updates), "of a real game nothing is missing"


# ---- presence ----


async def test_four_spectators_who_keep_saying_hello_push_nobody_out(evening):
    made = await evening(3, presence_every=3600.0)
    victims = [await made.tab(seat) for seat in (0, 1, 2)]
    attackers = [Tab(await made.room()) for _ in range(4)]
    for _ in range(119):
        for attacker in attackers:
            assert [message["type"] for message in await attacker.say("hello")] == ["sync"]
    for victim in victims:
        assert victim.connection.closing is None
        assert victim.connection.bytes_waiting < 2000
        assert len(victim.hear()) <= 1, "one message about presence for all of them"
    assert (await made.room()).online() == {0, 1, 2}


async def test_presence_is_told_once_for_all_changes_of_a_while(evening):
    made = await evening(3, presence_every=0.05)
    anna = await made.tab(0)
    tabs = [await made.tab(None) for _ in range(20)]
    told = [message["table"]["spectators"] for message in anna.hear()]
    assert told == [], "the first was told when Anna came"
    await until(lambda: anna.connection.bytes_waiting)
    assert [message["table"]["spectators"] for message in anna.hear()] == [20]
    for tab in tabs:
        tab.close()
    await until(lambda: anna.connection.bytes_waiting)
    assert [message["table"]["spectators"] for message in anna.hear()] == [0]


# ---- who comes in ----


async def test_a_player_comes_in_when_the_table_is_full_of_spectators(evening):
    made = await evening(3, spectators_per_table=200)
    room = await made.room()
    for _ in range(200):
        assert (await made.tab(None)).connection.closing is None
    late = Tab(room)
    (refused,) = await late.say("hello")
    assert (refused["code"], late.connection.closing.code) == ("full", 4413)
    assert "200 people are watching" in refused["message"]
    anna = await made.tab(0)
    assert anna.connection.closing is None
    assert room.online() == {0}
    (again,) = await anna.say("hello")
    assert again["type"] == "refused", "nor does a player become one spectator more"
    assert room.visitors.spectators == 200


async def test_who_connects_first_and_says_hello_later_is_counted(evening):
    made = await evening(3, spectators_per_table=20)
    room = await made.room()
    crowd = [Tab(room) for _ in range(500)]
    for number, tab in enumerate(crowd):
        room.visitors.arrive(tab.connection, f"10.0.0.{number % 3}")
    assert room.visitors.silent == MOST_SILENT
    player = Tab(room)
    room.visitors.arrive(player.connection, "192.0.2.1")
    for _ in range(100):
        room.visitors.arrive(Connection(whole), "10.0.0.9")
    assert player.connection.closing is None, "those of an address that has many make way"
    assert (await player.say("hello", token=made.tokens[0]))[0]["you"] == 0
    late = [tab for tab in crowd if tab.connection.closing is not None]
    assert len(late) > 400
    for tab in crowd:
        await tab.say("hello")
    assert not any(tab.connection.greeted for tab in late)
    assert room.visitors.spectators <= 20
    assert len(room.connections) <= 21


async def test_the_oldest_window_of_a_seat_makes_way(evening):
    made = await evening(3)
    tabs = [await made.tab(1) for _ in range(TABS_OF_A_SEAT + 1)]
    (*_, close) = waiting(tabs[0].connection)
    assert (close.code, close.reason) == (OPENED_ELSEWHERE, "you have opened this table in 8 other windows")
    assert all(tab.connection.closing is None for tab in tabs[1:])
    room = await made.room()
    assert len(room.connections) == TABS_OF_A_SEAT
    tabs[0].close()
    assert room.online() == {1}


# ---- over real sockets ----


async def open_table(hub, **changes):
    wish = {"game": "niagara", "name": "Anna", "seats": 3, "bots": ("random", "random")} | changes
    return await hub.open(NewTable(**wish))


@pytest.mark.slow
@on_both_loops
async def test_who_never_reads_holds_little_and_is_cut(caplog):
    async with serve(unread_for=1.0) as served:
        seated = await open_table(served.hub, game="canyon", seats=6, bots=("random",) * 5)
        async with served.hub.room(seated.table) as room:
            await room.bots.stop()
            await room.seating.start(0)
            await play_on(room.table, random.Random(3), 1200)
            silent = [await served.upgrade(seated.table, reads=4096) for _ in range(10)]
            for writer in silent:
                for _ in range(11):
                    writer.write(frame("hello", since=0))
            sizes = [protocol.transport.get_write_buffer_size for protocol in served.sockets]
            await until(lambda: all(size() for size in sizes))
            for writer in silent:
                writer.write(frame("ping") * 2)
            await until(lambda: all(connection.bytes_waiting for connection in room.connections))
            story = sum(len(str(update)) for update in room.table.state.updates)
            assert story > 100_000
            held = [size() for size in sizes]
            queued = [connection.bytes_waiting for connection in room.connections]
            assert len(held) == len(queued) == 10
            # And what its writer has in hand: one message.
            assert max(held) + max(queued) + MISSED_BYTES < 1_048_576
            watching = await websockets.connect(f"ws://{served.url}/ws/tables/{seated.table}", compression=None)
            await watching.send('{"type":"hello"}')
            await until(lambda: len(room.connections) == 1)
            assert json.loads(await watching.recv())["type"] == "sync"
            await watching.close()
            await until(lambda: not served.sockets)
    assert not caplog.records


@on_both_loops
async def test_a_state_that_cannot_be_made_ends_the_connection_and_is_logged(caplog, monkeypatch):
    async with serve() as served:
        seated = await open_table(served.hub)
        async with websockets.connect(f"ws://{served.url}/ws/tables/{seated.table}") as player:
            await player.send('{"type":"hello"}')
            assert json.loads(await player.recv())["type"] == "sync"
            async with served.hub.room(seated.table) as room:
                (connection,) = room.connections
                monkeypatch.setattr(connection, "_catch_up", lambda _, __: 1 // 0)
                connection.owe(0)
                answer = {}
                while answer.get("type") != "refused":
                    answer = json.loads(await player.recv())
                assert answer["code"] == "error"
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await player.recv()
                assert closed.value.rcvd.code == 1011
    (line,) = caplog.records
    assert (line.getMessage(), line.table) == ("a connection failed", seated.table)


@on_both_loops
async def test_who_says_no_hello_is_timed_out():
    async with serve(hello_within=0.05) as served:
        seated = await open_table(served.hub)
        async with websockets.connect(f"ws://{served.url}/ws/tables/{seated.table}") as silent:
            await silent.send('{"type":"ping"}')
            assert json.loads(await silent.recv())["code"] == "bad_message"
            with pytest.raises(websockets.ConnectionClosed, match="no hello came"):
                await silent.recv()


@on_both_loops
async def test_a_player_comes_in_past_sockets_that_say_nothing():
    async with serve(connections_per_address=0) as served:
        seated = await open_table(served.hub)
        for _ in range(60):
            await served.upgrade(seated.table)
        async with websockets.connect(f"ws://{served.url}/ws/tables/{seated.table}") as player:
            await player.send(json.dumps({"type": "hello", "token": seated.token}))
            assert json.loads(await player.recv())["you"] == 0
            async with served.hub.room(seated.table) as room:
                assert room.visitors.silent <= MOST_SILENT


@on_both_loops
async def test_repeated_hellos_are_limited():
    async with serve() as served:
        seated = await open_table(served.hub)
        async with websockets.connect(f"ws://{served.url}/ws/tables/{seated.table}") as player:
            kinds = []
            for _ in range(15):
                await player.send('{"type":"hello","since":0}')
                kinds.append(json.loads(await player.recv()))
            codes = [answer.get("code") for answer in kinds]
            assert codes[:10] == [None] * 10
            assert "too_fast" in codes[10:]


@on_both_loops
async def test_an_address_has_so_many_connections_and_the_server_so_many():
    async with serve(connections_per_address=3) as served:
        for _ in range(3):
            await served.connect()
        await until(lambda: len(served.sockets) == 3)
        assert b"Your address has 3 connections already." in await served.say(b"")
    async with serve(connections=2, connections_per_address=0) as served:
        for _ in range(2):
            await served.connect()
        await until(lambda: len(served.sockets) == 2)
        assert (await served.say(b"")).startswith(b"HTTP/1.1 503 Service Unavailable\r\n")


class Wire:
    """Be a WebSocket on which one message comes, while the client is shown out."""

    def __init__(self, outbox):
        self.outbox, self.sent, self.headers = outbox, [], {}

    async def receive(self):
        self.outbox.close(4401, "signed_out")
        return {"type": "websocket.receive", "text": "too late"}

    async def send_data(self, text):
        self.sent.append(text)

    async def close(self, code, reason):
        self.sent.append((code, reason))


async def test_what_comes_from_somebody_who_was_shown_out_meanwhile_is_not_heard():
    outbox, heard = Outbox(), []
    wire = Wire(outbox)
    outbox.answer(b"told before")
    announcements = SimpleNamespace(go=lambda _: None)
    hub = SimpleNamespace(settings=settings(), changes=SimpleNamespace(announcements=announcements))
    await converse(wire, hub, outbox, heard.append)
    assert (heard, wire.sent) == ([], ["told before", (4401, "signed_out")])
