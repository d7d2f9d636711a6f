"""Deal at a table: keep its secret seed, give its words of chance, reveal their last link when the game is over."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table_info import DealingInfo
from eddyline.record.dealing import Dealing, link_of

if TYPE_CHECKING:
    from eddyline.server.base.outside import Outside
    from eddyline.server.table.entries import Opened

OwnWords: TypeAlias = tuple[str | None, ...]
"""Players' own words by seat."""


@dataclass(slots=True)
class TableDealing:
    """Hold the chain of one table, and how much of it has been used."""

    table: str
    seed: bytes = field(repr=False)
    length: int
    commitment: str
    used: int = 0
    """Words of chance used so far, that of the set-up among them."""
    revealed: str | None = None
    """Link of the last word used, once the game is over; the links after it stay unknown."""

    @classmethod
    def of(cls, table: str, opened: Opened) -> TableDealing | None:
        """Return the dealing of a new table; None for one from before seeds, which takes its words from `Outside`."""
        if opened.seed is None:
            return None
        seed = bytes.fromhex(opened.seed)
        return cls(table, seed, opened.chain, link_of(seed, opened.chain, 0).hex())

    def public(self, words: OwnWords) -> Dealing:
        """Return what the words of chance are derived from, except the seed."""
        return Dealing(table=self.table, commitment=self.commitment, length=self.length, words=words)

    def info(self, words: OwnWords) -> DealingInfo:
        """Describe the dealing as everybody may see it."""
        return DealingInfo(commitment=self.commitment, length=self.length, words=words, revealed=self.revealed)

    def next_word(self, words: OwnWords, outside: Outside) -> int:
        """Return the next word of chance, the same one until it is `used`."""
        return outside.word(self.seed, self.public(words), self.used + 1)

    def reveal(self) -> None:
        """Reveal the link of the last word used: the game is over."""
        if self.revealed is None:
            self.revealed = link_of(self.seed, self.length, self.used).hex()


def check_own_word(word: str) -> str:
    """Return a player's own word; raises RefusalError when it has characters that cannot be printed."""
    if not word.isprintable():
        raise RefusalError("bad_message", f"expected a word of printable characters, got {word!r}")
    return word
