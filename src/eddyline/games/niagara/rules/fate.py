"""Count what the river may do in this round, over all cards that are still out (N-ROUND-5, N-FLOW-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel, routine, wide
from eddyline.games.niagara.rules.board import MAX_PUSHES
from eddyline.games.niagara.rules.river import pushes_due
from eddyline.games.niagara.rules.state import CLOUD, NONE, ROPE, Phase

if TYPE_CHECKING:
    from eddyline.engine.records import Grid, States
    from eddyline.games.niagara.rules.state import State

SPEEDS = MAX_PUSHES + 1
"""Possible numbers of pushes, 0 among them."""
WEATHERS = 4
"""Spaces of the weather track; the first is −1 (N-SET-6)."""


@kernel
def next_card(s: State, seat: int, above: int) -> int:
    """Return the lowest card of a hand above another, or NONE."""
    for card in range(above + 1, s.cycle):
        if s.hand[seat] >> card & 1:
            return card
    return NONE


@kernel
def turn_to_come(s: State, seat: int) -> bool:
    """Return whether the seat still has to play its card in this round, or at least to finish its turn."""
    turn = (seat - int(s.first)) % int(s.seats)
    unfinished = turn == s.turns_taken and s.waiting >> seat & 1 != 0
    return bool(s.phase == Phase.CARDS or turn > s.turns_taken or unfinished)


@routine
def count_speeds(states: States, clouded: Grid, tally: Grid, samples: States) -> int:
    """Count the pushes for every combination of cards that may lie face down or be chosen; return their number.

    `states[0]`, redacted, is overwritten. `clouded[clouds, weather + 1]` is the chance of each weather once so many
    clouds have been played. `tally[seat, tied, pushes]` counts, and `samples`, as `sample_of` numbers them, gets a
    position for each that occurs: all have been played, and the river flows next.
    """
    s = states[0]
    open_seats = 0
    to_come = 0
    for seat in range(wide(s.seats)):
        if s.card[seat] < 0:
            open_seats |= 1 << seat
            s.card[seat] = next_card(s, seat, NONE)
        to_come |= int(turn_to_come(s, seat)) << seat
    combinations = 0
    more = True
    while more:
        combinations += 1
        clouds = 0
        for seat in range(wide(s.seats)):
            clouds += s.card[seat] == CLOUD and to_come >> seat & 1 != 0
        for space in range(WEATHERS):
            chance = clouded[clouds, space]
            if chance > 0.0:
                s.weather = space - 1
                pushes = pushes_due(s)
                for seat in range(wide(s.seats)):
                    tied = int(s.card[seat] == ROPE)
                    if tally[seat, tied, pushes] == 0.0:
                        samples[sample_of(seat, tied, pushes)] = s
                    tally[seat, tied, pushes] += chance
        more = False
        for seat in range(wide(s.seats)):
            if open_seats >> seat & 1 and not more:
                card = next_card(s, seat, wide(s.card[seat]))
                more = card != NONE
                s.card[seat] = card if more else next_card(s, seat, NONE)
    return combinations


@kernel
def sample_of(seat: int, tied: int, pushes: int) -> int:
    """Number the samples of `count_speeds`."""
    return (2 * seat + tied) * SPEEDS + pushes
