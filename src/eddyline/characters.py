"""Name the characters that bots may be: each has a manner of its own in every game, and a portrait.

A character is not a level: the bot decides how well it plays, the character only what it likes. A bot that has manners
takes one as a small vector of weights beside its kernels (`bots/<game>/manners.py`), all zero for nobody.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping

Character = Literal["magpie", "heron", "otter", "squirrel", "owl", "bear", "hare", "fox"]
"""An animal of the river."""
CHARACTERS: tuple[Character, ...] = get_args(Character)
NAMES: Mapping[Character, str] = {
    "magpie": "Elsa",
    "heron": "Hugo",
    "otter": "Otto",
    "squirrel": "Silas",
    "owl": "Uma",
    "bear": "Bruno",
    "hare": "Lina",
    "fox": "Felix",
}
"""What each is called, in every language; each has an initial of its own, as canoes are marked with it."""
NOBODY = -1
"""Number of the character of a bot that plays without a manner."""


def number_of(character: str | None) -> int:
    """Return the place of a character in the tables of weights; NOBODY for None. Raises ValueError for any other."""
    if character is None:
        return NOBODY
    if character not in CHARACTERS:
        raise ValueError(f"expected a character, which is one of {', '.join(CHARACTERS)}; got {character!r}")
    return CHARACTERS.index(character)


def dealt(word: str) -> list[Character]:
    """Return all characters in an order that follows from a word, such as the id of a table."""
    return sorted(CHARACTERS, key=lambda each: hashlib.sha256(f"{word} {each}".encode()).digest())
