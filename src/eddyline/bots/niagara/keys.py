"""Hash the public part of a position to 64 bits: positions that look the same have the same key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.random import blended, stir
from eddyline.games.niagara.rules.state import NONE, Phase

if TYPE_CHECKING:
    from eddyline.engine.records import Grid
    from eddyline.games.niagara.rules.state import State


@kernel
def _pack(table: Grid, low: int, high: int, bits: int) -> np.uint64:
    """Pack the cells `low` … `high` − 1 of a flattened table, with values −1 … 2 ** bits − 2."""
    columns = table.shape[1]
    word = np.uint64(0)
    for cell in range(low, high):
        word = word << np.uint64(bits) | np.uint64(wide(table[cell // columns, cell % columns]) + 1)
    return word


@routine
def public_key(s: State) -> np.uint64:
    """Hash a position, without the options, which never change, and without face-down cards.

    Who still owes a decision is included only where it is public. The key of a seat's node is `seat_key` of this.
    """
    word = np.uint64(1)
    word = stir(word ^ _pack(s.place, 0, 12, 4))
    word = stir(word ^ _pack(s.cargo, 0, 12, 5))
    word = stir(word ^ _pack(s.stash, 0, 12, 5))
    word = stir(word ^ _pack(s.stash, 12, 24, 5))
    word = stir(word ^ _pack(s.stash, 24, 30, 5))
    word = stir(word ^ _pack(s.deposit, 0, 12, 5))
    word = stir(word ^ _pack(s.deposit, 12, 24, 5))
    word = stir(word ^ _pack(s.deposit, 24, 25, 5))
    word = stir(word ^ _pack(s.sits_out, 0, 12, 2))
    hands = np.uint64(0)
    cards = np.uint64(wide(s.active) + 1)
    for seat in range(6):
        hand = wide(s.hand[seat])
        card = wide(s.card[seat])
        shown = card >= 0 and hand >> card & 1 == 0
        hands = hands << np.uint64(10) | np.uint64(hand)
        cards = cards << np.uint64(4) | np.uint64(card + 1 if shown else 0)
    word = stir(word ^ hands)
    secret = s.phase in (Phase.CARDS, Phase.RESCUE)
    word = stir(word ^ (cards << np.uint64(6) | np.uint64(0 if secret else wide(s.waiting))))
    turn = wide(s.canoe) + 1
    for part in (wide(s.stage), wide(s.points), wide(s.slack), wide(s.may_rob), wide(s.todo[0]), wide(s.todo[1])):
        turn = turn << 4 | part
    word = stir(word ^ (np.uint64(turn) << np.uint64(20) | np.uint64(wide(s.worked) << 12 | wide(s.robbed))))
    others = wide(s.round_number)
    for part in (wide(s.phase), wide(s.first), wide(s.turns_taken), wide(s.weather) + 1, wide(s.arm)):
        others = others << 3 | part
    for part in (wide(s.whirlpool), wide(s.beaver), wide(s.moose) - NONE, wide(s.joe), wide(s.joe_gem) - NONE):
        others = others << 4 | part
    return stir(word ^ np.uint64(others) ^ np.uint64(wide(s.reached)) << np.uint64(58))


@kernel
def seat_key(key: np.uint64, seat: int) -> np.uint64:
    """Return the key of a seat's node in a position."""
    return blended(key ^ np.uint64(seat + 1))  # type: ignore[arg-type]
