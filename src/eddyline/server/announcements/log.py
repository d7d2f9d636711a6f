"""Define the log of what operators announce: one for the whole server, of which the last entry holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from eddyline.protocol.announcements import Announcement
from eddyline.server.logs.ledger import Kind

GRACE = 600
"""Seconds after which a restart that was announced, and did not come, is not announced any more."""


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", omit_defaults=True):
    pass


class Announced(_Entry, tag="announced", frozen=True, kw_only=True):
    """Announce something instead of what was announced before. Times are milliseconds since 1970."""

    text: str | None = None
    until: int | None = None
    restart: int | None = None


class Cleared(_Entry, tag="cleared", frozen=True, kw_only=True):
    """Announce nothing any more."""


Entry: TypeAlias = Announced | Cleared


@dataclass(slots=True)
class Board:
    """Hold what is announced; changed only by `apply`."""

    key: str
    number: int = 0
    at: int = 0
    """When that was, in milliseconds since 1970."""
    announced: Announced | None = None

    def apply(self, entry: Entry, at: int) -> None:
        """Take in the next entry of the log."""
        self.number += 1
        self.at = at
        self.announced = entry if isinstance(entry, Announced) else None

    def message(self, now: float, began: float) -> Announcement:
        """Return what a process that began at a time tells now; both in seconds since 1970."""
        told, nothing = self.announced, Announcement(number=self.number)
        if told is None:
            return nothing
        left = None if told.until is None else told.until / 1000 - now
        restart = None if told.restart is None else told.restart / 1000 - now
        # A process that began after it is what was announced.
        restarted = restart is not None and (self.at / 1000 < began or restart < -GRACE)
        if restarted or (left is not None and left <= 0):
            return nothing
        return Announcement(number=self.number, text=told.text, left=left, restart=restart)


KIND: Kind[Entry, Board] = Kind("announcements", msgspec.json.Decoder(Entry), Board)
KEY = "all"
