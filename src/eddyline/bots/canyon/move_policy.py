"""Choose jetties and moves by an evaluation: progress and open paths for this canoe, and paths blocked for others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import routine, wide
from eddyline.games.canyon.rules.actions import GO
from eddyline.games.canyon.rules.board import FALLS, RAPIDS, VILLAGE
from eddyline.games.canyon.rules.moving import decide_end, legal_ends, nearest, turns_until
from eddyline.games.canyon.rules.phases import legal
from eddyline.games.canyon.rules.state import NONE, Phase

if TYPE_CHECKING:
    from eddyline.bots.canyon.scratch import Scratch
    from eddyline.engine.records import States
    from eddyline.games.canyon.rules.board import Board
    from eddyline.games.canyon.rules.state import State

USUAL, BONUS = 4, 2
"""Points of a typical move, and of one that starts in the rapids."""
RIVAL_WEIGHT = 0.3
"""Value, in steps, of preventing a step of another canoe."""
BRINK = 0.5
"""Value, in steps, of each arrow between the canoe and the waterfall."""
MOBILITY = 0.02
"""Value, in steps, of each additional end space for the next move: the more there are, the harder it is to block."""


@routine
def reach_value(b: Board, s: State, seat: int, points: int, scratch: Scratch) -> float:
    """Evaluate how far a canoe would get with these points, with the others fixed, and how many end spaces it has."""
    before = int(s.points[seat])
    s.points[seat] = points
    ends = legal_ends(b, s, seat, scratch.playable, scratch.flood_rows)
    near = nearest(b, s, seat, scratch.flood_rows)
    s.points[seat] = before
    return MOBILITY * min(ends, 5) - near


@routine
def brink(b: Board, place: int) -> int:
    """Count the arrows between a space and the waterfall, at most three; calm water is safe."""
    for arrows in range(3):
        if place == FALLS or b.kind[place] != RAPIDS:
            return 3 if place != FALLS else arrows
        place = int(b.drift[place])
    return 3


@routine
def evaluate(b: Board, s: State, seat: int, scratch: Scratch) -> float:
    """Evaluate a position after this seat's move or choice of a jetty."""
    place = wide(s.place[seat])
    if b.kind[place] == VILLAGE:
        return float(s.left[seat])
    value = reach_value(b, s, wide(seat), wide(BONUS if b.kind[place] == RAPIDS else USUAL), scratch) + BRINK * brink(
        b, place
    )
    for other in range(int(s.seats)):
        if other == seat or s.place[other] == NONE or s.left[other] != NONE:
            continue
        points = BONUS if b.kind[int(s.place[other])] == RAPIDS else USUAL
        if s.phase == Phase.MOVING and turns_until(s, other) > 0:
            points = int(s.points[other])
        value -= RIVAL_WEIGHT * reach_value(b, s, wide(other), wide(points), scratch)
    return value


@routine
def plan_move(b: Board, s: State, seat: int, scratch: Scratch, stack: States) -> int:
    """Choose a start jetty, or the space where a move ends (C-SET-1, C-MOVE-3)."""
    count = legal(b, s, seat, scratch.offers, scratch.flood_rows)
    best = 0
    best_value = -1.0e9
    for index in range(count):
        action = wide(scratch.offers[index])
        stack[0] = s
        after = stack[0]
        if s.phase == Phase.MOVING:
            decide_end(b, after, seat, action, scratch.flood_rows)
        else:
            after.place[seat] = action - GO
        value = evaluate(b, after, seat, scratch)
        if value > best_value:
            best_value = value
            best = index
    return int(scratch.offers[best])
