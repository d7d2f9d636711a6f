"""Remember the last confirmed entry of every table outside the database.

A database whose `-wal` was cut short, or which was replaced by an older copy, is consistent in itself: only somebody
who remembers what had been confirmed can tell. The file is appended to after each commit, without waiting for the disk:
what a crash takes from it is not missed, for it can only say less than the database has. A line that says that a
table was deleted cancels those up to its version.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import sys
from typing import TYPE_CHECKING

from eddyline.engine.private import make_file_of_folder
from eddyline.server.store.chain import Head

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

_log = logging.getLogger(__name__)

# A line of which the end is missing does not match, and counts for nothing.
_LINE = re.compile(r"(\S+) ([1-9]\d{0,17}) ([0-9a-f]{64})")

_DELETED = re.compile(r"(\S+) (\d{1,18}) deleted")


def read_heads(path: Path) -> dict[str, Head]:
    """Read the heads by table, the highest version of each; none when there is no file. Raises OSError."""
    text = ""
    with contextlib.suppress(FileNotFoundError):
        text = path.read_text("utf-8", "replace")
    heads, deleted = _parse(text)
    return {table: head for table, head in heads.items() if head.version > deleted.get(table, 0)}


def _parse(text: str) -> tuple[dict[str, Head], dict[str, int]]:
    """Return the heads in these lines, and the last versions that deleted tables had."""
    heads: dict[str, Head] = {}
    deleted: dict[str, int] = {}
    for line in text.split("\n"):
        if found := _LINE.fullmatch(line):
            table, head = found[1], Head(int(found[2]), bytes.fromhex(found[3]))
            if table not in heads or head.version >= heads[table].version:
                heads[table] = head
        elif found := _DELETED.fullmatch(line):
            deleted[found[1]] = max(int(found[2]), deleted.get(found[1], 0))
    return heads, deleted


def write_heads(path: Path, heads: Mapping[str, Head]) -> None:
    """Replace the file by one with these heads, durably. Raises OSError."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    make_file_of_folder(new)
    with new.open("w", encoding="utf-8", newline="\n") as file:
        file.write(_lines(heads))
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def _lines(heads: Mapping[str, Head]) -> str:
    # Each begins with a line break, which also ends a line that was torn before it.
    return "".join(f"\n{table} {head.version} {head.digest.hex()}" for table, head in heads.items())


def add_heads(path: Path, heads: Mapping[str, Head]) -> None:
    """Note entries that another process than the server has made durable. Raises OSError."""
    _add(path, _lines(heads))


def add_deleted(path: Path, last: Mapping[str, int]) -> None:
    """Note durably that tables are deleted, with the last version of each. Raises OSError."""
    _add(path, "".join(f"\n{table} {version} deleted" for table, version in last.items()))


def _add(path: Path, lines: str) -> None:
    with _alone(path), path.open("ab") as file:
        file.write(lines.encode())
        file.flush()
        os.fsync(file.fileno())


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keep a starting server from replacing the file while another process adds to it; Windows has no such lock."""
    if sys.platform == "win32":
        yield
        return
    import fcntl  # noqa: PLC0415 - missing on Windows

    while True:
        make_file_of_folder(path)
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            # Whoever had the lock before may have replaced the file.
            if os.path.samestat(os.fstat(file), path.stat()):
                yield
                return
        finally:
            os.close(file)


class Heads:
    """Hold the heads of a store in use."""

    def __init__(self, path: Path) -> None:
        """Read the file and shorten it to one line a table. Raises OSError."""
        self.path = path
        with _alone(path):
            self.known = read_heads(path)
            write_heads(path, self.known)
            self._looked_to = path.stat().st_size
            """Where the lines begin in which `forget_deleted` has not looked yet."""
        self.deleted: set[str] = set()
        """Tables that were deleted since."""
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND)
        self._failed = False

    def note(self, heads: Mapping[str, Head]) -> None:
        """Note entries that are durable. A failure is logged: damage would be noticed a little less well."""
        news = {t: head for t, head in heads.items() if t not in self.known or head.version >= self.known[t].version}
        self.known.update(news)
        try:
            os.write(self._file, _lines(news).encode())
        except OSError as error:
            if not self._failed:
                _log.warning("%s cannot be written: %s", self.path, error)
            self._failed = True
        else:
            if self._failed:
                _log.warning("%s can be written again", self.path)
            self._failed = False

    def forget_deleted(self) -> None:
        """Find out which tables were deleted meanwhile. Raises OSError."""
        new = b""
        with contextlib.suppress(FileNotFoundError), self.path.open("rb") as file:
            if os.fstat(file.fileno()).st_size < self._looked_to:  # another file is in its place
                self._looked_to = 0
            file.seek(self._looked_to)
            new = file.read()
        _, deleted = _parse(new.decode("utf-8", "replace"))
        # The last line may not be whole yet; its end is where the next one begins.
        self._looked_to += max(new.rfind(b"\n"), 0)
        for table, version in deleted.items():
            if table in self.known and self.known[table].version <= version:
                del self.known[table]
        # What is not a table – chats, accounts – has a dot in its name, and is told of by whoever deletes it.
        if tables := [table for table in deleted if "." not in table and table not in self.deleted]:
            _log.info("tables were deleted", extra={"tables": len(tables)})
        self.deleted.update(deleted)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)
