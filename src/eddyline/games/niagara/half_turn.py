"""Read a turn that has begun, and who has to decide: the part of a position that must be possible to complete."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from eddyline.engine.game import PositionError
from eddyline.games.niagara import door
from eddyline.games.niagara.actions import CANOES
from eddyline.games.niagara.board import DOCK, GEMS, LOST, PLACES, SITE
from eddyline.games.niagara.meeting import can_rob
from eddyline.games.niagara.plan import points_of
from eddyline.games.niagara.position import STAGES, TODOS
from eddyline.games.niagara.rescue import owes_rescue, returns_free, still_lost
from eddyline.games.niagara.river import on_fork
from eddyline.games.niagara.state import (
    CARD_POINTS,
    CARD_SLACK,
    CLOUD,
    LOADING,
    NONE,
    ONE_TWO_THREE,
    ROPE,
    Phase,
    RescueRule,
)
from eddyline.games.niagara.work import WORK, can_spend, gems_but

if TYPE_CHECKING:
    from eddyline.engine.records import States
    from eddyline.games.niagara.position import Position, TurnPosition
    from eddyline.games.niagara.state import State


def refuse(where: str, what: str) -> PositionError:
    """Make the error that names a place in the position and what is wrong there."""
    return PositionError(f"position refused: {what} - at `$.{where}`")


def number_of(names: tuple[Any, ...], name: object) -> int:
    """Return the index of a name; NONE for none."""
    return NONE if name is None else names.index(name)


def read_turn(states: States, position: Position) -> None:
    """Write the turn that has begun into the record, once everything else is in it; raises PositionError."""
    turn = position.turn
    if turn is None:
        return
    s: State = states[0]
    s.active = turn.seat
    s.turns_taken = turn.taken
    s.canoe = number_of(CANOES, turn.canoe)
    s.stage = STAGES.index(turn.stage)
    s.points = turn.points
    s.slack = turn.slack
    s.worked = sum(1 << GEMS.index(gem) for gem in set(turn.unloaded)) + LOADING * turn.loaded
    s.may_rob = turn.may_rob
    s.robbed = sum(1 << (2 * robbed.seat + CANOES.index(robbed.canoe)) for robbed in set(turn.robbed))
    for canoe in range(2):
        s.todo[canoe] = TODOS.index(turn.todo[canoe])
        _check_todo(s, turn, canoe)
    if (turn.canoe is None) != (turn.stage == "start"):
        raise refuse("turn.canoe", f"expected a canoe unless the stage is 'start', got {turn.canoe!r}")
    fits = _fits_start(s) if turn.canoe is None else _fits(s, turn) if s.modules == 0 else _fits_modules(states)
    if not fits:
        raise refuse("turn", f"{turn.points} points and the cargo do not fit the card and the stage {turn.stage!r}")


def _check_todo(s: State, turn: TurnPosition, canoe: int) -> None:
    """Refuse a task that a canoe cannot have where it is (N-MOVE-3, N-MOVE-4, S-CARD-3)."""
    where, todo, place = f"turn.todo[{canoe}]", turn.todo[canoe], s.place[turn.seat, canoe]
    if turn.canoe == CANOES[canoe]:
        if todo == "nothing":
            raise refuse(where, "the canoe that has begun is not done, expected 'must' or 'may'")
        return
    if todo == "nothing":
        return
    card = s.card[turn.seat]
    if place == LOST or card in (CLOUD, ROPE):
        raise refuse(where, "a lost canoe has nothing to do, nor has any canoe with a cloud or a rope")
    alone = s.place[turn.seat, 1 - canoe] == LOST
    expected = "may" if place == DOCK and not alone and card != ONE_TWO_THREE else "must"
    if todo != expected:
        raise refuse(where, f"expected {expected!r} or 'nothing' of a canoe at {PLACES[place]!r}, got {todo!r}")


def _fits_start(s: State) -> bool:
    """Tell whether nothing but the card has been played."""
    card = s.card[s.active]
    begun = s.worked or s.may_rob or s.robbed
    return bool(s.points == CARD_POINTS[card] and s.slack == CARD_SLACK[card] and not begun)


def _fits(s: State, turn: TurnPosition) -> bool:
    """Tell whether legal play of the base game can lead to this half-played turn: then it can be completed, too."""
    seat, points, card = turn.seat, turn.points, int(s.card[turn.seat])
    place, cargo = int(s.place[seat, s.canoe]), int(s.cargo[seat, s.canoe])
    if place in (DOCK, LOST) or card == CLOUD or turn.slack or turn.robbed:
        return False
    if turn.stage == "meeting":
        return points == 0 and cargo == NONE and turn.may_rob and can_rob(s, 0, seat, int(s.canoe))
    if SITE[place] == NONE or not 0 < points < card or turn.may_rob:
        return False
    loaded, unloaded = turn.loaded, len(turn.unloaded)
    if turn.stage == "working_before":
        fits_cargo = (cargo != NONE) == loaded and (not unloaded or GEMS[cargo] not in turn.unloaded or not loaded)
        return fits_cargo and card - points == WORK * (loaded + unloaded) > 0
    if not unloaded:
        return not loaded and can_spend(s, 0, seat, int(s.canoe), place, points)
    return not loaded and points == WORK and cargo == NONE and gems_but(s, int(SITE[place]), int(s.worked)) > 0


def _fits_modules(states: States) -> bool:
    """Tell whether a half-played turn is within its points, and can be completed whatever is decided next."""
    s: State = states[0]
    seat = int(s.active)
    place, card = s.place[seat, s.canoe], s.card[seat]
    most = int(CARD_POINTS[card]) + points_of(s, int(s.modules), seat, int(s.canoe)) - int(s.points)
    if place in (DOCK, LOST) or card in (CLOUD, ROPE) or s.points > most or s.slack > most:
        return False
    begun = states.copy()
    begun[0].waiting = 1 << seat
    return _completes(begun, seat)


def _completes(states: States, seat: int) -> bool:
    """Tell whether every way to go on leads to the end of the turn."""
    if not door.to_act(states, 0) >> seat & 1:
        return True
    out = np.empty(door.MAX_LEGAL, np.int16)
    count = door.legal(states, 0, seat, out)
    for action in out[:count]:
        after = states.copy()
        door.decide(after, 0, seat, int(action))
        if not _completes(after, seat):
            return False
    return bool(count)


def read_waiting(s: State, position: Position) -> None:
    """Write down who has to decide; raises PositionError when it does not fit the rest."""
    seats = range(len(position.players))
    due: set[int] = set()
    least: set[int] = set()
    if s.phase == Phase.CARDS:
        due = least = {seat for seat in seats if s.card[seat] == NONE}
    elif s.phase == Phase.RESCUE:
        due = {seat for seat in seats if owes_rescue(s, seat)}
        forced = s.rescue_rule == RescueRule.FORCED
        least = {seat for seat in due if returns_free(s, seat) or (forced and still_lost(s, seat) == 2)}
    elif s.phase == Phase.PADDLING and s.card[s.active] in (CLOUD, ROPE):
        due = {int(s.active)}
    elif s.phase == Phase.PADDLING and (s.canoe != NONE or any(s.todo)):
        due = least = {int(s.active)}
    elif s.phase == Phase.RIVER:
        order = ((int(s.first) + turn) % len(seats) for turn in seats)
        due = least = set([seat for seat in order if on_fork(s, seat, 0) or on_fork(s, seat, 1)][:1])
        if not due:
            raise refuse("phase", "nobody has to choose an arm: not 'river'")
    waiting = due if position.waiting is None else set(position.waiting)
    if not least <= waiting <= due:
        owing = sorted(due) if least == due else f"{sorted(due)}, at least {sorted(least)}"
        raise refuse("waiting", f"expected the seats {owing}, got {sorted(waiting)}")
    s.waiting = sum(1 << seat for seat in waiting)
