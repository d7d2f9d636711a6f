"""Name the levels that people choose from: which bot each is, and by how much it was ahead of the one before.

Levels are even steps: of two seats at a table, that of the stronger level ends ahead of the other about two times of
three. `tools/measure_levels.py` measures that, and writes `bots/<game>/levels.json`. All other bots are for
tournaments, for learners, and for games that began with them.
"""

from __future__ import annotations

import functools
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from eddyline.bots.registry import BOTS, OWN

if TYPE_CHECKING:
    from collections.abc import Mapping

LEVELS: Mapping[str, str] = {"easy": "drifter", "medium": "camper", "hard": "paddler", "master": "guide"}
"""By level, weakest first: the bot that plays it, in every game that has it."""
FAMILY, STAND_IN = "medium", "hard"
"""The level that a table begins with, and the one that plays for who is away."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """Tell how far a level is above the one before."""

    ahead: float
    """Share of all comparisons of a seat of this level with one of the level before, at the same table, in which it was
    ahead; a tie counts half."""
    low: float
    """Lower end of the 95 % interval."""
    high: float
    games: int


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """Hold the measurements of one game, and where they are from."""

    source: str
    commit: str
    date: str
    steps: dict[str, Step]
    """By bot; the weakest has none."""


class Level(NamedTuple):
    """A level of a game."""

    name: str
    bot: str
    step: Step | None


@functools.cache
def levels(game_id: str) -> tuple[Level, ...]:
    """List the levels of a game, weakest first; none for a game whose bots are others."""
    found = files("eddyline.bots").joinpath(game_id, "levels.json")
    steps = msgspec.json.decode(found.read_bytes(), type=Measured).steps if found.is_file() else {}
    return tuple(Level(name, bot, steps.get(bot)) for name, bot in LEVELS.items() if bot in OWN[game_id])


@functools.cache
def offered(game_id: str) -> tuple[str, ...]:
    """List the bots that people choose from, the recommended one first: a game's levels, or else all its bots."""
    bots = [level.bot for level in levels(game_id)] or [*BOTS[game_id]]
    return tuple(sorted(bots, key=lambda bot: bot != LEVELS[FAMILY]))


def bot_of(game_id: str, name: str) -> str:
    """Return the bot that plays a level, and of any other name the name itself."""
    return {level.name: level.bot for level in levels(game_id)}.get(name, name)
