"""Nobody learns what the rules hide: positions that differ only in that look alike, byte for byte."""

from __future__ import annotations

import random
from itertools import pairwise

import msgspec
import numpy as np
import pytest

from eddyline.engine.match import Match
from eddyline.engine.records import PUBLIC, marks_of
from eddyline.games.niagara.rules.options import MODULES
from eddyline.games.niagara.rules.state import State
from eddyline.record import dump
from support.niagara import NIAGARA, match, play_cards, player, turn
from support.niagara_secrets import hidden_variants

SECRET = ("card", "rescue")
DOORS = NIAGARA.doors


def looks(redact, states, seat: int | None) -> tuple:
    """Give everything that is made of what a seat may know."""
    redacted = redact(states, seat)
    shown = NIAGARA.view(redacted, seat)
    mine = () if seat is None else NIAGARA.legal(redacted, seat)
    return redacted.tobytes(), msgspec.json.encode(shown), mine


def secret_positions(number: int):
    """Walk through games and give the positions in which somebody's choice is unseen."""
    chance = random.Random(7)
    for game in range(number):
        preset = sorted(NIAGARA.presets)[game % 4]
        modules = dict.fromkeys(MODULES, True) if game % 3 == 2 else {}
        players = chance.choice([2, 3, 4, 5, 6] if modules else [2, 3, 4, 5])
        states = NIAGARA.new(NIAGARA.parse_options(preset, {"max_rounds": 25} | modules, players), players, game)
        while not DOORS.is_over(states, 0):
            if not DOORS.to_act(states, 0):
                DOORS.advance(states, 0)
                continue
            seat = chance.choice(sorted(NIAGARA.to_act(states)))
            DOORS.decide(states, 0, seat, chance.choice(NIAGARA.legal(states, seat)))
            # Cards are hidden in most positions: some of those will do.
            if NIAGARA.hides(states) and (states[0].phase == 0 or chance.random() < 0.1):
                yield states, chance


def leaks(redact, number: int) -> str | None:
    """Look for a seat that can tell positions apart which differ only in what it may not know."""
    for states, chance in secret_positions(number):
        for seat in (None, *range(int(states[0].seats))):
            seen = [looks(redact, variant, seat) for variant in (states, *hidden_variants(states, seat, chance))]
            for one, other in pairwise(seen):
                if one != other:
                    return f"seat {seat} in phase {states[0].phase}"
    return None


@pytest.mark.rule("N-ROUND-5", "N-LOST-0")
def test_no_seat_can_tell_what_the_others_hide() -> None:
    assert leaks(NIAGARA.redact, 12) is None


def leaky(**copied):
    """Make a redaction that lets something through."""

    def redact(states, seat):
        redacted = NIAGARA.redact(states, seat)
        for name, what in copied.items():
            redacted[name] = what(states)
        return redacted

    return redact


@pytest.mark.parametrize(
    "redact",
    [
        pytest.param(lambda states, _: states.copy(), id="everything"),
        pytest.param(leaky(card=lambda states: states["card"]), id="cards"),
        pytest.param(leaky(rescue=lambda states: states["rescue"]), id="rescues"),
        pytest.param(
            leaky(hand=lambda states: states["hand"] & ~(1 << np.maximum(states["card"], 0))),
            id="hands without the card",
        ),
        pytest.param(leaky(points=lambda states: states["card"].max(axis=1)), id="highest card"),
        pytest.param(leaky(stash=lambda states: states["stash"] - (states["rescue"] == 0).any()), id="price paid"),
    ],
)
def test_a_planted_leak_is_caught(redact) -> None:
    assert leaks(redact, 12) is not None


def test_every_field_of_the_record_is_public_or_secret() -> None:
    assert list(marks_of(State)) == list(State.dtype.names)
    assert {name for name, mark in marks_of(State).items() if mark is not PUBLIC} == {*SECRET}


def channels(m: Match, seat: int | None) -> list[object]:
    """Give all that reaches a seat of a running match."""
    mine = [] if seat is None or seat not in NIAGARA.to_act(m.states) else [m.draft(seat).legal()]
    return [
        m.waiting,
        m.redacted(seat).tobytes(),
        msgspec.json.encode(m.view(seat)),
        sorted(m.pending),
        m.hides,
        m.shown,
        dump(m.record(public=True)),
        *mine,
    ]


@pytest.mark.rule("N-ROUND-5")
@pytest.mark.parametrize("all_in", [False, True])
@pytest.mark.parametrize("cards", [("cloud", "1", "6"), ("rope", "123", "7", "cloud")], ids=["base", "modules"])
def test_no_channel_of_a_match_tells_a_card_before_its_time(cards: tuple[str, ...], all_in: bool) -> None:
    seen = []
    options = dict.fromkeys(MODULES, True) if "rope" in cards else {}
    for card in cards:
        m = match(player(), first=0, options=options)
        events = turn(m, 2, f"card {card}")
        if all_in:
            turn(m, 0, "card 2")
            events = turn(m, 1, "card 3")
        seen.append([events, *(channels(m, seat) for seat in (None, 0, 1))])
    assert all(one == other for one, other in pairwise(seen))


@pytest.mark.rule("N-ROUND-5")
def test_the_record_of_a_running_game_ends_before_the_secret_turns() -> None:
    m = Match.new(NIAGARA, players=3, word=1)
    play_cards(m, "2", "3", "4")
    assert m.record(public=True).turns == ()
    first = min(m.waiting)
    order = [(first + step) % 3 for step in range(3)]
    for seat in order[:2]:
        turn(m, seat, f"paddle a {seat + 2}")
    # The last card is open now: from here on there is nothing to hide.
    assert len(m.record(public=True).turns) == 5
