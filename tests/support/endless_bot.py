"""Put a bot that never comes to an end in the place of Niagara's guide; imported by a server's process."""

from __future__ import annotations

import threading

from eddyline.bots import BOTS
from eddyline.bots.bot import DEFAULT
from eddyline.bots.random import RandomBot


class Endless(RandomBot):
    def __init__(self, seed, budget=DEFAULT):
        super().__init__("niagara", seed)
        self.seconds = budget.seconds

    def plan(self, states, seat):
        return self.think(states, seat)

    def think(self, states, seat):
        # Not where the server loads its bots, with next to no time for each.
        if self.seconds > 1:
            print("thinking for ever", flush=True)  # noqa: T201 - to the test that waits for it
            threading.Event().wait()
        return super().plan(states, seat)


BOTS["niagara"]["guide"] = Endless
