"""A copy for a seat holds what the fields of a record declare, and nothing else."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import numpy as np
import pytest

from eddyline.engine.records import PUBLIC, Grid, Secret, marks_of, record
from eddyline.engine.redaction import Redaction

HIDDEN = -2


@record
class Small:
    dtype: ClassVar[np.dtype[Any]]

    round_number: Annotated[int, np.int16, PUBLIC]
    table: Annotated[Grid, np.int8, (2, 3), PUBLIC]
    card: Annotated[Grid, np.int8, (3,), Secret(HIDDEN)]
    plan: Annotated[Grid, np.int16, (3, 2), Secret(0)]
    deck: Annotated[int, np.int64]


def small():
    states = np.zeros(1, Small.dtype)
    states["round_number"] = 700
    states["table"] = [[1, -2, 3], [4, 5, -6]]
    states["card"] = [7, 8, 9]
    states["plan"] = [[10, 11], [12, 13], [14, 15]]
    states["deck"] = -1
    return states


def test_a_field_that_declares_nothing_is_nobodys_to_see() -> None:
    assert list(marks_of(Small)) == ["round_number", "table", "card", "plan"]
    redaction = Redaction(Small, lambda *_: 0)
    for seat in (None, 0, 1, 2):
        assert redaction(small(), seat)["deck"][0] == 0


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_what_is_hidden_only_its_owner_sees(seat: int | None) -> None:
    # Bit 0 of a seat's two is its card, bit 1 its plan: hidden are the cards of 0 and 1, and the plan of 1 and 2.
    hidden = 0b10_11_01
    states = small()
    seen = Redaction(Small, lambda *_: hidden)(states, seat)[0]
    assert states.tobytes() == small().tobytes()
    assert seen.round_number == 700
    assert seen.table.tolist() == states[0].table.tolist()
    assert seen.card.tolist() == [7 if seat == 0 else HIDDEN, 8 if seat == 1 else HIDDEN, 9]
    plans = [[10, 11], [12, 13] if seat == 1 else [0, 0], [14, 15] if seat == 2 else [0, 0]]
    assert seen.plan.tolist() == plans


def test_something_is_hidden_when_anybody_hides_anything() -> None:
    assert Redaction(Small, lambda *_: 0b10_00_00).hides(small())
    assert not Redaction(Small, lambda *_: 0).hides(small())
