"""Show a position to one seat: redacted record -> what a player at the table sees."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from eddyline.games.canyon.actions import SuitName
from eddyline.games.canyon.events import Cell
from eddyline.games.canyon.options import Options

PhaseName = Literal["jetties", "deal", "bids", "tricks", "moving", "over"]
PHASES: tuple[PhaseName, ...] = get_args(PhaseName)
SpaceName = Literal["none", "start", "calm", "rapids", "gangway", "village"]
SPACES: tuple[SpaceName, ...] = get_args(SpaceName)


class BoardView(msgspec.Struct, frozen=True, kw_only=True):
    """Show the map."""

    name: str | None
    """Name of a board of the project; None: a map of the host's own."""
    rows: tuple[str, ...]


class TrickCard(msgspec.Struct, frozen=True, kw_only=True):
    """Show a card of a trick."""

    seat: int
    card: str


class Trick(msgspec.Struct, frozen=True, kw_only=True):
    """Show a finished trick."""

    cards: tuple[TrickCard, ...]
    """In the order in which they were played."""
    winner: int


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """Show one player."""

    seat: int
    cell: Cell | None
    """Where the canoe is; None before it has a jetty."""
    on: SpaceName
    distance: int
    """Steps to the nearest village jetty, all canoes ignored; 0: arrived."""
    bid: int | Literal["hidden"] | None
    """Bid of this round: hidden until all have bid with the option `secret_bids` (C-BID-1)."""
    tricks: int
    hand_size: int
    points: int | None
    """Points of this round's move, once the tricks are over: in the rapids the bonus only (C-MOVE-1, C-RAPID-1)."""
    bonus: int | None
    moved: bool
    """This round's move is over, made or lost."""
    arrived: bool
    points_left: int | None
    """Points left over on arrival (C-END-1)."""


class End(msgspec.Struct, frozen=True, kw_only=True):
    """Show a space where the move that is due may end (C-MOVE-3)."""

    column: int
    row: int
    used: int
    """Points the shortest way takes."""
    left: int
    """Points that lapse, or on a village jetty count as left over (C-END-1)."""
    path: tuple[Cell, ...]
    """A shortest way, from the canoe's space to this one."""


class CanyonView(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", tag="canyon"):
    """Show the whole table to one seat, or to a spectator."""

    options: Options
    round: int
    phase: PhaseName
    board: BoardView
    dealer: int
    order: tuple[int, ...]
    """Seats from the dealer's left; the dealer is last."""
    track: tuple[int, ...]
    """Cards a player by space of the round track (C-DEAL-1)."""
    space: int
    """Space of the round track with the marker, 1–14."""
    cards: int
    """Cards dealt to each player in this round."""
    trump: str | None
    """The card turned up (C-DEAL-2)."""
    leader: int | None
    """Who leads to the current trick."""
    led: SuitName | None
    """Suit that was led."""
    trick: tuple[TrickCard, ...]
    """The current trick, in the order in which it is played."""
    last_trick: Trick | None
    tricks: tuple[Trick, ...]
    """Finished tricks of this round, or only the last with the option `show_played`."""
    players: tuple[PlayerView, ...]
    you: int | None
    hand: tuple[str, ...]
    """This seat's cards; empty for spectators."""
    turn: int | None
    """Seat that decides, when it is exactly one."""
    ends: tuple[End, ...]
    """Where the canoe whose move is due may end; empty at other times."""
    free_jetties: tuple[Cell, ...]
    """Start jetties that can be chosen now (C-SET-1)."""
    ranking: tuple[int, ...] | None
    """Rank of each seat once the game is over (C-END-1)."""
    winners: tuple[int, ...]
