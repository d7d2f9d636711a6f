"""Interact at the end of a canoe's move: rob a canoe, or deal with Diamond Joe (N-STEAL, S-DOUBLE-3, J-JOE-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel, routine, wide
from eddyline.games.niagara.rules.actions import JOE_GIVE, JOE_SWAP, JOE_TAKE, STEAL
from eddyline.games.niagara.rules.cargo import HOLDS, WITH, WITHOUT
from eddyline.games.niagara.rules.state import DIAMOND_JOE, NONE
from eddyline.games.niagara.rules.work import has_room

if TYPE_CHECKING:
    from eddyline.engine.records import Grid
    from eddyline.games.niagara.rules.state import State


@kernel
def is_prey(s: State, seat: int, victim: int, canoe: int, place: int) -> bool:
    """Return whether a canoe is an opponent's, loaded, at `place` and not yet robbed (N-STEAL-1, N-STEAL-3)."""
    return (
        victim != seat
        and s.place[victim, canoe] == place
        and s.cargo[victim, canoe] != NONE
        and not s.robbed >> (2 * victim + canoe) & 1
    )


@kernel
def can_rob(s: State, modules: int, seat: int, canoe: int) -> bool:
    """Return whether a canoe that may rob finds a victim here."""
    if s.may_rob == 0 or not has_room(s, modules, seat, canoe):
        return False
    place = wide(s.place[seat, canoe])
    for victim in range(s.seats):  # noqa: SIM110 - kernels have no generators
        if is_prey(s, seat, victim, 0, place) or is_prey(s, seat, victim, 1, place):
            return True
    return False


@kernel
def legal_steals(s: State, modules: int, seat: int, canoe: int, out: Grid, count: int) -> int:
    """Append the possible thefts here (N-STEAL-1, S-DOUBLE-3)."""
    if s.may_rob == 0 or not has_room(s, modules, seat, canoe):
        return count
    place = wide(s.place[seat, canoe])
    for victim in range(s.seats):
        for robbed in range(2):
            if is_prey(s, seat, victim, robbed, place):
                for gem in range(5):
                    out[count] = STEAL + 10 * victim + 5 * robbed + gem
                    count += HOLDS[s.cargo[victim, robbed] + 1, gem] > 0
    return count


@kernel
def steal(s: State, seat: int, canoe: int, victim: int, robbed: int, gem: int) -> None:
    """Steal a gem; only further thefts can follow (N-STEAL-6, J-JOE-4)."""
    s.cargo[seat, canoe] = WITH[s.cargo[seat, canoe] + 1, gem]
    s.cargo[victim, robbed] = WITHOUT[s.cargo[victim, robbed] + 1, gem]
    s.robbed |= 1 << (2 * victim + robbed)
    s.points = 0


@kernel
def meets_joe(s: State, modules: int, seat: int, canoe: int) -> bool:
    """Return whether a canoe that has moved and robbed nobody can deal with Diamond Joe here (J-JOE-4)."""
    if not modules & DIAMOND_JOE or s.joe != s.place[seat, canoe] or s.robbed != 0:
        return False
    cargo = wide(s.cargo[seat, canoe])
    if s.joe_gem == NONE:
        return cargo != NONE
    # A full canoe can only swap, and swapping gems of the same colour does not count.
    return has_room(s, modules, seat, canoe) or (cargo != s.joe_gem and HOLDS[cargo + 1, s.joe_gem] < 2)


@routine
def legal_joe(s: State, modules: int, seat: int, canoe: int, out: Grid, count: int) -> int:
    """Append the possible dealings with Diamond Joe: take, give or swap (J-JOE-4)."""
    if not meets_joe(s, modules, seat, canoe):
        return count
    cargo = wide(s.cargo[seat, canoe])
    if s.joe_gem != NONE:
        out[count] = JOE_TAKE
        count += has_room(s, modules, seat, canoe)
    for gem in range(5):
        out[count] = (JOE_GIVE if s.joe_gem == NONE else JOE_SWAP) + gem
        count += HOLDS[cargo + 1, gem] > 0 and gem != s.joe_gem
    return count


@routine
def deal_with_joe(s: State, seat: int, canoe: int, action: int) -> None:
    """Take from, give to or swap with Diamond Joe (J-JOE-4)."""
    cargo = wide(s.cargo[seat, canoe])
    joe_gem = wide(s.joe_gem)
    given = NONE
    if action >= JOE_GIVE:
        given = action - (JOE_SWAP if action >= JOE_SWAP else JOE_GIVE)
        cargo = wide(WITHOUT[cargo + 1, given])
    if joe_gem != NONE:
        cargo = wide(WITH[cargo + 1, joe_gem])
    s.cargo[seat, canoe] = cargo
    s.joe_gem = given
