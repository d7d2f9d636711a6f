"""Hold a position of Canyon in one record."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any, ClassVar

import numpy as np

from eddyline.engine.records import PUBLIC, Grid, Secret, record
from eddyline.games.canyon.rules.actions import MOST_TRICKS, SIDE

SEATS = 6
MOST_ROUNDS = 10_000
"""The largest `max_rounds`."""
NONE = -1
"""No space, no card, no bid, nobody."""
HIDDEN = -2
"""Value in `State.bid` of a redacted record: made, but secret (C-BID-1)."""

TRACK = (8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7)
"""Cards per player by space of the round track (C-DEAL-1)."""
SPACES = len(TRACK)
BROWN = (6, 9)
"""First and last brown space (C-DEAL-1)."""


class Phase(IntEnum):
    """Name what the game is waiting for."""

    JETTIES = 0
    DEAL = 1
    """A word of chance."""
    BIDS = 2
    TRICKS = 3
    MOVING = 4
    OVER = 5


@record
class State:
    """Hold the complete state of a game of Canyon; only `hand` and `bid` can be secret.

    The undealt rest of the deck is not stored, so it cannot be revealed.
    """

    dtype: ClassVar[np.dtype[Any]]

    hand: Annotated[Grid, np.int64, (SEATS,), range(1 << 50), Secret(0)]
    """Bit mask of the cards in hand."""
    place: Annotated[Grid, np.int16, (SEATS,), range(-1, SIDE * SIDE), PUBLIC]
    """Cell of the canoe, 32 · row + column."""
    board: Annotated[int, np.int16, range(1 << 15), PUBLIC]
    """Number of the board on the shelf (see `board`)."""
    round_number: Annotated[int, np.int16, range(1, MOST_ROUNDS + 1), PUBLIC]
    max_rounds: Annotated[int, np.int16, range(1, MOST_ROUNDS + 1), PUBLIC]

    phase: Annotated[int, np.int8, range(6), PUBLIC]
    seats: Annotated[int, np.int8, range(3, SEATS + 1), PUBLIC]
    waiting: Annotated[int, np.int8, range(1 << SEATS), PUBLIC]
    """Bit mask of the seats that owe a decision."""
    dealer: Annotated[int, np.int8, range(SEATS), PUBLIC]
    space: Annotated[int, np.int8, range(1, SPACES + 1), PUBLIC]
    """Space of the round marker, 1–14 (C-TRACK-1)."""
    turn: Annotated[int, np.int8, range(-1, SEATS), PUBLIC]
    """Whose turn it is: index in the order of this phase or trick; −1 before the first canoe moves."""
    trump: Annotated[int, np.int8, range(-1, 50), PUBLIC]
    """Card turned up."""
    trick: Annotated[int, np.int8, range(MOST_TRICKS), PUBLIC]
    """Number of the current trick or, after the tricks, of the last one."""
    fallen: Annotated[int, np.int8, range(1 << SEATS), PUBLIC]
    """Bit mask of the seats that lose this round's turn: pushed over the waterfall before it (C-RAPID-3)."""

    lead: Annotated[Grid, np.int8, (MOST_TRICKS + 1,), range(-1, SEATS), PUBLIC]
    """Who leads, by trick; so the winner of a trick is at the next index."""
    played: Annotated[Grid, np.int8, (MOST_TRICKS, SEATS), range(-1, 50), PUBLIC]
    """Cards of this round by trick and seat."""
    bid: Annotated[Grid, np.int8, (SEATS,), range(-1, MOST_TRICKS + 1), Secret(HIDDEN)]
    tricks: Annotated[Grid, np.int8, (SEATS,), range(MOST_TRICKS + 1), PUBLIC]
    points: Annotated[Grid, np.int8, (SEATS,), range(-1, MOST_TRICKS + 4), PUBLIC]
    """Points of this round's move (C-MOVE-1, C-RAPID-1); NONE before the tricks are over."""
    left: Annotated[Grid, np.int8, (SEATS,), range(-1, MOST_TRICKS + 4), PUBLIC]
    """Points left over on arrival (C-END-1); NONE: not arrived."""

    skip_brown: Annotated[int, np.int8, range(2), PUBLIC]
    secret_bids: Annotated[int, np.int8, range(2), PUBLIC]
    last_trick_only: Annotated[int, np.int8, range(2), PUBLIC]
    """1: show only the last trick (C-PLAY-2); the rules do not use it."""
