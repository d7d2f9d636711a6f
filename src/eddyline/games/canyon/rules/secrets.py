"""Redeal what a seat cannot know, uniformly over all deals consistent with what it has seen.

A seat has seen its hand, the trump card, and who did not follow suit (C-PLAY-1). Seats get their hands one after the
other, those with the fewest possible suits first. If two of them are void in different suits, this alone would favour
some deals: the number of possible hands for the second depends on the hand of the first. So a deal is accepted with a
probability proportional to these numbers, and otherwise repeated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.kernel import kernel, routine
from eddyline.engine.random import below, blended, stir
from eddyline.games.canyon.rules.actions import SUITS, VALUES
from eddyline.games.canyon.rules.dealing import DECK, cards_each
from eddyline.games.canyon.rules.state import NONE, Phase
from eddyline.games.canyon.rules.tricks import COUNT, SUIT

if TYPE_CHECKING:
    from eddyline.engine.records import States
    from eddyline.games.canyon.rules.state import State

OPEN = np.array(
    [
        sum(SUIT << VALUES * suit for suit in range(len(SUITS)) if not void >> suit & 1)
        for void in range(1 << len(SUITS))
    ]
)
"""By bit mask of void suits: the cards of the other suits."""
PATIENCE = 1000
"""Maximum number of rejections before the next possible deal is accepted; hardly any position needs this many."""


@kernel
def hidden(s: State, seat: int) -> int:
    """Return what is hidden from others: a hand, and a secret bid until all have bid (C-BID-1); see `Doors.hidden`."""
    secret = s.secret_bids == 1 and s.phase == Phase.BIDS and s.bid[seat] != NONE
    return int(s.hand[seat] != 0) | int(secret) << 1


@routine
def resample(s: State, seat: int, word: int) -> None:
    """Replace what `seat` cannot know by a draw from `word`: the others' hands, and their bids while they are secret.

    Does not read the hidden information, so a full record and one redacted for the seat give the same result. A secret
    bid becomes one that is still to be made (C-BID-1).
    """
    if s.phase not in (Phase.BIDS, Phase.TRICKS):
        return
    unseen = unseen_by(s, seat)
    missing = missing_suits(s)
    if s.phase == Phase.BIDS and s.secret_bids:
        for other in range(int(s.seats)):
            if other != seat:
                s.bid[other] = NONE
                s.waiting |= 1 << other
    random = blended(word)
    kept = False
    tries = 0
    while not kept:
        kept, random = deal_again(s, seat, unseen, missing, tries < PATIENCE, random)
        tries += 1


@kernel
def unseen_by(s: State, seat: int) -> int:
    """Return a bit mask of the cards that a seat has not seen."""
    seen = int(s.hand[seat]) | 1 << int(s.trump)
    for trick in range(int(s.trick) + 1):
        for other in range(int(s.seats)):
            card = int(s.played[trick, other])
            if card != NONE:
                seen |= 1 << card
    return ~seen & ((1 << DECK) - 1)


@kernel
def missing_suits(s: State) -> int:
    """Return the suits that each seat is known to be void in: five bits per seat, lowest for seat 0 (C-PLAY-1)."""
    missing = 0
    for trick in range(int(s.trick) + 1):
        led = int(s.played[trick, int(s.lead[trick])])
        for seat in range(int(s.seats)):
            card = int(s.played[trick, seat])
            if card != NONE and card // VALUES != led // VALUES:
                missing |= 1 << seat * len(SUITS) + led // VALUES
    return missing


@kernel
def open_to(missing: int, seat: int) -> int:
    """Return the cards of the suits a seat may still hold."""
    return int(OPEN[missing >> seat * len(SUITS) & (1 << len(SUITS)) - 1])


@kernel
def number_of(cards: int) -> int:
    """Count the cards of a bit mask."""
    number = 0
    for suit in range(len(SUITS)):
        number += int(COUNT[cards >> suit * VALUES & SUIT])
    return number


@kernel
def cards_left(s: State, seat: int) -> int:
    """Return the number of cards that a seat holds, which is public."""
    return cards_each(s) - int(s.trick) - (1 if s.played[int(s.trick), seat] != NONE else 0)


@kernel
def before(seat: int, seats_cards: int, other: int, others_cards: int) -> bool:
    """Return whether a seat gets its hand before another, by the numbers of cards that they could hold."""
    return seats_cards < others_cards or (seats_cards == others_cards and seat < other)


@routine
def deal_again(
    s: State, viewer: int, unseen: int, missing: int, weigh: bool, random: np.uint64
) -> tuple[bool, np.uint64]:
    """Deal hands to all but the viewer; return whether the deal is accepted, and the next random word."""
    left = unseen
    odds = 1.0
    dealt = 1 << viewer
    for _ in range(int(s.seats) - 1):
        seat = NONE
        fewest = DECK + 1
        for other in range(int(s.seats)):
            cards = number_of(unseen & open_to(missing, other))
            if not dealt >> other & 1 and before(other, cards, seat, fewest):
                seat = other
                fewest = cards
        mine = unseen & open_to(missing, seat)
        number = cards_left(s, seat)
        free = number_of(left & mine)
        if free < number:
            return False, random
        if weigh and missing != 0:
            most = fewest
            for other in range(int(s.seats)):
                if dealt >> other & 1 and other != viewer:
                    aside = number_of(unseen & open_to(missing, other) & ~mine)
                    most -= max(0, cards_left(s, other) - aside)
            for card in range(number):
                odds *= (free - card) / (most - card)
        dealt |= 1 << seat
        hand = 0
        for _ in range(number):
            random = stir(random)
            card = below(random, DECK)
            while not (left & mine) >> card & 1:
                random = stir(random)
                card = below(random, DECK)
            hand |= 1 << card
            left &= ~(1 << card)
        s.hand[seat] = hand
    random = stir(random)
    return odds >= 1.0 or below(random, 1 << 24) < odds * (1 << 24), random


def deck_is_secret(states: States) -> bool:
    """Return whether the rest of a deck must stay unknown to everybody: from the first deal until the game is over.

    Between two deals no hands are left, but the words of earlier deals would still reveal the rest of each deck. So the
    public record of a running game ends before its first deal.
    """
    # Called after every turn: reading a field from the array takes a twentieth of the time of reading it from a record.
    phase = int(states["phase"][0])
    before = phase == Phase.JETTIES or (phase == Phase.DEAL and states["round_number"][0] == 1)
    return not before and phase != Phase.OVER


def holds_one_card(states: States, seat: int) -> bool:
    """Return whether a seat must play its last card, as everybody can count, whatever it is (C-PLAY-1)."""
    del seat
    s = states[0]
    return bool(s.phase == Phase.TRICKS and int(s.trick) + 1 == int(cards_each(s)))
