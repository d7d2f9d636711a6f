"""Draw random numbers in kernels: the state is a 64-bit word that the caller keeps."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Self

import numpy as np

from eddyline.engine.checks import check_seed
from eddyline.engine.kernel import kernel

if TYPE_CHECKING:
    from collections.abc import Iterator

SALT = np.uint64(0x9E37_79B9_7F4A_7C15)


@kernel
def seeded(seed: int) -> np.uint64:
    """Return a word to `stir` for any seed; adjacent seeds give unrelated words."""
    word = np.uint64(seed) ^ SALT
    if word == 0:
        word = SALT
    for _ in range(24):
        word = stir(word)
    return word


@kernel
def stir(word: np.uint64) -> np.uint64:
    """Return the next word (Marsaglia's xorshift64, shifts 13, 7, 17); a nonzero word never becomes 0."""
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    return word


@kernel
def blended(word: int) -> np.uint64:
    """Return another word to `stir`, unrelated to the words that stirring this one gives.

    Use it when drawing many numbers from one word of a sequence: stirring alone is linear, and streams that start at
    adjacent words would be correlated. It multiplies only halves, so that nothing overflows in uncompiled code.
    """
    half = np.uint64(32)
    low_half = np.uint64(0xFFFF_FFFF)
    mixed = np.uint64(word) ^ SALT
    for _ in range(3):
        low = (mixed & low_half) * np.uint64(0x9E37_79B1)
        high = (mixed >> half) * np.uint64(0xC2B2_AE3D)
        mixed = low ^ (high << half | high >> half) ^ SALT
    return mixed if mixed != np.uint64(0) else SALT


@kernel
def below(word: np.uint64, count: int) -> int:
    """Map a word to a number from 0 to count − 1 (Lemire's multiplication; bias below count / 2**32)."""
    return int(((word >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))


def derived(seed: int, *what: int | str) -> int:
    """Derive a 64-bit number from a seed; different purposes get unrelated numbers.

    None can be inferred from another: the set-up word is in the saved game, and reveals nothing about the cards that
    will be dealt.
    """
    digest = blake2b(" ".join(map(str, (seed, *what))).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def words(seed: int) -> Iterator[int]:
    """Yield an endless stream of words of chance, determined by the seed; a copy of it yields the same words.

    Raises TypeError for a seed that is not an integer, ValueError for one that is negative or over 64 bits.
    """
    return _Words(int(seeded(np.uint64(check_seed(seed)))))  # type: ignore[arg-type] # also one with its highest bit set


class _Words:
    """Be a stream of words. No generator, because those can be neither copied nor pickled."""

    __slots__ = ("_last",)

    def __init__(self, last: int) -> None:
        self._last = last

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> int:
        self._last = int(stir(np.uint64(self._last)))
        return self._last
