"""Name people and bots at a table."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from eddyline.bots.registry import UnknownBotError, maker
from eddyline.server.refusal import RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterable


def clean_name(name: str) -> str:
    """Tidy a name: composed letters, single spaces, nothing invisible. Raises RefusalError when nothing is left."""
    visible = "".join(c for c in unicodedata.normalize("NFC", name) if c.isprintable() or c.isspace())
    tidy = " ".join(visible.split())
    if not tidy:
        raise RefusalError("bad_message", f"expected a name with at least one visible character, got {name!r}")
    return tidy


def unused_name(name: str, taken: Iterable[str]) -> str:
    """Tidy a name that nobody at the table has yet. Raises RefusalError."""
    tidy = clean_name(name)
    if tidy.casefold() in {other.casefold() for other in taken}:
        raise RefusalError("taken", f"Somebody at this table is called {tidy} already; please choose another name.")
    return tidy


BOT_NAMES = (
    *("Alma", "Bruno", "Clara", "Dario", "Elsa", "Felix", "Greta", "Hugo", "Ida", "Jonas", "Karla", "Luca", "Mira"),
    *("Nino", "Olga", "Pia", "Quinn", "Rosa", "Silas", "Tessa", "Uma", "Vito", "Wanda", "Xenia", "Yara", "Zeno"),
)
"""One name for each initial, at home in every language we speak: canoes are marked with their owner's initial."""


def bot_name(taken: Iterable[str]) -> str:
    """Name a bot so that nobody at the table has the same initial, as long as there are letters."""
    initials = {name[:1].casefold() for name in taken}
    return next((name for name in BOT_NAMES if name[0].casefold() not in initials), BOT_NAMES[0])


def check_bot(game: str, bot: str) -> None:
    """Refuse a bot that this game does not have. Raises RefusalError."""
    try:
        maker(game, bot)
    except UnknownBotError as error:
        raise RefusalError("unknown", f"{error}.") from None
