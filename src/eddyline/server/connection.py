"""Represent one browser tab at a table, whatever the transport."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, TypeAlias

import msgspec

if TYPE_CHECKING:
    from eddyline.server import protocol

Outgoing: TypeAlias = bytes | None

_log = logging.getLogger(__name__)

OUTBOX = 128
"""Maximum number of messages queued for a slow connection; a new connection catches up with one message."""

_encoder = msgspec.json.Encoder()


def encode(message: protocol.ToClient) -> bytes:
    """Encode a message as JSON."""
    return _encoder.encode(message)


class Connection:
    """Hold a client's seat and the messages queued for it."""

    def __init__(self, address: str = "") -> None:
        self.address = address
        """Network address of the client; shares out thinking time, and is written nowhere."""
        self.seat: int | None = None
        """Seat of the client; None: a spectator."""
        self.greeted = False
        """Whether the client has sent `Hello`, and so receives every update."""
        self._outbox: asyncio.Queue[Outgoing] = asyncio.Queue(OUTBOX)
        self.waiting = 0
        """Bytes that wait to be sent."""
        self.dropped = False

    def send(self, message: bytes) -> None:
        """Queue a message; never waits.

        A client whose queue is full is dropped; when it reconnects, one message brings it up to date.
        """
        if self.dropped:
            return
        try:
            self._outbox.put_nowait(message)
            self.waiting += len(message)
        except asyncio.QueueFull:
            _log.warning("a connection was cut: it does not read what it is sent")
            self.drop()

    def drop(self) -> None:
        """Discard the queue and make `next` return None."""
        self.dropped = True
        while not self._outbox.empty():
            self._outbox.get_nowait()
        self.waiting = 0
        self._outbox.put_nowait(None)

    async def next(self) -> Outgoing:
        """Wait for the next message to send; None: close the connection."""
        message = await self._outbox.get()
        self.waiting -= len(message or b"")
        return message
