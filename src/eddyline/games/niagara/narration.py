"""Derive events from positions: what a decision did, and what followed when nobody had to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.events import GameOver
from eddyline.engine.records import unpacked
from eddyline.games.niagara.actions import (
    ACTIONS,
    CANOES,
    CARDS,
    Load,
    MoveWeather,
    Paddle,
    Steal,
    Unload,
)
from eddyline.games.niagara.board import ARMS, DOCK, DRIFT, GEMS, LOST, PLACES, SITE
from eddyline.games.niagara.events import (
    CanoeAt,
    CanoePaddled,
    CanoeRescued,
    CanoeSitsOut,
    CardRevealed,
    CardsReturned,
    Event,
    GemBanked,
    GemLoaded,
    GemStolen,
    GemUnloaded,
    GoalName,
    GoalReached,
    NothingToMove,
    PreserverPassed,
    Pushed,
    RiverFlows,
    RoundBegan,
    WeatherMoved,
)
from eddyline.games.niagara.river import lowest_card, pushes_due
from eddyline.games.niagara.state import CYCLE, FREE, NONE, Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.games.niagara.state import State


def goals_reached(stash: Sequence[int]) -> tuple[GoalName, ...]:
    """Name the goals that a stash, counted by colour, reaches (N-END-1)."""
    reached: list[GoalName] = []
    if max(stash) >= 4:
        reached.append("four_alike")
    if min(stash) >= 1:
        reached.append("five_colours")
    if sum(stash) >= 7:
        reached.append("seven")
    return tuple(reached)


def tell_decision(s: State, seat: int, action_id: int) -> list[Event]:
    """List the events of a decision taken in position `s`; secret decisions have none yet (N-LOST-0, N-ROUND-5)."""
    action = ACTIONS[action_id]
    match action:
        case MoveWeather():
            return [WeatherMoved(seat=seat, before=int(s.weather), after=int(s.weather) + action.step)]
        case Paddle():
            return _tell_paddling(s, seat, action)
        case Unload() | Load():
            site = int(SITE[s.place[seat, CANOES.index(action.canoe)]])
            kind = GemLoaded if isinstance(action, Load) else GemUnloaded
            return [kind(seat=seat, canoe=action.canoe, gem=action.gem, site=site)]
        case Steal():
            thief = CANOES[s.canoe]
            return [GemStolen(seat=seat, canoe=thief, victim=action.victim, victim_canoe=action.canoe, gem=action.gem)]
        case _:
            return []


def _tell_paddling(s: State, seat: int, action: Paddle) -> list[Event]:
    canoe = CANOES.index(action.canoe)
    events: list[Event] = [
        CanoePaddled(seat=seat, canoe=action.canoe, start=PLACES[s.place[seat, canoe]], end=action.to)
    ]
    gem = int(s.cargo[seat, canoe])
    if action.to == "dock" and gem != NONE:
        events.append(GemBanked(seat=seat, canoe=action.canoe, gem=GEMS[gem]))
        stash = [int(number) for number in s.stash[seat]]
        had = goals_reached(stash)
        stash[gem] += 1
        events += [GoalReached(seat=seat, goal=goal) for goal in goals_reached(stash) if goal not in had]
    return events


def tell_advance(before: State, after: State, ranking: tuple[int, ...], winners: tuple[int, ...]) -> list[Event]:
    """List the events of one `advance`; ranking and winners are those of `after`, used when the game is over."""
    record, before, after = before, unpacked(before), unpacked(after)
    if before.phase == Phase.RESCUE:
        return _tell_rescues(before, after)
    events: list[Event] = []
    if after.phase == Phase.PADDLING:
        seat = int(after.active)
        events.append(CardRevealed(seat=seat, card=CARDS[after.card[seat]]))
        if after.waiting == 0:
            events.append(NothingToMove(seat=seat))
        return events
    if before.reached == 0:
        pushes = int(pushes_due(record))
        events.append(RiverFlows(pushes=pushes, lowest=int(lowest_card(record)), weather=before.weather))
        events += [_tell_push(before, number) for number in range(1, pushes + 1)]
    if after.phase == Phase.OVER:
        events.append(GameOver(ranking=ranking, winners=winners))
    else:
        events += _tell_new_round(before, after)
    return events


def _tell_push(before: State, number: int) -> Pushed:
    """Tell the round's push of that number; `before` is the position before the first one."""
    arm = before.arm
    moved = []
    for seat in range(before.seats):
        for canoe in range(2):
            place = before.place[seat, canoe]
            end = int(DRIFT[arm, number, place])
            if end != DRIFT[arm, number - 1, place]:
                gem = int(before.cargo[seat, canoe])
                fell_with = GEMS[gem] if end == LOST and gem != NONE else None
                moved.append(CanoeAt(seat=seat, canoe=CANOES[canoe], place=PLACES[end], gem=fell_with))
    return Pushed(number=number, arm=ARMS[(arm + number - 1) % 2], canoes=tuple(moved))


def _tell_new_round(before: State, after: State) -> list[Event]:
    events: list[Event] = [PreserverPassed(seat=int(after.first))]
    if int(before.round_number) % CYCLE == 0:
        events.append(CardsReturned())
    events.append(RoundBegan(number=int(after.round_number), first=int(after.first)))
    return events + [
        CanoeRescued(seat=seat, canoe=CANOES[canoe], gem=None)
        for seat in range(int(after.seats))
        for canoe in range(2)
        if before.sits_out[seat, canoe] == 1
    ]


def _tell_rescues(before: State, after: State) -> list[Event]:
    events: list[Event] = []
    for seat in range(int(before.seats)):
        for canoe in range(2):
            price = int(before.rescue[seat, canoe])
            if price != NONE and after.place[seat, canoe] == DOCK:
                gem = None if price == FREE else GEMS[price]
                events.append(CanoeRescued(seat=seat, canoe=CANOES[canoe], gem=gem))
            elif after.sits_out[seat, canoe] == 1:
                events.append(CanoeSitsOut(seat=seat, canoe=CANOES[canoe]))
    return events
