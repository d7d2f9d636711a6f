"""Keep every table's log: append first, publish after."""

from eddyline.server.store.contract import Row, Store, StoreError, VersionTakenError
from eddyline.server.store.sqlite import SqliteStore

__all__ = ["Row", "SqliteStore", "Store", "StoreError", "VersionTakenError"]
