"""Count the positions below a position, to compare rules with themselves and with other programs.

One level is one decision; when several seats choose at once the lowest goes first. Steps without a decision happen in
between. A finished game is a leaf at any level. Chance is always the same, so that counts are reproducible: the word
dealt in a round is derived from the round's number (`word_of`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.random import seeded

if TYPE_CHECKING:
    from eddyline.engine.game import Game
    from eddyline.engine.records import States


def perft(game: Game, states: States, depth: int) -> int:
    """Count the leaves `depth` decisions below a position."""
    stack = np.zeros(depth + 1, game.dtype)
    stack[0] = states[0]
    settle(game, stack)
    return game.doors.perft(stack, depth)


def word_of(round_number: int) -> int:
    """Return the word dealt in a round while counting; the kernels of `Doors.perft` use `seeded` directly."""
    return int(seeded(round_number))


def settle(game: Game, states: States) -> None:
    """Advance to the next decision, with the same words of chance as for counting."""
    game.settle(states, lambda: word_of(game.round_number(states)))


def divide(game: Game, states: States, depth: int) -> dict[str, int]:
    """Count the leaves below each first decision, by its text, to locate differences between programs."""
    if depth < 1 or not game.to_act(states):
        return {}
    seat = min(game.to_act(states))
    counts = {}
    for action in game.legal(states, seat):
        after = states.copy()
        game.doors.decide(after, 0, seat, action)
        settle(game, after)
        counts[game.actions[action].text] = perft(game, after, depth - 1)
    return counts
