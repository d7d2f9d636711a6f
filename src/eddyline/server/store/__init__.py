"""Store every table's log; entries are appended before they are published."""

from eddyline.server.store.contract import (
    Alive,
    DamagedError,
    DamagedFileError,
    DeletedError,
    FullError,
    Games,
    Kept,
    OutcomeUnknownError,
    Peers,
    Played,
    Row,
    Store,
    StoreError,
    Told,
    VersionTakenError,
    Wanted,
)
from eddyline.server.store.sqlite import SqliteStore

__all__ = [
    "Alive",
    "DamagedError",
    "DamagedFileError",
    "DeletedError",
    "FullError",
    "Games",
    "Kept",
    "OutcomeUnknownError",
    "Peers",
    "Played",
    "Row",
    "SqliteStore",
    "Store",
    "StoreError",
    "Told",
    "VersionTakenError",
    "Wanted",
]
