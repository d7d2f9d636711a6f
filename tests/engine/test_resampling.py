"""What a seat cannot know can be drawn anew: nothing it knows changes, and nothing it does not know matters."""

from __future__ import annotations

import random

import pytest

from eddyline.engine.random import words
from eddyline.engine.registry import GAMES, game
from support.secrecy import secrets_of


def positions(rules, entropy, count=150):
    """Play at random, and yield every position in which somebody owes a decision."""
    states = rules.new(rules.parse_options(None, {}), 4, entropy)
    chance, dice = words(entropy), random.Random(entropy)
    for _ in range(count):
        if not rules.settle(states, chance.__next__):
            return
        yield states.copy()
        seat = dice.choice(sorted(rules.to_act(states)))
        rules.doors.decide(states, 0, seat, dice.choice(rules.legal(states, seat)))


def resampled(rules, states, seat, word):
    made = states.copy()
    rules.doors.resample(made, 0, seat, word)
    return made


@pytest.mark.parametrize("game_id", GAMES)
def test_reads_nothing_that_the_seat_cannot_know(game_id):
    rules = game(game_id)
    twins = secrets_of(game_id).twins
    compared = 0
    for states in positions(rules, entropy=5):
        for seat in range(4):
            found = {}
            for twin in (states, *twins(states, seat)):
                shown = rules.redact(twin, seat)
                made = resampled(rules, twin, seat, 7).tobytes()
                assert resampled(rules, shown, seat, 7).tobytes() == made
                compared += shown.tobytes() in found
                assert found.setdefault(shown.tobytes(), made) == made
    assert compared > 50


@pytest.mark.parametrize("game_id", GAMES)
def test_leaves_what_the_seat_knows_but_for_early_answers(game_id):
    """Whoever chose early in secret owes the choice again; everything else looks as before."""
    rules = game(game_id)
    for states in positions(rules, entropy=6):
        for seat in rules.to_act(states):
            made = rules.redact(resampled(rules, states, seat, 9), seat)
            if len(rules.to_act(states)) == 1 and rules.to_act(made) == rules.to_act(states):
                assert made.tobytes() == rules.redact(states, seat).tobytes()
            assert rules.legal(made, seat) == rules.legal(states, seat)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("word", [0, 1, 2**63, 2**64 - 1])
def test_takes_any_word(game_id, word):
    rules = game(game_id)
    for states in positions(rules, entropy=7, count=20):
        seat = min(rules.to_act(states))
        assert rules.legal(resampled(rules, states, seat, word), seat) == rules.legal(states, seat)
