"""Bid and play tricks (C-BID, C-PLAY, and the points of C-MOVE-1 and C-RAPID-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from eddyline.engine.kernel import kernel
from eddyline.games.canyon.rules.actions import BID, CARDS, PLAY, SUITS, VALUES
from eddyline.games.canyon.rules.board import RAPIDS
from eddyline.games.canyon.rules.dealing import cards_each, in_order
from eddyline.games.canyon.rules.state import NONE, SEATS, Phase

if TYPE_CHECKING:
    from eddyline.engine.records import Grid
    from eddyline.games.canyon.rules.board import Board
    from eddyline.games.canyon.rules.state import State

SUIT = (1 << VALUES) - 1
"""Bit mask of the first suit's cards; the next suit's is shifted by VALUES."""

MOST_BONUS = 3

WIDTH = 8
"""Length of a row of `IN_SUIT`: the maximum number of cards in a hand."""


def _in_suit() -> tuple[np.ndarray[Any, np.dtype[np.uint8]], np.ndarray[Any, np.dtype[np.uint8]]]:
    """Tabulate, by the ten bits of a suit, the set bits, lowest first, and their number."""
    rows, counts = np.zeros((SUIT + 1, WIDTH), np.uint8), np.zeros(SUIT + 1, np.uint8)
    for mask in range(SUIT + 1):
        found = [bit for bit in range(VALUES) if mask >> bit & 1]
        counts[mask] = len(found)
        rows[mask, : min(len(found), WIDTH)] = found[:WIDTH]
    return rows, counts


IN_SUIT, COUNT = _in_suit()
"""Unsigned, because their sums are used as indices, and unsigned ones need no check for negative values."""

FOLLOWING = np.array([(1 << len(CARDS)) - 1, *(SUIT << suit * VALUES for suit in range(len(SUITS)))])
"""Bit mask of the cards that follow a led suit: [suit + 1]; NONE comes first, which all cards follow."""

SUIT_OF = np.array([NONE, *(card // VALUES for card in range(len(CARDS)))])
"""Suit of a card: [card + 1]; NONE comes first, and has none."""


@kernel
def legal_bids(s: State, out: Grid) -> int:
    """Write the bids from none to all tricks (C-BID-1)."""
    most = cards_each(s)
    for tricks in range(most + 1):
        out[tricks] = BID + tricks
    return most + 1


@kernel
def decide_bid(s: State, seat: int, action: int) -> None:
    """Record a bid."""
    s.bid[seat] = action - BID
    s.waiting &= ~(1 << seat)


@kernel
def advance_bids(s: State) -> None:
    """Let the next player bid, or the player on the dealer's left lead to the first trick (C-BID-1, C-PLAY-1)."""
    if not s.secret_bids and int(s.turn) + 1 < int(s.seats):
        s.turn += 1
        s.waiting = 1 << in_order(s, int(s.turn))
    else:
        s.phase = Phase.TRICKS
        s.turn = 0
        s.waiting = 1 << in_order(s, 0)


@kernel
def player(s: State, turn: int) -> int:
    """Return the seat at index `turn` in the order of the current trick."""
    seat = int(s.lead[int(s.trick)]) + turn
    return seat if seat < int(s.seats) else seat - int(s.seats)


@kernel
def led_suit(s: State) -> int:
    """Return the suit that was led to the current trick, or NONE."""
    trick = int(s.trick)
    card = int(s.played[trick, int(s.lead[trick])])
    return int(SUIT_OF[card + 1])


@kernel
def legal_cards(s: State, seat: int, out: Grid) -> int:
    """Write the playable cards: those of the led suit if the hand has any, otherwise all (C-PLAY-1)."""
    hand = int(s.hand[seat])
    cards = hand & int(FOLLOWING[led_suit(s) + 1])
    return write_cards(cards if cards != 0 else hand, out)


@kernel
def write_cards(cards: int, out: Grid) -> int:
    """Write the cards of a bit mask to `out` and return their number.

    Always processes all suits, and writes a whole row of the table for each: a loop with an unpredictable end costs
    more than the unnecessary steps.
    """
    count = 0
    for suit in range(len(SUITS)):
        mask = cards >> suit * VALUES & SUIT
        for number in range(WIDTH):
            out[count + number] = PLAY + suit * VALUES + int(IN_SUIT[mask, number])
        count += int(COUNT[mask])
    return count


@kernel
def decide_card(s: State, seat: int, action: int) -> None:
    """Play a card from the hand."""
    s.hand[seat] ^= 1 << (action - PLAY)
    s.played[int(s.trick), seat] = action - PLAY
    s.waiting = 0


@kernel
def trick_winner(s: State) -> int:
    """Return the winner of the current trick: the highest trump, or the highest card of the led suit (C-PLAY-2)."""
    trick = int(s.trick)
    trump = int(SUIT_OF[int(s.trump) + 1])
    led = int(SUIT_OF[int(s.played[trick, int(s.lead[trick])]) + 1])
    best = 0
    winner = 0
    # All seats, occupied or not, because a loop of fixed length is predictable; empty seats have played nothing.
    for seat in range(SEATS):
        card = int(s.played[trick, seat])
        suit = int(SUIT_OF[card + 1])
        # Trumps beat the led suit, which beats the rest; then by value.
        strength = (card + len(CARDS) * ((suit == led) + 2 * (suit == trump))) * (card != NONE)
        winner = seat if strength > best else winner
        best = max(strength, best)
    return winner


@kernel
def advance_trick(b: Board, s: State) -> None:
    """Let the next player play a card, or give the trick to its winner, who leads to the next (C-PLAY-2)."""
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
    """Return the bonus for a bid that was made: 1 for no trick, 2 for one, 3 for two or more (C-MOVE-1)."""
    bid = int(s.bid[seat])
    if bid != int(s.tricks[seat]):
        return 0
    return min(bid + 1, MOST_BONUS)


@kernel
def points_of(b: Board, s: State, seat: int) -> int:
    """Return the points of a move from the canoe's place: in the rapids, only the bonus (C-MOVE-1, C-RAPID-1)."""
    if b.kind[int(s.place[seat])] == RAPIDS:
        return bonus_of(s, seat)
    return int(s.tricks[seat]) + bonus_of(s, seat)
