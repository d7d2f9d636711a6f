"""Find out what people who are away should know of the tables in memory.

Only what every visitor of a table may see is looked at.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from eddyline.engine.registry import game as game_by_id
from eddyline.server.logs.ledger import is_table
from eddyline.server.notices.occasions import Occasion
from eddyline.server.store import StoreError
from eddyline.server.table.stored import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.protocol.table_info import TableInfo
    from eddyline.server.base.outside import Outside
    from eddyline.server.notices.occasions import Kind
    from eddyline.server.store import Kept, Store
    from eddyline.server.table.in_memory import TableInMemory, Tables
    from eddyline.server.table.state import TableState

AWAY_FROM_TABLE = 20.0
"""Seconds for which somebody must be away from a table: whoever loads a page anew is told nothing."""
CHANGED_LATELY = 900.0
"""Seconds: tables that were changed so lately are looked at when the server starts; perhaps nobody was told yet."""
TABLES_AT_ONCE = 50
"""Tables that are looked at before others have a turn."""


class AtTables:
    """Look at tables for those who owe a turn, and for those whose game is over."""

    def __init__(self, store: Store, outside: Outside, tables: Tables) -> None:
        self._store = store
        self._outside = outside
        self._tables = tables

    async def begin(self, kept: Sequence[Kept]) -> None:
        """Load the tables that were changed lately and of which people with accounts may have to know something."""
        now, outages = self._outside.clock(), self._outside.outages
        for each in kept:
            if not is_table(each.table) or self._tables.has(each.table):
                continue
            if outages.elapsed(each.changed / 1000, now) > CHANGED_LATELY:
                continue
            state = await self._read(each.table)
            if state is None or (state.match is None and not state.invited):
                continue
            if any(seat.account for seat in state.seats):
                async with self._tables.room(each.table):
                    pass

    async def _read(self, table: str) -> TableState | None:
        """Return how a table that is not in memory stands; None for one that cannot be read: whoever comes is told."""
        try:
            return await asyncio.to_thread(fold, table, await self._store.load(table))
        except StoreError:
            return None

    async def turns_of(self, account: str, told: Sequence[str]) -> tuple[str, ...]:
        """List the tables where it is somebody's turn: of those in memory, and of others that they were `told` of."""
        here = [room.table.state for room in self._tables.rooms()]
        others = [await self._read(table) for table in told if not self._tables.has(table)]
        now = self._outside.clock()
        # One of the others may have been loaded meanwhile.
        found = (state.id for state in [*here, *others] if state is not None and _owes(state, account, now))
        return tuple(dict.fromkeys(found))

    async def look(self) -> list[Occasion]:
        """List what people who are away should know of the tables in memory."""
        found: list[Occasion] = []
        for number, room in enumerate(self._tables.rooms()):
            found += self._of(room)
            if number % TABLES_AT_ONCE == 0:
                await asyncio.sleep(0)
        return found

    def _of(self, room: TableInMemory) -> Sequence[Occasion]:
        state = room.table.state
        online = room.online()
        away = [number for number, seat in enumerate(state.seats) if seat.account and number not in online]
        if state.match is None or not away or (state.status == "running" and state.to_play.isdisjoint(away)):
            return ()
        ended = state.facts.ended.at / 1000 if state.facts.ended else None
        return occasions(room.info(), game_by_id(state.opened.game).name, state.shown, ended, self._outside.clock())


def _owes(state: TableState, account: str, now: float) -> bool:
    """Return whether it is somebody's turn at a table."""
    theirs = (number for number in state.awaited if state.seats[number].account == account)
    return any(not state.seats[each].resigned and state.timing.vacation(each, now) is None for each in theirs)


def occasions(info: TableInfo, game: str, shown: int, ended: float | None, now: float) -> list[Occasion]:
    """List what people who are away should know of a table.

    `shown` is the version that brought the present position, `ended` when the game was over, in seconds since 1970.
    """
    found = []
    for seat in info.seats:
        if seat.account is None or seat.kind != "human" or seat.away is None or seat.away < AWAY_FROM_TABLE:
            continue
        others = tuple(each.name for each in info.seats if each.seat != seat.seat and each.kind != "open")
        about = seat.account, info.id, game, others
        # Who is on vacation is told when it is over.
        owes = seat.thinking and not seat.resigned and seat.bot is None and seat.vacation is None
        if info.status == "running" and owes:
            found.append(_occasion("turn", shown, *about))
        elif info.status == "over" and info.rematch is not None:
            found.append(_occasion("rematch", 0, *about))
        elif info.status == "over" and ended is not None and now - seat.away < ended:
            found.append(_occasion("over", 0, *about))
    return found


def _occasion(kind: Kind, number: int, account: str, table: str, game: str, others: tuple[str, ...]) -> Occasion:
    key = f"{table}.{kind}.{number}"
    return Occasion(key, account, kind, tag=table, path=f"t/{table}", names=others, game=game)
