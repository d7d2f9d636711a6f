"""List the bots of every game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from eddyline.bots.niagara.paddler import Paddler
from eddyline.bots.random import RandomBot

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.bots.bot import Bot

BOTS: dict[str, dict[str, Callable[[int], Bot]]] = {
    "niagara": {
        "paddler": Paddler,
        "random": partial(RandomBot, "niagara"),
    },
}
"""By game id and name: what makes a bot from a seed. The first of a game is the one to recommend."""
