"""Describe observations and actions as Gymnasium spaces."""

from __future__ import annotations

from copy import copy, deepcopy
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from eddyline.engine.copying import Independent
from eddyline.engine.extras import extra

with extra("envs"):
    from gymnasium import spaces

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from eddyline.engine.game import Game


class CopiedWithSpaces(Independent):
    """Copy an environment with spaces that draw by themselves.

    Their bounds are shared: those never change, and take longer to copy than all the rest.
    """

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = type(self).__new__(type(self))
        memo[id(self)] = twin
        memo.update((id(space), _copied(space)) for space in _spaces_in(vars(self).values()))
        twin.__dict__.update(deepcopy(vars(self), memo))
        return twin


def _spaces_in(values: Iterable[object]) -> Iterator[spaces.Space[Any]]:
    for value in values:
        if isinstance(value, spaces.Space):
            yield value
        elif isinstance(value, dict):
            yield from _spaces_in(value.values())


def _copied(space: spaces.Space[Any]) -> spaces.Space[Any]:
    twin = copy(space)
    twin._np_random = deepcopy(space._np_random)  # noqa: SLF001 - there is no other way to copy a space alone
    if isinstance(twin, spaces.Dict):
        twin.spaces = {name: _copied(each) for name, each in twin.spaces.items()}
    return twin


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
