"""Lay out the scratch memory used in deciding, so that kernels allocate nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from eddyline.bots.canyon.manners import TRAITS
from eddyline.engine.records import Grid, record
from eddyline.games.canyon.rules.actions import SIDE
from eddyline.games.canyon.rules.dealing import DECK
from eddyline.games.canyon.rules.door import MAX_LEGAL
from eddyline.games.canyon.rules.state import SEATS, State

if TYPE_CHECKING:
    from eddyline.engine.records import States

TRIAL, DEALT = 0, 1
"""Indices in the stack: the position being played out, and the dealt position it started from."""


@record
class Scratch:
    """Hold intermediate results for one decision, and the manner in which it is made."""

    dtype: ClassVar[np.dtype[Any]]

    manner: Annotated[Grid, np.float64, (len(TRAITS),)]
    """What the seat that decides likes, by trait (see `manners`); nothing else is kept between decisions."""
    offers: Annotated[Grid, np.int16, (MAX_LEGAL,)]
    """The available decisions."""
    playable: Annotated[Grid, np.int16, (MAX_LEGAL,)]
    """Legal cards in the position being played out."""
    values: Annotated[Grid, np.float64, (MAX_LEGAL,)]
    """Running total of each of `offers`."""
    unseen: Annotated[Grid, np.int8, (DECK,)]
    """Cards that the seat has not seen; `count` is their number."""
    count: Annotated[int, np.int16]
    void: Annotated[Grid, np.int8, (SEATS,)]
    """Bit mask of the suits that each seat is known to be void in."""
    flood_rows: Annotated[Grid, np.int64, (2, SIDE + 2)]
    """Bit masks by row, in which the rules compute how far a canoe can get (see `moving.flood`)."""


def new_scratch() -> tuple[States, States]:
    """Lay out one record of `Scratch`, and a stack of two positions, `TRIAL` and `DEALT`."""
    return np.zeros(1, Scratch.dtype), np.zeros(2, State.dtype)
