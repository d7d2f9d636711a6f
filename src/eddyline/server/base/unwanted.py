"""Find words that the operator does not want to read, in names and chats, however they are written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from eddyline.server.base.names import looks, unmasked

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORD = re.compile(r"[^\W\d_]+")


class Unwanted:
    """Know the words; a star stands for any letters: `spam*`, `*spam*`."""

    def __init__(self, words: Iterable[str]) -> None:
        self._whole: dict[str, str] = {}
        self._parts: list[tuple[re.Pattern[str], str]] = []
        for word in words:
            for look in looks(word.replace("*", "")):
                if "*" in word:
                    before, after = (".*" if end else "" for end in (word.startswith("*"), word.endswith("*")))
                    self._parts.append((re.compile(before + re.escape(look) + after), word))
                else:
                    self._whole[look] = word

    def find(self, text: str) -> str | None:
        """Return the first of them that a text has, or None; letters with gaps between them are a word, too."""
        if not (self._whole or self._parts):
            return None
        for written in (text, *unmasked(text)):
            words = _WORD.findall(written)
            for word in (*words, *_spelt(words)):
                for look in looks(word):
                    if look in self._whole:
                        return self._whole[look]
                    if (found := next((each for part, each in self._parts if part.fullmatch(look)), None)) is not None:
                        return found
        return None


def _spelt(words: list[str]) -> Iterable[str]:
    """Join what is written letter by letter."""
    letters = ""
    for word in words:
        if len(word) == 1:
            letters += word
            continue
        if len(letters) > 1:
            yield letters
        letters = ""
    if len(letters) > 1:
        yield letters
