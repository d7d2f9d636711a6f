"""Define the contract of a store; `tests/server/store/test_store.py` checks every implementation."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from eddyline.engine.copying import WholeError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


class Row(NamedTuple):
    """Hold one entry of a table's log."""

    at: int
    """When it was appended, in milliseconds since 1970 (UTC)."""
    body: str
    """The entry as JSON."""


class StoreError(WholeError):
    """Explain why the store cannot be used or did not save an entry; nothing was written."""


class FullError(StoreError):
    """Report that the disk is full; nothing was written."""


class DamagedFileError(StoreError):
    """Report that the file of a store, as a whole, is not what was written; nothing else is in the way."""


class VersionTakenError(StoreError):
    """Refuse an append because the table already has that version."""

    def __init__(self, table: str, version: int) -> None:
        super().__init__(f"table {table} has a version {version} already")
        self.table = table
        self.version = version


class OutcomeUnknownError(StoreError):
    """Report that entries may have been written or not; a later `load` that succeeds tells which."""


class DamagedError(StoreError):
    """Report that the log of a table is not what was written."""

    def __init__(self, table: str, why: str) -> None:
        super().__init__(f"table {table} is damaged: {why}")
        self.table = table
        self.why = why


class DeletedError(StoreError):
    """Report that the host has deleted a table."""

    def __init__(self, table: str) -> None:
        super().__init__(f"table {table} was deleted")


class Kept(NamedTuple):
    """Say how long the log of a table is."""

    table: str
    version: int
    """Its last version."""
    changed: int
    """When that was appended, in milliseconds since 1970 (UTC)."""


class Told(NamedTuple):
    """Hold what another process tells, by its name."""

    process: str
    text: str


class Alive(NamedTuple):
    """Name the other processes that are there."""

    processes: frozenset[str]
    missed: bool
    """Whether something that was told may have been missed; so it is at the beginning."""


class Peers(Protocol):
    """Know the other processes that use the same store; nothing that is confirmed depends on it."""

    async def hear(self) -> Told | Alive:
        """Wait for the next that is heard of other processes; `Alive` comes every second or so."""

    async def others(self) -> frozenset[str]:
        """Return the names of the other processes that are there now. Raises StoreError."""

    async def tell(self, text: str) -> None:
        """Tell the other processes something, of a few thousand characters at most. Raises StoreError."""

    def holds(self, table: str) -> bool:
        """Return whether this process has claimed a table and surely has it still."""

    async def claim(self, tables: Collection[str]) -> frozenset[str]:
        """Ask for tables, for this process alone; return those that no other living process has. Raises StoreError."""

    async def release(self, tables: Collection[str]) -> None:
        """Leave claimed tables to others. Raises StoreError."""


class Played(NamedTuple):
    """Hold one game that is over as one of its accounts finds it."""

    account: str
    ended: int
    """In milliseconds since 1970 (UTC)."""
    table: str
    game: str
    outcome: str
    rated: bool
    public: bool
    """Whether everybody may find it with the account."""
    words: str
    """What a search looks through."""
    told: str
    """What is told of it, as JSON."""


class Wanted(NamedTuple):
    """Say which games of an account are wanted, the newest first; None: any."""

    account: str
    most: int
    before: tuple[int, str] | None = None
    """When the game ended that they come after, and its table."""
    since: int = 0
    until: int | None = None
    """Between which times they ended, without the latter."""
    game: str | None = None
    outcome: str | None = None
    rated: bool | None = None
    words: str = ""
    """What they have among their words."""
    public: bool = False
    """Only those that everybody may find."""


class Games(Protocol):
    """Find the games of an account that are over, without reading logs. Methods raise StoreError.

    All of it follows from the logs: what is lost here is only to be put in again.
    """

    async def put(self, table: str, version: int, played: Sequence[Played]) -> None:
        """Hold what follows from a table's log up to `version`, instead of what followed from an earlier one."""

    async def page(self, wanted: Wanted) -> list[Played]:
        """List some games."""

    async def times(self, account: str) -> list[int]:
        """List when the games of an account ended, the newest first, in milliseconds since 1970."""

    async def versions(self) -> dict[str, int]:
        """Return up to which version the log of each table is known here."""

    async def drop(self, tables: Collection[str]) -> None:
        """Forget tables, as if they had never been put in."""

    async def forget(self, account: str) -> None:
        """Forget all games of an account; only a later version of a table may bring one back."""


class Store(Protocol):
    """Hold logs; `(table, version)` is the key, versions are gapless and begin at 1."""

    @property
    def peers(self) -> Peers | None:
        """Return the other processes; None: there are none that serve tables."""

    @property
    def games(self) -> Games:
        """Return the index of the games that are over."""

    @property
    def trouble(self) -> str | None:
        """Return why the store saves nothing at the moment; None: it works, as far as is known."""

    async def append(self, table: str, version: int, rows: Sequence[Row]) -> None:
        """Write `rows` as `version`, `version + 1`, … – all of them or none; return once they are durable.

        Raises VersionTakenError when one of the versions exists, DeletedError when the table was deleted,
        OutcomeUnknownError when it cannot be found out whether they were written, and any other StoreError when they
        were not.
        """

    async def load(self, table: str, after: int = 0) -> list[Row]:
        """Read the entries after version `after`, in order; none for an unknown table.

        What it returns is durable. Raises DamagedError when the log is not what was written, StoreError when nothing
        can be read.
        """

    async def tables(self) -> list[Kept]:
        """List the tables whose last entry can be read. Raises StoreError."""

    async def delete(self, tables: Mapping[str, int]) -> list[str]:
        """Delete each of these tables whose last version is still the one given; return which were deleted.

        Raises StoreError when nothing was deleted.
        """

    async def changes(self) -> frozenset[str] | None:
        """Wait until logs may have changed otherwise than by `append`, since this was asked last.

        Returns the tables, or None when it may be any; also when this is asked for the first time. Raises StoreError
        while it cannot be found out.
        """

    async def size(self) -> int:
        """Return how many bytes the store takes. Raises StoreError."""

    async def close(self) -> None:
        """Finish pending appends and release the medium; no method may be called afterwards."""
