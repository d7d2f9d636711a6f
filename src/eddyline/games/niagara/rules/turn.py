"""Play a turn of phase 2: paddle, load and unload, meet others, move the weather (N-MOVE, N-CLOUD, S-CARD, S-MOOSE).

A turn is a sequence of decisions. A canoe's plan is *work, then paddle* or *paddle, then work, then meet* (N-GEM-3); a
decision is offered only if the rest of the plan can spend the points as required (N-MOVE-6). Going upstream there is
always such a plan, so nobody gets stuck (N-MOVE-3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel, routine, wide
from eddyline.games.niagara.rules.actions import (
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
from eddyline.games.niagara.rules.board import DEPTH, DOCK, LOST
from eddyline.games.niagara.rules.meeting import (
    deal_with_joe,
    legal_joe,
    legal_steals,
    steal,
)
from eddyline.games.niagara.rules.paddling import legal_paddles, paddle
from eddyline.games.niagara.rules.plan import (
    begin_canoe,
    clear_plan,
    finish_canoe,
    finish_or_meet,
    finish_work,
    points_of,
)
from eddyline.games.niagara.rules.state import (
    BEAVER,
    CLOUD,
    MOOSE,
    NONE,
    ONE_TWO_THREE,
    ROPE,
    SPIRIT_CARDS,
    Stage,
    Todo,
)
from eddyline.games.niagara.rules.work import (
    do_work,
    legal_work,
    slack_of,
)

if TYPE_CHECKING:
    from eddyline.engine.records import Grid
    from eddyline.games.niagara.rules.state import State


@kernel
def begin_turn(s: State, seat: int) -> None:
    """Reveal the seat's card and record what its canoes owe (N-ROUND-5, N-MOVE-3, N-MOVE-4, S-CARD-3)."""
    card = wide(s.card[seat])
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
        place = wide(s.place[seat, canoe])
        if place == LOST:
            s.todo[canoe] = Todo.NOTHING
        else:
            alone = s.place[seat, 1 - canoe] == LOST
            optional = place == DOCK and not alone and card != ONE_TWO_THREE
            s.todo[canoe] = Todo.MAY if optional else Todo.MUST
            s.waiting = 1 << seat


@kernel
def may_stay(s: State) -> bool:
    """Return whether the canoes that have not moved may stay at the dock: only if one is in the water (N-MOVE-4)."""
    return s.todo[0] != Todo.MUST and s.todo[1] != Todo.MUST and not (s.todo[0] == Todo.MAY and s.todo[1] == Todo.MAY)


@kernel
def moose_is_free(s: State, modules: int) -> bool:
    """Return whether the moose is in play and nobody has it (S-MOOSE-1, S-MOOSE-2)."""
    return modules & MOOSE != 0 and s.moose == NONE


@routine
def legal_moose(s: State, seat: int, out: Grid, count: int) -> int:
    """Append the canoes that may take the moose at the start of their turn: those on disc 7 (S-MOOSE-1, S-MOOSE-3)."""
    for canoe in range(2):
        idle = s.todo[canoe] == Todo.NOTHING and s.card[seat] not in (CLOUD, ROPE)
        out[count] = TAKE_MOOSE + canoe
        count += DEPTH[s.place[seat, canoe]] == 7 and not idle
    return count


@kernel
def legal_uncounted(s: State, modules: int, seat: int, out: Grid) -> int:
    """List the decisions with a cloud or a rope (N-CLOUD-1, S-CARD-4)."""
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
    """List the decisions of a canoe at the end of its move: work; with its points used, meet somebody, or stop."""
    points = wide(s.points)
    count = legal_work(s, modules, seat, canoe, points, out, wide(0))
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
    card = wide(s.card[seat])
    if card == CLOUD or (modules & SPIRIT_CARDS and card == ROPE):
        return legal_uncounted(s, modules, seat, out)
    canoe = wide(s.canoe)
    if s.stage == Stage.START:
        count = legal_moose(s, seat, out, 0) if moose_is_free(s, modules) else 0
        for other in range(2):
            if s.todo[other] != Todo.NOTHING:
                points = points_of(s, modules, seat, other)
                count = legal_work(s, modules, seat, other, points, out, count)
                count = legal_paddles(s, modules, seat, other, points, out, count)
        out[count] = STAY
        return count + may_stay(s)
    if s.stage == Stage.WORKING_BEFORE:
        count = legal_work(s, modules, seat, canoe, wide(s.points), out, wide(0))
        count = legal_paddles(s, modules, seat, canoe, wide(s.points), out, count)
        out[count] = STOP
        return count + (s.points <= slack_of(s, modules))
    return legal_arrived(s, modules, seat, canoe, out)


@kernel
def decide_turn(s: State, modules: int, seat: int, action: int) -> None:
    """Carry out one decision."""
    if action < TIE:
        s.weather += 1 if action == WEATHER_UP else -1
        if modules & BEAVER and s.weather == 2 and s.beaver == DOCK:
            s.beaver = 1
        s.waiting = 0
    elif action < PADDLE:
        take_moose_or_tie(s, seat, action)
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
        canoe = wide(s.canoe)
        steal(s, seat, canoe, (action - STEAL) // 10, (action - STEAL) % 10 // 5, (action - STEAL) % 5)
        finish_or_meet(s, modules, seat, canoe)
    elif action == STAY:
        s.todo[0] = Todo.NOTHING
        s.todo[1] = Todo.NOTHING
        s.waiting = 0
    else:
        if JOE_TAKE <= action < STOP:
            deal_with_joe(s, seat, wide(s.canoe), action)
        finish_canoe(s, seat)


@kernel
def take_moose_or_tie(s: State, seat: int, action: int) -> None:
    """Take the moose into a canoe, which with a 1/2/3 card is then the one to move, or tie up (S-MOOSE-1, S-CARD-4)."""
    if action == TIE:
        s.waiting = 0
        return
    s.moose = 2 * seat + action - TAKE_MOOSE
    if s.card[seat] == ONE_TWO_THREE:
        s.todo[1 - (action - TAKE_MOOSE)] = Todo.NOTHING
