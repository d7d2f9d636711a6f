"""Keep texts from people in the direction in which they are written."""

from __future__ import annotations

import unicodedata


def isolated(text: str) -> str:
    """Keep a name that is written from right to left from pulling along what stands beside it in a sentence."""
    from_right = any(unicodedata.bidirectional(character) in {"R", "AL"} for character in text)
    return f"\u2068{text}\u2069" if from_right else text
