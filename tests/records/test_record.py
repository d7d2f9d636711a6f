"""Saved games: what is written is read, what is read is replayed, and the rest is refused with its line."""

from __future__ import annotations

import random

import pytest
from msgspec import structs

from eddyline import record
from eddyline.engine.match import Deal, Match, Resample, Turn
from eddyline.engine.random import words
from eddyline.engine.registry import GAMES, game

NAMES = ("Ann", "Bo", "Cy")


def played(game_id: str, seed: int, turns: int | None = None) -> Match:
    match = Match.new(game(game_id), players=3, word=seed, chance=words(seed), names=NAMES)
    chooser = random.Random(seed)
    while not match.over and (turns is None or len(match.log) < turns):
        seat = chooser.choice(sorted(match.waiting))
        draft = match.draft(seat)
        while not draft.complete:
            draft.decide(chooser.choice(draft.legal()))
        match.commit(seat, draft.decisions)
    return match


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_finished_game_replays_exactly(game_id: str, seed: int) -> None:
    match = played(game_id, seed)
    text = record.dump(match.record())
    read = record.load(text)
    assert record.dump(read) == text
    *_, last = record.replay(read)
    assert last.match.states.tobytes() == match.states.tobytes()
    assert last.match.ranking == read.ranking


@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_that_was_dealt_anew_keeps_what_one_seat_knew_and_replays_exactly(game_id: str) -> None:
    anew = hidden = 0
    for turns in range(0, 40, 3):
        for seat in range(3):
            match = played(game_id, 6, turns)
            before, known, own = match.states, match.known(seat), match.pending.get(seat)
            match.resample(seat, 2**64 - 1 - turns)
            assert match.known(seat).tobytes() == known.tobytes() or seat not in match.waiting
            assert dict(match.pending) == ({} if own is None else {seat: own})
            anew += match.states.tobytes() != before.tobytes()
            hidden += match.game.hides(before)
            *_, place = [number for number, entry in enumerate(match.log) if isinstance(entry, Resample)]
            assert place == len(match.log) - 1 - len(match.pending)
            text = record.dump(match.record())
            *_, last = record.replay(record.load(text))
            assert record.dump(last.match.record()) == text
            assert last.match.states.tobytes() == match.states.tobytes()
            assert last.match.waiting == match.waiting
            match.undo()
            assert match.states.tobytes() == before.tobytes()
    assert anew > 5 or hidden == 0


@pytest.mark.parametrize(
    "line", ['{"resample":3,"word":"0x7"}', '{"resample":0}', '{"resample":0,"word":7}', '{"resample":0,"word":"0x"}']
)
def test_a_line_that_deals_anew_for_nobody_is_refused(line: str) -> None:
    text = record.dump(played("canyon", 7, 5).record())
    with pytest.raises(record.RecordError, match=r"^line 7: "):
        list(record.replay(record.load(f"{text}{line}\n")))


@pytest.mark.parametrize("game_id", GAMES)
def test_a_running_game_saves_only_what_all_may_know(game_id: str) -> None:
    for turns in range(60):
        match = played(game_id, 5, turns)
        saved = match.record(public=True)
        replayed = record.begin(saved.header)
        for step in record.replay(saved):
            replayed = step.match
        assert not replayed.hides
        whole = match.record()
        assert whole.turns[: len(saved.turns)] == saved.turns
        if not match.hides:
            assert whole == saved
            assert replayed.states.tobytes() == match.states.tobytes()
        # Nothing more could be shown: the next turn of the log is a secret one.
        else:
            assert len(saved.turns) < len(whole.turns) or match.pending


def test_a_game_from_a_position_replays() -> None:
    start = played("niagara", 9, 20)
    match = Match.from_position(start.game, start.game.position(start.states))
    for seat in sorted(match.waiting):
        match.commit(seat, match.draft(seat).legal()[:1])
    saved = record.load(record.dump(match.record(public=True)))
    assert saved.header.word is None
    last = record.begin(saved.header)
    for step in record.replay(saved):
        last = step.match
    assert len(last.log) == match.shown


GOOD = record.dump(played("niagara", 4).record())
LINES = GOOD.splitlines()


def test_what_is_no_text_is_refused() -> None:
    for odd in (None, 7, GOOD.encode(), LINES):
        with pytest.raises(TypeError, match="expected the text of a saved game, got "):
            record.load(odd)


def test_a_name_may_hold_what_ends_a_line_elsewhere() -> None:
    match = played("niagara", 4)
    match.names = ("Ann\u2028Lee", "Bo\x85", "Cy\x1c")
    saved = match.record()
    assert record.load(record.dump(saved)) == saved
    assert record.load(record.dump(saved).replace("\n", "\r\n")) == saved


def test_a_record_made_by_hand_is_looked_at_too() -> None:
    good = record.load(GOOD)
    for header in (
        structs.replace(good.header, game=["niagara"]),
        structs.replace(good.header, word="four"),
        structs.replace(good.header, options=None),
        structs.replace(good.header, players="Ann"),
        structs.replace(good.header, word=None, position=7),
        structs.replace(good.header, word=None, position={"players": [{}] * 5}),
        structs.replace(good.header, word=None, position={"players": [{}] * 3, "round": "\ud800"}),
        None,
    ):
        with pytest.raises(record.RecordError, match="line 1: ") as refusal:
            record.begin(header)
        assert refusal.value.line == 1
    for entry in (None, Turn("0", (1,)), Turn(0, None), Turn(0, ("card 1",)), Turn(0, (999,)), Deal("one")):
        odd = structs.replace(good, turns=(entry, *good.turns))
        with pytest.raises(record.RecordError, match="line 2: "):
            list(record.replay(odd))
        if entry != Turn("0", (1,)):
            with pytest.raises(record.RecordError, match="this game cannot be written: "):
                record.dump(odd)
    for ranking in (7, "123", [[]]):
        with pytest.raises(record.RecordError, match="the turns lead to the ranking"):
            list(record.replay(structs.replace(good, ranking=ranking)))
    with pytest.raises(record.RecordError, match=r"this game cannot be written: .*surrogates"):
        record.dump(structs.replace(good, header=structs.replace(good.header, players=("\ud800", "Bo", "Cy"))))


@pytest.mark.parametrize("game_id", GAMES)
def test_whatever_is_typed_into_a_saved_game_is_refused_or_replays(game_id: str) -> None:
    match = played(game_id, 6, 12)
    texts = [record.dump(each.record()) for each in (match, Match.from_position(match.game, match.start))]
    chance = random.Random(game_id)
    parts = [
        *'{}[]",:01-.e\n\\\ud800\u2028\x00',
        "null",
        "true",
        "1e999",
        "\\ud800",
        "9" * 40,
        '"deal":"0x1"',
        '"turn":[]',
    ]
    refusals = 0
    for _ in range(400):
        text = chance.choice(texts)
        for _ in range(chance.randint(1, 3)):
            start = chance.randrange(len(text))
            end = start + chance.choice([0, 0, 1, 3, 30])
            text = text[:start] + "".join(chance.choices(parts, k=chance.randint(0, 3))) + text[end:]
        try:
            list(record.replay(record.load(text)))
        except record.RecordError:
            refusals += 1
    assert refusals > 200


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "expected the header"),
        ("PGN\n", 1, "not a saved game"),
        ('{"moves":[]}\n', 1, 'no "eddyline"'),
        (GOOD.replace('"eddyline":1', '"eddyline":2', 1), 1, "expected format 1, got 2"),
        (GOOD.replace('"rules_version":1', '"rules_version":99', 1), 1, "expected rules version 1, got 99"),
        (GOOD.replace('"game":"niagara"', '"game":"chess"', 1), 1, "there is no game 'chess'"),
        (GOOD.replace('"Ann",', "", 1).replace('"Bo",', "", 1), 1, "players"),
        (GOOD.replace('"entropy":"0x4"', '"entropy":"4"', 1), 1, "entropy"),
        (GOOD.replace(',"entropy":"0x4"', "", 1), 1, 'either "entropy" or "position"'),
        (GOOD.replace('"gems_per_deposit":7', '"gems_per_deposit":"x"', 1), 1, "gems_per_deposit"),
        ("\n".join([*LINES[:4], "{", *LINES[5:]]), 5, "truncated"),
        ("\n".join([*LINES[:4], '{"seat":0}', *LINES[5:]]), 5, "turn"),
        ("\n".join([*LINES[:4], '{"seat":1,"turn":["castle"]}', *LINES[5:]]), 5, "no action of Niagara"),
        ("\n".join([*LINES[:4], '{"seat":0,"turn":["card 1"]}', *LINES[5:]]), 5, "N-ROUND-1|not seat 0's turn"),
        ("\n".join([*LINES[:-1], '{"ranking":[3,2,1]}']), len(LINES), "the turns lead to the ranking"),
        ("\n".join([*LINES[:-2], LINES[-1]]), len(LINES) - 1, "a game that is not over"),
        (GOOD + LINES[1], len(LINES) + 1, "nothing below the ranking"),
        ("[" * 100_000, 1, "this is not a saved game: maximum recursion depth exceeded"),
        ('{"eddyline":1,"position":' + '{"a":' * 100_000, 1, "maximum recursion depth exceeded"),
        ("\n".join([LINES[0], "[" * 100_000]), 2, "Expected `object`, got `array`"),
        ("\n".join([LINES[0], '{"turn":' + "[" * 100_000]), 2, "Expected `str`, got `array`|recursion"),
        (GOOD.replace('"options":{', '"options":{"deep":' + "[" * 500 + "]" * 500 + ","), 1, "got `array`"),
        ("\ud800", 1, "surrogates not allowed"),
        (GOOD.replace('"Ann"', '"\ud800"'), 1, "surrogates not allowed"),
        (GOOD.replace('"Ann"', '"\\ud800"'), 1, "surrogate pair"),
        ("\n".join([LINES[0], '{"seat":0,"turn":["\ud800"]}']), 2, "surrogates not allowed"),
        (GOOD.replace('"eddyline":1', '"eddyline":' + "9" * 6000, 1), 1, "out of range"),
        (GOOD.replace('"eddyline":1', '"eddyline":NaN', 1), 1, "malformed"),
        (GOOD.replace('"max_rounds":100', '"max_rounds":1e999', 1), 1, "out of range"),
        (GOOD.replace('"max_rounds":100', '"max_round":100', 1), 1, "did you mean 'max_rounds'"),
        (
            GOOD.replace('"entropy":"0x4"', '"position":{"deep":' + "[" * 500 + "]" * 500 + "}", 1),
            1,
            "unknown field 'deep'",
        ),
    ],
)
def test_damaged_and_foreign_files_are_refused_with_their_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(record.RecordError, match=reason) as refusal:
        list(record.replay(record.load(text)))
    assert refusal.value.line == line
