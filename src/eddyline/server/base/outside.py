"""Provide time and randomness; tests replace them."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from eddyline.record.dealing import SEED_BYTES, Dealing, derive
from eddyline.server.base.outages import Outages

if TYPE_CHECKING:
    from collections.abc import Callable

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without characters that are easily confused when a link is passed on."""


def _entropy() -> int:
    return secrets.randbits(64)


def _seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def _table_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def _token() -> str:
    return secrets.token_urlsafe(24)


@dataclass(frozen=True, slots=True)
class Outside:
    """Bundle the sources of everything that is decided neither by rules nor by people."""

    clock: Callable[[], float] = time.time
    """Seconds since 1970."""
    entropy: Callable[[], int] = _entropy
    """64 bits: for bots, and for the words of chance of tables from before dealings could be checked."""
    seed: Callable[[], bytes] = _seed
    """32 bytes, from which all words of chance of a new table are derived."""
    word: Callable[[bytes, Dealing, int], int] = derive
    """(seed, dealing, number) -> that word of chance of a table."""
    table_id: Callable[[], str] = _table_id
    """12 of 31 letters, 59 bits: anyone with the link may watch, so it must not be guessable."""
    token: Callable[[], str] = _token
    """192 bits: anyone who has it can play that seat."""
    outages: Outages = field(default_factory=Outages)
    """When nobody could play."""
