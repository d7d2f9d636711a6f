"""Decide in rollouts, by a learnt policy or by rules of thumb, and compute the shares of the win at their end.

Every seat decides only from what it knows. Rollouts are fast rather than strong: a search plays thousands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.bots.canyon.beliefs import expected_tricks
from eddyline.bots.canyon.card_planning import likely_tricks, simple_card
from eddyline.bots.canyon.card_policy import choose_card
from eddyline.bots.canyon.network import estimate_shares
from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.random import below
from eddyline.games.canyon.rules.actions import BID, GO
from eddyline.games.canyon.rules.dealing import cards_each
from eddyline.games.canyon.rules.phases import is_over, legal, standing
from eddyline.games.canyon.rules.state import NONE, Phase

if TYPE_CHECKING:
    import numpy as np

    from eddyline.bots.canyon.network import MapFeatures
    from eddyline.bots.canyon.scratch import Scratch
    from eddyline.bots.canyon.weights import NetworkScratch, Weights
    from eddyline.engine.records import Grid
    from eddyline.games.canyon.rules.board import Board
    from eddyline.games.canyon.rules.state import State

BID_NOISE = 0.6
"""Width, in tricks, of the noise added to bids of the learnt policy."""


@kernel
def first_waiting(s: State) -> int:
    """Return the lowest seat that owes a decision."""
    seat = 0
    while not int(s.waiting) >> seat & 1:
        seat += 1
    return seat


@routine
def safest_end(b: Board, m: MapFeatures, s: State, seat: int, scratch: Scratch, word: np.uint64) -> int:
    """Choose a jetty, or where to end a move: as far from the waterfall as possible, ties broken at random."""
    count = legal(b, s, seat, scratch.playable, scratch.flood_rows)
    shift = below(word, count)
    best = wide(scratch.playable[shift])
    for number in range(1, count):
        end = wide(scratch.playable[(shift + number) % count])
        if m.brink[end - GO] > m.brink[best - GO]:
            best = end
    return best


@kernel
def expected_bid(weights: Weights, s: State, seat: int, word: np.uint64) -> int:
    """Bid the expected tricks of the hand, with noise before rounding."""
    doubt = BID_NOISE * (below(word, 1 << 16) / 65536.0 - 0.5)
    return max(0, min(int(expected_tricks(weights, s, wide(s.hand[seat])) + 0.5 + doubt), cards_each(s)))


@routine
def by_policy(
    b: Board,
    m: MapFeatures,
    weights: Weights,
    s: State,
    seat: int,
    scratch: Scratch,
    net_scratch: NetworkScratch,
    word: np.uint64,
) -> int:
    """Decide by the learnt policy, from what the seat knows."""
    if s.phase == Phase.TRICKS:
        return choose_card(b, s, seat, scratch, weights, net_scratch)
    if s.phase == Phase.BIDS:
        return BID + expected_bid(weights, s, seat, word)
    return safest_end(b, m, s, seat, scratch, word)


@routine
def by_rule(b: Board, m: MapFeatures, s: State, seat: int, scratch: Scratch, word: np.uint64) -> int:
    """Decide by rules of thumb, from what the seat knows: the voyageur's model of other players."""
    if s.phase == Phase.TRICKS:
        return simple_card(b, s, seat, scratch)
    if s.phase == Phase.BIDS:
        return BID + likely_tricks(s, wide(s.hand[seat]))
    return safest_end(b, m, s, seat, scratch, word)


@routine
def shares(
    b: Board, m: MapFeatures, weights: Weights, s: State, scratch: Scratch, net_scratch: NetworkScratch, out: Grid
) -> None:
    """Write every seat's share of the win into `out`: actual when the game is over, otherwise estimated between rounds.

    Nobody has won a game that ended before anybody arrived (C-END-2).
    """
    if not is_over(s):
        estimate_shares(b, m, weights, s, net_scratch, scratch.flood_rows, out)
        return
    best = wide(-1)
    for seat in range(wide(s.seats)):
        if s.left[seat] != NONE:
            best = max(best, wide(standing(b, s, seat)))
    winners = 0
    for seat in range(wide(s.seats)):
        winners += s.left[seat] != NONE and standing(b, s, seat) == best
    for seat in range(wide(s.seats)):
        won = s.left[seat] != NONE and standing(b, s, seat) == best
        out[seat] = 1.0 / winners if won else 0.0
