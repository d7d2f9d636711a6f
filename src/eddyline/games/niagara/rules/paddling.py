"""Paddle: where a canoe may end its move, and what follows there (N-MOVE, N-GEM-7, S-WHIRL)."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel, routine, wide
from eddyline.games.niagara.rules.actions import (
    PADDLE,
)
from eddyline.games.niagara.rules.board import BESIDE, DEPTH, DOCK, LOST
from eddyline.games.niagara.rules.cargo import HOLDS
from eddyline.games.niagara.rules.listing import append
from eddyline.games.niagara.rules.plan import begin_canoe, can_work_on, finish_canoe, finish_or_meet, points_of
from eddyline.games.niagara.rules.state import (
    MOOSE,
    NONE,
    WHIRLPOOL,
    Stage,
    Todo,
)
from eddyline.games.niagara.rules.whirlpool import ENDS, NO_WHIRLPOOL, SWIRLS
from eddyline.games.niagara.rules.work import (
    WORK,
    can_spend,
    can_spend_at,
    has_room,
    is_double,
    slack_of,
)

if TYPE_CHECKING:
    from eddyline.engine.records import Grid
    from eddyline.games.niagara.rules.state import State


class Swirl(IntEnum):
    """Say whether the whirlpool takes a canoe to the end of its move (S-WHIRL-2)."""

    NO = 0
    PERHAPS = 1
    """It came by itself, with points for work, or the whirlpool brought it: what it does next says which it was."""
    SURELY = 2


@kernel
def legal_paddles(s: State, modules: int, seat: int, canoe: int, points: int, out: Grid, count: int) -> int:
    """Append the places where this canoe may end, with `points` to paddle or to keep for cargo work there.

    After cargo work before the move, all points are paddled (N-GEM-3). The whirlpool takes only a canoe that keeps none
    (S-WHIRL-3); a canoe that can dock uses all its points, because surplus is lost (N-MOVE-6).
    """
    place = wide(s.place[seat, canoe])
    slack = slack_of(s, modules)
    whirlpool = wide(s.whirlpool) if modules & WHIRLPOOL else NO_WHIRLPOOL
    ends = wide(ENDS[whirlpool, place, points])
    if modules & WHIRLPOOL:
        for kept in range(min(points, slack + 1)):
            ends |= wide(SWIRLS[whirlpool, place, points - kept])
    most_kept = min(points, slack + 1) if s.stage == Stage.WORKING_BEFORE else points
    if not is_double(modules, canoe):
        most_kept = min(most_kept, 2 * WORK + slack + 1)  # unload, then load
    step = WORK if slack == 0 else 1
    for kept in range(step, most_kept, step):
        ends |= ends_to_spend(s, modules, seat, canoe, wide(ENDS[whirlpool, place, points - kept]), kept)
    return append(ends & ((1 << LOST) - 1), wide(PADDLE + 10 * canoe), out, wide(count))


@kernel
def ends_to_spend(s: State, modules: int, seat: int, canoe: int, ends: int, points: int) -> int:
    """Return those places of a bit mask where cargo work can use up the points kept for it."""
    if points <= slack_of(s, modules):
        return ends & ~(1 << DOCK)
    kept = 0
    if not is_double(modules, canoe):
        # All sites, beside an end or not: which of them are is hard to predict, and to look is cheap.
        for site in range(5):
            kept |= wide(BESIDE[site]) if can_spend_at(s, modules, seat, canoe, site, points) else 0
        return ends & kept
    for site in range(5):
        beside = ends & wide(BESIDE[site])
        if beside != 0 and can_spend_at(s, modules, seat, canoe, site, points):
            kept |= beside
    return kept


@kernel
def bank(s: State, modules: int, seat: int, canoe: int) -> None:
    """Bring a docked canoe's gems ashore and check the goals (N-GEM-7, N-END-1, S-MOOSE-2)."""
    cargo = wide(s.cargo[seat, canoe])
    if modules & MOOSE and s.moose == 2 * seat + canoe:
        s.moose = NONE
    if cargo == NONE:
        return
    s.cargo[seat, canoe] = NONE
    colours = 0
    total = 0
    most = 0
    for colour in range(5):
        number = wide(s.stash[seat, colour]) + wide(HOLDS[cargo + 1, colour])
        s.stash[seat, colour] = number
        total += number
        most = max(most, number)
        colours += number > 0
    if most >= 4 or colours == 5 or total >= 7:
        s.reached |= 1 << seat


@kernel
def paddle(s: State, modules: int, seat: int, canoe: int, end: int) -> None:
    """Move the canoe and determine what it may do there (N-GEM-7, N-MOVE-4, N-STEAL-1, S-WHIRL-2)."""
    start = wide(s.place[seat, canoe])
    worked_before = s.stage == Stage.WORKING_BEFORE
    if not worked_before:
        begin_canoe(s, modules, seat, canoe)
    if end == DOCK:
        s.place[seat, canoe] = DOCK
        bank(s, modules, seat, canoe)
        finish_canoe(s, seat)
        return
    if start == DOCK and s.todo[1 - canoe] == Todo.MAY:
        s.todo[1 - canoe] = Todo.NOTHING
    left = wide(s.points) - abs(wide(DEPTH[end]) - wide(DEPTH[start]))
    swirled = False
    if modules & WHIRLPOOL:
        left, swirled = left_by_whirlpool(s, seat, canoe, end, wide(s.points), worked_before)
    s.place[seat, canoe] = end
    if worked_before:
        left = 0
    s.may_rob = (
        DEPTH[end] < DEPTH[start] and not swirled and left <= slack_of(s, modules) and has_room(s, modules, seat, canoe)
    )
    if swirled:
        # The canoe may stop here, whatever points the other interpretation of the move leaves (S-WHIRL-3).
        s.slack = max(wide(s.slack), left)
    s.points = left
    if left > slack_of(s, modules) or can_work_on(s, modules, seat, canoe):
        s.stage = Stage.WORKING_AFTER
    else:
        finish_or_meet(s, modules, seat, canoe)


@routine
def left_by_whirlpool(s: State, seat: int, canoe: int, end: int, points: int, spend_all: bool) -> tuple[int, bool]:
    """Return the points that a canoe has left after a move, and whether it may stop there because of the whirlpool.

    A place may be reachable both by paddling there with points kept for work, and by the whirlpool with none kept; then
    the canoe's next decision tells which it was. If paddling also lets the canoe stop, only paddling counts.
    """
    modules = wide(s.modules)
    place = wide(s.place[seat, canoe])
    left = NONE
    swirled = False
    for kept in range(points):
        paddled = points - kept
        may_keep = kept <= s.slack or (not spend_all and can_spend(s, modules, seat, canoe, end, kept))
        if wide(ENDS[s.whirlpool, place, paddled]) >> end & 1 and may_keep:
            left = kept
        if wide(SWIRLS[s.whirlpool, place, paddled]) >> end & 1 and kept <= s.slack:
            swirled = True
    if left == NONE:
        return 0, True
    return left, swirled and left > s.slack


@kernel
def swirl_of(s: State, seat: int, canoe: int, end: int) -> int:
    """Tell whether the whirlpool takes a canoe that may move there, before it moves (S-WHIRL-2, S-WHIRL-3)."""
    modules = wide(s.modules)
    if not modules & WHIRLPOOL or end == DOCK:
        return Swirl.NO
    worked_before = s.stage == Stage.WORKING_BEFORE
    points = wide(s.points) if worked_before else points_of(s, modules, seat, canoe)
    left, swirled = left_by_whirlpool(s, seat, canoe, end, points, worked_before)
    if not swirled:
        return Swirl.NO
    return Swirl.SURELY if left == 0 else Swirl.PERHAPS
