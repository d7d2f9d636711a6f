"""Say why something cannot be done: to people in English, and to clients so that they can say it in their language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from eddyline.engine.catalogue import listed

if TYPE_CHECKING:
    from collections.abc import Iterable

CommonReason: TypeAlias = Literal[
    "legal", "not_your_turn", "turn_complete", "turn_incomplete", "deal_due", "game_over", "unknown_action", "bot_plays"
]
"""Reasons that every game shares; each game has a `Reason` of its own beside them. A reason keeps its name for ever."""

Values: TypeAlias = dict[str, str | int]


class Refusal(msgspec.Struct, frozen=True):
    """Explain why a decision is not legal here."""

    message: str
    """One sentence in English."""
    rule: str | None
    """Id of the rule that says so."""
    reason: str
    """Key under which clients keep the sentence in other languages."""
    values: Values = {}
    """What the sentence names: canoes, places, numbers; `seat` is a seat's number. The same keys for every refusal of
    one reason."""


def name_seats(seats: Iterable[int]) -> str:
    """List seats in words."""
    numbers = [str(seat) for seat in sorted(seats)]
    return f"seat{'s' * (len(numbers) > 1)} {listed(numbers)}"
