"""Store every table's log; entries are appended before they are published."""

from eddyline.server.store.contract import (
    Alive,
    DamagedError,
    DamagedFileError,
    DeletedError,
    FullError,
    Kept,
    OutcomeUnknownError,
    Peers,
    Row,
    Store,
    StoreError,
    Told,
    VersionTakenError,
)
from eddyline.server.store.sqlite import SqliteStore

__all__ = [
    "Alive",
    "DamagedError",
    "DamagedFileError",
    "DeletedError",
    "FullError",
    "Kept",
    "OutcomeUnknownError",
    "Peers",
    "Row",
    "SqliteStore",
    "Store",
    "StoreError",
    "Told",
    "VersionTakenError",
]
