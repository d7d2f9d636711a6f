"""Tell other processes who is at the tables here, and hear of those who are at the same tables there.

Every process tells it when it changes, and when another one asks. None of it is saved.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Protocol

import msgspec

from eddyline.server.presence.remote import Here
from eddyline.server.store import StoreError, Told

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from eddyline.server.lobby import Lobby
    from eddyline.server.presence.site import SitePresence
    from eddyline.server.store import Peers

ALL_TABLES = ""
"""Stands for all tables in the lobby, where a process asks what the others know of them."""
RETRY_SEND = 1.0
"""Seconds to wait after something could not be told."""
ACCOUNTS_AT_ONCE = 100
"""Accounts in one message."""

_log = logging.getLogger(__name__)


class Attended(Protocol):
    """Be a table in memory, with those who are there by way of this process."""

    @property
    def listed(self) -> bool:
        """Return whether the table is in the lobby."""

    def here(self, *, asks: bool) -> Here:
        """Say who is here; with `asks`, other processes do the same."""

    def hear_elsewhere(self, process: str, here: Here) -> None:
        """Take note of who is at the table by way of another process."""

    def keep_elsewhere(self, processes: frozenset[str]) -> None:
        """Forget what was told by processes that are not there any more."""


class PeerPresence:
    """Connect the tables in memory with those of other processes."""

    def __init__(self, peers: Peers | None, rooms: Mapping[str, Attended], lobby: Lobby, site: SitePresence) -> None:
        self._peers = peers
        self._rooms = rooms
        self._lobby = lobby
        self._site = site
        self._due: dict[str, bool] = {}
        """Tables to tell of, and whether to ask."""
        self._people: list[Here] = []
        """What is to be asked and answered about accounts."""
        self._some = asyncio.Event()
        self._encoder = msgspec.json.Encoder()
        self._decoder = msgspec.json.Decoder(Here)

    def tell(self, table: str, *, asks: bool = False) -> None:
        """Tell the others soon who is at a table; does nothing without others."""
        if self._peers is not None:
            self._due[table] = asks or self._due.get(table, False)
            self._some.set()

    async def keep(self) -> None:
        """Hear the others, and tell them what there is to tell, until cancelled; does nothing without others."""
        if self._peers is not None:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._keep_hearing(self._peers))
                both.create_task(self._keep_telling(self._peers))

    async def _keep_hearing(self, peers: Peers) -> None:
        while True:
            heard = await peers.hear()
            if isinstance(heard, Told):
                self._hear(heard.process, heard.text)
            else:
                self._keep(heard.processes)
                if heard.missed:
                    self._ask_for_all()

    async def _keep_telling(self, peers: Peers) -> None:
        while True:
            await self._some.wait()
            self._some.clear()
            due, self._due = self._due, {}
            people, self._people = self._people, []
            for said in people:
                with contextlib.suppress(StoreError):  # asked again at the next look
                    await peers.tell(self._encoder.encode(said).decode())
            for table, asks in due.items():
                here = Here(table=ALL_TABLES, asks=asks) if table == ALL_TABLES else self._here(table, asks=asks)
                if here is not None:
                    try:
                        await peers.tell(self._encoder.encode(here).decode())
                    except StoreError:  # all is told again as soon as the others are heard again
                        await asyncio.sleep(RETRY_SEND)

    def _here(self, table: str, *, asks: bool) -> Here | None:
        room = self._rooms.get(table)
        return None if room is None else room.here(asks=asks)

    def _hear(self, process: str, text: str) -> None:
        try:
            here = self._decoder.decode(text)
        except msgspec.DecodeError as error:
            _log.warning("another process tells something else than expected: %s", error)
            return
        if here.accounts:
            self._hear_of(here)
            return
        if here.table == ALL_TABLES:
            for table, listed in self._rooms.items():
                if listed.listed:
                    self.tell(table)
            return
        present = bool(here.seats)
        self._lobby.put(here.table, here.listing, here.version, here.audience, present=present, by=process)
        if (room := self._rooms.get(here.table)) is not None:
            room.hear_elsewhere(process, here)
            if here.asks:
                self.tell(here.table)

    def _hear_of(self, told: Here) -> None:
        """Answer who is at the site by way of this process, or note who is by way of another one."""
        if not told.asks:
            self._site.note_elsewhere(told.accounts)
        elif here := self._site.here(told.accounts):
            self._people.append(Here(table=ALL_TABLES, asks=False, accounts=here))
            self._some.set()

    def ask_about(self, accounts: Collection[str]) -> None:
        """Ask the others soon whether accounts are at the site there; does nothing without others."""
        self._say_of(accounts, asks=True)

    def tell_of(self, accounts: Collection[str]) -> None:
        """Tell the others soon that accounts are at the site by way of this process; does nothing without others."""
        self._say_of(accounts, asks=False)

    def _say_of(self, accounts: Collection[str], *, asks: bool) -> None:
        if self._peers is not None and accounts:
            all_of_them = tuple(accounts)
            for first in range(0, len(all_of_them), ACCOUNTS_AT_ONCE):
                part = all_of_them[first : first + ACCOUNTS_AT_ONCE]
                self._people.append(Here(table=ALL_TABLES, asks=asks, accounts=part))
            self._some.set()

    def _keep(self, processes: frozenset[str]) -> None:
        self._lobby.keep(processes)
        for room in list(self._rooms.values()):
            room.keep_elsewhere(processes)

    def _ask_for_all(self) -> None:
        for table in (ALL_TABLES, *self._rooms):
            self.tell(table, asks=True)
