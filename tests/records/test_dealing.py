"""Words of chance follow from a seed and players' own words; whatever was changed in a saved game is named."""

from __future__ import annotations

import hashlib
import hmac
import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from eddyline import record
from eddyline.engine.match import Deal, Match
from eddyline.engine.random import words
from eddyline.engine.registry import GAMES, game
from eddyline.record.dealing import Dealing, before, derive, link_of, word_of
from eddyline.record.verify import UncheckableError, dealt, verify
from support.dealt import NAMES, SEED, WORDS, dealt_game, play_random
from support.random_games import KINDS, shortened

VECTOR = Dealing(
    table="abcdefgh2345",
    commitment="4e05063392f42b5180353ef82da86c714042155044d91ab3253f1bab08120a0a",
    length=3,
    words=WORDS,
)
"""As in docs/fair-dealing.md and web/tests/verify.test.ts."""
VECTOR_WORDS = (0xEC3CC389087AC223, 0xA1E3EE2A998E6A34, 0x8E87CCB4E8FFC913)


def test_the_vector_of_the_documentation_holds() -> None:
    assert link_of(SEED, 3, 0).hex() == VECTOR.commitment
    assert tuple(derive(SEED, VECTOR, number) for number in (1, 2, 3)) == VECTOR_WORDS
    assert link_of(SEED, 3, 3) == SEED


def test_a_chain_gives_no_more_words_than_it_has_links() -> None:
    for number in (-1, 4):
        with pytest.raises(ValueError, match=f"expected a link from 0 to 3, got {number}"):
            derive(SEED, VECTOR, number)


@pytest.mark.slow
@given(
    seed=st.binary(min_size=32, max_size=32),
    length=st.integers(1, 40),
    own=st.lists(st.none() | st.text(min_size=1, max_size=64).filter(str.isprintable), min_size=2, max_size=6),
    data=st.data(),
)
def test_words_are_what_the_formula_says(seed, length, own, data) -> None:
    """Written down a second time, with another library for JSON."""
    links = [seed]
    for _ in range(length):
        links.insert(0, hashlib.sha256(links[0]).digest())
    dealing = Dealing(table="t", commitment=links[0].hex(), length=length, words=tuple(own))
    number = data.draw(st.integers(1, length))
    message = json.dumps(["eddyline dealing 1", "t", number, own], ensure_ascii=False, separators=(",", ":")).encode()
    digest = hmac.new(links[number], message, hashlib.sha256).hexdigest()
    assert derive(seed, dealing, number) == int(digest[:16], 16)
    assert word_of(links[number], dealing, number) == int(digest[:16], 16)
    assert before(links[number], number) == links[0]


@pytest.mark.parametrize("game_id", GAMES)
def test_no_game_uses_more_words_than_it_says(game_id: str) -> None:
    """A chain that is too short would hold a table up."""
    rules = game(game_id)
    for number, (_, preset, players) in enumerate(kind for kind in KINDS if kind[0] == game_id):
        rounds = 1 + number % 6
        on = {need.any_of[0]: True for need in rules.needs if need.players == players}
        options = rules.parse_options(preset, shortened(rules, rounds) | on, players)
        match = Match.new(rules, options, players=players, word=number, chance=words(number))
        while not match.over:
            play_random(match, number)
        used = 1 + sum(isinstance(entry, Deal) for entry in match.log)
        assert used <= rules.most_words(options)


# ---- saved games ----


def refused(made: record.Record) -> list[str]:
    """Read the game as a file and check it; return what does not fit."""
    return [str(fault) for fault in verify(record.load(record.dump(made)))]


def changed(made: record.Record, **dealing: object) -> record.Record:
    header = structs.replace(made.header, dealing=structs.replace(made.header.dealing, **dealing))
    return structs.replace(made, header=header)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_dealt_as_promised_is_found_right(game_id: str, seed: int) -> None:
    made = dealt_game(game_id, seed)
    text = record.dump(made)
    assert record.load(text) == made
    assert record.dump(record.load(text)) == text
    assert (len(dealt(made)) > 1) == (game(game_id).most_deals > 0)
    assert verify(made, made.header.dealing.commitment) == []


def test_every_single_word_that_was_changed_is_named_with_its_line() -> None:
    made = dealt_game("canyon")
    for line, word, number in dealt(made):
        other = word ^ 1
        if line == 1:
            tampered = structs.replace(made, header=structs.replace(made.header, word=other))
        else:
            turns = list(made.turns)
            turns[line - 2] = Deal(other)
            tampered = structs.replace(made, turns=tuple(turns))
        first, *others = refused(tampered)
        assert first == f"line {line}: random number {number}: expected {word:#x}, got {other:#x}"
        assert all("the turns" in fault for fault in others), "other cards were dealt, so others were played"


def test_another_seed_is_no_way_out() -> None:
    """The server would have to break SHA-256 to reveal another link for the same commitment."""
    made = dealt_game("canyon")
    faults = refused(structs.replace(made, revealed="ab" * 32))
    assert faults[0].startswith("line 1: the commitment: expected what the revealed link leads to, ")
    assert faults[0].endswith(f"got {made.header.dealing.commitment}")
    assert len(faults) == 1 + len(dealt(made))


@pytest.mark.parametrize(
    "change", [{"words": ("river", None, None)}, {"words": ("River", *WORDS[1:])}, {"table": "abcdefgh2346"}]
)
def test_own_words_and_the_table_are_part_of_every_word(change: dict[str, object]) -> None:
    made = dealt_game("canyon")
    assert len(refused(changed(made, **change))) == len(dealt(made))


def test_the_commitment_is_compared_with_the_one_noted() -> None:
    made = dealt_game("niagara")
    noted = "0" * 64
    (fault,) = verify(made, noted)
    assert str(fault) == (
        f"line 1: the commitment: expected the one you noted, {noted}, got {made.header.dealing.commitment}"
    )


def test_a_deal_that_was_left_out_or_added_is_found() -> None:
    made = dealt_game("canyon")
    last = max(index for index, entry in enumerate(made.turns) if isinstance(entry, Deal))
    without = structs.replace(made, turns=made.turns[:last] + made.turns[last + 1 :])
    assert "the commitment" in refused(without)[0]
    more = structs.replace(made, turns=(*made.turns, *[Deal(1)] * made.header.dealing.length))
    assert refused(more)[0].startswith(f"line {len(made.turns) + 2}: random numbers: expected at most 4, got ")


def test_turns_are_checked_too() -> None:
    made = dealt_game("niagara")
    (fault,) = refused(structs.replace(made, ranking=(3, 2, 1)))
    assert "the turns lead to the ranking" in fault
    assert fault.startswith(f"line {len(made.turns) + 2}: ")


def test_games_without_a_dealing_stay_readable_and_say_so() -> None:
    match = Match.new(game("canyon"), players=3, word=7, chance=words(7), names=NAMES)
    old = record.load(record.dump(match.record()))
    assert old.header.dealing is None
    with pytest.raises(UncheckableError, match="does not say where its random numbers came from"):
        verify(old)
    running = structs.replace(dealt_game("canyon"), revealed=None)
    with pytest.raises(UncheckableError, match="was not over when it was saved"):
        verify(running)


GOOD = record.dump(dealt_game("niagara"))


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (GOOD.replace('"commitment":"', '"commitment":"x', 1), 1, "commitment"),
        (GOOD.replace('"river",null,', '"river",', 1), 1, "expected own words of 3 seats, got 2"),
        (GOOD.replace('"river"', '""', 1), 1, "length >= 1"),
        (GOOD.replace('"river"', f'"{"x" * 65}"', 1), 1, "length <= 64"),
        (GOOD.replace('"length":1', '"length":0', 1), 1, "length"),
        (GOOD.replace('"revealed":"', '"revealed":"x', 1), len(GOOD.splitlines()), "revealed"),
        (GOOD + GOOD.splitlines()[-1], len(GOOD.splitlines()) + 1, "nothing below the revealed link"),
    ],
)
def test_a_damaged_dealing_is_refused_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(record.RecordError, match=reason) as refusal:
        record.load(text)
    assert refusal.value.line == line


def test_damage_of_any_kind_is_no_crash() -> None:
    chance = random.Random(3)
    text = record.dump(dealt_game("canyon"))
    found = 0
    for _ in range(150):
        start = chance.randrange(len(text))
        torn = text[:start] + chance.choice(["", "0", "f", '"', "null", "}"]) + text[start + 1 :]
        try:
            found += bool(verify(record.load(torn)))
        except (record.RecordError, UncheckableError):
            found += 1
    assert found > 100
