"""Explain why a canoe cannot paddle, work, steal or deal with Joe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.games.niagara.rules.actions import (
    CANOES,
    GiveToJoe,
    Load,
    Paddle,
    Steal,
    SwapWithJoe,
    TakeFromJoe,
    Unload,
)
from eddyline.games.niagara.rules.board import AT, DEPTH, DOCK, GEMS, LEFT, LOST, PLACES, RIGHT, SITE, GemName
from eddyline.games.niagara.rules.cargo import CARGOES, HOLDS, LOADED
from eddyline.games.niagara.rules.plan import points_of
from eddyline.games.niagara.rules.state import DIAMOND_JOE, LOADING, NONE, ONE_TWO_THREE, WHIRLPOOL, Stage, Todo
from eddyline.games.niagara.rules.work import WORK, gems_at, has_room
from eddyline.games.niagara.words.reasons import no

if TYPE_CHECKING:
    from eddyline.engine.refusal import Refusal
    from eddyline.games.niagara.rules.state import State


def no_move(s: State, seat: int, action: Paddle | Load | Unload) -> Refusal:
    """Explain why a canoe cannot make this move, or load or unload this gem (N-MOVE, N-GEM)."""
    canoe = CANOES.index(action.canoe)
    if s.canoe not in (NONE, canoe):
        return no("N-MOVE-5", "other_canoe_moving", canoe=action.canoe, other=CANOES[s.canoe])
    if s.stage == Stage.MEETING:
        return no("N-MOVE-6", "arrived")
    if s.place[seat, canoe] == LOST:
        return no("N-LOST-1", "canoe_lost", canoe=action.canoe)
    if s.todo[canoe] == Todo.NOTHING:
        if s.card[seat] == ONE_TWO_THREE:
            return no("S-CARD-3", "one_canoe")
        if s.place[seat, canoe] == DOCK:
            return no("N-MOVE-4", "launch_once")
        return no("N-MOVE-1", "canoe_moved", canoe=action.canoe)
    if isinstance(action, Paddle):
        return _no_way(s, seat, canoe, action)
    return _no_work(s, seat, canoe, action)


def no_theft(s: State, seat: int, action: Steal) -> Refusal:
    """Explain why that canoe cannot be robbed (N-STEAL)."""
    if not s.may_rob:
        return no("N-STEAL-1", "no_theft")
    if action.victim == seat:
        return no("N-STEAL-3", "rob_yourself")
    if s.robbed >> (2 * action.victim + CANOES.index(action.canoe)) & 1:
        return no("S-DOUBLE-3", "robbed_once")
    return no("N-STEAL-1", "no_such_victim", seat=action.victim, gem=action.gem)


def _no_work(s: State, seat: int, canoe: int, action: Load | Unload) -> Refusal:
    place, cargo, gem = int(s.place[seat, canoe]), int(s.cargo[seat, canoe]), GEMS.index(action.gem)
    site = int(SITE[place])
    if site == NONE:
        return no("N-GEM-6", "no_deposit", place=PLACES[place])
    points = points_left(s, seat, canoe)
    if points < WORK:
        return no("N-GEM-2", "work_costs", cost=WORK, points=points)
    if isinstance(action, Unload):
        if HOLDS[cargo + 1, gem] == 0:
            return not_carried(s, seat, canoe, action.gem)
        if HOLDS[cargo + 1, gem] == LOADED[cargo + 1] == 1 or not s.worked & LOADING:
            return no("N-GEM-4", "just_loaded")
        return no("S-DOUBLE-2", "unload_first")
    if not has_room(s, int(s.modules), seat, canoe):
        return no("N-GEM-1", "canoe_full", canoe=action.canoe)
    if s.worked >> gem & 1:
        return no("N-GEM-4", "just_unloaded", gem=action.gem)
    if gems_at(s, site) == 0:
        return no("N-GEM-6", "deposit_empty")
    if s.deposit[site, gem] > 0:
        return no("N-MOVE-6", "points_left", points=points - WORK)
    return no("N-GEM-5", "no_such_gem", gem=action.gem)


def _no_way(s: State, seat: int, canoe: int, action: Paddle) -> Refusal:
    start, end, points = int(s.place[seat, canoe]), PLACES.index(action.to), points_left(s, seat, canoe)
    distance = abs(int(DEPTH[end]) - int(DEPTH[start]))
    both_in_arms = start > AT[LEFT, 5] and end > AT[LEFT, 5]
    if s.modules & WHIRLPOOL and end == s.whirlpool:
        return no("S-WHIRL-2", "whirlpool_stay")
    if start == end:
        return no("N-MOVE-10", "same_disc")
    if both_in_arms and (start > AT[LEFT, 7]) != (end > AT[LEFT, 7]):
        return no("N-MOVE-7", "other_arm")
    if distance > points:
        return no("N-MOVE-1", "too_far", distance=distance, canoe=action.canoe, points=points)
    if s.stage == Stage.WORKING_AFTER:
        return no("N-GEM-3", "works_after")
    if _leaves_whirlpool_behind(s, start, end):
        if distance == points:
            return no("S-WHIRL-4", "whirlpool_upstream")
        distance += 1
    if s.stage == Stage.WORKING_BEFORE:
        return no("N-GEM-3", "worked_before", points=points)
    return no("N-MOVE-6", "points_left", points=points - distance)


def _leaves_whirlpool_behind(s: State, start: int, end: int) -> bool:
    """Return whether the whirlpool is on the way upstream (S-WHIRL-4)."""
    if not DOCK < s.whirlpool < LOST or not DEPTH[end] < DEPTH[s.whirlpool] < DEPTH[start]:
        return False
    arm = LEFT if start <= AT[LEFT, 7] else RIGHT
    return bool(AT[arm, DEPTH[s.whirlpool]] == s.whirlpool)


def no_deal(s: State, seat: int, action: TakeFromJoe | GiveToJoe | SwapWithJoe) -> Refusal:
    """Explain why this deal with Diamond Joe is not possible (J-JOE-4)."""
    canoe = int(s.canoe)
    if not s.modules & DIAMOND_JOE or canoe == NONE or s.stage < Stage.WORKING_AFTER or s.joe != s.place[seat, canoe]:
        return no("J-JOE-4", "joe_elsewhere")
    if s.robbed:
        return no("J-JOE-4", "joe_after_theft")
    if isinstance(action, GiveToJoe) and s.joe_gem != NONE:
        return no("J-JOE-4", "joe_has_gem")
    if not isinstance(action, GiveToJoe) and s.joe_gem == NONE:
        return no("J-JOE-4", "joe_has_nothing")
    if isinstance(action, TakeFromJoe) and not has_room(s, int(s.modules), seat, canoe):
        return no("J-JOE-4", "joe_no_room")
    if not isinstance(action, TakeFromJoe) and HOLDS[s.cargo[seat, canoe] + 1, GEMS.index(action.gem)] == 0:
        return not_carried(s, seat, canoe, action.gem)
    if isinstance(action, SwapWithJoe) and s.joe_gem == GEMS.index(action.gem):
        return no("J-JOE-4", "joe_same_colour")
    return no("N-MOVE-6", "must_go_on")


def not_carried(s: State, seat: int, canoe: int, gem: GemName) -> Refusal:
    """Explain that a canoe does not carry that gem."""
    name = CANOES[canoe]
    carried = [GEMS[other] for other in CARGOES[s.cargo[seat, canoe] + 1]]
    if not carried:
        return no("N-GEM-6", "canoe_empty", canoe=name)
    return no("N-GEM-6", "other_cargo", canoe=name, cargo=carried[0], gem=gem)


def points_left(s: State, seat: int, canoe: int) -> int:
    """Return the points a canoe has, whether it has begun or not."""
    return int(s.points) if s.canoe == canoe else points_of(s, int(s.modules), seat, canoe)
