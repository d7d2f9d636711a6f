"""Decide who comes in at a table: people with a seat always do, spectators while there is room."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from eddyline.protocol.refusal import RefusalError
from eddyline.server.base.outbox import TRY_AGAIN_LATER
from eddyline.server.friends.admission import FRIENDS_ONLY

if TYPE_CHECKING:
    from collections.abc import Hashable, KeysView

    from eddyline.server.room.connection import Connection

MOST_SILENT = 32
"""Connections of a table that may have said nothing yet; a further one takes the place of another."""
TABS_OF_A_SEAT = 8
"""Connections of one seat; a further one takes the place of the oldest."""
OPENED_ELSEWHERE = 4409


class Visitors:
    """Keep the connections of one table."""

    def __init__(self, spectators: int) -> None:
        """Let in as many `spectators`."""
        self._limit = spectators
        self._silent: dict[Connection, Hashable] = {}
        self._greeted: dict[Connection, None] = {}

    @property
    def greeted(self) -> KeysView[Connection]:
        """Return the connections that have said hello, in the order in which they did."""
        return self._greeted.keys()

    @property
    def silent(self) -> int:
        """Return how many connections have not said hello yet."""
        return len(self._silent)

    @property
    def seats(self) -> frozenset[int]:
        """Return the seats whose human is connected."""
        return frozenset(connection.seat for connection in self._greeted if connection.seat is not None)

    @property
    def spectators(self) -> int:
        """Return how many connections watch."""
        return sum(connection.seat is None for connection in self._greeted)

    def addresses(self) -> frozenset[str]:
        """Return the network addresses of those who have said hello."""
        return frozenset(connection.address for connection in self._greeted)

    def everybody(self) -> list[Connection]:
        """Return all connections, whether they have said hello or not."""
        return [*self._silent, *self._greeted]

    def arrive(self, connection: Connection, address: Hashable) -> None:
        """Take in a connection from which nothing is known but its address.

        When too many of these wait, the oldest one of the address that has most is closed: whoever fills the places
        loses them again, not the player who is about to say hello.
        """
        if len(self._silent) >= MOST_SILENT:
            ((most, _),) = Counter(self._silent.values()).most_common(1)
            oldest = next(other for other, where in self._silent.items() if where == most)
            self.leave(oldest)
            oldest.close(TRY_AGAIN_LATER, "too many connections have not said hello")
        self._silent[connection] = address

    def greet(self, connection: Connection, seat: int | None, *, admitted: bool = True) -> None:
        """Give a connection its seat, or let it watch if it is `admitted`; raises RefusalError when too many do."""
        if seat is None:
            if not admitted:
                raise RefusalError("friends_only", FRIENDS_ONLY)
            watches = connection in self._greeted and connection.seat is None
            if not watches and self.spectators >= self._limit:
                raise RefusalError("full", f"{self._limit} people are watching this table, which is the limit.")
        else:
            tabs = [other for other in self._greeted if other.seat == seat and other is not connection]
            if len(tabs) >= TABS_OF_A_SEAT:
                self.leave(tabs[0])
                tabs[0].close(OPENED_ELSEWHERE, f"you have opened this table in {TABS_OF_A_SEAT} other windows")
        self._silent.pop(connection, None)
        self._greeted[connection] = None
        connection.seat = seat
        connection.greeted = True

    def stand_up(self, seat: int) -> None:
        """Let those watch whose seat was freed."""
        for connection in self._greeted:
            if connection.seat == seat:
                connection.seat = None

    def come_again(self, seat: int, account: str | None) -> None:
        """Let everybody at a seat say again who they are unless they are its account, as it was a guest's before."""
        for connection in self._greeted:
            if connection.seat == seat and connection.account != account:
                connection.close()

    def leave(self, connection: Connection) -> None:
        """Forget a connection."""
        self._silent.pop(connection, None)
        self._greeted.pop(connection, None)
