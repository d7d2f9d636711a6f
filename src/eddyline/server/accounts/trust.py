"""Know whom the operator trusts to moderate: in one log, so that all are known without reading every account."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from eddyline.protocol.refusal import RefusalError
from eddyline.server.logs.ledger import Kind, Ledger

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from eddyline.server.accounts.account import Account
    from eddyline.server.store import Store


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", omit_defaults=True):
    account: str


class Trusted(_Entry, tag="trusted", frozen=True, kw_only=True):
    """Let the owner of an account moderate."""


class Distrusted(_Entry, tag="distrusted", frozen=True, kw_only=True):
    """Let them no more: the operator has decided so, or the account is deleted."""


Entry: TypeAlias = Trusted | Distrusted


@dataclass(slots=True)
class Moderators:
    """Hold who moderates now, and since when: milliseconds since 1970."""

    key: str
    since: dict[str, int] = field(default_factory=dict)

    def apply(self, entry: Entry, at: int) -> None:
        """Take in the next entry of the log."""
        match entry:
            case Trusted():
                self.since[entry.account] = at
            case Distrusted():
                self.since.pop(entry.account, None)


KIND: Kind[Entry, Moderators] = Kind("trusted", msgspec.json.Decoder(Entry), Moderators)
KEY = "all"


class Trust:
    """Know who moderates. Methods raise RefusalError."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._ledger: Ledger[Entry, Moderators] = Ledger(store, clock, KIND)

    async def since(self) -> Mapping[str, int]:
        """Return since when each moderator is one, by their accounts: as the store has it at this moment."""
        return (await self._ledger.read(KEY)).since

    async def must_have(self, account: Account) -> None:
        """Raise RefusalError for an account that does not moderate."""
        if account.id not in await self.since():
            raise RefusalError("not_yours", "This is for those whom the operator of this server trusts to moderate.")

    async def end(self, account: str) -> None:
        """Let an account moderate no more, because it is deleted."""

        def end(now: Moderators) -> list[Entry]:
            return [Distrusted(account=account)] if account in now.since else []

        await self._ledger.change(KEY, end)
