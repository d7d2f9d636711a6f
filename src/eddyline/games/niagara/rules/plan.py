"""Begin and end the plan of one canoe: its points, and what follows when they are used up (N-MOVE-6, S-CARD-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel, wide
from eddyline.games.niagara.rules.board import SITE
from eddyline.games.niagara.rules.meeting import (
    can_rob,
    meets_joe,
)
from eddyline.games.niagara.rules.state import (
    CARD_POINTS,
    CARD_SLACK,
    LOADING,
    MOOSE,
    NONE,
    ONE_TWO_THREE,
    SPIRIT_CARDS,
    Stage,
    Todo,
)
from eddyline.games.niagara.rules.work import (
    WORK,
    can_work,
    gems_but,
    is_double,
    slack_of,
)

if TYPE_CHECKING:
    from eddyline.games.niagara.rules.state import State

MOOSE_POINTS = 2
"""Points that the moose adds (S-MOOSE-1)."""


@kernel
def clear_plan(s: State, card: int) -> None:
    """Reset the plan to the points of the card, before any canoe has begun."""
    s.stage = Stage.START
    s.points = CARD_POINTS[card]
    s.slack = CARD_SLACK[card]
    s.worked = 0
    s.may_rob = 0
    s.robbed = 0


@kernel
def points_of(s: State, modules: int, seat: int, canoe: int) -> int:
    """Return the points of a canoe that may begin its plan: those of the card, two more with the moose (S-MOOSE-1)."""
    return wide(s.points) + (MOOSE_POINTS if modules & MOOSE and s.moose == 2 * seat + canoe else 0)


@kernel
def begin_canoe(s: State, modules: int, seat: int, canoe: int) -> None:
    """Begin a canoe's plan; with a 1/2/3 card it is the only one (S-CARD-3)."""
    s.points = points_of(s, modules, seat, canoe)
    s.canoe = canoe
    if modules & SPIRIT_CARDS and s.card[seat] == ONE_TWO_THREE:
        s.todo[1 - canoe] = Todo.NOTHING


@kernel
def finish_canoe(s: State, seat: int) -> None:
    """End the plan of the canoe that was moved, and the turn if no canoe is left to move."""
    s.todo[s.canoe] = Todo.NOTHING
    s.canoe = NONE
    clear_plan(s, wide(s.card[seat]))
    if s.todo[0] == Todo.NOTHING and s.todo[1] == Todo.NOTHING:
        s.waiting = 0


@kernel
def finish_or_meet(s: State, modules: int, seat: int, canoe: int) -> None:
    """End the plan of a canoe that has moved and used its points, unless there is somebody to rob or deal with."""
    s.points = 0
    if can_rob(s, modules, seat, canoe) or meets_joe(s, modules, seat, canoe):
        s.stage = Stage.MEETING
    else:
        finish_canoe(s, seat)


@kernel
def can_work_on(s: State, modules: int, seat: int, canoe: int) -> bool:
    """Return whether a canoe that has arrived and may stop could also do more cargo work with the points left."""
    points = wide(s.points)
    if points < WORK:
        return False
    site = wide(SITE[s.place[seat, canoe]])
    if site == NONE:
        return False
    cargo = wide(s.cargo[seat, canoe])
    worked = wide(s.worked)
    if is_double(modules, canoe):
        return can_work(s, site, cargo, worked, wide(1), wide(0))
    if cargo == NONE:
        return gems_but(s, site, worked) > 0
    return not worked & LOADING


@kernel
def finish_work(s: State, modules: int, seat: int, canoe: int) -> None:
    """Determine what follows a piece of work: more work, a move, a meeting, or nothing (N-MOVE-10, J-JOE-4)."""
    if s.stage == Stage.WORKING_AFTER:
        s.may_rob = 0
        if s.points <= slack_of(s, modules) and not can_work_on(s, modules, seat, canoe):
            finish_or_meet(s, modules, seat, canoe)
    elif s.points == 0:
        finish_canoe(s, seat)
