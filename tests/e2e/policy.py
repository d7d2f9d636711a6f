"""Play passably by what the page says: go for gems, bring them home, mind the falls a little."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from e2e.story import canoe_number

if TYPE_CHECKING:
    from e2e.seat import Sight

# What a button says, and how much we like it; the first that fits counts.
WORTH = (
    (r"^Bring ", 100),
    (r"^Steal (?!nothing)", 90),
    (r"^Load ", 80),
    (r"^Pay ", 70),
    (r"^Take it back", 70),
    (r", then load$", 60),
    (r"^Calmer", 50),
    (r"unload|swap|^Unload", -50),
    (r"^Paddle home", 1),
)


def choose_bid(sight: Sight) -> str:
    """Bid a fair share of the tricks."""
    return sight.bids[len(sight.bids) // 4]


def choose_card(sight: Sight) -> str:
    """Take the lowest card that brings the loaded canoe home; else one that reaches a deposit and not the falls.

    A card of a suit: the first that may be played.
    """
    if " " in sight.cards[0]:
        return sight.cards[0]
    cards = [int(card) for card in sight.cards if len(card) == 1]
    if not cards:
        return sight.cards[0]
    loaded = [_depth(text) for text in sight.canoes if "carrying" in text]
    if loaded:
        return str(min((card for card in cards if card >= max(loaded)), default=max(cards)))
    return str(min(cards, key=lambda card: abs(card - 5)))


def choose_action(sight: Sight) -> str:
    """Choose by what the buttons say; return the action's text."""
    loaded = {text.split()[2].strip(",") for text in sight.canoes if "carrying" in text}
    return max(sight.actions, key=lambda each: _worth(*each, loaded=loaded))[0]


def _worth(action: str, label: str, loaded: set[str]) -> float:
    for pattern, worth in WORTH:
        if re.search(pattern, label):
            return worth
    words = action.split()
    if words[0] != "paddle" or words[2] == "dock":
        return 0
    depth = int(words[2][0])
    return -depth if str(canoe_number(words[1])) in loaded else 10 - abs(depth - 4)


def _depth(canoe: str) -> int:
    found = re.search(r"disc (\d)", canoe)
    return int(found[1]) if found else 0
