"""List what a client missed: the newest updates of a table, as many as are sent at once."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.protocol.table import Update

MISSED_BYTES = 262_144
"""Bytes of updates in one message; long games of six players have 220,000 in all."""

_encoder = msgspec.json.Encoder()


class Missed:
    """Know how long the updates of a table are, without keeping them twice."""

    def __init__(self, updates: Sequence[Update], longest: int = MISSED_BYTES) -> None:
        """Follow a growing list with one update per version, from version 1."""
        self._updates = updates
        self._longest = longest
        self._ends = [0]
        """Bytes of all updates up to each version."""

    def after(self, version: int) -> tuple[Update, ...]:
        """List the updates after `version`, without the oldest when there are too many; none for a later version."""
        for update in self._updates[len(self._ends) - 1 :]:
            self._ends.append(self._ends[-1] + len(_encoder.encode(update)))
        first = bisect_left(self._ends, self._ends[-1] - self._longest)
        return tuple(self._updates[max(version, first, 0) :])
