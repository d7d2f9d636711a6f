"""Keep the tables in use in memory; the others are only in the store."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.account import SatDown
from eddyline.server.history.history import History
from eddyline.server.hub.vacations import try_to_follow
from eddyline.server.logs.ledger import is_table
from eddyline.server.logs.troubles import refused_by
from eddyline.server.room.leases import Leases
from eddyline.server.room.room import Room
from eddyline.server.room.shared import Shared
from eddyline.server.room.thinking import Thinkers
from eddyline.server.store import DeletedError, StoreError
from eddyline.server.table.journal import note_opened
from eddyline.server.table.stored import load_state, open_log
from eddyline.server.tasks import periodically

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from concurrent.futures import Future

    from eddyline.server.base.settings import HeldDrafts
    from eddyline.server.hub.hub import Hub
    from eddyline.server.table.entries import Entry
    from eddyline.server.table.state import TableState
    from eddyline.server.table.table import Table

_log = logging.getLogger(__name__)

NOT_UNLOADED_BEFORE = 120.0
"""Seconds: a table that goes on by itself within this is not worth unloading."""


class Tables:
    """Open and find the tables of a server, load them, and unload those that nobody uses."""

    def __init__(self, hub: Hub) -> None:
        settings = hub.settings
        self._hub = hub
        self._outside = settings.outside
        self.history = History(hub.store, self._state_of)
        self.leases = Leases(hub.store.peers)
        self.thinkers = Thinkers(settings.bot_threads, settings.compiling, hub.metrics)
        self._shared = Shared(
            settings=settings,
            store=hub.store,
            metrics=hub.metrics,
            thinkers=self.thinkers,
            leases=self.leases,
            lobby=hub.lobby,
            admission=hub.friends.admission,
            rater=hub.rater,
            find_person=hub.people.find,
            rematch=hub.opening.rematch,
            tell_others=self._tell_of,
            published=self._published,
        )
        self.in_memory: dict[str, Room] = {}
        self.leaving: Mapping[str, asyncio.Future[list[str]]] = {}
        """Tables that are being deleted, with the outcome to come: which of them were."""
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._behind: set[str] = set()
        """Tables that another process has changed since their log was looked at."""
        self._catching_up: dict[str, asyncio.Task[None]] = {}
        self._drafts = dict(settings.drafts)
        self._told: set[tuple[str, str]] = set()
        """Tables that could not be read, and why; each is logged once."""

    @contextlib.asynccontextmanager
    async def room(self, table: str) -> AsyncIterator[Room]:
        """Keep a table in memory while the block runs. Raises RefusalError when there is no such table."""
        try:
            if (leaving := self.leaving.get(table)) and table in await asyncio.shield(leaving):
                raise DeletedError(table)
            room = self.in_memory.get(table) or await self._load(table)
        except StoreError as error:
            if isinstance(error, DeletedError):
                self._hub.lobby.drop(table)
            if (told := (table, str(error))) not in self._told:
                self._told.add(told)
                _log.error("table %s is refused: %s", table, error)
            raise refused_by(error) from error
        if room is None:
            self._hub.lobby.drop(table)
            raise RefusalError("unknown", "There is no such table. Perhaps a letter is missing from the link?")
        room.users += 1
        try:
            yield room
        finally:
            room.users -= 1
            room.idle_since = self._outside.clock()

    async def open_at(self, table: str, log: Sequence[Entry[int]]) -> None:
        """Open a table of this id with its first entries; start its game if that is due. Raises RefusalError."""
        opened = self.take_in(Room(await open_log(self._hub.store, self._outside, table, log), self._shared)).table
        note_opened(opened.state)
        await opened.alone(opened.settle)
        await self.note_seats(opened)

    async def note_seats(self, table: Table) -> None:
        """Let accounts know of their seats; whoever comes by the link is seated anyway."""
        state, opened = table.state, table.state.opened
        of_tournament = opened.tournament is not None
        sat = SatDown(table=state.id, game=opened.game, tournament=of_tournament, previous=opened.previous)
        for account in {seat.account for seat in state.seats if seat.account is not None}:
            try:
                await self._hub.people.sat_down(account, sat)
            except RefusalError as refusal:
                _log.warning("an account was not told of its seat: %s", refusal.message, extra={"table": state.id})
        await try_to_follow(table, self._hub.people)

    def rooms(self) -> list[Room]:
        """List the tables in memory."""
        return list(self.in_memory.values())

    def has(self, table: str) -> bool:
        """Return whether a table is in memory."""
        return table in self.in_memory

    def in_use(self, table: str) -> bool:
        """Return whether anybody is at a table, or about to be."""
        return table in self._loading or (table in self.in_memory and self.in_memory[table].users > 0)

    def catch_up(self, changed: AbstractSet[str] | None) -> list[asyncio.Task[None]]:
        """Go on from what another process did to these tables, or to any, as far as they are in memory.

        Returns what does so.
        """
        tables = self.in_memory.keys() | self._loading.keys()
        behind = tables if changed is None else tables & changed
        self._behind |= behind
        for table in behind - self._catching_up.keys():
            task = asyncio.get_running_loop().create_task(self._catch_up_with(table))
            self._catching_up[table] = task
        return [self._catching_up[table] for table in behind]

    async def _catch_up_with(self, table: str) -> None:
        """Look at a log until nothing has changed since the last look."""
        try:
            while table in self._behind:
                if (loading := self._loading.get(table)) is not None:
                    await asyncio.wait([loading])
                self._behind.discard(table)
                await self._look_again(table)
        except Exception:  # noqa: BLE001 - the next time it may work
            _log.exception("a table did not catch up with the store", extra={"table": table})
        finally:
            self._behind.discard(table)
            del self._catching_up[table]

    async def _look_again(self, table: str) -> None:
        """Go on from the log of a table; close the table if it was deleted."""
        room = self.in_memory.get(table)
        if room is None:
            return
        try:
            await room.table.look_again()
        except RefusalError as refusal:  # any other is found out before its next change
            if refusal.code == "deleted" and self.in_memory.get(table) is room:
                del self.in_memory[table]
                await room.close(refusal)
                self._hub.lobby.drop(table)
                _log.info("a deleted table was closed", extra={"table": table})

    async def _load(self, table: str) -> Room | None:
        if not is_table(table):
            return None
        if table not in self._loading:

            async def load() -> Room | None:
                try:
                    state = await load_state(self._hub.store, self._outside, table)
                    if state is None:
                        return None
                    room = Room(state, self._shared)
                    try:
                        await room.table.resume()
                        await try_to_follow(room.table, self._hub.people)
                    except BaseException:
                        await room.close()
                        raise
                    return self.take_in(room)
                finally:
                    del self._loading[table]

            self._loading[table] = asyncio.get_running_loop().create_task(load())
        return await asyncio.shield(self._loading[table])

    def held_drafts(self) -> HeldDrafts:
        """Return the unfinished drafts, so that another server can continue them."""
        return self._drafts | {
            room.table.state.id: (room.table.state.version, room.table.drafts.held())
            for room in self.in_memory.values()
            if room.table.drafts is not None
        }

    def take_in(self, room: Room) -> Room:
        """Keep a table that was loaded, with its people and bots."""
        table = room.table
        version, held = self._drafts.pop(table.state.id, (0, {}))
        if table.drafts is not None and version == table.state.version:
            table.drafts.take_up(held)
        room.begin()
        self.in_memory[table.state.id] = room
        self._hub.changes.doors.look(table.state.id)
        self._hub.agenda.note(table.state.id, None)
        self._hub.peers.tell(table.state.id, asks=True)
        return room

    async def tell_when_prepared(self) -> None:
        """Wait for the bots that are still being compiled, and notify their tables when they can play."""

        async def wait(game: str, compiling: Future[None]) -> None:
            # When compiling fails, another bot stands in; see `BotSeats`.
            with contextlib.suppress(Exception):
                await asyncio.wrap_future(compiling)
            for room in self.in_memory.values():
                if room.table.state.opened.game == game:
                    room.tell_presence()

        await asyncio.gather(*(wait(*each) for each in self._hub.settings.compiling.items()))

    async def forget_idle(self) -> int:
        """Unload the tables that nobody has used for a while and where no bot is thinking; return how many."""
        if self._outside.outages.going_on() is not None:  # nobody knows when the tables are due
            return 0
        before = self._outside.clock() - self._hub.settings.forget_after
        idle = [
            table
            for table, room in self.in_memory.items()
            if room.users == 0 and not room.bots.busy and room.idle_since <= before and not self._soon_due(room)
        ]
        for table in idle:
            room = self.in_memory.pop(table)
            await room.close()
            self._hub.agenda.note(table, room.table.state.due)
            self._hub.changes.doors.look(table)
            _log.info("table unloaded", extra={"table": table, "tables": len(self.in_memory)})
        return len(idle)

    def _soon_due(self, room: Room) -> bool:
        """Return whether a table goes on so soon, although nobody is there, that it is not worth unloading."""
        due = room.table.state.due
        return due is not None and due <= self._hub.now() + NOT_UNLOADED_BEFORE

    async def load_due(self, table: str) -> None:
        """Load a table that goes on by itself. Raises RefusalError."""
        async with self.room(table):
            pass

    async def keep_tidy(self, every: float = 60.0) -> None:
        """Unload idle tables periodically, until cancelled."""
        await periodically(self.forget_idle, every, "idle tables were not unloaded")

    def _tell_of(self, table: str) -> None:
        self._hub.peers.tell(table)
        self._hub.changes.doors.look(table)

    def _state_of(self, table: str) -> TableState | None:
        room = self.in_memory.get(table)
        return None if room is None else room.table.state

    def _published(self, state: TableState) -> None:
        self._hub.changes.waits.changed(state)
        if state.status != "over":
            return
        self.history.note(state)
        if state.opened.tournament is not None:
            self._hub.tournaments.rounds.go_on_soon(state.opened.tournament)

    async def close(self) -> None:
        """Stop every bot, finish every write, and close all connections."""
        for room in list(self.in_memory.values()):
            await room.close()
        self.thinkers.close()
