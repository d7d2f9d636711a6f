"""Numbers from outside: integers of any make become plain ints, everything else is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from eddyline.engine.checks import check_action, check_seat, check_seed

if TYPE_CHECKING:
    from collections.abc import Callable


class Index:
    """Say that it is an integer, and answer with whatever it was given."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"Index({self.value!r})"

    def __index__(self) -> int:
        return self.value  # type: ignore[return-value]


class Agreeable(int):
    """Claim to be in any range."""

    def __le__(self, _: int) -> bool:
        return True

    def __ge__(self, _: int) -> bool:
        return True


@pytest.mark.parametrize("value", [2, np.int8(2), np.uint64(2), np.array(2), Index(2), Agreeable(2)])
def test_integers_become_plain_ints(value: object) -> None:
    for number in (check_seat(value, 3), check_action(value, 3), check_seed(value)):
        assert type(number) is int
        assert number == 2


@pytest.mark.parametrize(
    "value",
    [True, np.True_, 1.0, np.float32(1), float("nan"), None, "1", b"1", [1], np.array([1]), np.array(True), Index("1")],
    ids=repr,
)
def test_what_is_no_integer_is_a_type_error(value: object) -> None:
    expected = f"from 0 to .* as an int, got {type(value).__name__}"
    with pytest.raises(TypeError, match=expected):
        check_seat(value, 3)
    with pytest.raises(TypeError, match=expected):
        check_action(value, 3)
    with pytest.raises(TypeError, match=expected):
        check_seed(value)


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        (lambda: check_seat(-1, 3), "expected a seat from 0 to 2, got -1"),
        (lambda: check_seat(Agreeable(3), 3), "expected a seat from 0 to 2, got 3"),
        (lambda: check_action(np.uint64(2**63), 9), "expected an action from 0 to 8, got 9223372036854775808"),
        (lambda: check_seed(2**64), "expected a seed from 0 to 18446744073709551615, got 18446744073709551616"),
        (lambda: check_seed(10**5000), "got one of 16610 bits"),
    ],
)
def test_what_is_out_of_range_is_a_value_error(check: Callable[[], int], expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        check()
