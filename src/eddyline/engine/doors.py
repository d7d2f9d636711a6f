"""Define the functions through which compiled rules are called from Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np

    from eddyline.engine.records import Grid, States
    from eddyline.engine.rows import Arrays, Plan

CHANCE = 1 << 8
"""Bit of `Doors.to_act`: the caller owes the game a 64-bit word, and no seat decides until it is dealt."""


SEATS_IN = tuple(frozenset(seat for seat in range(8) if mask >> seat & 1) for mask in range(CHANCE))
"""The seats in each bit mask of `Doors.to_act`."""


def never_deals(_: States, __: int, ___: int) -> int:
    """Reject a word, in games whose only chance is the set-up."""
    raise ValueError("this game does not deal after its set-up")


def hides_nothing(_: States, __: int) -> int:
    """Return 0, for games without hidden information."""
    return 0


def measures_nothing(_: States, __: int, ___: Grid) -> None:
    """Write nothing, for games without measures."""


def knows_all(_: States, __: int, ___: int, ____: int) -> None:
    """Leave a record unchanged, for games without hidden information."""


class Kernels(NamedTuple):
    """Name the kernels behind a game's doors, for whoever compiles them for another machine."""

    by_name: Mapping[str, Callable[..., Any]]
    """Functions by the name of their door. Their parameters are `states`, `i`, `seat`, `action`, `word`, `out`, `ranks`
    and those in `memory`."""
    memory: Callable[[], Mapping[str, Grid]]
    """Return the arrays that they work with besides: the boards that are loaded, and scratch memory."""


class Doors(NamedTuple):
    """Hold the compiled, unchecked functions of a game; they work on record `i` of an array of states."""

    to_act: Callable[[States, int], int]
    """-> bit mask of the seats that owe a decision; CHANCE if `deal` is due; 0 if `advance` is, or the game is over."""
    legal: Callable[[States, int, int, Grid], int]
    """(states, i, seat, out: int16[max_legal]) -> number of legal actions written to `out`; 0 if the seat owes none."""
    decide: Callable[[States, int, int, int], int]
    """(states, i, seat, action): carry out one legal decision -> what `to_act` returns then."""
    advance: Callable[[States, int], int]
    """Take one step that needs nobody's decision -> what `to_act` returns then."""
    settle: Callable[[States, int], int]
    """Take all steps that need neither a decision nor a word -> what `to_act` returns then; 0: the game is over."""
    is_over: Callable[[States, int], bool]
    ranking: Callable[[States, int, Grid], None]
    """(states, i, out: int16[seats]): write each seat's rank, 1 the best."""
    winners: Callable[[States, int, Grid], int]
    """(states, i, ranks as written by `ranking`) -> bit mask of the winning seats of a finished game."""
    begin: Callable[[States, int, int], None]
    """(states, i, word): set up a game in a record that already has its seats and options; see `Game.new`."""
    playout: Callable[[States, int, int, int], tuple[int, int, int]]
    """(states, i, seed, rounds) -> (decisions, rounds, games) of uniformly random legal play; finished games restart.

    Starts from any position and draws its own words for `deal`.
    """
    perft: Callable[[States, int], int]
    """(stack: states[depth + 1], depth) -> number of leaves below stack[0]; see `perft`, also for the words dealt."""
    observe: Callable[[States, int, int, Grid], None]
    """(states, i, seat, out: int8[observation_size]): write what the seat may know; see `Game.pieces`."""
    play: Callable[[Arrays, Plan, Grid, int, int, int], None]
    """(arrays, plan, numbers: int64[games], fresh, first, last): advance the rows `first` to `last` − 1 of a batch.

    Carries out a legal decision in every row, and what follows from it; with `fresh` = 1 starts a game in every row
    instead, and the numbers are the initial words of chance. This is one function because most of the code is shared
    and takes long to compile. It releases the GIL.
    """
    take: Callable[[States, int, int], int]
    """(solos, seat, action) -> bit mask of the seats that owe a decision; 0: the game is over.

    Carries out a legal decision of the seat in the game of record 0, or with `solo.NOTHING` none, and what follows;
    seats that play at random decide at once. Then the record has who is asked, what they may do and see, or rewards.
    """
    solo: Callable[[int], np.dtype[Any]]
    """(number of actions) -> type of the records that `take` works on, always the same."""
    hidden: Callable[[States, int], int] = hides_nothing
    """-> bit mask of hidden information: for seat 0, a bit for each `Secret` field in the order of the record, lowest
    first, then the same for seat 1 and so on."""
    deal: Callable[[States, int, int], int] = never_deals
    """(states, i, word: 0 … 2**64 − 1): carry out the chance event that is due, drawn entirely from this word -> what
    `to_act` returns then."""
    resample: Callable[[States, int, int, int], None] = knows_all
    """(states, i, seat, word): replace what `seat` cannot know by a sample consistent with all it has seen.

    The sample is uniform and drawn from the word. Secret choices that others have made while the seat is still choosing
    become choices they still owe. The result is the same for a full record and for one redacted for the seat.
    """
    measure: Callable[[States, int, Grid], None] = measures_nothing
    """(states, i, out: int32[seats, measures]): write how every seat stands; see `Game.measures`."""
    leads: Callable[[States, int, Grid], None] = measures_nothing
    """(states, i, out: float32[seats]): write every seat's lead, its progress less the mean of the others'."""
    kernels: Kernels | None = None
    """What most of these functions call; None for a game that was not made by `open_doors`."""
