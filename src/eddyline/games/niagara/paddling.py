"""Play a turn of phase 2: paddle, work the deposits, meet others, move the weather (N-MOVE, N-CLOUD, S-CARD, S-MOOSE).

A turn is a row of decisions. A canoe's plan is *work, then paddle* or *paddle, then work, then meet* (N-GEM-3); a
decision is offered only if the rest of the plan can spend the points as it must (N-MOVE-6). Upstream there always is
such a plan, so nobody gets stuck (N-MOVE-3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel, routine
from eddyline.games.niagara.actions import (
    JOE_TAKE,
    LOAD,
    PADDLE,
    SPARE,
    STAY,
    STEAL,
    STOP,
    TAKE_MOOSE,
    TIE,
    UNLOAD,
    WEATHER_DOWN,
    WEATHER_UP,
)
from eddyline.games.niagara.board import DEPTH, DOCK, LOST, SITE
from eddyline.games.niagara.cargo import HOLDS
from eddyline.games.niagara.meeting import (
    can_rob,
    deal_with_joe,
    legal_joe,
    legal_steals,
    meets_joe,
    steal,
)
from eddyline.games.niagara.state import (
    BEAVER,
    CARD_POINTS,
    CARD_SLACK,
    CLOUD,
    LOADING,
    MOOSE,
    NONE,
    ONE_TWO_THREE,
    ROPE,
    SPIRIT_CARDS,
    WHIRLPOOL,
    Stage,
    Todo,
)
from eddyline.games.niagara.whirlpool import NO_WHIRLPOOL, NOWHERE, ROUTES, SWIRL
from eddyline.games.niagara.work import (
    WORK,
    can_spend,
    can_work,
    do_work,
    gems_but,
    has_room,
    is_double,
    legal_work,
    slack_of,
)

if TYPE_CHECKING:
    from eddyline.engine.records import Grid
    from eddyline.games.niagara.state import State

MOOSE_POINTS = 2
"""Points that the moose adds (S-MOOSE-1)."""


# ---- beginning and ending -----------------------------------------------------------------------------------------


@kernel
def begin_turn(s: State, seat: int) -> None:
    """Reveal the seat's card and note what its canoes owe (N-ROUND-5, N-MOVE-3, N-MOVE-4, S-CARD-3)."""
    card = int(s.card[seat])
    s.active = seat
    s.hand[seat] &= ~(1 << card)
    s.newest[seat] = card
    s.canoe = NONE
    clear_plan(s, card)
    if card in (CLOUD, ROPE):
        s.waiting = 1 << seat
        return
    s.waiting = 0
    for canoe in range(2):
        place = int(s.place[seat, canoe])
        if place == LOST:
            s.todo[canoe] = Todo.NOTHING
        else:
            alone = s.place[seat, 1 - canoe] == LOST
            optional = place == DOCK and not alone and card != ONE_TWO_THREE
            s.todo[canoe] = Todo.MAY if optional else Todo.MUST
            s.waiting = 1 << seat


@kernel
def clear_plan(s: State, card: int) -> None:
    """Begin with the points of the card, before any canoe has done anything."""
    s.stage = Stage.START
    s.points = CARD_POINTS[card]
    s.slack = CARD_SLACK[card]
    s.worked = 0
    s.may_rob = 0
    s.robbed = 0


@kernel
def may_stay(s: State) -> bool:
    """Tell whether the canoes that have not moved may be left ashore: not before one is in the water (N-MOVE-4)."""
    return s.todo[0] != Todo.MUST and s.todo[1] != Todo.MUST and not (s.todo[0] == Todo.MAY and s.todo[1] == Todo.MAY)


@kernel
def points_of(s: State, modules: int, seat: int, canoe: int) -> int:
    """Return the points of a canoe that may begin its plan: those of the card, two more with the moose (S-MOOSE-1)."""
    return int(s.points) + (MOOSE_POINTS if modules & MOOSE and s.moose == 2 * seat + canoe else 0)


@kernel
def begin_canoe(s: State, modules: int, seat: int, canoe: int) -> None:
    """Begin a canoe's plan; with a 1/2/3 card it is the only one (S-CARD-3)."""
    s.points = points_of(s, modules, seat, canoe)
    s.canoe = canoe
    if modules & SPIRIT_CARDS and s.card[seat] == ONE_TWO_THREE:
        s.todo[1 - canoe] = Todo.NOTHING


@kernel
def finish_canoe(s: State, modules: int, seat: int) -> None:
    """End the plan of the canoe that was moved, and the turn when no canoe is left to move."""
    s.todo[s.canoe] = Todo.NOTHING
    s.canoe = NONE
    clear_plan(s, int(s.card[seat]))
    if s.todo[0] == Todo.NOTHING and s.todo[1] == Todo.NOTHING:
        s.waiting = 0


@kernel
def finish_or_meet(s: State, modules: int, seat: int, canoe: int) -> None:
    """End the plan of a canoe that has moved and has no points left to use, unless there is somebody to deal with."""
    s.points = 0
    if can_rob(s, modules, seat, canoe) or meets_joe(s, modules, seat, canoe):
        s.stage = Stage.MEETING
    else:
        finish_canoe(s, modules, seat)


# ---- what can be done ---------------------------------------------------------------------------------------------


@kernel
def legal_paddles(s: State, modules: int, seat: int, canoe: int, points: int, spend_all: bool, out: Grid, count: int) -> int:
    """Add the places where this canoe may end, with `points` to paddle or to keep for cargo work there.

    With `spend_all` the points are paddled: there was cargo work before the move (N-GEM-3). The whirlpool takes only
    who keeps nothing (S-WHIRL-3); who can dock does so with all points, for surplus is lost (N-MOVE-6).
    """
    place = int(s.place[seat, canoe])
    slack = slack_of(s, modules)
    whirlpool = int(s.whirlpool) if modules & WHIRLPOOL else NO_WHIRLPOOL
    base = PADDLE + 10 * canoe
    offered = 0
    for kept in range(0, min(points, slack + 1) if spend_all else points, WORK if slack == 0 else 1):
        paddled = points - kept
        for way in range(0, 4, 2):
            end = int(ROUTES[whirlpool, place, paddled, way])
            if end == NOWHERE:
                continue
            legal = can_end(s, modules, seat, canoe, end, kept) and not offered >> (end & ~SWIRL) & 1
            offered |= legal << (end & ~SWIRL)
            out[count] = base + (end & ~SWIRL)
            count += legal
            other = int(ROUTES[whirlpool, place, paddled, way + 1])
            if other != NOWHERE:
                legal = can_end(s, modules, seat, canoe, other, kept) and not offered >> (other & ~SWIRL) & 1
                offered |= legal << (other & ~SWIRL)
                out[count] = base + (other & ~SWIRL)
                count += legal
    return count


@kernel
def can_end(s: State, modules: int, seat: int, canoe: int, end: int, kept: int) -> bool:
    """Tell whether a move may end so (see `ROUTES`) with so many points kept for cargo work there."""
    if end == DOCK:
        return kept == 0
    if modules & WHIRLPOOL and end & SWIRL:
        return kept <= s.slack
    return can_spend(s, modules, seat, canoe, end, kept)


@kernel
def moose_is_free(s: State, modules: int) -> bool:
    """Tell whether there is a moose, and nobody has it (S-MOOSE-1, S-MOOSE-2)."""
    return modules & MOOSE != 0 and s.moose == NONE


@routine
def legal_moose(s: State, seat: int, out: Grid, count: int) -> int:
    """Add the canoes that may take the moose at the start of their turn: those on disc 7 (S-MOOSE-1, S-MOOSE-3)."""
    for canoe in range(2):
        idle = s.todo[canoe] == Todo.NOTHING and s.card[seat] not in (CLOUD, ROPE)
        out[count] = TAKE_MOOSE + canoe
        count += DEPTH[s.place[seat, canoe]] == 7 and not idle
    return count


@kernel
def legal_uncounted(s: State, modules: int, seat: int, out: Grid) -> int:
    """List what a cloud or a rope offers (N-CLOUD-1, S-CARD-4)."""
    count = legal_moose(s, seat, out, 0) if moose_is_free(s, modules) else 0
    if s.card[seat] == ROPE:
        out[count] = TIE
        return count + 1
    out[count] = WEATHER_DOWN
    count += s.weather > -1
    out[count] = WEATHER_UP
    return count + (s.weather < 2)


@kernel
def legal_arrived(s: State, modules: int, seat: int, canoe: int, out: Grid) -> int:
    """List what a canoe may do where it has ended its move: work; with its points used, meet somebody, or stop."""
    points = int(s.points)
    count = legal_work(s, modules, seat, canoe, points, True, out, 0)
    if points > slack_of(s, modules):
        return count
    before = count
    count = legal_steals(s, modules, seat, canoe, out, count)
    only_theft = count > before == 0
    before = count
    count = legal_joe(s, modules, seat, canoe, out, count)
    out[count] = SPARE if only_theft and count == before else STOP
    return count + 1


@kernel
def legal_turn(s: State, modules: int, seat: int, out: Grid) -> int:
    """List the decisions of the seat whose turn it is."""
    card = int(s.card[seat])
    if card == CLOUD or (modules & SPIRIT_CARDS and card == ROPE):
        return legal_uncounted(s, modules, seat, out)
    canoe = int(s.canoe)
    if s.stage == Stage.START:
        count = legal_moose(s, seat, out, 0) if moose_is_free(s, modules) else 0
        for other in range(2):
            if s.todo[other] != Todo.NOTHING:
                points = points_of(s, modules, seat, other)
                count = legal_work(s, modules, seat, other, points, False, out, count)
                count = legal_paddles(s, modules, seat, other, points, False, out, count)
        out[count] = STAY
        return count + may_stay(s)
    if s.stage == Stage.WORKING_BEFORE:
        count = legal_work(s, modules, seat, canoe, int(s.points), False, out, 0)
        count = legal_paddles(s, modules, seat, canoe, int(s.points), True, out, count)
        out[count] = STOP
        return count + (s.points <= slack_of(s, modules))
    return legal_arrived(s, modules, seat, canoe, out)


# ---- doing it -----------------------------------------------------------------------------------------------------


@kernel
def bank(s: State, modules: int, seat: int, canoe: int) -> None:
    """Bring a docked canoe's gems ashore and see whether a goal is reached (N-GEM-7, N-END-1, S-MOOSE-2)."""
    cargo = int(s.cargo[seat, canoe])
    if modules & MOOSE and s.moose == 2 * seat + canoe:
        s.moose = NONE
    if cargo == NONE:
        return
    s.cargo[seat, canoe] = NONE
    colours = 0
    total = 0
    most = 0
    for colour in range(5):
        number = int(s.stash[seat, colour]) + int(HOLDS[cargo, colour])
        s.stash[seat, colour] = number
        total += number
        most = max(most, number)
        colours += number > 0
    if most >= 4 or colours == 5 or total >= 7:
        s.reached |= 1 << seat


@kernel
def paddle(s: State, modules: int, seat: int, canoe: int, end: int) -> None:
    """Move the canoe and see what it may do there (N-GEM-7, N-MOVE-4, N-STEAL-1, S-WHIRL-2)."""
    start = int(s.place[seat, canoe])
    worked_before = s.stage == Stage.WORKING_BEFORE
    if not worked_before:
        begin_canoe(s, modules, seat, canoe)
    if end == DOCK:
        s.place[seat, canoe] = DOCK
        bank(s, modules, seat, canoe)
        finish_canoe(s, modules, seat)
        return
    if start == DOCK and s.todo[1 - canoe] == Todo.MAY:
        s.todo[1 - canoe] = Todo.NOTHING
    left = int(s.points) - abs(int(DEPTH[end]) - int(DEPTH[start]))
    swirled = False
    if modules & WHIRLPOOL:
        left, swirled = left_by_whirlpool(s, seat, canoe, end, int(s.points), worked_before)
    s.place[seat, canoe] = end
    if worked_before:
        left = 0
    s.may_rob = DEPTH[end] < DEPTH[start] and not swirled and left <= slack_of(s, modules) and has_room(s, modules, seat, canoe)
    if swirled:
        # The canoe may stop here, whatever is left by the other reading of the move (S-WHIRL-3).
        s.slack = max(int(s.slack), left)
    s.points = left
    if left > slack_of(s, modules) or can_work_on(s, modules, seat, canoe):
        s.stage = Stage.WORKING_AFTER
    else:
        finish_or_meet(s, modules, seat, canoe)


@routine
def left_by_whirlpool(s: State, seat: int, canoe: int, end: int, points: int, spend_all: bool) -> tuple[int, bool]:
    """Find the points a canoe has left at the end of a move, and whether it may stop there because of the whirlpool.

    A place can be reached both by paddling to it with points kept for work, and by the whirlpool with none kept; then
    what the canoe does next says which it was. Paddling counts alone where it lets the canoe stop, too.
    """
    modules = int(s.modules)
    place = int(s.place[seat, canoe])
    left = NONE
    swirled = False
    for kept in range(points):
        for route in range(4):
            found = int(ROUTES[s.whirlpool, place, points - kept, route])
            if found == end and (kept <= s.slack or not spend_all and can_spend(s, modules, seat, canoe, end, kept)):
                left = kept
            elif found == end | SWIRL and kept <= s.slack:
                swirled = True
    if left == NONE:
        return 0, True
    return left, swirled and left > s.slack


@kernel
def can_work_on(s: State, modules: int, seat: int, canoe: int) -> bool:
    """Tell whether a canoe that has arrived, and could stop, could also do more cargo work with the points it kept."""
    points = int(s.points)
    if points < WORK:
        return False
    site = int(SITE[s.place[seat, canoe]])
    if site == NONE:
        return False
    cargo = int(s.cargo[seat, canoe])
    worked = int(s.worked)
    if is_double(s, modules, canoe):
        return can_work(s, site, cargo, worked, 1, 0)
    if cargo == NONE:
        return gems_but(s, site, worked) > 0
    return not worked & LOADING


@kernel
def finish_work(s: State, modules: int, seat: int, canoe: int) -> None:
    """See what follows a piece of work: more of it, a move, a meeting, or nothing (N-MOVE-10, J-JOE-4)."""
    if s.stage == Stage.WORKING_AFTER:
        s.may_rob = 0
        if s.points <= slack_of(s, modules) and not can_work_on(s, modules, seat, canoe):
            finish_or_meet(s, modules, seat, canoe)
    elif s.points == 0:
        finish_canoe(s, modules, seat)


@kernel
def decide_turn(s: State, modules: int, seat: int, action: int) -> None:
    """Carry one decision out."""
    if action < TIE:
        s.weather += 1 if action == WEATHER_UP else -1
        if modules & BEAVER and s.weather == 2 and s.beaver == DOCK:
            s.beaver = 1
        s.waiting = 0
    elif action < PADDLE:
        take_moose_or_tie(s, modules, seat, action)
    elif action < UNLOAD:
        paddle(s, modules, seat, (action - PADDLE) // 10, (action - PADDLE) % 10)
    elif action < STEAL:
        loads = action >= LOAD
        canoe = (action - LOAD) // 5 if loads else (action - UNLOAD) // 5
        if s.stage == Stage.START:
            begin_canoe(s, modules, seat, canoe)
            s.stage = Stage.WORKING_BEFORE
        do_work(s, seat, canoe, (action - UNLOAD) % 5, loads)
        finish_work(s, modules, seat, canoe)
    elif action < SPARE:
        canoe = int(s.canoe)
        steal(s, seat, canoe, (action - STEAL) // 10, (action - STEAL) % 10 // 5, (action - STEAL) % 5)
        finish_or_meet(s, modules, seat, canoe)
    elif action == STAY:
        s.todo[0] = Todo.NOTHING
        s.todo[1] = Todo.NOTHING
        s.waiting = 0
    else:
        if JOE_TAKE <= action < STOP:
            deal_with_joe(s, seat, int(s.canoe), action)
        finish_canoe(s, modules, seat)


@kernel
def take_moose_or_tie(s: State, modules: int, seat: int, action: int) -> None:
    """Take the moose into a canoe – with a 1/2/3 card it is the one that moves – or tie up (S-MOOSE-1, S-CARD-4)."""
    if action == TIE:
        s.waiting = 0
        return
    s.moose = 2 * seat + action - TAKE_MOOSE
    if s.card[seat] == ONE_TWO_THREE:
        s.todo[1 - (action - TAKE_MOOSE)] = Todo.NOTHING
