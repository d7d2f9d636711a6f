"""Define the log of what an account is told when it is away: by which ways, and what was told already."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from eddyline.protocol.notices import Failure, Language, QuietHours, Topic
from eddyline.protocol.refusal import RefusalError
from eddyline.server.logs.ledger import Kind
from eddyline.server.notices.quiet import is_quiet, knows_zone

if TYPE_CHECKING:
    from collections.abc import Mapping

HOUR = 3_600_000
"""Milliseconds."""
DAY = 24 * HOUR
PER_HOUR = 6
"""Messages to one account in an hour; what comes on top waits, and comes in one message."""
OTHERS_PER_HOUR = 3
"""Messages in an hour after which what other people cause waits: they cannot keep anybody's turn from being told."""
FROM_ONE = 3
"""Occasions of one account in a day that one other person has caused; what comes on top waits."""
FAILURES = 5
"""Failures, one after the other, after which a way is not used any more."""
CLAIM_ENDS = 120_000
"""Milliseconds after which a message whose process has ended is sent by another one."""
SEND_TRIES = 2
"""How often a message is sent at most whose process ends before it has noted that it was sent."""
OCCASIONS = 500
"""Occasions that are remembered as told."""
QUIET: frozenset[Topic] = frozenset({"moderation"})
"""Topics that nobody is told of who has not asked for it."""


class Push(msgspec.Struct, frozen=True, kw_only=True, tag_field="way", tag="push"):
    """Describe a browser that shows messages (Web Push)."""

    endpoint: str
    """Of its push service. It is secret: whoever has it and the keys could send something."""
    key: str
    """Public key of the browser, P-256, base64url."""
    auth: str
    """Secret of the browser, base64url."""
    language: Language
    device: str
    """What the device calls itself."""
    session: str = ""
    """Hash of the session that it belongs to, with which it ends; empty: it was added before that was noted."""


class Webhook(msgspec.Struct, frozen=True, kw_only=True, tag_field="way", tag="webhook"):
    """Describe an address that messages are sent to."""

    url: str
    secret: str
    """What they are signed with."""
    language: Language


class Mail(msgspec.Struct, frozen=True, kw_only=True, tag_field="way", tag="mail"):
    """Describe an address that mail is sent to; its owner has shown that it is theirs."""

    address: str
    language: Language


Way: TypeAlias = Push | Webhook | Mail


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", omit_defaults=True):
    pass


class WayAdded(_Entry, tag="way_added", frozen=True, kw_only=True):
    """Add a way."""

    id: str
    way: Way


class WayRemoved(_Entry, tag="way_removed", frozen=True, kw_only=True):
    """Remove a way: its owner wants that, or its push service does not know it any more."""

    id: str


class Switched(_Entry, tag="switched", frozen=True, kw_only=True):
    """Be told of a topic, or not."""

    topic: Topic
    on: bool


class QuietSet(_Entry, tag="quiet_set", frozen=True, kw_only=True):
    """Be told nothing at these hours; None: be told at any hour."""

    hours: QuietHours | None


class Telling(_Entry, tag="telling", frozen=True, kw_only=True):
    """Begin to tell of occasions; only the process that has written this sends the message."""

    occasions: tuple[str, ...]
    by: dict[str, str] = {}
    """By occasion: account that has caused it, where it was one person."""


class Told(_Entry, tag="told", frozen=True, kw_only=True):
    """Note that a message was sent; or, without ways, that the page was open, so that none is needed."""

    occasions: tuple[str, ...]
    sent: tuple[str, ...] = ()
    """Ways that took it."""
    failed: dict[str, Failure | str] = {}
    """Ways that did not, and why; a sentence where reasons had no codes yet."""


Entry: TypeAlias = WayAdded | WayRemoved | Switched | QuietSet | Telling | Told


@dataclass(slots=True)
class Used:
    """Hold a way, and how it has worked."""

    way: Way
    since: int
    """Milliseconds since 1970."""
    worked: bool = False
    """Whether it has taken a message; for an address of a mail, its owner has had the code that was sent there."""
    failures: int = 0
    """One after the other."""
    why: Failure | None = None
    """Why the last one failed."""

    @property
    def off(self) -> bool:
        """Return whether it has failed too often to be used."""
        return self.failures >= FAILURES


@dataclass(slots=True)
class Occasion:
    """Say how far an occasion was told of."""

    at: int
    """When that was begun last, in milliseconds since 1970."""
    tries: int = 0
    done: bool = False
    by: str | None = None
    """Account that has caused it."""


@dataclass(slots=True)
class Notices:
    """Hold the ways of an account, and what it was told."""

    account: str
    ways: dict[str, Used] = field(default_factory=dict)
    off: set[Topic] = field(default_factory=lambda: {*QUIET})
    """Topics that the account is not told of."""
    quiet: QuietHours | None = None
    """Hours at which it is told nothing."""
    occasions: dict[str, Occasion] = field(default_factory=dict)
    messages: list[int] = field(default_factory=list)
    """When messages were begun in the last hour of the log."""

    def due(self, occasions: Mapping[str, str | None], now: int) -> list[str]:
        """Return those of the occasions that are to be told of now; none at quiet hours, or when there were too many.

        The values name who has caused each, if that was one person.
        """
        if self.quiet is not None and is_quiet(self.quiet, now):
            return []
        lately = sum(at > now - HOUR for at in self.messages)
        if lately >= PER_HOUR or all(used.off for used in self.ways.values()):
            return []
        open_ = [each for each in occasions if self._open(each, now)]
        others = ((key, known) for key, known in self.occasions.items() if known.at > now - DAY)
        caused = Counter(known.by for key, known in others if key not in open_)
        due = []
        for key in open_:
            by = occasions[key]
            caused[by] += 1
            if by is None or (caused[by] <= FROM_ONE and lately < OTHERS_PER_HOUR):
                due.append(key)
        return due

    def be_quiet(self, hours: QuietHours | None) -> list[Entry]:
        """Tell nothing at these hours. Raises RefusalError for hours that are none, or of a zone that nobody knows."""
        if hours is not None:
            if hours.begins == hours.ends:
                raise RefusalError("bad_message", "expected hours that end at another time than they begin")
            if not knows_zone(hours.zone):
                raise RefusalError("bad_message", "expected the name of a time zone such as Europe/Rome, got another")
        return [] if self.quiet == hours else [QuietSet(hours=hours)]

    def told_turns(self) -> list[str]:
        """Return the tables of whose turns was told, the newest first; without those of whose end was, too."""
        turns = (table for key in reversed(self.occasions) for table, dot, _ in [key.partition(".turn.")] if dot)
        running = (table for table in turns if not {f"{table}.over.0", f"{table}.rematch.0"} & self.occasions.keys())
        return list(dict.fromkeys(running))

    def settled(self, occasion: str) -> bool:
        """Return whether nobody will tell of an occasion any more."""
        known = self.occasions.get(occasion)
        return known is not None and (known.done or known.tries >= SEND_TRIES)

    def _open(self, occasion: str, now: int) -> bool:
        known = self.occasions.get(occasion)
        return known is None or not (self.settled(occasion) or now - known.at < CLAIM_ENDS)

    def apply(self, entry: Entry, at: int) -> None:
        """Take in the next entry of the log."""
        match entry:
            case WayAdded():
                self.ways[entry.id] = Used(entry.way, at, worked=isinstance(entry.way, Mail))
            case WayRemoved():
                self.ways.pop(entry.id, None)
            case Switched():
                (self.off.discard if entry.on else self.off.add)(entry.topic)
            case QuietSet():
                self.quiet = entry.hours
            case Telling():
                self.messages = [each for each in self.messages if each > at - HOUR] + [at]
                for key in entry.occasions:
                    tries = getattr(self.occasions.pop(key, None), "tries", 0) + 1
                    self.occasions[key] = Occasion(at, tries, by=entry.by.get(key))
                self._forget()
            case Told():
                for key in entry.occasions:
                    self.occasions.setdefault(key, Occasion(at)).done = True
                self._forget()
                for way in entry.sent:
                    if way in self.ways:
                        used = self.ways[way]
                        used.worked, used.failures, used.why = True, 0, None
                for way, why in entry.failed.items():
                    if way in self.ways:
                        self.ways[way].failures += 1
                        self.ways[way].why = why if isinstance(why, Failure) else Failure(code="other")

    def _forget(self) -> None:
        while len(self.occasions) > OCCASIONS:
            del self.occasions[next(iter(self.occasions))]


KIND: Kind[Entry, Notices] = Kind("notices", msgspec.json.Decoder(Entry), Notices)
