"""Fields of a record are written under their own names, and read back checked against the ranges that they declare."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
import numpy as np
import pytest

from eddyline.engine.positions import PositionError, as_it_is, positions_of, put, written
from eddyline.engine.records import AS_IT_IS, PUBLIC, Grid, record


@record
class State:
    dtype: ClassVar[np.dtype]
    age: Annotated[int, np.int8, range(1, 100), PUBLIC]
    luck: Annotated[int, np.int8, range(-1, 7), PUBLIC, AS_IT_IS]
    scores: Annotated[Grid, np.int16, (2, 3), range(1000), AS_IT_IS]


@record
class Vague:
    dtype: ClassVar[np.dtype]
    age: Annotated[int, np.int8, PUBLIC]


POSITIONS = positions_of(State, lambda states: "expected an even age" if states[0].age % 2 else None)


def states(age=2, luck=0, first=0):
    made = np.zeros(1, State.dtype)
    made[0].age, made[0].luck, made[0].scores[0, 1] = age, luck, first
    return made


def test_a_position_is_its_fields():
    position = msgspec.to_builtins(POSITIONS.write(states(4, -1, 7)))
    assert position == {"age": 4, "luck": -1, "scores": [[0, 7, 0], [0, 0, 0]]}
    assert POSITIONS.read(position).tobytes() == states(4, -1, 7).tobytes()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"age": 0}, r"expected a whole number from 1 to 99, got 0 - at `\$\.age`"),
        ({"luck": 7}, r"expected a whole number from -1 to 6, got 7 - at `\$\.luck`"),
        ({"scores": [[0, 0, 0]]}, r"expected a list of 2 to 2, got \[\[0, 0, 0\]\] - at `\$\.scores`"),
        ({"scores": [[0, 0, 0], [0, 0, 1000]]}, r"from 0 to 999, got 1000 - at `\$\.scores\[1\]\[2\]`"),
        ({"rank": 1}, "unknown field 'rank', expected one of: age, luck, scores"),
        ({"age": 3}, "position refused: expected an even age"),
    ],
)
def test_what_is_out_of_range_is_refused(change, why):
    with pytest.raises(PositionError, match=why):
        POSITIONS.read(msgspec.to_builtins(POSITIONS.write(states())) | change)


def test_fields_that_a_game_has_no_words_for_may_be_left_out():
    further = as_it_is(State)
    assert msgspec.to_builtins(written(further, states())) == {}
    assert msgspec.to_builtins(written(further, states(luck=5))) == {"luck": 5}
    again = states()
    put(again, written(further, states(luck=5, first=9)))
    assert again.tobytes() == states(luck=5, first=9).tobytes()


def test_a_field_without_a_range_is_refused():
    with pytest.raises(TypeError, match="Vague: expected every field to declare a range, got none of age"):
        positions_of(Vague, lambda _: None)
