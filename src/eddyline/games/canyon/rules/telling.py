"""Tell what happened, by comparing positions: what a decision did, and what followed when nobody had to decide.

`words.events` says what the events mean, and names their fields.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.telling import tell
from eddyline.games.canyon.rules.actions import BID, GO, PLAY, SIDE
from eddyline.games.canyon.rules.board import RAPIDS, VILLAGE
from eddyline.games.canyon.rules.dealing import cards_each, in_order
from eddyline.games.canyon.rules.paths import find_ways, write_way
from eddyline.games.canyon.rules.showing import follow
from eddyline.games.canyon.rules.state import NONE, Phase
from eddyline.games.canyon.rules.tricks import bonus_of, player

if TYPE_CHECKING:
    from eddyline.engine.records import Shown
    from eddyline.games.canyon.rules.board import Board
    from eddyline.games.canyon.rules.showing import Room
    from eddyline.games.canyon.rules.state import State


class Event(IntEnum):
    """Number the events, in the order of `words.events.Event`."""

    JETTY = 0
    DEALT = 1
    BID = 2
    BIDS = 3
    PLAYED = 4
    TRICK = 5
    SETTLED = 6
    MOVED = 7
    BLOCKED = 8
    STAYS = 9
    DRIFTED = 10
    LOST_TURN = 11
    ARRIVED = 12
    MARKER = 13
    OVER = 14


MOST_EVENTS = 2


@kernel
def tell_start(s: State, told: Shown) -> None:
    """Tell where the round marker is and who deals first (C-SET-1)."""
    told.events_count = 0
    tell_marker(s, told)


@kernel
def tell_marker(s: State, told: Shown) -> None:
    """Tell where the round marker is now, and who deals (C-TRACK-1)."""
    event = told.events[tell(told, Event.MARKER)].marker
    event.space = s.space
    event.dealer = s.dealer


# ---- decisions ----


@routine
def tell_decision(b: Board, s: State, seat: int, action: int, told: Shown, room: Room) -> None:
    """Tell of a decision taken in a position; secret bids have no event yet (C-BID-1)."""
    told.events_count = 0
    if action < BID:
        card = told.events[tell(told, Event.PLAYED)].played
        card.seat = seat
        card.card = action - PLAY
    elif action < GO:
        if not s.secret_bids:
            bid = told.events[tell(told, Event.BID)].bid
            bid.seat = seat
            bid.tricks = action - BID
    elif s.phase == Phase.JETTIES:
        jetty = told.events[tell(told, Event.JETTY)].jetty
        jetty.seat = seat
        jetty.column = (action - GO) % SIDE
        jetty.row = (action - GO) // SIDE
    else:
        tell_move(b, s, seat, action - GO, told, room)


@kernel
def tell_move(b: Board, s: State, seat: int, goal: int, told: Shown, room: Room) -> None:
    """Tell of a move, by a shortest free way, and of an arrival (C-MOVE-2, C-MOVE-3, C-END-1)."""
    points = wide(s.points[seat])
    find_ways(b, s, seat, points, room.ways)
    moved = told.events[tell(told, Event.MOVED)].moved
    moved.seat = seat
    moved.path_count = write_way(room.ways, goal, moved.path)
    moved.used = moved.path_count - 1
    moved.left = points - moved.used
    if b.kind[goal] == VILLAGE:
        arrived = told.events[tell(told, Event.ARRIVED)].arrived
        arrived.seat = seat
        arrived.left = moved.left


# ---- what follows ----


@routine
def tell_advance(b: Board, was: State, now: State, told: Shown) -> None:
    """Tell of one `advance` or `deal`."""
    told.events_count = 0
    if was.phase == Phase.DEAL:
        tell_deal(now, told)
    elif was.phase == Phase.BIDS:
        if was.secret_bids:
            tell_bids(was, told)
    elif was.phase == Phase.TRICKS:
        tell_trick(was, now, told)
    elif was.phase == Phase.MOVING:
        if now.phase == Phase.OVER:
            tell(told, Event.OVER)
        elif now.phase == Phase.DEAL:
            tell_marker(now, told)
        elif now.waiting == 0:
            tell_turn(b, was, now, told)


@kernel
def tell_deal(now: State, told: Shown) -> None:
    """Tell what everybody sees of a deal (C-DEAL-1, C-DEAL-2)."""
    event = told.events[tell(told, Event.DEALT)].dealt
    event.number = now.round_number
    event.dealer = now.dealer
    event.cards = cards_each(now)
    event.trump = now.trump
    event.space = now.space


@kernel
def tell_bids(was: State, told: Shown) -> None:
    """Tell secret bids, which are shown together (C-BID-1)."""
    event = told.events[tell(told, Event.BIDS)].bids
    event.bids_count = was.seats
    for seat in range(int(was.seats)):
        event.bids[seat] = was.bid[seat]


@kernel
def tell_trick(was: State, now: State, told: Shown) -> None:
    """Tell who won the trick on the table, if it was complete, and after the last one what all are worth (C-MOVE-1)."""
    number = wide(was.trick)
    winner = wide(now.lead[number + 1])
    if winner == NONE:
        return
    over = now.phase == Phase.MOVING
    trick = told.events[tell(told, Event.TRICK)].trick
    trick.seat = winner
    trick.cards_count = was.seats
    for turn in range(int(was.seats)):
        trick.cards[turn] = was.played[number, player(was, turn)]
    trick.tricks = now.tricks[winner]
    trick.leads = not over
    if over:
        settled = told.events[tell(told, Event.SETTLED)].settled
        settled.players_count = now.seats
        for seat in range(int(now.seats)):
            each = settled.players[seat]
            each.seat = seat
            each.bid = now.bid[seat]
            each.tricks = now.tricks[seat]
            each.bonus = bonus_of(now, seat)
            each.points = now.points[seat]


@kernel
def tell_turn(b: Board, was: State, now: State, told: Shown) -> None:
    """Tell what happened to the canoe whose turn it is, and whose player has nothing to decide (C-MOVE-3, C-RAPID)."""
    seat = in_order(now, wide(now.turn))
    points = wide(now.points[seat])
    in_rapids = b.kind[int(was.place[seat])] == RAPIDS
    if now.fallen >> seat & 1:
        told.events[tell(told, Event.LOST_TURN)].lost_turn.seat = seat
    elif in_rapids and bonus_of(now, seat) == 0:
        drifted = told.events[tell(told, Event.DRIFTED)].drifted
        drifted.seat = seat
        drifted.chain_count = follow(b, was, now, seat, drifted.chain)
    elif in_rapids or points == 0:
        told.events[tell(told, Event.STAYS)].stays.seat = seat
    else:
        blocked = told.events[tell(told, Event.BLOCKED)].blocked
        blocked.seat = seat
        blocked.lapsed = points
