"""Count the positions below a position, to compare rules with themselves and with other programs.

One level is one decision; where several seats choose at once the lowest goes first. What needs no decision happens in
between. A finished game is a leaf at any level. Chance takes the same course every time, so that counts can be
repeated: the word dealt in a round is made of the round's number (`word_of`).
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
    """Return the word that is dealt in a round while counting; the kernels of `Doors.perft` use `seeded` themselves."""
    return int(seeded(round_number))


def settle(game: Game, states: States) -> None:
    """Let happen what needs no decision, chance as while counting."""
    game.settle(states, lambda: word_of(game.round_number(states)))


def divide(game: Game, states: States, depth: int) -> dict[str, int]:
    """Count the leaves below each first decision, by its text: where two programs differ, follow that branch."""
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
