"""Provide time and randomness; tests replace them."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without characters that are easily confused when a link is passed on."""


def _entropy() -> int:
    return secrets.randbits(64)


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
    """64 bits for a game's set-up."""
    table_id: Callable[[], str] = _table_id
    """12 of 31 letters, 59 bits: anyone with the link may watch, so it must not be guessable."""
    token: Callable[[], str] = _token
    """192 bits: anyone who has it can play that seat."""
