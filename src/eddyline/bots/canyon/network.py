"""Estimate every seat's share of the win between two rounds, with a value network that is independent of the map.

A canoe is described by `FEATURES` numbers that mean the same on every map: its distance, the others' distances, how
much of its path is rapids, how near the waterfall is, whether the canoes ahead block it, its place in the turn order,
the number of cards in the next rounds. The network turns them into a score for each canoe; the shares are the softmax
of the scores. The weights are in `weights`; `eddyline train canyon` fits such.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from eddyline.bots.canyon.weights import FEATURES, FIRST, SECOND
from eddyline.bots.search.exponential import exponential
from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.records import Grid, record
from eddyline.games.canyon.rules.actions import SIDE
from eddyline.games.canyon.rules.board import FALLS, GANGWAY, RAPIDS, SHELF
from eddyline.games.canyon.rules.dealing import CARDS_AT
from eddyline.games.canyon.rules.moving import flood, nearest
from eddyline.games.canyon.rules.state import BROWN, NONE, SPACES

if TYPE_CHECKING:
    from eddyline.bots.canyon.weights import NetworkScratch, Weights
    from eddyline.engine.records import States
    from eddyline.games.canyon.rules.board import Board
    from eddyline.games.canyon.rules.charting import Lines
    from eddyline.games.canyon.rules.state import State

AHEAD = 6
"""Rounds whose numbers of cards are features."""
USUAL, BONUS = 4, 3
"""Points of a good move, and of one that starts in the rapids, used to test whether a path is blocked."""


@record
class MapFeatures:
    """Hold features of a map that the network needs and the rules do not."""

    dtype: ClassVar[np.dtype[Any]]

    white: Annotated[Grid, np.int16, (SIDE * SIDE,)]
    """Least number of rapids spaces on a shortest path to the village, by cell, not counting the cell itself."""
    brink: Annotated[Grid, np.int8, (SIDE * SIDE,)]
    """Number of arrows from a rapids space to the waterfall, by cell; 0 elsewhere."""


def map_features(board: int) -> States:
    """Compute the features of a loaded board, by its number, as one record."""
    return _map_features(board, SHELF.lines[board])


@lru_cache(maxsize=256)
def _map_features(board: int, _: Lines) -> States:
    """Compute them once for each map: its number may be another map's later."""
    b = SHELF.table[board]
    made: States = np.zeros(1, MapFeatures.dtype)
    m: Any = made[0]
    for cell in sorted(np.flatnonzero(b.distance > 0), key=lambda cell: int(b.distance[cell])):
        row, column = divmod(int(cell), SIDE)
        ways = [
            int(m.white[SIDE * y + x]) + int(b.kind[SIDE * y + x] == RAPIDS)
            for y in range(max(0, row - 1), min(SIDE, row + 2))
            for x in range(max(0, column - 1), min(SIDE, column + 2))
            if int(b.enter[y + 1]) >> x & 1 and b.distance[SIDE * y + x] == b.distance[cell] - 1
        ]
        m.white[cell] = min(ways)
        place = int(cell)
        while place != FALLS and b.kind[place] == RAPIDS:
            m.brink[cell] += 1
            place = int(b.drift[place])
    return made


@kernel
def next_space(s: State, space: int) -> int:
    """Return where the round marker goes from a space (C-TRACK-1, C-DEAL-1)."""
    following = space + 1
    if s.skip_brown and following == BROWN[0]:
        following = BROWN[1] + 1
    return following if following <= SPACES else 1


@routine
def rival_features(b: Board, m: MapFeatures, s: State, seat: int, features: Grid) -> None:
    """Write the features of a canoe that describe the others."""
    distance = wide(b.distance[int(s.place[seat])])
    near, second = 1000, 1000
    total, ahead, wet, near_wet, near_white = 0, 0, 0, 0, 0
    for other in range(wide(s.seats)):
        if other == seat:
            continue
        place = wide(s.place[other])
        far = wide(b.distance[place])
        rapids = 1 if b.kind[place] == RAPIDS else 0
        total += far
        ahead += far < distance
        wet += rapids
        if far < near:
            second = near
            near = far
            near_wet = rapids
            near_white = wide(m.white[place])
        elif far < second:
            second = far
    rivals = s.seats - 1.0
    features[1] = near / 10.0
    features[2] = second / 10.0
    features[3] = total / (10.0 * rivals)
    features[4] = ahead / rivals
    features[17] = wet / rivals
    features[18] = near_wet
    features[20] = near_white / 5.0
    features[21] = min(near, 3) / 3.0


@routine
def held_up(b: Board, s: State, seat: int, points: int, flood_rows: Grid) -> int:
    """Count the steps by which the other canoes shorten a move with these points."""
    distance = wide(b.distance[int(s.place[seat])])
    points = min(points, distance)
    kept = wide(s.points[seat])
    s.points[seat] = points
    flood(b, s, seat, points, wide(NONE), flood_rows)
    near = wide(nearest(b, s, seat, flood_rows))
    s.points[seat] = kept
    return points - (distance - near)


@routine
def extract_features(b: Board, m: MapFeatures, s: State, net_scratch: NetworkScratch, flood_rows: Grid) -> None:
    """Write each canoe's features; the cards of the round at `s.space` have not been dealt yet."""
    seats = wide(s.seats)
    space = wide(s.space)
    soon, later = 0.0, 0.0
    for ahead in range(AHEAD):
        if ahead < AHEAD // 2:
            soon += CARDS_AT[space]
        later += CARDS_AT[space]
        space = next_space(s, space)
    for seat in range(seats):
        features = net_scratch.features[seat]
        rival_features(b, m, s, seat, features)
        place = wide(s.place[seat])
        distance = wide(b.distance[place])
        rapids = b.kind[place] == RAPIDS
        goal = wide(b.drift[place])
        order = seat - wide(s.dealer) - 1
        features[0] = distance / 10.0
        features[5] = 1.0 if rapids else 0.0
        features[6] = 1.0 if b.kind[place] == GANGWAY else 0.0
        features[7] = m.white[place] / 5.0
        features[8] = (distance - m.white[place]) / 10.0
        features[9] = 1.0 / m.brink[place] if rapids else 0.0
        features[10] = (b.distance[wide(b.gangway) if goal == FALLS else goal] - distance) / 5.0 if rapids else 0.0
        features[11] = held_up(b, s, seat, BONUS if rapids else USUAL, flood_rows) / 2.0
        features[12] = (order if order >= 0 else order + seats) / (seats - 1.0)
        features[13] = CARDS_AT[wide(s.space)] / 8.0
        features[14] = soon / 24.0
        features[15] = later / 48.0
        features[16] = (seats - 4.0) / 2.0
        features[19] = min(distance, 3) / 3.0


@routine
def forward(weights: Weights, features: Grid, net_scratch: NetworkScratch) -> float:
    """Run one canoe's features through the network; return its score."""
    first = net_scratch.first
    second = net_scratch.second
    for unit in range(FIRST):
        first[unit] = weights.first_bias[unit]
    for feature in range(FEATURES):
        value = features[feature]
        for unit in range(FIRST):
            first[unit] += value * weights.first[feature, unit]
    for unit in range(SECOND):
        second[unit] = weights.second_bias[unit]
    for feature in range(FIRST):
        value = max(np.float32(0.0), first[feature])
        for unit in range(SECOND):
            second[unit] += value * weights.second[feature, unit]
    total = 0.0
    for unit in range(SECOND):
        total += max(0.0, float(second[unit])) * float(weights.last[unit])
    return total


@routine
def estimate_shares(
    b: Board, m: MapFeatures, weights: Weights, s: State, net_scratch: NetworkScratch, flood_rows: Grid, out: Grid
) -> None:
    """Write every seat's estimated share of the win, when a round is over and the game is not."""
    extract_features(b, m, s, net_scratch, flood_rows)
    seats = wide(s.seats)
    highest = -1.0e9
    for seat in range(seats):
        out[seat] = forward(weights, net_scratch.features[seat], net_scratch)
        highest = max(highest, float(out[seat]))
    total = 0.0
    for seat in range(seats):
        out[seat] = exponential(out[seat] - highest)
        total += float(out[seat])
    for seat in range(seats):
        out[seat] /= total
