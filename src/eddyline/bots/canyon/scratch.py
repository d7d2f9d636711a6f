"""Lay out the scratch memory that deciding needs, so that kernels allocate nothing."""

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
class Scratch:
    """Hold what is worked out for one decision; the next one reads nothing of it."""

    dtype: ClassVar[np.dtype[Any]]

    offers: Annotated[Grid, np.int16, (MAX_LEGAL,)]
    """Decisions to choose from."""
    playable: Annotated[Grid, np.int16, (MAX_LEGAL,)]
    """Cards that somebody may play in a position that is played out."""
    values: Annotated[Grid, np.float64, (MAX_LEGAL,)]
    """Sum of what each of `offers` has brought so far."""
    unseen: Annotated[Grid, np.int8, (DECK,)]
    """Cards that the seat has not seen; `count` says how many."""
    count: Annotated[int, np.int16]
    void: Annotated[Grid, np.int8, (SEATS,)]
    """Bit mask of the suits that each seat has shown not to hold."""
    flood_rows: Annotated[Grid, np.int64, (2, SIDE + 2)]
    """Bit masks by row, in which the rules compute how far a canoe comes (see `moving.flood`)."""


def new_scratch() -> tuple[States, States]:
    """Lay out one record of `Scratch`, and a stack of two positions, `TRIAL` and `DEALT`."""
    return np.zeros(1, Scratch.dtype), np.zeros(2, State.dtype)
