"""Find out why a decision is not legal: one reason, and what its sentence names.

Each function returns the first reason that applies, and fills in its values; `words.refusals` names them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel, wide
from eddyline.engine.refusing import RuledReason
from eddyline.games.niagara.rules.actions import (
    CARD,
    DECLINE,
    JOE_GIVE,
    JOE_SWAP,
    JOE_TAKE,
    LOAD,
    PADDLE,
    RESCUE,
    RESCUE_FREE,
    SPARE,
    STEAL,
    STOP,
    SWEEP,
    TAKE_MOOSE,
    TIE,
    UNLOAD,
    WEATHER_DOWN,
)
from eddyline.games.niagara.rules.board import AT, DEPTH, DOCK, LEFT, LOST, RIGHT, SITE
from eddyline.games.niagara.rules.cargo import HOLDS, LOADED
from eddyline.games.niagara.rules.plan import points_of
from eddyline.games.niagara.rules.rescue import gems_left, is_lost, returns_free
from eddyline.games.niagara.rules.state import (
    CLOUD,
    DIAMOND_JOE,
    LOADING,
    MOOSE,
    NONE,
    ONE_TWO_THREE,
    ROPE,
    WHIRLPOOL,
    Phase,
    Stage,
    Todo,
)
from eddyline.games.niagara.rules.work import WORK, gems_at, has_room

if TYPE_CHECKING:
    from eddyline.engine.records import Shown
    from eddyline.games.niagara.rules.state import State


class Reason(RuledReason):
    """Number the reasons, and name their rules."""

    CARDS_FIRST = 0, "N-ROUND-1"
    CARD_PLAYED = 1, "N-ROUND-4"
    BEGINS_ROUND = 2, "N-ROUND-1"
    NO_CLOUD = 3, "N-CLOUD-1"
    NOBODY_TO_SPARE = 4, "N-STEAL-1"
    CANOE_MOVING = 5, "N-MOVE-6"
    WATER_MUST_MOVE = 6, "N-MOVE-3"
    MUST_LAUNCH = 7, "N-MOVE-4"
    FREE_ALWAYS = 8, "N-LOST-3"
    MUST_BUY = 9, "N-LOST-5"
    RESCUE_FIRST = 10, "N-ROUND-1"
    NOT_LOST = 11, "N-LOST-2"
    FREE_FIRST = 12, "N-LOST-3"
    NOT_FREE = 13, "N-LOST-3"
    NO_PRICE = 14, "N-LOST-2"
    LOST_ALIKE = 15, "N-LOST-2"
    WEATHER_END = 16, "N-CLOUD-1"
    CLOUD_PLAYED = 17, "N-CLOUD-1"
    OTHER_CANOE_MOVING = 18, "N-MOVE-5"
    ARRIVED = 19, "N-MOVE-6"
    CANOE_LOST = 20, "N-LOST-1"
    LAUNCH_ONCE = 21, "N-MOVE-4"
    CANOE_MOVED = 22, "N-MOVE-1"
    ROB_YOURSELF = 23, "N-STEAL-3"
    NO_SUCH_VICTIM = 24, "N-STEAL-1"
    NO_DEPOSIT = 25, "N-GEM-6"
    WORK_COSTS = 26, "N-GEM-2"
    CANOE_EMPTY = 27, "N-GEM-6"
    OTHER_CARGO = 28, "N-GEM-6"
    JUST_LOADED = 29, "N-GEM-4"
    CANOE_FULL = 30, "N-GEM-1"
    JUST_UNLOADED = 31, "N-GEM-4"
    DEPOSIT_EMPTY = 32, "N-GEM-6"
    NO_SUCH_GEM = 33, "N-GEM-5"
    SAME_DISC = 34, "N-MOVE-10"
    OTHER_ARM = 35, "N-MOVE-7"
    TOO_FAR = 36, "N-MOVE-1"
    WORKS_AFTER = 37, "N-GEM-3"
    WORKED_BEFORE = 38, "N-GEM-3"
    POINTS_LEFT = 39, "N-MOVE-6"
    NO_THEFT = 40, "N-STEAL-1"
    NO_SUCH_CARD = 41, "S-CARD-1"
    ROPE_PLAYED = 42, "S-CARD-4"
    NO_ROPE = 43, "S-CARD-4"
    NO_MOOSE = 44, "S-MOOSE-1"
    MOOSE_TAKEN = 45, "S-MOOSE-2"
    MOOSE_PLACE = 46, "S-MOOSE-1"
    JOE_ELSEWHERE = 47, "J-JOE-4"
    JOE_AFTER_THEFT = 48, "J-JOE-4"
    JOE_HAS_NOTHING = 49, "J-JOE-4"
    JOE_HAS_GEM = 50, "J-JOE-4"
    JOE_NO_ROOM = 51, "J-JOE-4"
    JOE_SAME_COLOUR = 52, "J-JOE-4"
    MUST_GO_ON = 53, "N-MOVE-6"
    ARM_FIRST = 54, "S-WHIRL-7"
    NO_ARM_TO_CHOOSE = 55, "S-WHIRL-7"
    WHIRLPOOL_STAY = 56, "S-WHIRL-2"
    WHIRLPOOL_UPSTREAM = 57, "S-WHIRL-4"
    ONE_CANOE = 58, "S-CARD-3"
    UNLOAD_FIRST = 59, "S-DOUBLE-2"
    ROBBED_ONCE = 60, "S-DOUBLE-3"


@kernel
def refuse(s: State, seat: int, action: int, why: Shown) -> None:
    """Say why this action is not legal for a seat that owes a decision, in a record redacted for it."""
    why.canoe = NONE
    why.other = NONE
    why.card = NONE
    why.gem = NONE
    why.cargo = NONE
    why.place = NONE
    why.seat = NONE
    why.cost = NONE
    why.distance = NONE
    why.points = NONE
    if s.phase == Phase.CARDS:
        why.because = no_card(s, action, why)
    elif s.phase == Phase.RESCUE:
        why.because = no_rescue(s, seat, action, why)
    elif s.phase == Phase.RIVER:
        why.because = Reason.ARM_FIRST
    else:
        why.because = no_decision(s, seat, action, why)


@kernel
def no_card(s: State, action: int, why: Shown) -> int:
    """Say why something cannot be done while all choose their cards (N-ROUND-5)."""
    if action >= DECLINE:
        return Reason.CARDS_FIRST
    why.card = action - CARD
    return Reason.NO_SUCH_CARD if action - CARD >= s.cycle else Reason.CARD_PLAYED


@kernel
def no_rescue(s: State, seat: int, action: int, why: Shown) -> int:
    """Say why something cannot be done while lost canoes are bought back (N-LOST)."""
    if action == DECLINE:
        return Reason.FREE_ALWAYS if returns_free(s, seat) else Reason.MUST_BUY
    if not RESCUE <= action < WEATHER_DOWN:
        return Reason.RESCUE_FIRST
    canoe = (action - RESCUE) // 5 if action < RESCUE_FREE else action - RESCUE_FREE
    if not is_lost(s, seat, canoe):
        why.canoe = canoe
        return Reason.NOT_LOST
    if returns_free(s, seat):
        return Reason.FREE_FIRST
    if action >= RESCUE_FREE:
        return Reason.NOT_FREE
    gem = (action - RESCUE) % 5
    if gems_left(s, seat, gem) < 1:
        why.gem = gem
        return Reason.NO_PRICE
    return Reason.LOST_ALIKE


@kernel
def no_decision(s: State, seat: int, action: int, why: Shown) -> int:
    """Say why something cannot be done in a turn."""
    card = wide(s.card[seat])
    moves_weather = WEATHER_DOWN <= action < TIE
    if action < WEATHER_DOWN:
        return Reason.BEGINS_ROUND
    if TAKE_MOOSE <= action < PADDLE:
        return no_moose(s, action - TAKE_MOOSE, why)
    if card == CLOUD:
        return Reason.WEATHER_END if moves_weather else Reason.CLOUD_PLAYED
    if card == ROPE:
        return Reason.ROPE_PLAYED
    if moves_weather:
        why.card = card
        return Reason.NO_CLOUD
    if action == TIE:
        return Reason.NO_ROPE
    if action < STEAL:
        return no_move(s, seat, action, why)
    if action < SPARE:
        return no_theft(s, seat, action, why)
    if action == SPARE:
        return Reason.NOBODY_TO_SPARE
    if action < STOP:
        return no_deal(s, seat, action, why)
    if action == STOP:
        return Reason.MUST_GO_ON
    if action >= SWEEP:
        return Reason.NO_ARM_TO_CHOOSE
    return no_stay(s, seat, why)


@kernel
def no_moose(s: State, canoe: int, why: Shown) -> int:
    """Say why a canoe cannot take the moose (S-MOOSE-1, S-MOOSE-2)."""
    if s.modules & MOOSE == 0:
        return Reason.NO_MOOSE
    if s.moose != NONE:
        return Reason.MOOSE_TAKEN
    why.canoe = canoe
    return Reason.MOOSE_PLACE


@kernel
def no_stay(s: State, seat: int, why: Shown) -> int:
    """Say why the canoes cannot stay at the dock (N-MOVE-3, N-MOVE-4, N-MOVE-6)."""
    if s.canoe != NONE:
        why.canoe = s.canoe
        return Reason.CANOE_MOVING
    for canoe in range(2):
        if s.todo[canoe] == Todo.MUST and s.place[seat, canoe] != DOCK:
            return Reason.WATER_MUST_MOVE
    return Reason.MUST_LAUNCH


# ---- paddling and working ----


@kernel
def no_move(s: State, seat: int, action: int, why: Shown) -> int:
    """Say why a canoe cannot make this move, or load or unload this gem (N-MOVE, N-GEM)."""
    canoe = (action - PADDLE) // 10
    if action >= UNLOAD:
        canoe = (action - UNLOAD) // 5 % 2
    place = wide(s.place[seat, canoe])
    if s.canoe not in (NONE, canoe):
        why.canoe = canoe
        why.other = s.canoe
        return Reason.OTHER_CANOE_MOVING
    if s.stage == Stage.MEETING:
        return Reason.ARRIVED
    if place == LOST:
        why.canoe = canoe
        return Reason.CANOE_LOST
    if s.todo[canoe] == Todo.NOTHING:
        if s.card[seat] == ONE_TWO_THREE:
            return Reason.ONE_CANOE
        if place == DOCK:
            return Reason.LAUNCH_ONCE
        why.canoe = canoe
        return Reason.CANOE_MOVED
    points = wide(s.points) if s.canoe == canoe else points_of(s, wide(s.modules), seat, canoe)
    if action < UNLOAD:
        return no_way(s, canoe, place, (action - PADDLE) % 10, points, why)
    return no_work(s, seat, canoe, action, points, why)


@kernel
def no_way(s: State, canoe: int, start: int, end: int, points: int, why: Shown) -> int:
    """Say why a canoe cannot paddle to a place (N-MOVE-1, -6, -7, -10, S-WHIRL-2, -4)."""
    distance = abs(int(DEPTH[end]) - int(DEPTH[start]))
    both_in_arms = start > AT[LEFT, 5] and end > AT[LEFT, 5]
    if s.modules & WHIRLPOOL and end == s.whirlpool:
        return Reason.WHIRLPOOL_STAY
    if start == end:
        return Reason.SAME_DISC
    if both_in_arms and (start > AT[LEFT, 7]) != (end > AT[LEFT, 7]):
        return Reason.OTHER_ARM
    if distance > points:
        why.distance = distance
        why.canoe = canoe
        why.points = points
        return Reason.TOO_FAR
    if s.stage == Stage.WORKING_AFTER:
        return Reason.WORKS_AFTER
    if leaves_whirlpool_behind(s, start, end):
        if distance == points:
            return Reason.WHIRLPOOL_UPSTREAM
        distance += 1
    if s.stage == Stage.WORKING_BEFORE:
        why.points = points
        return Reason.WORKED_BEFORE
    why.points = points - distance
    return Reason.POINTS_LEFT


@kernel
def leaves_whirlpool_behind(s: State, start: int, end: int) -> bool:
    """Return whether the whirlpool is on the way upstream (S-WHIRL-4)."""
    if not DOCK < s.whirlpool < LOST or not DEPTH[end] < DEPTH[s.whirlpool] < DEPTH[start]:
        return False
    arm = LEFT if start <= AT[LEFT, 7] else RIGHT
    return AT[arm, DEPTH[s.whirlpool]] == s.whirlpool  # type: ignore[no-any-return]


@kernel
def no_work(s: State, seat: int, canoe: int, action: int, points: int, why: Shown) -> int:
    """Say why a canoe cannot load or unload a gem (N-GEM)."""
    place = wide(s.place[seat, canoe])
    site = wide(SITE[place])
    gem = (action - UNLOAD) % 5
    if site == NONE:
        why.place = place
        return Reason.NO_DEPOSIT
    if points < WORK:
        why.cost = WORK
        why.points = points
        return Reason.WORK_COSTS
    if action < LOAD:
        cargo = int(s.cargo[seat, canoe]) + 1
        if HOLDS[cargo, gem] == 0:
            return not_carried(s, seat, canoe, gem, why)
        only = HOLDS[cargo, gem] == 1 and LOADED[cargo] == 1
        return Reason.JUST_LOADED if only or not s.worked & LOADING else Reason.UNLOAD_FIRST
    if not has_room(s, wide(s.modules), seat, canoe):
        why.canoe = canoe
        return Reason.CANOE_FULL
    if s.worked >> gem & 1:
        why.gem = gem
        return Reason.JUST_UNLOADED
    if gems_at(s, site) == 0:
        return Reason.DEPOSIT_EMPTY
    if s.deposit[site, gem] > 0:
        why.points = points - WORK
        return Reason.POINTS_LEFT
    why.gem = gem
    return Reason.NO_SUCH_GEM


@kernel
def not_carried(s: State, seat: int, canoe: int, gem: int, why: Shown) -> int:
    """Say that a canoe does not carry that gem (N-GEM-6)."""
    why.canoe = canoe
    cargo = int(s.cargo[seat, canoe]) + 1
    if LOADED[cargo] == 0:
        return Reason.CANOE_EMPTY
    carried = 0
    while HOLDS[cargo, carried] == 0:
        carried += 1
    why.cargo = carried
    why.gem = gem
    return Reason.OTHER_CARGO


# ---- meeting others ----


@kernel
def no_theft(s: State, seat: int, action: int, why: Shown) -> int:
    """Say why that canoe cannot be robbed (N-STEAL)."""
    victim = (action - STEAL) // 10
    if not s.may_rob:
        return Reason.NO_THEFT
    if victim == seat:
        return Reason.ROB_YOURSELF
    if s.robbed >> (action - STEAL) // 5 & 1:
        return Reason.ROBBED_ONCE
    why.seat = victim
    why.gem = (action - STEAL) % 5
    return Reason.NO_SUCH_VICTIM


@kernel
def no_deal(s: State, seat: int, action: int, why: Shown) -> int:
    """Say why this deal with Diamond Joe is not possible (J-JOE-4)."""
    canoe = wide(s.canoe)
    if not s.modules & DIAMOND_JOE or canoe == NONE or s.stage < Stage.WORKING_AFTER or s.joe != s.place[seat, canoe]:
        return Reason.JOE_ELSEWHERE
    gives = JOE_GIVE <= action < JOE_SWAP
    gem = (action - JOE_GIVE) % 5
    if s.robbed:
        return Reason.JOE_AFTER_THEFT
    if gives and s.joe_gem != NONE:
        return Reason.JOE_HAS_GEM
    if not gives and s.joe_gem == NONE:
        return Reason.JOE_HAS_NOTHING
    if action == JOE_TAKE:
        return Reason.MUST_GO_ON if has_room(s, wide(s.modules), seat, canoe) else Reason.JOE_NO_ROOM
    if HOLDS[int(s.cargo[seat, canoe]) + 1, gem] == 0:
        return not_carried(s, seat, canoe, gem, why)
    if not gives and s.joe_gem == gem:
        return Reason.JOE_SAME_COLOUR
    return Reason.MUST_GO_ON
