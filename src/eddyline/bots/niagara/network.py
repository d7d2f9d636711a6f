"""Estimate each seat's share of the win before the cards of a round, with a value network fitted on games.

Each seat's features – stash, goals, canoes, hand, turn, and the public state – pass through the same two layers, which
return a score; the shares are the softmax of the scores. `eddyline train niagara` fits the network.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import numpy as np

from eddyline.bots.search.exponential import exponential
from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.records import Grid, record
from eddyline.games.niagara.rules.board import AT, LEFT, RIGHT
from eddyline.games.niagara.rules.cargo import HOLDS, LOADED
from eddyline.games.niagara.rules.state import DOUBLE_CANOE, SEATS

if TYPE_CHECKING:
    from eddyline.games.niagara.rules.state import State

WEIGHTS_FILE = Path(__file__).with_name("value.npz")
"""The fitted weights, from the predecessor of `eddyline train niagara`: as many games, but other ones."""

# Blocks of features: the first index of each. Blocks are 0 or 1 unless noted.
STASH = 0  # [gem, count up to 4]
ALIKE = STASH + 25  # [most gems of one colour up to 4]
COLOURS = ALIKE + 5  # [different colours]
TOTAL = COLOURS + 6  # [gems up to 7]
WITH_CARGO = TOTAL + 8  # the last three, including cargo: 5 + 6 + 8
CANOES = WITH_CARGO + 19  # [kind of canoe, spot, gem + 1]: number; a spot is a place relative to the next arm
SITTING = CANOES + 2 * 11 * 6  # number of canoes that sit out
HAND = SITTING + 1  # [card]
OTHERS = HAND + 10  # [card]: fraction of the others who hold it
SIZE = OTHERS + 10  # number of cards in hand
WEATHER = SIZE + 1  # [weather + 1]
TURN = WEATHER + 4  # [turns before this seat's turn]
TABLE = TURN + 6  # [seats]
MODULES = TABLE + 7  # [module]
MOOSE = MODULES + 6
RULES = MOOSE + 1  # [rescue rule], then tie-break
LEFT_HERE = RULES + 4  # [site, gems of its own colour left, in five steps]
FEATURES = LEFT_HERE + 25

ACTIVE = 96
"""Maximum number of nonzero features."""
FIRST, SECOND = 48, 16
"""Widths of the layers."""
STEPS = np.array([0, 1, 2, 3, 3, 4, 4, 4] + [4] * 24, np.int8)
"""Step of `LEFT_HERE`, by the number of gems."""


class Weights(NamedTuple):
    """Hold the weights."""

    embed: Grid
    """float32[FEATURES, FIRST]"""
    bias: Grid
    join: Grid
    """float32[FIRST, SECOND]"""
    join_bias: Grid
    out: Grid
    """float32[SECOND]"""


@record
class NetworkScratch:
    """Hold one forward pass of the network."""

    dtype: ClassVar[np.dtype[Any]]

    count: Annotated[int, np.int64]
    """Number of nonzero features: the length of the two lists that follow."""
    indices: Annotated[Grid, np.int16, (ACTIVE,)]
    values: Annotated[Grid, np.float32, (ACTIVE,)]
    first: Annotated[Grid, np.float32, (FIRST,)]
    second: Annotated[Grid, np.float32, (SECOND,)]
    shares: Annotated[Grid, np.float64, (SEATS,)]
    """Every seat's expected share of the win."""


def _spots() -> Grid:
    """Number places relative to the next arm, so that both arms look the same: [next arm, place]."""
    table = np.tile(np.arange(11, dtype=np.int8), (2, 1))
    for arm in (LEFT, RIGHT):
        for depth in (6, 7):
            table[arm, AT[arm, depth]] = AT[LEFT, depth]
            table[arm, AT[1 - arm, depth]] = AT[RIGHT, depth]
    return table


SPOT = _spots()


@cache
def load_weights() -> Weights:
    """Load the weights (cached)."""
    with np.load(WEIGHTS_FILE) as file:
        return Weights(*(np.ascontiguousarray(file[name], np.float32) for name in Weights._fields))


@kernel
def _mark(net_scratch: NetworkScratch, feature: int, value: float) -> None:
    net_scratch.indices[net_scratch.count] = feature
    net_scratch.values[net_scratch.count] = value
    net_scratch.count += 1


@routine
def mark_goals(s: State, seat: int, net_scratch: NetworkScratch) -> None:
    """Write the features for the distance to the goals, with and without the canoes' cargo (N-END-1)."""
    alike = 0
    colours = 0
    total = 0
    alike_soon = 0
    colours_soon = 0
    total_soon = 0
    for gem in range(5):
        have = wide(s.stash[seat, gem])
        soon = have + wide(HOLDS[s.cargo[seat, 0] + 1, gem]) + wide(HOLDS[s.cargo[seat, 1] + 1, gem])
        _mark(net_scratch, STASH + 5 * gem + min(have, 4), 1.0)
        alike = max(alike, have)
        alike_soon = max(alike_soon, soon)
        colours += have > 0
        colours_soon += soon > 0
        total += have
        total_soon += soon
        left = wide(s.deposit[gem, gem])
        _mark(net_scratch, LEFT_HERE + 5 * gem + wide(STEPS[left]), 1.0)
    _mark(net_scratch, ALIKE + min(alike, 4), 1.0)
    _mark(net_scratch, COLOURS + colours, 1.0)
    _mark(net_scratch, TOTAL + min(total, 7), 1.0)
    _mark(net_scratch, WITH_CARGO + min(alike_soon, 4), 1.0)
    _mark(net_scratch, WITH_CARGO + 5 + colours_soon, 1.0)
    _mark(net_scratch, WITH_CARGO + 11 + min(total_soon, 7), 1.0)


@routine
def mark_canoes(s: State, seat: int, net_scratch: NetworkScratch) -> None:
    """Write the features for the places and cargoes of the seat's canoes."""
    for canoe in range(2):
        spot = wide(SPOT[s.arm, s.place[seat, canoe]])
        kind = 1 if s.modules & DOUBLE_CANOE and canoe == 1 else 0
        cargo = wide(s.cargo[seat, canoe])
        base = CANOES + (kind * 11 + spot) * 6
        if LOADED[cargo + 1] == 0:
            _mark(net_scratch, base, 1.0)
        for gem in range(5):
            if HOLDS[cargo + 1, gem] > 0:
                _mark(net_scratch, base + 1 + gem, float(HOLDS[cargo + 1, gem]))
        if s.sits_out[seat, canoe] == 1:
            _mark(net_scratch, SITTING, 1.0)


@routine
def mark_hands(s: State, seat: int, net_scratch: NetworkScratch) -> None:
    """Write the features for the cards that each player can still play."""
    hand = wide(s.hand[seat])
    size = 0.0
    for card in range(wide(s.cycle)):
        if hand >> card & 1:
            _mark(net_scratch, HAND + card, 1.0)
            size += 1.0
        holders = 0.0
        for other in range(wide(s.seats)):
            if other != seat and s.hand[other] >> card & 1:
                holders += 1.0
        if holders > 0.0:
            _mark(net_scratch, OTHERS + card, holders / (float(s.seats) - 1.0))
    _mark(net_scratch, SIZE, size / 10.0)


@routine
def extract_features(s: State, seat: int, net_scratch: NetworkScratch) -> None:
    """Write a seat's features as a sparse vector: the indices and values of the nonzero ones."""
    net_scratch.count = 0
    mark_goals(s, seat, net_scratch)
    mark_canoes(s, seat, net_scratch)
    mark_hands(s, seat, net_scratch)
    _mark(net_scratch, WEATHER + wide(s.weather) + 1, 1.0)
    _mark(net_scratch, TURN + (seat + wide(s.seats) - wide(s.first)) % wide(s.seats), 1.0)
    _mark(net_scratch, TABLE + wide(s.seats), 1.0)
    for module in range(6):
        if s.modules >> module & 1:
            _mark(net_scratch, MODULES + module, 1.0)
    if s.moose // 2 == seat:
        _mark(net_scratch, MOOSE, 1.0)
    _mark(net_scratch, RULES + wide(s.rescue_rule), 1.0)
    if s.break_ties == 1:
        _mark(net_scratch, RULES + 3, 1.0)


@routine
def forward(net_scratch: NetworkScratch, weights: Weights) -> float:
    """Run the features written by `extract_features` through the network; return the score."""
    for unit in range(FIRST):
        net_scratch.first[unit] = weights.bias[unit]
    for active in range(wide(net_scratch.count)):
        row = wide(net_scratch.indices[active])
        value = net_scratch.values[active]
        for unit in range(FIRST):
            net_scratch.first[unit] += value * weights.embed[row, unit]
    for unit in range(SECOND):
        net_scratch.second[unit] = weights.join_bias[unit]
    for below in range(FIRST):
        level = net_scratch.first[below]
        if level > 0.0:
            for unit in range(SECOND):
                net_scratch.second[unit] += level * weights.join[below, unit]
    total = 0.0
    for unit in range(SECOND):
        total += max(0.0, float(net_scratch.second[unit])) * float(weights.out[unit])
    return total


@routine
def estimate_shares(s: State, net_scratch: NetworkScratch, weights: Weights) -> None:
    """Write every seat's expected share of the win to `shares`, for a position at the choice of cards."""
    seats = wide(s.seats)
    highest = -1.0e9
    for seat in range(seats):
        extract_features(s, seat, net_scratch)
        net_scratch.shares[seat] = forward(net_scratch, weights)
        highest = max(highest, float(net_scratch.shares[seat]))
    total = 0.0
    for seat in range(seats):
        net_scratch.shares[seat] = exponential(float(net_scratch.shares[seat]) - highest)
        total += float(net_scratch.shares[seat])
    for seat in range(seats):
        net_scratch.shares[seat] /= total
