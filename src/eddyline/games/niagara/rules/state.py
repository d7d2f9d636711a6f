"""Hold a position of Niagara in one record."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any, ClassVar

import numpy as np

from eddyline.engine.records import PUBLIC, Grid, Secret, record

SEATS = 6
MOST_ROUNDS = 10_000
"""The largest `max_rounds`."""
NONE = -1
"""No gem, no card, no canoe, no plan."""
FREE = 5
"""Value in `State.rescue`: comes back free (gems are 0–4)."""
HIDDEN = -2
"""Value in `State.card` of a redacted record: a face-down card (N-ROUND-5)."""

CLOUD = 0
"""The cloud card; paddle cards have their own number."""
BASE_CARDS = 7
"""Number of cards in the base game, which have the lowest ids (N-SET-2)."""
BASE_HAND = (1 << BASE_CARDS) - 1
ONE_TWO_THREE, ROPE = 8, 9
"""Two of the three cards that the module `spirit_cards` adds; the third is paddle card 7 (S-CARD-1)."""
CARD_POINTS = np.array([0, 1, 2, 3, 4, 5, 6, 7, 3, 0], np.int8)
"""Points that a card gives a canoe; for the 1/2/3 card, the maximum (S-CARD-3)."""
CARD_SLACK = np.array([0, 0, 0, 0, 0, 0, 0, 0, 2, 0], np.int8)
"""Points that a card allows a canoe to leave unused."""

# The expansion modules, bits of `State.modules`.
DOUBLE_CANOE, WHIRLPOOL, SPIRIT_CARDS, BEAVER, MOOSE, DIAMOND_JOE = 1, 2, 4, 8, 16, 32

DOUBLE = 1
"""Canoe b is the double canoe, if there is one (S-DOUBLE-1)."""
LOADING = 1 << 5
"""Bit in `State.worked`, above the bits for the colours unloaded: a gem was loaded."""


class Phase(IntEnum):
    """Name what the seats are asked for; the river and the life preserver need no decision (N-ROUND-1)."""

    RESCUE = 0
    CARDS = 1
    PADDLING = 2
    RIVER = 3
    """Arms for roped canoes that the whirlpool takes on disc 5 (S-WHIRL-7)."""
    OVER = 4


class Stage(IntEnum):
    """Name the stages of a canoe's plan."""

    START = 0
    """No canoe has begun."""
    WORKING_BEFORE = 1
    """It has done cargo work where it started, and still has to paddle."""
    WORKING_AFTER = 2
    """It has paddled; the points left are for cargo work."""
    MEETING = 3
    """It has arrived and used its points, and can rob somebody or deal with Joe."""


class Todo(IntEnum):
    """Name what a canoe owes in this turn (N-MOVE-3, N-MOVE-4)."""

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
    """Hold the complete state of a game of Niagara, 162 bytes; only `card` and `rescue` can be secret."""

    dtype: ClassVar[np.dtype[Any]]

    phase: Annotated[int, np.int8, range(5), PUBLIC]
    seats: Annotated[int, np.int8, range(2, SEATS + 1), PUBLIC]
    waiting: Annotated[int, np.int8, range(1 << SEATS), PUBLIC]
    """Bit mask of the seats that owe a decision."""
    round_number: Annotated[int, np.int16, range(1, MOST_ROUNDS + 1), PUBLIC]
    first: Annotated[int, np.int8, range(SEATS), PUBLIC]
    """Seat with the life preserver."""
    turns_taken: Annotated[int, np.int8, range(SEATS), PUBLIC]
    """Number of finished turns of phase 2."""
    weather: Annotated[int, np.int8, range(-1, 3), PUBLIC]
    arm: Annotated[int, np.int8, range(2), PUBLIC]
    """The arm that the next push moves."""
    reached: Annotated[int, np.int8, range(1 << SEATS), PUBLIC]
    """Bit mask of the seats that reached a goal (N-END-1)."""

    place: Annotated[Grid, np.int8, (SEATS, 2), range(11), PUBLIC]
    cargo: Annotated[Grid, np.int8, (SEATS, 2), range(-1, 20), PUBLIC]
    """Cargo of each canoe, as numbered in the module `cargo`."""
    sits_out: Annotated[Grid, np.int8, (SEATS, 2), range(2), PUBLIC]
    """1: lost, and missing the current round (N-LOST-5)."""
    rescue: Annotated[Grid, np.int8, (SEATS, 2), range(-1, 6), Secret(NONE)]
    """Price planned for a lost canoe in this phase 1: a gem, FREE or NONE."""
    stash: Annotated[Grid, np.int8, (SEATS, 5), range(21), PUBLIC]
    deposit: Annotated[Grid, np.int8, (5, 5), range(21), PUBLIC]
    """Gems by site and colour."""
    card: Annotated[Grid, np.int8, (SEATS,), range(-1, 10), Secret(HIDDEN)]
    """Card of this round."""
    hand: Annotated[Grid, np.int16, (SEATS,), range(1 << 10), PUBLIC]
    """Bit mask of the cards in hand; the chosen card leaves it when it is revealed."""
    newest: Annotated[Grid, np.int8, (SEATS,), range(-1, 10), PUBLIC]
    """Top of the pile of played cards (N-ROUND-6); the rules do not use it."""

    active: Annotated[int, np.int8, range(-1, SEATS), PUBLIC]
    """Seat whose turn it is in phase 2."""
    canoe: Annotated[int, np.int8, range(-1, 2), PUBLIC]
    """Canoe in the middle of its plan."""
    stage: Annotated[int, np.int8, range(4), PUBLIC]
    points: Annotated[int, np.int8, range(10), PUBLIC]
    """Paddle points the canoe has left."""
    slack: Annotated[int, np.int8, range(10), PUBLIC]
    """Points that this canoe may leave unused (S-CARD-3)."""
    worked: Annotated[int, np.int8, range(1 << 6), PUBLIC]
    """Bit mask of the colours this canoe unloaded in this turn, plus LOADING if it loaded (N-GEM-4, S-DOUBLE-2)."""
    may_rob: Annotated[int, np.int8, range(2), PUBLIC]
    """1: this canoe came upstream using all points and has done nothing since except rob (N-STEAL-1, N-STEAL-6)."""
    robbed: Annotated[int, np.int16, range(1 << 2 * SEATS), PUBLIC]
    """Bit mask of the canoes that this one has robbed on its disc, bit 2 × seat + canoe (S-DOUBLE-2)."""
    todo: Annotated[Grid, np.int8, (2,), range(3), PUBLIC]

    modules: Annotated[int, np.int8, range(1 << 7), PUBLIC]
    """Bit mask of the expansion modules in play."""
    cycle: Annotated[int, np.int8, range(7, 11), PUBLIC]
    """Number of cards in a full hand, and of rounds until they are taken back (N-ROUND-4, S-CARD-1)."""
    whirlpool: Annotated[int, np.int8, range(11), PUBLIC]
    """Place of the whirlpool; DOCK: not in play, LOST: it comes back with the next disc (S-WHIRL-1)."""
    beaver: Annotated[int, np.int8, range(11), PUBLIC]
    """Place of the beaver; DOCK: not in the river (S-BEAVER-1)."""
    moose: Annotated[int, np.int8, range(-1, 2 * SEATS), PUBLIC]
    """Canoe with the moose, 2 × seat + canoe; NONE: nobody's (S-MOOSE-1)."""
    joe: Annotated[int, np.int8, range(11), PUBLIC]
    """Place of Diamond Joe; DOCK: not in play (J-JOE-1)."""
    joe_gem: Annotated[int, np.int8, range(-1, 5), PUBLIC]

    gems_per_deposit: Annotated[int, np.int8, range(1, 21), PUBLIC]
    preserver_step: Annotated[int, np.int8, range(-1, 2), PUBLIC]
    """+1: passes to the left, clockwise; −1: to the right."""
    rescue_rule: Annotated[int, np.int8, range(3), PUBLIC]
    break_ties: Annotated[int, np.int8, range(2), PUBLIC]
    """1: the gem value decides between several seats that reached a goal (N-END-3)."""
    newest_only: Annotated[int, np.int8, range(2), PUBLIC]
    """1: show only the newest played card (N-ROUND-6); the rules do not use it."""
    max_rounds: Annotated[int, np.int16, range(1, MOST_ROUNDS + 1), PUBLIC]
