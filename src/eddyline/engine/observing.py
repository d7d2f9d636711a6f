"""Write the common parts of all observations: seats relative to the observer, and rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eddyline.engine.kernel import kernel

if TYPE_CHECKING:
    from eddyline.engine.pieces import Seen

MOST = 127
"""Rounds and distances are capped here, because an observation consists of single bytes."""


@kernel
def relative(s: Any, seat: int, observer: int) -> int:  # noqa: ANN401 - a record of any game
    """Return a seat's clockwise distance from the observer; −1 (nobody) stays −1."""
    if seat < 0:
        return seat
    return seat - observer if seat >= observer else seat - observer + int(s.seats)


@kernel
def absolute(s: Any, other: int, observer: int) -> int:  # noqa: ANN401
    """Return the seat at a clockwise distance from the observer."""
    seat = observer + other
    return seat if seat < int(s.seats) else seat - int(s.seats)


@kernel
def observe_rounds(s: Any, seen: Seen) -> None:  # noqa: ANN401
    """Write the pieces `number` and `rounds_left`: the number of the round, and how many rounds may follow."""
    seen.number = min(int(s.round_number), MOST)
    seen.rounds_left = min(int(s.max_rounds) - int(s.round_number), MOST)
