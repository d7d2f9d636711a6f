"""The friendly methods of a game check the numbers they are told: compiled code reads whatever place it is sent to."""

from __future__ import annotations

import random

import numpy as np
import pytest

from eddyline.engine.doors import CHANCE
from eddyline.engine.options import OptionError
from eddyline.engine.registry import GAMES, game

ASKED = {
    "observe": lambda rules, states, seat: rules.observe(states, seat),
    "legal": lambda rules, states, seat: rules.legal(states, seat),
    "redact": lambda rules, states, seat: rules.redact(states, seat),
    "view": lambda rules, states, seat: rules.view(rules.redact(states, None), seat),
    "picture": lambda rules, states, seat: rules.picture(rules.redact(states, None), seat),
    "why_not": lambda rules, states, seat: rules.why_not(states, seat, 0),
}


@pytest.fixture(params=GAMES)
def rules(request):
    return game(request.param)


@pytest.fixture
def states(rules):
    return rules.new(rules.parse_options(None, {}, 4), 4, 1)


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("seat", [-1, 4, 99, 2**40, 2**70, np.int64(-7)])
def test_a_seat_that_the_game_does_not_have_is_refused(rules, states, asked, seat) -> None:
    with pytest.raises(ValueError, match=f"expected a seat from 0 to 3, got {seat}"):
        ASKED[asked](rules, states, seat)


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("seat", [1.0, True, "1", np.float32(0)])
def test_what_is_no_seat_is_refused(rules, states, asked, seat) -> None:
    with pytest.raises(TypeError, match="expected a seat from 0 to 3 as an int"):
        ASKED[asked](rules, states, seat)


@pytest.mark.parametrize("action", [-1, 10_000, 2**70])
def test_an_action_that_the_game_does_not_have_is_refused(rules, states, action) -> None:
    with pytest.raises(ValueError, match="expected an action from 0 to"):
        rules.why_not(states, 0, action)


@pytest.mark.parametrize("players", [0, 1, 7, 99, -1, 4.0, True])
def test_a_number_of_players_that_the_game_is_not_for_is_refused(rules, states, players) -> None:
    with pytest.raises(OptionError, match="players, got"):
        rules.new(rules.parse_options(None, {}, 4), players, 1)
    with pytest.raises((ValueError, TypeError), match="expected the number of players of the game from 4 to 4"):
        rules.ranking(states, players)


@pytest.mark.parametrize("seeds", [(1, 2**63, 2**64 - 1), (2**64 - 1, 1)])
def test_playouts_take_any_seed_in_any_order(rules, states, seeds) -> None:
    for seed in seeds:
        _, rounds, _ = rules.doors.playout(states, 0, seed, 2)
        assert rounds == 2


@pytest.mark.parametrize("word", [-1, 2**64, 0.5])
def test_a_word_of_more_than_64_bits_is_refused(rules, word) -> None:
    with pytest.raises((ValueError, TypeError), match="expected a word of chance from 0 to 18446744073709551615"):
        rules.new(rules.parse_options(None, {}, 4), 4, word)


STATES = {
    "to_act": lambda rules, states: rules.to_act(states),
    "chance_due": lambda rules, states: rules.chance_due(states),
    "is_over": lambda rules, states: rules.is_over(states),
    "ranking": lambda rules, states: rules.ranking(states, 4),
    "legal": lambda rules, states: rules.legal(states, 0),
    "observe": lambda rules, states: rules.observe(states, 0),
    "redact": lambda rules, states: rules.redact(states, 0),
}


@pytest.mark.parametrize("asked", STATES)
def test_what_is_no_state_of_the_game_is_refused(rules, states, asked) -> None:
    with pytest.raises(ValueError, match=f"expected an array of one state of {rules.name} or more, got an empty one"):
        STATES[asked](rules, states[:0])
    other = game(next(name for name in GAMES if name != rules.id))
    for wrong in (None, [1], states[0], states.reshape(1, 1), states.view(np.int8), np.zeros(1, other.dtype)):
        with pytest.raises(TypeError, match=f"expected an array of states of {rules.name}, got "):
            STATES[asked](rules, wrong)


@pytest.mark.parametrize("asked", STATES)
def test_a_state_may_be_read_only_and_lie_anywhere(rules, states, asked) -> None:
    many = np.concatenate([states, states, states])[::2]
    shown = states.copy()
    shown.flags.writeable = False
    expected = STATES[asked](rules, states)
    for other in (many, shown):
        assert np.array_equal(STATES[asked](rules, other), expected)


def test_doors_that_change_a_position_say_who_decides_then(rules, states) -> None:
    doors, dice, out = rules.doors, random.Random(1), np.empty(rules.max_legal, np.int16)
    waiting = doors.to_act(states, 0)
    for _ in range(400):
        owing = {seat for seat in range(4) if waiting >> seat & 1}
        assert {seat for seat in range(4) if doors.legal(states, 0, seat, out)} == owing
        if owing:
            seat = min(owing)
            waiting = doors.decide(states, 0, seat, dice.choice(rules.legal(states, seat)))
        elif waiting == CHANCE:
            waiting = doors.deal(states, 0, dice.getrandbits(64))
        else:
            settled = states.copy()
            expected = doors.settle(settled, 0)
            while not waiting and not doors.is_over(states, 0):
                waiting = doors.advance(states, 0)
            assert (waiting, states.tobytes()) == (expected, settled.tobytes())
        assert waiting == doors.to_act(states, 0)
