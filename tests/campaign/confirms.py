"""Confirm what cannot be played, in the process of the tests: nothing changes, whatever is sent."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from eddyline.engine.registry import GAMES
from support.confirms import attack

if TYPE_CHECKING:
    from pathlib import Path


def run(_: Path, seed: int, confirms: int) -> dict[str, Any]:
    """Send so many confirmations to tables of all games in turn; return what was counted and found."""
    outcomes: dict[str, Any] = {}
    for game in GAMES:
        counts, found = asyncio.run(attack(game, seed, confirms // len(GAMES)))
        hostile = counts.pop("hostile")
        outcomes[game] = {"hostile confirmations": hostile, **dict(sorted(counts.items())), "findings": found}
    return outcomes
