"""A client that follows by what changes knows, byte for byte, what one knows that is sent everything."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eddyline.server.base.delta import Patches, patched
from eddyline.server.base.outbox import encode
from eddyline.server.room.connection import STATE_BYTES
from support.tables import open_evening, play_on, random_turn

CASES = json.loads((Path(__file__).parents[2] / "golden" / "patches.json").read_text())


OWN = {"type", "preview"}
"""What only one of the two forms of a draft has."""


def plain(draft):
    """Return what both forms of a draft say."""
    return draft and {name: part for name, part in draft.items() if name not in OWN}


def same(one, other):
    """Tell whether two messages are the same to a client."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@pytest.mark.parametrize("case", CASES)
def test_patches_are_applied_as_written_and_leave_the_old_message_alone(case):
    old = deepcopy(case["old"])
    assert patched(old, case["patch"]) == case["new"]
    assert old == case["old"]


class Part(msgspec.Struct, frozen=True):
    number: int | None
    words: tuple[str, ...]


class Message(msgspec.Struct, frozen=True):
    part: Part | None
    parts: tuple[Part, ...]
    counts: dict[str, int]
    nested: tuple[tuple[Part, ...], ...] = ()


PARTS = st.builds(Part, st.none() | st.integers(0, 3), st.lists(st.sampled_from("ab"), max_size=2).map(tuple))
ROWS = st.lists(PARTS, max_size=4).map(tuple)
MESSAGES = st.builds(
    Message,
    st.none() | PARTS,
    ROWS,
    # In every message, objects have their keys in the order in which their game or the protocol lists them.
    st.dictionaries(st.sampled_from("xyz"), st.integers(0, 2)).map(lambda counts: dict(sorted(counts.items()))),
    st.lists(ROWS, max_size=3).map(tuple),
)


@given(st.none() | MESSAGES, MESSAGES)
def test_any_two_messages_are_bridged(old, new):
    sent = json.loads(encode(Patches().between(old, new)))
    before = json.loads(encode(old))
    assert json.dumps(patched(before, sent)) == json.dumps(json.loads(encode(new)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("niagara", {"max_rounds": 14}),
        ("niagara", {"max_rounds": 8, "spirits": True, "diamond_joe": True, "rescue": "sit_out"}),
        ("canyon", {"max_rounds": 4}),
        ("canyon", {"max_rounds": 4, "secret_bids": True, "show_played": "last_trick"}),
    ],
)
async def test_whole_games_are_followed_by_what_changes(game, options):
    made = await open_evening(4, game=game, options=options, bots=0)
    room = await made.room()
    pairs = [(await made.tab(seat), await made.tab(seat, deltas=True, check=True)) for seat in (0, 1, 2, 3, None)]
    rng = random.Random(7)
    long = short = 0
    while not room.table.state.match.over:
        room.table.outside.clock.now += rng.random()
        if room.table.state.to_play and rng.random() < 0.3:
            # A secret turn confirmed already is replaced now and then, and drafts come in between.
            seat = rng.choice(sorted(room.table.state.to_play))
            turn = random_turn(room.table, seat, rng)
            await pairs[seat][0].say("decide", version=room.table.state.version, step=0, action=turn[0])
            pairs[seat][1].hear()
            assert same(plain(pairs[seat][0].draft), plain(pairs[seat][1].draft))
        await play_on(room.table, rng, 1)
        for whole, parts in pairs:
            syncs = [message for message in whole.hear() if message["type"] == "sync"]
            before = len(parts.raw)
            deltas = [message for message in parts.hear() if message["type"] == "delta"]
            assert [each["updates"] for each in syncs] == [each["updates"] for each in deltas]
            assert all(same(syncs[-1][part], parts.state[part]) for part in ("you", "table", "view"))
            assert same(plain(syncs[-1]["draft"]), plain(parts.draft))
            long += sum(map(len, whole.raw[-len(syncs) :]))
            short += sum(map(len, parts.raw[before:])) - sum(len(encode(each["whole"])) for each in deltas)
    assert short * 4 < long
    await made.hub.close()


async def test_who_says_hello_again_or_has_missed_something_is_sent_the_whole_state():
    made = await open_evening(3, options={"max_rounds": 5})
    room = await made.room()
    tab = await made.tab(0, deltas=True)
    rng = random.Random(1)
    await play_on(room.table, rng, 1)
    assert [each["since"] for each in tab.hear()] == [room.table.state.version - 1]
    (again,) = [each for each in await tab.say("hello", token=made.tokens[0], deltas=True) if each["type"] == "delta"]
    assert again["since"] is None
    # What it does not read is dropped, and made anew when it can be sent.
    tab.connection.show(b"x" * STATE_BYTES, room.table.state.version, tab.connection.shown)
    await play_on(room.table, rng, 3)
    (owed,) = [each for each in tab.hear() if each["type"] == "delta"]
    assert (owed["since"], owed["version"]) == (None, room.table.state.version)
    await play_on(room.table, rng, 1)
    assert [each["since"] for each in tab.hear()] == [room.table.state.version - 1]
    await made.hub.close()


async def test_two_clients_with_different_states_are_each_sent_what_they_lack():
    made = await open_evening(3, start=False)
    room = await made.room()
    first = await made.tab(0, deltas=True, check=True)
    second = await made.tab(0, deltas=True, check=True)
    watcher = await made.tab(None, deltas=True, check=True)
    await room.seating.start(0)
    for tab in (first, second, watcher):
        tab.hear()
        assert tab.state["table"]["status"] == "running"
    assert first.state == second.state
    assert watcher.state["view"]["hand"] == []
    await made.hub.close()


async def test_a_player_whose_seat_is_freed_is_shown_the_table_as_a_spectator():
    made = await open_evening(3, start=False)
    room = await made.room()
    tab = await made.tab(2, deltas=True, check=True)
    await room.seating.remove(0, 2)
    tab.hear()
    assert tab.state["you"] is None
    await made.hub.close()
