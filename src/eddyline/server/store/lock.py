"""Keep a second server, and `eddyline restore`, off a store that is in use."""

from __future__ import annotations

import errno
import logging
import os
import sys
from typing import TYPE_CHECKING

from eddyline.engine.private import make_file_of_folder
from eddyline.server.store.contract import StoreError

if TYPE_CHECKING:
    from pathlib import Path

_log = logging.getLogger(__name__)


class FolderLock:
    """Hold the lock file at `path`, with the number of this process in it, until `release` or the end of the process.

    The lock does not survive `exec`, so a server that replaces this one in the same process takes it anew. Windows has
    no such lock; there SQLite's own locks still keep writers apart.
    """

    def __init__(self, path: Path) -> None:
        """Take the lock. Raises StoreError when another process has it, OSError when the file cannot be written."""
        make_file_of_folder(path)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if sys.platform != "win32":
                self._lock(path)
        except BaseException:
            os.close(self._file)
            raise

    def _lock(self, path: Path) -> None:
        import fcntl  # noqa: PLC0415 - missing on Windows

        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(self._file, 20).decode("ascii", "replace").strip()
            raise StoreError(
                f"another Eddyline (process {holder or 'unknown'}) uses {path.parent}; "
                "stop it first, or name another folder with --data"
            ) from None
        except OSError as error:
            if error.errno not in {errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS}:
                raise
            _log.warning("%s cannot be locked on this file system; take care to start one server only", path)
        os.ftruncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Let others use the store."""
        os.close(self._file)
