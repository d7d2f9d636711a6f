"""Deal from a list of words, where a deal has too many outcomes for an algorithm that walks through the whole tree.

The rules deal a whole round from one 64-bit word, and nobody can list 2**64 outcomes. A game says how to draw its deals
step by step (`Game.outcomes`), exactly as likely as the rules say. `Listed` is an approximation of that: one chance
node for the whole deal with a short list of words.
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
    """Deal from a list of words, another list for every round."""

    def __init__(self, rules: Game, number: int) -> None:
        """Choose the length of the list."""
        self.rules = rules
        self.most = number

    def outcomes(self, states: States, drawn: tuple[int, ...]) -> Sequence[int]:
        """List the numbers of the words, whatever was drawn before."""
        del states, drawn
        return range(self.most)

    def dealt(self, states: States, drawn: tuple[int, ...]) -> States:
        """Deal this round's word of the number drawn."""
        after = states.copy()
        word = seeded(wide(self.rules.round_number(states) * self.most + drawn[0]))
        self.rules.doors.deal(after, 0, int(word))
        return after

    def text(self, outcome: int) -> str:
        """Name a word by its number."""
        return f"deal {outcome}"
