"""Keep the index of games up with the logs of the tables, and answer from it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import msgspec

from eddyline.protocol.history import GamesPage, PlayedGame, PlayedTimes
from eddyline.protocol.pace import HOUR
from eddyline.protocol.refusal import RefusalError
from eddyline.server.history.played import concerns_accounts, played
from eddyline.server.logs.ledger import is_table
from eddyline.server.logs.troubles import OtherRulesError, refused_by
from eddyline.server.store import StoreError
from eddyline.server.table.stored import fold
from eddyline.server.tasks import Tasks, periodically

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from eddyline.server.store import Played, Row, Store, Wanted
    from eddyline.server.table.state import TableState

_log = logging.getLogger(__name__)

GAMES_AT_ONCE = 50
"""Games of a page."""
QUARTER = 900_000
"""Milliseconds of a quarter of an hour: what every time zone is a whole number of."""

_decoder = msgspec.json.Decoder(PlayedGame)


class History:
    """Know the games of all accounts that are over."""

    def __init__(self, store: Store, in_memory: Callable[[str], TableState | None]) -> None:
        """Use a store; of tables that are `in_memory` it is known how they are."""
        self._store = store
        self._in_memory = in_memory
        self._noting = Tasks()
        self.collecting: set[str] = set()
        """Accounts whose records are being sent: one archive at a time keeps a thread busy."""

    # ---- what goes in ----

    def note(self, state: TableState) -> None:
        """Take note, soon, of a version of a table whose game is over; what is lost meanwhile is found later."""
        self._noting.begin(self._note(state))

    async def _note(self, state: TableState) -> None:
        try:
            await self._store.games.put(state.id, state.version, played(state))
        except StoreError as error:
            _log.warning("a game is noted later: %s", error, extra={"table": state.id})

    async def keep_up(self, every: float = HOUR) -> None:
        """Look now and periodically what is missing, until cancelled."""
        await periodically(self.catch_up, every, "not all games are in the histories of their players", at_once=True)

    async def catch_up(self) -> int:
        """Read the tables that have changed since they were last looked at, the newest first; return how many.

        A process may have ended between the end of a game and its note; a store may be from before there were any; an
        index may be lost. Tables that were deleted go. Raises StoreError.
        """
        # In this order: of a table that goes on meanwhile, the version in the store is the later one.
        known = await self._store.games.versions()
        kept = [each for each in await self._store.tables() if is_table(each.table)]
        there = {each.table: each.version for each in kept}
        # A shorter log is another one: that of a backup.
        await self._store.games.drop([table for table, version in known.items() if there.get(table, 0) < version])
        missing = [each for each in kept if known.get(each.table, 0) != each.version]
        read = 0
        for each in sorted(missing, key=lambda each: -each.changed):
            state = self._in_memory(each.table)
            if state is None:
                read += await self._read(each.table)
            elif state.status == "over":
                await self._note(state)
        return read

    async def _read(self, table: str) -> bool:
        try:
            rows = await self._store.load(table)
            found = await asyncio.to_thread(_found, table, rows)
            await self._store.games.put(table, len(rows), found)
        except (OtherRulesError, StoreError, msgspec.DecodeError) as error:
            # Whoever comes to the table is told the same; others must not miss their games for it.
            _log.info("a table is in nobody's history: %s", error, extra={"table": table})
            return False
        return True

    async def gone(self, tables: Sequence[str]) -> None:
        """Take tables that were deleted out of the histories. Raises StoreError."""
        await self._store.games.drop(tables)

    async def forget(self, account: str) -> None:
        """Forget the games of an account that is being deleted. Raises RefusalError."""
        try:
            await self._store.games.forget(account)
        except StoreError as error:
            raise refused_by(error) from error

    async def finish(self) -> None:
        """Finish what was begun."""
        await self._noting.finish()

    # ---- what is asked ----

    async def page(self, wanted: Wanted) -> GamesPage:
        """List some games. Raises RefusalError."""
        try:
            # One more tells whether there are any after them.
            found = await self._store.games.page(wanted._replace(most=wanted.most + 1))
        except StoreError as error:
            raise refused_by(error) from error
        shown = found[: wanted.most]
        return GamesPage(
            games=tuple(_decoder.decode(each.told) for each in shown),
            more=f"{shown[-1].ended}.{shown[-1].table}" if len(found) > len(shown) else None,
        )

    async def every(self, wanted: Wanted) -> AsyncIterator[PlayedGame]:
        """List games page by page. Raises RefusalError."""
        page: GamesPage | None = None
        while page is None or page.more is not None:
            page = await self.page(wanted)
            for each in page.games:
                yield each
            wanted = wanted._replace(before=place(page.more or ""))

    async def times(self, account: str) -> PlayedTimes:
        """Tell when the games of an account ended. Raises RefusalError."""
        try:
            found = await self._store.games.times(account)
        except StoreError as error:
            raise refused_by(error) from error
        return PlayedTimes(quarters=tuple(at // QUARTER for at in found))


def place(text: str) -> tuple[int, str] | None:
    """Read where a page begins; None: the first. Raises RefusalError."""
    if not text:
        return None
    at, _, table = text.partition(".")
    if not (at.isascii() and at.isdecimal() and len(at) < 16 and 0 < len(table) <= 64):
        raise RefusalError("bad_message", f"expected what a page of games gave as `more`, got {text[:80]!a}")
    return int(at), table


def _found(table: str, rows: Sequence[Row]) -> list[Played]:
    """Find what a log says; nothing of a game that is not over. Raises StoreError and msgspec.DecodeError."""
    state = fold(table, rows) if concerns_accounts(rows) else None
    return [] if state is None else played(state)
