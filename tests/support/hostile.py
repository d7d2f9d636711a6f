"""Make what strangers might send of what the server expects."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

WRONG: tuple[Any, ...] = (
    None, -1, 1e308, 2**70, "", "x" * 300, [], {}, True, "newest", "link", 26, 100_025, "\x00",
)  # fmt: skip
"""Values to put in place of a field's."""
PIECES = (b"", b'"', b"[" * 50, b"null", b"1e999", b"\\ud800", b"\xff", b"-1", b"{", b"\x00", b"0" * 5000)
"""Bytes to put in place of some."""


def damaged(rng: Random, message: Mapping[str, Any]) -> bytes:
    """Damage a message: put something else in place of one of its fields or of parts of its text; sometimes neither."""
    message = dict(message)
    if rng.random() < 0.5:
        message[rng.choice([*message, "__class__", "rows"])] = rng.choice(WRONG)
    text = bytearray(json.dumps(message).encode())
    for _ in range(rng.choice((0, 0, 1, 3))):
        at = rng.randrange(len(text) or 1)
        text[at : at + rng.randrange(6)] = rng.choice(PIECES)
    return bytes(text)
