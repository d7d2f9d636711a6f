"""Say what may be decided in advance in Niagara: the next card, and what buys a canoe back if it is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.games.niagara.rules.actions import RESCUE
from eddyline.games.niagara.rules.state import NONE, Phase

if TYPE_CHECKING:
    from eddyline.engine.records import States

GEMS, CANOES = 5, 2


def ahead(states: States, seat: int) -> tuple[tuple[int, ...], ...]:
    """List by decision the actions from which a seat may choose one in advance.

    While canoes paddle and the river flows: a card of the next round, since what is left of a hand is known by then
    (N-ROUND-4), and for each canoe the gem that is to buy it back if it is lost (N-LOST-2). While lost canoes are
    bought back: the card only. None in the last round.
    """
    s = states[0]
    if s["phase"] not in (Phase.PADDLING, Phase.RIVER, Phase.RESCUE):
        return ()
    if s["phase"] == Phase.RESCUE:
        return (_cards(int(s["hand"][seat])),)
    if s["reached"] != 0 or s["round_number"] >= s["max_rounds"]:
        return ()
    hand, card = int(s["hand"][seat]), int(s["card"][seat])
    if s["round_number"] % s["cycle"] == 0:
        hand = (1 << int(s["cycle"])) - 1
    elif card != NONE:
        hand &= ~(1 << card)
    gems = [gem for gem in range(GEMS) if s["stash"][seat][gem] > 0]
    prices = [tuple(RESCUE + GEMS * canoe + gem for gem in gems) for canoe in range(CANOES)]
    return (_cards(hand), *(price for price in prices if price))


def _cards(hand: int) -> tuple[int, ...]:
    return tuple(card for card in range(hand.bit_length()) if hand >> card & 1)
