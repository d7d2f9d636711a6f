"""Play a turn of phase 2: paddle, work the deposits, steal, move the weather (N-MOVE, N-GEM, N-STEAL, N-CLOUD).

A turn is a row of decisions. A canoe's plan is *work, then paddle* or *paddle, then work or steal* (N-GEM-3); a
decision is offered only if the rest of the plan can spend the points exactly (N-MOVE-6). Upstream there always is
such a plan, so nobody gets stuck (N-MOVE-3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel
from eddyline.games.niagara.actions import LOAD, PADDLE, SPARE, STAY, STEAL, UNLOAD, WEATHER_DOWN, WEATHER_UP
from eddyline.games.niagara.board import AT, DEPTH, DOCK, LEFT, LOST, RIGHT, SITE
from eddyline.games.niagara.state import CLOUD, NONE, Stage, Todo

if TYPE_CHECKING:
    from eddyline.engine.records import Grid
    from eddyline.games.niagara.state import State

WORK = 2
"""Points for loading or unloading one gem (N-GEM-2)."""


# ---- beginning and ending -----------------------------------------------------------------------------------------


@kernel
def begin_turn(s: State, seat: int) -> None:
    """Reveal the seat's card and note what its canoes owe (N-ROUND-5, N-MOVE-3, N-MOVE-4)."""
    card = int(s.card[seat])
    s.active = seat
    s.hand[seat] &= ~(1 << card)
    s.newest[seat] = card
    s.canoe = NONE
    s.stage = Stage.START
    s.points = card
    s.unloaded = NONE
    if card == CLOUD:
        s.waiting = 1 << seat
        return
    s.waiting = 0
    for canoe in range(2):
        place = int(s.place[seat, canoe])
        if place == LOST:
            s.todo[canoe] = Todo.NOTHING
        else:
            alone = s.place[seat, 1 - canoe] == LOST
            s.todo[canoe] = Todo.MAY if place == DOCK and not alone else Todo.MUST
            s.waiting = 1 << seat


@kernel
def may_stay(s: State) -> bool:
    """Tell whether the canoes that have not moved may be left ashore: not before one is in the water (N-MOVE-4)."""
    return s.todo[0] != Todo.MUST and s.todo[1] != Todo.MUST and not (s.todo[0] == Todo.MAY and s.todo[1] == Todo.MAY)


@kernel
def finish_canoe(s: State, seat: int) -> None:
    """End the plan of the canoe that was moved, and the turn when no canoe is left to move."""
    s.todo[s.canoe] = Todo.NOTHING
    s.canoe = NONE
    s.stage = Stage.START
    s.points = s.card[seat]
    s.unloaded = NONE
    if s.todo[0] == Todo.NOTHING and s.todo[1] == Todo.NOTHING:
        s.waiting = 0


# ---- what can be done ---------------------------------------------------------------------------------------------


@kernel
def gems_at(s: State, site: int) -> int:
    """Count the gems of all colours on a deposit."""
    total = 0
    for gem in range(5):
        total += int(s.deposit[site, gem])
    return total


@kernel
def can_spend(s: State, seat: int, canoe: int, place: int, points: int) -> bool:
    """Tell whether cargo work at that place can use up exactly these points (N-MOVE-6, N-GEM-2, -4, -5, -6)."""
    if points == 0:
        return True
    site = int(SITE[place])
    if site == NONE:
        return False
    cargo = int(s.cargo[seat, canoe])
    if cargo == NONE:
        return points == WORK and gems_at(s, site) > 0
    if points == WORK:
        return True
    return points == 2 * WORK and gems_at(s, site) > s.deposit[site, cargo]


@kernel
def legal_loads(s: State, canoe: int, place: int, out: Grid, count: int) -> int:
    """Add the gems that may be loaded at that place: any colour but the one just unloaded (N-GEM-4, N-GEM-5)."""
    site = int(SITE[place])
    for gem in range(5):
        out[count] = LOAD + 5 * canoe + gem
        count += (s.deposit[site, gem] > 0) & (gem != s.unloaded)
    return count


@kernel
def legal_paddles(s: State, seat: int, canoe: int, points: int, spend_all: bool, out: Grid, count: int) -> int:
    """Add the places where this canoe may end, with `points` to paddle or to keep for cargo work there.

    With `spend_all` every point is paddled: there was cargo work before the move (N-GEM-3).
    """
    place = int(s.place[seat, canoe])
    depth = int(DEPTH[place])
    arm = RIGHT if place > AT[LEFT, 7] else LEFT
    if place != DOCK and points >= depth:
        out[count] = PADDLE + 10 * canoe + DOCK
        count += 1
    for kept in range(0, 1 if spend_all else points, WORK):
        distance = points - kept
        upstream = depth - distance
        if upstream > 0:
            end = int(AT[arm, upstream])
            out[count] = PADDLE + 10 * canoe + end
            count += can_spend(s, seat, canoe, end, kept)
        downstream = depth + distance
        if downstream <= 7:
            end = int(AT[arm, downstream])
            possible = can_spend(s, seat, canoe, end, kept)
            out[count] = PADDLE + 10 * canoe + end
            count += possible
            out[count] = PADDLE + 10 * canoe + int(AT[RIGHT, downstream])
            count += possible & (depth <= 5 < downstream)
    return count


@kernel
def legal_start(s: State, seat: int, canoe: int, out: Grid, count: int) -> int:
    """Add the first decisions of a canoe's plan: work where it lies, or paddle."""
    place = int(s.place[seat, canoe])
    points = int(s.points)
    site = int(SITE[place])
    if site != NONE and points >= WORK:
        cargo = int(s.cargo[seat, canoe])
        if cargo == NONE:
            count = legal_loads(s, canoe, place, out, count)
        else:
            out[count] = UNLOAD + 5 * canoe + cargo
            count += 1
    return legal_paddles(s, seat, canoe, points, False, out, count)


@kernel
def is_prey(s: State, seat: int, victim: int, canoe: int, place: int) -> bool:
    """Tell whether that canoe is a loaded opposing one on the disc (N-STEAL-1, N-STEAL-3)."""
    return victim != seat and s.place[victim, canoe] == place and s.cargo[victim, canoe] != NONE


@kernel
def can_rob(s: State, seat: int, canoe: int) -> bool:
    """Tell whether an empty canoe that stopped here finds somebody to rob."""
    place = int(s.place[seat, canoe])
    for victim in range(s.seats):  # noqa: SIM110 - kernels have no generators
        if is_prey(s, seat, victim, 0, place) or is_prey(s, seat, victim, 1, place):
            return True
    return False


@kernel
def legal_turn(s: State, seat: int, out: Grid) -> int:
    """List the decisions of the seat whose turn it is."""
    if s.card[seat] == CLOUD:
        count = 0
        if s.weather > -1:
            out[count] = WEATHER_DOWN
            count += 1
        if s.weather < 2:
            out[count] = WEATHER_UP
            count += 1
        return count
    count = 0
    canoe = int(s.canoe)
    if s.stage == Stage.START:
        for other in range(2):
            if s.todo[other] != Todo.NOTHING:
                count = legal_start(s, seat, other, out, count)
        if may_stay(s):
            out[count] = STAY
            count += 1
        return count
    place = int(s.place[seat, canoe])
    if s.stage == Stage.ROBBING:
        for victim in range(s.seats):
            for robbed in range(2):
                if is_prey(s, seat, victim, robbed, place):
                    out[count] = STEAL + 10 * victim + 5 * robbed + int(s.cargo[victim, robbed])
                    count += 1
        out[count] = SPARE
        return count + 1
    if s.cargo[seat, canoe] == NONE and s.points >= WORK:
        count = legal_loads(s, canoe, place, out, count)
    if s.stage == Stage.WORKING_BEFORE:
        return legal_paddles(s, seat, canoe, int(s.points), True, out, count)
    if s.cargo[seat, canoe] != NONE:
        out[count] = UNLOAD + 5 * canoe + int(s.cargo[seat, canoe])
        count += 1
    return count


# ---- doing it -----------------------------------------------------------------------------------------------------


@kernel
def bank(s: State, seat: int, canoe: int) -> None:
    """Bring a docked canoe's gem ashore and see whether a goal is reached (N-GEM-7, N-END-1)."""
    gem = int(s.cargo[seat, canoe])
    if gem == NONE:
        return
    s.cargo[seat, canoe] = NONE
    s.stash[seat, gem] += 1
    colours = 0
    total = 0
    for colour in range(5):
        number = int(s.stash[seat, colour])
        total += number
        if number > 0:
            colours += 1
    if s.stash[seat, gem] >= 4 or colours == 5 or total >= 7:
        s.reached |= 1 << seat


@kernel
def paddle(s: State, seat: int, canoe: int, end: int) -> None:
    """Move the canoe and see what it may do there (N-GEM-7, N-MOVE-4, N-STEAL-1)."""
    start = int(s.place[seat, canoe])
    distance = int(DEPTH[end]) - int(DEPTH[start])
    worked_before = s.stage == Stage.WORKING_BEFORE
    s.canoe = canoe
    s.place[seat, canoe] = end
    if end == DOCK:
        bank(s, seat, canoe)
        finish_canoe(s, seat)
        return
    if start == DOCK and s.todo[1 - canoe] == Todo.MAY:
        s.todo[1 - canoe] = Todo.NOTHING
    if worked_before:
        s.points = 0
    else:
        s.points -= abs(distance)
    if s.points > 0:
        s.stage = Stage.WORKING_AFTER
    elif distance < 0 and s.cargo[seat, canoe] == NONE and can_rob(s, seat, canoe):
        s.stage = Stage.ROBBING
    else:
        finish_canoe(s, seat)


@kernel
def spend_work(s: State, seat: int) -> None:
    """Pay for one piece of cargo work; with no point left the canoe's plan is done (N-GEM-2, N-MOVE-10)."""
    s.points -= WORK
    if s.points == 0:
        finish_canoe(s, seat)


@kernel
def decide_turn(s: State, seat: int, action: int) -> None:
    """Carry one decision out."""
    if action < PADDLE:
        s.weather += 1 if action == WEATHER_UP else -1
        s.waiting = 0
    elif action == STAY:
        s.todo[0] = Todo.NOTHING
        s.todo[1] = Todo.NOTHING
        s.waiting = 0
    elif action == SPARE:
        finish_canoe(s, seat)
    elif action >= STEAL:
        victim = (action - STEAL) // 10
        robbed = (action - STEAL) % 10 // 5
        s.cargo[seat, s.canoe] = s.cargo[victim, robbed]
        s.cargo[victim, robbed] = NONE
        finish_canoe(s, seat)
    elif action < UNLOAD:
        paddle(s, seat, (action - PADDLE) // 10, (action - PADDLE) % 10)
    else:
        loads = action >= LOAD
        canoe = (action - LOAD) // 5 if loads else (action - UNLOAD) // 5
        gem = (action - UNLOAD) % 5
        site = int(SITE[s.place[seat, canoe]])
        if s.stage == Stage.START:
            s.canoe = canoe
            s.stage = Stage.WORKING_BEFORE
        if loads:
            s.cargo[seat, canoe] = gem
            s.deposit[site, gem] -= 1
        else:
            s.cargo[seat, canoe] = NONE
            s.deposit[site, gem] += 1
            s.unloaded = gem
        spend_work(s, seat)
