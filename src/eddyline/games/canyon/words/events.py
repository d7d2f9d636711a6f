"""Define the events, for the log, the animation and the screen reader.

Every event is public: it names only what all seats may know when it is sent (C-DEAL-2, C-BID-1).
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from eddyline.engine.events import GameOver
from eddyline.engine.writer import Words
from eddyline.games.canyon.rules.actions import SIDE


class Cell(msgspec.Struct, frozen=True):
    """Identify a space of the board by column and row, from 0."""

    column: int
    row: int


def cell_of(place: int) -> Cell:
    """Convert a place to a cell."""
    return Cell(column=int(place) % SIDE, row=int(place) // SIDE)


CELLS = Words([cell_of(place) for place in range(SIDE * SIDE)])
"""The spaces that numbers stand for."""


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Base of all events."""


class JettyChosen(_Event, tag="jetty", frozen=True, kw_only=True):
    """A canoe begins at a start jetty (C-SET-1)."""

    seat: int
    column: int
    row: int


class Dealt(_Event, tag="dealt", frozen=True, kw_only=True):
    """A round begins: cards are dealt and one is turned up (C-DEAL-1, C-DEAL-2)."""

    number: int
    """Number of the round."""
    dealer: int
    cards: int
    """Cards in each hand."""
    trump: str
    """The card turned up; its suit is trump."""
    space: int
    """Space of the round track, 1–14."""


class BidMade(_Event, tag="bid", frozen=True, kw_only=True):
    """A player bids in the open (C-BID-1)."""

    seat: int
    tricks: int


class BidsShown(_Event, tag="bids", frozen=True, kw_only=True):
    """Secret bids are shown together (C-BID-1)."""

    bids: tuple[int, ...]
    """By seat."""


class CardPlayed(_Event, tag="played", frozen=True, kw_only=True):
    """A card is played to the trick (C-PLAY-1)."""

    seat: int
    card: str


class TrickWon(_Event, tag="trick", frozen=True, kw_only=True):
    """A trick is complete (C-PLAY-2)."""

    seat: int
    """Winner."""
    cards: tuple[str, ...]
    """The trick in the order in which it was played."""
    tricks: int
    """Tricks the winner has now."""
    leads: bool
    """Whether the winner leads another trick; false after the last."""


class Settled(msgspec.Struct, frozen=True, kw_only=True):
    """Report what a seat's tricks are worth on the river."""

    seat: int
    bid: int
    tricks: int
    bonus: int
    points: int
    """Tricks and bonus; a canoe that starts its move in the rapids has only its bonus (C-RAPID-1)."""


class RoundSettled(_Event, tag="settled", frozen=True, kw_only=True):
    """The last trick is over; canoes move now (C-MOVE-1)."""

    players: tuple[Settled, ...]
    """By seat."""


class CanoeMoved(_Event, tag="moved", frozen=True, kw_only=True):
    """A canoe paddled (C-MOVE-3)."""

    seat: int
    path: tuple[Cell, ...]
    """Every space from the start to the end of the move."""
    used: int
    """Points that the shortest way needed."""
    left: int
    """Points that the shortest way did not need."""


class CanoeBlocked(_Event, tag="blocked", frozen=True, kw_only=True):
    """A canoe cannot come nearer to the village and stays (C-MOVE-3)."""

    seat: int
    lapsed: int
    """Points that lapse."""


class CanoeStays(_Event, tag="stays", frozen=True, kw_only=True):
    """A canoe in the rapids made its bid but has no way forward (C-RAPID-4)."""

    seat: int


class Drift(msgspec.Struct, frozen=True, kw_only=True):
    """Report where the current took a canoe."""

    seat: int
    start: Cell
    end: Cell
    """The gangway for a canoe that fell (C-RAPID-3)."""
    fell: bool


class CanoesDrifted(_Event, tag="drifted", frozen=True, kw_only=True):
    """A canoe in the rapids missed its bid and drifts, pushing others (C-RAPID-2, C-RAPID-3)."""

    seat: int
    """Player who missed the bid."""
    chain: tuple[Drift, ...]
    """The canoe that missed first, then each canoe it pushed, in the order of the push."""


class TurnLost(_Event, tag="lost_turn", frozen=True, kw_only=True):
    """A canoe was pushed over the waterfall before its turn, which is lost (C-RAPID-3)."""

    seat: int


class CanoeArrived(_Event, tag="arrived", frozen=True, kw_only=True):
    """A canoe has reached a village jetty (C-END-1)."""

    seat: int
    left: int
    """Points left over: they decide between several arrivals."""


class MarkerMoved(_Event, tag="marker", frozen=True, kw_only=True):
    """Report where the round marker is now and who deals: at the start, and after each movement (C-TRACK-1)."""

    space: int
    dealer: int


Event: TypeAlias = (
    JettyChosen
    | Dealt
    | BidMade
    | BidsShown
    | CardPlayed
    | TrickWon
    | RoundSettled
    | CanoeMoved
    | CanoeBlocked
    | CanoeStays
    | CanoesDrifted
    | TurnLost
    | CanoeArrived
    | MarkerMoved
    | GameOver
)
