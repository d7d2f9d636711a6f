"""Notice that the database was deleted, exchanged or cut short while it is in use."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path


class _Seen(NamedTuple):
    device: int
    inode: int
    size: int


class Watch:
    """Remember which files a store was opened with.

    An open connection goes on with a file that has lost its name, and says that every commit was saved. SQLite never
    makes these files shorter while they are open.
    """

    def __init__(self, path: Path) -> None:
        """Remember the database at `path` and its `-wal`. Raises OSError."""
        self._files = (path, path.with_name(f"{path.name}-wal"))
        self._seen = [_see(file) for file in self._files]

    def look(self, *, closed: bool = False) -> str | None:
        """Return what happened to the files since the last look; None when all is well.

        When the last connection is closed, SQLite removes the `-wal`: then only the database is looked at.
        """
        for place, file in enumerate(self._files[:1] if closed else self._files):
            before = self._seen[place]
            try:
                now = _see(file)
            except FileNotFoundError:
                return f"{file} was deleted"
            except OSError as error:
                return f"{file} cannot be looked at ({error})"
            if now[:2] != before[:2]:
                return f"{file} was exchanged"
            if now.size < before.size:
                return f"{file} was cut from {before.size} to {now.size} bytes"
            self._seen[place] = now
        return None

    def renew(self) -> None:
        """Remember the `-wal` anew, after the connections were opened again or it was emptied. Raises OSError."""
        self._seen[1] = _see(self._files[1])


def _see(file: Path) -> _Seen:
    found = file.stat()
    return _Seen(found.st_dev, found.st_ino, found.st_size)
