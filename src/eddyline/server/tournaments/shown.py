"""Keep tournaments as those who look at them know them, and bring them up to date.

They are told what the page's HTTP answer tells, by what has changed; each message is encoded once for all watchers.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.tournaments import TournamentDelta
from eddyline.server.base.delta import Patches
from eddyline.server.base.outbox import encode
from eddyline.server.tournaments import log

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from collections.abc import Set as AbstractSet

    from eddyline.protocol.tournaments import TournamentInfo
    from eddyline.server.lobby.part import Watcher

_log = logging.getLogger(__name__)

CHANGES_EVERY = 0.5
"""Minimum seconds between two changes that are told, and the oldest that somebody who comes is shown."""
BYTES_PER_SECOND = 10_000_000
"""Bytes per second that the watchers of one tournament are told: a change for many is followed by a longer rest."""


class Shown:
    """Hold a tournament for everybody who looks at it."""

    def __init__(self, read: Callable[[], Awaitable[TournamentInfo]]) -> None:
        self.watchers: set[Watcher] = set()
        self.revision = 0
        self._read = read
        self._info: TournamentInfo | None = None
        self._change = b""
        """Brings those who know the last revision but one to the last."""
        self._whole = b""
        self._looked = 0.0
        self._alone = asyncio.Lock()
        self._stirred = asyncio.Event()
        self._keeping = asyncio.get_running_loop().create_task(self._keep())

    def stir(self) -> None:
        """Tell the watchers soon what has changed, if anything has."""
        self._stirred.set()

    def stop(self) -> None:
        """Tell nobody any more."""
        self._keeping.cancel()

    def message(self, known: int | None) -> bytes:
        """Return what brings a watcher that knows a revision (None: nothing) to the newest."""
        return self._change if known == self.revision - 1 else self._whole

    @property
    def rest(self) -> float:
        """Return the seconds from the last change to the next."""
        return max(CHANGES_EVERY, len(self._change) * len(self.watchers) / BYTES_PER_SECOND)

    async def catch_up(self) -> None:
        """Look, unless that was done a moment ago. Raises RefusalError."""
        async with self._alone:
            if self._info is None or asyncio.get_running_loop().time() >= self._looked + CHANGES_EVERY:
                await self._look()

    async def _look(self) -> None:
        self._looked = asyncio.get_running_loop().time()
        info = await self._read()
        if info == self._info:
            return
        self._change, self._whole = _encoded(self._info, info), _encoded(None, info)
        self._info = info
        self.revision += 1
        for watcher in self.watchers:
            watcher.wake()

    async def _keep(self) -> None:
        """Look whenever something may have changed, until cancelled."""
        while True:
            await self._stirred.wait()
            self._stirred.clear()
            try:
                async with self._alone:
                    await self._look()
            except Exception as error:  # noqa: BLE001 - the next time it may work
                _log.log(
                    logging.WARNING if isinstance(error, RefusalError) else logging.ERROR,
                    "a tournament cannot be shown: %r",
                    error,
                )
                # They come again, and are told what is wrong.
                for watcher in self.watchers:
                    watcher.close()
            await asyncio.sleep(self.rest)


def _encoded(old: TournamentInfo | None, new: TournamentInfo) -> bytes:
    return encode(TournamentDelta(patch=Patches().between(old, new)))


class Showing:
    """Show the tournaments that somebody looks at."""

    def __init__(self, read: Callable[[str], Awaitable[TournamentInfo]]) -> None:
        self._read = read
        self._shown: dict[str, Shown] = {}

    @contextlib.asynccontextmanager
    async def watched(self, key: str, watcher: Watcher) -> AsyncIterator[None]:
        """Show a tournament to a watcher while the block runs. Raises RefusalError."""
        if (shown := self._shown.get(key)) is None:
            shown = self._shown[key] = Shown(lambda: self._read(key))
        shown.watchers.add(watcher)
        try:
            await shown.catch_up()
            watcher.look_at(shown)
            yield
        finally:
            shown.watchers.discard(watcher)
            if not shown.watchers:
                shown.stop()
                del self._shown[key]

    def stir(self, key: str) -> None:
        """Tell of a tournament that may have changed."""
        if (shown := self._shown.get(key)) is not None:
            shown.stir()

    def hear(self, changed: AbstractSet[str] | None) -> None:
        """Tell of those whose logs another process has changed; None: of all."""
        for key, shown in self._shown.items():
            if changed is None or log.KIND.log(key) in changed:
                shown.stir()
