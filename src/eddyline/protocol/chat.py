"""Define what is said over the WebSocket `/api/chat/{place}`: a part of the protocol.

A place is the id of a table, `tournament.` with the id of a tournament, or `lobby`.
A client says hello, and is told the newest lines, then those that are written or removed.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from eddyline.protocol.reports import Note, ReportReason
from eddyline.protocol.table import Name, Ping, Pong, Refused

LINE_LENGTH = 300
"""Characters of a line."""
LINES_AT_ONCE = 100
"""Lines that are told at once."""

LineNumber = Annotated[int, msgspec.Meta(ge=1)]


class _ToChat(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    pass


class ChatHello(_ToChat, tag="hello", frozen=True):
    """Say who one is; always the first message, and again to take a name."""

    token: str | None = None
    """Of one's seat at the table."""
    session: str | None = None
    """Of one's account."""
    name: Name | None = None
    """Of a guest without a seat here; without one, a guest only reads."""


class Write(_ToChat, tag="write", frozen=True):
    """Write a line."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LINE_LENGTH)]


class ReadBefore(_ToChat, tag="read", frozen=True):
    """Ask for the lines before one."""

    before: LineNumber


class RemoveLine(_ToChat, tag="remove", frozen=True):
    """Remove a line: one's own, or as the table's host, or the tournament's organiser, any."""

    number: LineNumber


class MuteName(_ToChat, tag="mute", frozen=True):
    """As the host or the organiser: let the person of this name write nothing here, or let them again."""

    name: Name
    muted: bool = True


class Report(_ToChat, tag="report", frozen=True):
    """Report a line to whoever looks after the server."""

    number: LineNumber
    reason: ReportReason = "other"
    note: Note = ""


ToChat: TypeAlias = ChatHello | Write | ReadBefore | RemoveLine | MuteName | Report | Ping


class ChatLine(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a line."""

    number: int
    at: int
    """Milliseconds since 1970."""
    name: str
    seat: int | None
    account: str | None
    text: str | None
    """None: it was removed."""
    watching: bool
    """By a spectator, while the game was running."""


class Lines(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="lines"):
    """Tell lines: the answer to `hello` and `read`, or what has been written or removed."""

    lines: tuple[ChatLine, ...]
    you: str | None
    """Name under which one writes; None: one only reads."""
    muted: tuple[str, ...] = ()
    """Names of those who cannot write here, for the host or the organiser alone."""
    earlier: bool | None = None
    """Whether there are lines before these; None in what is told unasked."""


class ReportTaken(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="reported"):
    """Confirm a report."""

    number: int


FromChat: TypeAlias = Lines | ReportTaken | Refused | Pong
