"""Let pages know that something has changed at tables where their accounts sit: they ask which of them wait.

They are told soon, not at once, so that fast turns cost little, and never what has changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.protocol.lobby import TablesChanged
from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.account import KIND
from eddyline.server.base.outbox import encode
from eddyline.server.logs.ledger import is_table
from eddyline.server.tasks import periodically

if TYPE_CHECKING:
    from collections.abc import Collection
    from collections.abc import Set as AbstractSet

    from eddyline.server.accounts.people import People
    from eddyline.server.base.outbox import Outbox
    from eddyline.server.table.state import TableState

NEWS = encode(TablesChanged())


class Waits:
    """Remember whose tables have changed until their pages are told."""

    def __init__(self, people: People, pages: Collection[Outbox]) -> None:
        self._people = people
        self._pages = pages
        self._accounts: set[str] = set()
        self._elsewhere: set[str] = set()
        """Logs of tables and accounts that other processes have changed: nobody here may know who sits there."""
        self._everybody = False

    def changed(self, state: TableState) -> None:
        """Take note of a new version of a table in memory."""
        self._accounts.update(seat.account for seat in state.seats if seat.account is not None)

    def catch_up(self, changed: AbstractSet[str] | None) -> None:
        """Take note of logs that another process has changed; None: any may have been."""
        if changed is None:
            self._everybody = True
        else:
            self._elsewhere.update(log for log in changed if is_table(log) or KIND.key(log) is not None)

    async def tell(self) -> None:
        """Tell the pages of all whose tables have changed since the last time."""
        accounts, self._accounts = self._accounts, set()
        logs, self._elsewhere = self._elsewhere, set()
        everybody, self._everybody = self._everybody, False
        if logs and not everybody:
            for account in {page.account for page in self._pages if page.account is not None} - accounts:
                if await self._concerns(logs, account):
                    accounts.add(account)
        for page in self._pages:
            if page.account is not None and (everybody or page.account in accounts):
                page.answer(NEWS)

    async def _concerns(self, logs: AbstractSet[str], account: str) -> bool:
        if KIND.log(account) in logs:
            return True
        try:
            person = await self._people.find(account)
        except RefusalError:  # whoever asks is told why
            return True
        return person is not None and not logs.isdisjoint(person.tables)

    async def keep_on(self, every: float = 10.0) -> None:
        """Tell pages from time to time, until cancelled."""
        await periodically(self.tell, every, "pages were not told that tables have changed")
