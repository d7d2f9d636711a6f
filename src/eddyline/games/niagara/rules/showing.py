"""Show a position to one seat or a spectator: what is seen at the table, as one record, computed from a redacted one.

Everything here follows from the position and the rules; `words.view` gives the numbers their names.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import numpy as np

from eddyline.engine.kernel import kernel, wide
from eddyline.engine.records import Grid, Shown, record
from eddyline.games.niagara.rules.actions import PADDLE, UNLOAD
from eddyline.games.niagara.rules.board import DOCK, LOST, MAX_PUSHES
from eddyline.games.niagara.rules.cargo import HOLDS
from eddyline.games.niagara.rules.door import MAX_LEGAL
from eddyline.games.niagara.rules.listing import WIDTH, append
from eddyline.games.niagara.rules.measures import measured
from eddyline.games.niagara.rules.paddling import swirl_of
from eddyline.games.niagara.rules.phases import decide_turn_with_modules, full_hand, gem_value, legal_turn_with_modules
from eddyline.games.niagara.rules.plan import points_of
from eddyline.games.niagara.rules.state import (
    CLOUD,
    HIDDEN,
    MOOSE,
    NONE,
    ONE_TWO_THREE,
    ROPE,
    SEATS,
    Phase,
    Stage,
    State,
    Todo,
)
from eddyline.games.niagara.rules.whirlpool import NO_WHIRLPOOL
from eddyline.games.niagara.rules.work import is_double

FOUR_ALIKE, FIVE_COLOURS, SEVEN = range(3)
"""The goals (N-END-1)."""
MOST_MOVES = UNLOAD - PADDLE
"""Both canoes, to all places."""


@record
class Room:
    """Hold what is needed while a position is looked at."""

    dtype: ClassVar[np.dtype[Any]]

    offers: Annotated[Grid, np.int16, (MAX_LEGAL,)]
    after: Annotated[Grid, State.dtype, (1,)]
    """A copy of the position, to be changed."""
    clouds: Annotated[Grid, np.int64, (2, ONE_TWO_THREE)]
    """Before and after one more seat's card, by lowest paddle card: how many clouds there may be, as a bit mask."""


def weathers(now: int, clouds: int) -> set[int]:
    """Return the weather values that a number of clouds can lead to (N-CLOUD-1, N-CLOUD-2)."""
    reachable = {now}
    for _ in range(clouds):
        reachable = {there + step for there in reachable for step in (-1, 1) if -1 <= there + step <= 2}
    return reachable


def _extremes(now: int, clouds: int) -> tuple[int, int]:
    reachable = weathers(now, clouds)
    return min(reachable), max(reachable)


WEATHERS = np.array([[_extremes(now, clouds) for clouds in range(SEATS + 1)] for now in range(-1, 3)], np.int8)
"""The lowest and the highest weather after some clouds: [weather now + 1, clouds]."""


@kernel
def show(s: State, seat: int, v: Shown, room: Room) -> None:
    """Describe a record redacted for `seat` (NONE: a spectator) to that seat; tables are filled as far as counted."""
    seats = int(s.seats)
    v.round = s.round_number
    v.cycle_round = (int(s.round_number) - 1) % int(s.cycle) + 1
    v.cycle_length = s.cycle
    v.phase = s.phase
    v.first = s.first
    v.order_count = seats
    v.players_count = seats
    for turn in range(seats):
        v.order[turn] = (int(s.first) + turn) % seats
        show_player(s, turn, v.players[turn])
    v.weather = s.weather
    v.next_arm = s.arm
    v.deposits_count = s.deposit.shape[0]
    for site in range(s.deposit.shape[0]):
        show_gems(s.deposit[site], v.deposits[site])
    show_others(s, v)
    v.you = seat
    v.hand_count = 0
    if seat != NONE:
        v.hand_count = append(wide(s.hand[seat]), 0, v.hand, 0)
    v.turn_count = s.phase == Phase.PADDLING
    if s.phase == Phase.PADDLING:
        show_turn(s, seat, v.turn[0], room)
    show_speeds(s, v.speeds, room.clouds)


@kernel
def show_gems(counts: Grid, shown: Grid) -> None:
    """Show how many gems there are of each colour that is there."""
    for gem in range(counts.shape[0]):
        shown[gem] = counts[gem] if counts[gem] > 0 else NONE


@kernel
def show_others(s: State, v: Shown) -> None:
    """Show the whirlpool, the beaver, the moose and Diamond Joe as far as they are in play (S-WHIRL-1 … J-JOE-1)."""
    v.whirlpool = NONE if s.whirlpool == NO_WHIRLPOOL else s.whirlpool
    v.beaver = NONE if s.beaver == DOCK else s.beaver
    v.moose_count = s.modules & MOOSE != 0
    moose = v.moose[0]
    moose.seat = NONE if s.moose == NONE else s.moose // 2
    moose.canoe = NONE if s.moose == NONE else s.moose % 2
    v.joe_count = s.joe != DOCK
    joe = v.joe[0]
    joe.place = s.joe
    joe.cargo = s.joe_gem


# ---- players ----


@kernel
def show_player(s: State, seat: int, player: Shown) -> None:
    """Show a player's canoes, stash and cards."""
    player.seat = seat
    player.canoes_count = 2
    for canoe in range(2):
        show_canoe(s, seat, canoe, player.canoes[canoe])
    show_gems(s.stash[seat], player.stash)
    player.value = gem_value(s, seat)
    show_goals(s, seat, player.goals)
    player.card = s.card[seat]
    played = full_hand(s) & ~int(s.hand[seat])
    if s.newest_only:
        played = 0 if s.newest[seat] == NONE else 1 << int(s.newest[seat])
    player.played_count = append(wide(played), 0, player.played, 0)


@kernel
def show_canoe(s: State, seat: int, canoe: int, shown: Shown) -> None:
    """Show a canoe: where it is, what it carries, whether it is tied (S-CARD-4) or has the moose (S-MOOSE-1)."""
    place = int(s.place[seat, canoe])
    cargo = int(s.cargo[seat, canoe])
    shown.name = canoe
    shown.place = place
    shown.places = 1 + is_double(wide(s.modules), canoe)
    shown.cargo_count = write_gems(cargo, shown.cargo)
    shown.sits_out = s.sits_out[seat, canoe]
    shown.tied = is_roped(s, seat) and DOCK < place < LOST
    shown.moose = s.moose == 2 * seat + canoe


@kernel
def write_gems(cargo: int, gems: Grid) -> int:
    """Write the gems of a cargo; return their number."""
    first = 0
    for gem in range(HOLDS.shape[1]):
        for number in range(int(HOLDS[cargo + 1, gem])):
            gems[first + number] = gem
        first += int(HOLDS[cargo + 1, gem])
    return first


@kernel
def is_roped(s: State, seat: int) -> bool:
    """Return whether a seat's canoes in the water are tied to the bank until the river has flowed (S-CARD-4).

    A game that ends with a goal ends before the ropes are untied (N-END-2).
    """
    before_river = s.phase == Phase.PADDLING or (s.phase == Phase.OVER and s.reached != 0)
    return before_river and s.card[seat] == ROPE and not int(s.hand[seat]) >> ROPE & 1


@kernel
def show_goals(s: State, seat: int, goals: Shown) -> None:
    """Measure a stash against the three goals (N-END-1)."""
    most, colours, total = measured(s, seat)
    goals.alike = most
    goals.colours = colours
    goals.total = total
    reached = goals_of(s, seat)
    count = 0
    for goal in range(SEVEN + 1):
        goals.reached[count] = goal
        count += reached >> goal & 1
    goals.reached_count = count


@kernel
def goals_of(s: State, seat: int) -> int:
    """Return the goals that a stash reaches as a bit mask (N-END-1)."""
    most, colours, total = measured(s, seat)
    return int(most >= 4) << FOUR_ALIKE | int(colours == s.stash.shape[1]) << FIVE_COLOURS | int(total >= 7) << SEVEN


# ---- the turn ----


@kernel
def show_turn(s: State, seat: int, turn: Shown, room: Room) -> None:
    """Show the turn that is being played; its moves only to the seat that plays it."""
    active = int(s.active)
    turn.seat = active
    turn.card = s.card[active]
    turn.canoe = s.canoe
    turn.spare_points = s.slack
    paddles = s.card[active] not in (CLOUD, ROPE)
    turn.done_count = 0
    for canoe in range(2):
        owes = s.todo[canoe] != Todo.NOTHING
        turn.points[canoe] = NONE
        if s.canoe == canoe:
            turn.points[canoe] = s.points
        elif s.canoe == NONE and owes:
            turn.points[canoe] = points_of(s, wide(s.modules), active, canoe)
        if paddles and not owes and s.place[active, canoe] != LOST:
            turn.done[turn.done_count] = canoe
            turn.done_count += 1
    turn.moves_count = 0
    if active == seat and s.waiting != 0:
        show_moves(s, seat, turn, room)


@kernel
def show_moves(s: State, seat: int, turn: Shown, room: Room) -> None:
    """Show the moves that may be chosen, each tried on a copy, so that the rules determine its result (N-MOVE-6)."""
    after = room.after[0]
    count = 0
    for number in range(legal_turn_with_modules(s, wide(seat), room.offers)):
        action = wide(room.offers[number])
        if PADDLE <= action < UNLOAD:
            move = turn.moves[count]
            count += 1
            move.canoe = (action - PADDLE) // 10
            move.to = (action - PADDLE) % 10
            move.swirl = swirl_of(s, seat, wide(move.canoe), wide(move.to))
            room.after[0] = s
            decide_turn_with_modules(after, wide(seat), action)
            move.left = after.points if after.stage == Stage.WORKING_AFTER else 0
    turn.moves_count = count


# ---- the river ----


@kernel
def show_speeds(s: State, speeds: Shown, clouds: Grid) -> None:
    """Bound this round's pushes by the cards that may still be chosen or revealed, and the weather (N-FLOW-1)."""
    speeds.least = 0
    speeds.most = 0
    if s.phase in (Phase.RIVER, Phase.OVER):
        return
    clouds[:] = 0
    clouds[0, 0] = 1
    now = 0
    for seat in range(int(s.seats)):
        cards = cards_due(s, seat)
        if cards != 0:
            add_card(cards, clouds[now], clouds[1 - now])
            now = 1 - now
    least = wide(MAX_PUSHES)
    most = wide(0)
    for lowest in range(clouds.shape[1]):
        for number in range(WEATHERS.shape[1]):
            if clouds[now, lowest] >> number & 1:
                least = min(least, max(0, lowest + wide(WEATHERS[s.weather + 1, number, 0])))
                most = max(most, lowest + wide(WEATHERS[s.weather + 1, number, 1]))
    speeds.least = least
    speeds.most = most


@kernel
def cards_due(s: State, seat: int) -> int:
    """Return the cards of which one is the seat's in this round, as a bit mask; 0 for a cloud that has been used."""
    card = int(s.card[seat])
    if card in (NONE, HIDDEN):
        return int(s.hand[seat])
    if card == CLOUD and not s.hand[seat] & 1 and not (s.active == seat and s.waiting != 0):
        return 0
    return 1 << card


@kernel
def add_card(cards: int, before: Grid, after: Grid) -> None:
    """Count the lowest paddle card and the clouds, with each of some cards, added to whatever they may be now."""
    after[:] = 0
    for card in range(WIDTH):
        if cards >> card & 1:
            for lowest in range(before.shape[0]):
                counts = CLOUD < card < ONE_TWO_THREE and (lowest == 0 or card < lowest)
                after[card if counts else lowest] |= before[lowest] << (card == CLOUD)
