"""Derive the words of chance of a game from a secret seed and the players' own words, so that anyone can check them.

Before the game the server draws a seed of 256 bits and hashes it `length` times. The seed is the last link of this
chain; the first, link 0, is published as the commitment. Word number k, counted from 1 for the set-up, is

    link[k - 1] = SHA-256(link[k])
    word[k] = the first 8 bytes of HMAC-SHA256(key = link[k], message)
    message = the JSON array ["eddyline dealing 1", table, k, [own word of seat 0, own word of seat 1, …]]

as UTF-8 without spaces; a seat without an own word has null. When the game is over, the link of its last word is
revealed: hashing it gives all links before it, down to the commitment. See docs/fair-dealing.md.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Annotated

import msgspec

SEED_BYTES = 32
MOST_WORDS = 1_000_000
"""Largest length of a chain in a saved game."""
LONGEST_OWN_WORD = 64

Link = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal."""
OwnWord = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_OWN_WORD)]
"""What a player adds to the dealing: printable characters, taken as they are."""


class Dealing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hold everything that the words of chance of one game depend on, except the links themselves."""

    table: Annotated[str, msgspec.Meta(max_length=64)]
    commitment: Link
    """Link 0."""
    length: Annotated[int, msgspec.Meta(ge=1, le=MOST_WORDS)]
    """Number of words that the chain can give."""
    words: Annotated[tuple[OwnWord | None, ...], msgspec.Meta(max_length=12)]
    """Players' own words by seat; None: the seat gave none."""

    def message(self, number: int) -> bytes:
        """Return what the link of word `number` is combined with."""
        return msgspec.json.encode(("eddyline dealing 1", self.table, number, self.words))


def before(link: bytes, steps: int = 1) -> bytes:
    """Return the link that lies so many steps before this one in the chain."""
    for _ in range(steps):
        link = hashlib.sha256(link).digest()
    return link


def link_of(seed: bytes, length: int, number: int) -> bytes:
    """Return link `number` of the chain that ends with the seed; raises ValueError for a number beyond its end."""
    if not 0 <= number <= length:
        raise ValueError(f"expected a link from 0 to {length}, got {number}")
    return before(seed, length - number)


def word_of(link: bytes, dealing: Dealing, number: int) -> int:
    """Return word `number`, 64 bits, given its link."""
    return int.from_bytes(hmac.digest(link, dealing.message(number), "sha256")[:8], "big")


def derive(seed: bytes, dealing: Dealing, number: int) -> int:
    """Return word `number`, 64 bits, given the seed; raises ValueError for a number beyond the end of the chain."""
    return word_of(link_of(seed, dealing.length, number), dealing, number)
