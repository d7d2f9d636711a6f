"""Choose cards by a learnt policy: a small network fitted to the results of a search, fast enough for rollouts.

It scores each playable card separately: would it win, what could still beat it, what would be left in the hand, and how
this fits the tricks that are still needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.bots.canyon.weights import CARD_FEATURES, CARD_HIDDEN
from eddyline.engine.kernel import kernel, routine, wide
from eddyline.games.canyon.rules.actions import PLAY, VALUES
from eddyline.games.canyon.rules.board import RAPIDS
from eddyline.games.canyon.rules.dealing import DECK
from eddyline.games.canyon.rules.secrets import cards_left, number_of, unseen_by
from eddyline.games.canyon.rules.state import NONE
from eddyline.games.canyon.rules.tricks import COUNT, SUIT, led_suit, legal_cards, trick_winner

if TYPE_CHECKING:
    from eddyline.bots.canyon.scratch import Scratch
    from eddyline.bots.canyon.weights import NetworkScratch, Weights
    from eddyline.games.canyon.rules.board import Board
    from eddyline.games.canyon.rules.state import State


@kernel
def beaten_by(unseen: int, card: int, trump: int) -> int:
    """Count the unseen cards that beat a card if it is led."""
    suit = card // VALUES
    number = wide(COUNT[(unseen >> suit * VALUES & SUIT) >> (card % VALUES + 1)])
    if suit != trump:
        number += wide(COUNT[unseen >> trump * VALUES & SUIT])
    return number


@routine
def trick_chances(s: State, seat: int, unseen: int, trump: int, net_scratch: NetworkScratch) -> float:
    """Compute each card's chance to win a trick when led; return the sum.

    As an approximation, a card wins if it beats one random unseen card for each other seat.
    """
    hand = wide(s.hand[seat])
    total = number_of(unseen) + 1.0
    expected = 0.0
    for card in range(DECK):
        if hand >> card & 1:
            odds = 1.0 - beaten_by(unseen, card, trump) / total
            chance = 1.0
            for _ in range(wide(s.seats) - 1):
                chance *= odds
            net_scratch.chance[card] = chance
            expected += chance
    return expected


@routine
def extract_card_features(b: Board, s: State, seat: int, scratch: Scratch, net_scratch: NetworkScratch) -> int:
    """Write the playable cards into `scratch.playable`, and the features of each; return their number.

    If there is only one, no features are written.
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
    expected = trick_chances(s, seat, unseen, trump, net_scratch)
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
        rest = expected - net_scratch.chance[card]
        features = net_scratch.card_features[index]
        features[0] = 1.0 if wins else 0.0
        features[1] = hold
        features[2] = net_scratch.chance[card]
        features[3] = 1.0 if suit == trump else 0.0
        features[4] = card % VALUES / 9.0
        features[5] = 1.0 if leads else 0.0
        features[6] = after / 3.0
        features[7] = min(max(need, -2), 4) / 2.0
        features[8] = 1.0 if need == 0 else 0.0
        features[9] = 1.0 if need < 0 or need > left else 0.0
        features[10] = left / 8.0
        features[11] = (rest - need) / 2.0
        features[12] = (rest + hold - need) / 2.0
        features[13] = wide(COUNT[hand >> suit * VALUES & SUIT]) / 4.0
        features[14] = wide(COUNT[unseen >> suit * VALUES & SUIT]) / 10.0
        features[15] = 1.0 if b.kind[wide(s.place[seat])] == RAPIDS else 0.0
        features[16] = (wanted - left) / 4.0
        features[17] = winner_wants
        features[18] = need / (1.0 * left)
        features[19] = wide(COUNT[unseen >> trump * VALUES & SUIT]) / 10.0
    return count


@routine
def choose_card(b: Board, s: State, seat: int, scratch: Scratch, weights: Weights, net_scratch: NetworkScratch) -> int:
    """Choose the card that the network scores highest."""
    count = extract_card_features(b, s, seat, scratch, net_scratch)
    if count == 1:
        return wide(scratch.playable[0])
    best = 0
    highest = -1.0e9
    for index in range(count):
        hidden = net_scratch.card_hidden
        for unit in range(CARD_HIDDEN):
            hidden[unit] = weights.inward_bias[unit]
        for feature in range(CARD_FEATURES):
            value = net_scratch.card_features[index, feature]
            for unit in range(CARD_HIDDEN):
                hidden[unit] += value * weights.inward[feature, unit]
        total = 0.0
        for unit in range(CARD_HIDDEN):
            total += max(0.0, float(hidden[unit])) * float(weights.outward[unit])
        if total > highest:
            highest = total
            best = index
    return wide(scratch.playable[best])
