"""Turn numbers that come from outside into plain ints, or say what is wrong with them.

Compiled code reads whatever place it is told to: who lets a number in from outside asks here first.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

from eddyline.engine.messages import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

WORD_BITS = 64
"""Bits of a seed, and of any other word of chance."""


def check_seat(seat: object, seats: int) -> int:
    """Return a seat from 0 to `seats` − 1 as an int; raises TypeError for what is no integer, ValueError otherwise."""
    return check_integer(seat, "a seat", 0, seats - 1)


def check_action(action: object, count: int) -> int:
    """Return an action from 0 to `count` − 1 as an int; raises TypeError for what is no integer, ValueError otherwise.

    Only the alphabet is checked, not whether the action is legal.
    """
    return check_integer(action, "an action", 0, count - 1)


def check_seed(seed: object) -> int:
    """Return a seed of 64 bits as an int; raises TypeError for what is no integer, ValueError otherwise."""
    return check_integer(seed, "a seed", 0, (1 << WORD_BITS) - 1)


def check_word(word: object) -> int:
    """Return a word of chance of 64 bits as an int; raises TypeError for what is no integer, ValueError otherwise."""
    return check_integer(word, "a word of chance", 0, (1 << WORD_BITS) - 1)


def check_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the players' names by seat, made up where there are none; raises ValueError for others."""
    if not names:
        return tuple(f"Seat {seat}" for seat in range(players))
    if len(names) != players or not all(isinstance(name, str) for name in names):
        raise ValueError(f"expected {players} names, one for each player, got {shown(names)}")
    for name in names:
        try:
            name.encode()
        except UnicodeEncodeError:
            raise ValueError(f"expected a name that can be written down, got {shown(name)}") from None
    return tuple(names)


def check_integer(value: object, what: str, low: int, high: int) -> int:
    """Return a number from `low` to `high` as a plain int; `what` names it in messages.

    NumPy's integers are fine. Raises TypeError for everything that is no integer, bools and whole floats among it, and
    ValueError for an integer out of range.
    """
    if type(value) is int:  # nearly every call
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
