"""Run a game of Canyon: who decides, what is legal, what follows; the only implementation (C-SET … C-END).

`decide` carries out one decision of a seat and nothing more; `advance` does what follows when nobody owes a decision:
the next player's turn, the end of a trick, a canoe that drifts, the next round. `deal` carries out a chance event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.doors import CHANCE
from eddyline.engine.kernel import kernel
from eddyline.games.canyon.rules.actions import GO
from eddyline.games.canyon.rules.dealing import advance_jetties, begin_round, lay_out, legal_jetties
from eddyline.games.canyon.rules.moving import begin_move, decide_end, legal_ends
from eddyline.games.canyon.rules.state import NONE, Phase
from eddyline.games.canyon.rules.tricks import (
    advance_bids,
    advance_trick,
    decide_bid,
    decide_card,
    legal_bids,
    legal_cards,
)

if TYPE_CHECKING:
    from eddyline.engine.records import Grid, States
    from eddyline.games.canyon.rules.board import Board
    from eddyline.games.canyon.rules.state import State


@kernel
def board_of(boards: States, s: State) -> Board:
    """Return the game's board."""
    return boards[s.board]  # type: ignore[no-any-return]


@kernel
def begin(s: State, word: np.uint64) -> None:
    """Set up the game; the word draws the first dealer (C-SET-1). Cards are dealt by `deal`, one word per round."""
    lay_out(s, int(word % np.uint64(s.seats)))


@kernel
def to_act(s: State) -> int:
    """Return a bit mask of the seats that owe a decision, or CHANCE; 0 if `advance` is due or the game is over."""
    return CHANCE if s.phase == Phase.DEAL else int(s.waiting)


@kernel
def is_over(s: State) -> bool:
    """Return whether the game has ended (C-END-1, C-END-2)."""
    return s.phase == Phase.OVER


@kernel
def legal(b: Board, s: State, seat: int, out: Grid, scratch: Grid) -> int:
    """Write the ids of the seat's legal decisions to `out` and return their number, at least one if it owes one."""
    if s.phase == Phase.TRICKS:
        return legal_cards(s, seat, out)
    if s.phase == Phase.BIDS:
        return legal_bids(s, out)
    if s.phase == Phase.MOVING:
        return legal_ends(b, s, seat, out, scratch)
    return legal_jetties(b, s, out)


@kernel
def decide(b: Board, s: State, seat: int, action: int, scratch: Grid) -> None:
    """Carry out a legal decision of a seat that owes one (unchecked)."""
    if s.phase == Phase.TRICKS:
        decide_card(s, seat, action)
    elif s.phase == Phase.BIDS:
        decide_bid(s, seat, action)
    elif s.phase == Phase.MOVING:
        decide_end(b, s, seat, action, scratch)
    else:
        s.place[seat] = action - GO
        s.waiting = 0


@kernel
def advance(b: Board, s: State, scratch: Grid) -> None:
    """Take one step when nobody owes a decision."""
    if s.phase == Phase.TRICKS:
        advance_trick(b, s)
    elif s.phase == Phase.BIDS:
        advance_bids(s)
    elif s.phase == Phase.JETTIES:
        advance_jetties(s)
    elif int(s.turn) + 1 < int(s.seats):
        begin_move(b, s, scratch)
    elif anybody_arrived(s) or s.round_number >= s.max_rounds:
        s.phase = Phase.OVER
    else:
        begin_round(s)


@kernel
def anybody_arrived(s: State) -> bool:
    """Return whether a canoe is on a village jetty; if so, the game ends when all have moved (C-END-1)."""
    arrived = False
    for seat in range(int(s.seats)):
        arrived |= s.left[seat] != NONE
    return arrived


@kernel
def standing(b: Board, s: State, seat: int) -> int:
    """Score a seat for the ranking: first arrivals, by points left, then bid; then the others by distance (C-END-1)."""
    if s.left[seat] != NONE:
        return 100 * (1 + int(s.left[seat])) + int(s.bid[seat])
    return -int(b.distance[int(s.place[seat])])


@kernel
def winners(s: State, ranks: Grid) -> int:
    """Return a bit mask of the winners: the best of those who arrived (C-END-1)."""
    mask = 0
    for seat in range(int(s.seats)):
        mask |= int(ranks[seat] == 1 and s.left[seat] != NONE) << seat
    return mask
