"""Say what may be decided in advance in Niagara: the next card, and what buys a canoe back if it is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.games.niagara.rules.actions import RESCUE
from eddyline.games.niagara.rules.state import NONE, Phase

if TYPE_CHECKING:
    from eddyline.engine.records import States

GEMS, CANOES = 5, 2
RESCUING = int(Phase.RESCUE)
PHASES = {int(Phase.PADDLING), int(Phase.RIVER), RESCUING}
"""Phases in which something may be decided in advance; as plain numbers, for every player is told at every turn."""


def ahead(states: States, seat: int) -> tuple[tuple[int, ...], ...]:
    """List by decision the actions from which a seat may choose one in advance.

    While canoes paddle and the river flows: a card of the next round, since what is left of a hand is known by then
    (N-ROUND-4), and for each canoe the gem that is to buy it back if it is lost (N-LOST-2). While lost canoes are
    bought back: the card only. None in the last round.
    """
    s = states[0]
    phase = int(s["phase"])
    if phase not in PHASES:
        return ()
    hand = int(s["hand"][seat])
    if phase == RESCUING:
        return (_cards(hand),)
    round_number, cycle = int(s["round_number"]), int(s["cycle"])
    if s["reached"] or round_number >= int(s["max_rounds"]):
        return ()
    card = int(s["card"][seat])
    if round_number % cycle == 0:
        hand = (1 << cycle) - 1
    elif card != NONE:
        hand &= ~(1 << card)
    gems = [gem for gem, number in enumerate(s["stash"][seat].tolist()) if number > 0]
    prices = [tuple([RESCUE + GEMS * canoe + gem for gem in gems]) for canoe in range(CANOES)] if gems else []
    return (_cards(hand), *prices)


def _cards(hand: int) -> tuple[int, ...]:
    return tuple([card for card in range(hand.bit_length()) if hand >> card & 1])
