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


Entry: TypeAlias = Asked | Accepted | Ended | Blocked | Unblocked


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
