"""Let voyageurs play whole games of Canyon in compiled code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eddyline.bots.canyon.scratch import new_scratch
from eddyline.bots.canyon.voyageur import self_play
from eddyline.engine.registry import game
from eddyline.games.canyon.rules.board import SHELF

if TYPE_CHECKING:
    from collections.abc import Iterator

CANYON = game("canyon")


def play_games(count: int, players: int, voyageurs: int, **options: Any) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Give the winners of each game and how many bids were made and met; `voyageurs` is a bit mask of seats."""
    chosen = CANYON.parse_options(None, options, players)
    scratches, stack = new_scratch()
    for entropy in range(count):
        states = CANYON.new(chosen, players, entropy)
        _, bids, met = self_play(SHELF.table, states, 0, entropy, voyageurs, scratches, stack)
        yield CANYON.winners(states), bids, met
