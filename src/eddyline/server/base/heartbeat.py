"""Find out when nothing served, so that no clock counts it: the server was down or stopped, or could save nothing.

While it serves, the server notes every few seconds in the store that it does; several processes share the notes. What
comes after the last note, until something serves again, is an outage, however the server has ended. A restart gains
nobody more than it lasted and `BEAT_EVERY` seconds.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.outages import Outages
from eddyline.server.logs.ledger import Kind, Ledger
from eddyline.server.store import StoreError
from eddyline.server.tasks import periodically

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Set as AbstractSet

    from eddyline.server.base.outages import Span
    from eddyline.server.store import Store

_log = logging.getLogger(__name__)

BEAT_EVERY = 15.0
"""Seconds between two notes that the server serves."""
LOOK_EVERY = 1.0
"""Seconds between two looks whether it does."""
LATE_AFTER = 5.0
"""Seconds by which a look may be late because the machine is busy; later, the process or the machine was stopped."""
BEATS_OF_A_LOG = 1000
"""Notes in one log, before the other one is begun anew."""
OUTAGES_KEY = "all"
"""Key of the log of outages."""
LOGS = "0", "1"
"""Keys of the logs of notes."""


class Outage(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", tag="outage"):
    """Note an outage, in milliseconds since 1970."""

    begins: int
    ends: int


class Beat(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", tag="beat"):
    """Note that the server serves."""


@dataclass(slots=True)
class Noted:
    """Hold all outages."""

    key: str
    spans: list[tuple[int, int]] = field(default_factory=list)

    def apply(self, entry: Outage, at: int) -> None:  # noqa: ARG002 - an outage says itself when it was
        """Take in the next outage."""
        self.spans.append((entry.begins, entry.ends))

    @property
    def seconds(self) -> list[Span]:
        """Return them in seconds."""
        return [(begins / 1000, ends / 1000) for begins, ends in self.spans]


@dataclass(slots=True)
class Beats:
    """Hold the latest time of the notes of a log, and how many there are."""

    key: str
    at: int = 0
    count: int = 0

    def apply(self, entry: Beat, at: int) -> None:  # noqa: ARG002 - there is one kind
        """Take in the next note."""
        self.at, self.count = max(self.at, at), self.count + 1


OUTAGES: Kind[Outage, Noted] = Kind("outages", msgspec.json.Decoder(Outage), Noted)
BEATS: Kind[Beat, Beats] = Kind("beat", msgspec.json.Decoder(Beat), Beats)


class Heartbeat:
    """Note that this server serves, and the outages; `changed` is called when there is one more."""

    def __init__(self, store: Store, clock: Callable[[], float], changed: Callable[[], None]) -> None:
        self._store = store
        self._clock = clock
        self.outages = Outages(self.look)
        """All of them, as far as they are known; none before `begin`."""
        self._changed = changed
        self._noted = Ledger(store, clock, OUTAGES)
        self._beats = Ledger(store, clock, BEATS)
        self._beating = False
        """Whether it was begun and has not ended."""
        self._begun = False
        """Whether the outage before this start is noted."""
        self._lost: float | None = None
        """Since when nobody can play; None: people can."""
        self.machine: Callable[[], float] = time.time
        """Tells the time of the machine, which goes on while the process does not."""
        self._looked = self._beaten = 0.0
        """When it was looked, and noted, last, in the time of the machine."""

    async def begin(self) -> None:
        """Note the outage that ends now; called before anybody is served. Goes on later if the store fails."""
        self._looked = self.machine()
        self._beating = True
        await self.tick()

    def look(self) -> float | None:
        """Return since when nobody can play; None: people can."""
        if not self._beating:
            return None
        now = self.machine()
        stood, self._looked = now - self._looked, now
        if not self._begun:
            return 0.0
        if self._lost is None and stood > LOOK_EVERY + LATE_AFTER:
            self._lost = self._clock() - stood
        if self._lost is None and self._store.trouble is not None:
            self._lost = self._clock()
        return self._lost

    async def keep(self) -> None:
        """Look and note, until cancelled."""
        await periodically(self.tick, LOOK_EVERY, "it was not noted that the server serves")

    async def tick(self) -> None:
        """Note what there is to note."""
        lost = self.look()
        if lost is None and 0 <= self.machine() - self._beaten < BEAT_EVERY:
            return
        try:
            if not self._begun:
                await self._note(await self._last_sign())
                await self._beat(surely=True)
                self._begun = True
            elif lost is not None:
                await self._note(lost)
            await self._beat()
        except (RefusalError, StoreError) as error:
            if self._begun and self._lost is None:
                self._lost = self._clock() - (self.machine() - self._beaten)
            _log.debug("it was not noted that the server serves: %s", error)
        else:
            self._beaten = self.machine()

    async def end(self) -> None:
        """Note that the server has served until now."""
        self._beating = False
        if self._begun and self._lost is None:
            try:
                await self._beat(surely=True)
            except RefusalError as refusal:
                _log.debug("it was not noted that the server served until now: %s", refusal)

    async def hear(self, changed: AbstractSet[str] | None) -> None:
        """Take note of an outage that another process has noted."""
        if self._begun and (changed is None or OUTAGES.log(OUTAGES_KEY) in changed):
            try:
                self._know(await self._noted.read(OUTAGES_KEY))
            except RefusalError as refusal:
                _log.warning("the outages cannot be read: %s", refusal)

    async def _newest(self) -> Beats:
        return max([await self._beats.read(key) for key in LOGS], key=lambda beats: beats.at)

    async def _last_sign(self) -> float:
        """Return when something is known to have served last."""
        if (await self._noted.read(OUTAGES_KEY)).spans:
            return (await self._newest()).at / 1000
        # The first start of a server that notes this: there are only the logs of what has happened.
        return max([kept.changed / 1000 for kept in await self._store.tables()], default=self._clock())

    async def _note(self, since: float) -> None:
        """Note that nobody could play since then, unless another process has served."""
        begins, now = max(since, (await self._newest()).at / 1000), self._clock()
        brief = now - begins <= BEAT_EVERY + LATE_AFTER
        if not (brief and self._store.peers is not None and await self._store.peers.others()):
            noted = await self._noted.change(OUTAGES_KEY, lambda noted: _outage(noted, begins, now))
            if now - begins >= LOOK_EVERY:
                _log.info("nobody could play for a while", extra={"seconds": round(now - begins)})
        else:
            noted = await self._noted.read(OUTAGES_KEY)
        self._lost = None
        self._know(noted)

    def _know(self, noted: Noted) -> None:
        if self.outages.know(noted.seconds):
            self._changed()

    async def _beat(self, *, surely: bool = False) -> None:
        """Note that the server serves; not `surely`, if another process has just noted it."""
        beats = await self._newest()
        if beats.count >= BEATS_OF_A_LOG:
            beats = await self._beats.read(next(key for key in LOGS if key != beats.key))
            await self._beats.delete(beats.key)
        least = 0 if surely else BEAT_EVERY * 500
        await self._beats.change(
            beats.key, lambda beats: [Beat()] if abs(self._clock() * 1000 - beats.at) > least else []
        )


def _outage(noted: Noted, begins: float, ends: float) -> list[Outage]:
    """Return the entry of an outage, as far as it is not noted yet; the first is noted however short it is."""
    outage = Outage(begins=int(begins * 1000), ends=int(ends * 1000))
    if not noted.spans:
        return [outage]
    outage = msgspec.structs.replace(outage, begins=max(outage.begins, noted.spans[-1][1]))
    return [outage] if outage.begins < outage.ends else []
