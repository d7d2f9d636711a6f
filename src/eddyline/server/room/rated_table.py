"""Look after ratings at one table in memory: how strong people are, who comes from one address, what a game changed."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.limits import neighbour
from eddyline.server.table import entries
from eddyline.server.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, KeysView

    from eddyline.engine.options import OptionValue
    from eddyline.protocol.table_info import Level, SeatRating
    from eddyline.server.presence.remote import RemotePresence
    from eddyline.server.ratings.rater import Rater
    from eddyline.server.room.connection import Connection
    from eddyline.server.table.table import Table

    _Sitting: TypeAlias = tuple[dict[str, OptionValue], list[tuple[str, str | None, str | None]]]

RETRY_RATING = 5.0
"""Seconds until what could not be saved is tried again."""


class RatedTable:
    """Note who shares an address, and have the game rated when it is over.

    Of an address only a digest is kept, which nobody can compute without the table's secret seed, and only in memory.
    """

    def __init__(
        self,
        table: Table,
        rater: Rater,
        connections: KeysView[Connection],
        remote: RemotePresence,
        changed: Callable[[], None],
    ) -> None:
        """Watch a table with its `connections`; `changed` is called when there is something new to tell."""
        self._table = table
        self._rater = rater
        self._connections = connections
        self._remote = remote
        self._changed = changed
        self._levels: tuple[Level | None, ...] = ()
        self._levels_of: _Sitting = {}, []
        """Rules and players by which levels were, or are being, looked up."""
        seed = table.state.opened.seed
        self._key = bytes.fromhex(seed) if seed else table.state.id.encode()
        self._from: dict[int, str] = {}
        """By seat: before the start, where its person is connected from; from then on, where they came from first.

        Whoever is about to lose could otherwise go where somebody else is, and the game would not count.
        """
        self.ratings: tuple[SeatRating | None, ...] | None = None
        """What the game has changed, by seat; None until that is known, and if it does not count."""
        self._again: asyncio.TimerHandle | None = None
        self._tasks = Tasks()
        self._digests: dict[str, str] = {}
        self.look()

    @property
    def neighbours(self) -> frozenset[int]:
        """Return the seats of accounts whose people come from one address."""
        seats = self._table.state.seats
        own = {seat: where for seat, where in self._from.items() if seats[seat].account is not None}
        shared = {where for where, count in Counter(own.values()).items() if count > 1}
        return frozenset(seat for seat, where in own.items() if where in shared)

    @property
    def addresses(self) -> dict[int, str]:
        """Return digests of the addresses from which seats are connected to this process, for the others."""
        return {
            connection.seat: self._digest(connection.address)
            for connection in reversed(list(self._connections))
            if connection.seat is not None and connection.address
        }

    @property
    def levels(self) -> tuple[Level | None, ...]:
        """Return how strong those who sit here are, by seat; of those who have just come nothing yet."""
        return self._levels if self._levels_of == self._sitting else ()

    @property
    def _sitting(self) -> _Sitting:
        state = self._table.state
        return state.given, [(seat.kind, seat.account, seat.bot) for seat in state.seats]

    def look(self) -> None:
        """See who sits here, who is connected from where, and have the game rated if it is over and counts."""
        if self._table.state.status != "over" and self._levels_of != self._sitting:
            (rules, before), (by, seats) = self._levels_of, self._sitting
            known = dict(zip(before, self._levels, strict=False)) if rules == by else {}
            self._levels, self._levels_of = tuple(map(known.get, seats)), (by, seats)
            self._tasks.begin(self._find_levels(self._levels_of))
        if self._table.state.status == "open":
            self._from = self._remote.addresses | self.addresses
        elif self._table.state.status == "running":
            self._from = self._remote.addresses | self.addresses | self._from
            if self._new_neighbours():
                self._tasks.begin(self._note_neighbours())
        elif self.ratings is None and self._table.state.facts.result is not None:
            self._tasks.begin(self._rate())

    def _digest(self, address: str) -> str:
        if address not in self._digests:
            digest = hashlib.blake2b(neighbour(address).encode(), key=self._key[:64], digest_size=16)
            self._digests[address] = digest.hexdigest()
        return self._digests[address]

    def _new_neighbours(self) -> frozenset[int]:
        rated = self._table.state.facts.family is not None
        return self.neighbours - self._table.state.facts.neighbours if rated else frozenset()

    async def _find_levels(self, sitting: _Sitting) -> None:
        with contextlib.suppress(RefusalError):  # the list is as useful without
            levels = await self._rater.levels(self._table.state)
            if sitting == self._levels_of and levels != self._levels:
                self._levels = levels
                if any(levels):
                    self._changed()

    async def _note_neighbours(self) -> None:
        async def note() -> None:
            if self._table.state.status == "running" and self._new_neighbours():
                await self._table.append(entries.Neighbours(seats=tuple(sorted(self.neighbours))))

        with contextlib.suppress(RefusalError):  # seen again when somebody else comes, or something is played
            await self._table.alone(note)

    async def _rate(self) -> None:
        try:
            self.ratings = await self._rater.settle(self._table.state)
        except RefusalError:
            self._again = asyncio.get_running_loop().call_later(RETRY_RATING, self.look)
        else:
            self._changed()

    async def finish(self) -> None:
        """Finish what was begun, try nothing again and tell nobody."""
        await self._tasks.finish()
        # Breaks the reference cycle with the room, as it does itself with others.
        self._changed = lambda: None
        if self._again is not None:
            self._again.cancel()
