"""Define what the operator of a server announces to everybody, and says to one person: a part of the protocol."""

from __future__ import annotations

import msgspec

TEXT_LENGTH = 300


class Announcement(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="news"):
    """Announce something to pages, over any WebSocket; what was announced before is over. Seconds are from now on."""

    number: int
    """Grows with each announcement, so that a page knows which one its reader has put away."""
    text: str | None = None
    left: float | None = None
    """Seconds until it ends; None: when the operator ends it."""
    restart: float | None = None
    """Seconds until the server restarts; below 0: it should have by now."""


class Renaming(msgspec.Struct, frozen=True, kw_only=True):
    """Tell somebody that the operator has changed their name."""

    before: str
    name: str
    why: str


class News(msgspec.Struct, frozen=True, kw_only=True):
    """Tell a page what it should show its reader, wherever that is."""

    announcement: Announcement
    """Without a text and a restart: there is none."""
    name: str | None = None
    """Of whoever is signed in, as it is now."""
    renaming: Renaming | None = None
    """Until it was put away; None for guests."""
