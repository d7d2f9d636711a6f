"""Explain why something cannot be done: in English, and in a form that clients can translate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from eddyline.engine.catalogue import listed

if TYPE_CHECKING:
    from collections.abc import Iterable

CommonReason: TypeAlias = Literal[
    "legal", "not_your_turn", "turn_complete", "turn_incomplete", "deal_due", "game_over",
    "unknown_action", "not_legal", "bot_plays",
]  # fmt: skip
"""Reasons shared by all games; each game also has its own `Reason`. The name of a reason never changes."""

Values: TypeAlias = dict[str, str | int]


class Refusal(msgspec.Struct, frozen=True):
    """Explain why a decision is not legal here."""

    message: str
    """One sentence in English."""
    rule: str | None
    """Id of the rule that forbids it."""
    reason: str
    """Key of the sentence in the clients' translations."""
    values: Values = {}
    """Values used in the sentence: canoes, places, numbers; `seat` is a seat's number. All refusals with one reason
    have the same keys."""


def name_seats(seats: Iterable[int]) -> str:
    """List seats in words."""
    numbers = [str(seat) for seat in sorted(seats)]
    return f"seat{'s' * (len(numbers) > 1)} {listed(numbers)}"
