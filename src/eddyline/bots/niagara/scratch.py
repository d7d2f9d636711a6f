"""Lay out the scratch memory used in deciding, so that kernels allocate nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from eddyline.bots.niagara.lone_canoe import ERRANDS
from eddyline.bots.niagara.manners import TRAITS
from eddyline.engine.records import Grid, record
from eddyline.games.niagara.rules.board import MAX_PUSHES, PLACES
from eddyline.games.niagara.rules.cargo import CARGOES
from eddyline.games.niagara.rules.door import MAX_LEGAL
from eddyline.games.niagara.rules.state import ONE_TWO_THREE, SEATS, State

if TYPE_CHECKING:
    from eddyline.engine.records import States

LEVELS = 9
"""Maximum number of decisions in one canoe's plan (moose, unload two, load two, paddle, stop), plus the start position
and one spare."""
FOUND = LEVELS
"""Index in the stack of the position after the best plan."""
CACHE_SIZE = 16
"""Stashes whose values are cached for one decision."""


@record
class Scratch:
    """Hold intermediate results for one decision, and the manner in which it is made."""

    dtype: ClassVar[np.dtype[Any]]

    manner: Annotated[Grid, np.float64, (len(TRAITS),)]
    """What the seat that decides likes, by trait (see `manners`); nothing else is kept between decisions."""
    offers: Annotated[Grid, np.int16, (LEVELS, MAX_LEGAL)]
    """Legal decisions, by level of the stack."""
    untried: Annotated[Grid, np.int16, (LEVELS,)]
    taken: Annotated[Grid, np.int16, (LEVELS,)]
    canoe_plan: Annotated[Grid, np.int16, (LEVELS,)]
    turn_plan: Annotated[Grid, np.int16, (MAX_LEGAL,)]
    known: Annotated[int, np.int16]
    """Lowest paddle card that others have revealed; if none, `ONE_TWO_THREE`, which is above all that count."""
    survive: Annotated[Grid, np.float64, (ONE_TWO_THREE + 1,)]
    """[low]: chance that no face-down card is a paddle card below `low`."""
    calm: Annotated[float, np.float64]
    """Chance that no face-down card is a cloud."""
    pace: Annotated[int, np.int16]
    """Index of the `Solution.pace` nearest to the others' hands."""
    odds: Annotated[Grid, np.float64, (MAX_PUSHES + 1,)]
    """[pushes]: chance of this number of pushes this round."""
    hand: Annotated[int, np.int16]
    """Next round's hand of the seat being evaluated, as indexed in `Solution.outcome`."""
    tied: Annotated[int, np.int8]
    """1: the canoes of the seat being evaluated are roped (S-CARD-4)."""
    seen: Annotated[Grid, np.int8, (len(PLACES),)]
    """[place]: 1 if `ahead` has been computed."""
    ahead: Annotated[Grid, np.float64, (len(PLACES), 2, ERRANDS)]
    """[place, DELIVER or LOSE, errand]: expected values of a canoe that is there when the river flows."""

    deposits: Annotated[int, np.int16]
    """Number of (site, colour) pairs with gems left: the length of the two lists that follow."""
    deposit_site: Annotated[Grid, np.int8, (25,)]
    deposit_gem: Annotated[Grid, np.int8, (25,)]
    supply: Annotated[Grid, np.int16, (SEATS, 5)]
    """[seat, gem]: gems of a colour that a seat has or could still get."""
    ease: Annotated[Grid, np.float64, (3, 5, 8)]
    """[canoes, gem, need]: discounted value of a goal when `need` gems of a colour are missing."""
    share: Annotated[Grid, np.float64, (5,)]
    """[need]: chance to get the needed gems of a colour, per gem of it that is left."""

    cached: Annotated[int, np.int16]
    """Used entries of the cache that follows, which holds the values of stashes."""
    cache_keys: Annotated[Grid, np.int64, (CACHE_SIZE,)]
    canoes: Annotated[Grid, np.int8, (CACHE_SIZE,)]
    gains: Annotated[Grid, np.float64, (CACHE_SIZE, len(CARGOES), 6)]
    """[entry, cargo + 1, gem + 1]: results of `evaluator.gain`; negative: not computed yet."""
    losses: Annotated[Grid, np.float64, (CACHE_SIZE,)]


def new_scratch() -> tuple[States, States]:
    """Allocate one record of `Scratch`, and a stack of positions for all levels and `FOUND`."""
    return np.zeros(1, Scratch.dtype), np.zeros(LEVELS + 1, State.dtype)
