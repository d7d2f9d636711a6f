"""Show a position to one seat or a spectator: what is seen at the table, as one record, computed from a redacted one.

Everything here follows from the position and the rules; `words.view` gives the numbers their names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from eddyline.engine.kernel import kernel, wide
from eddyline.engine.records import Grid, Shown, record
from eddyline.games.canyon.rules.actions import GO, MOST_TRICKS, SIDE
from eddyline.games.canyon.rules.board import CLOSED, FALLS, RAPIDS
from eddyline.games.canyon.rules.charting import MOST_SPACES
from eddyline.games.canyon.rules.dealing import cards_each, in_order, legal_jetties
from eddyline.games.canyon.rules.measures import way
from eddyline.games.canyon.rules.moving import canoe_at, drift, legal_ends
from eddyline.games.canyon.rules.paths import Ways, find_ways, write_way
from eddyline.games.canyon.rules.state import HIDDEN, NONE, SEATS, Phase, State
from eddyline.games.canyon.rules.tricks import bonus_of, led_suit, points_of, write_cards

if TYPE_CHECKING:
    from eddyline.games.canyon.rules.board import Board

MADE, OPEN, MISSED = range(3)
"""Values of `Player.hope`."""
MOST_CARDS = 16
"""Room for a hand: `write_cards` writes eight cards more than there are."""


@record
class Room:
    """Hold what is needed while a position is looked at."""

    dtype: ClassVar[np.dtype[Any]]

    flood: Annotated[Grid, np.int64, (2, SIDE + 2)]
    """For `moving`."""
    ways: Annotated[Any, Ways.dtype]
    ends: Annotated[Grid, np.int16, (MOST_SPACES,)]
    after: Annotated[Grid, State.dtype, (1,)]
    """A copy of the position, to be changed."""


@kernel
def show(b: Board, s: State, seat: int, v: Shown, room: Room) -> None:
    """Describe a record redacted for `seat` (NONE: a spectator) to that seat; tables are filled as far as counted."""
    v.round = s.round_number
    v.phase = s.phase
    v.dealer = s.dealer
    v.order_count = s.seats
    v.players_count = s.seats
    v.space = s.space
    v.cards = cards_each(s)
    v.trump = s.trump
    v.you = seat
    v.turn = only(wide(s.waiting))
    show_tricks(s, v)
    for turn in range(int(s.seats)):
        other = in_order(s, turn)
        v.order[turn] = other
        show_player(b, s, turn, other, v.players[other], room)
    v.hand_count = 0
    v.risk_count = 0
    v.prospects_count = 0
    v.ends_count = 0
    v.free_jetties_count = 0
    if seat != NONE:
        v.hand_count = write_cards(wide(s.hand[seat]), v.hand)
    if s.phase == Phase.JETTIES:
        show_jetties(b, s, v, room)
    elif s.phase == Phase.BIDS and seat != NONE:
        show_prospects(b, s, seat, v, room)
        if b.kind[int(s.place[seat])] == RAPIDS:
            v.risk_count = show_drift(b, s, seat, v.risk, room)
    elif s.phase == Phase.MOVING and v.turn != NONE:
        show_ends(b, s, wide(v.turn), v, room)


@kernel
def only(waiting: int) -> int:
    """Return the seat of a bit mask with one seat in it, or NONE."""
    found = NONE
    for seat in range(SEATS):
        if waiting == 1 << seat:
            found = seat
    return found


@kernel
def show_jetties(b: Board, s: State, v: Shown, room: Room) -> None:
    """Show the start jetties that can be chosen now (C-SET-1)."""
    v.free_jetties_count = legal_jetties(b, s, room.ends)
    for number in range(int(v.free_jetties_count)):
        v.free_jetties[number] = room.ends[number] - GO


# ---- tricks ----


@kernel
def show_tricks(s: State, v: Shown) -> None:
    """Show the current trick and the finished ones, or only the last of these (C-PLAY-2)."""
    v.leader = s.lead[int(s.trick)] if s.phase in (Phase.BIDS, Phase.TRICKS) else NONE
    v.trick_count = 0
    v.led = NONE
    if s.phase == Phase.TRICKS:
        v.trick_count = show_cards(s, wide(s.trick), v.trick)
        v.led = led_suit(s)
    finished = finished_tricks(s)
    first = max(0, finished - 1) if s.last_trick_only else 0
    v.tricks_count = finished - first
    for number in range(first, finished):
        show_trick(s, number, v.tricks[number - first])
    v.last_trick_count = min(finished, 1)
    if finished > 0:
        show_trick(s, finished - 1, v.last_trick[0])


@kernel
def finished_tricks(s: State) -> int:
    """Count the tricks of this round that are over."""
    return int(s.trick) + int(s.phase in (Phase.MOVING, Phase.OVER))


@kernel
def show_trick(s: State, number: int, trick: Shown) -> None:
    """Show a finished trick."""
    trick.cards_count = show_cards(s, number, trick.cards)
    trick.winner = s.lead[number + 1]


@kernel
def show_cards(s: State, number: int, cards: Grid) -> int:
    """Show the cards of a trick, from its leader on, and return their number."""
    count = 0
    seat = int(s.lead[number])
    for _ in range(int(s.seats)):
        card = int(s.played[number, seat])
        if card != NONE:
            cards[count].seat = seat
            cards[count].card = card
            count += 1
        seat = seat + 1 if seat + 1 < int(s.seats) else 0
    return count


# ---- players ----


@kernel
def show_player(b: Board, s: State, turn: int, seat: int, player: Shown, room: Room) -> None:
    """Show a player whose move comes after `turn` others."""
    place = int(s.place[seat])
    settled = s.phase in (Phase.MOVING, Phase.OVER)
    begun = s.phase == Phase.MOVING and turn < int(s.turn) + int(s.waiting == 0)
    player.seat = seat
    player.cell = place
    player.on = CLOSED if place == NONE else b.kind[place]
    player.distance = way(b, s, seat)
    player.bid = s.bid[seat]
    player.tricks = s.tricks[seat]
    player.hope = hope_of(s, seat)
    player.hand_size = cards_held(s, seat)
    player.points = s.points[seat] if settled else NONE
    player.bonus = bonus_of(s, seat) if settled else NONE
    player.moved = s.phase == Phase.OVER or begun
    player.arrived = s.left[seat] != NONE
    player.points_left = s.left[seat]
    player.drifts_count = 0
    if player.hope == MISSED and not player.moved and player.on == RAPIDS:
        player.drifts_count = show_drift(b, s, seat, player.drifts, room)


@kernel
def hope_of(s: State, seat: int) -> int:
    """Return whether a bid is made, can still be made, or is missed (C-MOVE-1); NONE while none is known."""
    bid = int(s.bid[seat])
    tricks = int(s.tricks[seat])
    if bid in (NONE, HIDDEN):
        return NONE
    if tricks == bid:
        return MADE
    return OPEN if tricks < bid <= tricks + cards_each(s) - finished_tricks(s) else MISSED


@kernel
def cards_held(s: State, seat: int) -> int:
    """Count the cards in a hand, which everybody can (C-PLAY-1)."""
    count = 0
    if s.phase in (Phase.BIDS, Phase.TRICKS):
        count = cards_each(s)
        for trick in range(MOST_TRICKS):
            count -= int(s.played[trick, seat] != NONE)
    return count


# ---- the river ----


@kernel
def show_drift(b: Board, s: State, seat: int, drifts: Grid, room: Room) -> int:
    """Show where the current would now take a canoe, and those that it pushes (C-RAPID-2); return their number."""
    room.after[0] = s
    drift(b, room.after[0], seat)
    return follow(b, s, room.after[0], seat, drifts)


@kernel
def follow(b: Board, before: State, after: State, seat: int, drifts: Grid) -> int:
    """Follow the push from the canoe that drifted to the last one pushed (C-RAPID-2); return their number."""
    count = 0
    pushed = seat
    while pushed != NONE:
        link = drifts[count]
        link.seat = pushed
        link.start = before.place[pushed]
        link.end = after.place[pushed]
        link.fell = b.drift[int(before.place[pushed])] == FALLS
        pushed = NONE if link.fell else canoe_at(before, int(link.end))
        count += 1
    return count


@kernel
def show_ends(b: Board, s: State, seat: int, v: Shown, room: Room) -> None:
    """Show the spaces where the move that is due may end, in their order, and a shortest way to each (C-MOVE-3)."""
    points = int(s.points[seat])
    v.ends_count = legal_ends(b, s, seat, room.ends, room.flood)
    find_ways(b, s, seat, points, room.ways)
    for number in range(int(v.ends_count)):
        end = v.ends[number]
        place = int(room.ends[number]) - GO
        end.column = place % SIDE
        end.row = place // SIDE
        end.path_count = write_way(room.ways, place, end.path)
        end.used = end.path_count - 1
        end.left = points - int(end.used)


@kernel
def show_prospects(b: Board, s: State, seat: int, v: Shown, room: Room) -> None:
    """Show what every bid brings if it is made, as the rules do after the last trick (C-MOVE-1, C-MOVE-3)."""
    room.after[0] = s
    after = room.after[0]
    here = int(s.place[seat])
    most = cards_each(s)
    v.prospects_count = most + 1
    # From the highest bid down: the ways of the most points are those of fewer, too.
    for tricks in range(most, -1, -1):
        after.bid[seat] = tricks
        after.tricks[seat] = tricks
        points = points_of(b, after, seat)
        after.points[seat] = points
        if tricks == most:
            find_ways(b, after, seat, points, room.ways)
        end = here
        if legal_ends(b, after, seat, room.ends, room.flood) > 0:
            end = int(room.ends[0]) - GO
        nearer = b.distance[end] < b.distance[here]
        prospect = v.prospects[tricks]
        prospect.tricks = tricks
        prospect.points = points
        prospect.path_count = write_way(room.ways, end if nearer else here, prospect.path)
