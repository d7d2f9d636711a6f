"""Play cards by feel: a small network that saw what a search found best, quick enough to play thousands of rounds out.

It looks at each card that may be played by itself: would it win, what could still beat it, what would be left in the
hand, and how all this fits the tricks that are still wanted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.bots.canyon.learnt import SIGNS, UNITS
from eddyline.engine.kernel import kernel, routine, wide
from eddyline.games.canyon.rules.actions import PLAY, VALUES
from eddyline.games.canyon.rules.board import RAPIDS
from eddyline.games.canyon.rules.dealing import DECK
from eddyline.games.canyon.rules.secrets import cards_left, number_of, unseen_by
from eddyline.games.canyon.rules.state import NONE
from eddyline.games.canyon.rules.tricks import COUNT, SUIT, led_suit, legal_cards, trick_winner

if TYPE_CHECKING:
    from eddyline.bots.canyon.learnt import Learnt, NetworkScratch
    from eddyline.bots.canyon.scratch import Scratch
    from eddyline.games.canyon.rules.board import Board
    from eddyline.games.canyon.rules.state import State


@kernel
def beaten_by(unseen: int, card: int, trump: int) -> int:
    """Count the unseen cards that beat a card which is led."""
    suit = card // VALUES
    number = wide(COUNT[(unseen >> suit * VALUES & SUIT) >> (card % VALUES + 1)])
    if suit != trump:
        number += wide(COUNT[unseen >> trump * VALUES & SUIT])
    return number


@routine
def hopes_of(s: State, seat: int, unseen: int, trump: int, net_scratch: NetworkScratch) -> float:
    """Note how likely each card of a hand is to win a trick to which it is led; returns the sum.

    A card wins when none of the others has a better one, roughly as if each of them had one of the unseen cards.
    """
    hand = wide(s.hand[seat])
    total = number_of(unseen) + 1.0
    hopes = 0.0
    for card in range(DECK):
        if hand >> card & 1:
            odds = 1.0 - beaten_by(unseen, card, trump) / total
            chance = 1.0
            for _ in range(wide(s.seats) - 1):
                chance *= odds
            net_scratch.chance[card] = chance
            hopes += chance
    return hopes


@routine
def look(b: Board, s: State, seat: int, scratch: Scratch, net_scratch: NetworkScratch) -> int:
    """Write the signs of each card that may be played, and the cards into `scratch.playable`; returns how many.

    A single card is not looked at.
    """
    count = legal_cards(s, seat, scratch.playable)
    if count == 1:
        return count
    hand, trump = wide(s.hand[seat]), wide(s.trump) // VALUES
    unseen = unseen_by(s, seat)
    total = number_of(unseen) + 1.0
    after = wide(s.seats) - 1 - wide(s.turn)
    left = cards_left(s, seat)
    need = wide(s.bid[seat]) - wide(s.tricks[seat])
    hopes = hopes_of(s, seat, unseen, trump, net_scratch)
    wanted = 0
    for other in range(wide(s.seats)):
        if other != seat:
            wanted += max(0, wide(s.bid[other]) - wide(s.tricks[other]))
    leads = led_suit(s) == NONE
    best = wide(NONE)
    winner_wants = 0
    if not leads:
        winner = trick_winner(s)
        best = wide(s.played[wide(s.trick), winner])
        more = wide(s.bid[winner]) - wide(s.tricks[winner])
        winner_wants = 1 if more > 0 else -1 if more == 0 else 0
    for index in range(count):
        card = wide(scratch.playable[index]) - PLAY
        suit = card // VALUES
        wins = leads or ((card > best) if suit == best // VALUES else suit == trump)
        hold = 1.0 if wins else 0.0
        for _ in range(after):
            hold *= 1.0 - beaten_by(unseen, card, trump) / total
        rest = hopes - net_scratch.chance[card]
        signs = net_scratch.signs[index]
        signs[0] = 1.0 if wins else 0.0
        signs[1] = hold
        signs[2] = net_scratch.chance[card]
        signs[3] = 1.0 if suit == trump else 0.0
        signs[4] = card % VALUES / 9.0
        signs[5] = 1.0 if leads else 0.0
        signs[6] = after / 3.0
        signs[7] = min(max(need, -2), 4) / 2.0
        signs[8] = 1.0 if need == 0 else 0.0
        signs[9] = 1.0 if need < 0 or need > left else 0.0
        signs[10] = left / 8.0
        signs[11] = (rest - need) / 2.0
        signs[12] = (rest + hold - need) / 2.0
        signs[13] = wide(COUNT[hand >> suit * VALUES & SUIT]) / 4.0
        signs[14] = wide(COUNT[unseen >> suit * VALUES & SUIT]) / 10.0
        signs[15] = 1.0 if b.kind[wide(s.place[seat])] == RAPIDS else 0.0
        signs[16] = (wanted - left) / 4.0
        signs[17] = winner_wants
        signs[18] = need / (1.0 * left)
        signs[19] = wide(COUNT[unseen >> trump * VALUES & SUIT]) / 10.0
    return count


@routine
def feel_card(b: Board, s: State, seat: int, scratch: Scratch, learnt: Learnt, net_scratch: NetworkScratch) -> int:
    """Play the card that feels best."""
    count = look(b, s, seat, scratch, net_scratch)
    if count == 1:
        return wide(scratch.playable[0])
    best = 0
    highest = -1.0e9
    for index in range(count):
        units = net_scratch.units
        for unit in range(UNITS):
            units[unit] = learnt.inward_bias[unit]
        for sign in range(SIGNS):
            value = net_scratch.signs[index, sign]
            for unit in range(UNITS):
                units[unit] += value * learnt.inward[sign, unit]
        total = 0.0
        for unit in range(UNITS):
            total += max(0.0, float(units[unit])) * float(learnt.outward[unit])
        if total > highest:
            highest = total
            best = index
    return wide(scratch.playable[best])
