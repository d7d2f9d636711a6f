"""Derive events from positions: what a decision did, and what followed when nobody had to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.events import GameOver
from eddyline.engine.records import fields_of
from eddyline.games.niagara.rules.actions import (
    ACTIONS,
    CANOES,
    CARDS,
    ChooseCard,
    Decline,
    GiveToJoe,
    Load,
    MoveWeather,
    Paddle,
    RescueCanoe,
    Spare,
    Stay,
    Steal,
    Stop,
    SwapWithJoe,
    Sweep,
    TakeFromJoe,
    TakeMoose,
    TieUp,
    Unload,
)
from eddyline.games.niagara.rules.board import DOCK, GEMS, PLACES, SITE
from eddyline.games.niagara.rules.cargo import CARGOES
from eddyline.games.niagara.rules.paddling import Swirl
from eddyline.games.niagara.rules.state import BEAVER, FREE, NONE, Phase
from eddyline.games.niagara.rules.steps import swirl_of
from eddyline.games.niagara.words import events as e
from eddyline.games.niagara.words.flow_narration import tell_flow, tell_settling

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.engine.records import States
    from eddyline.games.niagara.rules.state import State


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


def tell_start(states: States) -> list[e.Event]:
    """Report who has the life preserver (N-SET-7)."""
    s: State = fields_of(states)
    return [e.RoundBegan(number=s.round_number, first=s.first)]


def tell_decision(before: States, seat: int, action_id: int) -> list[e.Event]:
    """List the events of a decision taken in position `before`; secret ones have none yet (N-LOST-0, N-ROUND-5)."""
    s: State = fields_of(before)
    action = ACTIONS[action_id]
    match action:
        # The most common cases come first, because every case tried costs time.
        case ChooseCard() | Decline() | RescueCanoe() | Stay() | Stop() | Spare():
            return []
        case Paddle():
            return _tell_paddling(before, seat, action)
        case MoveWeather():
            after = s.weather + action.step
            jumps = after == 2 and s.modules & BEAVER and s.beaver == DOCK
            moved: e.Event = e.WeatherMoved(seat=seat, before=s.weather, after=after)
            return [moved, e.BeaverJumped(place="1")] if jumps else [moved]
        case TieUp():
            return [e.TiedUp(seat=seat)]
        case TakeMoose():
            return [e.MooseTaken(seat=seat, canoe=action.canoe)]
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


def _tell_paddling(before: States, seat: int, action: Paddle) -> list[e.Event]:
    s: State = fields_of(before)
    canoe = CANOES.index(action.canoe)
    start = PLACES[s.place[seat, canoe]]
    if swirl_of(before, 0, seat, canoe, PLACES.index(action.to)) == Swirl.SURELY:
        whirlpool = PLACES[s.whirlpool]
        return [
            e.CanoePaddled(seat=seat, canoe=action.canoe, start=start, end=whirlpool),
            e.CanoeSwirled(seat=seat, canoe=action.canoe, start=whirlpool, end=action.to),
        ]
    events: list[e.Event] = [e.CanoePaddled(seat=seat, canoe=action.canoe, start=start, end=action.to)]
    if action.to != "dock":
        return events
    stash = s.stash[seat].tolist()
    for gem in CARGOES[s.cargo[seat, canoe] + 1]:
        events.append(e.GemBanked(seat=seat, canoe=action.canoe, gem=GEMS[gem]))
        had = goals_reached(stash)
        stash[gem] += 1
        events += [e.GoalReached(seat=seat, goal=goal) for goal in goals_reached(stash) if goal not in had]
    if s.moose == 2 * seat + canoe:
        events.append(e.MooseFreed(seat=seat, canoe=action.canoe))
    return events


def tell_advance(before: States, after: States, ranking: tuple[int, ...], winners: tuple[int, ...]) -> list[e.Event]:
    """List the events of one `advance`; `ranking` and `winners` are used when the game is over."""
    was: State = fields_of(before)
    now: State = fields_of(after)
    if was.phase == Phase.RESCUE:
        return _tell_rescues(was, now)
    events: list[e.Event] = []
    if now.phase == Phase.PADDLING:
        seat = now.active
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
    events: list[e.Event] = [e.PreserverPassed(seat=after.first)]
    if before.round_number % before.cycle == 0:
        events.append(e.CardsReturned())
    events.append(e.RoundBegan(number=after.round_number, first=after.first))
    return events + [
        e.CanoeRescued(seat=seat, canoe=CANOES[canoe], gem=None)
        for seat, sits_out in enumerate(before.sits_out.tolist())
        for canoe in range(2)
        if sits_out[canoe] == 1
    ]


def _tell_rescues(before: State, after: State) -> list[e.Event]:
    events: list[e.Event] = []
    prices, places, sitting_out = before.rescue.tolist(), after.place.tolist(), after.sits_out.tolist()
    for seat in range(before.seats):
        for canoe in range(2):
            price = prices[seat][canoe]
            if price != NONE and places[seat][canoe] == DOCK:
                gem = None if price == FREE else GEMS[price]
                events.append(e.CanoeRescued(seat=seat, canoe=CANOES[canoe], gem=gem))
            elif sitting_out[seat][canoe] == 1:
                events.append(e.CanoeSitsOut(seat=seat, canoe=CANOES[canoe]))
    return events
