"""Comments and variations are written as they were read, and checked as the game is."""

from __future__ import annotations

import random

import pytest
from msgspec import structs

from eddyline import record
from eddyline.engine.match import Deal, Match, Turn
from eddyline.engine.notes import MOST_NESTED
from eddyline.engine.registry import game
from eddyline.record.verify import dealt, verify
from support.dealt import dealt_game

RULES = game("canyon")


def annotated(seed: int = 1) -> Match:
    """Play a game with comments and variations, also inside one another, on both sides of a deal."""
    match = Match.new(RULES, players=3, seed=seed, names=("Ann", "Bo", "Cy"))
    for _ in range(8):
        match.play(match.legal()[0])
    line = match.goto(1)
    for _ in range(4):
        line.play(line.legal()[-1])
    inner = line.goto(4)
    inner.play(inner.legal()[0])
    line.vary(inner)
    line.comment('Two\nlines, and a “quotation”: "turn".', turn=2)
    match.vary(line)
    match.comment("To begin with.", turn=0)
    match.comment("So far.")
    match.comment("The second.", turn=2)
    return match


TEXT = record.dump(annotated().record())
LINES = TEXT.splitlines()


def test_notes_are_read_as_they_were_written() -> None:
    match = annotated()
    read = record.load(TEXT)
    assert read == match.record()
    assert record.dump(read) == TEXT
    assert record.played(read) == match
    assert LINES[1] == '{"comment":"To begin with."}'
    assert LINES[4].startswith('{"variation":[{"seat":')
    assert LINES[5] == '{"comment":"The second."}'
    assert LINES[-1] == '{"comment":"So far."}'


def test_the_story_tells_them_where_they_belong() -> None:
    told = list(record.story(record.load(TEXT)))
    assert told[1] == "    # To begin with."
    at = told.index("    Instead:")
    assert told[at + 1] == ""
    assert told[at + 2].endswith(": to 4,12")
    assert '        # lines, and a “quotation”: "turn".' in told
    assert "        Instead:" in told


def test_lines_are_counted_with_their_notes() -> None:
    """Whatever breaks the rules is named with its line, in the game and in its variations."""
    wrong = [(number, line) for number, line in enumerate(LINES) if '"to 4,' in line]
    assert len(wrong) == 4
    for number, line in wrong:
        start, end = line[: line.rindex('"to 4,')], line[line.rindex('"to 4,') :].partition('"]')[2]
        changed = [*LINES[:number], f'{start}"bid 3"]{end}', *LINES[number + 1 :]]
        with pytest.raises(record.RecordError) as refusal:
            list(record.replay(record.load("\n".join(changed))))
        assert refusal.value.line == number + 1
        with pytest.raises(record.RecordError) as refusal:
            list(record.story(record.load("\n".join(changed))))
        assert refusal.value.line == number + 1


def nested(levels: int) -> str:
    begun = '{"variation":[{"seat":0,"turn":["to 4,7"]}'
    return f"{begun},{f'{begun},' * (levels - 1)}{begun}{']}' * (levels + 1)}"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"comment":7}', "Expected `str`, got `int`"),
        ('{"comment":""}', "expected a comment of 1 to 10000 characters, got 0"),
        ('{"comment":"x","by":"Ann"}', "unknown field `by`"),
        ('{"comment":"x","comment":"y"}', "expected every key once, got 'comment' twice"),
        ('{"variation":[]}', "expected a variation of at least one turn or deal"),
        ('{"variation":[{"comment":"x"}]}', "expected a variation of at least one turn or deal"),
        ('{"variation":{"seat":0}}', "Expected `array`, got `object`"),
        ('{"variation":[7]}', "Expected `object`, got `int`"),
        ('{"variation":[{"seat":0,"turn":["fly"]}]}', "no action of Canyon"),
        (
            '{"variation":[{"variation":[{"seat":0,"turn":["to 4,7"]}]}]}',
            "something before a variation that it replaces",
        ),
        ('{"variation":[{"ranking":[1,2,3]}]}', "missing required field `seat`|unknown field `ranking`"),
        ('{"variation":[{"seat":0,"seat":1,"turn":["to 4,7"]}]}', "got 'seat' twice"),
        (nested(MOST_NESTED), f"at most {MOST_NESTED} variations inside one another"),
        (nested(300), "inside one another"),
        (nested(3_000), "recursion|inside one another"),
        ('{"variation":' * 5_000, "recursion"),
        ('{"note":"x"}', "missing required field|unknown field"),
    ],
)
def test_notes_that_are_none_are_refused_with_their_line(line: str, reason: str) -> None:
    with pytest.raises(record.RecordError, match=reason) as refusal:
        record.load("\n".join([*LINES[:3], line, *LINES[3:]]))
    assert refusal.value.line == 4


def test_a_variation_of_nothing_is_refused() -> None:
    text = "\n".join([LINES[0], '{"variation":[{"seat":0,"turn":["to 4,7"]}]}'])
    with pytest.raises(record.RecordError, match="line 2: expected something before a variation"):
        record.load(text)


def test_nothing_stands_below_the_ranking() -> None:
    match = Match.new(game("niagara"), game("niagara").parse_options(None, {"max_rounds": 1}), players=3, seed=2)
    dice = random.Random(1)
    while not match.over:
        seat = min(match.waiting)
        match.play(seat, dice.choice(match.legal(seat)))
    match.comment("A short one.")
    text = record.dump(match.record())
    assert text.splitlines()[-2:] == [
        '{"comment":"A short one."}',
        f'{{"ranking":{[*match.ranking]}}}'.replace(" ", ""),
    ]
    assert record.played(record.load(text)) == match
    with pytest.raises(record.RecordError, match="expected nothing below the ranking"):
        record.load(f'{text}{{"comment":"Late."}}')
    swapped = text.replace('"ranking":[', '"ranking":[9,')
    with pytest.raises(record.RecordError, match="lead to the ranking") as refusal:
        list(record.replay(record.load(swapped)))
    assert refusal.value.line == len(text.splitlines())


def test_a_record_made_by_hand_is_looked_at_too() -> None:
    good = record.load(TEXT)
    for notes in ([7], 7, [record.Variation(1, (Turn(2, (1,)), Deal("x")))], [record.Comment(99, "Far.")]):
        odd = structs.replace(good, notes=notes)
        with pytest.raises(record.RecordError, match="this game cannot be written"):
            record.dump(odd)
        with pytest.raises(record.RecordError):
            list(record.replay(odd))


def test_dealing_is_checked_as_without_notes() -> None:
    made = dealt_game("canyon")
    noted = structs.replace(made, notes=(record.Comment(0, "First."), record.Comment(4, "Dealt.")))
    assert verify(noted) == []
    text = record.dump(noted)
    assert record.load(text) == noted
    for line, word, _ in dealt(noted)[1:]:
        assert text.splitlines()[line - 1] == f'{{"deal":"{word:#x}"}}'
