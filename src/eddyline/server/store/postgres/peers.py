"""Know the other processes that use the same PostgreSQL database: hear of their changes, share work by leases.

Every process renews the time until which it is there, in the database's own time. What a process leases is its own
until that has passed; nothing that is confirmed depends on it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from eddyline.server.store.contract import Alive, StoreError, Told
from eddyline.server.store.postgres.database import Line

if TYPE_CHECKING:
    from collections.abc import Collection

    from eddyline.server.store.postgres.database import Database, Link

_log = logging.getLogger(__name__)

BEAT = 1.0
"""Seconds between two signs of life."""
LIFE = 4.0
"""Seconds after its last sign of life for which a process counts as there."""

_OTHERS = "SELECT id FROM process WHERE until > now() AND id <> $1"
_BEAT = """
WITH beat AS (
    INSERT INTO process (id, until) VALUES ($1, now() + $2 * interval '1 second')
    ON CONFLICT (id) DO UPDATE SET until = excluded.until
), gone AS (
    DELETE FROM process WHERE until < now() - interval '1 minute' RETURNING id
), released AS (
    DELETE FROM lease USING gone WHERE lease.process = gone.id
)
"""
_CLAIM = """
INSERT INTO lease (table_id, process) SELECT table_id, $2 FROM unnest($1::text[]) AS asked (table_id) ORDER BY table_id
ON CONFLICT (table_id) DO UPDATE SET process = excluded.process
WHERE lease.process = excluded.process
    OR NOT EXISTS (SELECT FROM process WHERE id = lease.process AND until > now())
RETURNING table_id
"""
_RELEASE = "DELETE FROM lease WHERE table_id = ANY($1::text[]) AND process = $2"
_LEAVE = "WITH left_alone AS (DELETE FROM lease WHERE process = $1) DELETE FROM process WHERE id = $1"


class PostgresPeers:
    """Be one of the processes, from the first call of `changes` on."""

    def __init__(self, database: Database, name: str) -> None:
        self.name = name
        self._heard: asyncio.Queue[Told | Alive] = asyncio.Queue()
        self.trouble: str | None = None
        """Why the others are not heard at the moment."""
        self._leased: set[str] = set()
        self._newly_heard: set[str] = set()
        """Processes that have told something since the last sign of life."""
        self._changed: set[str] | None = set()
        """Tables that others have changed since this was asked last; None: any of them."""
        self._some = asyncio.Event()
        self._line = Line(database, f"listening {name}")
        self._sure_until = 0.0
        """Until when, in the event loop's time, nobody else takes over what is leased."""
        self.channel = database.channel
        self._talk = f"{self.channel}_talk"
        self._listening: asyncio.Task[None] | None = None

    async def changes(self) -> frozenset[str] | None:
        """Wait until other processes have changed logs, or may have."""
        if self._listening is None:
            self._listening = asyncio.get_running_loop().create_task(self._listen())
        await self._some.wait()
        self._some.clear()
        changed, self._changed = self._changed, set()
        return None if changed is None else frozenset(changed)

    async def hear(self) -> Told | Alive:
        """Wait for the next that is heard of other processes."""
        return await self._heard.get()

    def holds(self, table: str) -> bool:
        """Return whether a table is leased, and nobody else can have taken it over."""
        return table in self._leased and asyncio.get_running_loop().time() < self._sure_until

    async def claim(self, tables: Collection[str]) -> frozenset[str]:
        """Lease tables, except those that another living process has; return which. Raises StoreError."""
        async with self._line.use() as link:
            claimed = frozenset(row["table_id"] for row in await link.fetch(_CLAIM, list(tables), self.name))
        self._leased |= claimed
        return frozenset(filter(self.holds, claimed))

    async def release(self, tables: Collection[str]) -> None:
        """Leave leased tables to others. Raises StoreError."""
        self._leased -= set(tables)
        async with self._line.use() as link:
            await link.execute(_RELEASE, list(tables), self.name)

    async def others(self) -> frozenset[str]:
        """Return the names of the other processes that are there now. Raises StoreError."""
        async with self._line.use() as link:
            return frozenset(row["id"] for row in await link.fetch(_OTHERS, self.name))

    async def tell(self, text: str) -> None:
        """Tell the other processes something of up to some thousand characters. Raises StoreError."""
        async with self._line.use() as link:
            await link.execute("SELECT pg_notify($1, $2)", self._talk, f"{self.name} {text}")

    async def close(self) -> None:
        """Leave everything to the others."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
            with contextlib.suppress(StoreError):
                async with self._line.use() as link:
                    await link.execute(_LEAVE, self.name)
        await self._line.close()

    async def _listen(self) -> None:
        """Hear the others and show that this process is there, until cancelled."""
        heard: Link | None = None
        while True:
            began = asyncio.get_running_loop().time()
            try:
                async with self._line.use() as link:
                    if link is not heard:
                        await link.add_listener(self.channel, self._hear_change)
                        await link.add_listener(self._talk, self._hear_talk)
                    # A server that was a standby until now knows of no leases.
                    if link is not heard or began >= self._sure_until:
                        self._leased.clear()
                    self._newly_heard = set()
                    alive = {row["id"] for row in await link.fetch(_BEAT + _OTHERS, self.name, LIFE)}
                self._sure_until = began + LIFE - BEAT
                # One that has just started may have told something between the question and its answer.
                self._heard.put_nowait(Alive(frozenset(alive | self._newly_heard), missed=link is not heard))
                if link is not heard:
                    heard = link
                    self._note(None)
                if self.trouble is not None:
                    _log.warning("other processes are heard again")
                self.trouble = None
            except StoreError as error:
                if self.trouble is None:
                    _log.warning("other processes are not heard: %s", error)
                self.trouble = str(error)
            await asyncio.sleep(BEAT)

    def _hear_change(self, _: object, __: int, ___: str, payload: object) -> None:
        process, _, table = str(payload).partition(" ")
        if process != self.name:
            if not process and "." not in table:
                _log.info("a table was deleted", extra={"table": table})
            self._note(table)

    def _hear_talk(self, _: object, __: int, ___: str, payload: object) -> None:
        process, _, text = str(payload).partition(" ")
        if process != self.name:
            self._newly_heard.add(process)
            self._heard.put_nowait(Told(process, text))

    def _note(self, table: str | None) -> None:
        """Note that a table was changed elsewhere; None: any may have been."""
        if table is None:
            self._changed = None
        elif self._changed is not None:
            self._changed.add(table)
        self._some.set()
