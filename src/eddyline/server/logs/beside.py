"""Read and change the logs of a kind for the host's commands: beside a server that uses them, or without one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from eddyline.server.logs.ledger import CHANGE_TRIES, Folded
from eddyline.server.store import DeletedError, Row, StoreError, VersionTakenError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from eddyline.server.logs.ledger import Kind
    from eddyline.server.store.chain import Head
    from eddyline.server.store.places import Place, Reader

EntryT = TypeVar("EntryT", bound=msgspec.Struct)
StateT = TypeVar("StateT", bound="Folded[Any]")


def folded(logs: Reader, kind: Kind[EntryT, StateT], key: str, head: Head | None) -> tuple[StateT, int]:
    """Fold a log; return its state and its last version, 0 for an empty one. Raises DamagedError."""
    state, version = kind.begin(key), 0
    for link in logs.read(kind.log(key), 0, head):
        state.apply(kind.decoder.decode(link.row.body), link.row.at)
        version += 1
    return state, version


def states(place: Place, kind: Kind[EntryT, StateT]) -> Iterator[StateT]:
    """Fold all logs of a kind. Raises StoreError."""
    heads = place.heads()
    with place.reading() as logs:
        for log in logs.tables(heads):
            if (key := kind.key(log)) is not None:
                state, version = folded(logs, kind, key, heads.get(log))
                if version:
                    yield state


def change(
    place: Place, kind: Kind[EntryT, StateT], key: str, now: float, make: Callable[[StateT], Sequence[EntryT]]
) -> Sequence[EntryT]:
    """Append to a log, all or none, the entries that `make` derives from its state; return them. Raises StoreError.

    `make` is asked again when the log has gone on meanwhile; `now` in seconds since 1970.
    """
    log = kind.log(key)
    with place.reading() as logs:
        for _ in range(CHANGE_TRIES):
            state, version = folded(logs, kind, key, place.heads().get(log))
            if not (written := make(state)):
                return ()
            rows = [Row(int(now * 1000), msgspec.json.encode(entry).decode()) for entry in written]
            try:
                place.append(log, version + 1, rows)
            except (VersionTakenError, DeletedError):
                continue
            return written
    raise StoreError(f"{log} was not changed, because it went on each time; try again")
