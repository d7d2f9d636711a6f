"""One declaration of a state: dtype, names, uncompiled reading."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import pytest

from eddyline.engine.records import Grid, record


def test_fields_become_a_record_type() -> None:
    @record
    class Small:
        weather: Annotated[int, np.int8]
        place: Annotated[Grid, np.int16, (2, 3)]

    state = np.zeros(1, Small.dtype)[0]
    state.place[1, 2] = 7
    assert state.weather == 0
    assert int(state.place.sum()) == 7
    assert Small.dtype.itemsize == 1 + 12


@pytest.mark.parametrize("name", ["round", "marks"])
def test_names_that_every_record_has_already_are_refused(name: str) -> None:
    fields = {"__annotations__": {name: Annotated[int, np.int8]}}
    with pytest.raises(TypeError, match=rf"Bad\.{name}: every record has an attribute of that name"):
        record(type("Bad", (), fields))


def test_a_field_without_a_dtype_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Bad\.weather: expected Annotated"):

        @record
        class Bad:
            weather: int
