"""Put the records of many games into one archive, which is sent while it is made."""

from __future__ import annotations

import asyncio
import zipfile
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from eddyline.server.store import StoreError
from eddyline.server.table.stored import fold

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from eddyline.protocol.history import PlayedGame
    from eddyline.server.store import Row, Store

LEFT_OUT = "left-out.txt"
"""Name of the file that lists the games whose record could not be read."""


class _Outgoing:
    """Take what an archive writes until it is sent; nothing of it is looked at again."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def write(self, part: bytes, /) -> int:
        self._waiting += part
        return len(part)

    def flush(self) -> None:
        """Do nothing: what waits is taken."""

    def close(self) -> None:
        """Do nothing: what waits is taken."""

    def take(self) -> bytes:
        part = bytes(self._waiting)
        self._waiting.clear()
        return part


async def collected(store: Store, games: AsyncIterator[PlayedGame]) -> AsyncIterator[bytes]:
    """Give a ZIP archive of the records of games piece by piece, one game in memory at a time.

    A game that cannot be read is named in the archive, with the reason.
    """
    out, left_out = _Outgoing(), []
    archive = zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED)
    async for game in games:
        try:
            rows = await store.load(game.table)
            await asyncio.to_thread(_add, archive, game, rows)
        except StoreError as error:
            left_out.append(f"{game.table}: {error}\n")
        if part := out.take():
            yield part
    if left_out:
        archive.writestr(LEFT_OUT, "".join(left_out))
    archive.close()
    yield out.take()


def _add(archive: zipfile.ZipFile, game: PlayedGame, rows: list[Row]) -> None:
    """Write the record of a game into an archive. Raises StoreError."""
    state = fold(game.table, rows)
    record = None if state is None or state.status != "over" else state.record()
    if record is None:
        raise StoreError("this table was deleted")
    ended = datetime.fromtimestamp(game.ended / 1000, UTC)
    name = f"{ended:%Y-%m-%d}-{game.game}-{game.table}.jsonl"
    entry = zipfile.ZipInfo(name, ended.timetuple()[:6])
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, record)
