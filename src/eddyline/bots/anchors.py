"""Read how strong the bots of a game are: measured by `tools/anchor_bots.py`, and moved by no game that people play."""

from __future__ import annotations

import functools
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """Hold the measurements of one game, and where they are from."""

    source: str
    commit: str
    date: str
    games: int
    """Games of each family."""
    seconds_a_turn: float
    """Thinking time of the bots that think."""
    families: dict[str, dict[str, float]]
    """By family of rules and bot: mu on the scale of `ratings`."""


@functools.cache
def anchors(game_id: str, family: str) -> Mapping[str, float]:
    """Return the mu of the bots that were measured by the rules of a family; empty for a game without measurements."""
    found = files("eddyline.bots").joinpath(game_id, "anchors.json")
    if not found.is_file():
        return {}
    return msgspec.json.decode(found.read_bytes(), type=Measured).families.get(family, {})
