"""Find out why a decision is not legal: one reason, and what its sentence names; `words.refusals` names the values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel, wide
from eddyline.engine.refusing import RuledReason
from eddyline.games.canyon.rules.actions import BID, GO, SIDE
from eddyline.games.canyon.rules.board import CLOSED, GANGWAY, START
from eddyline.games.canyon.rules.dealing import cards_each
from eddyline.games.canyon.rules.moving import canoe_at, legal_ends
from eddyline.games.canyon.rules.paths import find_ways
from eddyline.games.canyon.rules.state import NONE, Phase
from eddyline.games.canyon.rules.tricks import led_suit

if TYPE_CHECKING:
    from eddyline.engine.records import Shown
    from eddyline.games.canyon.rules.board import Board
    from eddyline.games.canyon.rules.showing import Room
    from eddyline.games.canyon.rules.state import State


class Reason(RuledReason):
    """Number the reasons, and name their rules."""

    JETTY_FIRST = 0, "C-SET-1"
    NO_JETTY = 1, "C-SET-1"
    JETTY_TAKEN = 2, "C-SET-1"
    BID_FIRST = 3, "C-BID-1"
    BID_TOO_HIGH = 4, "C-BID-1"
    PLAY_NOW = 5, "C-PLAY-1"
    NOT_IN_HAND = 6, "C-PLAY-1"
    FOLLOW_SUIT = 7, "C-PLAY-1"
    MOVE_NOW = 8, "C-MOVE-1"
    CLOSED_SPACE = 9, "C-MOVE-2"
    START_OR_GANGWAY = 10, "C-MOVE-4"
    SPACE_TAKEN = 11, "C-MOVE-2"
    ALREADY_THERE = 12, "C-MOVE-3"
    OUT_OF_REACH = 13, "C-MOVE-2"
    NOT_NEAREST = 14, "C-MOVE-3"


@kernel
def refuse(b: Board, s: State, seat: int, action: int, why: Shown, room: Room) -> None:
    """Say why this action is not legal for a seat that owes a decision, in a record redacted for it."""
    why.column = NONE
    why.row = NONE
    why.most = NONE
    why.card = NONE
    why.suit = NONE
    why.points = NONE
    why.best = NONE
    why.distance = NONE
    if s.phase == Phase.JETTIES:
        why.because = no_jetty(b, action, why)
    elif s.phase == Phase.BIDS:
        why.because = no_bid(s, action, why)
    elif s.phase == Phase.TRICKS:
        why.because = no_play(s, seat, action, why)
    else:
        why.because = no_end(b, s, seat, action, why, room)


@kernel
def name_space(cell: int, why: Shown) -> None:
    """Name a space."""
    why.column = cell % SIDE
    why.row = cell // SIDE


@kernel
def no_jetty(b: Board, action: int, why: Shown) -> int:
    """Say why a game cannot begin there (C-SET-1)."""
    if action < GO:
        return Reason.JETTY_FIRST
    name_space(action - GO, why)
    return Reason.JETTY_TAKEN if b.kind[action - GO] == START else Reason.NO_JETTY


@kernel
def no_bid(s: State, action: int, why: Shown) -> int:
    """Say why that is no bid (C-BID-1)."""
    if not BID <= action < GO:
        return Reason.BID_FIRST
    why.most = cards_each(s)
    return Reason.BID_TOO_HIGH


@kernel
def no_play(s: State, seat: int, action: int, why: Shown) -> int:
    """Say why that card cannot be played (C-PLAY-1)."""
    if action >= BID:
        return Reason.PLAY_NOW
    if not int(s.hand[seat]) >> action & 1:
        why.card = action
        return Reason.NOT_IN_HAND
    why.suit = led_suit(s)
    return Reason.FOLLOW_SUIT


@kernel
def no_end(b: Board, s: State, seat: int, action: int, why: Shown, room: Room) -> int:
    """Say why a canoe's move cannot end there (C-MOVE)."""
    if action < GO:
        return Reason.MOVE_NOW
    goal = action - GO
    kind = int(b.kind[goal])
    if kind == CLOSED:
        name_space(goal, why)
        return Reason.CLOSED_SPACE
    if kind in (START, GANGWAY):
        return Reason.START_OR_GANGWAY
    if goal == s.place[seat]:
        return Reason.ALREADY_THERE
    if canoe_at(s, goal) != NONE:
        name_space(goal, why)
        return Reason.SPACE_TAKEN
    points = wide(s.points[seat])
    find_ways(b, s, seat, points, room.ways)
    if room.ways.before[goal] < 0:
        name_space(goal, why)
        why.points = points
        return Reason.OUT_OF_REACH
    legal_ends(b, s, seat, room.ends, room.flood)
    why.best = b.distance[int(room.ends[0]) - GO]
    why.distance = b.distance[goal]
    return Reason.NOT_NEAREST
