"""Bid, and play tricks for the bids (C-BID, C-PLAY, and the points of C-MOVE-1 and C-RAPID-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from eddyline.engine.kernel import kernel
from eddyline.games.canyon.actions import BID, CARDS, PLAY, SUITS, VALUES
from eddyline.games.canyon.board import RAPIDS
from eddyline.games.canyon.dealing import cards_each, in_order
from eddyline.games.canyon.state import NONE, SEATS, Phase

if TYPE_CHECKING:
    from eddyline.engine.records import Grid
    from eddyline.games.canyon.board import Board
    from eddyline.games.canyon.state import State

SUIT = (1 << VALUES) - 1
"""Bit mask of the first suit's cards; the next suit's is shifted by VALUES."""

MOST_BONUS = 3

WIDTH = 8
"""Places in a row of `IN_SUIT`: no hand has more cards."""


def _in_suit() -> tuple[np.ndarray[Any, np.dtype[np.int16]], np.ndarray[Any, np.dtype[np.int8]]]:
    """Tabulate, by the ten bits of a suit: the bits that are set, lowest first, and how many they are."""
    rows, counts = np.zeros((SUIT + 1, WIDTH), np.int16), np.zeros(SUIT + 1, np.int8)
    for mask in range(SUIT + 1):
        found = [bit for bit in range(VALUES) if mask >> bit & 1]
        counts[mask] = len(found)
        rows[mask, : min(len(found), WIDTH)] = found[:WIDTH]
    return rows, counts


IN_SUIT, COUNT = _in_suit()

SUIT_OF = np.arange(len(CARDS)) // VALUES
"""Suit of a card."""


@kernel
def legal_bids(s: State, out: Grid) -> int:
    """Write every number of tricks from none to the whole hand (C-BID-1)."""
    most = cards_each(s)
    for tricks in range(most + 1):
        out[tricks] = BID + tricks
    return most + 1


@kernel
def decide_bid(s: State, seat: int, action: int) -> None:
    """Note a bid."""
    s.bid[seat] = action - BID
    s.waiting &= ~(1 << seat)


@kernel
def advance_bids(s: State) -> None:
    """Let the next player bid, or the dealer's left lead to the first trick (C-BID-1, C-PLAY-1)."""
    if not s.secret_bids and int(s.turn) + 1 < int(s.seats):
        s.turn += 1
        s.waiting = 1 << in_order(s, int(s.turn))
    else:
        s.phase = Phase.TRICKS
        s.turn = 0
        s.waiting = 1 << in_order(s, 0)


@kernel
def player(s: State, turn: int) -> int:
    """Return the seat that plays to the current trick after `turn` others."""
    seat = int(s.lead[int(s.trick)]) + turn
    return seat if seat < int(s.seats) else seat - int(s.seats)


@kernel
def led_suit(s: State) -> int:
    """Return the suit that was led to the current trick, or NONE."""
    trick = int(s.trick)
    card = int(s.played[trick, int(s.lead[trick])])
    return int(SUIT_OF[card]) if card != NONE else NONE


@kernel
def legal_cards(s: State, seat: int, out: Grid) -> int:
    """Write the cards that may be played: of the led suit where the hand has one, else all (C-PLAY-1)."""
    hand = int(s.hand[seat])
    led = led_suit(s)
    if led != NONE:
        count = write_suit(hand, led, out, 0)
        if count != 0:
            return count
    count = 0
    for suit in range(len(SUITS)):
        count = write_suit(hand, suit, out, count)
    return count


@kernel
def write_suit(hand: int, suit: int, out: Grid, count: int) -> int:
    """Write the hand's cards of a suit behind `count` others; return how many there are then.

    Writes a whole row of the table always: a loop whose end the processor cannot foresee costs more than idle steps.
    """
    mask = hand >> suit * VALUES & SUIT
    for number in range(WIDTH):
        out[count + number] = PLAY + suit * VALUES + IN_SUIT[mask, number]
    return count + int(COUNT[mask])


@kernel
def decide_card(s: State, seat: int, action: int) -> None:
    """Lay a card from the hand on the table."""
    s.hand[seat] ^= 1 << (action - PLAY)
    s.played[int(s.trick), seat] = action - PLAY
    s.waiting = 0


@kernel
def trick_winner(s: State) -> int:
    """Return who wins the trick on the table: the highest trump, else the highest card of the led suit (C-PLAY-2)."""
    trick = int(s.trick)
    trump = int(SUIT_OF[int(s.trump)])
    led = int(SUIT_OF[int(s.played[trick, int(s.lead[trick])])])
    best = 0
    winner = 0
    # All seats, taken or not, for a loop of one length needs no looking ahead; whoever is not there played nothing.
    for seat in range(SEATS):
        card = int(s.played[trick, seat])
        suit = int(SUIT_OF[card])
        # Trumps above the led suit above the rest, then by value.
        strength = (card + len(CARDS) * ((suit == led) + 2 * (suit == trump))) * (card != NONE)
        winner = seat if strength > best else winner
        best = max(strength, best)
    return winner


@kernel
def advance_trick(b: Board, s: State) -> None:
    """Let the next player play a card, or give the trick to its winner, who leads to the next one (C-PLAY-2)."""
    if int(s.turn) + 1 < int(s.seats):
        s.turn += 1
        s.waiting = 1 << player(s, int(s.turn))
        return
    winner = trick_winner(s)
    s.tricks[winner] += 1
    s.lead[int(s.trick) + 1] = winner
    if int(s.trick) + 1 < cards_each(s):
        s.trick += 1
        s.turn = 0
        s.waiting = 1 << winner
        return
    for seat in range(int(s.seats)):
        s.points[seat] = points_of(b, s, seat)
    s.phase = Phase.MOVING
    s.turn = -1


@kernel
def bonus_of(s: State, seat: int) -> int:
    """Return the bonus for a bid that was made: 1 for none, 2 for one, 3 for two tricks and more (C-MOVE-1)."""
    bid = int(s.bid[seat])
    if bid != int(s.tricks[seat]):
        return 0
    return min(bid + 1, MOST_BONUS)


@kernel
def points_of(b: Board, s: State, seat: int) -> int:
    """Return the points of a move from where the canoe is: in the rapids only the bonus (C-MOVE-1, C-RAPID-1)."""
    if b.kind[int(s.place[seat])] == RAPIDS:
        return bonus_of(s, seat)
    return int(s.tricks[seat]) + bonus_of(s, seat)
