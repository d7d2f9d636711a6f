"""Draw what a game deals in its middle as OpenSpiel wants it: every outcome listed, each as likely as the others.

The rules deal a whole round from one 64-bit word, and nobody can list 2**64 outcomes. So there are two ways:

- `CardByCard`: one chance node for every card, exactly as likely as the rules say;
- `Listed`: one chance node for the whole deal with a short list of outcomes, each a word. This is an approximation,
  for algorithms that walk through the whole tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from eddyline.engine.kernel import wide
from eddyline.engine.random import seeded
from eddyline.games.canyon.rules.actions import CARDS
from eddyline.games.canyon.rules.dealing import cards_each, in_order
from eddyline.games.canyon.rules.state import NONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.engine.game import Game
    from eddyline.engine.records import States


def told(states: States, seat: int) -> str:
    """Say what a seat learns from a deal of Canyon: its hand and the card turned up."""
    hand = int(states["hand"][0, seat])
    held = ", ".join(name for card, name in enumerate(CARDS) if hand >> card & 1)
    return f"dealt {held}, trump {CARDS[states['trump'][0]]}"


class Deals(Protocol):
    """Draw what is due at a deal, in one or more chance nodes."""

    most: int
    """No chance node has more outcomes than this."""

    def outcomes(self, drawn: tuple[int, ...]) -> Sequence[int]:
        """List what may be drawn next, all equally likely."""

    def dealt(self, states: States, drawn: tuple[int, ...]) -> States | None:
        """Build the position after the deal; None: more is to be drawn."""

    def text(self, outcome: int) -> str:
        """Name an outcome."""


class Listed:
    """Deal from a list of words, another list for every round."""

    def __init__(self, rules: Game, number: int) -> None:
        """Choose the length of the list."""
        self.rules = rules
        self.most = number

    def outcomes(self, drawn: tuple[int, ...]) -> Sequence[int]:
        """List the numbers of the words, whatever was drawn before."""
        del drawn
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


class CardByCard:
    """Deal Canyon's cards one by one from the dealer's left, and turn the next one up (C-DEAL-1, C-DEAL-2)."""

    most = len(CARDS)

    def __init__(self, rules: Game) -> None:
        """Keep the rules, which set the position up."""
        self.rules = rules

    def outcomes(self, drawn: tuple[int, ...]) -> Sequence[int]:
        """List the cards that nobody has been dealt yet."""
        return [card for card in range(self.most) if card not in drawn]

    def dealt(self, states: States, drawn: tuple[int, ...]) -> States | None:
        """Build the position once every card of the round is drawn."""
        s = states[0]
        seats = int(s.seats)
        if len(drawn) <= cards_each(s) * seats:
            return None
        after = states.copy()
        # What the rules do at a deal they do for any word; whose cards they are is said here.
        self.rules.doors.deal(after, 0, 0)
        hands = after["hand"][0]
        hands[:] = 0
        for turn in range(seats):
            hands[in_order(s, turn)] = sum(1 << card for card in drawn[turn:-1:seats])
        after["trump"] = drawn[-1]
        return after

    def drawn_anew(self, states: States, seat: int, word: int) -> tuple[int, ...]:
        """Draw a deal of this round that agrees with all a seat has seen; its cards are still held or lie played."""
        guess = states.copy()
        self.rules.doors.resample(guess, 0, seat, word)
        return self._drawn(guess)

    @staticmethod
    def _drawn(states: States) -> tuple[int, ...]:
        """Read the deal of this round off a position."""
        s = states[0]
        seats, each = int(s.seats), int(cards_each(s))
        hands, played = states["hand"][0].tolist(), states["played"][0].T.tolist()
        cards = [int(s.trump)] * (each * seats + 1)
        for turn in range(seats):
            seat = in_order(s, turn)
            held = {card for card in range(len(CARDS)) if hands[seat] >> card & 1}
            cards[turn:-1:seats] = sorted(held | {card for card in played[seat] if card != NONE})
        return tuple(cards)

    def text(self, outcome: int) -> str:
        """Name a card."""
        return CARDS[outcome]
