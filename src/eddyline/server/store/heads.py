"""Remember the last confirmed entry of every table outside the database.

A database whose `-wal` was cut short, or which was replaced by an older copy, is consistent in itself: only somebody
who remembers what had been confirmed can tell. The file is appended to after each commit, without waiting for the disk:
what a crash takes from it is not missed, for it can only say less than the database has.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
from typing import TYPE_CHECKING

from eddyline.server.store.chain import Head

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_log = logging.getLogger(__name__)

# A line of which the end is missing does not match, and counts for nothing.
_LINE = re.compile(r"(\S+) ([1-9]\d{0,17}) ([0-9a-f]{64})")


def read_heads(path: Path) -> dict[str, Head]:
    """Read the heads by table, the highest version of each; none when there is no file. Raises OSError."""
    heads: dict[str, Head] = {}
    with contextlib.suppress(FileNotFoundError):
        for line in path.read_text("utf-8", "replace").split("\n"):
            if found := _LINE.fullmatch(line):
                table, head = found[1], Head(int(found[2]), bytes.fromhex(found[3]))
                if table not in heads or head.version >= heads[table].version:
                    heads[table] = head
    return heads


def write_heads(path: Path, heads: Mapping[str, Head]) -> None:
    """Replace the file by one with these heads, durably. Raises OSError."""
    new = path.with_name(f"{path.name}.new")
    with new.open("w", encoding="utf-8", newline="\n") as file:
        file.write(_lines(heads))
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def _lines(heads: Mapping[str, Head]) -> str:
    # Each begins with a line break, which also ends a line that was torn before it.
    return "".join(f"\n{table} {head.version} {head.digest.hex()}" for table, head in heads.items())


class Heads:
    """Hold the heads of a store in use."""

    def __init__(self, path: Path) -> None:
        """Read the file and shorten it to one line a table. Raises OSError."""
        self.path = path
        self.missing = not path.exists()
        """Whether there was no file yet."""
        self.known = read_heads(path)
        write_heads(path, self.known)
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
            self._failed = False

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)
