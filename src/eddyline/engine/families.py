"""Group a game's options into families: tables whose results can be compared, and so share one scale of ratings."""

from __future__ import annotations

from typing import Protocol

import msgspec

from eddyline.engine.options import Offering, combine


class Family(msgspec.Struct, frozen=True, kw_only=True):
    """Name a family: all presets of the game, with any values of some options."""

    id: str
    any: tuple[str, ...] = ()
    """Options that may have any value: modules that belong to the family, and what only changes the display."""


class Grouping(Offering, Protocol):
    """Declare what the options of a game mean for ratings; see `Game`."""

    house_players: tuple[int, ...]
    families: tuple[Family, ...]


def family_of(game: Grouping, options: object, players: int) -> Family | None:
    """Return the family that a table with these options belongs to; None if it plays by a house rule.

    That is a number of players that the game was not made for, or a value that is neither in a preset, nor implied by
    the number of players, nor free in the family. The first family that fits is the one.
    """
    if players in game.house_players:
        return None
    return next((family for family in game.families if _fits(game, family, options, players)), None)


def _fits(game: Grouping, family: Family, options: object, players: int) -> bool:
    free = {option: getattr(options, option) for option in family.any}
    given = msgspec.to_builtins(options)
    return any(msgspec.to_builtins(combine(game, preset, free, players)) == given for preset in game.presets)
