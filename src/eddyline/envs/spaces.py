"""Describe observations and actions as Gymnasium spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from eddyline.engine.extras import extra

with extra("envs"):
    from gymnasium import spaces

if TYPE_CHECKING:
    from eddyline.engine.game import Game


def observation_space(game: Game, *, noop: bool = False) -> spaces.Dict[Any]:
    """Return the space of a seat's `observation` (see `Game.pieces`) and `action_mask` (1 for legal actions)."""
    mask = spaces.Box(0, 1, (len(game.actions) + noop,), np.int8)
    return spaces.Dict({"observation": _numbers(game, 1), "action_mask": mask})


def state_space(game: Game, players: int) -> spaces.Box:
    """Return the space of the concatenated observations of all seats."""
    return _numbers(game, players)


def action_space(game: Game, *, noop: bool = False) -> spaces.Discrete:
    """Return the space of the game's actions; with `noop` plus one for a seat that has nothing to decide."""
    return spaces.Discrete(len(game.actions) + noop)


def _numbers(game: Game, times: int) -> spaces.Box:
    sizes = [piece.size for piece in game.pieces]
    low = np.repeat([piece.low for piece in game.pieces], sizes).astype(np.int8)
    high = np.repeat([piece.high for piece in game.pieces], sizes).astype(np.int8)
    return spaces.Box(np.tile(low, times), np.tile(high, times), dtype=np.int8)
