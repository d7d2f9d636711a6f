"""Deal from a list of words, for algorithms that enumerate the whole tree.

The rules deal a whole round from one 64-bit word, and 2**64 outcomes cannot be enumerated. A game can draw its deals
step by step with the exact probabilities of the rules (`Game.outcomes`). `Listed` is an approximation: one chance node
for the whole deal with a short list of words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import wide
from eddyline.engine.random import seeded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.engine.game import Game
    from eddyline.engine.records import States


class Listed:
    """Deal from a list of words, a different one for every round."""

    def __init__(self, rules: Game, number: int) -> None:
        """Set the length of the list."""
        self.rules = rules
        self.most = number

    def draws(self, states: States) -> int:
        """Return 1: a word deals everything."""
        del states
        return 1

    def outcomes(self, states: States, drawn: tuple[int, ...]) -> Sequence[int]:
        """List the indices of the words, whatever was drawn before."""
        del states, drawn
        return range(self.most)

    def dealt(self, states: States, drawn: tuple[int, ...]) -> States:
        """Deal with this round's word at the index drawn."""
        after = states.copy()
        word = seeded(wide(self.rules.round_number(states) * self.most + drawn[0]))
        self.rules.doors.deal(after, 0, int(word))
        return after

    def text(self, outcome: int) -> str:
        """Name a word by its index."""
        return f"deal {outcome}"
