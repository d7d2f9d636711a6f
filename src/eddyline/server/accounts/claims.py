"""Know which account a name belongs to. Names that look alike are one name, and nobody gets a name a second time."""

from __future__ import annotations

import functools
import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.names import exact_looks, looks
from eddyline.server.logs.ledger import Kind, Ledger

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from eddyline.server.store import Store

CREATED_WITHIN = 60_000
"""Milliseconds in which whoever has claimed a name creates the account, unless the server ended in between."""


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", omit_defaults=True):
    pass


class Claimed(_Entry, tag="claimed", frozen=True, kw_only=True):
    """Give the name to an account."""

    account: str


class Retired(_Entry, tag="retired", frozen=True, kw_only=True):
    """Keep the name from everybody: its account was deleted."""


Entry: TypeAlias = Claimed | Retired


@dataclass(slots=True)
class Claim:
    """Say whose a name is."""

    key: str
    account: str | None = None
    at: int = 0
    retired: bool = False

    def apply(self, entry: Entry, at: int) -> None:
        """Take in the next entry of the log."""
        match entry:
            case Claimed():
                self.account, self.at = entry.account, at
            case Retired():
                self.account, self.retired = None, True


KIND: Kind[Entry, Claim] = Kind("name", msgspec.json.Decoder(Entry), Claim)


def keys(name: str) -> list[str]:
    """Return the keys of all that a name looks like, first those with its accents; names that look alike share one.

    Accounts from before accents were ignored have only the first, and may differ in accents alone.
    """
    exact = exact_looks(name)
    return [*_digests(exact), *_digests(looks(name) - exact)]


def _digests(found: set[str]) -> list[str]:
    return sorted(hashlib.sha256(look.encode()).hexdigest() for look in found)


class Claims:
    """Give names to accounts; `exists` tells whether there is an account of an id."""

    def __init__(self, store: Store, clock: Callable[[], float], exists: Callable[[str], Awaitable[bool]]) -> None:
        self._clock = clock
        self._exists = exists
        self._ledger: Ledger[Entry, Claim] = Ledger(store, clock, KIND)

    async def holder(self, name: str) -> str | None:
        """Return the id of the account that a name, or one that looks like it, belongs to; it may not exist (yet)."""
        found = [await self._ledger.read(key) for key in keys(name)]
        return next((claim.account for claim in found if claim.account is not None), None)

    async def claim(self, name: str, account: str) -> None:
        """Give a name to an account that is about to be created. Raises RefusalError when it is somebody else's."""
        for key in keys(name):
            held = (await self._ledger.read(key)).account
            void = held if held is not None and not await self._exists(held) else None
            await self._ledger.change(key, functools.partial(self._claim, account=account, void=void))

    def _claim(self, claim: Claim, *, account: str, void: str | None) -> list[Entry]:
        # An account that was never created holds no name, except while it may be about to be.
        stale = claim.account == void and self._clock() * 1000 - claim.at > CREATED_WITHIN
        if claim.retired or not (claim.account is None or claim.account == account or stale):
            raise RefusalError("name_taken", "Somebody already has this name, or one that looks like it.")
        return [] if claim.account == account else [Claimed(account=account)]

    async def extend(self, name: str, account: str) -> None:
        """Give an account from before accents were ignored the names that look like its own and are nobody's."""
        for key in keys(name):
            claim = await self._ledger.read(key)
            if claim.account is None and not claim.retired:
                await self._ledger.change(
                    key, lambda now: [] if now.account or now.retired else [Claimed(account=account)]
                )

    async def retire(self, name: str, account: str) -> None:
        """Keep an account's name from everybody, but nobody's own from them."""
        for key in keys(name):
            await self._ledger.change(
                key, lambda claim: [] if claim.retired or claim.account not in {None, account} else [Retired()]
            )
