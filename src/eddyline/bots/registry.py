"""List the bots of every game."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, cast

from eddyline.bots.bot import DEFAULT, Budget
from eddyline.bots.random import RandomBot
from eddyline.engine.registry import GAMES, game
from eddyline.engine.suggest import suggest

if TYPE_CHECKING:
    from eddyline.bots.bot import Bot, Maker


class Listed(NamedTuple):
    """Make a bot of a class whose module is loaded with the first of them: nobody waits for bots of other games."""

    module: str
    name: str

    def __call__(self, seed: int, budget: Budget = DEFAULT) -> Bot:
        """Load the module and make the bot (see `Maker`)."""
        return cast("Bot", getattr(import_module(self.module), self.name)(seed, budget))


OWN: dict[str, dict[str, Listed]] = {
    "niagara": {
        "paddler": Listed("eddyline.bots.niagara.paddler", "Paddler"),
        "scout": Listed("eddyline.bots.niagara.guide", "Scout"),
        "guide": Listed("eddyline.bots.niagara.guide", "Guide"),
    },
    "canyon": {
        "voyageur": Listed("eddyline.bots.canyon.voyageur", "Voyageur"),
        "scout": Listed("eddyline.bots.canyon.guide", "Scout"),
        "guide": Listed("eddyline.bots.canyon.guide", "Guide"),
    },
}
"""Bots that play one game, the one to recommend first."""

BOTS: dict[str, dict[str, Maker]] = {
    game_id: {**OWN.get(game_id, {}), "random": partial(RandomBot, game_id)} for game_id in GAMES
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
