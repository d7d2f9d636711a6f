"""Plan bids and cards by flat Monte Carlo: try every choice on many determinizations, played out by rules of thumb.

A *determinization* is one deal of the unseen cards. The rules of thumb are those of casual players: take tricks until
the bid is made, then duck and discard dangerous cards. Nothing here reads another seat's hand, nor a secret bid before
all have bid, so a full state and a redacted one give the same answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.bots.canyon.manners import BIDDING, EXACT, HIGH, LEAD, SNATCH, TRUMP, ZERO
from eddyline.bots.canyon.scratch import DEALT, TRIAL
from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.random import below, seeded, stir
from eddyline.games.canyon.rules.actions import BID, PLAY, VALUES
from eddyline.games.canyon.rules.board import FALLS, RAPIDS
from eddyline.games.canyon.rules.dealing import DECK, cards_each
from eddyline.games.canyon.rules.state import NONE, Phase
from eddyline.games.canyon.rules.tricks import (
    advance_trick,
    bonus_of,
    decide_card,
    led_suit,
    legal_cards,
    trick_winner,
)

if TYPE_CHECKING:
    import numpy as np

    from eddyline.bots.canyon.scratch import Scratch
    from eddyline.engine.records import States
    from eddyline.games.canyon.rules.board import Board
    from eddyline.games.canyon.rules.state import State

TRICKS_DEALT = 500
"""Tricks played out per choice: the fewer are left in the round, the more determinizations are tried."""
ARRIVAL = 8.0
"""Value, in steps, of reaching the village, in addition to the distance."""
SPARE_POINT = 1.0
"""Value, in steps, of a point left over on arrival (C-END-1)."""
RIVAL_WEIGHT = 0.15
"""Cost of a step of the other seats, on average, relative to the value of an own step."""
ABOVE_ALL = 10_000
"""More than any card's key in `simple_card`."""
DEAL_TRIES = 5
"""Tries to find a card, or a hand, consistent with what its owner has shown."""
BID_FACTOR = 0.6
"""Ratio of the tricks a hand makes to the sum of its cards' individual estimates."""


@kernel
def wants_tricks(b: Board, s: State, seat: int) -> bool:
    """Return whether a seat still needs tricks for its bid, or has missed it where every trick is a step (C-MOVE-1)."""
    need = int(s.bid[seat]) - int(s.tricks[seat])
    left = cards_each(s) - int(s.trick)
    if 0 <= need <= left:
        return need > 0
    return bool(b.kind[int(s.place[seat])] != RAPIDS)


@routine
def simple_card(b: Board, s: State, seat: int, scratch: Scratch) -> int:
    """Play a card by rule of thumb: win as cheaply as is safe, or lose as dearly as possible."""
    cards = scratch.playable
    count = legal_cards(s, seat, cards)
    if count == 1:
        return int(cards[0])
    led = led_suit(s)
    trump = int(s.trump) // VALUES
    best = NONE if led == NONE else int(s.played[int(s.trick), trick_winner(s)])
    last = int(s.turn) + 1 == int(s.seats)
    low_win, high_win, low_lose, high_lose = ABOVE_ALL, NONE, ABOVE_ALL, NONE
    for index in range(count):
        card = int(cards[index]) - PLAY
        suit = card // VALUES
        # Order cards by strength, trumps highest; the card is recovered as the remainder.
        strength = card % VALUES + (VALUES if suit == trump else 0)
        key = strength * DECK + card
        wins = led == NONE or ((card > best) if suit == best // VALUES else suit == trump)
        if wins:
            low_win = min(low_win, key)
            high_win = max(high_win, key)
        else:
            low_lose = min(low_lose, key)
            high_lose = max(high_lose, key)
    if wants_tricks(b, s, seat):
        chosen = low_lose if high_win == NONE else low_win if last else high_win
    else:
        chosen = high_lose if high_lose != NONE else high_win if last else low_win
    return PLAY + chosen % DECK


@routine
def likely_tricks(s: State, hand: int) -> int:
    """Estimate the tricks of a hand: each card counts its chance to beat one random card of every other seat."""
    trump = int(s.trump) // VALUES
    total = 0.0
    for card in range(DECK):
        if not hand >> card & 1:
            continue
        higher = VALUES - 1 - card % VALUES + (0 if card // VALUES == trump else VALUES)
        chance = 1.0
        for _ in range(int(s.seats) - 1):
            chance *= 1.0 - higher / (DECK - 1.0)
        total += chance
    return int(total * BID_FACTOR + 0.5)


@routine
def note_unseen(s: State, viewer: int, scratch: Scratch) -> None:
    """Record the cards the viewer has not seen, and the suits that other seats have shown to be void in."""
    seen = int(s.hand[viewer]) | 1 << int(s.trump)
    scratch.void[:] = 0
    for trick in range(int(s.trick) + 1):
        led = int(s.played[trick, int(s.lead[trick])])
        for seat in range(int(s.seats)):
            card = int(s.played[trick, seat])
            if card != NONE:
                seen |= 1 << card
                if card // VALUES != led // VALUES:
                    scratch.void[seat] |= 1 << led // VALUES
    scratch.count = 0
    for card in range(DECK):
        if not seen >> card & 1:
            scratch.unseen[scratch.count] = card
            scratch.count += 1


@routine
def deal_hand(seat: int, number: int, left: int, word: np.uint64, scratch: Scratch) -> tuple[int, np.uint64]:
    """Draw a hand from the first `left` unseen cards and move it behind them; known void suits are avoided."""
    hand = 0
    for _ in range(number):
        pick = 0
        for _ in range(DEAL_TRIES):
            word = stir(word)
            pick = wide(below(word, left))
            if not scratch.void[seat] >> (int(scratch.unseen[pick]) // VALUES) & 1:
                break
        card = int(scratch.unseen[pick])
        hand |= 1 << card
        left -= 1
        scratch.unseen[pick] = scratch.unseen[left]
        scratch.unseen[left] = card
    return hand, word


@routine
def deal_unseen(s: State, viewer: int, word: np.uint64, scratch: Scratch) -> np.uint64:
    """Determinize: deal the other hands from the unseen cards, to fit their bids where known.

    Seats with unknown bids bid according to the hands they are dealt.
    """
    left = wide(scratch.count)
    secret = s.phase == Phase.BIDS and s.secret_bids
    for seat in range(int(s.seats)):
        if seat == viewer:
            continue
        unknown = s.bid[seat] < 0 or secret
        number = cards_each(s) - int(s.trick) - (1 if s.played[int(s.trick), seat] != NONE else 0)
        likely = 0
        for _ in range(DEAL_TRIES):
            hand, word = deal_hand(seat, number, left, word, scratch)
            s.hand[seat] = hand
            likely = likely_tricks(s, hand)
            if unknown or abs(int(s.bid[seat]) - int(s.tricks[seat]) - likely) <= 1:
                break
        left -= number
        if unknown:
            s.bid[seat] = likely
    return word


@routine
def progress(b: Board, s: State, seat: int) -> float:
    """Evaluate a seat's tricks in a finished round, in steps to the village (C-MOVE-1, C-RAPID, C-END-1)."""
    place = int(s.place[seat])
    here = int(b.distance[place])
    points = bonus_of(s, seat)
    if b.kind[place] == RAPIDS:
        if points == 0:
            goal = int(b.drift[place])
            return float(here - int(b.distance[int(b.gangway) if goal == FALLS else goal]))
    else:
        points += int(s.tricks[seat])
    if points >= here:
        return here + ARRIVAL + SPARE_POINT * (points - here)
    return float(points)


@routine
def play_out(b: Board, s: State, viewer: int, scratch: Scratch) -> float:
    """Play a round's tricks to the end with `simple_card`; return the viewer's gain less a fraction of the others'."""
    while s.phase == Phase.TRICKS:
        if s.waiting == 0:
            advance_trick(b, s)
            continue
        seat = 0
        while not int(s.waiting) >> seat & 1:
            seat += 1
        decide_card(s, seat, simple_card(b, s, seat, scratch))
    mine = 0.0
    theirs = 0.0
    for seat in range(int(s.seats)):
        if seat == viewer:
            mine = progress(b, s, seat)
            mine += scratch.manner[EXACT] * (s.tricks[seat] == s.bid[seat])
        else:
            theirs += progress(b, s, seat)
    return mine - RIVAL_WEIGHT * theirs / (int(s.seats) - 1)


@kernel
def liking(s: State, action: int, scratch: Scratch) -> float:
    """Return how much the seat likes a bid or a card for itself, in steps."""
    if s.phase == Phase.BIDS:
        return float(scratch.manner[ZERO]) if action == BID else float(scratch.manner[BIDDING]) * (action - BID)
    card = action - PLAY
    value = float(scratch.manner[HIGH]) * (card % VALUES) / (VALUES - 1)
    suit, trump = card // VALUES, wide(s.trump) // VALUES
    if suit == trump:
        value += float(scratch.manner[TRUMP])
    if led_suit(s) == NONE:
        return value + (float(scratch.manner[LEAD]) if suit == trump else 0.0)
    best = wide(s.played[wide(s.trick), trick_winner(s)])
    wins = (card > best) if suit == best // VALUES else suit == trump
    return value + (float(scratch.manner[SNATCH]) if wins else 0.0)


@routine
def plan_cards(b: Board, s: State, seat: int, seed: int, scratch: Scratch, stack: States) -> int:
    """Choose the bid or the card with the best total over all determinizations.

    Every choice is tried on the same determinizations.
    """
    offers = scratch.offers
    count = cards_each(s) + 1
    if s.phase == Phase.BIDS:
        for tricks in range(count):
            offers[tricks] = BID + tricks
    else:
        count = legal_cards(s, seat, offers)
    if count == 1:
        return int(offers[0])
    note_unseen(s, seat, scratch)
    word = seeded(seed << 20 ^ int(s.round_number) << 8 ^ int(s.trick) << 4 ^ seat ^ int(s.hand[seat]))
    deals = TRICKS_DEALT // (cards_each(s) - int(s.trick))
    for index in range(count):
        scratch.values[index] = deals * liking(s, wide(offers[index]), scratch)
    for _ in range(deals):
        stack[DEALT] = s
        dealt = stack[DEALT]
        word = deal_unseen(dealt, seat, word, scratch)
        if s.phase == Phase.BIDS:
            dealt.phase = Phase.TRICKS
            dealt.turn = 0
            dealt.waiting = 1 << int(s.lead[0])
        for index in range(count):
            stack[TRIAL] = dealt
            trial = stack[TRIAL]
            if s.phase == Phase.BIDS:
                trial.bid[seat] = int(offers[index]) - BID
            else:
                decide_card(trial, seat, int(offers[index]))
            scratch.values[index] += play_out(b, trial, seat, scratch)
    best = 0
    for index in range(1, count):
        if scratch.values[index] > scratch.values[best]:
            best = index
    return int(offers[best])
