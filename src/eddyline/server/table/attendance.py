"""Say who is connected to a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eddyline.protocol.table_info import Level, SeatEmote, SeatRating, VoteInfo


@dataclass(frozen=True, slots=True)
class Attendance:
    """Describe who is connected to a table."""

    now: float = 0.0
    """Seconds since 1970."""
    gone: Mapping[int, float] = field(default_factory=dict)
    """By seat: since when its human has been disconnected; for everybody who is not connected."""
    online: frozenset[int] = frozenset()
    spectators: int = 0
    preparing: frozenset[str] = frozenset()
    """Bots of this game that are still being compiled."""
    votes: tuple[VoteInfo, ...] = ()
    emotes: Mapping[int, SeatEmote] = field(default_factory=dict)
    """By seat: the last emote of its human."""
    neighbours: frozenset[int] = frozenset()
    """Seats of accounts whose people come from one address."""
    levels: tuple[Level | None, ...] = ()
    """By seat: how strong those who sit here are; nothing while that is not known."""
    ready: frozenset[int] = frozenset()
    """Seats whose people have said that they are ready."""
    ratings: tuple[SeatRating | None, ...] | None = None
    """By seat: what the game has done to the ratings, as far as that is known."""
