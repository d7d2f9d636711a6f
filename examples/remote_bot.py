"""Let a bot of your own play at a server, from this machine.

EDDYLINE_BOT_TOKEN=… python examples/remote_bot.py https://example.org
"""

from __future__ import annotations

import os
import sys
from typing import Any

from eddyline.engine.registry import game
from eddyline.remote import NewTables, play_remotely


class Hasty:
    """Take the first legal decision: put your own idea here."""

    def __init__(self, seed: int, budget: Any) -> None:
        """Keep what is needed of a 64-bit seed and an `eddyline.bots.Budget` for each turn; this bot needs neither."""

    def plan(self, states: Any, seat: int) -> list[int]:
        """Decide for a seat, in a position as its rules hold it and as far as the seat may know it."""
        return [game("canyon").legal(states, seat)[0]]


if __name__ == "__main__":
    table = NewTables(seats=3, house_bots=["voyageur"])
    token = os.environ["EDDYLINE_BOT_TOKEN"]
    play_remotely(sys.argv[1], token, "canyon", Hasty, opens=table, report=print)
