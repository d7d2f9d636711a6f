"""Replace what a seat cannot know by a consistent sample, for searches that must not peek."""

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
    """Return whether the seat has a face-down card, which only its owner may know (N-ROUND-5)."""
    card = wide(s.card[seat])
    return card != NONE and (card < NONE or s.hand[seat] >> card & 1 != 0)


@kernel
def hidden(s: State, seat: int) -> int:
    """Return what is hidden from others: rescues until all are planned, a face-down card; see `Doors.hidden`."""
    planned = s.rescue[seat, 0] != NONE or s.rescue[seat, 1] != NONE
    return int(planned) | int(face_down(s, seat)) << 1


@kernel
def forget(s: State, seat: int) -> None:
    """Take back the secret choices of the others, as if they had not chosen yet (N-ROUND-5, N-LOST-0).

    A seat's decision must not depend on whether others have already decided. Face-down cards of phase 2 stay.
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
    """Resample face-down cards uniformly from their owners' hands.

    Reads nothing that the seat does not know, so the result is the same for a redacted record and a full one.
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
