"""Find a game by its id."""

from __future__ import annotations

import copyreg
import os
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from eddyline.engine.messages import shown
from eddyline.engine.sources import PACKAGE
from eddyline.engine.suggest import suggest

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.engine.game import Game

FURTHER = "EDDYLINE_GAMES"
"""Environment variable that lists the modules of further games, separated by commas."""
_OWN = [f"eddyline.games.{file.parent.name}.game" for file in sorted(PACKAGE.glob("games/*/game.py"))]
_FURTHER = [module.strip() for module in os.environ.get(FURTHER, "").split(",") if module.strip()]
GAMES = {module.split(".")[-2]: module for module in _OWN} | {module.split(".")[-1]: module for module in _FURTHER}
"""Module of every game by id, which is the name of the game's folder or of a module listed in FURTHER. Each module has
a `GAME` and is loaded on first use.
"""


class UnknownGameError(LookupError):
    """Report a game id that is not registered, or a module that does not provide its game."""


def games() -> tuple[str, ...]:
    """List the ids of all games.

    >>> eddyline.games()
    ('canyon', 'niagara')
    """
    return tuple(GAMES)


def check_module(game_id: str) -> None:
    """Raise UnknownGameError if the module of a game in FURTHER is missing, or its id is taken; load no game."""
    if GAMES[game_id] in _FURTHER and f"eddyline.games.{game_id}.game" in _OWN:
        raise UnknownGameError(f"expected {FURTHER} to name games with ids of their own, got {GAMES[game_id]!r}")
    try:
        found = find_spec(GAMES[game_id])
    except ModuleNotFoundError:
        found = None
    if found is None:
        raise UnknownGameError(f"expected {FURTHER} to name modules that can be imported, got {GAMES[game_id]!r}")


def game(game_id: str) -> Game:
    """Return the game with that id; raises UnknownGameError.

    >>> eddyline.game("canyon")
    <Game: Canyon, for 3, 4, 5, 6 players>
    """
    if game_id not in list(GAMES):  # a list, because ids that cannot be hashed are unknown, too
        expected = f"expected one of: {', '.join(GAMES)}{suggest(game_id, GAMES)}"
        raise UnknownGameError(f"there is no game {shown(game_id)}; {expected}")
    module = GAMES[game_id]
    try:
        found: Game = import_module(module).GAME
    except (ModuleNotFoundError, AttributeError) as error:
        if module not in _FURTHER:
            raise
        raise UnknownGameError(f"expected {FURTHER} to name modules with a GAME, got {module!r}: {error}") from error
    if found.id != game_id:
        raise UnknownGameError(f"expected the module {module!r} to hold the game {game_id!r}, got {found.id!r}")
    copyreg.pickle(type(found), _by_id)  # here, because this is who finds games by their ids
    return found


def _by_id(known: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    """Pickle a game by its id: whoever reads it has the game, too. Raises TypeError for one that has no id here."""
    if known.id not in GAMES or game(known.id) is not known:
        raise TypeError(f"expected a game that can be found by its id (see {FURTHER}), got another called {known.id!r}")
    return game, (known.id,)
