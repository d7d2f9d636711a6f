"""Define the log of what people have reported, and of how that was handled."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.reports import About, Measure, ReportReason
from eddyline.server.base.names import NOBODY, looks
from eddyline.server.logs.ledger import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

UNHANDLED = 20
"""Reports of one person that may wait to be handled."""


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", omit_defaults=True):
    pass


class Reported(_Entry, tag="reported", frozen=True, kw_only=True):
    """Report a message, a name or a player. Fields from `about` on have come later: by then messages were all."""

    place: str
    """Table where it happened, or `lobby`; empty: nowhere in particular."""
    number: int = 0
    """Of the message."""
    name: str
    """Of whoever is reported."""
    text: str | None = None
    """What the message said."""
    by: str
    """Name of whoever reports it."""
    about: About = "message"
    account: str | None = None
    """Of whoever is reported; None: a guest."""
    reason: ReportReason = "other"
    note: str = ""
    """What is added to the reason."""
    by_account: str | None = None


class Handled(_Entry, tag="handled", frozen=True, kw_only=True):
    """Note what was done about a matter, and by whom."""

    matter: int
    who: str
    what: Measure
    why: str | None = None
    """For those who look after the server, not for whoever has reported it."""


class Forgotten(_Entry, tag="forgotten", frozen=True, kw_only=True):
    """Take an account, which is deleted, out of all reports; what was reported about it goes."""

    account: str


Entry: TypeAlias = Reported | Handled | Forgotten


@dataclass(slots=True)
class Filed:
    """Hold one person's report of a matter."""

    at: int
    """Milliseconds since 1970."""
    by: str
    account: str | None
    reason: ReportReason
    note: str


@dataclass(slots=True)
class Matter:
    """Hold what one or more people have reported."""

    number: int
    about: About
    place: str
    line: int
    """Number of the message; 0: it is none."""
    name: str
    account: str | None
    text: str | None
    filed: list[Filed] = field(default_factory=list)
    handled: Handled | None = None
    handled_at: int = 0
    """Milliseconds since 1970."""

    def is_of(self, report: Reported) -> bool:
        """Return whether a report is of the same: the same message, or the same of somebody at the same place."""
        if (self.about, self.place, self.line) != (report.about, report.place, report.number):
            return False
        same = self.account == report.account if self.account or report.account else self.name == report.name
        return self.line > 0 or same

    def is_from(self, report: Reported) -> bool:
        """Return whether somebody has reported it before; guests are told apart by their names."""
        return any(
            each.account == report.by_account
            if each.account or report.by_account
            else bool(looks(each.by) & looks(report.by))
            for each in self.filed
        )


@dataclass(slots=True)
class Reports:
    """Hold all that was reported, by the numbers of the matters."""

    key: str
    matters: dict[int, Matter] = field(default_factory=dict)
    count: int = 0
    """How many matters there ever were."""

    def open(self) -> Iterator[Matter]:
        """List what nobody has handled yet, the oldest first."""
        return (matter for matter in self.matters.values() if matter.handled is None)

    def report(self, wanted: Reported) -> list[Reported]:
        """Return what reports something; nothing if that person has done so. Raises RefusalError when it is too much.

        Of a message that holds for good; of a person until it was handled.
        """
        theirs = [matter for matter in self.matters.values() if matter.is_from(wanted)]
        if any(matter.is_of(wanted) and (matter.line or matter.handled is None) for matter in theirs):
            return []
        if sum(matter.handled is None for matter in theirs) >= UNHANDLED:
            raise RefusalError("full", f"{UNHANDLED} reports of yours are waiting; they are looked at first.")
        return [wanted]

    def matter(self, number: int) -> Matter:
        """Return a matter. Raises RefusalError when there is none of this number."""
        if number not in self.matters:
            raise RefusalError("unknown", f"There is no report {number}.")
        return self.matters[number]

    def handle(self, number: int, who: str, what: Measure, why: str | None) -> list[Handled]:
        """Return what notes that a matter was handled; nothing if it was before. Raises RefusalError."""
        done = self.matter(number).handled is not None
        return [] if done else [Handled(matter=number, who=who, what=what, why=why)]

    def apply(self, entry: Entry, at: int) -> None:
        """Take in the next entry of the log."""
        match entry:
            case Reported():
                matter = next((each for each in self.open() if each.is_of(entry)), None) or self._begin(entry)
                matter.filed.append(Filed(at, entry.by, entry.by_account, entry.reason, entry.note))
            case Handled():
                if (found := self.matters.get(entry.matter)) is not None:
                    found.handled, found.handled_at = entry, at
            case Forgotten():
                self._forget(entry.account)

    def _begin(self, entry: Reported) -> Matter:
        self.count += 1
        self.matters[self.count] = made = Matter(
            number=self.count,
            about=entry.about,
            place=entry.place,
            line=entry.number,
            name=entry.name,
            account=entry.account,
            text=entry.text,
        )
        return made

    def _forget(self, account: str) -> None:
        self.matters = {number: each for number, each in self.matters.items() if each.account != account}
        for matter in self.matters.values():
            for filed in matter.filed:
                if filed.account == account:
                    filed.by, filed.account, filed.note = NOBODY, None, ""


KIND: Kind[Entry, Reports] = Kind("reports", msgspec.json.Decoder(Entry), Reports)
KEY = "all"
"""Key of the one log of reports."""
