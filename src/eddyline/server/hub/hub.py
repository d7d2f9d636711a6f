"""Put all rooms of a server together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from eddyline.server.accounts.people import People
from eddyline.server.base.heartbeat import Heartbeat
from eddyline.server.base.limits import Limits, Places
from eddyline.server.base.metrics import Metrics
from eddyline.server.chat.hall import Halls
from eddyline.server.friends.friends import Friends
from eddyline.server.hub.agenda import Agenda
from eddyline.server.hub.changes import Changes
from eddyline.server.hub.opening import Opening
from eddyline.server.hub.tables import Tables
from eddyline.server.lobby.lobby import Lobby
from eddyline.server.notices.notices import Notices
from eddyline.server.presence.peers import PeerPresence
from eddyline.server.presence.site import SitePresence
from eddyline.server.ratings.rater import Rater
from eddyline.server.reports.reports import Reports
from eddyline.server.tournaments.tournaments import Tournaments

if TYPE_CHECKING:
    from collections.abc import Collection
    from collections.abc import Set as AbstractSet

    from eddyline.server.accounts.account import Account
    from eddyline.server.base.settings import Settings
    from eddyline.server.store import Store


class Hub:
    """Hold one value of each room; whatever concerns several of them finds the others here."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.heartbeat = Heartbeat(store, settings.outside.clock, self._count_anew)
        self._outside = outside = replace(settings.outside, outages=self.heartbeat.outages)
        self.settings = settings = replace(settings, outside=outside)
        self.metrics = Metrics()
        self.limits = Limits(settings)
        self.addresses = Places(settings.connections_per_address)
        """WebSockets of each address."""
        self.people = People(store, settings, self._sessions_ended, self._asked)
        self.friends = Friends(store, self.now, self.people, self._friends_changed)
        self.admission = self.friends.admission
        self.halls = Halls(store, self.now, self.people)
        self.lobby = Lobby(self.now, settings)
        self.watchers = self.lobby.onlookers
        self.site = SitePresence(self.now, self._connected, self._ask_elsewhere, self._tell_elsewhere)
        self.rater = Rater(store, self.now)
        self.opening = Opening(self)
        self.showing = self.opening.showing
        self.tables = Tables(self)
        self.open, self.join, self.adopt = self.opening.open, self.opening.join, self.opening.adopt
        self.room, self.history = self.tables.room, self.tables.history
        self.bots = self.opening.bots
        self.peers = PeerPresence(store.peers, self.tables.in_memory, self.lobby, self.site)
        self.agenda = Agenda(self.now, self.tables.load_due)
        self.changes = Changes(self)
        self.doors = self.changes.doors
        self.tournaments = Tournaments(store, outside, self.people, self.rater, self.tables)
        self.reports = Reports(store, self.now, self.people, self.site)
        self.notices = Notices(store, settings, self.people, self.tables, self.changes.news, self.reports)
        self.metrics.watch(lambda: [room.visitors.everybody() for room in self.tables.rooms()])

    def now(self) -> float:
        """Return the time, in seconds since 1970."""
        return self._outside.clock()

    # What the rooms below need of those above them.

    def _sessions_ended(self, account: str, person: Account | None) -> None:
        self.changes.ending.show_out(account, person)

    def _asked(self, account: str) -> None:
        self.site.note(account)

    def _friends_changed(self, one: str, other: str) -> None:
        self.doors.changed(one, other)

    def _ask_elsewhere(self, accounts: Collection[str]) -> None:
        self.peers.ask_about(accounts)

    def _tell_elsewhere(self, accounts: Collection[str]) -> None:
        self.peers.tell_of(accounts)

    def _connected(self) -> AbstractSet[str]:
        """Return the accounts with a connection to this process: at a table, in the lobby, in a chat."""
        at_tables = {each.account for room in self.tables.rooms() for each in room.connections}
        accounts = at_tables | {watcher.account for watcher in self.watchers} | self.halls.accounts()
        return {account for account in accounts if account is not None}

    def _count_anew(self) -> None:
        """Set all clocks again, because people could not play for a while."""
        for room in self.tables.rooms():
            room.alarms.watch_clock()
            room.tell_presence()
        self.tournaments.showing.hear(None)

    async def close(self) -> None:
        """Stop every bot, finish every write, close all connections and the store."""
        await self.doors.close()
        for watcher in list(self.watchers):
            watcher.close()
        await self.tournaments.rounds.finish()
        await self.notices.finish()
        await self.tables.close()
        await self.history.finish()
        self.halls.close()
        self.people.close()
        await self.heartbeat.end()
        await self.store.close()
