"""Limit the length of players' names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine import checks

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_NAME = 100
"""Maximum number of characters of a player's name."""


def check_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the players' names by seat, with defaults if none are given; raises ValueError for invalid names."""
    checked = checks.check_names(names, players)
    for name in checked:
        if len(name) > LONGEST_NAME:
            raise ValueError(f"expected names of at most {LONGEST_NAME} characters, got one of {len(name)}")
    return checked
