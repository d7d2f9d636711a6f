"""Take orders on stdin, one JSON object a line, and answer with lines of JSON."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from typing import TYPE_CHECKING, Any

import msgspec
import uvloop

if TYPE_CHECKING:
    from collections.abc import Callable

_encode = msgspec.json.Encoder().encode


def say(message: dict[str, Any]) -> None:
    """Answer with a line."""
    sys.stdout.buffer.write(_encode(message) + b"\n")
    sys.stdout.flush()


def obey(begin: Callable[[], Callable[[dict[str, Any]], None]]) -> None:
    """Hand each order to what `begin` makes, in an event loop, until there are no more."""

    async def take() -> None:
        reader = asyncio.StreamReader(limit=1 << 26)
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        order = begin()
        while line := await reader.readline():
            order(msgspec.json.decode(line))

    with contextlib.suppress(KeyboardInterrupt):
        uvloop.run(take())
