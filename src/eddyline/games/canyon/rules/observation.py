"""Compute the observation for learners: what one seat may know, as a row of small numbers.

Seats are relative: the observer comes first, then the others clockwise, always six of them, so that one network can
play any seat with any number of players. The board, which never changes during a game, is left out; for every canoe,
there are its space and the distance to the village.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel
from eddyline.engine.observing import MOST, absolute, observe_rounds, relative
from eddyline.engine.pieces import pieces
from eddyline.games.canyon.rules.actions import CARDS, SIDE
from eddyline.games.canyon.rules.board import CLOSED
from eddyline.games.canyon.rules.dealing import cards_each
from eddyline.games.canyon.rules.state import NONE, SEATS, Phase
from eddyline.games.canyon.rules.tricks import SUIT_OF, led_suit

if TYPE_CHECKING:
    from eddyline.engine.pieces import Seen
    from eddyline.games.canyon.rules.board import Board
    from eddyline.games.canyon.rules.state import State

PIECES = pieces(
    ("players", (), 3, 6, "number of players; entries of empty seats are 0, or −1 where −1 means none"),
    ("skip_brown", (), 0, 1, "option `skip_brown`"),
    ("secret_bids", (), 0, 1, "option `secret_bids`"),
    ("number", (), 1, 127, "number of the round; 127: that or later"),
    ("rounds_left", (), 0, 127, "rounds after this one until `max_rounds`; 127: that many or more"),
    ("phase", (), 0, 5, "jetties, deal, bids, tricks, moving, over"),
    ("decides", (SEATS,), 0, 1, "who owes a decision; in secret bidding, only the observer"),
    ("dealer", (), 0, 5, "the dealer"),
    ("space", (), 1, 14, "space of the round track"),
    ("cards", (), 1, 8, "cards dealt to each player in this round"),
    ("trick", (), 0, 7, "number of the current trick or, after the tricks, of the last one"),
    ("turn", (), -1, 5, "index of the turn in the order of this phase or trick; −1 before the first canoe moves"),
    ("leader", (), -1, 5, "who leads to the trick"),
    ("trump", (), -1, 49, "card turned up: 10 times the suit, plus the value less 1"),
    ("trump_suit", (), -1, 4, "its suit: fir, fish, flame, sun, feather"),
    ("led_suit", (), -1, 4, "suit that was led to the trick"),
    ("hand", (len(CARDS),), 0, 1, "the observer's cards"),
    ("played", (len(CARDS),), -1, 5, "who played that card to a finished trick; all −1 once the canoes move"),
    ("table", (SEATS,), -1, 49, "card that each player has played to the trick"),
    ("bid", (SEATS,), -1, 8, "bid of this round; −1: none yet, or another's that is still secret"),
    ("tricks", (SEATS,), 0, 8, "tricks won in this round"),
    ("points", (SEATS,), -1, 11, "points of this round's move; −1 before the tricks are over"),
    ("fallen", (SEATS,), 0, 1, "1: was pushed over the waterfall and loses this round's turn"),
    ("left", (SEATS,), -1, 11, "points left over on arrival; −1: not arrived"),
    ("column", (SEATS,), -1, 31, "column of the canoe; −1: it has no jetty yet"),
    ("row", (SEATS,), -1, 31, "row of the canoe"),
    ("kind", (SEATS,), 0, 5, "what it is on: nothing, start jetty, calm water, rapids, gangway, village jetty"),
    ("distance", (SEATS,), -1, 127, "steps to the village, ignoring canoes; 127: that many or more"),
)
"""The pieces of an observation: name, shape, minimum, maximum, meaning."""


@kernel
def observe(b: Board, s: State, observer: int, seen: Seen) -> None:
    """Write what a seat may know: the same for a full state and for one redacted for that seat."""
    seen.players = s.seats
    seen.skip_brown = s.skip_brown
    seen.secret_bids = s.secret_bids
    observe_rounds(s, seen)
    seen.phase = s.phase
    seen.dealer = relative(s, int(s.dealer), observer)
    seen.space = s.space
    seen.cards = cards_each(s)
    seen.trick = s.trick
    seen.turn = s.turn
    seen.leader = relative(s, int(s.lead[int(s.trick)]), observer)
    seen.trump = s.trump
    seen.trump_suit = SUIT_OF[int(s.trump) + 1]
    seen.led_suit = led_suit(s) if s.phase == Phase.TRICKS else NONE
    observe_cards(s, observer, seen)
    secret = s.secret_bids == 1 and s.phase == Phase.BIDS
    waiting = int(s.waiting) & (1 << observer if secret else -1)
    for other in range(int(s.seats)):
        seat = absolute(s, other, observer)
        observe_player(b, s, seat, other, waiting, seen)
        seen.bid[other] = NONE if secret and other != 0 else s.bid[seat]


@kernel
def observe_cards(s: State, observer: int, seen: Seen) -> None:
    """Write the observer's hand, and who has played which card."""
    hand = int(s.hand[observer])
    for card in range(len(CARDS)):
        seen.hand[card] = hand >> card & 1
        seen.played[card] = NONE
    finished = int(s.trick) if s.phase == Phase.TRICKS else 0
    for trick in range(finished):
        for seat in range(int(s.seats)):
            seen.played[s.played[trick, seat]] = relative(s, seat, observer)


@kernel
def observe_player(b: Board, s: State, seat: int, other: int, waiting: int, seen: Seen) -> None:
    """Write the public information about a player."""
    seen.decides[other] = waiting >> seat & 1
    seen.table[other] = s.played[int(s.trick), seat] if s.phase == Phase.TRICKS else NONE
    seen.tricks[other] = s.tricks[seat]
    seen.points[other] = s.points[seat]
    seen.fallen[other] = int(s.fallen) >> seat & 1
    seen.left[other] = s.left[seat]
    place = int(s.place[seat])
    if place == NONE:
        leave_ashore(other, seen)
    else:
        seen.column[other] = place & (SIDE - 1)
        seen.row[other] = place // SIDE
        seen.kind[other] = b.kind[place]
        seen.distance[other] = min(int(b.distance[place]), MOST)


@kernel
def leave_ashore(other: int, seen: Seen) -> None:
    """Write that a canoe has no place yet."""
    seen.column[other] = NONE
    seen.row[other] = NONE
    seen.kind[other] = CLOSED
    seen.distance[other] = NONE
