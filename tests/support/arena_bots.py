"""Bots of Niagara that misbehave from the third round on, behind those that the arena plays for warming up.

Until then they play at random.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from eddyline.bots.random import RandomBot
from eddyline.engine.registry import game

NIAGARA = game("niagara")


class Planted:
    def __init__(self, seed, budget=None):
        self.random = RandomBot("niagara", seed)
        self.budget = budget

    def plan(self, states, seat):
        plan = self.random.plan(states, seat)
        return plan if NIAGARA.round_number(states) < 3 else self.misbehave(plan)


class Crashing(Planted):
    def misbehave(self, plan):
        raise RuntimeError("the canoe is leaking")


class Unmakeable(Planted):
    def __init__(self, seed, budget=None):
        if seed != 1:
            raise RuntimeError("no wood for a canoe")
        super().__init__(seed)


class Cheating(Planted):
    def misbehave(self, plan):
        return [*plan, len(NIAGARA.actions) - 1]


class Lost(Planted):
    def misbehave(self, plan):
        return [9999]


class Silent(Planted):
    def misbehave(self, plan):
        return []


class Talkative(Planted):
    def misbehave(self, plan):
        return "ahoy"


class Slow(Planted):
    def misbehave(self, plan):
        time.sleep(0.05)
        return plan


class Hanging(Planted):
    """Says that it hangs by a file in the folder `HANGING`, named after its process."""

    def misbehave(self, plan):
        Path(os.environ["HANGING"], str(os.getpid())).touch()
        while True:
            time.sleep(0.01)


class Ending(Planted):
    def misbehave(self, plan):
        os._exit(3)


class Printing(Planted):
    def misbehave(self, plan):
        return plan


class Leaving(Planted):
    def misbehave(self, plan):
        sys.exit("home")


class Interrupting(Planted):
    """Raises what is no `Exception`, so that nobody but the parent process can survive it."""

    def misbehave(self, plan):
        raise KeyboardInterrupt


class Unspeakable(Planted):
    def misbehave(self, plan):
        raise UnspeakableError


class UnspeakableError(Exception):
    def __str__(self):
        raise RuntimeError


class Garbled(Planted):
    def misbehave(self, plan):
        raise RuntimeError("\ud800" + 5000 * "x")


class Endless(Planted):
    def misbehave(self, plan):
        return [10**5000]


class Stillborn(Planted):
    def plan(self, states, seat):
        os._exit(4)


class Unborn(Planted):
    def __init__(self, seed, budget=None):
        os._exit(5)


class Sleeping(Planted):
    """Hangs when it is made, and says so as `Hanging` does."""

    def __init__(self, seed, budget=None):
        super().__init__(seed, budget)
        Hanging.misbehave(self, [])


class Sinking(Planted):
    def plan(self, states, seat):
        raise RuntimeError("it sinks before the start")


class Parting(Planted):
    """Ends its process when a game is over and its bots are deleted, but not in a warm-up, which is shorter."""

    rounds = 0

    def plan(self, states, seat):
        self.rounds = NIAGARA.round_number(states)
        return self.random.plan(states, seat)

    def __del__(self):
        if self.rounds >= 3:
            os._exit(6)


class Lingering(Parting):
    """Hangs at that time, and says so as `Hanging` does."""

    def __del__(self):
        if self.rounds >= 3:
            Hanging.misbehave(self, [])


NOT_A_MAKER = 7


def makes_no_bot(seed, budget=None):
    return "a paddle"
