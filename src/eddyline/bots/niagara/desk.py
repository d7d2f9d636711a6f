"""Lay out the scratch memory a thought needs, so that kernels allocate nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from eddyline.bots.niagara.outlook import ERRANDS
from eddyline.engine.records import Grid, record
from eddyline.games.niagara.rules.board import MAX_PUSHES, PLACES
from eddyline.games.niagara.rules.cargo import CARGOES
from eddyline.games.niagara.rules.door import MAX_LEGAL
from eddyline.games.niagara.rules.state import ONE_TWO_THREE, SEATS, State

if TYPE_CHECKING:
    from eddyline.engine.records import States

LEVELS = 9
"""Decisions of one canoe's plan at most (the moose, lay down two, load two, paddle, stop), the position before and one
to spare."""
FOUND = LEVELS
"""Place in the stack of the position after the best plan."""
ROWS = 16
"""Stashes remembered during one thought."""


@record
class Desk:
    """Scratch memory; what one thought leaves there the next one does not read."""

    dtype: ClassVar[np.dtype[Any]]

    offers: Annotated[Grid, np.int16, (LEVELS, MAX_LEGAL)]
    """Decisions to try, by level of the stack."""
    untried: Annotated[Grid, np.int16, (LEVELS,)]
    taken: Annotated[Grid, np.int16, (LEVELS,)]
    canoe_plan: Annotated[Grid, np.int16, (LEVELS,)]
    turn_plan: Annotated[Grid, np.int16, (MAX_LEGAL,)]
    known: Annotated[int, np.int16]
    """Lowest paddle card that others have revealed; `ONE_TWO_THREE`, above all that count, if none."""
    survive: Annotated[Grid, np.float64, (ONE_TWO_THREE + 1,)]
    """[low]: chance that no card face down is a paddle card below `low`."""
    calm: Annotated[float, np.float64]
    """Chance that no card face down is a cloud."""
    pace: Annotated[int, np.int16]
    """See `Outlook.pace`."""
    odds: Annotated[Grid, np.float64, (MAX_PUSHES + 1,)]
    """[pushes]: chance of so many pushes this round."""
    hand: Annotated[int, np.int16]
    """Cards of the seat that is judged, in the next round, as `Outlook.fate` knows them."""
    tied: Annotated[int, np.int8]
    """1: the canoes of the seat that is judged are roped (S-CARD-4)."""
    seen: Annotated[Grid, np.int8, (len(PLACES),)]
    """[place]: 1 if `ahead` is worked out."""
    ahead: Annotated[Grid, np.float64, (len(PLACES), 2, ERRANDS)]
    """[place, DELIVER or LOSE, errand]: what becomes of a canoe that is there when the river flows."""

    lots: Annotated[int, np.int16]
    """Colours on deposits: length of the two tables that follow."""
    lot_site: Annotated[Grid, np.int8, (25,)]
    lot_gem: Annotated[Grid, np.int8, (25,)]
    supply: Annotated[Grid, np.int16, (SEATS, 5)]
    """[seat, gem]: gems of a colour that a seat has or could still get."""
    ease: Annotated[Grid, np.float64, (3, 5, 8)]
    """[canoes, gem, need]: worth left of the goal when so many gems of a colour are missing."""
    share: Annotated[Grid, np.float64, (5,)]
    """[need]: chance to get the needed gems of a colour, for each of it that is left."""

    rows: Annotated[int, np.int16]
    """Rows in use of the tables that follow: what is remembered about a stash."""
    keys: Annotated[Grid, np.int64, (ROWS,)]
    canoes: Annotated[Grid, np.int8, (ROWS,)]
    gains: Annotated[Grid, np.float64, (ROWS, len(CARGOES), 6)]
    """[row, cargo + 1, gem + 1]: see `worth.gain`."""
    losses: Annotated[Grid, np.float64, (ROWS,)]


def new_desk() -> tuple[States, States]:
    """Lay out a desk: one record of `Desk`, and a stack of positions, level by level and `FOUND`."""
    return np.zeros(1, Desk.dtype), np.zeros(LEVELS + 1, State.dtype)
