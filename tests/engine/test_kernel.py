"""How kernels are compiled: Numba's own way of counting an index from the end of an array is left out of them."""

from __future__ import annotations

import os
import subprocess
import sys

import numba
import numpy as np
import pytest

from eddyline.engine import kernel

NUMBERS = np.arange(20)

PLANTED = """
import numpy as np
from eddyline.engine.kernel import kernel

@kernel
def read(row, at):
    return row[at]

assert read(np.arange(3), 2) == 2
read(np.arange(3), -1)
"""


@kernel.kernel
def read(row, at):
    return row[at]


@kernel.kernel
def read_cell(rows, row, column):
    return rows[row, column]


@kernel.kernel
def write(row, at, value):
    row[at] = value


@kernel.kernel
def add(row, at, value):
    row[at] += value


def before(start):
    """Return a row that something lies before, so that an index below 0 leads to numbers that are there."""
    return NUMBERS.copy()[start:]


CHANGED = "Numba treats indices elsewhere now: fit `_Lower` in engine/kernel.py to it, then this test"
compiled = pytest.mark.skipif(
    kernel.PLAIN or kernel.CHECKED, reason="plain Python counts from the end, checks refuse to"
)


@compiled
@pytest.mark.parametrize("kind", [np.int8, np.int64, int])
def test_no_kernel_counts_an_index_from_the_end(kind):
    row, rows = before(10), before(10).reshape(2, 5)
    assert read(row, kind(-1)) == 9, CHANGED
    assert read_cell(rows, kind(1), kind(-1)) == 14, CHANGED
    write(row, kind(-2), 80)
    add(row, kind(-3), 100)
    assert row.base[7:9].tolist() == [107, 80], CHANGED
    assert row.tolist() == list(range(10, 20)), CHANGED


@compiled
def test_functions_of_others_still_count_from_the_end():
    assert numba.njit(read.py_func)(before(10), -1) == 19


@compiled
def test_the_short_vectors_of_rows_are_used():
    """Numba's name for the setting, which it leaves off; without effect it would go unnoticed."""
    assert int(os.environ["NUMBA_SLP_VECTORIZE"]) == numba.core.config.SLP_VECTORIZE


def test_a_check_of_bounds_refuses_an_index_below_0():
    """So `test_three_ways` would find one in the rules, and all of tests/rules, which run with checks, too."""
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1", "EDDYLINE_PLAIN": ""}
    done = subprocess.run([sys.executable, "-c", PLANTED], env=environment, capture_output=True, text=True, check=False)
    assert "IndexError: index is out of bounds" in done.stderr


@kernel.door
def place(row, at, value):
    row[at] = value


@compiled
def test_a_straight_door_takes_what_its_first_call_gave_it():
    row, wide = np.zeros(3, np.int16), 300
    straight = kernel.straight(place)
    # Bound with a short integer, it must not take all that follow to be short.
    straight(row, np.int8(1), np.int8(5))
    straight(row, 2, wide)
    assert row.tolist() == [0, 5, wide]
    assert len(place.signatures) == 1
    with pytest.raises(TypeError, match="unbox"):
        straight(np.zeros(3, np.int64), 0, 1)


@compiled
def test_a_straight_door_hands_over_what_can_be_called_instead_of_it():
    row, kept = np.zeros(3, np.int16), []
    straight = kernel.straight(place, kept.append)
    assert kept == []
    straight(row, 0, 7)
    straight(row, 1, 8)
    (instead,) = kept
    instead(row, 2, 9)
    assert row.tolist() == [7, 8, 9]


def test_a_function_that_is_not_compiled_is_straight_as_it_is():
    assert kernel.straight(max) is max
