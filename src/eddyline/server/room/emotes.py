"""Let people at a table say something without words; nothing of it is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table_info import Said
from eddyline.server.base.limits import Bucket

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from eddyline.protocol.table_info import Emote

PER_SECOND, AT_ONCE = 0.5, 3.0
"""Emotes of one seat in the long run, and at once."""


class Emotes:
    """Remember what every seat said last."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._buckets: dict[int, Bucket] = {}
        self.last: dict[int, Said] = {}
        """By seat."""

    def say(self, seat: int, emote: Emote) -> None:
        """Say something. Raises RefusalError when a seat does so too often."""
        bucket = self._buckets.setdefault(seat, Bucket(PER_SECOND, AT_ONCE, self._clock))
        if not bucket.take():
            raise RefusalError("too_fast", "That was a lot to say at once; please wait a moment.")
        before = self.last.get(seat)
        self.last[seat] = Said(emote=emote, number=1 if before is None else before.number + 1)

    def hear(self, said: Mapping[int, Said]) -> None:
        """Take note of what was said elsewhere."""
        for seat, what in said.items():
            if seat not in self.last or self.last[seat].number < what.number:
                self.last[seat] = what

    def forget(self, seat: int) -> None:
        """Forget what was said at a seat that somebody else may take."""
        self.last.pop(seat, None)
