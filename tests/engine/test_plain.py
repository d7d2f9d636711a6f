"""A game with plain words shows its public fields, and puts players' names into its sentences."""

from __future__ import annotations

from typing import Annotated, ClassVar

import numpy as np
import pytest

from eddyline.engine.events import GameOver
from eddyline.engine.plain import PlainRow, Told, plain_actions, plain_words, sentence
from eddyline.engine.records import PUBLIC, Grid, Secret, record

ACTIONS = plain_actions(["stay", "go to A"])


@record
class State:
    dtype: ClassVar[np.dtype]
    seats: Annotated[int, np.int8, PUBLIC]
    round_number: Annotated[int, np.int8, PUBLIC]
    pools: Annotated[Grid, np.int8, (3,), PUBLIC]
    gold_coins: Annotated[Grid, np.int8, (6,), PUBLIC]
    card: Annotated[Grid, np.int8, (6,), Secret(-1)]


@pytest.fixture
def states():
    made = np.zeros(1, State.dtype)
    s = made[0]
    s.seats, s.round_number, s.pools[:], s.gold_coins[1], s.card[0] = 2, 3, (4, 5, 6), 8, 9
    return made


def test_without_words_of_its_own_a_game_shows_its_public_fields(states):
    view = plain_words(State, ACTIONS).view(states, 0, None, ())
    assert view.round == 3
    assert PlainRow("Pools", "[4 5 6]") in view.rows
    assert [player.rows for player in view.players] == [(PlainRow("Gold coins", "0"),), (PlainRow("Gold coins", "8"),)]
    assert "9" not in str(view)


def test_a_picture_is_the_games_own_or_the_rows(states):
    drawn = plain_words(State, ACTIONS, picture=lambda states, seat: f"<svg>{states[0].seats} {seat}</svg>")
    assert drawn.picture(drawn.view(states, 1, None, ())) == "<svg>2 1</svg>"
    plain = plain_words(State, ACTIONS)
    assert "Gold coins: 8" in plain.picture(plain.view(states, None, None, ()))


def test_a_name_that_looks_like_a_place_for_one_stays_a_name():
    assert sentence(Told(text="{0} pays {1}."), ("{1}", "Bo")) == "{1} pays Bo."


@pytest.mark.parametrize(("winners", "said"), [((), "Nobody wins."), ((1,), "Bo wins."), ((0, 1), "Ann and Bo win.")])
def test_the_end_names_who_has_won(winners, said):
    assert sentence(GameOver(ranking=(1, 1), winners=winners), ("Ann", "Bo")) == said


def test_a_refusal_names_the_action_as_it_is_written(states):
    assert plain_words(State, ACTIONS).why_not(states, 0, 1).message == "'go to A' is not possible now."
