"""Say what a game's compiled rules offer to everything outside compiled code."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.engine.records import Grid, States
    from eddyline.engine.rows import Arrays, Plan

CHANCE = 1 << 8
"""Bit of `Doors.to_act`: the driver owes the game a 64-bit word, and no seat decides anything until it is dealt."""


SEATS_IN = tuple(frozenset(seat for seat in range(8) if mask >> seat & 1) for mask in range(CHANCE))
"""Seats in the bit mask that `Doors.to_act` returns."""


def never_deals(_: States, __: int, ___: int) -> None:
    """Refuse a word: for games that draw everything from the word of their set-up."""
    raise ValueError("this game deals nothing after its set-up")


def hides_nothing(_: States, __: int) -> int:
    """Return 0: for games in which everybody sees everything."""
    return 0


def knows_all(_: States, __: int, ___: int, ____: int) -> None:
    """Leave a record as it is: for the same games."""


class Doors(NamedTuple):
    """The fast door: compiled, unchecked functions on record `i` of an array of states."""

    to_act: Callable[[States, int], int]
    """-> bit mask of the seats that owe a decision, or CHANCE: `deal` is due; 0: `advance` is, or the game is over."""
    legal: Callable[[States, int, int, Grid], int]
    """(states, i, seat, out: int16[max_legal]) -> number of legal actions written to `out`."""
    decide: Callable[[States, int, int, int], None]
    """(states, i, seat, action): carry out one legal decision."""
    advance: Callable[[States, int], None]
    """Take one step that needs nobody's decision."""
    is_over: Callable[[States, int], bool]
    ranking: Callable[[States, int, Grid], None]
    """(states, i, out: int16[seats]): write each seat's rank, 1 the best."""
    winners: Callable[[States, int, Grid], int]
    """(states, i, ranks as `ranking` writes them) -> bit mask of the seats that have won a game that is over."""
    begin: Callable[[States, int, int], None]
    """(states, i, word): set a game up in a record that has its seats and options; see `Game.new`."""
    playout: Callable[[States, int, int, int], tuple[int, int, int]]
    """(states, i, seed, rounds) -> (decisions, rounds, games) of uniformly random legal play, games starting anew.

    Begins in any position. Words for `deal` it draws itself.
    """
    perft: Callable[[States, int], int]
    """(stack: states[depth + 1], depth) -> leaves below stack[0]; see `perft`, also for the words it deals."""
    observe: Callable[[States, int, int, Grid], None]
    """(states, i, seat, out: int8[observation_size]): write what the seat may know; see `Game.pieces`."""
    play: Callable[[Arrays, Plan, Grid, int, int, int], None]
    """(arrays, plan, numbers: int64[games], fresh, first, last): play on in the rows `first` to `last` − 1 of a batch.

    Carries out a legal decision of every row, and what follows; with `fresh` = 1 begins a game in every row instead,
    and the numbers are words that its chance starts at. One function, because the most of it is the same and takes long
    to compile. It runs without the GIL.
    """
    hidden: Callable[[States, int], int] = hides_nothing
    """-> bit mask of what the others may not know: a bit for each `Secret` field in the order of the record, the lowest
    for seat 0, then the same for seat 1 and so on."""
    deal: Callable[[States, int, int], None] = never_deals
    """(states, i, word: 0 … 2**64 − 1): carry out the chance event that is due; all of it is drawn from this word."""
    resample: Callable[[States, int, int, int], None] = knows_all
    """(states, i, seat, word): replace what `seat` cannot know by something that agrees with all it has seen.

    Each such thing is as likely as any other, drawn from the word. What others have chosen while the seat still chooses
    in secret becomes a choice they still owe. A full record and one redacted for the seat become the same.
    """
