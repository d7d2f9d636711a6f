"""Load what was learnt from games that bots played: the weights of two small networks, and a table of what cards bring.

They lie in `learnt.npz`; `tools/fit_canyon.py` made it and says how.
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

WEIGHTS_FILE = Path(__file__).with_name("learnt.npz")

FEATURES, FIRST, SECOND = 22, 32, 16
"""Of the value network (`network`): features of a canoe, and units of its two layers."""
CARD_FEATURES, CARD_HIDDEN = 20, 24
"""Of the policy network (`card_policy`): features of a card, and units of its layer."""


@record
class Weights:
    """Hold the weights: `first` … `last` of the value network, `inward` … `outward` of the policy network."""

    dtype: ClassVar[np.dtype[Any]]

    first: Annotated[Grid, np.float32, (FEATURES, FIRST)]
    first_bias: Annotated[Grid, np.float32, (FIRST,)]
    second: Annotated[Grid, np.float32, (FIRST, SECOND)]
    second_bias: Annotated[Grid, np.float32, (SECOND,)]
    last: Annotated[Grid, np.float32, (SECOND,)]
    inward: Annotated[Grid, np.float32, (CARD_FEATURES, CARD_HIDDEN)]
    inward_bias: Annotated[Grid, np.float32, (CARD_HIDDEN,)]
    outward: Annotated[Grid, np.float32, (CARD_HIDDEN,)]
    tricks: Annotated[Grid, np.float32, (SEATS + 1, MOST_TRICKS + 1, 2, VALUES)]
    """[players, cards each, 1 for trumps, value − 1]: part of a trick that a card adds to its owner's bid."""


@record
class NetworkScratch:
    """Hold one forward pass of the networks."""

    dtype: ClassVar[np.dtype[Any]]

    features: Annotated[Grid, np.float32, (SEATS, FEATURES)]
    """Features of each canoe."""
    first: Annotated[Grid, np.float32, (FIRST,)]
    second: Annotated[Grid, np.float32, (SECOND,)]
    card_features: Annotated[Grid, np.float32, (MOST_TRICKS, CARD_FEATURES)]
    """Features of each card that may be played."""
    card_hidden: Annotated[Grid, np.float32, (CARD_HIDDEN,)]
    chance: Annotated[Grid, np.float32, (DECK,)]
    """How likely a card of the hand is to win a trick to which it is led."""


@cache
def load_weights() -> States:
    """Read the weights, as one record, once."""
    made: States = np.zeros(1, Weights.dtype)
    with np.load(WEIGHTS_FILE) as numbers:
        for name in Weights.dtype.names or ():
            made[name][0] = numbers[name]
    return made
