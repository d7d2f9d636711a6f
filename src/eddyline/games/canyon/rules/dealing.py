"""Set up the game, choose jetties, deal (C-SET, C-DEAL, C-TRACK)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.kernel import kernel
from eddyline.engine.random import below, blended, stir
from eddyline.games.canyon.rules.actions import CARDS, GO
from eddyline.games.canyon.rules.state import BROWN, NONE, SPACES, TRACK, Phase

if TYPE_CHECKING:
    from eddyline.engine.records import Grid
    from eddyline.games.canyon.rules.board import Board
    from eddyline.games.canyon.rules.state import State

DECK = len(CARDS)
CARDS_AT = np.array((0, *TRACK), np.int8)
"""Cards per player by space of the round track, counted from 1."""


@kernel
def lay_out(s: State, dealer: int) -> None:
    """Set up the game; `seats` and the options are already set (C-SET-1)."""
    s.dealer = dealer
    s.round_number = 1
    s.space = 1
    for seat in range(s.place.shape[0]):
        s.place[seat] = NONE
        s.left[seat] = NONE
    clear_round(s)
    s.phase = Phase.JETTIES
    s.waiting = 1 << in_order(s, 0)


@kernel
def clear_round(s: State) -> None:
    """Clear the last round, so that equal positions are equal records."""
    s.turn = 0
    s.waiting = 0
    s.trump = NONE
    s.trick = 0
    s.fallen = 0
    for seat in range(s.place.shape[0]):
        s.hand[seat] = 0
        s.bid[seat] = NONE
        s.tricks[seat] = 0
        s.points[seat] = NONE
    for trick in range(s.played.shape[0]):
        s.lead[trick] = NONE
        for seat in range(s.played.shape[1]):
            s.played[trick, seat] = NONE
    s.lead[s.played.shape[0]] = NONE


@kernel
def next_seat(s: State, seat: int) -> int:
    """Return the neighbour on the left."""
    return seat + 1 if seat + 1 < int(s.seats) else 0


@kernel
def in_order(s: State, turn: int) -> int:
    """Return the seat at index `turn` in the order that starts at the dealer's left and ends with the dealer."""
    seat = int(s.dealer) + 1 + turn
    return seat if seat < int(s.seats) else seat - int(s.seats)


@kernel
def cards_each(s: State) -> int:
    """Return the number of cards per player in this round (C-DEAL-1)."""
    return int(CARDS_AT[int(s.space)])


@kernel
def legal_jetties(b: Board, s: State, out: Grid) -> int:
    """Write the start jetties that nobody has chosen yet (C-SET-1)."""
    count = 0
    for number in range(b.start.shape[0]):
        jetty = int(b.start[number])
        free = True
        for seat in range(int(s.seats)):
            if int(s.place[seat]) == jetty:
                free = False
        out[count] = GO + jetty
        count += free
    return count


@kernel
def advance_jetties(s: State) -> None:
    """Let the next player choose a jetty, or continue with the deal (C-SET-1)."""
    if int(s.turn) + 1 < int(s.seats):
        s.turn += 1
        s.waiting = 1 << in_order(s, int(s.turn))
    else:
        s.turn = 0
        s.phase = Phase.DEAL


@kernel
def deal(s: State, word: int) -> None:
    """Deal the cards one by one from the dealer's left, and turn up the next one (C-DEAL-1, C-DEAL-2).

    Every card is drawn from the whole deck, and redrawn if it has already been dealt.
    """
    number = cards_each(s) * int(s.seats)
    random = blended(word)
    gone = 0
    seat = in_order(s, 0)
    card = 0
    for dealt in range(number + 1):
        random = stir(random)
        card = below(random, DECK)
        while gone >> card & 1:
            random = stir(random)
            card = below(random, DECK)
        gone |= 1 << card
        if dealt < number:
            s.hand[seat] |= 1 << card
            seat = next_seat(s, seat)
    s.trump = card
    s.phase = Phase.BIDS
    s.lead[0] = in_order(s, 0)
    s.waiting = (1 << int(s.seats)) - 1 if s.secret_bids else 1 << in_order(s, 0)


@kernel
def begin_round(s: State) -> None:
    """Advance the round marker and pass the deal to the left (C-TRACK-1, C-DEAL-1)."""
    space = int(s.space) + 1
    if s.skip_brown and space == BROWN[0]:
        space = BROWN[1] + 1
    clear_round(s)
    s.space = space if space <= SPACES else 1
    s.dealer = next_seat(s, int(s.dealer))
    s.round_number += 1
    s.phase = Phase.DEAL
