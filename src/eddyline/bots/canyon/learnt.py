"""Hold what was learnt from games that bots played: the weights of two small networks and a table of what cards bring.

`learnt.npz` holds them; `tools/fit_canyon.py` made it and says how.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from eddyline.engine.records import Grid, record
from eddyline.games.canyon.rules.actions import MOST_TRICKS, VALUES
from eddyline.games.canyon.rules.dealing import DECK
from eddyline.games.canyon.rules.state import SEATS

if TYPE_CHECKING:
    from eddyline.engine.records import States

LEARNT = Path(__file__).with_name("learnt.npz")

FEATURES, HIDDEN, LATER = 22, 32, 16
"""Of `prospects`: what describes a canoe, and the units of two layers."""
SIGNS, UNITS = 20, 24
"""Of `feel`: what describes a card, and the units of its layer."""


@record
class Learnt:
    """Everything that was fitted."""

    dtype: ClassVar[np.dtype[Any]]

    first: Annotated[Grid, np.float32, (FEATURES, HIDDEN)]
    first_bias: Annotated[Grid, np.float32, (HIDDEN,)]
    second: Annotated[Grid, np.float32, (HIDDEN, LATER)]
    second_bias: Annotated[Grid, np.float32, (LATER,)]
    last: Annotated[Grid, np.float32, (LATER,)]
    inward: Annotated[Grid, np.float32, (SIGNS, UNITS)]
    inward_bias: Annotated[Grid, np.float32, (UNITS,)]
    outward: Annotated[Grid, np.float32, (UNITS,)]
    tricks: Annotated[Grid, np.float32, (SEATS + 1, MOST_TRICKS + 1, 2, VALUES)]
    """[players, cards each, 1 for trumps, value − 1]: part of a trick that a card adds to its owner's bid."""


@record
class NetworkScratch:
    """Hold one forward pass of the networks."""

    dtype: ClassVar[np.dtype[Any]]

    about: Annotated[Grid, np.float32, (SEATS, FEATURES)]
    """What describes each canoe."""
    hidden: Annotated[Grid, np.float32, (HIDDEN,)]
    later: Annotated[Grid, np.float32, (LATER,)]
    signs: Annotated[Grid, np.float32, (MOST_TRICKS, SIGNS)]
    """What describes each card that may be played."""
    units: Annotated[Grid, np.float32, (UNITS,)]
    chance: Annotated[Grid, np.float32, (DECK,)]
    """How likely a card of the hand is to win a trick to which it is led."""


@cache
def learnt() -> States:
    """Read what was learnt, as one record."""
    made: States = np.zeros(1, Learnt.dtype)
    with np.load(LEARNT) as numbers:
        for name in Learnt.dtype.names or ():
            made[name][0] = numbers[name]
    return made
