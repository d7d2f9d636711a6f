"""Tell what happened, by comparing positions: what a decision did, and what followed when nobody had to decide.

`words.events` says what the events mean, and names their fields.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.telling import tell
from eddyline.games.niagara.rules.actions import (
    JOE_GIVE,
    JOE_SWAP,
    JOE_TAKE,
    LOAD,
    PADDLE,
    SPARE,
    STEAL,
    STOP,
    SWEEP,
    TAKE_MOOSE,
    TIE,
    UNLOAD,
    WEATHER_DOWN,
    WEATHER_UP,
)
from eddyline.games.niagara.rules.board import AT, DOCK, DRIFT, FORK, LOST, SITE
from eddyline.games.niagara.rules.joe import ENDS, START, restart
from eddyline.games.niagara.rules.paddling import Swirl, swirl_of
from eddyline.games.niagara.rules.river import flow, lowest_card, pushes_due
from eddyline.games.niagara.rules.showing import goals_of, write_gems
from eddyline.games.niagara.rules.state import BEAVER, CARD_POINTS, FREE, NONE, ONE_TWO_THREE, ROPE, Phase
from eddyline.games.niagara.rules.whirlpool import WHIRLPOOL_DRIFT

if TYPE_CHECKING:
    from eddyline.engine.records import Shown
    from eddyline.games.niagara.rules.showing import Room
    from eddyline.games.niagara.rules.state import State


class Event(IntEnum):
    """Number the events, in the order of `words.events.Event`."""

    ROUND = 0
    RESCUED = 1
    SITS_OUT = 2
    REVEALED = 3
    WEATHER = 4
    PADDLED = 5
    UNLOADED = 6
    LOADED = 7
    STOLEN = 8
    BANKED = 9
    GOAL = 10
    IDLE = 11
    RIVER = 12
    PUSH = 13
    TIED = 14
    MOOSE_TAKEN = 15
    MOOSE_FREE = 16
    SWIRLED = 17
    SWEPT = 18
    BEAVER = 19
    BEAVER_FELL = 20
    JOE_FELL = 21
    JOE_RESTARTED = 22
    JOE_LOADED = 23
    JOE_PADDLED = 24
    JOE_TOOK = 25
    JOE_GAVE = 26
    JOE_SWAPPED = 27
    PRESERVER = 28
    CARDS_BACK = 29
    OVER = 30


MOST_EVENTS = 64
"""More than the longest phase 3 has: nine pushes, of which each may take the beaver and Joe, twelve canoes that are
swept, and the next round, in which twelve may come back."""
WHIRLPOOL_DRIFTS, BEAVER_DRIFTS, JOE_DRIFTS = range(3)
"""The other pieces, in the order of `words.events.Drifter`."""


@kernel
def tell_start(s: State, told: Shown) -> None:
    """Tell who has the life preserver (N-SET-7)."""
    told.events_count = 0
    tell_round(s, told)


@kernel
def tell_round(s: State, told: Shown) -> None:
    """Tell that a round begins."""
    event = told.events[tell(told, Event.ROUND)].round
    event.number = s.round_number
    event.first = s.first


# ---- decisions ----


@kernel
def tell_decision(s: State, seat: int, action: int, told: Shown, room: Room) -> None:
    """Tell of a decision taken in a position; secret ones have no event yet (N-LOST-0, N-ROUND-5)."""
    told.events_count = 0
    if WEATHER_DOWN <= action < TIE:
        tell_weather(s, seat, 1 if action == WEATHER_UP else -1, told)
    elif action == TIE:
        told.events[tell(told, Event.TIED)].tied.seat = seat
    elif TAKE_MOOSE <= action < PADDLE:
        event = told.events[tell(told, Event.MOOSE_TAKEN)].moose_taken
        event.seat = seat
        event.canoe = action - TAKE_MOOSE
    elif PADDLE <= action < UNLOAD:
        tell_paddling(s, seat, (action - PADDLE) // 10, (action - PADDLE) % 10, told, room)
    elif UNLOAD <= action < LOAD:
        tell_work(s, seat, action - UNLOAD, told.events[tell(told, Event.UNLOADED)].unloaded)
    elif LOAD <= action < STEAL:
        tell_work(s, seat, action - LOAD, told.events[tell(told, Event.LOADED)].loaded)
    elif STEAL <= action < SPARE:
        event = told.events[tell(told, Event.STOLEN)].stolen
        event.seat = seat
        event.canoe = wide(s.canoe)
        event.victim = (action - STEAL) // 10
        event.victim_canoe = (action - STEAL) // 5 % 2
        event.gem = (action - STEAL) % 5
    elif JOE_TAKE <= action < STOP:
        tell_deal_with_joe(s, seat, action, told)
    elif action >= SWEEP:
        event = told.events[tell(told, Event.SWEPT)].swept
        event.seat = seat
        event.canoe = (action - SWEEP) // 2
        event.start = FORK
        event.end = AT[(action - SWEEP) % 2, 6]
        event.gems_count = 0


@kernel
def tell_weather(s: State, seat: int, step: int, told: Shown) -> None:
    """Tell that a cloud moved the weather, and perhaps brought the beaver (N-CLOUD-1, S-BEAVER-1)."""
    event = told.events[tell(told, Event.WEATHER)].weather
    event.seat = seat
    event.before = s.weather
    event.after = s.weather + step
    if event.after == 2 and s.modules & BEAVER and s.beaver == DOCK:
        told.events[tell(told, Event.BEAVER)].beaver.place = START


@kernel
def tell_work(s: State, seat: int, number: int, event: Shown) -> None:
    """Tell of a gem laid on a deposit or taken from it (N-GEM-2)."""
    event.seat = seat
    event.canoe = number // 5
    event.gem = number % 5
    event.site = SITE[s.place[seat, number // 5]]


@kernel
def tell_deal_with_joe(s: State, seat: int, action: int, told: Shown) -> None:
    """Tell what a canoe did with Diamond Joe (J-JOE-4)."""
    canoe = wide(s.canoe)
    if action == JOE_TAKE:
        took = told.events[tell(told, Event.JOE_TOOK)].joe_took
        took.seat = seat
        took.canoe = canoe
        took.gem = s.joe_gem
    elif action < JOE_SWAP:
        gave = told.events[tell(told, Event.JOE_GAVE)].joe_gave
        gave.seat = seat
        gave.canoe = canoe
        gave.gem = action - JOE_GIVE
    else:
        swapped = told.events[tell(told, Event.JOE_SWAPPED)].joe_swapped
        swapped.seat = seat
        swapped.canoe = canoe
        swapped.gem = action - JOE_SWAP
        swapped.joe_gem = s.joe_gem


@kernel
def tell_paddling(s: State, seat: int, canoe: int, end: int, told: Shown, room: Room) -> None:
    """Tell of a move, and of what came ashore with it (N-MOVE-1, N-GEM-7, N-END-1, S-MOOSE-2, S-WHIRL-2)."""
    swirled = swirl_of(s, seat, canoe, end) == Swirl.SURELY
    event = told.events[tell(told, Event.PADDLED)].paddled
    event.seat = seat
    event.canoe = canoe
    event.start = s.place[seat, canoe]
    event.end = s.whirlpool if swirled else end
    if swirled:
        swirl = told.events[tell(told, Event.SWIRLED)].swirled
        swirl.seat = seat
        swirl.canoe = canoe
        swirl.start = s.whirlpool
        swirl.end = end
    if end == DOCK:
        tell_landing(s, seat, canoe, told, room)


@kernel
def tell_landing(s: State, seat: int, canoe: int, told: Shown, room: Room) -> None:
    """Tell of each gem that comes ashore, of the goals that the stash reaches by it, and of the moose."""
    count = write_gems(wide(s.cargo[seat, canoe]), room.offers)
    room.after[0] = s
    after = room.after[0]
    for number in range(count):
        gem = wide(room.offers[number])
        event = told.events[tell(told, Event.BANKED)].banked
        event.seat = seat
        event.canoe = canoe
        event.gem = gem
        had = goals_of(after, seat)
        after.stash[seat, gem] += 1
        reached = goals_of(after, seat) & ~had
        for goal in range(3):
            if reached >> goal & 1:
                met = told.events[tell(told, Event.GOAL)].goal
                met.seat = seat
                met.goal = goal
    if s.moose == 2 * seat + canoe:
        event = told.events[tell(told, Event.MOOSE_FREE)].moose_free
        event.seat = seat
        event.canoe = canoe


# ---- what follows ----


@routine
def tell_advance(was: State, now: State, told: Shown, room: Room) -> None:
    """Tell of one `advance`."""
    told.events_count = 0
    if was.phase == Phase.RESCUE:
        tell_rescues(was, now, told)
        return
    if now.phase == Phase.PADDLING:
        event = told.events[tell(told, Event.REVEALED)].revealed
        event.seat = now.active
        event.card = now.card[now.active]
        if now.waiting == 0:
            told.events[tell(told, Event.IDLE)].idle.seat = now.active
        return
    if was.phase == Phase.RIVER:
        tell_settling(was, told)
    elif was.reached == 0:
        room.after[0] = was
        flowed = room.after[0]
        flow(flowed)
        tell_flow(was, flowed, told)
        if now.phase == Phase.RIVER:
            return
        tell_settling(flowed, told)
    if now.phase == Phase.OVER:
        tell(told, Event.OVER)
    else:
        tell_new_round(was, now, told)


@kernel
def tell_new_round(was: State, now: State, told: Shown) -> None:
    """Tell how the next round begins (N-ROUND-3, N-ROUND-4, N-LOST-5)."""
    told.events[tell(told, Event.PRESERVER)].preserver.seat = now.first
    if int(was.round_number) % int(was.cycle) == 0:
        tell(told, Event.CARDS_BACK)
    tell_round(now, told)
    for seat in range(int(was.seats)):
        for canoe in range(2):
            if was.sits_out[seat, canoe] == 1:
                tell_rescue(seat, canoe, NONE, told)


@kernel
def tell_rescue(seat: int, canoe: int, gem: int, told: Shown) -> None:
    """Tell that a lost canoe is back, for a gem or for nothing (N-LOST-2)."""
    event = told.events[tell(told, Event.RESCUED)].rescued
    event.seat = seat
    event.canoe = canoe
    event.gem = gem


@kernel
def tell_rescues(was: State, now: State, told: Shown) -> None:
    """Tell which lost canoes are back, and which miss the round (N-LOST-2, N-LOST-5)."""
    for seat in range(int(was.seats)):
        for canoe in range(2):
            price = int(was.rescue[seat, canoe])
            if price != NONE and now.place[seat, canoe] == DOCK:
                tell_rescue(seat, canoe, NONE if price == FREE else price, told)
            elif now.sits_out[seat, canoe] == 1:
                event = told.events[tell(told, Event.SITS_OUT)].sits_out
                event.seat = seat
                event.canoe = canoe


# ---- phase 3 ----


@kernel
def tell_flow(was: State, now: State, told: Shown) -> None:
    """Tell of all pushes, and of what the whirlpool takes immediately (N-FLOW, S-BEAVER-1, J-JOE-3, S-WHIRL-7)."""
    pushes = pushes_due(was)
    river = told.events[tell(told, Event.RIVER)].river
    river.pushes = pushes
    river.lowest = lowest_card(was)
    river.weather = was.weather
    arm = int(was.arm)
    for number in range(1, pushes + 1):
        tell_push(was, number, told.events[tell(told, Event.PUSH)].push)
        if DRIFT[arm, number - 1, was.beaver] != LOST and DRIFT[arm, number, was.beaver] == LOST:
            tell(told, Event.BEAVER_FELL)
        if DRIFT[arm, number - 1, was.joe] != LOST and DRIFT[arm, number, was.joe] == LOST:
            told.events[tell(told, Event.JOE_FELL)].joe_fell.gem = was.joe_gem
    for seat in range(int(was.seats)):
        for canoe in range(2):
            if was.card[seat] == ROPE and was.place[seat, canoe] != now.place[seat, canoe]:
                event = told.events[tell(told, Event.SWEPT)].swept
                event.seat = seat
                event.canoe = canoe
                event.start = was.place[seat, canoe]
                event.end = now.place[seat, canoe]
                event.gems_count = write_gems(wide(was.cargo[seat, canoe]), event.gems) if event.end == LOST else 0


@kernel
def tell_push(was: State, number: int, event: Shown) -> None:
    """Tell what a push of the round moved; `was` is the position before the first push (N-FLOW-2, N-LOST-1)."""
    arm = int(was.arm)
    event.number = number
    event.arm = (arm + number - 1) % 2
    event.canoes_count = 0
    for seat in range(int(was.seats)):
        for canoe in range(2):
            place = int(was.place[seat, canoe])
            end = int(DRIFT[arm, number, place])
            if was.card[seat] != ROPE and end != DRIFT[arm, number - 1, place]:
                moved = event.canoes[event.canoes_count]
                event.canoes_count += 1
                moved.seat = seat
                moved.canoe = canoe
                moved.place = end
                moved.gems_count = write_gems(wide(was.cargo[seat, canoe]), moved.gems) if end == LOST else 0
    event.others_count = 0
    whirlpool = int(was.whirlpool)
    tell_drift(
        WHIRLPOOL_DRIFTS,
        int(WHIRLPOOL_DRIFT[arm, number - 1, whirlpool]),
        int(WHIRLPOOL_DRIFT[arm, number, whirlpool]),
        event,
    )
    tell_drift(BEAVER_DRIFTS, int(DRIFT[arm, number - 1, was.beaver]), int(DRIFT[arm, number, was.beaver]), event)
    tell_drift(JOE_DRIFTS, int(DRIFT[arm, number - 1, was.joe]), int(DRIFT[arm, number, was.joe]), event)


@kernel
def tell_drift(what: int, start: int, end: int, event: Shown) -> None:
    """Tell that a push moved another piece, if it did."""
    if start != end:
        drifter = event.others[event.others_count]
        event.others_count += 1
        drifter.what = what
        drifter.place = end


@kernel
def tell_settling(s: State, told: Shown) -> None:
    """Tell what comes after the pushes: what Joe does, and a moose that is free (J-JOE-2, J-JOE-3, S-MOOSE-2)."""
    if s.joe != DOCK:
        tell_joe(s, told)
    if s.moose != NONE and s.place[s.moose // 2, s.moose % 2] == LOST:
        event = told.events[tell(told, Event.MOOSE_FREE)].moose_free
        event.seat = int(s.moose) // 2
        event.canoe = int(s.moose) % 2


@kernel
def tell_joe(s: State, told: Shown) -> None:
    """Tell what Joe is about to do (J-JOE-2, J-JOE-3)."""
    place = int(s.joe)
    gem = int(s.joe_gem)
    if place == LOST:
        place = restart(int(s.whirlpool))
        told.events[tell(told, Event.JOE_RESTARTED)].joe_restarted.place = place
    site = int(SITE[place])
    if gem == NONE and site != NONE and s.deposit[site, site] > 0:
        gem = site
        loaded = told.events[tell(told, Event.JOE_LOADED)].joe_loaded
        loaded.gem = gem
        loaded.site = site
    card = int(s.card[s.first])
    points = int(CARD_POINTS[card]) if card < ONE_TWO_THREE else 0
    end = int(ENDS[s.whirlpool, place, points])
    if points > 0 and end != place:
        paddled = told.events[tell(told, Event.JOE_PADDLED)].joe_paddled
        paddled.start = place
        paddled.end = end
    if end == LOST:
        told.events[tell(told, Event.JOE_FELL)].joe_fell.gem = gem
        told.events[tell(told, Event.JOE_RESTARTED)].joe_restarted.place = START
