"""Keep random secrets that all processes on one store share, each in a log of its own."""

from __future__ import annotations

import secrets
from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from eddyline.server.logs.ledger import Kind, Ledger

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.server.store import Store

BYTES = 32


class Made(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", tag="made"):
    """Make the secret."""

    secret: str
    """In base64."""


@dataclass(slots=True)
class Secret:
    """Hold a secret; None until somebody needs it."""

    purpose: str
    value: bytes | None = None

    def apply(self, entry: Made, at: int) -> None:  # noqa: ARG002 - every log's state is told the time
        """Take in the next entry; the first one holds."""
        self.value = self.value or b64decode(entry.secret)


KIND: Kind[Made, Secret] = Kind("secret", msgspec.json.Decoder(Made), Secret)


class Secrets:
    """Know the secrets of a store; each is made when it is asked for first."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._ledger: Ledger[Made, Secret] = Ledger(store, clock, KIND)
        self._known: dict[str, bytes] = {}

    async def of(self, purpose: str) -> bytes:
        """Return the secret for a purpose: 32 bytes, always the same. Raises RefusalError."""
        if purpose not in self._known:
            made = Made(secret=b64encode(secrets.token_bytes(BYTES)).decode())
            found = await self._ledger.change(purpose, lambda now: [] if now.value else [made])
            assert found.value is not None
            self._known[purpose] = found.value
        return self._known[purpose]
