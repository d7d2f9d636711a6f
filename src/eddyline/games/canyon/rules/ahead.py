"""Say what may be decided in advance in Canyon: the card to a trick that has been led."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.games.canyon.rules.actions import PLAY, SUITS, VALUES
from eddyline.games.canyon.rules.state import NONE, Phase

if TYPE_CHECKING:
    from eddyline.engine.records import States


def ahead(states: States, seat: int) -> tuple[tuple[int, ...], ...]:
    """List by decision the actions from which a seat may choose one in advance.

    Once a card has been led, everybody who has not played yet knows which of their cards may follow, and nobody else
    can change that (C-PLAY-1).
    """
    s = states[0]
    if s["phase"] != Phase.TRICKS:
        return ()
    played = s["played"][int(s["trick"])]
    led = int(played[int(s["lead"][int(s["trick"])])])
    if led == NONE or played[seat] != NONE:
        return ()
    hand = int(s["hand"][seat])
    cards = np.flatnonzero([hand >> card & 1 for card in range(len(SUITS) * VALUES)])
    follow = cards[cards // VALUES == led // VALUES]
    return (tuple((PLAY + (follow if len(follow) else cards)).tolist()),)
