"""Imagine the cards that a seat cannot see: consistent deals, the likelier the better they explain the bids."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.random import below, stir
from eddyline.games.canyon.rules.actions import VALUES
from eddyline.games.canyon.rules.dealing import DECK, cards_each
from eddyline.games.canyon.rules.secrets import resample
from eddyline.games.canyon.rules.state import NONE

if TYPE_CHECKING:
    from eddyline.bots.canyon.learnt import Learnt
    from eddyline.games.canyon.rules.state import State

SCATTER = 0.65
"""Tricks by which bids differ from what the cards let expect (standard deviation)."""


@kernel
def foreseen(learnt: Learnt, s: State, hand: int) -> float:
    """Return the bid that a whole hand lets expect."""
    trump = wide(s.trump) // VALUES
    players, cards = wide(s.seats), cards_each(s)
    total = 0.0
    for card in range(DECK):
        if hand >> card & 1:
            total += learnt.tricks[players, cards, 1 if card // VALUES == trump else 0, card % VALUES]
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
def imagine(learnt: Learnt, s: State, seat: int, tries: int, word: np.uint64) -> np.uint64:
    """Deal what the seat cannot know anew: as `resample` does, and kept the more likely the better it fits the bids.

    After so many tries the deal is kept anyhow. Returns the next word.
    """
    resample(s, seat, word)  # type: ignore[arg-type]
    for _ in range(1, tries):
        off = 0.0
        for other in range(wide(s.seats)):
            if other != seat and s.bid[other] >= 0:
                more = wide(s.bid[other]) - foreseen(learnt, s, whole_hand(s, other))
                off += more * more
        word = stir(word)
        if below(word, 1 << 24) < np.exp(-off / (2.0 * SCATTER * SCATTER)) * (1 << 24):
            return word
        word = stir(word)
        resample(s, seat, word)  # type: ignore[arg-type]
    return stir(word)
