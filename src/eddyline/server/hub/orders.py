"""Carry out what operators have ordered beside the server: delete accounts, and show their new names everywhere."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Protocol

from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts import orders as log
from eddyline.server.logs.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from eddyline.server.accounts.account import Account
    from eddyline.server.hub.hub import Hub

AGAIN = 5.0
"""Seconds after which an order is tried again that could not be carried out."""

_log = logging.getLogger(__name__)


class Hands(Protocol):
    """Reach all that is kept of an account. Methods may be called again, and raise RefusalError."""

    async def delete(self, account: Account) -> None:
        """Delete an account with all that is kept of it."""

    async def rename(self, account: Account) -> None:
        """Show an account's name wherever a former one stands."""


class Orders:
    """Know what is still to be done. Several processes may do it at the same time."""

    def __init__(self, hub: Hub) -> None:
        self._people = hub.people
        self._ledger: Ledger[log.Entry, log.Pending] = Ledger(hub.store, hub.now, log.KIND)
        self._news = asyncio.Event()

    def hear(self, changed: AbstractSet[str] | None) -> None:
        """Take note of logs that another process has changed; None: any may have been."""
        if changed is None or log.KIND.log(log.KEY) in changed:
            self._news.set()

    async def keep_on(self, hands: Hands) -> None:
        """Carry out what was ordered, now and whenever something is, until cancelled."""
        while True:
            self._news.clear()
            done = await self.carry_out(hands)
            try:
                await asyncio.wait_for(self._news.wait(), None if done else AGAIN)
            except TimeoutError:
                continue

    async def carry_out(self, hands: Hands) -> bool:
        """Carry out what was ordered, as far as possible; return whether it all was."""
        try:
            pending = list((await self._ledger.read(log.KEY)).orders)
        except RefusalError as refusal:
            _log.warning("nobody knows what operators have ordered: %s", refusal.message)
            return False
        return all([await self._carry_out(account, what, hands) for account, what in pending])

    async def _carry_out(self, account: str, what: log.What, hands: Hands) -> bool:
        try:
            found = await self._people.find(account)
            if found is not None:
                await (hands.delete(found) if what == "delete" else hands.rename(found))
            done = log.CarriedOut(account=account, what=what)
            await self._ledger.change(log.KEY, lambda now: [done] if (account, what) in now.orders else [])
        except RefusalError as refusal:
            _log.warning("an operator's order is not carried out yet: %s", refusal.message, extra={"order": what})
            return False
        _log.info("an operator's order was carried out", extra={"order": what})
        return True
