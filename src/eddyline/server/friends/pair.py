"""Define the log of two people: whether they are friends, and who wants it, or wants the other to stay away.

There is one log for the two of them, so of two who ask, accept or end it at the same time one is first, in whichever
process.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from eddyline.protocol.refusal import RefusalError
from eddyline.server.logs.ledger import Kind


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", omit_defaults=True):
    by: str
    """Id of the account that does this."""


class Asked(_Entry, tag="asked", frozen=True, kw_only=True):
    """Ask the other one to be friends."""


class Accepted(_Entry, tag="accepted", frozen=True, kw_only=True):
    """Become friends, as the other one has asked."""


class Ended(_Entry, tag="ended", frozen=True, kw_only=True):
    """End the friendship, decline what the other one has asked, or take back what one has asked oneself."""


class Blocked(_Entry, tag="blocked", frozen=True, kw_only=True):
    """Keep the other one away; that ends the friendship, too."""


class Unblocked(_Entry, tag="unblocked", frozen=True, kw_only=True):
    """Keep the other one away no more."""


class Called(_Entry, tag="called", frozen=True, kw_only=True):
    """Call the other one to the table where one sits."""

    table: str
    game: str


class NotNow(_Entry, tag="not_now", frozen=True, kw_only=True):
    """Answer a call: one does not come to this table now."""

    table: str


Entry: TypeAlias = Asked | Accepted | Ended | Blocked | Unblocked | Called | NotNow

CALL_LASTS = 900_000
"""Milliseconds after which nobody waits for an answer to a call any more."""
CALLS, CALLS_WITHIN = 6, 3_600_000
"""Calls of one person to another, and the milliseconds in which there are no more."""


@dataclass(slots=True)
class Call:
    """Hold the last call of one person to the other."""

    table: str
    game: str
    at: int
    """Milliseconds since 1970."""
    declined: bool = False

    def lasts(self, now: int) -> bool:
        """Return whether it is still worth an answer."""
        return now - self.at < CALL_LASTS


@dataclass(slots=True)
class Pair:
    """Hold how two people stand to each other; changed only by `apply`.

    Whoever is blocked finds everything as if the other one just did not answer.
    """

    key: str
    asked: str | None = None
    """Who has asked and waits for an answer."""
    friends: bool = False
    accepted: str | None = None
    """Who has accepted; known of friends."""
    since: int = 0
    """When it was asked, or accepted, last: milliseconds since 1970."""
    blocked: set[str] = field(default_factory=set)
    """Who keeps the other one away."""
    calls: dict[str, Call] = field(default_factory=dict)
    """By who has called; nobody hears of them when the two are friends no more."""
    called: list[tuple[str, int]] = field(default_factory=list)
    """Who has called lately, and when."""

    @property
    def apart(self) -> bool:
        """Return whether one of them keeps the other one away."""
        return bool(self.blocked)

    def asks(self, one: str) -> bool:
        """Return whether `one` is to answer the other, who has asked."""
        return self.asked not in {None, one} and one not in self.blocked

    def apply(self, entry: Entry, at: int) -> None:
        """Take in the next entry of the log."""
        match entry:
            case Asked():
                self.asked, self.since = entry.by, at
            case Accepted():
                self.asked, self.friends, self.accepted, self.since = None, True, entry.by, at
            case Ended():
                self.asked, self.friends = None, False
            case Blocked():
                self.friends = False
                self.blocked.add(entry.by)
                if self.asked == entry.by:
                    self.asked = None
            case Unblocked():
                self.blocked.discard(entry.by)
            case Called():
                self.calls[entry.by] = Call(entry.table, entry.game, at)
                self.called = [each for each in self.called if each[1] > at - CALLS_WITHIN] + [(entry.by, at)]
            case NotNow():
                for by, call in self.calls.items():
                    if by != entry.by and call.table == entry.table:
                        call.declined = True

    def call_of(self, by: str, now: int) -> Call | None:
        """Return the call of one of two friends to the other; None: there is none that lasts."""
        call = self.calls.get(by)
        return call if call is not None and self.friends and call.lasts(now) else None

    # ---- what one of them does ----

    def ask(self, by: str) -> list[Entry]:
        """Ask the other one, or accept what they have asked. Raises RefusalError for whoever blocks the other one."""
        if by in self.blocked:
            raise RefusalError("wrong_time", "You have blocked this person; unblock them first.")
        if self.friends or self.asked == by:
            return []
        return [Asked(by=by)] if self.asked is None else [Accepted(by=by)]

    def end(self, by: str) -> list[Entry]:
        """End the friendship, decline, or take back; nothing happens when there is nothing to end."""
        return [Ended(by=by)] if self.friends or self.asked == by or self.asks(by) else []

    def block(self, by: str) -> list[Entry]:
        """Keep the other one away."""
        return [] if by in self.blocked else [Blocked(by=by)]

    def unblock(self, by: str) -> list[Entry]:
        """Keep the other one away no more."""
        return [Unblocked(by=by)] if by in self.blocked else []

    def call(self, by: str, table: str, game: str, now: int) -> list[Entry]:
        """Call the other one to a table, once. Raises RefusalError for whoever is no friend, or calls too often."""
        if not self.friends:
            raise RefusalError("wrong_time", "Only friends can be called to a table.")
        before = self.call_of(by, now)
        if before is not None and before.table == table:
            return []
        if sum(each == by and at > now - CALLS_WITHIN for each, at in self.called) >= CALLS:
            raise RefusalError("too_fast", "You have called this friend often; wait a while.")
        return [Called(by=by, table=table, game=game)]

    def not_now(self, by: str, table: str) -> list[Entry]:
        """Answer all calls of the other one to a table; nothing happens when there is none."""
        waits = any(caller != by and call.table == table and not call.declined for caller, call in self.calls.items())
        return [NotNow(by=by, table=table)] if waits else []


KIND: Kind[Entry, Pair] = Kind("friends", msgspec.json.Decoder(Entry), Pair)


def key(one: str, other: str) -> str:
    """Return the key of the log of two accounts, the same for both."""
    return "-".join(sorted((one, other)))


def of(log: str) -> tuple[str, str] | None:
    """Return the two accounts whose log this is; None for a log of another kind."""
    found = KIND.key(log)
    if found is None:
        return None
    one, _, other = found.partition("-")
    return one, other
