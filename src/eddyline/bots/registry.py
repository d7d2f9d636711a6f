"""List the bots of every game."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from eddyline.bots.bot import Listed
from eddyline.engine.registry import GAMES, game
from eddyline.engine.suggest import suggest

if TYPE_CHECKING:
    from collections.abc import Mapping


def _own(game_id: str) -> Mapping[str, Listed]:
    """Return the bots listed by a game's bot package; a game need not have any."""
    if find_spec(f"eddyline.bots.{game_id}") is None:
        return {}
    named: Mapping[str, Listed] = import_module(f"eddyline.bots.{game_id}").BOTS
    return named


OWN: dict[str, Mapping[str, Listed]] = {game_id: _own(game_id) for game_id in GAMES}
"""Bots that play one game only, the recommended one first."""

BOTS: dict[str, dict[str, Listed]] = {
    game_id: {**OWN[game_id], "random": Listed("eddyline.bots.random", "RandomBot", (game_id,))} for game_id in GAMES
}
"""By game id and name: the function that makes a bot from a seed and a budget. A game's recommended bot is first."""


class UnknownBotError(LookupError):
    """Report a bot name that the game does not have."""


def maker(game_id: str, name: str | None = None) -> Listed:
    """Return the function that makes a bot of the game, by default the recommended one; raises UnknownBotError."""
    bots = BOTS[game(game_id).id]
    if name is None:
        return next(iter(bots.values()))
    if name not in bots:
        raise UnknownBotError(f"{game_id} has no bot {name!r}; its bots are: {', '.join(bots)}{suggest(name, bots)}")
    return bots[name]
