"""Hold a single game of an environment in one record, so that a step is one call of a kernel with one array.

Every array that Python hands to a kernel takes a third of a microsecond, more than a decision does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from eddyline.engine.pieces import SEATS, Seen, seen_type
from eddyline.engine.records import Grid, record, record_of

if TYPE_CHECKING:
    from eddyline.engine.pieces import Piece

NOTHING = -1
"""Instead of an action: nobody decides anything, the game only goes on to the next decision."""


@record
class Solo:
    """Hold one game with its bookkeeping. The sizes of the last fields are the game's own, see `solo_type`."""

    dtype: ClassVar[np.dtype[Any]]

    chance: Annotated[int, np.uint64]
    """The last word of chance, from which the next deal is stirred."""
    dice: Annotated[int, np.uint64]
    """The same for the seats that play at random, so that they do not affect the game's chance."""
    kind: Annotated[int, np.int8]
    """Kind of reward, as numbered in `rewards.REWARDS`."""
    first: Annotated[int, np.uint8]
    """Bit mask of the seats that are asked before others when several choose in secret."""
    random: Annotated[int, np.uint8]
    """Bit mask of the seats that play at random, without being asked."""
    seat: Annotated[int, np.int8]
    """The seat that is asked."""
    winners: Annotated[int, np.int8]
    ranks: Annotated[Grid, np.int8, (SEATS,)]
    rewards: Annotated[Grid, np.float32, (1, SEATS)]
    """Rewards by seat for the last call."""
    lead: Annotated[Grid, np.float32, (SEATS,)]
    """Every seat's lead when the game began, for shaped rewards."""
    now: Annotated[Grid, np.float32, (SEATS,)]
    """The same after the last decision."""
    paid: Annotated[Grid, np.float32, (SEATS,)]
    """What every seat has got so far in this game."""
    count: Annotated[int, np.int16]
    """Number of `offers`."""
    offers: Annotated[Grid, np.int16, (1,)]
    """Legal decisions of the seat that is asked."""
    masks: Annotated[Grid, np.int8, (1, 1)]
    """1 for each of them, by action: one row, as in a batch."""
    states: Annotated[Grid, np.int8, (1,)]
    """The position, one record."""
    seen: Annotated[Seen, np.int8, (1,)]
    """What the seat that is asked sees, one record."""
    own: Annotated[Grid, np.int8, (1,)]
    """Scratch memory of a game with boards."""


def solo_type(state: np.dtype[Any], pieces: tuple[Piece, ...], actions: int, max_legal: int, own: Any) -> np.dtype[Any]:  # noqa: ANN401 - a dtype, or None
    """Return the record type of one game of a kind."""
    sizes = {
        "offers": (np.int16, (max_legal,)),
        "masks": (np.int8, (1, actions)),
        "states": (state, (1,)),
        "seen": (seen_type(pieces), (1,)),
        "own": (own or np.dtype(np.int8), ()),
    }
    fields = [(name, *sizes[name]) if name in sizes else (name, Solo.dtype[name]) for name in Solo.dtype.names or ()]
    return record_of("Solo", fields)
