"""Remember who is at a table by way of other processes that serve it, too: presence, emotes, votes."""

from __future__ import annotations

import msgspec

from eddyline.protocol import table as protocol
from eddyline.protocol.lobby import Listing
from eddyline.protocol.table_info import Matter, SeatEmote
from eddyline.server.table.audience import Audience


class Cast(msgspec.Struct, frozen=True, array_like=True):
    """Describe one vote."""

    matter: Matter
    seat: int | None
    by: int


class Here(msgspec.Struct, frozen=True, array_like=True):
    """Tell who is at a table by way of one process."""

    table: str
    asks: bool
    """Whether the others are to tell theirs."""
    seats: frozenset[int] = frozenset()
    spectators: int = 0
    emotes: dict[int, SeatEmote] = {}
    """By seat: the last one."""
    votes: tuple[Cast, ...] = ()
    """Those of `seats`."""
    version: int = 0
    listing: Listing | None = None
    """What the list of the lobby says of it; None: it is not there."""
    addresses: dict[int, str] = {}
    """By seat: digest of the address that its people come from; see `rated.at_table`."""
    audience: Audience | None = None
    """Who finds it in the lobby; None: everybody."""
    accounts: tuple[str, ...] = ()
    """Without a table: those that are asked about, or in the answer those that are at the site there."""
    ready: frozenset[int] = frozenset()
    """Those of `seats` whose people are ready for the start."""


class RemotePresence:
    """Remember what other processes tell of one table."""

    def __init__(self) -> None:
        self._by: dict[str, Here] = {}

    @property
    def seats(self) -> frozenset[int]:
        """Return the seats whose human is connected there."""
        return frozenset[int]().union(*(here.seats for here in self._by.values()))

    @property
    def addresses(self) -> dict[int, str]:
        """Return digests of the addresses that people come from there, by seat."""
        return {seat: digest for here in self._by.values() for seat, digest in here.addresses.items()}

    @property
    def spectators(self) -> int:
        """Return how many watch there."""
        return sum(here.spectators for here in self._by.values())

    @property
    def anybody(self) -> bool:
        """Return whether anybody is connected there."""
        return bool(self._by)

    def hear(self, process: str, here: Here) -> None:
        """Take note of what a process tells."""
        self._by.pop(process, None)
        if here.seats or here.spectators:
            self._by[process] = here

    def keep(self, processes: frozenset[str]) -> bool:
        """Forget all but these processes; return whether that changes anything."""
        gone = self._by.keys() - processes
        for process in gone:
            del self._by[process]
        return bool(gone)


def version_shown(message: protocol.ToServer) -> int:
    """Return the version that a client has been shown, perhaps by another process; 0 when it does not say."""
    found = message.since if isinstance(message, protocol.Hello) else getattr(message, "version", None)
    return found or 0
