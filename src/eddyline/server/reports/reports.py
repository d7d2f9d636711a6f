"""Take reports, tell moderators of them, and those who have made them that they were handled."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple

from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.reports import NOTE_LENGTH, OF_MESSAGES, OF_PEOPLE, OwnReport
from eddyline.server.accounts.suspension import suspension_of
from eddyline.server.base.names import clean_text
from eddyline.server.logs.ledger import Ledger
from eddyline.server.notices.occasions import Occasion
from eddyline.server.reports import log

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.protocol.reports import Measure, ReportReason
    from eddyline.server.accounts.people import People
    from eddyline.server.chat.log import Line
    from eddyline.server.presence.site import SitePresence
    from eddyline.server.store import Kept, Store

A_GUEST = "a guest"
"""Who reports without a name."""
LATELY = 86_400_000
"""Milliseconds: who could not be told for so long finds it on the page."""

_log = logging.getLogger(__name__)


class By(NamedTuple):
    """Say who reports something."""

    name: str | None
    account: str | None


class Whom(NamedTuple):
    """Say who is reported."""

    place: str
    """Table where it happened; empty: nowhere in particular."""
    name: str
    account: str | None


class Reports:
    """Know what was reported. Methods raise RefusalError."""

    def __init__(self, store: Store, clock: Callable[[], float], people: People, site: SitePresence) -> None:
        self._clock = clock
        self._people = people
        self._site = site
        self._ledger: Ledger[log.Entry, log.Reports] = Ledger(store, clock, log.KIND)

    async def all(self) -> log.Reports:
        """Return all that was reported."""
        return await self._ledger.read(log.KEY)

    # ---- reporting ----

    async def message(self, place: str, line: Line, reason: ReportReason, note: str, by: By) -> None:
        """Report a line of a chat."""
        if reason not in OF_MESSAGES:
            raise RefusalError("bad_message", f"expected a reason to report a message, got {reason}")
        wrote = line.wrote
        about = log.Reported(
            place=place,
            number=line.number,
            name=wrote.name,
            text=wrote.text,
            account=wrote.account,
            reason=reason,
            note=_tidy(note),
            by=by.name or A_GUEST,
            by_account=by.account,
        )
        await self._report(about)

    async def person(self, whom: Whom, reason: ReportReason, note: str, by: By) -> None:
        """Report somebody: the name, or what they do."""
        if reason not in OF_PEOPLE:
            raise RefusalError("bad_message", f"expected a reason to report a person, got {reason}")
        if whom.account is not None and whom.account == by.account:
            raise RefusalError("bad_message", "expected somebody else, got yourself")
        about = log.Reported(
            place=whom.place,
            name=whom.name,
            about=OF_PEOPLE[reason],
            account=whom.account,
            reason=reason,
            note=_tidy(note),
            by=by.name or A_GUEST,
            by_account=by.account,
        )
        await self._report(about)

    async def _report(self, wanted: log.Reported) -> None:
        taken: list[log.Reported] = []

        def report(now: log.Reports) -> list[log.Reported]:
            nonlocal taken
            taken = now.report(wanted)
            return taken

        await self._ledger.change(log.KEY, report)
        if taken:
            _log.warning("a %s was reported", wanted.about, extra={"table": wanted.place})

    async def handle(self, number: int, who: str, what: Measure, why: str | None = None) -> bool:
        """Note what was done about a matter; return whether it was not handled before."""
        done: list[log.Handled] = []

        def handle(now: log.Reports) -> list[log.Handled]:
            nonlocal done
            done = now.handle(number, who, what, why)
            return done

        await self._ledger.change(log.KEY, handle)
        return bool(done)

    # ---- telling ----

    async def open_matters(self) -> int:
        """Count what nobody has handled yet."""
        return sum(1 for _ in (await self.all()).open())

    async def of(self, account: str) -> list[OwnReport]:
        """List what an account has reported, the newest first: whether it was handled, never how."""
        found = [
            OwnReport(
                number=matter.number,
                at=filed.at,
                about=matter.about,
                name=matter.name,
                reason=filed.reason,
                handled=None if matter.handled is None else matter.handled_at,
            )
            for matter in (await self.all()).matters.values()
            for filed in matter.filed
            if filed.account == account
        ]
        return sorted(found, key=lambda each: (-each.at, -each.number))

    async def exported(self, account: str) -> list[dict[str, object]]:
        """List what an account has reported, as its owner takes it home."""
        return [
            {
                "report": matter.number,
                "at": filed.at,
                "about": matter.about,
                "place": matter.place,
                "name": matter.name,
                "reason": filed.reason,
                "note": filed.note,
            }
            for matter in (await self.all()).matters.values()
            for filed in matter.filed
            if filed.account == account
        ]

    async def forget(self, account: str) -> None:
        """Take an account out of all reports, and forget what was reported about it."""

        def forget(now: log.Reports) -> list[log.Entry]:
            theirs = any(
                account in {matter.account, *(filed.account for filed in matter.filed)}
                for matter in now.matters.values()
            )
            return [log.Forgotten(account=account)] if theirs else []

        await self._ledger.change(log.KEY, forget)

    # ---- what people who are away should know ----

    async def begin(self, kept: Sequence[Kept]) -> None:
        """Do nothing: all that is to be told is in one log."""

    async def look(self) -> list[Occasion]:
        """List whose reports were handled lately, and moderators for whom there are new ones.

        Those who are at the site are told when they have gone.
        """
        try:
            found = (await self.all()).matters.values()
            occasions = await self._new([each for each in found if each.handled is None])
        except RefusalError as refusal:
            _log.warning("nobody knows which reports there are: %s", refusal.message)
            return []
        now = self._clock() * 1000
        told = [each for each in found if each.handled is not None and now - each.handled_at < LATELY]
        occasions += [
            _occasion(matter, filed.account) for matter in told for filed in matter.filed if filed.account is not None
        ]
        self._site.ask({each.account for each in occasions})
        return [each for each in occasions if self._site.away(each.account)]

    async def _new(self, matters: Sequence[log.Matter]) -> list[Occasion]:
        """List what moderators should know of these; nobody hears of reports about themselves."""
        now = self._clock()
        new = [each for each in matters if now * 1000 - each.filed[0].at < LATELY]
        moderators = [await self._people.find(account) for account in await self._people.trust.since()] if new else []
        return [
            Occasion(
                f"report.{matter.number}.new",
                who.id,
                "reported",
                "reports",
                "moderation",
                (),
                by=matter.filed[0].account,
            )
            for who in moderators
            if who is not None and suspension_of(who, now) is None
            for matter in new
            if matter.account != who.id
        ]


def _occasion(matter: log.Matter, account: str) -> Occasion:
    about = f"report.{matter.number}"
    return Occasion(f"{about}.handled", account, "handled", about, "me", (matter.name,))


def _tidy(note: str) -> str:
    return clean_text(note, NOTE_LENGTH) if note.strip() else ""
