"""Load what was learnt from bot games: the weights of two small networks, and a table of expected tricks per card.

`eddyline train canyon` makes such a file; the `learnt.npz` that lies here comes from its recipe `full`, and says so.
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
"""Sizes of the value network (`network`): features per canoe, units of its two layers."""
CARD_FEATURES, CARD_HIDDEN = 20, 24
"""Sizes of the policy network (`card_policy`): features per card, units of its layer."""


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
    """[players, cards each, 1 for trumps, value − 1]: fraction of a trick that a card adds to its owner's bid."""


@record
class NetworkScratch:
    """Hold one forward pass of the networks."""

    dtype: ClassVar[np.dtype[Any]]

    features: Annotated[Grid, np.float32, (SEATS, FEATURES)]
    """Features of each canoe."""
    first: Annotated[Grid, np.float32, (FIRST,)]
    second: Annotated[Grid, np.float32, (SECOND,)]
    card_features: Annotated[Grid, np.float32, (MOST_TRICKS, CARD_FEATURES)]
    """Features of each playable card."""
    card_hidden: Annotated[Grid, np.float32, (CARD_HIDDEN,)]
    chance: Annotated[Grid, np.float32, (DECK,)]
    """Chance of each card of the hand to win a trick when led."""


@cache
def load_weights() -> States:
    """Load the weights as one record (cached)."""
    made: States = np.zeros(1, Weights.dtype)
    with np.load(WEIGHTS_FILE) as numbers:
        for name in Weights.dtype.names or ():
            made[name][0] = numbers[name]
    return made
