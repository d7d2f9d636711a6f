"""Sample determinizations: deals of the cards a seat cannot see, weighted by how well they explain the bids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.bots.search.exponential import exponential
from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.random import below, stir
from eddyline.games.canyon.rules.actions import VALUES
from eddyline.games.canyon.rules.dealing import DECK, cards_each
from eddyline.games.canyon.rules.secrets import resample
from eddyline.games.canyon.rules.state import NONE

if TYPE_CHECKING:
    import numpy as np

    from eddyline.bots.canyon.weights import Weights
    from eddyline.games.canyon.rules.state import State

BID_DEVIATION = 0.65
"""Standard deviation of bids from the expected tricks."""


@kernel
def expected_tricks(weights: Weights, s: State, hand: int) -> float:
    """Return the expected tricks of a whole hand: what its owner would bid."""
    trump = wide(s.trump) // VALUES
    players, cards = wide(s.seats), cards_each(s)
    total = 0.0
    for card in range(DECK):
        if hand >> card & 1:
            total += weights.tricks[players, cards, 1 if card // VALUES == trump else 0, card % VALUES]
    return total


@kernel
def whole_hand(s: State, seat: int) -> int:
    """Return the cards a seat was dealt: those in hand and those it played."""
    hand = wide(s.hand[seat])
    for trick in range(wide(s.trick) + 1):
        card = wide(s.played[trick, seat])
        if card != NONE:
            hand |= wide(1) << card
    return hand


@routine
def determinize(weights: Weights, s: State, seat: int, tries: int, word: np.uint64) -> np.uint64:
    """Redeal the cards that the seat cannot know, by rejection sampling.

    A deal from `resample` is accepted with a probability that grows with its fit to the bids; the last of `tries` deals
    is always accepted. Returns the next random word.
    """
    resample(s, seat, word)  # type: ignore[arg-type]
    for _ in range(1, tries):
        off = 0.0
        for other in range(wide(s.seats)):
            if other != seat and s.bid[other] >= 0:
                more = wide(s.bid[other]) - expected_tricks(weights, s, whole_hand(s, other))
                off += more * more
        word = stir(word)
        if below(word, 1 << 24) < exponential(-off / (2.0 * BID_DEVIATION * BID_DEVIATION)) * (1 << 24):
            return word
        word = stir(word)
        resample(s, seat, word)  # type: ignore[arg-type]
    return stir(word)
