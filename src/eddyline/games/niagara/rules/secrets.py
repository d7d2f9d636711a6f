"""Replace what a seat cannot know by something it could be: for those who think ahead without peeking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel, wide
from eddyline.engine.random import below, blended, stir
from eddyline.games.niagara.rules.rescue import owes_rescue
from eddyline.games.niagara.rules.state import NONE, Phase

if TYPE_CHECKING:
    from eddyline.games.niagara.rules.state import State


@kernel
def face_down(s: State, seat: int) -> bool:
    """Tell whether a card lies before the seat that only its owner may know (N-ROUND-5)."""
    card = wide(s.card[seat])
    return card != NONE and (card < NONE or s.hand[seat] >> card & 1 != 0)


@kernel
def hidden(s: State, seat: int) -> int:
    """Tell what the others may not know: rescues before all are planned, a card face down; see `Doors.hidden`."""
    planned = s.rescue[seat, 0] != NONE or s.rescue[seat, 1] != NONE
    return int(planned) | int(face_down(s, seat)) << 1


@kernel
def forget(s: State, seat: int) -> None:
    """Take back what the others have chosen in secret, as if they were still to choose (N-ROUND-5, N-LOST-0).

    What one seat decides must not depend on whether others have decided already. A card face down in phase 2 stays.
    """
    for other in range(s.seats):
        if other == seat:
            continue
        if s.phase == Phase.CARDS:
            s.card[other] = NONE
            s.waiting |= 1 << other
        elif s.phase == Phase.RESCUE:
            s.rescue[other, 0] = NONE
            s.rescue[other, 1] = NONE
            if owes_rescue(s, other):
                s.waiting |= 1 << other


@kernel
def resample(s: State, seat: int, word: int) -> None:
    """Draw cards that lie face down anew from their owners' hands, each as likely as the next.

    Reads nothing that the seat does not know, so a redacted record does as well as a full one.
    """
    forget(s, seat)
    random = blended(word)
    for other in range(s.seats):
        if other == seat or not face_down(s, other):
            continue
        hand = wide(s.hand[other])
        size = 0
        for card in range(s.cycle):
            size += hand >> card & 1
        random = stir(random)
        left = below(random, size)
        for card in range(s.cycle):
            if hand >> card & 1:
                if left == 0:
                    s.card[other] = card
                left -= 1
