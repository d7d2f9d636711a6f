"""Say why something cannot be done: to people in English, and to clients so that they can say it in their language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable

CommonReason: TypeAlias = Literal[
    "legal", "not_your_turn", "turn_complete", "turn_incomplete", "deal_due", "game_over",
    "unknown_action", "not_legal", "bot_plays",
]  # fmt: skip
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
    *others, last = map(str, sorted(seats))
    return f"seats {', '.join(others)} and {last}" if others else f"seat {last}"
