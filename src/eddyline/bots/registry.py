"""List the bots of every game."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from eddyline.bots.random import RandomBot
from eddyline.engine.registry import GAMES, game
from eddyline.engine.suggest import suggest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eddyline.bots.bot import Listed, Maker


def _own(game_id: str) -> Mapping[str, Listed]:
    """List the bots that a game's package of bots names; a game needs none of its own."""
    if find_spec(f"eddyline.bots.{game_id}") is None:
        return {}
    named: Mapping[str, Listed] = import_module(f"eddyline.bots.{game_id}").BOTS
    return named


OWN: dict[str, Mapping[str, Listed]] = {game_id: _own(game_id) for game_id in GAMES}
"""Bots that play one game, the one to recommend first."""

BOTS: dict[str, dict[str, Maker]] = {
    game_id: {**OWN[game_id], "random": partial(RandomBot, game_id)} for game_id in GAMES
}
"""By game id and name: what makes a bot from a seed and a budget. The first of a game is the one to recommend."""


class UnknownBotError(LookupError):
    """Refuse the name of a bot that the game does not have."""


def maker(game_id: str, name: str | None = None) -> Maker:
    """Return what makes a bot of the game, by default the one to recommend; raises UnknownBotError."""
    bots = BOTS[game(game_id).id]
    if name is None:
        return next(iter(bots.values()))
    if name not in bots:
        raise UnknownBotError(f"{game_id} has no bot {name!r}; its bots are: {', '.join(bots)}{suggest(name, bots)}")
    return bots[name]
