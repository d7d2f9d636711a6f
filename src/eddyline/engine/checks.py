"""Convert numbers from outside to plain ints, or report what is wrong with them.

Compiled code does not check indices, so every number from outside must be checked here first.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

from eddyline.engine.messages import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

WORD_BITS = 64
"""Number of bits of seeds and other words of chance."""


def check_seat(seat: object, seats: int) -> int:
    """Return a seat from 0 to `seats` − 1 as an int; raises TypeError if not an integer, ValueError if out of range."""
    if type(seat) is int and 0 <= seat < seats:  # almost every call
        return seat
    return check_integer(seat, "a seat", 0, seats - 1)


def check_action(action: object, count: int) -> int:
    """Return an action from 0 to `count` − 1 as an int; raises TypeError if not an integer, ValueError if out of range.

    This does not check whether the action is legal.
    """
    if type(action) is int and 0 <= action < count:  # almost every call
        return action
    return check_integer(action, "an action", 0, count - 1)


def check_seed(seed: object) -> int:
    """Return a 64-bit seed as an int; raises TypeError if not an integer, ValueError if out of range."""
    return check_integer(seed, "a seed", 0, (1 << WORD_BITS) - 1)


def check_word(word: object) -> int:
    """Return a 64-bit word of chance as an int; raises TypeError if not an integer, ValueError if out of range."""
    return check_integer(word, "a word of chance", 0, (1 << WORD_BITS) - 1)


def check_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the players' names by seat, with defaults if none are given; raises ValueError for invalid names."""
    if not names:
        return tuple(f"Seat {seat}" for seat in range(players))
    if len(names) != players or not all(isinstance(name, str) for name in names):
        raise ValueError(f"expected {players} names, one for each player, got {shown(names)}")
    for name in names:
        try:
            name.encode()
        except UnicodeEncodeError:
            raise ValueError(f"expected a name that can be encoded, got {shown(name)}") from None
    return tuple(names)


def check_integer(value: object, what: str, low: int, high: int) -> int:
    """Return a number from `low` to `high` as a plain int; `what` names it in messages.

    NumPy integers are accepted. Raises TypeError for anything that is not an integer, including bools and integral
    floats, and ValueError for an integer out of range.
    """
    if type(value) is int:  # almost every call
        number = value
    else:
        if isinstance(value, bool):
            raise TypeError(_not_integer(value, what, low, high))
        try:
            # an int's own conversion: a subclass may compare as it likes
            number = int.__index__(index(value))  # type: ignore[arg-type]
        except TypeError:
            raise TypeError(_not_integer(value, what, low, high)) from None
    if not low <= number <= high:
        # Python refuses to write very long numbers down
        got = str(number) if number.bit_length() <= 2 * WORD_BITS else f"one of {number.bit_length()} bits"
        message = f"expected {what} from {low} to {high}, got {got}"
        raise ValueError(message)
    return number


def _not_integer(value: object, what: str, low: int, high: int) -> str:
    return f"expected {what} from {low} to {high} as an int, got {type(value).__name__}"
