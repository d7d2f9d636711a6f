"""Derive events from positions: what a decision did, and what followed when nobody had to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.events import GameOver
from eddyline.engine.records import fields_of
from eddyline.games.niagara import events as e
from eddyline.games.niagara.actions import (
    ACTIONS,
    CANOES,
    CARDS,
    GiveToJoe,
    Load,
    MoveWeather,
    Paddle,
    Steal,
    SwapWithJoe,
    Sweep,
    TakeFromJoe,
    TakeMoose,
    TieUp,
    Unload,
)
from eddyline.games.niagara.board import DOCK, GEMS, PLACES, SITE
from eddyline.games.niagara.cargo import CARGOES
from eddyline.games.niagara.flow_narration import tell_flow, tell_settling
from eddyline.games.niagara.paddling import left_by_whirlpool
from eddyline.games.niagara.plan import points_of
from eddyline.games.niagara.state import BEAVER, FREE, NONE, WHIRLPOOL, Phase, Stage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.engine.records import States
    from eddyline.games.niagara.state import State


def goals_reached(stash: Sequence[int]) -> tuple[e.GoalName, ...]:
    """Name the goals that a stash, counted by colour, reaches (N-END-1)."""
    reached: list[e.GoalName] = []
    if max(stash) >= 4:
        reached.append("four_alike")
    if min(stash) >= 1:
        reached.append("five_colours")
    if sum(stash) >= 7:
        reached.append("seven")
    return tuple(reached)


def tell_decision(before: States, seat: int, action_id: int) -> list[e.Event]:
    """List the events of a decision taken in position `before`; secret ones have none yet (N-LOST-0, N-ROUND-5)."""
    s: State = before[0]
    action = ACTIONS[action_id]
    match action:
        case MoveWeather():
            after = int(s.weather) + action.step
            jumps = after == 2 and int(s.modules) & BEAVER and s.beaver == DOCK
            moved: e.Event = e.WeatherMoved(seat=seat, before=int(s.weather), after=after)
            return [moved, e.BeaverJumped(place="1")] if jumps else [moved]
        case TieUp():
            return [e.TiedUp(seat=seat)]
        case TakeMoose():
            return [e.MooseTaken(seat=seat, canoe=action.canoe)]
        case Paddle():
            return _tell_paddling(s, seat, action)
        case Unload() | Load():
            site = int(SITE[s.place[seat, CANOES.index(action.canoe)]])
            kind = e.GemLoaded if isinstance(action, Load) else e.GemUnloaded
            return [kind(seat=seat, canoe=action.canoe, gem=action.gem, site=site)]
        case Steal():
            thief = CANOES[s.canoe]
            stolen = e.GemStolen(
                seat=seat, canoe=thief, victim=action.victim, victim_canoe=action.canoe, gem=action.gem
            )
            return [stolen]
        case TakeFromJoe():
            return [e.JoeGave(seat=seat, canoe=CANOES[s.canoe], gem=GEMS[s.joe_gem])]
        case GiveToJoe():
            return [e.JoeGot(seat=seat, canoe=CANOES[s.canoe], gem=action.gem)]
        case SwapWithJoe():
            return [e.JoeSwapped(seat=seat, canoe=CANOES[s.canoe], gem=action.gem, joe_gem=GEMS[s.joe_gem])]
        case Sweep():
            return [e.CanoeSwept(seat=seat, canoe=action.canoe, start="5", end=action.to)]
        case _:
            return []


def _tell_paddling(s: State, seat: int, action: Paddle) -> list[e.Event]:
    canoe = CANOES.index(action.canoe)
    start = PLACES[s.place[seat, canoe]]
    if _swirled(s, seat, canoe, PLACES.index(action.to)):
        whirlpool = PLACES[s.whirlpool]
        return [
            e.CanoePaddled(seat=seat, canoe=action.canoe, start=start, end=whirlpool),
            e.CanoeSwirled(seat=seat, canoe=action.canoe, start=whirlpool, end=action.to),
        ]
    events: list[e.Event] = [e.CanoePaddled(seat=seat, canoe=action.canoe, start=start, end=action.to)]
    if action.to != "dock":
        return events
    stash = [int(number) for number in s.stash[seat]]
    for gem in CARGOES[s.cargo[seat, canoe]]:
        events.append(e.GemBanked(seat=seat, canoe=action.canoe, gem=GEMS[gem]))
        had = goals_reached(stash)
        stash[gem] += 1
        events += [e.GoalReached(seat=seat, goal=goal) for goal in goals_reached(stash) if goal not in had]
    if s.moose == 2 * seat + canoe:
        events.append(e.MooseFreed(seat=seat, canoe=action.canoe))
    return events


def _swirled(s: State, seat: int, canoe: int, end: int) -> bool:
    """Tell whether only the whirlpool brings the canoe there (S-WHIRL-2)."""
    if not int(s.modules) & WHIRLPOOL or end == DOCK:
        return False
    before_move = s.stage == Stage.WORKING_BEFORE
    points = int(s.points) if before_move else points_of(s, int(s.modules), seat, canoe)
    left, swirled = left_by_whirlpool(s, seat, canoe, end, points, before_move)
    return swirled and left == 0


def tell_advance(before: States, after: States, ranking: tuple[int, ...], winners: tuple[int, ...]) -> list[e.Event]:
    """List the events of one `advance`; ranking and winners are those of `after`, used when the game is over."""
    was: State = fields_of(before)
    now: State = fields_of(after)
    if was.phase == Phase.RESCUE:
        return _tell_rescues(was, now)
    events: list[e.Event] = []
    if now.phase == Phase.PADDLING:
        seat = int(now.active)
        events.append(e.CardRevealed(seat=seat, card=CARDS[now.card[seat]]))
        if now.waiting == 0:
            events.append(e.NothingToMove(seat=seat))
        return events
    if was.phase == Phase.RIVER:
        events += tell_settling(before)
    elif was.reached == 0:
        told, flowed = tell_flow(before)
        events += told
        if now.phase == Phase.RIVER:
            return events
        events += tell_settling(flowed)
    if now.phase == Phase.OVER:
        events.append(GameOver(ranking=ranking, winners=winners))
    else:
        events += _tell_new_round(was, now)
    return events


def _tell_new_round(before: State, after: State) -> list[e.Event]:
    events: list[e.Event] = [e.PreserverPassed(seat=int(after.first))]
    if int(before.round_number) % int(before.cycle) == 0:
        events.append(e.CardsReturned())
    events.append(e.RoundBegan(number=int(after.round_number), first=int(after.first)))
    return events + [
        e.CanoeRescued(seat=seat, canoe=CANOES[canoe], gem=None)
        for seat in range(int(after.seats))
        for canoe in range(2)
        if before.sits_out[seat, canoe] == 1
    ]


def _tell_rescues(before: State, after: State) -> list[e.Event]:
    events: list[e.Event] = []
    for seat in range(int(before.seats)):
        for canoe in range(2):
            price = int(before.rescue[seat, canoe])
            if price != NONE and after.place[seat, canoe] == DOCK:
                gem = None if price == FREE else GEMS[price]
                events.append(e.CanoeRescued(seat=seat, canoe=CANOES[canoe], gem=gem))
            elif after.sits_out[seat, canoe] == 1:
                events.append(e.CanoeSitsOut(seat=seat, canoe=CANOES[canoe]))
    return events
