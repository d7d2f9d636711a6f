"""Count, over deals that a seat must think possible, whether a trick is still lost to others (C-PLAY-1, C-PLAY-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from eddyline.engine.kernel import PLAIN, kernel, routine, wide
from eddyline.engine.records import Grid, Shown, record
from eddyline.engine.writer import millionths
from eddyline.games.canyon.rules.actions import MOST_TRICKS, PLAY, VALUES
from eddyline.games.canyon.rules.dealing import cards_each
from eddyline.games.canyon.rules.phases import board_of
from eddyline.games.canyon.rules.secrets import resample
from eddyline.games.canyon.rules.state import NONE, Phase, State
from eddyline.games.canyon.rules.tricks import WIDTH, legal_cards, points_of, trick_winner

if TYPE_CHECKING:
    from eddyline.engine.records import States
    from eddyline.games.canyon.rules.board import Board

DEALS = 30 if PLAIN else 400
"""Deals that are looked at: drawn by the rules' own `resample`, always with the same words."""
TRUMP, LED = range(2)
"""Why a card leads."""


@record
class Room:
    """Hold what is needed to count."""

    dtype: ClassVar[np.dtype[Any]]

    after: Annotated[Grid, State.dtype, (1,)]
    """A copy of the position, to be changed."""
    offers: Annotated[Grid, np.int16, (MOST_TRICKS + WIDTH,)]
    """`legal_cards` writes so many cards more than there are."""
    held: Annotated[Grid, np.int64, (MOST_TRICKS + 1,)]
    """Deals in which nobody takes the trick: as it lies, and with each card."""


@routine
def tell_fate(boards: States, rooms: States, states: States, i: int, seat: int, told: States) -> None:
    """Tell a seat what may come of a record redacted for it; NONE: a spectator."""
    s = states[i]
    tell(board_of(boards, s), s, seat, told[0], rooms[0])


@kernel
def tell(b: Board, s: State, seat: int, told: Shown, room: Room) -> None:
    """Tell what may come, if this is a time of bids or tricks."""
    told.fate_count = s.phase in (Phase.BIDS, Phase.TRICKS)
    if s.phase not in (Phase.BIDS, Phase.TRICKS):
        return
    fate = told.fate[0]
    fate.deals = 1
    fate.leading_count = 0
    fate.cards_count = 0
    fate.bids_count = 0
    room.after[0] = s
    after = room.after[0]
    for other in range(int(s.seats)):
        if s.bid[other] >= 0:
            need = fate.bids[fate.bids_count]
            fate.bids_count += 1
            need.seat = other
            need.needs = s.bid[other] - s.tricks[other]
            need.open = cards_each(s) - int(s.trick)
            after.tricks[other] = s.bid[other]
            need.points = points_of(b, after, other)
    if s.phase == Phase.TRICKS:
        tell_trick(s, seat, fate, room)


@kernel
def tell_trick(s: State, seat: int, fate: Shown, room: Room) -> None:
    """Tell who wins the trick that lies there, how firmly, and how good this seat's cards are."""
    trick = wide(s.trick)
    begun = False
    for other in range(int(s.seats)):
        if s.played[trick, other] != NONE:
            begun = True
        elif other != seat:
            fate.deals = DEALS
    leading = fate.leading[0]
    fate.leading_count = begun
    leading.seat = trick_winner(s)
    leading.card = s.played[trick, leading.seat]
    leading.because = TRUMP if leading.card // VALUES == s.trump // VALUES else LED
    leading.share = NONE
    if seat == NONE:
        return
    if s.waiting >> seat & 1:
        fate.cards_count = legal_cards(s, seat, room.offers)
        for n in range(int(fate.cards_count)):
            fate.cards[n].card = room.offers[n] - PLAY
    room.held[:] = 0
    for deal in range(int(fate.deals)):
        room.after[0] = s
        resample(room.after[0], wide(seat), wide(deal))
        # First the trick as it lies, then with each card.
        for n in range(0 if begun else 1, int(fate.cards_count) + 1):
            if n > 0:
                room.after[0].played[trick, seat] = fate.cards[n - 1].card
            room.held[n] += not can_be_beaten(room.after[0], seat if n > 0 else wide(leading.seat), room.offers)
    if begun:
        leading.share = millionths(room.held[0] / fate.deals)
    for n in range(int(fate.cards_count)):
        fate.cards[n].share = millionths(room.held[n + 1] / fate.deals)


@routine
def can_be_beaten(s: State, seat: int, out: Grid) -> bool:
    """Return whether somebody who has not played to the trick yet could take it from a seat."""
    if trick_winner(s) != seat:
        return True
    trick = wide(s.trick)
    beaten = False
    for other in range(wide(s.seats)):
        if s.played[trick, other] == NONE and not beaten:
            for n in range(legal_cards(s, other, out)):
                s.played[trick, other] = out[n] - PLAY
                beaten |= trick_winner(s) == other
            s.played[trick, other] = NONE
    return beaten
