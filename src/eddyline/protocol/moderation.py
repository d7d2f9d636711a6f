"""Define what moderators and the server say to each other over HTTP: a part of the protocol.

Moderators are people whom the operator trusts. Times are milliseconds since 1970.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from eddyline.protocol.reports import NOTE_LENGTH, About, Measure, ReportReason
from eddyline.protocol.table import Name
from eddyline.protocol.table_info import Status

Why = Annotated[str, msgspec.Meta(min_length=1, max_length=NOTE_LENGTH, pattern=r"\S")]
"""Why a moderator does something: the log keeps it."""
Moment = Annotated[int, msgspec.Meta(ge=0, le=253_402_300_799_000)]
"""Milliseconds since 1970, until the end of the year 9999."""
TableCondition = Status | Literal["damaged", "other_rules"]


class Reasoned(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say why something is to be done."""

    why: Why


class HandleMatter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say what was done about what was reported."""

    what: Measure
    why: Why | None = None
    """For the other moderators and the operator; nobody else is told."""


class SuspendPerson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Keep somebody out for a time, or until somebody lets them in again."""

    why: Why
    """They are told it."""
    until: Moment | None = None


class RenamePerson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Give an account another name."""

    name: Name
    why: Why
    """They are told it."""


class DeleteTables(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Delete all tables that somebody of this name, or one that looks like it, opened since a time, after a flood."""

    by: Name
    since: Moment
    why: Why


class MuteWriter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let the person of a name write nothing more in a chat, or let them again."""

    name: Name
    muted: bool = True
    why: Why | None = None


class Duty(msgspec.Struct, frozen=True, kw_only=True):
    """Tell somebody whether they moderate here, and how many reports wait for them; 0 for all others."""

    moderates: bool
    reports: int


class FiledReport(msgspec.Struct, frozen=True, kw_only=True):
    """Show one person's report of a matter."""

    at: int
    by: str
    reason: ReportReason
    note: str


class ReportedMatter(msgspec.Struct, frozen=True, kw_only=True):
    """Show what one or more people have reported."""

    number: int
    about: About
    place: str
    """Table where it happened, or `lobby`; empty: nowhere in particular."""
    line: int
    """Number of the message there; 0: it is none."""
    name: str
    account: str | None
    """Of whoever was reported; None: a guest."""
    text: str | None
    """What the message said."""
    filed: tuple[FiledReport, ...]
    handled: int | None
    handled_by: str | None
    outcome: Measure | None
    why: str | None


class SaidLine(msgspec.Struct, frozen=True, kw_only=True):
    """Show a message of a chat."""

    number: int
    at: int
    name: str
    text: str | None
    """None: it was removed."""


class KnownConduct(msgspec.Struct, frozen=True, kw_only=True):
    """Say in how many of somebody's last games that have begun something happened."""

    games: int
    replaced: int
    """A bot has played for them, because they were away or out of time."""
    resigned: int


class MatterLook(msgspec.Struct, frozen=True, kw_only=True):
    """Show what was reported, and what there is to judge it by."""

    matter: ReportedMatter
    around: tuple[SaidLine, ...]
    """The message and those around it, as they are now."""
    conduct: KnownConduct | None


class KnownPerson(msgspec.Struct, frozen=True, kw_only=True):
    """Describe an account to a moderator: nothing of how its owner comes in."""

    account: str
    name: str
    since: int
    seen: int | None
    """When it was last used, to the day."""
    owner: str | None
    """Account whose bot this is."""
    bots: int
    tables: tuple[str, ...]
    """Ids of the last tables where it had a seat, the newest first."""
    suspended: str | None
    """Why, while it is suspended."""
    until: int | None
    moderates: bool
    """Then nothing can be done to it here."""


class RecoveryCode(msgspec.Struct, frozen=True, kw_only=True):
    """Show the one recovery code that somebody has from now on, this one time."""

    code: str


class KnownTable(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a table to a moderator: no more than everybody may know who comes there."""

    id: str
    status: TableCondition
    closed: bool
    """By the operator or a moderator."""
    game: str | None
    opened: int | None
    changed: int | None
    players: tuple[str, ...]
    note: str | None = None
    """What the host has pinned to it; only when one table is looked at."""


class KnownTables(msgspec.Struct, frozen=True, kw_only=True):
    """List tables that were opened since a time, the newest first."""

    tables: tuple[KnownTable, ...]
    """50 at most."""
    count: int
    """How many there are."""


class DeletedTables(msgspec.Struct, frozen=True, kw_only=True):
    """Say how many tables were deleted, and how many stay because they have changed in the meantime."""

    deleted: int
    kept: int


class KnownChat(msgspec.Struct, frozen=True, kw_only=True):
    """Show the last messages of a chat, and who may not write there."""

    lines: tuple[SaidLine, ...]
    muted: tuple[str, ...]


class KnownTournament(msgspec.Struct, frozen=True, kw_only=True):
    """Describe a tournament to a moderator."""

    id: str
    name: str
    status: Status
    game: str
    organiser: str
    entrants: int
    announced: int
    closed: bool
    """Ended before all its rounds were played."""


class OperatorsAct(msgspec.Struct, frozen=True, kw_only=True):
    """Show what an operator or a moderator did."""

    at: int
    who: str
    """An operator's name on the machine, or a moderator's name here with the id of the account."""
    did: str
    what: str
    why: str | None
    until: int | None
