"""Hold a position of Niagara in one record."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any, ClassVar

import numpy as np

from eddyline.engine.records import PUBLIC, Grid, Secret, record

SEATS = 6
NONE = -1
"""No gem, no card, no canoe, no plan."""
FREE = 5
"""In `State.rescue`: comes back without a price (gems are 0–4)."""
HIDDEN = -2
"""In `State.card` of a redacted record: a card lies there, face down (N-ROUND-5)."""

CLOUD = 0
"""The cloud card; paddle cards are their own number."""
BASE_CARDS = 7
"""Cards of the base game, the first of the numbers (N-SET-2)."""
BASE_HAND = (1 << BASE_CARDS) - 1
ONE_TWO_THREE, ROPE = 8, 9
"""Two of the three cards that the module `spirit_cards` adds; the third is paddle card 7 (S-CARD-1)."""
CARD_POINTS = np.array([0, 1, 2, 3, 4, 5, 6, 7, 3, 0], np.int8)
"""Points that a card gives a canoe; the 1/2/3 card: at most (S-CARD-3)."""
CARD_SLACK = np.array([0, 0, 0, 0, 0, 0, 0, 0, 2, 0], np.int8)
"""Points that a card allows a canoe to leave unused."""

# The expansion modules, bits of `State.modules`.
DOUBLE_CANOE, WHIRLPOOL, SPIRIT_CARDS, BEAVER, MOOSE, DIAMOND_JOE = 1, 2, 4, 8, 16, 32

DOUBLE = 1
"""Canoe b is the double one, where there is one (S-DOUBLE-1)."""
LOADING = 1 << 5
"""In `State.worked`, above a bit for each colour laid down: a gem was loaded."""


class Phase(IntEnum):
    """Name what the seats are asked for; the river and the life preserver need nobody (N-ROUND-1)."""

    RESCUE = 0
    CARDS = 1
    PADDLING = 2
    RIVER = 3
    """Arms for roped canoes that the whirlpool takes on disc 5 (S-WHIRL-7)."""
    OVER = 4


class Stage(IntEnum):
    """Say how far the canoe that is being moved has come."""

    START = 0
    """No canoe has begun."""
    WORKING_BEFORE = 1
    """Cargo work where the canoe started; it still has to paddle."""
    WORKING_AFTER = 2
    """It has paddled; the points left are for cargo work."""
    MEETING = 3
    """It has arrived and used its points, where there is somebody to rob or Joe to deal with."""


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
    """Everything there is to know about a game of Niagara, 162 bytes; only `card` and `rescue` can be secret."""

    dtype: ClassVar[np.dtype[Any]]

    phase: Annotated[int, np.int8, PUBLIC]
    seats: Annotated[int, np.int8, PUBLIC]
    waiting: Annotated[int, np.int8, PUBLIC]
    """Bit mask of the seats that owe a decision."""
    round_number: Annotated[int, np.int16, PUBLIC]
    first: Annotated[int, np.int8, PUBLIC]
    """Seat with the life preserver."""
    turns_taken: Annotated[int, np.int8, PUBLIC]
    """Turns of phase 2 that are over."""
    weather: Annotated[int, np.int8, PUBLIC]
    arm: Annotated[int, np.int8, PUBLIC]
    """Arm that the next push moves."""
    reached: Annotated[int, np.int8, PUBLIC]
    """Bit mask of the seats that reached a goal (N-END-1)."""

    place: Annotated[Grid, np.int8, (SEATS, 2), PUBLIC]
    cargo: Annotated[Grid, np.int8, (SEATS, 2), PUBLIC]
    """What each canoe carries, as numbered in `cargo`."""
    sits_out: Annotated[Grid, np.int8, (SEATS, 2), PUBLIC]
    """1: lost, and missing the current round (N-LOST-5)."""
    rescue: Annotated[Grid, np.int8, (SEATS, 2), Secret(NONE)]
    """Price planned for a lost canoe in this phase 1: a gem, FREE or NONE."""
    stash: Annotated[Grid, np.int8, (SEATS, 5), PUBLIC]
    deposit: Annotated[Grid, np.int8, (5, 5), PUBLIC]
    """Gems by site and colour."""
    card: Annotated[Grid, np.int8, (SEATS,), Secret(HIDDEN)]
    """Card of this round."""
    hand: Annotated[Grid, np.int16, (SEATS,), PUBLIC]
    """Bit mask of the cards in hand; the chosen card leaves it when it is revealed."""
    newest: Annotated[Grid, np.int8, (SEATS,), PUBLIC]
    """Top of the pile of played cards (N-ROUND-6); no rule depends on it."""

    active: Annotated[int, np.int8, PUBLIC]
    """Seat whose turn it is in phase 2."""
    canoe: Annotated[int, np.int8, PUBLIC]
    """Canoe in the middle of its plan."""
    stage: Annotated[int, np.int8, PUBLIC]
    points: Annotated[int, np.int8, PUBLIC]
    """Paddle points the canoe has left."""
    slack: Annotated[int, np.int8, PUBLIC]
    """Points that this canoe may leave unused (S-CARD-3)."""
    worked: Annotated[int, np.int8, PUBLIC]
    """Colours this canoe laid down in this turn, a bit each, and LOADING once it has loaded (N-GEM-4, S-DOUBLE-2)."""
    may_rob: Annotated[int, np.int8, PUBLIC]
    """1: this canoe came upstream with all points used and has done nothing since but rob (N-STEAL-1, N-STEAL-6)."""
    robbed: Annotated[int, np.int16, PUBLIC]
    """Canoes this one has robbed on its disc, bit 2 × seat + canoe (S-DOUBLE-2)."""
    todo: Annotated[Grid, np.int8, (2,), PUBLIC]

    modules: Annotated[int, np.int8, PUBLIC]
    """Bit mask of the expansion modules that are played."""
    cycle: Annotated[int, np.int8, PUBLIC]
    """Cards of a full hand, and rounds until everybody takes them back (N-ROUND-4, S-CARD-1)."""
    whirlpool: Annotated[int, np.int8, PUBLIC]
    """Place of the whirlpool; DOCK: there is none, LOST: it comes back with the next disc (S-WHIRL-1)."""
    beaver: Annotated[int, np.int8, PUBLIC]
    """Place of the beaver; DOCK: not in the river (S-BEAVER-1)."""
    moose: Annotated[int, np.int8, PUBLIC]
    """Canoe with the moose, 2 × seat + canoe; NONE: nobody's (S-MOOSE-1)."""
    joe: Annotated[int, np.int8, PUBLIC]
    """Place of Diamond Joe; DOCK: he does not play (J-JOE-1)."""
    joe_gem: Annotated[int, np.int8, PUBLIC]

    gems_per_deposit: Annotated[int, np.int8, PUBLIC]
    preserver_step: Annotated[int, np.int8, PUBLIC]
    """+1: passes to the left, clockwise; −1: to the right."""
    rescue_rule: Annotated[int, np.int8, PUBLIC]
    break_ties: Annotated[int, np.int8, PUBLIC]
    """1: the gem value decides between several who reached the goal (N-END-3)."""
    newest_only: Annotated[int, np.int8, PUBLIC]
    """1: show only the newest played card (N-ROUND-6); no rule depends on it."""
    max_rounds: Annotated[int, np.int16, PUBLIC]
