"""Bots of Niagara that misbehave from the third round on, behind those that the arena plays for warming up.

Until then they play at random.
"""

from __future__ import annotations

import os
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


class Stillborn(Planted):
    def plan(self, states, seat):
        os._exit(4)


NOT_A_MAKER = 7


def makes_no_bot(seed, budget=None):
    return "a paddle"
