"""Let people at a table show emotes; none of them is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table_info import SeatEmote
from eddyline.server.base.limits import Bucket

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from eddyline.protocol.table_info import Emote

EMOTES_PER_SECOND, EMOTES = 0.5, 3.0
"""Emotes of one seat in the long run, and at once."""


class Emotes:
    """Remember the last emote of every seat."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._buckets: dict[int, Bucket] = {}
        self.last: dict[int, SeatEmote] = {}
        """By seat."""

    def show(self, seat: int, emote: Emote) -> None:
        """Show an emote. Raises RefusalError when a seat does so too often."""
        bucket = self._buckets.setdefault(seat, Bucket(EMOTES_PER_SECOND, EMOTES, self._clock))
        if not bucket.take():
            raise RefusalError("too_fast", "That was a lot to say at once; please wait a moment.")
        before = self.last.get(seat)
        self.last[seat] = SeatEmote(emote=emote, number=1 if before is None else before.number + 1)

    def merge(self, emotes: Mapping[int, SeatEmote]) -> None:
        """Take over those that are newer, from another process."""
        for seat, emote in emotes.items():
            if seat not in self.last or self.last[seat].number < emote.number:
                self.last[seat] = emote

    def forget(self, seat: int) -> None:
        """Forget the emote of a seat that somebody else may take."""
        self.last.pop(seat, None)
