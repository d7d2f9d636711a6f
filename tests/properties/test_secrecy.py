"""Nobody learns what the rules hide: positions that differ only in that look alike, byte for byte."""

from __future__ import annotations

import msgspec
import pytest

from eddyline.engine.records import PUBLIC, marks_of
from eddyline.engine.registry import GAMES, game
from support.secrecy import alike, differences, secrets_of


@pytest.fixture(params=GAMES)
def rules(request):
    return game(request.param)


def looks(rules, redact):
    """Look at everything that is made of what a seat may know.

    It is made of the redacted record and nothing else, and by pure functions: what was seen of the same one just before
    is not made again. With a redaction that lets something through, the records differ already.
    """
    seen = {}

    def look(states, seat: int | None) -> tuple:
        redacted = redact(states, seat)
        known = redacted.tobytes(), seat
        if known not in seen:
            seen.clear()
            seen[known] = told(redacted, seat)
        return known, seen[known]

    def told(redacted, seat: int | None) -> tuple:
        mine = () if seat is None else rules.legal(redacted, seat)
        others = range(0, len(rules.actions), max(1, len(rules.actions) // 20)) if mine else ()
        refused = tuple(rules.why_not(redacted, seat, action) for action in others if action not in mine)
        shown = (rules.view(redacted, seat), rules.fate(redacted, seat))
        return msgspec.json.encode(shown), mine, refused

    return look


@pytest.mark.slow
@pytest.mark.rule("N-ROUND-5", "N-LOST-0", "C-DEAL-2", "C-BID-1")
def test_no_seat_can_tell_what_the_others_hide(rules) -> None:
    assert alike(differences(rules, looks(rules, rules.redact), 8, spectators=True))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game_id", "leak"), [(game_id, leak) for game_id in GAMES for leak in secrets_of(game_id).LEAKS]
)
def test_a_planted_leak_is_caught(game_id: str, leak: str) -> None:
    rules = game(game_id)

    def leaky(states, seat):
        redacted = rules.redact(states, seat)
        for name, shown in secrets_of(game_id).LEAKS[leak].items():
            redacted[name] = shown(states)
        return redacted

    assert any(differences(rules, looks(rules, leaky), 3, spectators=True))


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "leak"), [("niagara", "cards"), ("canyon", "bid")])
def test_what_is_foretold_would_show_a_leak(game_id: str, leak: str) -> None:
    """Show that the comparison above would see a fate that looks at hidden cards."""
    rules = game(game_id)

    def look(states, seat: int | None) -> bytes:
        redacted = rules.redact(states, seat)
        for name, shown in secrets_of(game_id).LEAKS[leak].items():
            redacted[name] = shown(states)
        return msgspec.json.encode(rules.fate(redacted, seat))

    assert any(differences(rules, look, 3, spectators=False))


def test_every_field_of_the_record_is_public_or_secret(rules) -> None:
    marks = marks_of(rules.state)
    assert list(marks) == list(rules.dtype.names)
    assert {name for name, mark in marks.items() if mark is not PUBLIC} == {*secrets_of(rules.id).SECRET}
