"""Tell pages what the operator announces: those that are connected at once, others when they come."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.server.announcements import log
from eddyline.server.base.outbox import Outbox, encode
from eddyline.server.logs.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Set as AbstractSet

    from eddyline.protocol.announcements import Announcement
    from eddyline.server.store import Store

LATELY = 3600
"""Seconds in which whoever connects again is told also that nothing is announced any more."""
AGAIN = 5.0
"""Seconds after which the log is read again that could not be read."""

_log = logging.getLogger(__name__)


class Announcements:
    """Know the clients that are to be told, and what."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._ledger: Ledger[log.Entry, log.Board] = Ledger(store, clock, log.KIND)
        self._began = clock()
        self._board = log.Board(log.KEY)
        self.pages: set[Outbox] = set()
        """All that are connected to this process."""
        self._news = asyncio.Event()
        self._told = 0
        """Number of what all clients were told last."""

    def now(self) -> Announcement:
        """Return what is announced now."""
        return self._board.message(self._clock(), self._began)

    def come(self, client: Outbox) -> None:
        """Tell a page that connects, and from then on until it goes."""
        self.pages.add(client)
        if self._board.number and (self._there() or self._clock() - self._board.at / 1000 < LATELY):
            client.answer(encode(self.now()))

    def go(self, client: Outbox) -> None:
        """Tell a page no more."""
        self.pages.discard(client)

    def hear(self, changed: AbstractSet[str] | None) -> None:
        """Take note of logs that another process has changed; None: any may have been."""
        if changed is None or log.KIND.log(log.KEY) in changed:
            self._news.set()

    async def keep_on(self) -> None:
        """Read what is announced, now and whenever that changes, until cancelled."""
        while True:
            self._news.clear()
            read = await self._read()
            try:
                await asyncio.wait_for(self._news.wait(), None if read else AGAIN)
            except TimeoutError:
                continue

    async def _read(self) -> bool:
        try:
            board = await self._ledger.read(log.KEY)
        except RefusalError as refusal:
            _log.warning("nobody knows what is announced: %s", refusal.message)
            return False
        self._board = board
        if board.number != self._told:
            self._told = board.number
            _log.info("an announcement was made" if self._there() else "nothing is announced any more")
            message = encode(self.now())
            for client in self.pages:
                client.answer(message)
        return True

    def _there(self) -> bool:
        now = self.now()
        return now.text is not None or now.restart is not None
