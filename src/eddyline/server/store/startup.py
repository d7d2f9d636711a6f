"""Check a store when a server starts, and name every damaged table in the log."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from eddyline.server.store.chain import Logs
from eddyline.server.store.checking import check
from eddyline.server.store.contract import StoreError
from eddyline.server.store.opening import reading
from eddyline.server.store.places import FilePlace

if TYPE_CHECKING:
    from pathlib import Path

    from eddyline.server.store.heads import Heads

_log = logging.getLogger(__name__)

CHECKED_BYTES = 32 << 20
"""Largest store, in bytes, that is checked before the server is ready: this takes a second or two."""


class StartCheck:
    """Check the store at `path`; tables it does not know the head of are noted in `heads`."""

    def __init__(self, path: Path, heads: Heads) -> None:
        self._path = path
        self._heads = heads
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self.run, name="store-check", daemon=True)

    def begin(self) -> None:
        """Check in the background."""
        self._thread.start()

    def run(self) -> None:
        """Name every damaged table in the log."""
        try:
            with reading(self._path) as connection:
                for found in check(Logs(connection), self._heads.known, FilePlace(self._path).forgotten):
                    if self._stopped.is_set():
                        return
                    if found.damage is not None:
                        _log.error(
                            "table %s is damaged: %s; it is refused until it is restored (eddyline restore), "
                            "the other tables go on",
                            found.table,
                            found.damage,
                        )
                    elif found.head is not None and found.table not in self._heads.known:
                        self._heads.note({found.table: found.head})
        except StoreError as error:
            _log.error("the store could not be checked: %s", error)

    def stop(self) -> None:
        """End a check in the background."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()


def file_size(path: Path) -> int:
    """Return the bytes of a store and of the `-wal` beside it. Raises OSError."""
    wal = path.with_name(f"{path.name}-wal")
    return path.stat().st_size + (wal.stat().st_size if wal.exists() else 0)


def check_at_start(path: Path, heads: Heads) -> StartCheck:
    """Check the store now when it is small, otherwise in the background."""
    made = StartCheck(path, heads)
    size = file_size(path)
    if size > CHECKED_BYTES:
        _log.warning("the store has %d MB; its tables are being checked in the background", size >> 20)
        made.begin()
    else:
        made.run()
    return made
