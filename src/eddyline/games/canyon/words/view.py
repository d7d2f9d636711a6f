"""Show a position to one seat: redacted record -> what a player at the table sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

import msgspec

from eddyline.engine.records import copied
from eddyline.engine.showing import Showing
from eddyline.engine.writer import Words, Writer
from eddyline.games.canyon.rules import steps
from eddyline.games.canyon.rules.actions import CARDS, MOST_TRICKS, SuitName
from eddyline.games.canyon.rules.board import SHELF
from eddyline.games.canyon.rules.charting import MOST_SPACES
from eddyline.games.canyon.rules.options import Options, options_of
from eddyline.games.canyon.rules.paths import MOST_CELLS
from eddyline.games.canyon.rules.showing import MOST_CARDS, Room
from eddyline.games.canyon.rules.state import HIDDEN, SEATS, TRACK
from eddyline.games.canyon.words.events import CELLS, Cell, Drift

if TYPE_CHECKING:
    from eddyline.engine.records import States
    from eddyline.engine.writer import Sheet
    from eddyline.games.canyon.rules.charting import Lines

PhaseName = Literal["jetties", "deal", "bids", "tricks", "moving", "over"]
PHASES: tuple[PhaseName, ...] = get_args(PhaseName)
SpaceName = Literal["none", "start", "calm", "rapids", "gangway", "village"]
Hope = Literal["made", "open", "missed"]


class BoardView(msgspec.Struct, frozen=True, kw_only=True):
    """Show the map."""

    name: str | None
    """Name of a built-in board; None: the host's own map."""
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
    """Steps to the nearest village jetty, ignoring all canoes; 0: arrived."""
    bid: int | Literal["hidden"] | None
    """Bid of this round: hidden until all have bid with the option `secret_bids` (C-BID-1)."""
    tricks: int
    hope: Hope | None
    """Whether the bid is made, can still be made, or is missed (C-MOVE-1); None while no bid is known."""
    hand_size: int
    points: int | None
    """Points of this round's move, once the tricks are over: in the rapids the bonus only (C-MOVE-1, C-RAPID-1)."""
    bonus: int | None
    moved: bool
    """This round's move is over, made or lost."""
    drifts: tuple[Drift, ...]
    """Where the current would now take this canoe and those that it pushes (C-RAPID-2)."""
    arrived: bool
    points_left: int | None
    """Points left over on arrival (C-END-1)."""


class End(msgspec.Struct, frozen=True, kw_only=True):
    """Show a space where the move that is due may end (C-MOVE-3)."""

    column: int
    row: int
    used: int
    """Points that the shortest way takes."""
    left: int
    """Points that lapse, or on a village jetty count as left over (C-END-1)."""
    path: tuple[Cell, ...]
    """A shortest way, from the canoe's space to this one."""


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """Show what a bid is worth if it is made, with all canoes where they are now."""

    tricks: int
    """The bid."""
    points: int
    """Points of the move: tricks and bonus, or in the rapids the bonus only (C-MOVE-1, C-RAPID-1)."""
    path: tuple[Cell, ...]
    """A way to one of the spaces where the move may end, from the canoe's space; that space alone if it is blocked."""


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
    """Cards per player, by space of the round track (C-DEAL-1)."""
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
    prospects: tuple[Prospect, ...]
    """What each bid of this seat would be worth, while all bid; empty at other times and for spectators."""
    risk: tuple[Drift, ...]
    """Where the current takes this seat's canoe, and those that it pushes, if it misses its bid; only while all bid."""
    free_jetties: tuple[Cell, ...]
    """Start jetties that can be chosen now (C-SET-1)."""
    ranking: tuple[int, ...] | None
    """Rank of each seat once the game is over (C-END-1)."""
    winners: tuple[int, ...]


WRITER = Writer(
    CanyonView,
    most={
        **dict.fromkeys(("order", "players", "trick", "cards", "drifts", "risk", "free_jetties"), SEATS),
        "hand": MOST_CARDS,
        "tricks": MOST_TRICKS,
        "prospects": MOST_TRICKS + 1,
        "ends": MOST_SPACES,
        "path": MOST_CELLS,
    },
    words={str: Words(CARDS), Cell: CELLS, "bid": Words(["hidden", None], low=HIDDEN)},
    given=("options", "board", "track", "ranking", "winners"),
    room=Room.dtype,
)


def _fill(sheet: Sheet, states: States, seat: int) -> None:
    steps.show(SHELF.table, sheet.room, states, 0, seat, sheet.record)


def _given(states: States) -> tuple[object, ...]:
    return options_of(states[0]), _board(SHELF.lines[states[0].board]), TRACK


def _portable(states: States) -> tuple[States, bytes]:
    number = int(states["board"][0])
    if number < len(SHELF.names):
        return states, b""
    moved = copied(states)
    moved["board"] = 0
    return moved, SHELF.table[number : number + 1].tobytes()


def _board(rows: Lines) -> BoardView:
    return BoardView(name=SHELF.names.get(rows), rows=rows)


SHOWING = Showing(WRITER, steps.show, _fill, _given, _portable)


def cards_in(hand: int) -> tuple[str, ...]:
    """List the cards of a hand's bit mask, by suit and value."""
    return tuple(name for card, name in enumerate(CARDS) if hand >> card & 1)
