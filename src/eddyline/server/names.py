"""Name people and bots at a table."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from eddyline.bots.registry import UnknownBotError, maker
from eddyline.server.refusal import RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterable


def clean_name(name: str) -> str:
    """Normalize a name: NFC, single spaces, nothing invisible. Raises RefusalError when nothing is left."""
    visible = "".join(c for c in unicodedata.normalize("NFC", name) if c.isprintable() or c.isspace())
    tidy = " ".join(visible.split())
    if not tidy:
        raise RefusalError("bad_message", f"expected a name with at least one visible character, got {name!r}")
    return tidy


def unused_name(name: str, taken: Iterable[str]) -> str:
    """Normalize a name. Raises RefusalError when it is empty or taken."""
    tidy = clean_name(name)
    if tidy.casefold() in {other.casefold() for other in taken}:
        raise RefusalError("taken", f"Somebody at this table is called {tidy} already; please choose another name.")
    return tidy


BOT_NAMES = (
    *("Alma", "Bruno", "Clara", "Dario", "Elsa", "Felix", "Greta", "Hugo", "Ida", "Jonas", "Karla", "Luca", "Mira"),
    *("Nino", "Olga", "Pia", "Quinn", "Rosa", "Silas", "Tessa", "Uma", "Vito", "Wanda", "Xenia", "Yara", "Zeno"),
)
"""One name per initial, common in every supported language: canoes are marked with their owner's initial."""


def bot_name(taken: Iterable[str]) -> str:
    """Return a bot name whose initial nobody at the table has, while there is one."""
    initials = {name[:1].casefold() for name in taken}
    return next((name for name in BOT_NAMES if name[0].casefold() not in initials), BOT_NAMES[0])


def check_bot(game: str, bot: str) -> None:
    """Raise RefusalError for a bot that this game does not have."""
    try:
        maker(game, bot)
    except UnknownBotError as error:
        raise RefusalError("unknown", f"{error}.") from None
