"""Define the events that occur in every game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence


class GameOver(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="over"):
    """The game has ended (N-END-2, N-END-5, C-END-1)."""

    ranking: tuple[int, ...]
    """Rank of each seat; after a tie the next rank is skipped (N-END-4, C-END-1)."""
    winners: tuple[int, ...]

    def sentence(self, names: Sequence[str]) -> str:
        """Tell it; `names` are the players by seat."""
        won = " and ".join(names[seat] for seat in self.winners)
        return f"The game is over: {won} {'wins' if len(self.winners) == 1 else 'win'}." if won else "Nobody wins."
