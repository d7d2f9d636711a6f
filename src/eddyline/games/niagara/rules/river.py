"""Let the river flow in phase 3 (N-FLOW, and other things that drift: S-WHIRL, S-BEAVER, S-CARD-4, J-JOE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel, routine
from eddyline.games.niagara.rules.actions import SWEEP
from eddyline.games.niagara.rules.board import AT, DOCK, DRIFT, FORK, LOST
from eddyline.games.niagara.rules.cargo import HOLDS
from eddyline.games.niagara.rules.joe import act
from eddyline.games.niagara.rules.state import CLOUD, NONE, ONE_TWO_THREE, ROPE, SEATS
from eddyline.games.niagara.rules.whirlpool import BELOW, WHIRLPOOL_DRIFT

if TYPE_CHECKING:
    from eddyline.engine.records import Grid
    from eddyline.games.niagara.rules.state import State


@kernel
def lowest_card(s: State) -> int:
    """Return the lowest paddle card of this round, 0 if nobody played one (N-FLOW-1, S-CARD-3, S-CARD-4, S-CARD-5)."""
    lowest = 0
    for seat in range(SEATS):
        card = int(s.card[seat])
        if CLOUD < card < ONE_TWO_THREE and (lowest == 0 or card < lowest):
            lowest = card
    return lowest


@kernel
def pushes_due(s: State) -> int:
    """Return the number of pushes of this round: lowest card plus weather, at least 0 (N-FLOW-1)."""
    return max(0, lowest_card(s) + int(s.weather))


@kernel
def flow(s: State) -> None:
    """Make all pushes of the round: canoes drift with their discs, lost cargo goes home (N-FLOW-2, -3, -4; N-LOST-1).

    With modules the whirlpool, the beaver and Joe drift as well, and tied canoes do not (J-JOE-5, up to the ropes).
    """
    pushes = pushes_due(s)
    arm = int(s.arm)
    for seat in range(s.seats):
        if s.card[seat] == ROPE:
            continue
        for canoe in range(2):
            end = int(DRIFT[arm, pushes, s.place[seat, canoe]])
            s.place[seat, canoe] = end
            if end == LOST:
                spill(s, seat, canoe)
    s.arm = (arm + pushes) % 2
    if s.modules != 0:
        drift_others(s, arm, pushes)


@kernel
def spill(s: State, seat: int, canoe: int) -> None:
    """Return the cargo of a canoe that is lost to the deposits of its colours (N-LOST-1)."""
    cargo = int(s.cargo[seat, canoe])
    if cargo != NONE:
        s.cargo[seat, canoe] = NONE
        for gem in range(5):
            s.deposit[gem, gem] += HOLDS[cargo + 1, gem]


# ---- modules ------------------------------------------------------------------------------------------------------


@routine
def drift_others(s: State, arm: int, pushes: int) -> None:
    """Let the whirlpool, the beaver and Joe drift; then untie the ropes (S-WHIRL-1, S-BEAVER-1, J-JOE-1, J-JOE-5)."""
    s.whirlpool = WHIRLPOOL_DRIFT[arm, pushes, s.whirlpool]
    s.beaver = DRIFT[arm, pushes, s.beaver]
    if s.beaver == LOST:
        s.beaver = DOCK
        s.weather = 0
    s.joe = DRIFT[arm, pushes, s.joe]
    if s.joe == LOST and s.joe_gem != NONE:
        s.deposit[s.joe_gem, s.joe_gem] += 1
        s.joe_gem = NONE
    for seat in range(s.seats):
        for canoe in range(2):
            place = int(s.place[seat, canoe])
            if place == s.whirlpool and DOCK < place < LOST and place != FORK:
                sink(s, seat, canoe, int(BELOW[place]))
    ask_for_arms(s)


@kernel
def sink(s: State, seat: int, canoe: int, end: int) -> None:
    """Let the whirlpool take a canoe that was untied on it; from disc 7 it goes over the falls (S-WHIRL-7)."""
    s.place[seat, canoe] = end
    if end == LOST:
        spill(s, seat, canoe)


@kernel
def on_fork(s: State, seat: int, canoe: int) -> bool:
    """Return whether a canoe was untied on the whirlpool on disc 5, so that its owner chooses the arm (S-WHIRL-7)."""
    return bool(s.place[seat, canoe] == FORK == s.whirlpool)


@kernel
def ask_for_arms(s: State) -> None:
    """Let the next owner, clockwise from the life preserver, choose arms, if there is any (S-WHIRL-7)."""
    s.waiting = 0
    for turn in range(s.seats):
        seat = (int(s.first) + turn) % int(s.seats)
        if s.waiting == 0 and (on_fork(s, seat, 0) or on_fork(s, seat, 1)):
            s.waiting = 1 << seat


@kernel
def legal_arms(s: State, seat: int, out: Grid) -> int:
    """List the arms for the seat's first canoe that has to choose (S-WHIRL-7)."""
    canoe = 0 if on_fork(s, seat, 0) else 1
    out[0] = SWEEP + 2 * canoe
    out[1] = SWEEP + 2 * canoe + 1
    return 2


@routine
def decide_arm(s: State, seat: int, action: int) -> None:
    """Let the whirlpool take the canoe into the arm (S-WHIRL-7)."""
    sink(s, seat, (action - SWEEP) // 2, int(AT[(action - SWEEP) % 2, 6]))
    ask_for_arms(s)


@kernel
def settle(s: State) -> None:
    """End phase 3: Joe acts, and a lost canoe's moose becomes free (J-JOE-2, J-JOE-3, J-JOE-5, S-MOOSE-2)."""
    if s.joe != DOCK:
        act(s)
    if s.moose != NONE and s.place[s.moose // 2, s.moose % 2] == LOST:
        s.moose = NONE
