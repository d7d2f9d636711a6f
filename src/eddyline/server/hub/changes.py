"""Carry out at once what is changed by way of other processes, and what sessions, friendships and blocks change."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from eddyline.server.announcements.announcements import Announcements
from eddyline.server.friends.news import News
from eddyline.server.hub.doors import Doors
from eddyline.server.hub.ending import Ending
from eddyline.server.hub.orders import Orders
from eddyline.server.hub.waits import Waits
from eddyline.server.store import StoreError
from eddyline.server.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from eddyline.server.hub.hub import Hub


class Changes:
    """Notice what changes, and let whoever is concerned go on from it."""

    def __init__(self, hub: Hub) -> None:
        rooms, halls, watchers = hub.tables.in_memory, hub.halls, hub.watchers
        self._hub = hub
        self.ending = Ending(hub.people, hub.site, rooms, halls, watchers)
        self.news = News(hub.friends, hub.friends.admission, hub.site, hub.tables, hub.settings.outside)
        self.orders = Orders(hub)
        self.announcements = Announcements(hub.store, hub.now)
        pages = self.announcements.pages
        self.doors = Doors(hub.friends, hub.friends.admission, hub.lobby, watchers, rooms, halls, self.news, pages)
        self.waits = Waits(hub.people, pages)

    async def catch_up(self, changed: AbstractSet[str] | None = None) -> None:
        """Go on from what another process did to these logs, or to any."""
        hub = self._hub
        self.ending.catch_up(changed)
        self.orders.hear(changed)
        self.announcements.hear(changed)
        self.doors.catch_up(changed)
        self.waits.catch_up(changed)
        for room in hub.tables.rooms():
            room.suspensions.hear(changed)
        tables = hub.tables.catch_up(changed)
        hub.tournaments.hear(changed)
        await hub.heartbeat.hear(changed)
        await hub.halls.catch_up(changed)
        if tables:
            await asyncio.wait(tables)

    async def watch_store(self, again: float = 1.0) -> None:
        """Notice what other processes do to the store, until cancelled."""
        catching_up = Tasks()
        while True:
            try:
                changed = await self._hub.store.changes()
            except StoreError:  # the store says so itself, to the host and to everybody who wants to change anything
                await asyncio.sleep(again)
                continue
            # No table waits for another one.
            catching_up.begin(self.catch_up(changed))
