"""Give the paddler a manner: what a character likes more, or minds less, than its evaluator does.

All weights are in the evaluator's units, where 1 is a goal reached now, or are shares. They are small enough that the
characters win about equally often (`benchmarks/manners.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.characters import CHARACTERS
from eddyline.engine.kernel import kernel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eddyline.bots.niagara.scratch import Scratch
    from eddyline.characters import Character
    from eddyline.engine.records import States

TRAITS = ("theft", "fear", "alike", "colours", "seven", "pace", "cloud", "cold", "dread")
THEFT, FEAR, ALIKE, COLOURS, SEVEN, PACE, CLOUDS, COLD, DREAD = range(len(TRAITS))
"""Bonus for a theft · share added to what a fall costs · shares added to each goal's chance · bonus for the highest
card over the lowest · bonus for the cloud card · bonus for each step by which the weather turns worse · what the mere
chance of a fall costs."""

LIKES: Mapping[Character, Mapping[str, float]] = {
    "magpie": {"theft": 0.037, "seven": -0.1, "pace": -0.001, "cloud": 0.005},
    "heron": {"dread": 0.25, "fear": 0.5, "colours": -0.25, "seven": -0.1, "pace": 0.0005, "cloud": 0.005},
    "otter": {"dread": -0.03, "fear": -0.8, "cloud": 0.005},
    "squirrel": {"pace": -0.003, "seven": 0.135, "dread": 0.3, "cloud": 0.004},
    "owl": {"alike": -0.18, "seven": -0.1, "pace": -0.0016, "cloud": 0.005},
    "bear": {"theft": -0.06, "seven": -0.1, "pace": 0.0003, "cloud": 0.005},
    "hare": {"pace": 0.0021, "fear": -0.4, "seven": -0.1, "cloud": 0.006},
    "fox": {"cold": 0.009, "cloud": 0.001},
}
"""By character; what is not named is 0. What makes somebody known comes first, what makes up for it after it. All but
the fox like the cloud card a little: who does not is easy prey for the fox, which turns the weather against them."""

MANNERS = np.zeros((len(CHARACTERS) + 1, len(TRAITS)), np.float64)
"""[character + 1, trait]; the first row is nobody's."""
for _character, _likes in LIKES.items():
    for _trait, _weight in _likes.items():
        MANNERS[CHARACTERS.index(_character) + 1, TRAITS.index(_trait)] = _weight


@kernel
def take_after(character: int, scratches: States) -> None:
    """Let all that is decided with this scratch memory be decided in a character's manner; NOBODY has none."""
    scratch: Scratch = scratches[0]
    for trait in range(len(TRAITS)):
        scratch.manner[trait] = MANNERS[character + 1, trait]
