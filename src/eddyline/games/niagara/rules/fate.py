"""Count what the river may do in this round, over all cards that are still out (N-ROUND-5, N-FLOW-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.records import Grid, Shown, record
from eddyline.engine.writer import millionths
from eddyline.games.niagara.rules.actions import SWEEP
from eddyline.games.niagara.rules.board import DOCK, LOST, MAX_PUSHES
from eddyline.games.niagara.rules.listing import COUNT, WIDTH, append
from eddyline.games.niagara.rules.river import decide_arm, flow, on_fork
from eddyline.games.niagara.rules.showing import weathers
from eddyline.games.niagara.rules.state import CLOUD, NONE, ONE_TWO_THREE, ROPE, SEATS, Phase, State

if TYPE_CHECKING:
    from eddyline.engine.records import States

SPEEDS = MAX_PUSHES + 1
"""Possible numbers of pushes, 0 among them."""
PARTS = 1 << SEATS
"""Equal parts of each combination of cards: every cloud may go two ways."""


def _clouded(now: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    parts = np.zeros((SEATS + 1, 4), np.int64)
    parts[0, now + 1] = PARTS
    for clouds in range(SEATS):
        for there in range(-1, 3):
            ways = weathers(there, 1)
            for after in ways:
                parts[clouds + 1, after + 1] += parts[clouds, there + 1] // len(ways)
    return parts


CLOUDED = np.array([_clouded(now) for now in range(-1, 3)])
"""How many parts lead to each weather, if a cloud goes either way as likely: [weather now + 1, clouds, weather + 1]."""


@record
class Room:
    """Hold what is needed to count."""

    dtype: ClassVar[np.dtype[Any]]

    ways: Annotated[Grid, np.int64, (2, SEATS + 1, ONE_TWO_THREE)]
    """Before and after one more seat's card, by clouds still to be played and lowest paddle card: the combinations."""
    rivers: Annotated[Grid, np.int64, (2, SPEEDS)]
    """For canoes of one seat, loose or tied, by pushes: the parts."""
    shares: Annotated[Grid, np.float64, (LOST + 1,)]
    """For one canoe, by the place where it ends: the share, and the pushes that lead there, as a bit mask."""
    pushes: Annotated[Grid, np.int64, (LOST + 1,)]
    after: Annotated[Grid, State.dtype, (1,)]
    """A copy of the position, to be changed."""


@routine
def tell_fate(rooms: States, states: States, i: int, seat: int, told: States) -> None:
    """Tell a seat what may come of a record redacted for it; NONE: a spectator."""
    tell(states[i], seat, told[0], rooms[0])


@kernel
def tell(s: State, seat: int, told: Shown, room: Room) -> None:
    """Tell what may come, if the river flows after these decisions."""
    tells = s.phase in (Phase.CARDS, Phase.PADDLING) and s.reached == 0
    told.fate_count = tells
    if not tells:
        return
    fate = told.fate[0]
    combinations = 1
    for other in range(int(s.seats)):
        combinations *= wide(COUNT[cards_out(s, other)])
    fate.combinations = combinations
    fate.own_count = 0
    fate.canoes_count = 0
    whole = combinations * PARTS
    for other in range(int(s.seats)):
        count_rivers(s, other, room)
        if other == 0:
            fate.speeds_count = 0
            for pushes in range(SPEEDS):
                share = room.rivers[0, pushes] / whole + room.rivers[1, pushes] / whole
                if share > 0:
                    speed = fate.speeds[fate.speeds_count]
                    fate.speeds_count += 1
                    speed.pushes = pushes
                    speed.share = millionths(share)
        # First this seat's places, then the two canoes.
        for number in range(DOCK + 1 if other == seat else LOST, LOST + 2):
            if number < LOST:
                if number != s.whirlpool:
                    afloat = fate.own[fate.own_count]
                    fate.own_count += 1
                    afloat.place = number
                    afloat.landings_count = tell_landings(s, wide(other), wide(number), whole, afloat.landings, room)
            else:
                place = wide(s.place[other, number - LOST])
                if DOCK < place < LOST:
                    canoe = fate.canoes[fate.canoes_count]
                    fate.canoes_count += 1
                    canoe.seat = other
                    canoe.canoe = number - LOST
                    canoe.landings_count = tell_landings(s, wide(other), place, whole, canoe.landings, room)


@kernel
def cards_out(s: State, seat: int) -> int:
    """Return the cards of which one is the seat's in this round, as a bit mask."""
    return 1 << int(s.card[seat]) if s.card[seat] >= 0 else int(s.hand[seat])


@kernel
def turn_to_come(s: State, seat: int) -> bool:
    """Return whether the seat still has to play its card in this round, or at least to finish its turn."""
    turn = (seat - int(s.first)) % int(s.seats)
    unfinished = turn == s.turns_taken and s.waiting >> seat & 1 != 0
    return bool(s.phase == Phase.CARDS or turn > s.turns_taken or unfinished)


@routine
def count_rivers(s: State, seat: int, room: Room) -> None:
    """Count the rivers that canoes of a seat may meet, loose and tied."""
    room.rivers[:] = 0
    for tied in range(2):
        now = count_ways(s, seat, tied, room.ways)
        for clouds in range(SEATS + 1):
            for lowest in range(ONE_TWO_THREE):
                for space in range(CLOUDED.shape[2]):
                    parts = wide(CLOUDED[s.weather + 1, clouds, space])
                    room.rivers[tied, max(0, lowest + space - 1)] += room.ways[now, clouds, lowest] * parts


@kernel
def count_ways(s: State, seat: int, tied: int, ways: Grid) -> int:
    """Count the combinations of cards in which a seat's canoes are tied, or those in which they are not.

    Returns which half of `ways` holds them.
    """
    ways[0] = 0
    ways[0, 0, 0] = 1
    now = 0
    for other in range(int(s.seats)):
        cards = cards_out(s, other)
        rope = cards & 1 << ROPE
        if other == seat:
            cards = rope if tied else cards - rope
        ways[1 - now] = 0
        for card in range(WIDTH):
            if cards >> card & 1:
                cloud = int(card == CLOUD and turn_to_come(s, other))
                for clouds in range(SEATS):
                    for lowest in range(ONE_TWO_THREE):
                        lower = CLOUD < card < ONE_TWO_THREE and (lowest == 0 or card < lowest)
                        ways[1 - now, clouds + cloud, card if lower else lowest] += ways[now, clouds, lowest]
        now = 1 - now
    return now


@routine
def tell_landings(s: State, seat: int, place: int, whole: int, landings: Shown, room: Room) -> int:
    """List where a canoe of a seat may end that lies at a place when the river flows; return at how many places."""
    room.shares[:] = 0.0
    room.pushes[:] = 0
    after = room.after[0]
    for tied in range(2):
        for pushes in range(SPEEDS):
            parts = room.rivers[tied, pushes]
            if parts > 0:
                room.after[0] = s
                after.place[:] = DOCK
                after.place[seat, 0] = place
                # So many pushes, whatever cards and weather they come from.
                after.card[:] = NONE
                after.weather = pushes
                if tied:
                    after.card[seat] = ROPE
                flow(after)
                # Where its owner chooses an arm, one is as likely as the other.
                arms = 2 if after.waiting != 0 else 1
                there = after.place[seat, 0]
                for arm in range(arms):
                    after.place[seat, 0] = there
                    if on_fork(after, wide(seat), 0):
                        decide_arm(after, wide(seat), wide(SWEEP + arm))
                    end = wide(after.place[seat, 0])
                    room.shares[end] += parts / whole / arms
                    room.pushes[end] |= 1 << pushes
    count = 0
    for end in range(LOST + 1):
        if room.shares[end] > 0:
            landing = landings[count]
            count += 1
            landing.to = end
            landing.share = millionths(room.shares[end])
            landing.pushes_count = append(room.pushes[end], 0, landing.pushes, 0)
    return count
