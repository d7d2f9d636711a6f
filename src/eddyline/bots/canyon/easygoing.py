"""Play Canyon like the voyageur, but not always the best: `Drifter`, `Camper` and `Paddler`, whom people can beat.

To what each bid and card is worth, by the voyageur's playouts and in a character's manner, a random bonus is added. So
nothing is chosen that is worse than the best by more than `Ease` says. Nobody bids 0 by carelessness, and who needs
every trick that is left is careful.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from eddyline.bots.bot import DEFAULT, Alone, Budget
from eddyline.bots.canyon.card_planning import TRICKS_DEALT
from eddyline.bots.canyon.manners import take_after
from eddyline.bots.canyon.scratch import new_scratch
from eddyline.bots.canyon.voyageur import plan
from eddyline.characters import number_of
from eddyline.engine.kernel import routine, wide
from eddyline.engine.random import seeded, stir
from eddyline.games.canyon.rules.actions import BID
from eddyline.games.canyon.rules.board import SHELF
from eddyline.games.canyon.rules.dealing import cards_each
from eddyline.games.canyon.rules.secrets import cards_left
from eddyline.games.canyon.rules.state import Phase
from eddyline.games.canyon.rules.tricks import legal_cards

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eddyline.engine.records import States


class Ease(NamedTuple):
    """Set how easily a bot takes the game, in steps to the village."""

    bids: float
    """How much worse than the best a bid may be."""
    cards: float
    """How much worse than the best a card may be."""


@routine
def choose(
    boards: States, states: States, i: int, seat: int, seed: int, ease: Ease, scratches: States, stack: States
) -> int:
    """Decide for the seat in record `i`; the answer is the same whether or not the record is redacted for it."""
    s = states[i]
    scratch = scratches[0]
    best = wide(plan(boards[s.board], s, seat, seed, scratch, stack))
    usual = best
    if s.phase == Phase.BIDS:
        slack, count = ease.bids, cards_each(s) + 1
    elif s.phase == Phase.TRICKS and wide(s.bid[seat]) - wide(s.tricks[seat]) < cards_left(s, seat):
        slack, count = ease.cards, wide(legal_cards(s, seat, scratch.playable))
    else:
        return best
    if count == 1:
        return best
    deals = TRICKS_DEALT // (cards_each(s) - wide(s.trick))
    word = stir(seeded(~(seed << 20 ^ wide(s.round_number) << 8 ^ wide(s.trick) << 4 ^ seat)))
    highest = -1.0e9
    for index in range(count):
        word = stir(word)
        value = scratch.values[index] / deals + slack * float(word >> np.uint64(40)) / 2.0**24
        if value > highest and (scratch.offers[index] != BID or usual == BID):
            highest = value
            best = wide(scratch.offers[index])
    return best


def _alone(ease: Ease) -> Alone:
    """Tell how to decide without Python."""

    def memory() -> Mapping[str, Any]:
        scratches, stack = new_scratch()
        return {"boards": SHELF.table, "ease": ease, "scratches": scratches, "stack": stack}

    return Alone({"choose": choose, "take_after": take_after}, memory)


class Easygoing:
    """Choose what is not much worse than the best, drawn by chance."""

    ease: ClassVar[Ease]

    def __init__(self, seed: int, _budget: Budget = DEFAULT, character: str | None = None) -> None:
        """Create a bot, with the manner of a character if you like; the seed draws, also the determinizations."""
        self._character = number_of(character)
        self._seed = seed & 0xFFFF_FFFF

    def __repr__(self) -> str:
        """Describe the bot: what it was made of."""
        return f"<{type(self).__name__}: seed={self._seed}>"

    def plan(self, states: States, seat: int) -> tuple[int]:
        """Return the decision of the turn: in Canyon every turn is a single decision (see `Bot.plan`)."""
        scratches, stack = new_scratch()
        take_after(self._character, scratches)
        return (int(choose(SHELF.table, states, 0, seat, self._seed, self.ease, scratches, stack)),)


class Drifter(Easygoing):
    """Play like the voyageur with half an eye on the cards: the level `easy`."""

    ease = Ease(bids=8.0, cards=20.0)
    alone: ClassVar[Alone] = _alone(ease)


class Camper(Easygoing):
    """Play like a voyageur on holiday: the level `medium`."""

    ease = Ease(bids=2.4, cards=4.5)
    alone: ClassVar[Alone] = _alone(ease)


class Paddler(Easygoing):
    """Play like a voyageur who misses something now and then: the level `hard`."""

    ease = Ease(bids=1.0, cards=1.0)
    alone: ClassVar[Alone] = _alone(ease)
