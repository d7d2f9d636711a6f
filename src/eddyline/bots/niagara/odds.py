"""Compute the odds of what the seat cannot know: the others' cards, and from them the river flow and thefts.

Nothing here reads a card before it is revealed, so the answers are the same for a full and a redacted state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.bots.niagara.lone_canoe import DISCOUNT, ERRANDS, LOSE, PACES
from eddyline.engine.kernel import kernel, routine, wide
from eddyline.games.niagara.rules.board import AT, DEPTH, DOCK, DRIFT, LEFT, LOST, MAX_PUSHES
from eddyline.games.niagara.rules.phases import full_hand
from eddyline.games.niagara.rules.state import BASE_CARDS, CLOUD, ONE_TWO_THREE, ROPE, Phase
from eddyline.games.niagara.rules.whirlpool import BELOW, WHIRLPOOL_DRIFT
from eddyline.games.niagara.rules.work import has_room

if TYPE_CHECKING:
    from eddyline.bots.niagara.lone_canoe import Solution
    from eddyline.bots.niagara.scratch import Scratch
    from eddyline.games.niagara.rules.state import State

CARDS = ROPE + 1
HELD = np.array([[mask >> card & 1 for card in range(CARDS)] for mask in range(1 << CARDS)], np.int8)
"""[hand, card]: 1 if the card is in the hand."""
SIZE = HELD.sum(axis=1).astype(np.int8)
"""[hand]: number of cards."""
NOT_BELOW = np.array(
    [
        [(hand[CLOUD] + hand[max(1, low) :].sum()) / max(1, hand.sum()) for low in range(ONE_TWO_THREE + 1)]
        for hand in HELD.astype(int)
    ],
    np.float64,
)
"""[hand, low]: chance that a random card of the hand keeps the river at `low` or above: it is higher or not counted."""


def _alike(hand: int) -> int:
    """Replace the Spirits cards of a hand by cards of the base game of about equal value."""
    for card, stand_ins in ((7, (6, 5)), (ONE_TWO_THREE, (3, 2, 1)), (ROPE, (CLOUD, CLOUD))):
        if hand >> card & 1:
            stand_in = next((other for other in stand_ins if not hand >> other & 1), stand_ins[-1])
            hand = hand & ~(1 << card) | 1 << stand_in
    return hand


ALIKE = np.array([_alike(hand) for hand in range(1 << CARDS)], np.int16)
"""[hand]: a hand of the base game of about equal value, since `Solution.outcome` covers only those."""


@kernel
def revealed(s: State, seat: int) -> bool:
    """Return whether the seat's card of this round is public: it has left the hand (N-ROUND-5)."""
    return bool(s.card[seat] >= 0 and HELD[s.hand[seat], s.card[seat]] == 0)


@kernel
def next_hand(s: State, viewer: int, seat: int) -> int:
    """Return the hand a seat will choose from in the next card phase, as far as the viewer knows (N-ROUND-4)."""
    hand = int(s.hand[seat])
    card = int(s.card[seat])
    if s.phase == Phase.RESCUE:
        return hand
    if seat == viewer and card >= 0:
        hand &= ~(1 << card)
    elif not revealed(s, seat) and SIZE[hand] == 1:
        hand = 0
    return full_hand(s) if hand == 0 else hand


@routine
def read_hands(s: State, viewer: int, solution: Solution, scratch: Scratch) -> None:
    """Compute what the others may have played and will hold, as far as it does not depend on the viewer's turn.

    A face-down card is treated as drawn at random from its owner's hand.
    """
    scratch.known = ONE_TWO_THREE
    scratch.calm = 1.0
    scratch.survive[:] = 1.0
    mean = 0.0
    for seat in range(wide(s.seats)):
        if seat == viewer:
            continue
        hand = wide(s.hand[seat])
        if revealed(s, seat):
            if CLOUD < s.card[seat] < ONE_TWO_THREE:
                scratch.known = min(wide(scratch.known), wide(s.card[seat]))
        else:
            for low in range(1, ONE_TWO_THREE + 1):
                scratch.survive[low] *= NOT_BELOW[hand, low]
            if HELD[hand, CLOUD] == 1:
                scratch.calm *= 1.0 - 1.0 / SIZE[hand]
    for low in range(1, BASE_CARDS + 1):
        survive = 1.0
        for seat in range(wide(s.seats)):
            if seat != viewer:
                survive *= NOT_BELOW[next_hand(s, viewer, seat), low]
        mean += survive
    scratch.pace = 0
    for pace in range(1, len(PACES)):
        if abs(float(solution.pace[pace]) - mean) < abs(float(solution.pace[scratch.pace]) - mean):
            scratch.pace = pace


@routine
def begin_look_ahead(s: State, viewer: int, seat: int, scratch: Scratch) -> None:
    """Prepare to look ahead for a seat: set its next hand and the chance of each number of pushes (N-FLOW-1).

    The lowest card is the viewer's, a revealed or a face-down one; face-down clouds may turn the weather either way.
    """
    scratch.hand = ALIKE[next_hand(s, viewer, seat)]
    scratch.tied = s.card[seat] == ROPE and (seat == viewer or revealed(s, seat))
    scratch.seen[:] = 0
    odds = scratch.odds
    odds[:] = 0.0
    if s.phase in (Phase.RESCUE, Phase.RIVER):
        odds[0] = 1.0
        return
    known = wide(scratch.known)
    if CLOUD < s.card[viewer] < ONE_TWO_THREE:
        known = min(known, wide(s.card[viewer]))
    weather = wide(s.weather)
    warmer = weather + 1 if weather < 2 else 1
    colder = weather - 1 if weather > -1 else 0
    for low in range(1, known + 1):
        chance = scratch.survive[low] - (scratch.survive[low + 1] if low < known else 0.0)
        lowest = low % ONE_TWO_THREE
        odds[max(0, lowest + weather)] += chance * scratch.calm
        odds[max(0, lowest + warmer)] += chance * (1.0 - scratch.calm) / 2
        odds[max(0, lowest + colder)] += chance * (1.0 - scratch.calm) / 2


@routine
def look_ahead(s: State, place: int, solution: Solution, scratch: Scratch) -> None:
    """Compute `scratch.ahead` for a place, once after each `begin_look_ahead`."""
    if place == LOST:
        place = wide(DOCK)
    if scratch.seen[place] == 1:
        return
    scratch.seen[place] = 1
    pace, hand = wide(scratch.pace), wide(scratch.hand)
    discount = 1.0 if s.phase == Phase.RESCUE else DISCOUNT
    for kind in range(2):
        for errand in range(ERRANDS):
            scratch.ahead[place, kind, errand] = 0.0
    for pushes in range(MAX_PUSHES + 1):
        chance = scratch.odds[pushes]
        if chance <= 0.0:
            continue
        weather = int(s.weather) + 1
        end = int(DRIFT[s.arm, pushes, place])
        if s.modules != 0:
            if DRIFT[s.arm, pushes, s.beaver] == LOST:
                weather = 1
            if scratch.tied == 1:
                end = place if WHIRLPOOL_DRIFT[s.arm, pushes, s.whirlpool] != place else int(BELOW[place])
        if end == LOST:
            for errand in range(ERRANDS):
                scratch.ahead[place, LOSE, errand] += chance
            continue
        chance *= discount
        arm = (int(s.arm) + pushes) % 2
        for kind in range(2):
            for errand in range(ERRANDS):
                scratch.ahead[place, kind, errand] += (
                    chance * solution.outcome[pace, weather, hand, arm, end, kind, errand]
                )


@routine
def theft_odds(s: State, viewer: int, seat: int, canoe: int) -> float:
    """Estimate the chance that a seat yet to move this round robs a loaded canoe (N-STEAL-1).

    A thief is an empty canoe downstream whose card takes it exactly here; the cards it still has are public.
    """
    safe = 1.0
    place = int(s.place[seat, canoe])
    turn = (seat - int(s.first)) % int(s.seats)
    for other in range(wide(s.seats)):
        if other == seat or (other - int(s.first)) % int(s.seats) < turn or revealed(s, other):
            continue
        if other == viewer:
            continue
        hand = int(s.hand[other])
        for thief in range(2):
            start = int(s.place[other, thief])
            distance = int(DEPTH[start]) - int(DEPTH[place])
            if start == LOST or distance < 1 or distance > BASE_CARDS or not has_room(s, int(s.modules), other, thief):
                continue
            if place > AT[LEFT, 5] and (place > AT[LEFT, 7]) != (start > AT[LEFT, 7]):
                continue
            ways = int(HELD[hand, distance]) + (int(HELD[hand, ONE_TWO_THREE]) if distance <= 3 else 0)
            if ways > 0:
                safe *= 1.0 - ways / SIZE[hand]
    return 1.0 - safe
