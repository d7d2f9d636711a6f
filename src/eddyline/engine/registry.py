"""Find a game by its id."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from eddyline.engine.messages import shown
from eddyline.engine.sources import PACKAGE
from eddyline.engine.suggest import suggest

if TYPE_CHECKING:
    from eddyline.engine.game import Game

GAMES = {
    file.parent.name: f"eddyline.games.{file.parent.name}.game" for file in sorted(PACKAGE.glob("games/*/game.py"))
}
"""Module of every game by id, which is the name of its folder; each has a `GAME`. Loaded on first use, for that takes a
moment.
"""


class UnknownGameError(LookupError):
    """Refuse a game id that is not registered."""


def games() -> tuple[str, ...]:
    """List the ids of all games."""
    return tuple(GAMES)


def game(game_id: str) -> Game:
    """Return the game with that id; raises UnknownGameError."""
    if game_id not in list(GAMES):  # a list, because what cannot be hashed is no game either
        expected = f"expected one of: {', '.join(GAMES)}{suggest(game_id, GAMES)}"
        raise UnknownGameError(f"there is no game {shown(game_id)}; {expected}")
    found: Game = import_module(GAMES[game_id]).GAME
    return found
