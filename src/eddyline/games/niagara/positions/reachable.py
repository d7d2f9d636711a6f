"""Refuse positions that are consistent but that no game can reach."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from eddyline.engine.options import OptionError, check_needs
from eddyline.engine.positions import PositionError
from eddyline.games.niagara.rules.board import DOCK, GEMS, LOST
from eddyline.games.niagara.rules.joe import START
from eddyline.games.niagara.rules.options import NEEDS
from eddyline.games.niagara.rules.showing import weathers
from eddyline.games.niagara.rules.state import BEAVER, CLOUD, NONE, ROPE, WHIRLPOOL, Phase, RescueRule, Stage, Todo
from eddyline.games.niagara.rules.work import is_double

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.games.niagara.positions.form import Position
    from eddyline.games.niagara.rules.state import State

STORM = 2
"""Weather that brings the beaver (S-BEAVER-1)."""
WHIRLPOOL_START = 3
"""Place where the whirlpool begins (S-WHIRL-1)."""


def reaches_goal(stash: Sequence[int]) -> bool:
    """Tell whether a stash, counted by colour, reaches a goal (N-END-1)."""
    return max(stash) >= 4 or min(stash) >= 1 or sum(stash) >= 7


def refuse(where: str, what: str) -> PositionError:
    """Return an error that names a place in the position and what is wrong there."""
    return PositionError(f"position refused: {what} - at `$.{where}`")


def has_begun(s: State, position: Position, seat: int) -> bool:
    """Return whether the seat's turn of this round has begun, so that its card is revealed (N-ROUND-5)."""
    if position.turn is None:
        return s.phase in (Phase.RIVER, Phase.OVER)
    return (seat - position.first) % int(s.seats) <= position.turn.taken


def check_options(position: Position) -> None:
    """Refuse a number of players that needs a module that is not in play (N-SET-1)."""
    try:
        check_needs(NEEDS, len(position.players), position.options)
    except OptionError as error:
        raise refuse("players", str(error)) from None


def check_past(s: State, position: Position) -> None:
    """Refuse what the turns so far cannot have led to; needs the complete record."""
    if s.phase == Phase.RESCUE and s.round_number == 1:
        raise refuse("phase", "round 1 begins with the cards, for no canoe is lost yet: not 'rescue'")
    for seat in range(s.seats):
        _check_way(s, position, seat)
        _check_goal(s, position, seat)
        _check_lost(s, seat)
    if int(s.modules) & BEAVER and s.weather == STORM and s.beaver == DOCK:
        raise refuse("beaver", "the weather +2 has called it: expected a disc of the river, got none")
    if s.round_number == 1 and s.phase in (Phase.CARDS, Phase.PADDLING):
        _check_first_round(s, position)


def _check_way(s: State, position: Position, seat: int) -> None:
    """Refuse canoes and gems that are further than the turns so far can have brought them (N-MOVE-4, N-GEM-7).

    A turn launches at most one canoe, and one that has docked does not leave again in the same turn. So a canoe needs
    two turns to bring something ashore, and the other canoe is a turn behind. Cloud and rope cards move no canoe.
    """
    turns = position.round - 1 + has_begun(s, position, seat)
    idle = [card for card in (CLOUD, ROPE) if card < s.cycle]
    # One of each per finished cycle, plus those that have left the hand in this one.
    paddled = turns - sum((position.round - 1) // int(s.cycle) + (~int(s.hand[seat]) >> card & 1) for card in idle)
    paddled -= seat == s.active and not _has_moved(s, seat)
    away = sum(int(place) != DOCK for place in s.place[seat])
    if away > paddled:
        what = f"expected at most {paddled} to have left the dock, one with each turn that paddled, got {away}"
        raise refuse(f"players[{seat}].canoes", what)
    most = paddled // 2 * (1 + is_double(int(s.modules), 1)) + max(0, paddled - 1) // 2
    gems = int(s.stash[seat].sum())
    if gems > most:
        what = f"expected at most {most} gems, after {paddled} turns that paddled, got {gems}"
        raise refuse(f"players[{seat}].stash", what)
    if s.moose // 2 == seat and turns < 2:
        raise refuse("moose", "nobody has it before a second turn, which begins on disc 7")


def _has_moved(s: State, seat: int) -> bool:
    """Return whether a canoe of the active seat has paddled in this turn, or none could."""
    arrived = s.canoe if s.stage in (Stage.WORKING_AFTER, Stage.MEETING) else NONE
    afloat = [canoe for canoe in range(2) if s.place[seat, canoe] != LOST]
    return s.card[seat] in (CLOUD, ROPE) or any(s.todo[canoe] == Todo.NOTHING or canoe == arrived for canoe in afloat)


def _check_goal(s: State, position: Position, seat: int) -> None:
    """Refuse a goal that was reached before this round: the game would have ended then (N-END-1, N-END-2)."""
    if not int(s.reached) >> seat & 1:
        return
    ashore = [
        1 + is_double(int(s.modules), canoe)
        for canoe in range(2)
        if s.place[seat, canoe] == DOCK and (seat != s.active or s.todo[canoe] == Todo.NOTHING)
    ]
    moves = has_begun(s, position, seat) and s.card[seat] not in (CLOUD, ROPE)
    stash = [int(count) for count in s.stash[seat]]
    for number in range(1, sum(ashore) + 1 if moves else 0):
        for gems in combinations_with_replacement(range(len(GEMS)), number):
            before = [count - gems.count(gem) for gem, count in enumerate(stash)]
            if min(before) >= 0 and not reaches_goal(before):
                return
    raise refuse(
        f"players[{seat}].stash", "this goal was not reached in this round; the game ended with an earlier one"
    )


def _check_lost(s: State, seat: int) -> None:
    """Refuse lost canoes that phase 1 would have brought back, and impossible rescue plans (N-LOST-3, N-LOST-5)."""
    where = f"players[{seat}].canoes"
    lost = [s.place[seat, canoe] == LOST for canoe in range(2)]
    plans = [int(price) for price in s.rescue[seat]]
    settled = s.phase in (Phase.CARDS, Phase.PADDLING) or (s.phase == Phase.OVER and s.reached != 0)
    if settled and all(lost) and (s.rescue_rule != RescueRule.OPTIONAL or not s.stash[seat].any()):
        raise refuse(where, "both are lost, but one of them came back before the cards")
    if all(s.sits_out[seat]):
        raise refuse(where, "of two lost canoes one comes back and does not sit out")
    for canoe in range(2):
        if s.rescue_rule == RescueRule.SIT_OUT and settled and lost[canoe] and not s.sits_out[seat, canoe]:
            raise refuse(f"{where}[{canoe}]", "a canoe that was not brought back sits this round out")
    if all(lost) and plans[1] != NONE and plans[0] == NONE and not is_double(int(s.modules), 1):
        raise refuse(f"{where}[1].rescue", "of two canoes lost alike the first is brought back first")
    if all(lost) and s.rescue_rule == RescueRule.SIT_OUT and any(NONE < price < len(GEMS) for price in plans):
        free = [price >= len(GEMS) for price in plans]
        if not any(free):
            raise refuse(where, "of two lost canoes one comes back free before the other can be bought")


def _check_first_round(s: State, position: Position) -> None:
    """Refuse what cannot have happened before the river has flowed for the first time (N-SET, S-WHIRL-1, J-JOE-1)."""
    done = [seat for seat in range(s.seats) if has_begun(s, position, seat) and not (seat == s.active and s.waiting)]
    clouds = sum(s.card[seat] == CLOUD for seat in done)
    if s.weather not in weathers(0, clouds):
        expected = " or ".join(f"{weather:+d}" if weather else "0" for weather in sorted(weathers(0, clouds)))
        raise refuse("weather", f"expected {expected} after {clouds} clouds in round 1, got {int(s.weather):+d}")
    if s.beaver != DOCK and (s.beaver != 1 or clouds < STORM):
        raise refuse("beaver", "in round 1 it is in the river only after two clouds, on disc 1")
    if int(s.modules) & WHIRLPOOL and s.whirlpool != WHIRLPOOL_START:
        raise refuse("whirlpool", "it is on disc 3 until the river flows for the first time")
    if s.joe != DOCK and (s.joe != START or s.joe_gem != NONE):
        raise refuse("joe", "he is on disc 1, without a gem, until the river has flowed for the first time")
    for site, counts in enumerate(s.deposit):
        if any(count and gem != site for gem, count in enumerate(counts)):
            raise refuse(f"deposits[{site}]", f"in round 1 only gems of {GEMS[site]} lie there")
