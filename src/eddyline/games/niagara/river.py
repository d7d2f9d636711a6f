"""Let the river flow: phase 3 (N-FLOW)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel
from eddyline.games.niagara.board import DRIFT, LOST
from eddyline.games.niagara.state import CLOUD, NONE

if TYPE_CHECKING:
    from eddyline.games.niagara.state import State


@kernel
def lowest_card(s: State) -> int:
    """Find the lowest paddle card of this round; 0 when only clouds were played (N-FLOW-1)."""
    lowest = 0
    for seat in range(s.seats):
        card = int(s.card[seat])
        if card > CLOUD and (lowest == 0 or card < lowest):
            lowest = card
    return lowest


@kernel
def pushes_due(s: State) -> int:
    """Count the pushes of this round: lowest card plus weather, never less than none (N-FLOW-1)."""
    return max(0, lowest_card(s) + int(s.weather))


@kernel
def flow(s: State) -> None:
    """Make all pushes of the round: canoes ride their discs, fallen cargo goes home (N-FLOW-2, -3, -4; N-LOST-1)."""
    pushes = pushes_due(s)
    arm = int(s.arm)
    for seat in range(s.seats):
        for canoe in range(2):
            end = int(DRIFT[arm, pushes, s.place[seat, canoe]])
            s.place[seat, canoe] = end
            gem = int(s.cargo[seat, canoe])
            if end == LOST and gem != NONE:
                s.cargo[seat, canoe] = NONE
                s.deposit[gem, gem] += 1
    s.arm = (arm + pushes) % 2
