"""Be one browser tab at one table, whatever carries its messages."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeAlias

import msgspec

if TYPE_CHECKING:
    from eddyline.server import protocol

Outgoing: TypeAlias = bytes | None

OUTBOX = 128
"""Messages that may wait for a slow connection; a new connection catches up in one."""

_encoder = msgspec.json.Encoder()


def encode(message: protocol.ToClient) -> bytes:
    """Write a message for the wire."""
    return _encoder.encode(message)


class Connection:
    """Hold who is at the other end and what waits to be sent there."""

    def __init__(self) -> None:
        self.seat: int | None = None
        """Seat of whoever is there; None: a spectator."""
        self.greeted = False
        """Has said hello, and hears of everything from then on."""
        self._outbox: asyncio.Queue[Outgoing] = asyncio.Queue(OUTBOX)
        self.dropped = False

    def send(self, message: bytes) -> None:
        """Queue a message; never waits.

        Whoever lets too many pile up is dropped: they connect again and are brought up to date in one message.
        """
        if self.dropped:
            return
        try:
            self._outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """Throw away what waits and let `next` tell that it is over."""
        self.dropped = True
        while not self._outbox.empty():
            self._outbox.get_nowait()
        self._outbox.put_nowait(None)

    async def next(self) -> Outgoing:
        """Wait for the next message to send; None: hang up."""
        return await self._outbox.get()
