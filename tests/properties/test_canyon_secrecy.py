"""Nobody learns what Canyon hides: games that differ only in that look alike, byte for byte."""

from __future__ import annotations

import random

import msgspec
import numpy as np
import pytest

from eddyline.engine.match import Match
from eddyline.engine.random import words
from eddyline.engine.records import PUBLIC, marks_of
from eddyline.games.canyon.rules.state import State
from eddyline.record import dump
from support.canyon import CANYON, bidding, match, new, play
from support.canyon_secrets import twins

SECRET = ("hand", "bid")
DOORS = CANYON.doors


def looks(redact, states, seat: int | None) -> tuple:
    """Give everything that is made of what a seat may know."""
    redacted = redact(states, seat)
    mine = () if seat is None else CANYON.legal(redacted, seat)
    refused = ()
    if mine:
        refused = tuple(CANYON.why_not(redacted, seat, action) for action in range(0, 59, 7) if action not in mine)
    return redacted.tobytes(), msgspec.json.encode(CANYON.view(redacted, seat)), mine, refused


def positions(number: int):
    """Walk through games and give positions in which somebody holds cards or has a secret bid."""
    chance = random.Random(9)
    for game in range(number):
        preset = sorted(CANYON.presets)[game % 3]
        players = chance.choice(CANYON.players)
        states = CANYON.new(CANYON.parse_options(preset, {"max_rounds": 9}), players, chance.getrandbits(64))
        while not CANYON.is_over(states):
            if CANYON.chance_due(states):
                DOORS.deal(states, 0, chance.getrandbits(64))
            elif not CANYON.to_act(states):
                DOORS.advance(states, 0)
            else:
                seat = chance.choice(sorted(CANYON.to_act(states)))
                DOORS.decide(states, 0, seat, chance.choice(CANYON.legal(states, seat)))
            if chance.random() < 0.1:
                yield states


def compared(redact, number: int) -> int:
    """Compare every seat's looks at positions it cannot tell apart; returns how many differed, and demands a crowd."""
    differ = seen = 0
    for states in positions(number):
        for seat in (None, *range(int(states[0].seats))):
            first = looks(redact, states, seat)
            for twin in twins(states, seat):
                seen += 1
                differ += looks(redact, twin, seat) != first
    assert seen > 1000
    return differ


@pytest.mark.rule("C-DEAL-2", "C-BID-1")
def test_positions_that_differ_only_in_what_is_hidden_look_alike() -> None:
    assert compared(CANYON.redact, 9) == 0


def leak(name: str):
    """Plant a leak: a redaction that forgets one field."""

    def redact(states, seat):
        copy = CANYON.redact(states, seat)
        copy[name] = states[name]
        return copy

    return redact


@pytest.mark.slow
@pytest.mark.parametrize("name", SECRET)
def test_planted_leaks_are_found(name: str) -> None:
    assert compared(leak(name), 6) > 0


def test_every_field_of_the_record_is_public_or_secret() -> None:
    assert list(marks_of(State)) == list(State.dtype.names)
    assert {name for name, mark in marks_of(State).items() if mark is not PUBLIC} == {*SECRET}


def test_a_redacted_hand_is_gone_and_the_own_is_there() -> None:
    m = new(4, seed=3)
    play(m, "to 4,7", "to 4,8", "to 4,9", "to 4,10")
    for seat in range(4):
        redacted = m.redacted(seat)[0]
        assert redacted.hand[seat] == m.states[0].hand[seat]
        assert [bool(redacted.hand[other]) for other in range(4)] == [other == seat for other in range(4)]
    assert not m.redacted(None)[0].hand.any()


# ---- whole games ----------------------------------------------------------------------------------------------------


def channels(m: Match, seat: int | None) -> list[object]:
    """Give all that reaches a seat of a running match."""
    mine = [] if seat is None or seat not in CANYON.to_act(m.states) else [m.draft(seat).legal()]
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


@pytest.mark.rule("C-BID-1")
def test_no_channel_of_a_match_tells_a_secret_bid_before_all_have_bid() -> None:
    hands = (["fir 1", "fir 2"], ["fish 1", "fish 2"], ["sun 1", "sun 2"])
    seen = []
    for bid in ("bid 0", "bid 1", "bid 2"):
        m = match(bidding(*hands, options={"secret_bids": True}))
        events = m.commit(1, [CANYON.parse_action(bid)])
        later = m.commit(0, [CANYON.parse_action("bid 1")])
        # The position a match began with is saved with it, so it is left out here.
        seen.append([events, later, *(channels(m, seat)[:-1] for seat in (None, 0, 2))])
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.rule("C-DEAL-2")
def test_words_that_are_still_to_come_change_nothing() -> None:
    seen = []
    for future in (1, 2, 3):
        first = next(words(7))
        m = Match.new(CANYON, players=3, word=1, chance=iter([first, *([future] * 40)]))
        play(m, "to 4,7", "to 4,8", "to 4,9", "bid 1", "bid 2", "bid 0")
        seen.append([channels(m, seat) for seat in (None, 0, 1, 2)])
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.rule("C-DEAL-2")
def test_hands_of_the_others_and_the_rest_of_the_deck_change_nothing() -> None:
    mine = ["fir 1", "sun 2", "fish 3"]
    others = (
        (["fir 2", "fir 3", "fir 4"], ["sun 3", "sun 4", "sun 5"]),
        (["fish 7", "fir 3", "sun 4"], ["flame 1", "flame 2", "feather 9"]),
    )
    seen = []
    for hands in others:
        m = match(bidding(mine, *hands))
        shown = [play(m, "bid 1", "bid 0", "bid 3"), channels(m, 0)]
        # A match that begins with a position saves it whole; what is asked here is everything else.
        del shown[1][6]
        seen.append(shown)
    assert seen[0] == seen[1]


@pytest.mark.rule("C-DEAL-2")
def test_the_record_of_a_running_game_ends_before_its_first_deal() -> None:
    m = new(3, entropy=1, seed=5, max_rounds=2)
    jetties = ["to 4,7", "to 4,8", "to 4,9"]
    rng = np.random.default_rng(1)
    for number, jetty in enumerate(jetties, start=1):
        play(m, jetty)
        assert m.hides == (number == 3)
    while not m.over:
        assert m.hides
        saved = m.record(public=True)
        # The last jetty came in one breath with the deal.
        assert [line.turn for line in saved.turns] == [(jetty,) for jetty in jetties[:2]]
        seat = min(m.waiting)
        m.commit(seat, [rng.choice(m.draft(seat).legal())])
    assert not m.hides
    whole = m.record(public=True)
    assert len(whole.turns) == len(m.log)
    assert sum(hasattr(line, "deal") for line in whole.turns) == 2
