"""Manage the rows of a batch, one per game: the kernels from which `opening` builds every game's `Doors.play`."""

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
    """Hold the bookkeeping of one game of a batch; its legal decisions follow in `offers`."""

    dtype: ClassVar[np.dtype[Any]]

    chance: Annotated[int, np.uint64]
    """The last word of chance, from which the next deal or set-up is stirred."""
    dice: Annotated[int, np.uint64]
    """The same for random decisions, so that these do not affect the game's chance."""
    seat: Annotated[int, np.int8]
    over: Annotated[int, np.int8]
    """1 if the last decision ended a game."""
    winners: Annotated[int, np.int8]
    ranks: Annotated[Grid, np.int8, (SEATS,)]
    lead: Annotated[Grid, np.float32, (SEATS,)]
    """Every seat's lead when the game began, for shaped rewards."""
    now: Annotated[Grid, np.float32, (SEATS,)]
    """The same after the last decision."""
    paid: Annotated[Grid, np.float32, (SEATS,)]
    """What every seat has got so far in this game."""
    count: Annotated[int, np.int16]
    """Number of `offers`."""
    offers: Annotated[Grid, np.int16, (1,)]


def row_type(max_legal: int) -> np.dtype[Any]:
    """Return the record type of a row with room for `max_legal` decisions."""
    fields = {name: Row.dtype[name] for name in Row.dtype.names or ()}
    return np.dtype((Row.dtype.type, list((fields | {"offers": np.dtype((np.int16, (max_legal,)))}).items())))


class Arrays(NamedTuple):
    """Hold a batch's memory, one row per game; the game's kernels write it in place."""

    states: States
    rows: States
    seen: States
    """Observations, as records of the game's observation type."""
    final: States
    """The same of games that have just ended, for the seat whose decision ended them."""
    masks: Grid
    """int8[games, actions]: 1 for the legal actions of the deciding seat."""
    seats: Grid
    """int8[games]: the seat that decides."""
    over: Grid
    """bool[games]: whether the last decision ended a game; the other arrays are then already for the next one."""
    rewards: Grid
    """float32[games, 6]: every seat's reward for the last decision; unless `shaped`, 0 if no game has ended."""
    scores: Grid
    """int32[games, 6, measures]: how every seat stands; no rows unless that is asked for."""
    final_scores: Grid
    """The same at the end of games that have just ended."""


class Plan(NamedTuple):
    """Define how the games of a batch start and which rewards they give."""

    start: States
    """Record of the start position, or, for games set up `anew`, of the seats and options only."""
    anew: int
    """1: every game is set up with a new word of chance; 0: it is a copy of `start`."""
    reward: int
    """Kind of reward, as numbered in `rewards.REWARDS`."""
    scored: int
    """1: write how every seat stands, too."""


@kernel
def begin_row(row: Row, number: int) -> None:
    """Initialize a row with its own word."""
    word = np.uint64(number)
    row.chance = word  # type: ignore[assignment]
    row.dice = blended(stir(word))  # type: ignore[arg-type, assignment]
    row.count = 0
    row.over = 0


@kernel
def pay(row: Row, kind: int, players: int, rewards: Grid, i: int) -> None:
    """Write the rewards of a game that has just ended: what is missing to those of the whole game."""
    for seat in range(players):
        pay_seat(row, seat, reward(kind, players, row.ranks, int(row.winners), seat), rewards, i)


@kernel
def pay_seat(row: Row, seat: int, total: float, rewards: Grid, i: int) -> None:
    """Pay a seat what is missing to a total of the game so far."""
    rewards[i, seat] = total - row.paid[seat]
    row.paid[seat] = total


@kernel
def clear(over: Grid, rewards: Grid, i: int) -> None:
    """Clear the end of a game in this row."""
    if over[i]:
        over[i] = False
        for seat in range(SEATS):
            rewards[i, seat] = 0.0


@kernel
def unmask(row: Row, masks: Grid, i: int) -> None:
    """Clear the previous legal actions one by one: the whole mask may have a thousand entries."""
    for number in range(int(row.count)):
        masks[i, int(row.offers[number])] = 0


@kernel
def mask(row: Row, masks: Grid, i: int) -> None:
    """Set the mask of the legal actions."""
    for number in range(int(row.count)):
        masks[i, int(row.offers[number])] = 1
