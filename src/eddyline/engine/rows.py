"""Keep the books of the games of a batch, a row each: the kernels that `opening` makes every game's `Doors.play` of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import numpy as np

from eddyline.engine.kernel import kernel
from eddyline.engine.pieces import SEATS
from eddyline.engine.random import blended, stir
from eddyline.engine.records import Grid, record
from eddyline.engine.rewards import reward

if TYPE_CHECKING:
    from eddyline.engine.records import States


@record
class Row:
    """Keep the books of one game of a batch; the decisions that are open now come behind it, in `offers`."""

    dtype: ClassVar[np.dtype[Any]]

    chance: Annotated[int, np.uint64]
    """The last word of chance: from it the next deal or set-up is stirred."""
    dice: Annotated[int, np.uint64]
    """The same for random decisions, so that these change nothing of what chance brings."""
    seat: Annotated[int, np.int8]
    over: Annotated[int, np.int8]
    """1: the last decision ended a game."""
    winners: Annotated[int, np.int8]
    ranks: Annotated[Grid, np.int8, (SEATS,)]
    count: Annotated[int, np.int16]
    """Number of `offers`."""
    offers: Annotated[Grid, np.int16, (1,)]


def row_type(max_legal: int) -> np.dtype[Any]:
    """Make the record of a row with room for so many decisions."""
    fields = {name: Row.dtype[name] for name in Row.dtype.names or ()}
    return np.dtype((Row.dtype.type, list((fields | {"offers": np.dtype((np.int16, (max_legal,)))}).items())))


class Arrays(NamedTuple):
    """Hold a batch's memory; games are rows. All of it is written by a game's kernels in place."""

    states: States
    rows: States
    seen: States
    """Observations, as the game's record of them."""
    masks: Grid
    """int8[games, actions]: 1 for what the seat may decide."""
    seats: Grid
    """int8[games]: who decides."""
    over: Grid
    """bool[games]: the last decision ended a game; what else is here belongs to the next one already."""
    rewards: Grid
    """float32[games, 6]: every seat's reward where a game has just ended, 0 elsewhere."""


class Plan(NamedTuple):
    """Say how the games of a batch begin and what they are worth."""

    start: States
    """Record of the first position, or only of seats and options when games are set `anew`."""
    anew: int
    """1: every game is set up anew, as chance has it; 0: it is a copy of `start`."""
    reward: int
    """Kind of reward, as numbered in `rewards.REWARDS`."""


@kernel
def begin_row(row: Row, number: int) -> None:
    """Begin the books of a row with a word of its own."""
    word = np.uint64(number)
    row.chance = word  # type: ignore[assignment]
    row.dice = blended(stir(word))  # type: ignore[arg-type, assignment]
    row.count = 0
    row.over = 0


@kernel
def pay(row: Row, kind: int, players: int, rewards: Grid, i: int) -> None:
    """Write the rewards of a game that has just ended."""
    for seat in range(players):
        rewards[i, seat] = reward(kind, players, row.ranks, int(row.winners), seat)


@kernel
def clear(over: Grid, rewards: Grid, i: int) -> None:
    """Forget that a game has ended in this row."""
    if over[i]:
        over[i] = False
        for seat in range(SEATS):
            rewards[i, seat] = 0.0


@kernel
def unmask(row: Row, masks: Grid, i: int) -> None:
    """Take away what could be decided; an alphabet of a thousand actions is not to be swept at every step."""
    for number in range(int(row.count)):
        masks[i, int(row.offers[number])] = 0


@kernel
def mask(row: Row, masks: Grid, i: int) -> None:
    """Show what may be decided."""
    for number in range(int(row.count)):
        masks[i, int(row.offers[number])] = 1
