"""Hold a position of Niagara in one record (151 bytes)."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any, ClassVar

import numpy as np

from eddyline.engine.records import Grid, record

SEATS = 6
NONE = -1
"""No gem, no card, no canoe, no plan."""
FREE = 5
"""In `State.rescue`: comes back without a price (gems are 0–4)."""
HIDDEN = -2
"""In `State.card` of a redacted record: a card lies there, face down (N-ROUND-5)."""

CLOUD = 0
"""The cloud card; paddle cards are their own number."""
FULL_HAND = 0b111_1111
CYCLE = 7
"""Rounds until everybody takes all cards back (N-ROUND-4)."""


class Phase(IntEnum):
    """Name what the seats are asked for; the river and the life preserver need nobody (N-ROUND-1)."""

    RESCUE = 0
    CARDS = 1
    PADDLING = 2
    OVER = 3


class Stage(IntEnum):
    """Say how far the canoe that is being moved has come."""

    START = 0
    """No canoe has begun."""
    WORKING_BEFORE = 1
    """Cargo work where the canoe started; it still has to paddle."""
    WORKING_AFTER = 2
    """It has paddled; the points left are for cargo work."""
    ROBBING = 3
    """It has paddled upstream, empty, to somebody worth robbing."""


class Todo(IntEnum):
    """Say what a canoe owes in this turn (N-MOVE-3, N-MOVE-4)."""

    NOTHING = 0
    MAY = 1
    MUST = 2


class RescueRule(IntEnum):
    """Number the values of the option `rescue` (N-LOST-5)."""

    OPTIONAL = 0
    FORCED = 1
    SIT_OUT = 2


@record
class State:
    """Everything there is to know about a game of Niagara; only `card` and `rescue` can be secret."""

    dtype: ClassVar[np.dtype[Any]]

    phase: Annotated[int, np.int8]
    seats: Annotated[int, np.int8]
    waiting: Annotated[int, np.int8]
    """Bit mask of the seats that owe a decision."""
    round_number: Annotated[int, np.int16]
    first: Annotated[int, np.int8]
    """Seat with the life preserver."""
    turns_taken: Annotated[int, np.int8]
    """Turns of phase 2 that are over."""
    weather: Annotated[int, np.int8]
    arm: Annotated[int, np.int8]
    """Arm that the next push moves."""
    reached: Annotated[int, np.int8]
    """Bit mask of the seats that reached a goal (N-END-1)."""

    place: Annotated[Grid, np.int8, (SEATS, 2)]
    cargo: Annotated[Grid, np.int8, (SEATS, 2)]
    sits_out: Annotated[Grid, np.int8, (SEATS, 2)]
    """1: lost, and missing the current round (N-LOST-5)."""
    rescue: Annotated[Grid, np.int8, (SEATS, 2)]
    """Price planned for a lost canoe in this phase 1: a gem, FREE or NONE."""
    stash: Annotated[Grid, np.int8, (SEATS, 5)]
    deposit: Annotated[Grid, np.int8, (5, 5)]
    """Gems by site and colour."""
    card: Annotated[Grid, np.int8, (SEATS,)]
    """Card of this round."""
    hand: Annotated[Grid, np.int16, (SEATS,)]
    """Bit mask of the cards in hand; the chosen card leaves it when it is revealed."""
    newest: Annotated[Grid, np.int8, (SEATS,)]
    """Top of the pile of played cards (N-ROUND-6); no rule depends on it."""

    active: Annotated[int, np.int8]
    """Seat whose turn it is in phase 2."""
    canoe: Annotated[int, np.int8]
    """Canoe in the middle of its plan."""
    stage: Annotated[int, np.int8]
    points: Annotated[int, np.int8]
    """Paddle points the canoe has left."""
    unloaded: Annotated[int, np.int8]
    """Colour this canoe laid down in this turn (N-GEM-4)."""
    todo: Annotated[Grid, np.int8, (2,)]

    gems_per_deposit: Annotated[int, np.int8]
    preserver_step: Annotated[int, np.int8]
    """+1: passes to the left, clockwise; −1: to the right."""
    rescue_rule: Annotated[int, np.int8]
    break_ties: Annotated[int, np.int8]
    """1: the gem value decides between several who reached the goal (N-END-3)."""
    newest_only: Annotated[int, np.int8]
    """1: show only the newest played card (N-ROUND-6); no rule depends on it."""
    max_rounds: Annotated[int, np.int16]
