"""Draw random numbers in kernels: the state is a 64-bit word that the caller keeps."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.checks import check_seed
from eddyline.engine.kernel import kernel

if TYPE_CHECKING:
    from collections.abc import Iterator

SALT = np.uint64(0x9E37_79B9_7F4A_7C15)


@kernel
def seeded(seed: int) -> np.uint64:
    """Make a word to `stir` of any seed; neighbouring seeds give words that have nothing in common."""
    word = np.uint64(seed) ^ SALT
    if word == 0:
        word = SALT
    for _ in range(24):
        word = stir(word)
    return word


@kernel
def stir(word: np.uint64) -> np.uint64:
    """Return the next word (Marsaglia's xorshift64, shifts 13, 7, 17); a word other than 0 never becomes 0."""
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    return word


@kernel
def blended(word: int) -> np.uint64:
    """Make another word to `stir`, which has nothing to do with the words that stirring this one gives.

    For what draws many numbers from one word of a row: stirring alone is linear, and rows that begin with neighbours in
    a row would run alongside each other. Multiplies halves only, so that nothing overflows uncompiled.
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
    """Turn a word into a number from 0 to count − 1 (Lemire's multiplication; bias below count / 2**32)."""
    return int(((word >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))


def derived(seed: int, *what: int | str) -> int:
    """Derive 64 bits from a seed; different purposes get numbers that have nothing in common.

    Nobody can tell one of them from another: the word that sets a game up stands in its saved game, and says nothing of
    the cards that will be dealt.
    """
    digest = blake2b(" ".join(map(str, (seed, *what))).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def words(seed: int) -> Iterator[int]:
    """Give words of chance without end, alike for one seed.

    Raises TypeError for a seed that is no integer, ValueError for one of more than 64 bits, or below 0.
    """
    return _stirred(check_seed(seed))


def _stirred(seed: int) -> Iterator[int]:
    word = np.uint64(seeded(np.uint64(seed)))  # type: ignore[arg-type] # also a seed with its highest bit set
    while True:
        word = np.uint64(stir(word))
        yield int(word)
