"""Chance in the middle of a game: words come from outside, one at a time, and stand in the log."""

from __future__ import annotations

from itertools import islice

import pytest

from eddyline import record
from eddyline.engine.doors import never_deals
from eddyline.engine.match import Deal, IllegalAction, Match, Turn
from eddyline.engine.perft import divide, perft
from eddyline.engine.random import words
from eddyline.engine.registry import GAMES, game
from support.toy import GAME as TOY


def new(chance=None) -> Match:
    return Match.new(TOY, players=2, word=0, chance=chance)


def test_a_match_waits_for_the_word_of_its_driver() -> None:
    match = new()
    assert match.chance_due
    assert match.waiting == set()
    assert not match.over
    with pytest.raises(IllegalAction, match="before the next deal"):
        match.commit(0, [0])
    assert [event.what for event in match.deal(42)] == ["dealt"]
    assert not match.chance_due
    assert match.view(0) == (2, 0)
    assert match.waiting == {0}
    with pytest.raises(ValueError, match="no deal is due"):
        match.deal(42)
    assert match.log == [Deal(42)]


def test_a_word_has_64_bits() -> None:
    for word in (-1, 1 << 64):
        match = new()
        with pytest.raises(ValueError, match="expected a word of chance from 0 to"):
            match.deal(word)
        assert match.chance_due
        assert match.log == []


def test_a_match_with_words_deals_by_itself() -> None:
    match = new(iter([42, 57]))
    match.play(0, "high")
    events = match.play(1, "low")
    assert [event.what for event in events] == ["low", "shown", "dealt"]
    assert match.log == [Deal(42), Turn(0, (1,)), Turn(1, (0,)), Deal(57)]
    assert match.view(1) == (0, 5)


def test_a_copy_does_not_know_what_will_be_dealt() -> None:
    match = new(iter([42, 57]))
    twin = match.copy()
    for seat in range(2):
        twin.play(seat, "low")
    assert twin.chance_due
    twin.deal(1)
    assert twin.log[-1] == Deal(1)
    for seat in range(2):
        match.play(seat, "low")
    assert match.log[-1] == Deal(57)


def test_a_deal_that_hides_something_is_not_shown_before_its_time() -> None:
    match = new(iter([42, 57]))
    assert match.shown == 0
    match.play(0, "low")
    assert match.shown == 0
    match.play(1, "low")
    assert match.shown == 0, "the next numbers are dealt already"
    match.play(0, "low")
    match.play(1, "low")
    assert match.over
    assert match.shown == len(match.log)


def test_a_driver_that_waits_with_its_word_may_show_what_came_before() -> None:
    match = new()
    match.deal(42)
    match.play(0, "low")
    assert match.shown == 0
    match.play(1, "low")
    assert match.shown == 3
    match.deal(57)
    assert match.shown == 3


def test_words_repeat_for_a_seed_and_for_no_other() -> None:
    first = list(islice(words(7), 1000))
    assert first == list(islice(words(7), 1000))
    assert len({*first, *islice(words(8), 1000), *islice(words(2**64 - 1), 1000)}) == 3000
    assert all(0 <= word < 1 << 64 for word in first)
    assert any(word >> 63 for word in first)


def test_counting_deals_alike_every_time() -> None:
    states = new(words(1)).states
    assert perft(TOY, states, 3) == 8
    assert divide(TOY, states, 3) == {"low": 4, "high": 4}
    assert divide(TOY, states, 9) == {"low": 8, "high": 8}


def test_a_game_without_chance_refuses_words() -> None:
    niagara = game("niagara")
    match = Match.new(niagara, players=3, word=1, chance=words(1))
    assert niagara.doors.deal is never_deals
    assert not match.chance_due
    with pytest.raises(ValueError, match="no deal is due"):
        match.deal(1)
    with pytest.raises(ValueError, match="does not deal"):
        niagara.doors.deal(match.states, 0, 1)


@pytest.fixture
def saved(monkeypatch) -> record.Record:
    monkeypatch.setitem(GAMES, "toy", "support.toy")
    match = new(iter([42, (1 << 64) - 1]))
    while not match.over:
        match.play(min(match.waiting), "high")
    return match.record()


def test_deals_are_saved_and_replayed(saved) -> None:
    text = record.dump(saved)
    assert text.splitlines()[1] == '{"deal":"0x2a"}'
    assert record.load(text) == saved
    *_, last = record.replay(saved)
    assert last.match.ranking == saved.ranking
    assert last.match.log[3] == Deal((1 << 64) - 1)


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (lambda lines: [*lines[:2], lines[1], *lines[2:]], 3, "no deal is due"),
        (lambda lines: [lines[0], *lines[2:]], 2, "before the next deal"),
        (lambda lines: [lines[0], '{"deal":"42"}', *lines[2:]], 2, "deal"),
        (lambda lines: [lines[0], '{"deal":42}', *lines[2:]], 2, "deal"),
        (lambda lines: [lines[0], '{"deal":"0x1","seat":1}', *lines[2:]], 2, "seat"),
    ],
)
def test_damaged_deals_are_refused_with_their_line(saved, change, line: int, reason: str) -> None:
    damaged = "\n".join(change(record.dump(saved).splitlines()))
    with pytest.raises(record.RecordError, match=reason) as refusal:
        list(record.replay(record.load(damaged)))
    assert refusal.value.line == line
