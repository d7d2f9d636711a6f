"""Deal card by card, to enumerate the outcomes of chance (see `engine.outcomes`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.records import copied
from eddyline.games.canyon.rules.actions import CARDS
from eddyline.games.canyon.rules.dealing import CARDS_AT, cards_each, in_order
from eddyline.games.canyon.rules.door import DOORS
from eddyline.games.canyon.rules.state import NONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.engine.records import States


DECK = bytes(range(len(CARDS)))


class CardByCard:
    """Deal Canyon's cards one by one from the dealer's left, and turn up the next one (C-DEAL-1, C-DEAL-2)."""

    most = len(CARDS)

    def draws(self, states: States) -> int:
        """Return the number of cards that are dealt, and one for the card that is turned up."""
        cards, seats = CARDS_AT[states["space"].item(0)], states["seats"].item(0)
        return int(cards) * int(seats) + 1

    def outcomes(self, states: States, drawn: tuple[int, ...]) -> Sequence[int]:
        """List the cards that have not been dealt yet."""
        del states
        return list(DECK.translate(None, bytes(drawn)))  # one byte for each card

    def dealt(self, states: States, drawn: tuple[int, ...]) -> States | None:
        """Return the position once every card of the round is drawn."""
        if len(drawn) < self.draws(states):
            return None
        after, seats = copied(states), states["seats"].item(0)
        # The rules' deal does the rest for any word; the hands are then replaced by the cards drawn.
        DOORS.deal(after, 0, 0)
        hands = [0] * after["hand"].size
        for turn in range(seats):
            hands[in_order(states[0], turn)] = sum([1 << card for card in drawn[turn:-1:seats]])
        after["hand"], after["trump"] = hands, drawn[-1]
        return after

    def drawn_anew(self, states: States, drawn: tuple[int, ...], seat: int, word: int) -> tuple[int, ...]:
        """Draw a deal of this round consistent with all that a seat has seen, including the cards already played."""
        del drawn
        guess = states.copy()
        DOORS.resample(guess, 0, seat, word)
        return self._drawn(guess)

    @staticmethod
    def _drawn(states: States) -> tuple[int, ...]:
        """Reconstruct the deal of this round from a position."""
        s = states[0]
        seats, each = int(s.seats), int(cards_each(s))
        hands, played = states["hand"][0].tolist(), states["played"][0].T.tolist()
        cards = [int(s.trump)] * (each * seats + 1)
        for turn in range(seats):
            seat = in_order(s, turn)
            held = {card for card in range(len(CARDS)) if hands[seat] >> card & 1}
            cards[turn:-1:seats] = sorted(held | {card for card in played[seat] if card != NONE})
        return tuple(cards)

    def told(self, states: States, drawn: tuple[int, ...], seat: int) -> str:
        """Describe what a seat learns from a deal: its hand and the card turned up."""
        del drawn
        hand = int(states["hand"][0, seat])
        held = ", ".join([name for card, name in enumerate(CARDS) if hand >> card & 1])
        return f"dealt {held}, trump {CARDS[states['trump'][0]]}"

    def text(self, outcome: int) -> str:
        """Name a card."""
        return CARDS[outcome]
