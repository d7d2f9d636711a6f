"""Tell phase 3: the pushes one by one, then what the whirlpool, Joe and the moose do (N-FLOW, J-JOE-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.records import unpacked
from eddyline.games.niagara import events as e
from eddyline.games.niagara.actions import CANOES
from eddyline.games.niagara.board import ARMS, DRIFT, GEMS, LOST, PLACES, SITE
from eddyline.games.niagara.cargo import CARGOES
from eddyline.games.niagara.joe import ENDS, restart
from eddyline.games.niagara.river import flow, lowest_card, pushes_due
from eddyline.games.niagara.state import CARD_POINTS, NONE, ONE_TWO_THREE, ROPE
from eddyline.games.niagara.whirlpool import WHIRLPOOL_DRIFT

if TYPE_CHECKING:
    from eddyline.engine.records import States
    from eddyline.games.niagara.board import GemName
    from eddyline.games.niagara.state import State


def tell_flow(before: States) -> tuple[list[e.Event], States]:
    """List the events of all pushes and of what the whirlpool takes at once; also return the position after them."""
    after = before.copy()
    flow(after[0])
    was, now = unpacked(before[0]), unpacked(after[0])
    pushes = int(pushes_due(before[0]))
    events: list[e.Event] = [e.RiverFlows(pushes=pushes, lowest=int(lowest_card(before[0])), weather=was.weather)]
    for number in range(1, pushes + 1):
        events.append(_tell_push(was, number))
        if _falls(was, was.beaver, number):
            events.append(e.BeaverFell())
        if _falls(was, was.joe, number):
            events.append(e.JoeFell(gem=None if was.joe_gem == NONE else GEMS[was.joe_gem]))
    for seat in range(was.seats):
        for canoe in range(2):
            start, end = was.place[seat, canoe], now.place[seat, canoe]
            if was.card[seat] == ROPE and start != end:
                events.append(
                    e.CanoeSwept(
                        seat=seat,
                        canoe=CANOES[canoe],
                        start=PLACES[start],
                        end=PLACES[end],
                        gems=_gems(was.cargo[seat, canoe]) if end == LOST else (),
                    )
                )
    return events, after


def _falls(before: State, place: int, number: int) -> bool:
    """Tell whether what drifts from a place goes over the falls with the push of that number."""
    return bool(DRIFT[before.arm, number, place] == LOST != DRIFT[before.arm, number - 1, place])


def _gems(cargo: int) -> tuple[GemName, ...]:
    return tuple(GEMS[gem] for gem in CARGOES[cargo])


def _tell_push(before: State, number: int) -> e.Pushed:
    """Tell the round's push of that number; `before` is the position before the first one."""
    arm = before.arm
    moved = []
    for seat in range(before.seats):
        for canoe in range(2):
            place = before.place[seat, canoe]
            end = int(DRIFT[arm, number, place])
            if end != DRIFT[arm, number - 1, place] and before.card[seat] != ROPE:
                fell_with = _gems(before.cargo[seat, canoe]) if end == LOST else ()
                moved.append(e.CanoeAt(seat=seat, canoe=CANOES[canoe], place=PLACES[end], gems=fell_with))
    others = []
    if WHIRLPOOL_DRIFT[arm, number, before.whirlpool] != WHIRLPOOL_DRIFT[arm, number - 1, before.whirlpool]:
        others.append(e.Drifter(what="whirlpool", place=PLACES[WHIRLPOOL_DRIFT[arm, number, before.whirlpool]]))
    if DRIFT[arm, number, before.beaver] != DRIFT[arm, number - 1, before.beaver]:
        others.append(e.Drifter(what="beaver", place=PLACES[DRIFT[arm, number, before.beaver]]))
    if DRIFT[arm, number, before.joe] != DRIFT[arm, number - 1, before.joe]:
        others.append(e.Drifter(what="joe", place=PLACES[DRIFT[arm, number, before.joe]]))
    return e.Pushed(number=number, arm=ARMS[(arm + number - 1) % 2], canoes=tuple(moved), others=tuple(others))


def tell_settling(flowed: States) -> list[e.Event]:
    """List what Joe does after the pushes, and a moose that is free again (J-JOE-2, J-JOE-3, S-MOOSE-2)."""
    s = unpacked(flowed[0])
    events: list[e.Event] = []
    if s.joe:
        events += _tell_joe(s)
    if s.moose != NONE and s.place[s.moose // 2, s.moose % 2] == LOST:
        events.append(e.MooseFreed(seat=s.moose // 2, canoe=CANOES[s.moose % 2]))
    return events


def _tell_joe(s: State) -> list[e.Event]:
    events: list[e.Event] = []
    place, gem = int(s.joe), int(s.joe_gem)
    if place == LOST:
        place = int(restart(s.whirlpool))
        events.append(e.JoeRestarted(place=PLACES[place]))
    site = int(SITE[place])
    if gem == NONE and site != NONE and s.deposit[site, site] > 0:
        gem = site
        events.append(e.JoeLoaded(gem=GEMS[gem], site=site))
    card = int(s.card[s.first])
    points = int(CARD_POINTS[card]) if card < ONE_TWO_THREE else 0
    end = int(ENDS[s.whirlpool, place, points])
    if points > 0 and (end != place):
        events.append(e.JoePaddled(start=PLACES[place], end=PLACES[end]))
    if end == LOST:
        events.append(e.JoeFell(gem=None if gem == NONE else GEMS[gem]))
        events.append(e.JoeRestarted(place="1"))
    return events
