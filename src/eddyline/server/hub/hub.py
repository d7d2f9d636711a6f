"""Keep the tables in use in memory; the others are only in the store."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import math
from typing import TYPE_CHECKING

import msgspec

from eddyline.engine.registry import UnknownGameError
from eddyline.engine.registry import game as game_by_id
from eddyline.protocol import table as protocol
from eddyline.protocol.accounts import OwnTable
from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.account import SatDown
from eddyline.server.accounts.bots import Bots
from eddyline.server.accounts.people import People
from eddyline.server.base.heartbeat import Heartbeat
from eddyline.server.base.limits import Buckets, Places, neighbour
from eddyline.server.base.metrics import Metrics
from eddyline.server.base.names import bot_name, check_bot
from eddyline.server.chat.hall import Halls
from eddyline.server.friends.admission import Admission
from eddyline.server.friends.friends import Friends
from eddyline.server.friends.news import News
from eddyline.server.hub.agenda import Agenda
from eddyline.server.hub.doors import Doors
from eddyline.server.hub.ending import Ending
from eddyline.server.hub.vacations import try_to_follow
from eddyline.server.lobby import Lobby
from eddyline.server.logs.ledger import is_table
from eddyline.server.logs.troubles import refused_by
from eddyline.server.notices.at_tables import AtTables
from eddyline.server.notices.notices import Notices
from eddyline.server.presence.peers import Company
from eddyline.server.presence.site import Around
from eddyline.server.ratings.rater import Rater
from eddyline.server.room.bot_seats import BotSeats
from eddyline.server.room.leases import Lease, Leases
from eddyline.server.room.room import Room
from eddyline.server.room.shared import Shared
from eddyline.server.room.thinking import Thinkers
from eddyline.server.store import DeletedError, StoreError
from eddyline.server.table import entries
from eddyline.server.table.bot_choice import check_limit
from eddyline.server.table.journal import note_opened
from eddyline.server.table.rematch import rematch
from eddyline.server.table.seating import check_pace, check_rules, must_have_friends
from eddyline.server.table.state import token_hash
from eddyline.server.table.table import Table, load_table, open_table
from eddyline.server.tournaments.tournaments import Tournaments

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from concurrent.futures import Future

    from eddyline.protocol.accounts import HeldSeat
    from eddyline.server.accounts.account import Account
    from eddyline.server.base.settings import HeldDrafts, Settings
    from eddyline.server.lobby.part import Watcher
    from eddyline.server.store import Store

_log = logging.getLogger(__name__)

SOON = 120.0
"""Seconds: a table that goes on by itself within this is not worth unloading."""


class Hub:
    """Open and find tables, and unload those that nobody uses."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self._outside = settings.outside
        rate = settings.requests_per_minute
        self._requests = Buckets(rate / 60, rate / 2, self._outside.clock)
        self._checks = Buckets(rate / 10, rate, self._outside.clock)
        accounts = settings.accounts_per_hour or math.inf
        self._accounts = Buckets(accounts / 3600, accounts, self._outside.clock)
        self.addresses = Places(settings.connections_per_address)
        """WebSockets of each address."""
        self.people = People(store, self._outside, settings.hasher)
        self.bots = Bots(self.people, self._outside, self._plays)
        self.friends = Friends(store, self.now, self.people)
        self.admission = Admission(self.people, self.friends)
        self.halls = Halls(store, self.now, self.people, self.limit)
        self._rooms: dict[str, Room] = {}
        self.leases = Leases(store.peers)
        self.lobby = Lobby(self.now)
        self.watchers: set[Watcher] = set()
        """Connections of those who look at the lobby, or at a tournament."""
        self.around = Around(self.now, self._connected)
        self.people.asked = self.around.note
        self._ending = Ending(self.people, self.around, self._rooms, self.halls, self.watchers)
        news = News(self.friends, self.admission, self.around, self, self._outside)
        self.doors = Doors(self.friends, self.admission, self.lobby, self.watchers, self._rooms, self.halls, news)
        self.company = Company(store.peers, self._rooms, self.lobby, self.around)
        self.agenda = Agenda(self.now, self._load_due)
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._behind: set[str] = set()
        """Tables that another process has changed since their log was looked at."""
        self._catching_up: dict[str, asyncio.Task[None]] = {}
        self.rater = Rater(store, self.now)
        self.tournaments = Tournaments(store, self._outside, self.people, self.rater, self)
        self.notices = Notices(store, settings, self.people, AtTables(store, self._outside, self), news)
        self.metrics = Metrics()
        self.metrics.watch(lambda: [room.visitors.everybody() for room in list(self._rooms.values())])
        self._shared = Shared(
            settings, self.metrics, self.lobby, self.admission, self.rater, self._rematch, self._tell_of
        )
        self._thinkers = Thinkers(settings.bot_threads, settings.compiling, self.metrics)
        self._drafts = dict(settings.drafts)
        self.leaving: Mapping[str, asyncio.Future[list[str]]] = {}
        """Tables that are being deleted, with the outcome to come: which of them were."""
        self.heartbeat = Heartbeat(store, self._outside, self._count_anew)
        self._told: set[tuple[str, str]] = set()
        """Tables that could not be read, and why; each is logged once."""

    def now(self) -> float:
        """Return the time, in seconds since 1970."""
        return self._outside.clock()

    async def open(
        self,
        wish: protocol.NewTable,
        *,
        token: str | None = None,
        person: Account | None = None,
        fill_after: float | None = None,
    ) -> protocol.Seated:
        """Open a table and seat its host, with a secret `token` of their own if they have one. Raises RefusalError.

        A `person` with an account sits under the account's name; None: a guest.
        `fill_after` some seconds bots take the free seats.
        """
        try:
            game = game_by_id(wish.game)
        except UnknownGameError as error:
            raise RefusalError("bad_message", str(error)) from None
        options = check_rules(game, wish.preset, wish.options, wish.seats)
        if len(wish.bots) >= wish.seats:
            raise RefusalError("bad_message", f"expected at most {wish.seats - 1} bots, got {len(wish.bots)}")
        account, owner = (None, None) if person is None else (person.id, person.owner)
        if wish.access == "friends":
            must_have_friends(account)
        names = [await self.people.name_for(wish.name, person)]
        token = token or self._outside.token()
        opened = entries.Opened(
            game=wish.game,
            rules_version=game.rules_version,
            preset=wish.preset or game.default_preset,
            options=msgspec.to_builtins(options),
            seats=wish.seats,
            start=wish.start,
            bot_seconds=check_limit(wish.bot_seconds),
            pace=check_pace(wish.game, wish.pace),
            access=wish.access,
            rated=wish.rated,
            fill_after=fill_after,
            seed=self._outside.seed().hex(),
            chain=game.most_words(options),
        )
        host = entries.Joined(seat=0, name=names[0], token=token_hash(token), account=account, owner=owner)
        log: list[entries.Entry[int]] = [opened, host]
        if person is not None and (person.colour, person.pattern) != (None, None):
            log.append(entries.Painted(seat=0, colour=person.colour, pattern=person.pattern))
        for seat, bot in enumerate(wish.bots, start=wish.seats - len(wish.bots)):
            check_bot(wish.game, bot)
            names.append(bot_name(names))
            log.append(entries.BotSat(seat=seat, name=names[-1], bot=bot))
        table = self._outside.table_id()
        async with self.bots.sitting_down(person):
            await self.open_at(table, log)
        return protocol.Seated(table=table, seat=0, token=token)

    async def open_at(self, table: str, log: Sequence[entries.Entry[int]]) -> None:
        """Open a table of this id with its first entries; start its game if that is due. Raises RefusalError."""
        opened = await open_table(self.store, self._outside, table, log)
        self._take_in(opened)
        note_opened(opened.state)
        await opened.alone(opened.settle)
        await self._note_seats(opened)

    async def _note_seats(self, table: Table) -> None:
        """Let accounts know of their seats; whoever comes by the link is seated anyway."""
        state, opened = table.state, table.state.opened
        of_tournament = opened.tournament is not None
        sat = SatDown(table=state.id, game=opened.game, tournament=of_tournament, previous=opened.previous)
        for account in {seat.account for seat in state.seats if seat.account is not None}:
            try:
                await self.people.sat_down(account, sat)
            except RefusalError as refusal:
                _log.warning("an account was not told of its seat: %s", refusal.message, extra={"table": state.id})
        await try_to_follow(table, self.people)

    async def join(
        self, table: str, wish: protocol.Join, token: str | None = None, person: Account | None = None
    ) -> protocol.Seated:
        """Give somebody a seat, with a secret `token` of their own if they have one. Raises RefusalError.

        A `person` with an account sits under the account's name, with a number if a guest here is called so.
        """
        name = await self.people.name_for(wish.name, person)
        async with self.bots.sitting_down(person), self.room(table) as room:
            token = token or self._outside.token()
            sit = functools.partial(
                room.seating.join, token=token, seat=wish.seat, person=person, check=self.admission.must_seat
            )
            try:
                seat = await sit(name)
            except RefusalError as refusal:
                if person is None or refusal.suggestion is None:
                    raise
                seat = await sit(refusal.suggestion)
            if person is not None:
                await self._note_seats(room.table)
            return protocol.Seated(table=table, seat=seat, token=token)

    async def adopt(self, person: Account, held: HeldSeat) -> OwnTable | None:
        """Make a guest's seat the account's; None when there is no such seat. Raises RefusalError."""
        try:
            async with self.room(held.table) as room:
                if not await room.seating.adopt(held.token, person.id):
                    return None
                await self._note_seats(room.table)
                room.tell_presence()
                return OwnTable(table=held.table, game=room.table.state.opened.game)
        except RefusalError as refusal:
            if refusal.code in {"store", "unsettled"}:
                raise
            return None

    def limit(self, address: str, *, check: bool = False) -> None:
        """Count something that leaves a trace for good; raises RefusalError when an address does so too often.

        A `check` leaves none, and may be made six times as often: somebody is typing.
        """
        if not (self._checks if check else self._requests).take(neighbour(address)):
            raise RefusalError("too_fast", "Too many requests from your address; please wait a minute.")

    def limit_accounts(self, address: str) -> None:
        """Count a new account; raises RefusalError when an address has made too many."""
        if not self._accounts.take(key := neighbour(address)):
            minutes = math.ceil(self._accounts.wait(key) / 60)
            again = "in a minute" if minutes == 1 else f"in {minutes} minutes"
            raise RefusalError("many_accounts", f"Many accounts were made from your address; try again {again}.")

    async def _rematch(self, table: Table, by: int, address: str) -> str:
        """Open a table with the same options and seats; the players' tokens are valid there, too."""
        self.limit(address)
        again = self._outside.table_id()
        await self.open_at(again, rematch(table.state, by, self._outside.seed().hex()))
        return again

    @contextlib.asynccontextmanager
    async def room(self, table: str) -> AsyncIterator[Room]:
        """Keep a table in memory while the block runs. Raises RefusalError when there is no such table."""
        try:
            if (leaving := self.leaving.get(table)) and table in await asyncio.shield(leaving):
                raise DeletedError(table)
            room = self._rooms.get(table) or await self._load(table)
        except StoreError as error:
            if isinstance(error, DeletedError):
                self.lobby.drop(table)
            if (told := (table, str(error))) not in self._told:
                self._told.add(told)
                _log.error("table %s is refused: %s", table, error)
            raise refused_by(error) from error
        if room is None:
            self.lobby.drop(table)
            raise RefusalError("unknown", "There is no such table. Perhaps a letter is missing from the link?")
        room.users += 1
        try:
            yield room
        finally:
            room.users -= 1
            room.idle_since = self._outside.clock()

    def has(self, table: str) -> bool:
        """Return whether a table is in memory."""
        return table in self._rooms

    def _connected(self) -> AbstractSet[str]:
        """Return the accounts with a connection to this process: at a table, in the lobby, in a chat."""
        at_tables = {each.account for room in self._rooms.values() for each in room.connections}
        accounts = at_tables | {watcher.account for watcher in self.watchers} | self.halls.accounts()
        return {account for account in accounts if account is not None}

    async def _plays(self, account: str, table: str) -> bool:
        """Return whether an account has something to play at a table, now or later. Raises RefusalError."""
        try:
            async with self.room(table) as room:
                seat, state = room.table.seat_of(None, account), room.table.state
                return seat is not None and state.status != "over" and not state.seats[seat].resigned
        except RefusalError as refusal:
            if refusal.code in {"store", "unsettled"}:
                raise
            return False  # nobody can play there

    def _count_anew(self) -> None:
        for room in self.rooms():
            room.alarms.watch_clock()
            room.tell_presence()

    def rooms(self) -> list[Room]:
        """List the tables in memory."""
        return list(self._rooms.values())

    def in_use(self, table: str) -> bool:
        """Return whether anybody is at a table, or about to be."""
        return table in self._loading or (table in self._rooms and self._rooms[table].users > 0)

    async def catch_up(self, changed: AbstractSet[str] | None = None) -> None:
        """Go on from what another process did to these tables, or to any, as far as they are in memory."""
        self._ending.catch_up(changed)
        self.doors.catch_up(changed)
        tables = self._rooms.keys() | self._loading.keys()
        behind = tables if changed is None else tables & changed
        self._behind |= behind
        for table in behind - self._catching_up.keys():
            task = asyncio.get_running_loop().create_task(self._catch_up_with(table))
            self._catching_up[table] = task
        self.tournaments.hear(changed)
        await self.heartbeat.hear(changed)
        waited = [self._catching_up[table] for table in behind]
        await self.halls.catch_up(changed)
        if waited:
            await asyncio.wait(waited)

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
        room = self._rooms.get(table)
        if room is None:
            return
        try:
            await room.table.look_again()
        except RefusalError as refusal:  # any other is found out before its next change
            if refusal.code == "deleted" and self._rooms.get(table) is room:
                del self._rooms[table]
                await room.close(refusal)
                self.lobby.drop(table)
                _log.info("a deleted table was closed", extra={"table": table})

    async def watch_store(self, again: float = 1.0) -> None:
        """Notice what other processes do to the store, until cancelled."""
        catching_up: set[asyncio.Task[None]] = set()
        while True:
            try:
                changed = await self.store.changes()
            except StoreError:  # the store says so itself, to the host and to everybody who wants to change anything
                await asyncio.sleep(again)
                continue
            # No table waits for another one.
            task = asyncio.get_running_loop().create_task(self.catch_up(changed))
            catching_up.add(task)
            task.add_done_callback(catching_up.discard)

    async def _load(self, table: str) -> Room | None:
        if not is_table(table):
            return None
        if table not in self._loading:

            async def load() -> Room | None:
                try:
                    loaded = await load_table(self.store, self._outside, table)
                    if loaded is None:
                        return None
                    await try_to_follow(loaded, self.people)
                    return self._take_in(loaded)
                finally:
                    del self._loading[table]

            self._loading[table] = asyncio.get_running_loop().create_task(load())
        return await asyncio.shield(self._loading[table])

    def held_drafts(self) -> HeldDrafts:
        """Return the unfinished drafts, so that another server can continue them."""
        return self._drafts | {
            room.table.state.id: (room.table.state.version, room.table.drafts.held())
            for room in self._rooms.values()
            if room.table.drafts is not None
        }

    def _take_in(self, table: Table) -> Room:
        settings = self.settings
        version, held = self._drafts.pop(table.state.id, (0, {}))
        if table.drafts is not None and version == table.state.version:
            table.drafts.take_up(held)
        seed = self._outside.entropy()
        lease = Lease(self.leases, table.state.id)
        # What a tournament waits for is played though nobody is there.
        rest_after = None if table.state.opened.tournament else settings.bots_rest_after
        bots = BotSeats(table, self._thinkers, settings.bot_pause, seed, rest_after, lease)
        room = Room(table, bots, self._shared)
        self._rooms[table.state.id] = room
        self.tournaments.rounds.watch(table)
        self.doors.look(table.state.id)
        self.agenda.note(table.state.id, None)
        self.company.tell(table.state.id, asks=True)
        return room

    def _tell_of(self, table: str) -> None:
        self.company.tell(table)
        self.doors.look(table)

    async def tell_when_prepared(self) -> None:
        """Wait for the bots that are still being compiled, and notify their tables when they can play."""

        async def wait(game: str, compiling: Future[None]) -> None:
            # When compiling fails, another bot stands in; see `BotSeats`.
            with contextlib.suppress(Exception):
                await asyncio.wrap_future(compiling)
            for room in self._rooms.values():
                if room.table.state.opened.game == game:
                    room.tell_presence()

        await asyncio.gather(*(wait(*each) for each in self.settings.compiling.items()))

    async def forget_idle(self) -> int:
        """Unload the tables that nobody has used for a while and where no bot is thinking; return how many."""
        if self._outside.outages.going_on() is not None:  # nobody knows when the tables are due
            return 0
        before = self._outside.clock() - self.settings.forget_after
        idle = [
            table
            for table, room in self._rooms.items()
            if room.users == 0 and not room.bots.busy and room.idle_since <= before and not self._soon_due(room)
        ]
        for table in idle:
            room = self._rooms.pop(table)
            await room.close()
            self.agenda.note(table, room.table.state.due)
            self.doors.look(table)
            _log.info("table unloaded", extra={"table": table, "tables": len(self._rooms)})
        return len(idle)

    def _soon_due(self, room: Room) -> bool:
        """Return whether a table goes on so soon, although nobody is there, that it is not worth unloading."""
        due = room.table.state.due
        return due is not None and due <= self.now() + SOON

    async def _load_due(self, table: str) -> None:
        async with self.room(table):
            pass

    async def keep_tidy(self, every: float = 60.0) -> None:
        """Unload idle tables periodically, until cancelled."""
        while True:
            await asyncio.sleep(every)
            try:
                await self.forget_idle()
            except Exception:  # noqa: BLE001 - the next time it may work
                _log.exception("idle tables were not unloaded")

    async def close(self) -> None:
        """Stop every bot, finish every write, close all connections and the store."""
        await self.doors.close()
        for watcher in list(self.watchers):
            watcher.close()
        await self.tournaments.rounds.finish()
        await self.notices.finish()
        for room in list(self._rooms.values()):
            await room.close()
        self.halls.close()
        self._thinkers.close()
        self.people.close()
        await self.heartbeat.end()
        await self.store.close()
