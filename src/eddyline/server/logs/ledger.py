"""Keep what is no table in the same store: each kind has logs of its own, which are folded as those of tables are.

A log of another kind is named `<kind>.<key>`; the ids of tables have no dot.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar
from weakref import WeakValueDictionary

import msgspec

from eddyline.protocol.refusal import RefusalError
from eddyline.server.logs.troubles import refused_by
from eddyline.server.store import DamagedError, OutcomeUnknownError, Row, StoreError, VersionTakenError
from eddyline.server.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eddyline.server.store import Store

_log = logging.getLogger(__name__)

LOGS_IN_MEMORY = 1000
"""Logs of a kind that stay folded in memory."""
ENTRIES_AT_ONCE = 500
"""Entries that are folded before others have a turn."""
CHANGE_TRIES = 10
"""How often a change is begun again because another process was first."""

EntryT = TypeVar("EntryT", bound=msgspec.Struct)
EntryT_contra = TypeVar("EntryT_contra", bound=msgspec.Struct, contravariant=True)


class Folded(Protocol[EntryT_contra]):
    """Hold what the entries of a log amount to."""

    def apply(self, entry: EntryT_contra, at: int) -> None:
        """Take in the next entry, appended at `at`, in milliseconds since 1970."""


StateT = TypeVar("StateT", bound="Folded[Any]")


class Kind(NamedTuple, Generic[EntryT, StateT]):
    """Define a kind of log. Written entries never change, so a new field needs a default."""

    name: str
    decoder: msgspec.json.Decoder[EntryT]
    """Of all its entries: tagged structs, forbidding nothing that a later version may add."""
    begin: Callable[[str], StateT]
    """Makes the state of an empty log, from its key."""

    def log(self, key: str) -> str:
        """Return the name of a log in the store."""
        return f"{self.name}.{key}"

    def key(self, log: str) -> str | None:
        """Return the key of a log in the store; None for one of another kind."""
        kind, _, key = log.partition(".")
        return key if kind == self.name else None


class _Cached(Generic[StateT]):
    __slots__ = ("state", "version")

    def __init__(self, state: StateT) -> None:
        self.state = state
        self.version = 0


class Ledger(Generic[EntryT, StateT]):
    """Read and change the logs of one kind; every change is durable when it returns.

    States that are returned must not be changed otherwise than by `change`. All methods raise RefusalError when the
    store cannot be used; nothing was changed then, unless its code is `unsettled`.
    """

    def __init__(self, store: Store, clock: Callable[[], float], kind: Kind[EntryT, StateT]) -> None:
        self._store = store
        self._clock = clock
        self._kind = kind
        self._encoder = msgspec.json.Encoder()
        self._known: OrderedDict[str, _Cached[StateT]] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._beside = Tasks()

    async def read(self, key: str) -> StateT:
        """Return the state of a log as it is now; that of an empty one for a key nobody has used."""
        async with self._alone(key):
            return (await self._caught_up(key)).state

    async def change(self, key: str, make: Callable[[StateT], Sequence[EntryT]]) -> StateT:
        """Append, all or none, the entries that `make` derives from the present state; return the state after them.

        `make` may raise RefusalError, and is asked again when another process was first. A change that has begun is
        carried out even when the caller is cancelled.
        """
        return await asyncio.shield(self._beside.begin(self._change(key, make)))

    async def rows(self, key: str) -> list[Row]:
        """Return the entries of a log as they are kept."""
        try:
            return await self._store.load(self._kind.log(key))
        except StoreError as error:
            raise _explained(error) from error

    async def delete(self, key: str) -> None:
        """Delete a log; it is then empty, as if nobody had ever used it."""
        async with self._alone(key):
            for _ in range(CHANGE_TRIES):
                cached = await self._caught_up(key)
                try:
                    if not cached.version or await self._store.delete({self._kind.log(key): cached.version}):
                        self._known.pop(key, None)
                        return
                except StoreError as error:
                    raise _explained(error) from error
            raise RefusalError("unsettled", "This kept changing; please try again.")

    async def _change(self, key: str, make: Callable[[StateT], Sequence[EntryT]]) -> StateT:
        async with self._alone(key):
            for _ in range(CHANGE_TRIES):
                cached = await self._caught_up(key)
                written = make(cached.state)
                if not written:
                    return cached.state
                at = int(self._clock() * 1000)
                rows = [Row(at, self._encoder.encode(entry).decode()) for entry in written]
                try:
                    await self._store.append(self._kind.log(key), cached.version + 1, rows)
                except VersionTakenError:
                    continue
                except StoreError as error:
                    if isinstance(error, OutcomeUnknownError):
                        self._known.pop(key, None)
                    raise _explained(error) from error
                for entry in written:
                    cached.state.apply(entry, at)
                cached.version += len(rows)
                return cached.state
            raise RefusalError("unsettled", "Somebody else was faster each time; please try again.")

    def _alone(self, key: str) -> asyncio.Lock:
        return self._locks.setdefault(key, asyncio.Lock())

    async def _caught_up(self, key: str) -> _Cached[StateT]:
        """Fold what another process may have appended since the last time."""
        cached = self._known.pop(key, None) or _Cached(self._kind.begin(key))
        log = self._kind.log(key)
        try:
            # The last known entry is read again, to notice when the log was deleted.
            rows = await self._store.load(log, max(0, cached.version - 1))
        except StoreError as error:
            raise _explained(error) from error
        if cached.version and not rows:
            cached = _Cached(self._kind.begin(key))
        for row in rows[1:] if cached.version else rows:
            try:
                cached.state.apply(self._kind.decoder.decode(row.body), row.at)
            except Exception as error:
                why = f"version {cached.version + 1} of its log cannot be read: {error!r}"
                raise _explained(DamagedError(log, why)) from error
            cached.version += 1
            if cached.version % ENTRIES_AT_ONCE == 0:
                await asyncio.sleep(0)
        self._known[key] = cached
        if len(self._known) > LOGS_IN_MEMORY:
            self._known.popitem(last=False)
        return cached


def _explained(error: StoreError) -> RefusalError:
    """Return the refusal that explains an error of the store."""
    if isinstance(error, DamagedError):
        _log.error("%s", error)
        told = "The data of this was damaged on the server's disk. The operator can restore it from a backup."
        return RefusalError("damaged", told)
    return refused_by(error)


def is_table(log: str) -> bool:
    """Return whether a log of the store is a table's."""
    return "." not in log
