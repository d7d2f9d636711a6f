"""List the bots of every game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from eddyline.bots.canyon import guide as canyon
from eddyline.bots.canyon.voyageur import Voyageur
from eddyline.bots.niagara import guide as niagara
from eddyline.bots.niagara.paddler import Paddler
from eddyline.bots.random import RandomBot
from eddyline.engine.registry import GAMES

if TYPE_CHECKING:
    from eddyline.bots.bot import Maker

OWN: dict[str, dict[str, Maker]] = {
    "niagara": {"paddler": Paddler, "scout": niagara.Scout, "guide": niagara.Guide},
    "canyon": {"voyageur": Voyageur, "scout": canyon.Scout, "guide": canyon.Guide},
}
"""Bots that play one game, the one to recommend first."""

BOTS: dict[str, dict[str, Maker]] = {
    game_id: {**OWN.get(game_id, {}), "random": partial(RandomBot, game_id)} for game_id in GAMES
}
"""By game id and name: what makes a bot from a seed and a budget. The first of a game is the one to recommend."""
