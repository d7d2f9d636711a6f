"""Hold what one client is to be sent, whatever it looks at and whatever the transport."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eddyline.protocol.table import RefusalCode

ANSWER_BYTES = 65_536
"""Bytes of answers that may wait. Who keeps asking without reading them is cut off."""
TRY_AGAIN_LATER = 1013
CLOSED_BY: Mapping[RefusalCode, int] = {
    "signed_out": 4401,
    "suspended": 4401,
    "unknown": 4404,
    "damaged": 4410,
    "other_rules": 4411,
    "deleted": 4412,
    "full": 4413,
    "friends_only": 4414,
}
"""Codes that tell a client not to ask again for now; who was signed out comes again as a guest."""

_log = logging.getLogger(__name__)
_encoder = msgspec.json.Encoder()


def encode(message: msgspec.Struct) -> bytes:
    """Encode a message as JSON."""
    return _encoder.encode(message)


@dataclass(frozen=True, slots=True)
class Close:
    """End a connection with a WebSocket close code and a sentence."""

    code: int
    reason: str


class Waiting(NamedTuple):
    """Hold a message that waits."""

    message: bytes
    since: int | None = None
    """For what a newer message can replace: the version that a client needs in order to follow. None: an answer."""


class Outbox:
    """Know whose client it is, and hold what it is to be sent: what waits, in its order, then whatever else is due."""

    limit: ClassVar[int] = ANSWER_BYTES
    """Bytes of answers that may wait."""

    def __init__(self, place: str = "") -> None:
        """Begin with nothing to send; `place` is the table that the log names."""
        self.account: str | None = None
        self.session = ""
        """Id of the client's account, and hash of the session that it has shown; None: a guest."""
        self.closing: Close | None = None
        """Set when nothing more is accepted; answers that wait are sent before."""
        self._place = place
        self._waiting: deque[Waiting] = deque()
        self._answers = 0
        """Bytes of the answers that wait."""
        self._states = 0
        """Bytes of all else that waits."""
        self._news = asyncio.Event()

    def answer(self, message: bytes) -> None:
        """Queue what nothing can replace; never waits."""
        if self.closing is None and self._answers + len(message) > self.limit:
            _log.warning("a connection was cut: it does not read what it is sent", extra={"table": self._place})
            self.forget()
            self.close(TRY_AGAIN_LATER, "you ask faster than you read; connect again")
        self._put(message, None)

    def forget(self) -> None:
        """Send nothing of what waits."""
        self._waiting.clear()
        self._answers = self._states = 0

    def close(self, code: int = TRY_AGAIN_LATER, reason: str = "connect again to be brought up to date") -> None:
        """Accept nothing more, and end the connection after the answers that wait."""
        self.closing = self.closing or Close(code, reason)
        self._news.set()

    def take(self) -> bytes | Close | None:
        """Return what comes next; None: nothing at the moment."""
        if not self._waiting:
            return self.closing or self._due()
        first = self._waiting.popleft()
        if first.since is None:
            self._answers -= len(first.message)
        else:
            self._states -= len(first.message)
        return first.message

    async def next(self) -> bytes | Close:
        """Wait for what comes next."""
        while (found := self.take()) is None:
            self._news.clear()
            await self._news.wait()
        return found

    def _due(self) -> bytes | None:
        """Return what is to be sent when nothing waits; None: nothing."""
        return None

    def _put(self, message: bytes, since: int | None) -> None:
        if self.closing is not None:
            return
        self._waiting.append(Waiting(message, since))
        if since is None:
            self._answers += len(message)
        else:
            self._states += len(message)
        self._news.set()
