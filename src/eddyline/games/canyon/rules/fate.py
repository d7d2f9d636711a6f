"""Count, over deals that a seat must think possible, whether a trick is still lost to others (C-PLAY-1, C-PLAY-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import door, kernel, routine, wide
from eddyline.games.canyon.rules.actions import PLAY
from eddyline.games.canyon.rules.secrets import resample
from eddyline.games.canyon.rules.state import NONE
from eddyline.games.canyon.rules.tricks import legal_cards, trick_winner

if TYPE_CHECKING:
    from eddyline.engine.records import Grid, States
    from eddyline.games.canyon.rules.state import State


@door
def winner_so_far(states: States, i: int) -> int:
    """Return who would win the current trick if nobody played another card to it."""
    return trick_winner(states[i])


@kernel
def can_be_beaten(s: State, seat: int, out: Grid) -> bool:
    """Return whether somebody who has not played to the trick yet could take it from a seat."""
    if trick_winner(s) != seat:
        return True
    trick = wide(s.trick)
    beaten = False
    for other in range(wide(s.seats)):
        if s.played[trick, other] == NONE and not beaten:
            for n in range(legal_cards(s, other, out)):
                s.played[trick, other] = out[n] - PLAY
                beaten |= trick_winner(s) == other
            s.played[trick, other] = NONE
    return beaten


@routine
def count_held(states: States, viewer: int, seat: int, cards: Grid, deals: int, out: Grid, held: Grid) -> None:
    """Count the deals in which nobody can take the trick from a seat: with each of `cards`, or NONE as it lies.

    `states[0]` is the position as the viewer knows it; `states[1]` is overwritten.
    """
    s = states[1]
    trick = wide(states[0].trick)
    for deal in range(deals):
        states[1] = states[0]
        resample(s, viewer, deal)
        for n in range(len(cards)):
            if cards[n] != NONE:
                s.played[trick, seat] = cards[n]
            held[n] += not can_be_beaten(s, seat, out)
