"""A writer's JSON says what the record says, for every kind of field, and always has room."""

from __future__ import annotations

import math
import random
from enum import IntEnum
from importlib import import_module
from typing import Literal

import msgspec
import numpy as np
import pytest

from eddyline.engine.registry import game
from eddyline.engine.telling import Telling
from eddyline.engine.writer import LARGE_NUMBERS, WHOLE, Words, Writer, millionths
from eddyline.games.canyon.rules.actions import SIDE
from support.random_games import one_game

GAMES = ("niagara", "canyon")
"""The games whose views are written; EDDYLINE_GAMES may name others."""
WORDS = {str: Words(("red", "blue")), "best": Words(["hidden", None], low=-2)}
MOST = {"places": 3, "stones": 4, "sorted": 2, "ranks": 2}
Colour = Literal["green", "yellow"]


class Stone(msgspec.Struct, frozen=True):
    weight: int
    places: tuple[int, ...]


class Heap(msgspec.Struct, frozen=True, tag_field="kind", tag="heap"):
    note: tuple[int, ...]
    round: int
    colour: Colour | None
    wet: bool
    owner: int | None
    best: int | Literal["hidden"] | None
    name: str
    counts: dict[Colour, int]
    own: Stone
    stones: tuple[Stone, ...]
    sorted: tuple[dict[Colour, int], ...]
    top: Stone | None
    ranks: tuple[int, ...] | None


class Fell(msgspec.Struct, frozen=True, tag_field="kind", tag="fell"):
    colour: Colour
    places: tuple[int, ...]


class Night(msgspec.Struct, frozen=True, tag_field="kind", tag="night"):
    pass


class Ended(msgspec.Struct, frozen=True, tag_field="kind", tag="ended"):
    note: tuple[int, ...]
    owner: int | None


class Chance(msgspec.Struct, frozen=True):
    ways: int
    share: float
    risk: float | None


class Story(msgspec.Struct, frozen=True):
    first: Night | Fell
    events: tuple[Fell | Night | Ended, ...]


class Happening(IntEnum):
    FELL = 0
    NIGHT = 1
    ENDED = 2


@pytest.fixture(scope="module")
def writer():
    return Writer(Heap, MOST, WORDS, given=("note",))


def read(writer, note=(), **values):
    """Fill a sheet whose memory held something else before, and read it."""
    sheet = writer.take()
    sheet.record.view(np.uint8)[:] = 0x55
    heap = sheet.record[0]
    for name in ("colour", "wet", "owner", "best", "name", "stones_count", "sorted_count", "top_count", "ranks_count"):
        heap[name] = 0
    heap.counts[:] = -1
    heap.own.places_count = 0
    for name, value in values.items():
        heap[name] = value
    text = writer.json(sheet, note)
    heap = writer.read(sheet, note)
    assert msgspec.json.encode(heap) == text
    return heap


def test_numbers_are_what_they_stand_for(writer):
    heap = read(writer, (1, 2), round=-32768, colour=1, wet=1, owner=0, best=7, name=1)
    assert heap.note == (1, 2)
    assert (heap.round, heap.colour, heap.wet, heap.owner, heap.best, heap.name) == (
        -32768, "yellow", True, 0, 7, "blue",
    )  # fmt: skip
    assert (heap.counts, heap.own.places, heap.stones, heap.sorted, heap.top, heap.ranks) == (
        {},
        (),
        (),
        (),
        None,
        None,
    )


@pytest.mark.parametrize(("value", "best"), [(-2, "hidden"), (-1, None), (0, 0), (127, 127)])
def test_minus_one_is_nothing_unless_words_say_more(writer, value, best):
    heap = read(writer, colour=-1, owner=-1, best=value)
    assert (heap.colour, heap.owner, heap.best) == (None, None, best)


@pytest.mark.parametrize(
    ("row", "written"),
    [
        ((0, 0, 0), b'{"ways":0,"share":0.000000,"risk":0.000000}'),
        ((32_768, 1, -1), b'{"ways":32768,"share":0.000001,"risk":null}'),
        ((2**31 - 1, 250_000, WHOLE), b'{"ways":2147483647,"share":0.250000,"risk":1.000000}'),
        ((-(2**31), WHOLE, -1), b'{"ways":-2147483648,"share":1.000000,"risk":null}'),
    ],
)
def test_shares_and_some_numbers_have_32_bits(row, written):
    writer = Writer(Chance, {}, {"ways": LARGE_NUMBERS})
    sheet = writer.take()
    sheet.record[0] = row
    assert writer.json(sheet) == written
    assert len(written) <= len(sheet.out)


def test_shares_are_rounded_as_python_rounds():
    dice = random.Random(6)
    halves = [(2 * dice.randrange(WHOLE) + 1) / (2 * WHOLE) for _ in range(500)]
    shares = [0.0, 1.0, *halves, *(math.nextafter(half, to) for half in halves for to in (0, 1))]
    shares += [dice.random() ** 9 for _ in range(500)]
    assert [millionths(share) / WHOLE for share in shares] == [round(share, 6) for share in shares]


@pytest.mark.parametrize("counts", [{}, {"green": 0}, {"yellow": 30_000}, {"green": 2, "yellow": -3}])
def test_a_dictionary_has_the_keys_that_have_a_number(writer, counts):
    numbers = [counts.get("green", -1), counts.get("yellow", -1)]
    heap = read(writer, counts=numbers, sorted_count=2, sorted=[numbers, [5, -1]])
    assert heap.counts == counts
    assert heap.sorted == (counts, {"green": 5})


def test_lists_have_as_many_entries_as_are_counted(writer):
    stones = [(number, number % 4, (10 * number, 20, 30)) for number in range(5)]
    heap = read(writer, stones_count=4, stones=stones[:4], top_count=1, top=stones[4:], ranks_count=2, ranks=(2, 1))
    wanted = [(0, ()), (1, (10,)), (2, (20, 20)), (3, (30, 20, 30)), (4, ())]
    assert (*heap.stones, heap.top) == tuple(Stone(*each) for each in wanted)
    assert heap.ranks == (2, 1)


@pytest.mark.parametrize("left_out", ["note", "stones", "best", str])
def test_a_type_says_what_is_written_or_is_refused(left_out):
    most = {name: number for name, number in MOST.items() if name != left_out}
    words = {key: each for key, each in WORDS.items() if key != left_out}
    with pytest.raises(TypeError, match=r"^(note|stones|best|name): expected "):
        Writer(Heap, most, words, given=["note"] if left_out != "note" else [])


def test_what_is_given_may_be_long(writer):
    note = tuple(range(20_000))
    assert read(writer, note).note == note


@pytest.fixture(scope="module")
def stories(writer):
    """Write after the plan of another message."""
    return Writer(Story, MOST | {"events": 5}, WORDS, given=("note",), after=writer.plan)


def test_one_of_several_structs_is_the_one_of_its_kind(stories):
    sheet = stories.take()
    sheet.record.view(np.uint8)[:] = 0x55
    story = sheet.record[0]
    story.first.kind, story.first.fell.colour, story.first.fell.places_count = 1, 1, 0
    story.events_count = 4
    for number, kind in enumerate([Happening.ENDED, Happening.FELL, Happening.NIGHT, Happening.ENDED]):
        story.events[number].kind = kind
    story.events[0].ended.owner, story.events[3].ended.owner = 3, -1
    fell = story.events[1].fell
    fell.colour, fell.places_count, fell.places[:] = 0, 2, (7, 8, 9)
    assert stories.read(sheet, (5,)) == Story(
        Fell("yellow", ()), (Ended((5,), 3), Fell("green", (7, 8)), Night(), Ended((5,), None))
    )


def test_a_plan_after_another_shares_its_memory(writer, stories):
    """Both can be carried out with the steps and texts of the second."""
    before, after = writer.plan, stories.plan
    assert after.first == len(before.steps)
    assert after.steps[: after.first].tobytes() == before.steps.tobytes()
    assert after.texts[: len(before.texts)].tobytes() == before.texts.tobytes()
    assert after.begins[: len(before.begins)].tolist() == before.begins.tolist()


@pytest.mark.parametrize("number", [-32768, -1])
def test_there_is_room_for_the_longest_of_several_structs(stories, number):
    sheet = stories.take()
    for kind in Happening:
        fill_up(sheet.record, number)
        sheet.record["first"]["kind"], sheet.record["events"]["kind"] = min(kind, 1), kind
        assert len(stories.json(sheet, None)) <= len(sheet.out)


def test_events_are_told_by_kernels_that_know_their_kinds():
    def start(_states, _i, told):
        told["events_count"] = 1
        told["events"]["kind"], told["events"]["fell"]["colour"] = Happening.FELL, 1
        told["events"]["fell"]["places_count"] = 0

    def decision(_before, _i, _seat, _action, told):
        told["events_count"] = 0

    def advance(_before, _after, told):
        told["events_count"] = 1
        told["events"]["kind"] = Happening.NIGHT

    most = MOST | {"events": 2}
    telling = Telling(
        Fell | Night, IntEnum("Kind", ["FELL", "NIGHT"], start=0), most, WORDS, (start, decision, advance)
    )
    assert (telling.start(None), telling.decision(None, 0, 0)) == ([Fell("yellow", ())], [])
    assert telling.advance(None, None, (1, 2), (0,)) == [Night()]
    with pytest.raises(TypeError, match=r"^expected kinds of events named fell, night, got fell, day$"):
        Telling(Fell | Night, IntEnum("Kind", ["FELL", "DAY"], start=0), most, WORDS, (start, decision, advance))


def fill_up(states, number):
    """Fill every list, and write a number whose text is long everywhere."""
    for name, (kind, *_) in states.dtype.fields.items():
        if kind.base.fields is not None:
            fill_up(states[name], number)
        elif name.endswith("_count"):
            states[name] = states.dtype[name.removesuffix("_count")].shape[0]
        else:
            states[name] = number


@pytest.mark.parametrize(("name", "number"), [("niagara", -32768), ("canyon", SIDE * SIDE - 1)])
def test_there_is_room_for_the_longest_view(name, number):
    writer = import_module(f"eddyline.games.{name}.words.view").WRITER
    sheet = writer.take()
    fill_up(sheet.record, number)
    room = len(sheet.out)
    assert room * 0.8 < len(writer.json(sheet, *[None] * 5)) <= room


@pytest.mark.parametrize("name", GAMES)
def test_there_is_room_for_the_longest_events(name):
    writer = game(name).words.telling.writer
    sheet = writer.take()
    kinds = sheet.record["events"].dtype.names[1:]
    for kind in range(len(kinds)):
        fill_up(sheet.record, 0)
        sheet.record["events"]["kind"] = kind
        assert len(writer.json(sheet, None, None)) <= len(sheet.out)


@pytest.mark.parametrize("memory", [1, 0xFF])
@pytest.mark.parametrize("name", GAMES)
def test_nothing_of_what_another_seat_was_shown_is_left(name, memory, monkeypatch):
    """Memory is used again; whatever is in it, a view says what the redacted record says."""
    rules, writer = game(name), import_module(f"eddyline.games.{name}.words.view").WRITER
    take = writer.take

    def take_filled():
        sheet = take()
        for part in (sheet.record, sheet.room, sheet.out):
            np.asarray(part).view(np.uint8)[:] = memory
        return sheet

    def look(states):
        for seat in (*range(4), None):
            redacted = rules.redact(states, seat)
            monkeypatch.setattr(writer, "take", take)
            view = rules.view(redacted, seat)
            monkeypatch.setattr(writer, "take", take_filled)
            assert rules.view(redacted, seat) == view

    one_game(rules, next(iter(rules.presets)), 4, memory, look)
