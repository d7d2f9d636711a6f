"""Define what is said about reports over HTTP: a part of the protocol. Messages are reported where they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from eddyline.protocol.friends import AccountId

if TYPE_CHECKING:
    from collections.abc import Mapping

NOTE_LENGTH = 200
"""Characters of what somebody adds to a report."""

About = Literal["message", "name", "player"]
"""What is reported: a message, the name of somebody, or what they do."""
ReportReason = Literal["insult", "spam", "private", "offensive", "pretends", "stalling", "cheating", "other"]
"""Insults or threats; the same again and again, or advertising; something private of somebody; a name that offends, or
that pretends to be somebody else's; leaving others waiting or alone; playing unfairly."""
OF_MESSAGES: tuple[ReportReason, ...] = ("insult", "spam", "private", "other")
OF_PEOPLE: Mapping[ReportReason, About] = {
    "stalling": "player",
    "cheating": "player",
    "insult": "player",
    "offensive": "name",
    "pretends": "name",
    "other": "player",
}
"""Reasons to report somebody, and what each is about."""
Measure = Literal["removed", "muted", "renamed", "suspended", "closed", "nothing"]
"""What was done about a report: a message was removed, somebody was muted, renamed or suspended, a table was closed or
deleted; or nothing had to be done."""

Note = Annotated[str, msgspec.Meta(max_length=NOTE_LENGTH)]


class NewReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Report somebody: by the account, or by the seat at a table."""

    reason: ReportReason
    note: Note = ""
    account: AccountId | None = None
    table: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    seat: Annotated[int, msgspec.Meta(ge=0)] | None = None
    token: str | None = None
    """Of the seat of a guest who reports."""


class OwnReport(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a report to whoever has made it. Times are milliseconds since 1970."""

    number: int
    """Of the matter; others may have reported it, too."""
    at: int
    about: About
    name: str
    """Of whoever was reported, as it was then."""
    reason: ReportReason
    handled: int | None
    """When an operator or a moderator has handled it; None: not yet."""
