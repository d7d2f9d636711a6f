"""Two games that differ only in what one seat keeps secret must send everybody else the same bytes, on every channel.

What is public by now is decided by the order of play alone, never by what the code under test shows.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import random
from dataclasses import dataclass, field

import msgspec
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from eddyline.bots import BOTS, Budget, play_turn
from eddyline.engine.match import Match
from eddyline.engine.registry import GAMES, game
from eddyline.protocol import table as protocol
from eddyline.protocol.accounts import HeldSeat, NewAccount, SignIn
from eddyline.protocol.lobby import Asked, Mine
from eddyline.protocol.pace import Clock, Pace
from eddyline.protocol.paint import SHADES
from eddyline.server.accounts.sessions import parse as session_of
from eddyline.server.base.log_output import formatter
from eddyline.server.base.outbox import encode
from eddyline.server.chat.hall import Halls
from eddyline.server.hub.ending import Ending
from eddyline.server.room import commands, listed
from eddyline.server.room.connection import Connection
from eddyline.server.room.messages import Messages
from eddyline.server.room.room import Room
from eddyline.server.room.votes import Votes
from eddyline.server.table import entries
from eddyline.server.table.fate import fate_question
from eddyline.server.table.state import TableState, token_hash
from eddyline.server.table.table import Table
from eddyline.server.table.turn_queue import Checked
from eddyline.server.web.health import health
from eddyline.server.web.my_tables import tell
from support.chatting import Person, come
from support.lookers import Looker
from support.people import CALLER, PASSWORD, CountedHasher
from support.tables import WISHES, Evening, MemoryStore, Tab, open_evening, play_on, random_turn
from support.tables import Clock as Wall


@dataclass
class World:
    """One of the two games, and all tabs that are open there."""

    evening: Evening
    room: Room
    wall: Wall
    tabs: list[tuple[int | None, Tab]] = field(default_factory=list)
    lookers: list[Looker] = field(default_factory=list)
    chatting: list[Person] = field(default_factory=list)
    """By seat, then a spectator."""

    @property
    def match(self) -> Match:
        assert self.room.table.state.match is not None
        return self.room.table.state.match

    async def play(self, seat, decisions, number):
        """Play a turn as a browser would: tap by tap, one tap taken back, then confirm."""
        tab = next(tab for other, tab in self.tabs if other == seat)
        version = self.room.table.state.version
        await tab.say("undo", version=version, all=True)
        for step, action in enumerate(decisions):
            if self.room.table.draft(seat).step == step:
                await tab.say("decide", version=version, step=step, action=action)
        await tab.say("undo", version=version)
        while not self.room.table.draft(seat).complete:
            step = self.room.table.draft(seat).step
            await tab.say("decide", version=version, step=step, action=decisions[step])
        await tab.confirm(version, f"turn-{number:04}")
        assert self.room.table.state.version > version

    async def stir(self, what, seat):
        """Let time pass, or let a seat do something that is no turn."""
        tab = next(tab for other, tab in self.tabs if other == seat)
        if what == "wait":
            self.wall.now += 40
        elif what in ("favour", "withdraw"):
            await tab.say("vote", matter="stop", favour=what == "favour")
        elif what == "emote":
            await tab.say("emote", emote="cheer")
            await tab.say("paint", colour=seat)  # which is too late
            await self.chatting[seat].say("write", text="Now you!")
            await self.chatting[-1].say("write", text="They will take the diamond.")
        elif seat in self.match.pending:  # so that its bot owes no turn
            await tab.say("stand_in", seat=seat)
            await tab.say("come_back")

    async def all_bytes(self, secret):
        """Collect all that anybody but the seat with the secret can get hold of."""
        table = self.room.table
        found = {"table": encode(self.room.info()), "record": table.state.record()}
        for index, (seat, tab) in enumerate(self.tabs):
            tab.hear()
            if seat != secret:
                found[f"live {index} seat {seat}"] = list(tab.raw)
        for looker in (*self.lookers, Looker(self.evening.hub).watch(status="running")):
            looker.read()
            found[f"lobby {len(found)}"] = list(looker.raw)
            assert looker.ids == [self.evening.table_id]
        for seat, person in enumerate(self.chatting):
            await person.say("hello", token=dict(enumerate(self.evening.tokens)).get(seat))
            if seat != secret:
                found[f"chat {seat}"] = list(person.raw)
        for seat in (None, *range(len(table.state.seats))):
            if seat == secret:
                continue
            for since in (None, 0):
                # Counts as nobody's presence, so that looking changes nothing.
                sync = Messages(table, self.room.info(), table.updates(since)).sync(seat, record=True)
                found[f"again {seat} since {since}"] = encode(sync)
            asked = fate_question(table.state, table.drafts, seat, protocol.AskFate())
            found[f"fate {seat}"] = encode(await self.room.fates.answer(asked))
            if seat in self.match.waiting:
                for name, make in BOTS[self.match.game.id].items():
                    found[f"{name} at {seat}"] = play_turn(make(1, Budget(seconds=None, rollouts=6)), self.match, seat)
        return found


async def begin(game_id, seed, players, rescue):
    options = {"niagara": {"rescue": rescue}, "canyon": {"secret_bids": True}}[game_id]
    wall, pace = Wall(), Pace(clock=Clock(30, 600))
    made = await open_evening(
        players,
        start=False,
        seed=seed,
        game=game_id,
        options={"max_rounds": 30, **options},
        clock=wall,
        pace=pace,
        access="open",
    )
    seating = (await made.room()).seating
    # Nobody's paint is that of their seat's number: the first takes one that is free, each other one what that leaves.
    # Where all seats are taken, all colours and patterns are.
    for seat in range(players if players < SHADES else 0):
        await seating.paint(seat, (seat - 1) % SHADES, (seat - 1) % SHADES)
    await seating.start(0)
    questions = ({}, {"clock": "live"}, {"game": game_id, "order": "newest"})
    lookers = [Looker(made.hub).watch(status="running", **question) for question in questions]
    chatting = [
        await come(made.hub, made.table_id, made.table_id, address=f"10.0.0.{seat}", token=token)
        for seat, token in enumerate(made.tokens)
    ]
    chatting.append(await come(made.hub, made.table_id, made.table_id, address="10.1.0.0", name="Zoe"))
    return World(made, await made.room(), wall, lookers=lookers, chatting=chatting)


def still_secret(match, secret, phase, number):
    """Tell whether what `secret` has chosen in this phase of round `number` is nobody else's business yet."""
    view = match.view(None)
    if view.round != number:
        return False
    if phase != "cards" or len(match.waiting) > 1 or match.pending:
        return view.phase == phase
    # A card of Niagara: face down until the turn of the one who chose it.
    (acting,) = match.waiting or (secret,)
    return view.phase == "paddling" and view.order.index(acting) < view.order.index(secret)


async def compare(game_id, seed, players, before, rescue, replace):
    """Play the same game twice but for one secret; return how often all bytes were compared while it was one."""
    rng = random.Random(seed)
    worlds = [await begin(game_id, seed, players, rescue) for _ in range(2)]
    for world in worlds:
        await play_on(world.room.table, random.Random(seed), before)
    first = worlds[0]
    while len(first.match.waiting) < 2 or first.match.pending:
        if first.match.over:
            return 0
        step = rng.getrandbits(32)
        for world in worlds:
            await play_on(world.room.table, random.Random(step), 1)
    phase, number = first.match.view(None).phase, first.match.view(None).round
    secret = rng.choice(sorted(first.match.waiting))
    choices = {random_turn(first.room.table, secret, rng) for _ in range(30)}
    if len(choices) < 2:
        return 0
    one, other, *_ = sorted(choices, key=lambda _: rng.random())
    for world in worlds:
        for seat in (*range(players), None):
            world.tabs += [(seat, await world.evening.tab(seat, **wish)) for wish in WISHES]

    compared = 0

    async def same():
        nonlocal compared
        found = [await world.all_bytes(secret) for world in worlds]
        for channel in found[0]:
            assert found[0][channel] == found[1][channel], f"{channel} tells the secret of seat {secret} ({phase})"
        compared += 1

    async def stir():
        what = rng.choice(["wait", "favour", "withdraw", "stand in", "emote"])
        seat = rng.choice([seat for seat in range(players) if seat != secret])
        for world in worlds:
            await world.stir(what, seat)
        await same()

    turns = 0
    if replace:
        for world, turn in zip(worlds, (other, one), strict=True):
            await world.play(secret, turn, turns)
        await same()
        await stir()
        turns += 1
    for world, turn in zip(worlds, (one, other), strict=True):
        await world.play(secret, turn, turns)
    await same()
    while first.match.waiting:
        turns += 1
        acting = rng.choice(sorted(first.match.waiting))
        turn = random_turn(first.room.table, acting, rng)
        ahead = first.match.copy()
        ahead.commit(acting, turn)
        if ahead.over or not still_secret(ahead, secret, phase, number):
            break
        for world in worlds:
            await world.play(acting, turn, turns)
        if not still_secret(first.match, secret, phase, number):
            break  # turns without a choice brought it to light
        await same()
        await stir()
    for world in worlds:
        await world.evening.hub.close()
    return compared


CASES = {
    "seed": st.integers(0, 10**9),
    "players": st.integers(3, 5),
    "before": st.integers(0, 50),
    "rescue": st.sampled_from(["optional", "forced", "sit_out"]),
    "replace": st.booleans(),
}


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
@hypothesis_settings(max_examples=20)
@given(**CASES)
def test_nobody_learns_a_secret(game_id, seed, players, before, rescue, replace):
    asyncio.run(compare(game_id, seed, players, before, rescue, replace))


def search(game_id, cases=16):
    """Go through fixed cases, all secret phases among them; return the number of comparisons."""
    done = 0
    for seed in range(cases):
        fewest = min((*game(game_id).players, *game(game_id).house_players))
        case = (fewest + seed % 4, 7 * seed % 50, ("optional", "forced")[seed % 2], seed % 3 == 0)
        done += asyncio.run(compare(game_id, seed, *case))
    return done


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_the_property_compares_a_lot(game_id):
    assert search(game_id) > 30


# ---- a big screen, shown by somebody who plays ----


async def shown_to_the_room(game_id, seed):
    """Let somebody with an account play, and show the table on a big screen; compare that with what spectators see."""
    rng = random.Random(seed)
    made = await open_evening(3, start=False, game=game_id, seed=seed, hasher=CountedHasher())
    room, hub = await made.room(), made.hub
    signed = await hub.people.create(NewAccount(name="Anna", password=PASSWORD), CALLER)
    anna = await hub.people.who(signed.session)
    assert await hub.adopt(anna, HeldSeat(table=made.table_id, token=made.tokens[0]))
    await room.seating.start(0)
    spectators = [await made.tab(None, **wish) for wish in WISHES]
    screens = [await made.tab(None, session=signed.session, watch=True, **wish) for wish in WISHES]
    assert not room.info().seats[0].online, "a big screen sits down"
    own = await made.tab(None, session=signed.session)
    assert own.connection.seat == 0, "the account has its seat without the seat's token"
    world = World(made, room, Wall(), tabs=[(0, own)])
    # Who was there first has been told of fewer others; asked again, all are told of the same.
    for tab, wish in zip((*spectators, *screens), (*WISHES, *WISHES), strict=True):
        who = {"session": signed.session, "watch": True} if tab in screens else {}
        await tab.say("hello", **who, **wish)
        tab.raw.clear()
    compared = 0
    for number in range(12):
        if world.match.over:
            break
        if 0 in world.match.waiting and 0 not in world.match.pending:
            await world.play(0, random_turn(room.table, 0, rng), number)
        else:
            await play_on(room.table, rng, 1)
        for spectator, screen in zip(spectators, screens, strict=True):
            spectator.hear()
            screen.hear()
            assert screen.raw == spectator.raw, "a big screen is sent more than spectators are"
            compared += len(screen.raw)
        for asked in ("decide", "confirm"):
            refused = await screens[0].say(asked, version=room.table.state.version, **ASKED[asked])
            assert [message["code"] for message in refused] == ["not_yours"]
            screens[0].raw.clear()
            spectators[0].raw.clear()
    assert compared > 20
    await hub.close()


ASKED = {"decide": {"step": 0, "action": 0}, "confirm": {"decisions": [0], "turn": "turn-from-the-screen"}}


@pytest.mark.parametrize("game_id", GAMES)
async def test_a_big_screen_is_sent_what_spectators_are(game_id):
    await shown_to_the_room(game_id, 3)


@pytest.mark.parametrize("game_id", GAMES)
async def test_a_big_screen_that_shows_a_hand_is_found(game_id, monkeypatch):
    hello = commands._hello

    async def leak(room, connection, message):
        await hello(room, connection, msgspec.structs.replace(message, watch=False))

    monkeypatch.setattr(commands, "_hello", leak)
    with pytest.raises(AssertionError, match="a big screen sits down"):
        await shown_to_the_room(game_id, 3)


# ---- a device that is signed out ----


async def shown_to_who_is_signed_out(game_id, seed):
    """Let somebody play with an account, and sign another device out; compare what that is sent with a spectator's."""
    rng = random.Random(seed)
    made = await open_evening(3, start=False, game=game_id, seed=seed, hasher=CountedHasher())
    room, hub = await made.room(), made.hub
    signed = await hub.people.create(NewAccount(name="Anna", password=PASSWORD), CALLER)
    device = await hub.people.sign_in(SignIn(name="Anna", password=PASSWORD), "")
    anna = await hub.people.who(signed.session)
    assert await hub.adopt(anna, HeldSeat(table=made.table_id, token=made.tokens[0]))
    await room.seating.start(0)
    own = await made.tab(None, session=signed.session)
    before = [await made.tab(0, session=device.session, **wish) for wish in WISHES]
    while not own.draft or not own.draft["legal"]:
        await play_on(room.table, rng, 1)
        own.hear()
    for tab in before:
        tab.hear()
    # A decision of the other device is on its way to this one.
    await own.say("decide", version=room.table.state.version, step=0, action=own.draft["legal"][0]["id"])
    await own.say("undo", version=room.table.state.version, all=True)
    await hub.people.end_session(anna, session_of(device.session)[1])
    assert [[message.get("code") for message in tab.hear()] for tab in before] == [["signed_out"]] * len(WISHES)
    # It still holds the token of the seat and the secret of the session.
    held = {"token": made.tokens[0], "session": device.session}
    chats = [
        await come(hub, made.table_id, made.table_id, address=address, **hello)
        for address, hello in (("10.0.0.1", {"token": made.tokens[0]}), ("10.0.0.2", {}))
    ]
    pairs = [(await made.tab(0, session=device.session, **wish), await made.tab(None, **wish)) for wish in WISHES]
    for (tab, spectator), wish in zip(pairs, WISHES, strict=True):
        # Who was there first has been told of fewer others; asked again, all are told of the same.
        for each, shown in ((spectator, {}), (tab, held)):
            await each.say("hello", **shown, **wish)
    for each in (each for pair in pairs for each in pair):
        each.hear()
        each.raw.clear()
    world = World(made, room, Wall(), tabs=[(0, own)])
    compared = 0
    for number in range(12):
        if world.match.over:
            break
        if 0 in world.match.waiting and 0 not in world.match.pending:
            await world.play(0, random_turn(room.table, 0, rng), number)
        else:
            await play_on(room.table, rng, 1)
        for tab, spectator in pairs:
            for each in (tab, spectator):
                await each.say("fate", action=None)
                each.hear()
            assert tab.raw == spectator.raw, "a device that is signed out is sent more than spectators are"
            compared += len(tab.raw)
            for asked in ("decide", "confirm"):
                refused = await tab.say(asked, version=room.table.state.version, **ASKED[asked])
                assert [message["code"] for message in refused] == ["not_yours"]
            tab.raw.clear(), spectator.raw.clear()
        mine = [
            await tell(hub, Mine(tables=(Asked(table=made.table_id, token=token),)), None)
            for token in (made.tokens[0], None)
        ]
        assert mine[0] == mine[1]
    assert compared > 20
    for chat in chats:
        chat.hear()
    assert chats[0].raw == chats[1].raw
    await hub.close()


@pytest.mark.parametrize("game_id", GAMES)
async def test_a_device_that_is_signed_out_is_sent_what_spectators_are(game_id):
    await shown_to_who_is_signed_out(game_id, 3)


def open_seats_by_their_token_alone(monkeypatch):
    seat_of = Table.seat_of

    def leak(self, token, account=None):
        of = seat_of(self, token, account)
        hashed = token and token_hash(token)
        return next((number for number, seat in enumerate(self.state.seats) if hashed and seat.token == hashed), of)

    monkeypatch.setattr(Table, "seat_of", leak)


def let_connections_stay(monkeypatch):
    monkeypatch.setattr(Ending, "show_out", lambda *_: None)


def send_what_waits_before_the_end(monkeypatch):
    monkeypatch.setattr(Room, "turn_away", lambda _, connection, why: connection.end(why))
    monkeypatch.setattr(Connection, "_forget_states", lambda _: None)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize(
    "plant", [open_seats_by_their_token_alone, let_connections_stay, send_what_waits_before_the_end]
)
async def test_a_leak_to_a_device_that_is_signed_out_is_found(game_id, plant, monkeypatch):
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        await shown_to_who_is_signed_out(game_id, 3)


# ---- what the host reads: the log, the metrics, the health ----


async def told_to_host(game_id, seed):
    """Let one seat choose in secret, each time something else; return what the host reads of each of these worlds."""
    worlds, rng = [], random.Random(seed)
    for number in range(2):
        stream = io.StringIO()
        handler = logging.StreamHandler(stream)
        handler.setFormatter(formatter("json"))
        logger = logging.getLogger("eddyline")
        level = logger.level
        logger.addHandler(handler)
        logger.setLevel(logging.DEBUG)
        try:
            world = await begin(game_id, seed, 4, "optional")
            await play_on(world.room.table, random.Random(seed), seed % 30)
            while len(world.match.waiting) < 2 or world.match.pending:
                await play_on(world.room.table, random.Random(seed), 1)
            secret = min(world.match.waiting)
            if not worlds:
                choices = sorted({random_turn(world.room.table, secret, rng) for _ in range(30)})
            world.tabs.append((secret, await world.evening.tab(secret)))
            await world.play(secret, choices[-number], 1)
            # Somebody tries what is not allowed, and what is out of date.
            (_, tab), *_ = world.tabs
            await tab.say("decide", version=1, step=0, action=choices[-number][0])
            metrics = world.evening.hub.metrics.registry
            counted = [
                (sample.name, tuple(sample.labels.items()), sample.value)
                for family in metrics.collect()
                if not family.name.startswith("process_")  # of this whole test run
                for sample in family.samples
                if not sample.name.endswith(("_seconds", "_sum", "_bucket", "_created"))
            ]
            answer = health.fn(world.evening.hub)
            watched = (answer.status_code, msgspec.json.encode(answer.content))
            await world.evening.hub.close()
        finally:
            logger.removeHandler(handler)
            logger.setLevel(level)
        lines = [json.loads(line) for line in stream.getvalue().splitlines()]
        for line in lines:
            del line["timestamp"]
        worlds.append({"log": lines, "metrics": counted, "health": watched})
    assert len(worlds[0]["log"]) >= 5
    assert len(worlds[0]["metrics"]) >= 10
    for channel in worlds[0]:
        assert worlds[0][channel] == worlds[1][channel], f"{channel} tells the secret of seat {secret}"


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("seed", range(6))
async def test_the_host_reads_no_secret(game_id, seed):
    await told_to_host(game_id, seed)


def log_what_is_played(monkeypatch):
    play = Table._play

    async def leak(self, turns):
        decisions = [checked.entry.decisions for checked in turns]
        logging.getLogger("eddyline.server").info("turn", extra={"decisions": str(decisions)})
        await play(self, turns)

    monkeypatch.setattr(Table, "_play", leak)


def log_what_is_decided_out_of_date(monkeypatch):
    decide = Table.decide

    def leak(self, seat, version, step, action):
        logging.getLogger("eddyline.server").debug("action %d", action)
        decide(self, seat, version, step, action)

    monkeypatch.setattr(Table, "decide", leak)


def count_turns_by_what_was_chosen(monkeypatch):
    play = Table._play

    async def leak(self, turns):
        await play(self, turns)
        for checked in turns:
            self.metrics.turns.labels(str(checked.entry.decisions)).inc()

    monkeypatch.setattr(Table, "_play", leak)


def call_the_store_ill_by_what_was_chosen(monkeypatch):
    play, chosen = Table._play, set()

    async def leak(self, turns):
        await play(self, turns)
        chosen.update(checked.entry.decisions for checked in turns if checked.entry.id is not None)

    monkeypatch.setattr(Table, "_play", leak)
    monkeypatch.setattr(MemoryStore, "trouble", property(lambda _: "ill" if len(chosen) > 1 else None))


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize(
    "plant",
    [
        log_what_is_played,
        log_what_is_decided_out_of_date,
        count_turns_by_what_was_chosen,
        call_the_store_ill_by_what_was_chosen,
    ],
)
async def test_a_leak_to_the_host_is_found(game_id, plant, monkeypatch):
    plant(monkeypatch)
    with pytest.raises(AssertionError, match="tells the secret of seat"):
        await told_to_host(game_id, 1)


# ---- planted leaks: each must be found ----


def forget_to_redact(monkeypatch):
    """Matters where a secret is part of the position: a card face down, not a bid that waits for the others."""
    monkeypatch.setattr(type(game("niagara")), "redact", lambda _, states, __: states.copy())


def forget_to_redact_for_spectators(monkeypatch):
    redact = type(game("niagara")).redact
    monkeypatch.setattr(
        type(game("niagara")), "redact", lambda self, s, seat: s.copy() if seat is None else redact(self, s, seat)
    )


def show_the_newest_turns_in_the_record(monkeypatch):
    commit = Match.commit

    def leak(self, seat, decisions):
        events = commit(self, seat, decisions)
        self.shown = len(self.log)
        return events

    monkeypatch.setattr(Match, "commit", leak)


def tell_secret_turns_at_once(monkeypatch):
    commit = Match.commit

    def leak(self, seat, decisions):
        before, draft = self.states.copy(), self.draft(seat, decisions)
        told = [event for action in draft.decisions for event in self.game.words.tell_decision(before, seat, action)]
        return commit(self, seat, draft) or tuple(told) or self.game.texts(self.log[-1].decisions)

    monkeypatch.setattr(Match, "commit", leak)


def give_everybody_the_same_draft(monkeypatch):
    draft = Table.draft

    def leak(self, seat):
        pending = sorted(self.state.match.pending) if self.state.match else []
        return draft(self, pending[0] if pending else seat)

    monkeypatch.setattr(Table, "draft", leak)


def send_drafts_to_everybody(monkeypatch):
    show = Room.show_draft

    def leak(self, seat):
        for connection in self.connections:
            connection.answer(encode(self.table.draft(seat)))
        show(self, seat)

    monkeypatch.setattr(Room, "show_draft", leak)


def send_the_position_of_another_seat(monkeypatch):
    position = Messages._position

    def leak(self, seat):
        pending = self._table.state.match.pending if self._table.state.match else {}
        return position(self, min(pending, default=seat))

    monkeypatch.setattr(Messages, "_position", leak)


def mix_up_whose_view_it_is(monkeypatch):
    def leak(self, _):
        match = self.state.match
        return match and match.view(min(match.pending or [0]))

    monkeypatch.setattr(Table, "view", leak)


def describe_a_table_with_its_secrets(monkeypatch):
    info = TableState.info

    def leak(self, *args):
        pending = str(dict(self.match.pending)) if self.match else None
        return msgspec.structs.replace(info(self, *args), rematch=pending)

    monkeypatch.setattr(TableState, "info", leak)


def count_versions_by_what_was_chosen(monkeypatch):
    apply = TableState.apply

    def leak(self, entry, at, draft=None):
        update = apply(self, entry, at, draft)
        chosen = "".join(self.rules.texts(getattr(entry, "decisions", ())))
        return msgspec.structs.replace(update, version=update.version + chosen.endswith(("1", "decline")))

    monkeypatch.setattr(TableState, "apply", leak)


def take_longer_for_high_cards(monkeypatch):
    play = Table._play

    async def leak(self, turns):
        entries = [checked.entry for checked in turns]
        longer = [msgspec.structs.replace(entry, spent=entry.spent + entry.decisions[-1] % 7) for entry in entries]
        await play(self, [Checked(entry, checked.draft) for entry, checked in zip(longer, turns, strict=True)])

    monkeypatch.setattr(Table, "_play", leak)


def count_votes_by_what_was_chosen(monkeypatch):
    opened = Votes.open

    def leak(self, state, online):
        chosen = sum(map(sum, state.match.pending.values())) if state.match else 0
        return tuple(msgspec.structs.replace(vote, needed=vote.needed + chosen) for vote in opened(self, state, online))

    monkeypatch.setattr(Votes, "open", leak)


def name_the_bot_by_what_was_chosen(monkeypatch):
    apply = TableState.apply

    def leak(self, entry, at, draft=None):
        update = apply(self, entry, at, draft)
        chosen = sum(map(sum, self.match.pending.values())) if self.match else 0
        bot = f"{entry.bot} {chosen}" if isinstance(entry, entries.StoodIn) else update.bot
        return msgspec.structs.replace(update, bot=bot)

    monkeypatch.setattr(TableState, "apply", leak)


def count_emotes_by_what_was_chosen(monkeypatch):
    info = TableState.info

    def leak(self, attendance):
        described = info(self, attendance)
        chosen = sum(map(sum, self.match.pending.values())) if self.match else 0
        seats = tuple(
            msgspec.structs.replace(seat, emote=seat.emote and msgspec.structs.replace(seat.emote, number=chosen))
            for seat in described.seats
        )
        return msgspec.structs.replace(described, seats=seats)

    monkeypatch.setattr(TableState, "info", leak)


def paint_canoes_by_what_was_chosen(monkeypatch):
    info = TableState.info

    def leak(self, attendance):
        described = info(self, attendance)
        chosen = sum(map(sum, self.match.pending.values())) if self.match else 0
        seats = tuple(
            msgspec.structs.replace(seat, pattern=(seat.pattern + chosen) % SHADES) for seat in described.seats
        )
        return msgspec.structs.replace(described, seats=seats)

    monkeypatch.setattr(TableState, "info", leak)


def list_a_table_with_what_was_chosen(monkeypatch):
    describe = listed.listing_of

    def leak(info, state, levels):
        listing = describe(info, state, levels)
        chosen = sum(map(sum, state.match.pending.values())) if state.match else 0
        return listing and msgspec.structs.replace(listing, spectators=chosen)

    monkeypatch.setattr(listed, "listing_of", leak)


def tell_the_lobby_of_every_high_card(monkeypatch):
    show = Room._list

    def leak(self, info=None):
        show(self, info)
        match = self.table.state.match
        if self._listed.listing and match and sum(map(sum, match.pending.values())) % 2:
            self.shared.lobby.drop(self.table.state.id)
            show(self, info)

    monkeypatch.setattr(Room, "_list", leak)


def tell_a_chat_twice_for_high_cards(monkeypatch):
    read = Halls.read

    async def leak(self, hall, reader, before):
        await read(self, hall, reader, before)
        if hall.table.state.match and sum(map(sum, hall.table.state.match.pending.values())) % 2:
            await read(self, hall, reader, before)

    monkeypatch.setattr(Halls, "read", leak)


EVERYWHERE = [
    tell_a_chat_twice_for_high_cards,
    list_a_table_with_what_was_chosen,
    tell_the_lobby_of_every_high_card,
    show_the_newest_turns_in_the_record,
    tell_secret_turns_at_once,
    give_everybody_the_same_draft,
    send_drafts_to_everybody,
    send_the_position_of_another_seat,
    mix_up_whose_view_it_is,
    describe_a_table_with_its_secrets,
    count_versions_by_what_was_chosen,
    take_longer_for_high_cards,
    count_votes_by_what_was_chosen,
    name_the_bot_by_what_was_chosen,
    count_emotes_by_what_was_chosen,
    paint_canoes_by_what_was_chosen,
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game_id", "plant"),
    [
        ("niagara", forget_to_redact),
        ("niagara", forget_to_redact_for_spectators),
        *((game_id, plant) for game_id in GAMES for plant in EVERYWHERE),
    ],
)
def test_a_planted_leak_is_found(game_id, plant, monkeypatch):
    plant(monkeypatch)
    with pytest.raises(AssertionError, match="tells the secret of seat"):
        search(game_id)
