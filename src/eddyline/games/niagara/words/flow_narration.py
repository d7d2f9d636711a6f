"""Report phase 3: the pushes one by one, then what the whirlpool, Joe and the moose do (N-FLOW, J-JOE-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.records import copied, fields_of, unpacked
from eddyline.games.niagara.rules.actions import CANOES
from eddyline.games.niagara.rules.board import ARMS, DRIFT, GEMS, LOST, PLACES, SITE
from eddyline.games.niagara.rules.cargo import CARGOES
from eddyline.games.niagara.rules.joe import ENDS, restart
from eddyline.games.niagara.rules.state import CARD_POINTS, NONE, ONE_TWO_THREE, ROPE
from eddyline.games.niagara.rules.steps import flow
from eddyline.games.niagara.rules.whirlpool import WHIRLPOOL_DRIFT
from eddyline.games.niagara.words import events as e

if TYPE_CHECKING:
    from eddyline.engine.records import States
    from eddyline.games.niagara.rules.board import GemName
    from eddyline.games.niagara.rules.state import State


def tell_flow(before: States) -> tuple[list[e.Event], States]:
    """List the events of all pushes and of what the whirlpool takes immediately; also return the position after."""
    after = copied(before)
    lowest, pushes = flow(after, 0)
    was: State = unpacked(before[0])
    now: State = fields_of(after)
    events: list[e.Event] = [e.RiverFlows(pushes=pushes, lowest=lowest, weather=was.weather)]
    for number in range(1, pushes + 1):
        # As lists: uncompiled code reads them several times as fast as arrays.
        at, to = DRIFT[was.arm, number - 1 : number + 1].tolist()
        events.append(_tell_push(was, number, at, to))
        if at[was.beaver] != LOST == to[was.beaver]:
            events.append(e.BeaverFell())
        if at[was.joe] != LOST == to[was.joe]:
            events.append(e.JoeFell(gem=None if was.joe_gem == NONE else GEMS[was.joe_gem]))
    for seat in range(was.seats):
        if was.card[seat] != ROPE:
            continue
        for canoe in range(2):
            start, end = was.place[seat, canoe], now.place[seat, canoe]
            if start != end:
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


def _gems(cargo: int) -> tuple[GemName, ...]:
    return tuple(GEMS[gem] for gem in CARGOES[cargo + 1])


def _tell_push(before: State, number: int, at: list[int], to: list[int]) -> e.Pushed:
    """Report push `number` of the round; `before` is the position before the first push.

    `at` and `to` map each place in that position to where a piece from there is before and after this push.
    """
    arm = before.arm
    moved = []
    cards, places = before.card.tolist(), before.place.tolist()
    for seat in range(before.seats):
        if cards[seat] == ROPE:
            continue
        for canoe, place in enumerate(places[seat]):
            end = to[place]
            if end != at[place]:
                fell_with = _gems(before.cargo[seat, canoe]) if end == LOST else ()
                moved.append(e.CanoeAt(seat=seat, canoe=CANOES[canoe], place=PLACES[end], gems=fell_with))
    others = []
    if WHIRLPOOL_DRIFT[arm, number, before.whirlpool] != WHIRLPOOL_DRIFT[arm, number - 1, before.whirlpool]:
        others.append(e.Drifter(what="whirlpool", place=PLACES[WHIRLPOOL_DRIFT[arm, number, before.whirlpool]]))
    if to[before.beaver] != at[before.beaver]:
        others.append(e.Drifter(what="beaver", place=PLACES[to[before.beaver]]))
    if to[before.joe] != at[before.joe]:
        others.append(e.Drifter(what="joe", place=PLACES[to[before.joe]]))
    return e.Pushed(number=number, arm=ARMS[(arm + number - 1) % 2], canoes=tuple(moved), others=tuple(others))


def tell_settling(flowed: States) -> list[e.Event]:
    """List the events after the pushes: what Joe does, and a moose that is free again (J-JOE-2, J-JOE-3, S-MOOSE-2)."""
    s: State = fields_of(flowed)
    events: list[e.Event] = []
    if s.joe:
        events += _tell_joe(s)
    if s.moose != NONE and s.place[s.moose // 2, s.moose % 2] == LOST:
        events.append(e.MooseFreed(seat=s.moose // 2, canoe=CANOES[s.moose % 2]))
    return events


def _tell_joe(s: State) -> list[e.Event]:
    events: list[e.Event] = []
    place, gem = s.joe, s.joe_gem
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
