"""Keep one part of the list as its watchers know it, and bring them up to date.

Each message is encoded once for all watchers. Who was too slow for a change is shown the part anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from eddyline.protocol.lobby import ListChanged, Listed, Placed, Watch
from eddyline.server.base.outbox import Outbox, encode
from eddyline.server.base.throttle import Throttle
from eddyline.server.table.audience import Circle

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.protocol.lobby import Listing


class Shown(Protocol):
    """Hold something that has revisions."""

    revision: int

    def message(self, known: int | None) -> bytes:
        """Return what brings a watcher that knows a revision (None: nothing) to the newest."""


class Part:
    """Hold the rows from `first` on that one question brings, for everybody who has asked it."""

    def __init__(
        self,
        first: int,
        look: Callable[[], tuple[int, Sequence[Listing]]],
        clock: Callable[[], float],
        every: float,
        count_every: float,
    ) -> None:
        """Let `look` count the tables of the list and return those of this part.

        What changes is told `every` so many seconds; nothing but the number of tables, `count_every`.
        """
        self.watchers: set[Watcher] = set()
        self.revision = 0
        self._first = first
        self._look = look
        self._clock = clock
        self._total, self._rows = look()
        self._change = b""
        """Brings those who know the last revision but one to the last."""
        self._whole: bytes | None = None
        self._soon = Throttle(self._tell_rows, every)
        self._later = Throttle(self._tell, count_every)

    def stir(self) -> None:
        """Tell the watchers soon what has changed, if anything has."""
        self._soon.changed()

    def stop(self) -> None:
        """Tell nobody any more."""
        self._soon.stop()
        self._later.stop()

    def message(self, known: int | None) -> bytes:
        """Return what brings a watcher that knows a revision (None: nothing) to the newest."""
        if known == self.revision - 1:
            return self._change
        if self._whole is None:
            whole = Listed(now=self._clock(), first=self._first, total=self._total, rows=tuple(self._rows))
            self._whole = encode(whole)
        return self._whole

    def _tell_rows(self) -> None:
        total, rows = self._look()
        if rows != self._rows:
            self._tell()
        elif total != self._total:
            self._later.changed()

    def _tell(self) -> None:
        total, rows = self._look()
        if (total, rows) == (self._total, self._rows):
            return
        gone, placed = changes(self._rows, rows)
        self._change = encode(ListChanged(total=total, gone=gone, placed=placed))
        self._total, self._rows, self._whole = total, rows, None
        self.revision += 1
        for watcher in self.watchers:
            watcher.wake()


def changes(before: Sequence[Listing], after: Sequence[Listing]) -> tuple[tuple[str, ...], tuple[Placed, ...]]:
    """Return which rows are gone, and which have to be put where."""
    ids = {row.id for row in after}
    staying = [row for row in before if row.id in ids]
    placed: dict[str, Placed] = {}
    next_staying = 0
    for at, row in enumerate(after):
        while next_staying < len(staying) and staying[next_staying].id in placed:
            next_staying += 1
        if next_staying < len(staying) and staying[next_staying] == row:
            next_staying += 1
        else:
            placed[row.id] = Placed(at=at, row=row)
    gone = tuple(row.id for row in before if row.id not in ids)
    return gone, tuple(placed.values())


class Watcher(Outbox):
    """Hold what a client is to be sent: answers, and the part of the list, or the tournament, that it watches.

    Nothing of the part waits in a queue: what the client needs is looked up when it can be sent.
    """

    def __init__(self) -> None:
        super().__init__()
        self.part: Shown | None = None
        self.asked = Watch()
        """What the client has asked for last."""
        self.circle = Circle()
        """How others stand to the account."""
        self.private: frozenset[str] = frozenset()
        """Tables for friends in the list that it is shown."""
        self._known: int | None = None
        """Revision of the part that the client has; None: it has to be shown the whole part."""

    def look_at(self, part: Shown) -> None:
        """Watch another part."""
        self.part, self._known = part, None
        self._news.set()

    def wake(self) -> None:
        """Look whether there is anything to send."""
        self._news.set()

    def _due(self) -> bytes | None:
        if self.part is None or self._known == self.part.revision:
            return None
        message, self._known = self.part.message(self._known), self.part.revision
        return message
