"""Find a game by its id."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from eddyline.engine.game import Game

GAMES = {"niagara": "eddyline.games.niagara.game", "canyon": "eddyline.games.canyon.game"}
"""Module of every game by id; each has a `GAME`. Loaded on first use, because loading compiles rules."""


class UnknownGameError(LookupError):
    """Refuse a game id that is not registered."""


def game(game_id: str) -> Game:
    """Return the game with that id; raises UnknownGameError."""
    if game_id not in GAMES:
        message = f"there is no game {game_id!r}; expected one of: {', '.join(GAMES)}"
        raise UnknownGameError(message)
    found: Game = import_module(GAMES[game_id]).GAME
    return found
