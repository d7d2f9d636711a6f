"""Lay out the scratch memory a thought needs, so that kernels allocate nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from eddyline.engine.records import Grid, record
from eddyline.games.canyon.rules.actions import SIDE
from eddyline.games.canyon.rules.dealing import DECK
from eddyline.games.canyon.rules.door import MAX_LEGAL
from eddyline.games.canyon.rules.state import SEATS, State

if TYPE_CHECKING:
    from eddyline.engine.records import States

TRIAL, DEALT = 0, 1
"""Places in the stack: the position that is played out, and the same as it was dealt."""


@record
class Desk:
    """Scratch memory; what one thought leaves there the next one does not read."""

    dtype: ClassVar[np.dtype[Any]]

    offers: Annotated[Grid, np.int16, (MAX_LEGAL,)]
    """Decisions to choose from."""
    playable: Annotated[Grid, np.int16, (MAX_LEGAL,)]
    """Cards that somebody may play in a position that is played out."""
    worth: Annotated[Grid, np.float64, (MAX_LEGAL,)]
    """What each of `offers` has brought so far."""
    unseen: Annotated[Grid, np.int8, (DECK,)]
    """Cards that the seat has not seen, and how many: the rest of the table is not used."""
    count: Annotated[int, np.int16]
    void: Annotated[Grid, np.int8, (SEATS,)]
    """Bit mask of the suits that each seat has shown not to hold."""
    paper: Annotated[Grid, np.int64, (2, SIDE + 2)]
    """What floods are drawn on (see `moving`)."""


def new_desk() -> tuple[States, States]:
    """Lay out a desk: one record of `Desk`, and a stack of two positions."""
    return np.zeros(1, Desk.dtype), np.zeros(2, State.dtype)
