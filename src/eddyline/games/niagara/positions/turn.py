"""Read a turn that has begun, which must be possible to complete, and who has to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from eddyline.games.niagara.positions.form import STAGES, TODOS
from eddyline.games.niagara.positions.reachable import refuse
from eddyline.games.niagara.rules.actions import CANOES
from eddyline.games.niagara.rules.board import DOCK, GEMS, LOST, PLACES, SITE
from eddyline.games.niagara.rules.cargo import CARGOES
from eddyline.games.niagara.rules.door import DOORS, MAX_LEGAL
from eddyline.games.niagara.rules.meeting import can_rob
from eddyline.games.niagara.rules.plan import points_of
from eddyline.games.niagara.rules.rescue import owes_rescue, returns_free, still_lost
from eddyline.games.niagara.rules.river import on_fork
from eddyline.games.niagara.rules.state import (
    CARD_POINTS,
    CARD_SLACK,
    CLOUD,
    LOADING,
    NONE,
    ONE_TWO_THREE,
    ROPE,
    SEATS,
    WHIRLPOOL,
    Phase,
    RescueRule,
    Stage,
)
from eddyline.games.niagara.rules.work import WORK, can_spend, gems_but, is_double

if TYPE_CHECKING:
    from eddyline.engine.records import States
    from eddyline.games.niagara.positions.form import Position, TurnPosition
    from eddyline.games.niagara.rules.state import State


def number_of(names: tuple[Any, ...], name: object) -> int:
    """Return the index of a name; NONE for none."""
    return NONE if name is None else names.index(name)


def read_turn(states: States, position: Position) -> None:
    """Write the turn that has begun into the otherwise complete record; raises PositionError."""
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
    if turn.canoe is not None:
        _check_plan(s, turn)
    fits = _fits_start(s) if turn.canoe is None else _fits(s, turn) if s.modules == 0 else _fits_modules(states)
    if not fits:
        raise refuse(
            "turn", f"the points, {turn.points}, and the cargo do not fit the card and the stage {turn.stage!r}"
        )


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
    if card == ONE_TWO_THREE and turn.canoe is not None:
        raise refuse(where, "a 1/2/3 card moves one canoe only, expected 'nothing' of the other")
    if place == LOST or card in (CLOUD, ROPE):
        raise refuse(where, "a lost canoe has nothing to do, nor has any canoe with a cloud or a rope")
    alone = s.place[turn.seat, 1 - canoe] == LOST
    expected = "may" if place == DOCK and not alone and card != ONE_TWO_THREE else "must"
    if todo != expected:
        raise refuse(where, f"expected {expected!r} or 'nothing' of a canoe at {PLACES[place]!r}, got {todo!r}")


def _check_plan(s: State, turn: TurnPosition) -> None:
    """Refuse what the moving canoe cannot have done so far, whatever the modules (N-GEM, N-STEAL, S-DOUBLE-2)."""
    seat, canoe, at = turn.seat, int(s.canoe), SITE[s.place[turn.seat, s.canoe]]
    double, modules = is_double(int(s.modules), canoe), int(s.modules)
    card, cargo, before = int(s.card[seat]), CARGOES[s.cargo[seat, canoe] + 1], turn.stage == "working_before"
    full = int(CARD_POINTS[card]) + int(points_of(s, modules, seat, canoe)) - int(s.points)
    colours = {GEMS.index(gem) for gem in turn.unloaded}
    if len(colours) < len(turn.unloaded) or len(colours) > 1 + double:
        raise refuse("turn.unloaded", f"expected each colour once, and as many as the canoe carries, got {_said(turn)}")
    if turn.loaded and not set(cargo) - colours:
        raise refuse("turn.loaded", "expected a gem in the canoe of a colour that it did not unload")
    if turn.loaded and turn.stage == "working_after" and not double:
        raise refuse("turn.loaded", "a single canoe that has loaded where it ended is done")
    if turn.stage != "meeting" and (at == NONE or any(not s.deposit[at, colour] for colour in colours)):
        raise refuse("turn.unloaded", f"expected the gems on the deposit beside the canoe, got {_said(turn)}")
    least = WORK * (len(colours) + turn.loaded)
    spent = full - turn.points
    # Two gems of the same colour, unloaded or loaded, are recorded once.
    pieces = 2 if double else 1
    most = WORK * (min(pieces, len(colours) * pieces) + min(len(cargo), turn.loaded * pieces))
    if before and not (least <= spent <= most and spent % WORK == 0 and spent > 0 < turn.points):
        raise refuse("turn.points", f"expected {full} less {WORK} for each gem unloaded or loaded, got {turn.points}")
    if not before and least >= spent:
        raise refuse("turn.points", f"expected fewer than {full - least}, for the canoe has paddled, got {turn.points}")
    if turn.stage == "working_after" and turn.points < WORK:
        raise refuse("turn.points", f"expected at least {WORK} for more cargo work, got {turn.points}")
    if turn.stage == "meeting" and turn.points:
        raise refuse("turn.points", f"expected none where a canoe meets somebody, got {turn.points}")
    fixed = before or not modules & WHIRLPOOL
    if s.slack < CARD_SLACK[card] or (s.slack > CARD_SLACK[card] and (fixed or s.slack >= full)):
        raise refuse("turn.slack", f"expected the {CARD_SLACK[card]} points of the card, got {turn.slack}")
    if turn.may_rob and (before or len(cargo) > double or (turn.stage == "working_after" and s.worked)):
        raise refuse("turn.may_rob", "only a canoe that has paddled, and has a free place and worked no more, may rob")
    _check_robbed(s, turn, one_of_two=double and len(cargo) == 1)


def _check_robbed(s: State, turn: TurnPosition, *, one_of_two: bool) -> None:
    """Refuse an impossible theft: it must rob another player's canoe on the same disc (N-STEAL-3, S-DOUBLE-2)."""
    for robbed in turn.robbed:
        if not (one_of_two and turn.may_rob and turn.stage == "meeting"):
            raise refuse("turn.robbed", "only a double canoe that has taken one gem where it ended can take another")
        victim = CANOES.index(robbed.canoe)
        if robbed.seat in {turn.seat, *range(s.seats, SEATS)}:
            raise refuse("turn.robbed", f"expected a canoe of another player, got one of seat {robbed.seat}")
        if s.place[robbed.seat, victim] != s.place[turn.seat, s.canoe]:
            raise refuse("turn.robbed", f"expected a canoe on the same disc, got {robbed.seat}{robbed.canoe}")


def _said(turn: TurnPosition) -> str:
    return ", ".join(turn.unloaded) or "none"


def _fits_start(s: State) -> bool:
    """Return whether nothing but the card has been played."""
    card = s.card[s.active]
    begun = s.worked or s.may_rob or s.robbed
    return bool(s.points == CARD_POINTS[card] and s.slack == CARD_SLACK[card] and not begun)


def _fits(s: State, turn: TurnPosition) -> bool:
    """Return whether legal play of the base game can lead to this half-played turn, so that it can be completed."""
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
    """Return whether a half-played turn is within its points, and can be completed whatever is decided next."""
    s: State = states[0]
    seat = int(s.active)
    place, card = s.place[seat, s.canoe], s.card[seat]
    most = int(CARD_POINTS[card]) + points_of(s, int(s.modules), seat, int(s.canoe)) - int(s.points)
    if place in (DOCK, LOST) or card in (CLOUD, ROPE) or s.points > most or s.slack > most:
        return False
    begun = states.copy()
    begun[0].waiting = 1 << seat
    if s.stage == Stage.MEETING and DOORS.legal(begun, 0, seat, np.empty(MAX_LEGAL, np.int16)) < 2:
        return False
    return _completes(begun, seat)


def _completes(states: States, seat: int) -> bool:
    """Return whether every continuation leads to the end of the turn."""
    if not DOORS.to_act(states, 0) >> seat & 1:
        return True
    out = np.empty(MAX_LEGAL, np.int16)
    count = DOORS.legal(states, 0, seat, out)
    for action in out[:count]:
        after = states.copy()
        DOORS.decide(after, 0, seat, int(action))
        if not _completes(after, seat):
            return False
    return bool(count)


def read_waiting(s: State, position: Position) -> None:
    """Write into the record who has to decide; raises PositionError when that contradicts the rest."""
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
