"""Find, for every game, the module that knows how its games can end: `support/<game>_endings.py`.

Such a module has

    endings_of(preset)          those that are possible with a preset
    ending(match)               how a finished match ended
    overrides(wanted)           options in which a game with that ending differs from its preset
    find(preset, wanted)        the record of a game that ends like that; always the same one
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eddyline.engine.match import Match
    from eddyline.record import Record


class Endings(Protocol):
    def endings_of(self, preset: str) -> Sequence[str]: ...
    def ending(self, match: Match) -> str: ...
    def overrides(self, wanted: str) -> dict[str, object]: ...
    def find(self, preset: str, wanted: str) -> Record: ...


def endings_in(game_id: str) -> Endings:
    """Return the module of a game."""
    return cast("Endings", import_module(f"support.{game_id}_endings"))
