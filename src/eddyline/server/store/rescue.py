"""Save what an open connection still reads, when its file has lost its name."""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import time
from typing import TYPE_CHECKING

from eddyline.engine.private import make_file, make_folder
from eddyline.server.store.opening import BUSY

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_log = logging.getLogger(__name__)


def dated(path: Path, what: str, at: float) -> Path:
    """Return the name of a file beside `path`, such as `eddyline.rescued-20261122-184501.sqlite3` (UTC), not in use."""
    stem = f"{path.stem}.{what}-{time.strftime('%Y%m%d-%H%M%S', time.gmtime(at))}"
    names = (path.with_name(f"{stem}{number}{path.suffix}") for number in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(name for name in names if not name.exists())


def copy_into(source: sqlite3.Connection, target: Path) -> None:
    """Write all that a connection sees into a new file without a `-wal`, durably. Raises sqlite3.Error and OSError."""
    make_file(target)
    with contextlib.closing(sqlite3.connect(target)) as copy:
        # All pages in one step: one consistent state, however busy the writer is.
        source.backup(copy, progress=_patience())
        copy.execute("PRAGMA journal_mode = DELETE")
    with target.open("rb+") as file:
        os.fsync(file.fileno())


def _patience() -> Callable[[int, int, int], None]:
    """Return what ends a copy that waits for another program; Python itself would wait for ever."""
    until = time.monotonic() + BUSY

    def look(status: int, _: int, __: int) -> None:
        if status in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED} and time.monotonic() > until:
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = status
            raise error

    return look


def rescue(connection: sqlite3.Connection, path: Path, at: float) -> None:
    """Save everything beside `path` and say in the log where it is."""
    try:
        make_folder(path.parent)
        target = dated(path, "rescued", at)
        copy_into(connection, target)
    except (sqlite3.Error, OSError) as error:
        _log.critical("What had been saved could not be rescued: %s", error)
    else:
        _log.critical("All that had been saved is in %s. Stop the server, then: eddyline restore %s", target, target)
