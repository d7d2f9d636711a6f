"""Define the log of whom an account has to do with, so that the logs of pairs are found.

It says nothing of how they stand to each other, and is nobody's to read: whoever was blocked would find it there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from eddyline.protocol.refusal import RefusalError
from eddyline.server.logs.ledger import Kind

MOST_KNOWN = 500
"""People whom an account has ever asked to be friends or has blocked, or who have asked it."""


class Met(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", tag="met"):
    """Note an account with which there is a log in common, before there is anything in it."""

    account: str


@dataclass(slots=True)
class Contacts:
    """Hold whom an account has to do with; changed only by `apply`."""

    key: str
    accounts: dict[str, None] = field(default_factory=dict)
    """In the order in which they came."""

    def apply(self, entry: Met, at: int) -> None:  # noqa: ARG002 - when it was does not matter
        """Take in the next entry of the log."""
        self.accounts[entry.account] = None

    def meet(self, account: str) -> list[Met]:
        """Note an account. Raises RefusalError when there are too many."""
        if account in self.accounts:
            return []
        if len(self.accounts) >= MOST_KNOWN:
            raise RefusalError(
                "full", f"One of you has reached the limit of {MOST_KNOWN} friends, requests and blocked people."
            )
        return [Met(account=account)]


KIND: Kind[Met, Contacts] = Kind("known", msgspec.json.Decoder(Met), Contacts)
