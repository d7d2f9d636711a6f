"""Give the voyageur a manner: what a character likes more, or minds less, than its rules of thumb do.

All weights are in steps to the village. They are small enough that the eight characters win about equally often
(`benchmarks/manners.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.characters import CHARACTERS
from eddyline.engine.kernel import kernel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eddyline.bots.canyon.scratch import Scratch
    from eddyline.characters import Character
    from eddyline.engine.records import States

TRAITS = ("bid", "zero", "exact", "snatch", "trump", "lead", "high")
BIDDING, ZERO, EXACT, SNATCH, TRUMP, LEAD, HIGH = range(len(TRAITS))
"""Value of each trick more that is bid · of bidding none · of making the bid · of a card that takes the trick from
somebody · of a trump rather than another card · of leading one · of a card of the highest number rather than one of the
lowest."""

LIKES: Mapping[Character, Mapping[str, float]] = {
    "magpie": {"snatch": 0.25},
    "heron": {"bid": -0.25, "zero": -0.05},
    "otter": {"lead": 0.3},
    "squirrel": {"trump": -0.2},
    "owl": {"exact": 0.8, "bid": 0.06},
    "bear": {"bid": 0.09},
    "hare": {"high": 0.12},
    "fox": {"zero": 0.45, "bid": 0.05},
}
"""By character; what is not named is 0. What makes somebody known comes first, what makes up for it after it."""

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
