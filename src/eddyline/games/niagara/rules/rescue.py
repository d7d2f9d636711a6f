"""Bring lost canoes back: the first half of phase 1 (N-LOST)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel
from eddyline.games.niagara.rules.actions import DECLINE, RESCUE, RESCUE_FREE
from eddyline.games.niagara.rules.board import DOCK, LOST
from eddyline.games.niagara.rules.state import DOUBLE_CANOE, FREE, NONE, RescueRule

if TYPE_CHECKING:
    from eddyline.engine.records import Grid
    from eddyline.games.niagara.rules.state import State


@kernel
def is_lost(s: State, seat: int, canoe: int) -> bool:
    """Return whether a canoe is lost and not planned to be rescued."""
    return bool(s.place[seat, canoe] == LOST and s.rescue[seat, canoe] == NONE)


@kernel
def still_lost(s: State, seat: int) -> int:
    """Count the seat's lost canoes that it has not planned to rescue."""
    count = 0
    for canoe in range(2):
        count += is_lost(s, seat, canoe)
    return count


@kernel
def gems_left(s: State, seat: int, gem: int) -> int:
    """Count the seat's gems of a colour that are not yet promised for a canoe."""
    count = int(s.stash[seat, gem])
    for canoe in range(2):
        if s.rescue[seat, canoe] == gem:
            count -= 1
    return count


@kernel
def purse(s: State, seat: int) -> int:
    """Count all gems the seat can still pay with."""
    total = 0
    for gem in range(5):
        total += int(s.stash[seat, gem])
    for canoe in range(2):
        total -= NONE < s.rescue[seat, canoe] < FREE
    return total


@kernel
def returns_free(s: State, seat: int) -> bool:
    """Return whether one of two lost canoes is free: if the seat cannot pay, or with `sit_out` (N-LOST-3, N-LOST-5)."""
    return still_lost(s, seat) == 2 and (s.rescue_rule == RescueRule.SIT_OUT or purse(s, seat) == 0)


@kernel
def owes_rescue(s: State, seat: int) -> bool:
    """Return whether the seat has anything to decide about its lost canoes."""
    lost = still_lost(s, seat)
    return lost > 0 and (purse(s, seat) > 0 or lost == 2)


@kernel
def legal_rescue(s: State, seat: int, out: Grid) -> int:
    """List the seat's rescue decisions; of two equivalent canoes only the first is offered (N-LOST-2, -3, -4, -5)."""
    free = returns_free(s, seat)
    count = 0
    if not free and not (s.rescue_rule == RescueRule.FORCED and still_lost(s, seat) == 2):
        out[0] = DECLINE
        count = 1
    first = 0 if is_lost(s, seat, 0) else 1
    both_differ = s.modules & DOUBLE_CANOE and still_lost(s, seat) == 2
    for canoe in range(first, 2 if both_differ else first + 1):
        if free:
            out[count] = RESCUE_FREE + canoe
            count += 1
        else:
            for gem in range(5):
                if gems_left(s, seat, gem) > 0:
                    out[count] = RESCUE + 5 * canoe + gem
                    count += 1
    return count


@kernel
def decide_rescue(s: State, seat: int, action: int) -> None:
    """Record the decision; nothing happens until all have decided (N-LOST-0)."""
    done = action == DECLINE
    if action >= RESCUE_FREE:
        s.rescue[seat, action - RESCUE_FREE] = FREE
    elif action >= RESCUE:
        s.rescue[seat, (action - RESCUE) // 5] = (action - RESCUE) % 5
    if done or not owes_rescue(s, seat):
        s.waiting &= ~(1 << seat)


@kernel
def begin_rescue(s: State) -> None:
    """Return the canoes that have missed a whole round, and ask the seats that have something to decide (N-LOST-5)."""
    s.waiting = 0
    for seat in range(s.seats):
        for canoe in range(2):
            if s.sits_out[seat, canoe] == 1:
                s.sits_out[seat, canoe] = 0
                s.place[seat, canoe] = DOCK
        if owes_rescue(s, seat):
            s.waiting |= 1 << seat


@kernel
def finish_rescue(s: State) -> None:
    """Carry out all decisions: gems go home, rescued canoes to the dock, the others sit out (N-LOST-2, N-LOST-5)."""
    for seat in range(s.seats):
        for canoe in range(2):
            price = int(s.rescue[seat, canoe])
            if price != NONE:
                s.rescue[seat, canoe] = NONE
                s.place[seat, canoe] = DOCK
                if price != FREE:
                    s.stash[seat, price] -= 1
                    s.deposit[price, price] += 1
            elif s.rescue_rule == RescueRule.SIT_OUT and s.place[seat, canoe] == LOST:
                s.sits_out[seat, canoe] = 1
