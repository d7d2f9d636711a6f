"""Let paddlers play whole games of Niagara in compiled code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.bots.niagara.lone_canoe import solve_lone_canoe
from eddyline.bots.niagara.paddler import self_play
from eddyline.bots.niagara.scratch import new_scratch
from eddyline.engine.registry import game

if TYPE_CHECKING:
    from collections.abc import Iterator

NIAGARA = game("niagara")


def play_games(
    count: int, players: int, paddlers: int, preset: str | None = None, modules: tuple[str, ...] = ()
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Give the rounds and the winners of each game; `paddlers` is a bit mask of seats, the others play at random."""
    scratches, stack = new_scratch()
    options = NIAGARA.parse_options(preset, dict.fromkeys(modules, True), players)
    for entropy in range(count):
        states = NIAGARA.new(options, players, entropy | (entropy & 1) << 63)
        self_play(states, 0, entropy, paddlers, solve_lone_canoe(players), scratches, stack)
        yield NIAGARA.round_number(states), NIAGARA.winners(states)
