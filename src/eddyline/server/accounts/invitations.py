"""Define the log of an invitation, by which some people may make an account; the store has only a hash of its code."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.passwords import code_hash, make_codes
from eddyline.server.logs.ledger import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eddyline.protocol.invitations import Void

SHOWN = 8
"""Characters of a key that operators are shown, as the invitation's id."""
VOID: Mapping[Void, str] = {
    "unknown": "There is no such invitation. Is the link complete?",
    "ended": "This invitation has ended.",
    "used_up": "This invitation has been used up.",
    "revoked": "This invitation was withdrawn.",
}
"""Why an invitation lets nobody in."""


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", omit_defaults=True):
    pass


class Made(_Entry, tag="made", frozen=True, kw_only=True):
    """Invite so many people; always version 1."""

    uses: int
    until: int | None = None
    """End, in milliseconds since 1970; None: until it is used up or revoked."""
    note: str | None = None
    """For whom it is, as an operator says."""


class Used(_Entry, tag="used", frozen=True, kw_only=True):
    """Let somebody make an account."""

    account: str


class GivenBack(_Entry, tag="given_back", frozen=True, kw_only=True):
    """Take a use back: the account was not made."""

    account: str


class Revoked(_Entry, tag="revoked", frozen=True, kw_only=True):
    """Let nobody in any more."""


Entry: TypeAlias = Made | Used | GivenBack | Revoked


@dataclass(slots=True)
class Invitation:
    """Hold what is known of an invitation; times are milliseconds since 1970."""

    key: str
    uses: int = 0
    """How many people it is for; 0: there is no such invitation."""
    made: int = 0
    until: int | None = None
    note: str | None = None
    accounts: list[str] = field(default_factory=list)
    """Accounts that were made by it."""
    revoked: bool = False

    @property
    def id(self) -> str:
        """Return what operators call it."""
        return self.key[:SHOWN]

    @property
    def left(self) -> int:
        """Return how many more people it is for."""
        return self.uses - len(self.accounts)

    def void(self, now: float) -> Void | None:
        """Return why it lets nobody in; None: it does. `now` in seconds since 1970."""
        if not self.uses:
            return "unknown"
        if self.revoked:
            return "revoked"
        if self.until is not None and now * 1000 >= self.until:
            return "ended"
        return None if self.left > 0 else "used_up"

    def must_hold(self, now: float) -> None:
        """Raise RefusalError when it lets nobody in."""
        if (void := self.void(now)) is not None:
            raise RefusalError("invitation_void", VOID[void], values={"why": void})

    def apply(self, entry: Entry, at: int) -> None:
        """Take in the next entry of the log."""
        match entry:
            case Made():
                self.uses, self.until, self.note, self.made = entry.uses, entry.until, entry.note, at
            case Used():
                self.accounts.append(entry.account)
            case GivenBack():
                self.accounts = [account for account in self.accounts if account != entry.account]
            case Revoked():
                self.revoked = True


KIND: Kind[Entry, Invitation] = Kind("invitation", msgspec.json.Decoder(Entry), Invitation)


def new_code() -> str:
    """Return a code that nobody can guess."""
    return make_codes()[0]


def key_of(code: str) -> str:
    """Return the key of the invitation of a code, however it is written."""
    return code_hash(code)
