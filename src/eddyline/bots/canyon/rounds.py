"""Play on by feel or by rules of thumb, everybody by their own cards, and say who has won or may win.

This is how the search bots end what they try: quick rather than clever, for thousands of rounds make one thought.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.bots.canyon.beliefs import foreseen
from eddyline.bots.canyon.cards import likely_tricks, simple_card
from eddyline.bots.canyon.feel import feel_card
from eddyline.bots.canyon.prospects import estimate
from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.random import below
from eddyline.games.canyon.rules.actions import BID, GO
from eddyline.games.canyon.rules.dealing import cards_each
from eddyline.games.canyon.rules.phases import is_over, legal, standing
from eddyline.games.canyon.rules.state import NONE, Phase

if TYPE_CHECKING:
    import numpy as np

    from eddyline.bots.canyon.learnt import Learnt, NetworkScratch
    from eddyline.bots.canyon.prospects import Chart
    from eddyline.bots.canyon.scratch import Scratch
    from eddyline.engine.records import Grid
    from eddyline.games.canyon.rules.board import Board
    from eddyline.games.canyon.rules.state import State

UNSURE = 0.6
"""Part of a trick by which bids by feel scatter."""


@kernel
def first_waiting(s: State) -> int:
    """Return the lowest seat that owes a decision."""
    seat = 0
    while not int(s.waiting) >> seat & 1:
        seat += 1
    return seat


@routine
def any_end(b: Board, c: Chart, s: State, seat: int, scratch: Scratch, word: np.uint64) -> int:
    """Choose a jetty, or where to end a move: far from the waterfall, else at random."""
    count = legal(b, s, seat, scratch.playable, scratch.flood_rows)
    shift = below(word, count)
    best = wide(scratch.playable[shift])
    for number in range(1, count):
        end = wide(scratch.playable[(shift + number) % count])
        if c.brink[end - GO] > c.brink[best - GO]:
            best = end
    return best


@kernel
def fair_bid(learnt: Learnt, s: State, seat: int, word: np.uint64) -> int:
    """Bid what the hand lets expect, rounded up or down by chance where it is not clear."""
    doubt = UNSURE * (below(word, 1 << 16) / 65536.0 - 0.5)
    return max(0, min(int(foreseen(learnt, s, wide(s.hand[seat])) + 0.5 + doubt), cards_each(s)))


@routine
def by_feel(
    b: Board,
    c: Chart,
    learnt: Learnt,
    s: State,
    seat: int,
    scratch: Scratch,
    net_scratch: NetworkScratch,
    word: np.uint64,
) -> int:
    """Decide as experience says, from what the seat knows."""
    if s.phase == Phase.TRICKS:
        return feel_card(b, s, seat, scratch, learnt, net_scratch)
    if s.phase == Phase.BIDS:
        return BID + fair_bid(learnt, s, seat, word)
    return any_end(b, c, s, seat, scratch, word)


@routine
def by_rule(b: Board, c: Chart, s: State, seat: int, scratch: Scratch, word: np.uint64) -> int:
    """Decide as the voyageur expects of others: by rules of thumb, from what the seat knows."""
    if s.phase == Phase.TRICKS:
        return simple_card(b, s, seat, scratch)
    if s.phase == Phase.BIDS:
        return BID + likely_tricks(s, wide(s.hand[seat]))
    return any_end(b, c, s, seat, scratch, word)


@routine
def shares(
    b: Board, c: Chart, learnt: Learnt, s: State, scratch: Scratch, net_scratch: NetworkScratch, out: Grid
) -> None:
    """Write everybody's share of the win into `out`: as it is when the game is over, else as estimated between rounds.

    Nobody has won a game that ended before anybody arrived (C-END-2).
    """
    if not is_over(s):
        estimate(b, c, learnt, s, net_scratch, scratch.flood_rows, out)
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
