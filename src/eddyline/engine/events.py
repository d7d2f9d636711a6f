"""Define the events that occur in every game."""

from __future__ import annotations

import msgspec


class GameOver(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="over"):
    """The game has ended (N-END-2, N-END-5, C-END-1)."""

    ranking: tuple[int, ...]
    """Rank of each seat; after a tie the next rank is skipped (N-END-4, C-END-1)."""
    winners: tuple[int, ...]
