"""Show a position to one seat: redacted record -> what a player at the table sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

import msgspec

from eddyline.engine.showing import Showing
from eddyline.engine.writer import Words, Writer
from eddyline.games.niagara.rules import steps
from eddyline.games.niagara.rules.actions import CARDS, CanoeName, CardName
from eddyline.games.niagara.rules.board import Arm, GemName, PlaceName
from eddyline.games.niagara.rules.listing import WIDTH
from eddyline.games.niagara.rules.options import Options, options_of
from eddyline.games.niagara.rules.showing import MOST_MOVES, Room
from eddyline.games.niagara.rules.state import HIDDEN, SEATS
from eddyline.games.niagara.words.events import GoalName

if TYPE_CHECKING:
    from eddyline.engine.records import States
    from eddyline.engine.writer import Sheet


PhaseName = Literal["rescue", "cards", "paddling", "river", "over"]
PHASES: tuple[PhaseName, ...] = get_args(PhaseName)
SwirlName = Literal["perhaps", "surely"]
SWIRLS: tuple[SwirlName | None, ...] = (None, "perhaps", "surely")
"""Names of the numbers in `Swirl`."""


class CanoeView(msgspec.Struct, frozen=True, kw_only=True):
    """Show one canoe."""

    name: CanoeName
    place: PlaceName
    places: int
    """Gems it can carry: 2 in a double canoe (S-DOUBLE-1)."""
    cargo: tuple[GemName, ...]
    sits_out: bool = False
    """Lost, and missing this round (N-LOST-5)."""
    tied: bool = False
    """Tied to the bank until the river has flowed (S-CARD-4)."""
    moose: bool = False
    """Has the moose (S-MOOSE-1)."""


class Goals(msgspec.Struct, frozen=True, kw_only=True):
    """Measure a stash against the three goals (N-END-1)."""

    alike: int
    """Most gems of one colour, of 4."""
    colours: int
    """Different colours, of 5."""
    total: int
    """Gems, of 7."""
    reached: tuple[GoalName, ...]


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """Show one player."""

    seat: int
    canoes: tuple[CanoeView, ...]
    stash: dict[GemName, int]
    value: int
    """Gem value of the stash (N-END-3)."""
    goals: Goals
    card: CardName | Literal["hidden"] | None
    """Card of this round: None until chosen, hidden until revealed (N-ROUND-5)."""
    played: tuple[CardName, ...]
    """Cards out of the hand since the cycle began, or only the newest (N-ROUND-6)."""


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """Describe the result of a move that may be chosen."""

    canoe: CanoeName
    to: PlaceName
    left: int
    """Points left there for cargo work; 0 where they cannot be used (N-MOVE-6)."""
    swirl: SwirlName | None
    """Whether the whirlpool takes the canoe there: perhaps, if it does no work there (S-WHIRL-3)."""


class TurnView(msgspec.Struct, frozen=True, kw_only=True):
    """Describe the turn that is being played in phase 2."""

    seat: int
    card: CardName
    canoe: CanoeName | None
    """Canoe in the middle of its plan."""
    points: dict[CanoeName, int]
    """Points of the canoe in the middle of its plan, or of each that may begin one (S-MOOSE-1)."""
    spare_points: int
    """Points that may be left over: with a 1/2/3 card, or where the whirlpool ends the move (S-CARD-3, S-WHIRL-3)."""
    done: tuple[CanoeName, ...]
    """Canoes that have finished, or do not move in this turn."""
    moves: tuple[Move, ...]
    """Moves that this seat may choose now; empty for other seats and spectators."""


class Speeds(msgspec.Struct, frozen=True, kw_only=True):
    """Bound the pushes of this round by what this seat knows (N-FLOW-1)."""

    least: int
    most: int


class MooseView(msgspec.Struct, frozen=True, kw_only=True):
    """Show who has the moose (S-MOOSE)."""

    seat: int | None
    """None: nobody; it waits at discs 7."""
    canoe: CanoeName | None


class JoeView(msgspec.Struct, frozen=True, kw_only=True):
    """Show Diamond Joe (J-JOE)."""

    place: PlaceName
    cargo: GemName | None


class NiagaraView(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", tag="niagara"):
    """Show the whole table to one seat, or to a spectator."""

    options: Options
    round: int
    cycle_round: int
    """1 … `cycle_length` within the cycle (N-ROUND-4)."""
    cycle_length: int
    """7, or 10 with the Spirits cards."""
    phase: PhaseName
    first: int
    """Seat with the life preserver."""
    order: tuple[int, ...]
    """Seats in turn order of this round (N-ROUND-2)."""
    weather: int
    next_arm: Arm
    """Arm that the next push moves (N-FLOW-3)."""
    deposits: tuple[dict[GemName, int], ...]
    """Gems on the five deposits, upstream first."""
    whirlpool: PlaceName | None
    """None: not in play; lost: it comes back with the next disc (S-WHIRL-1)."""
    beaver: PlaceName | None
    """None: not in the river (S-BEAVER-1)."""
    moose: MooseView | None
    """None: not in play."""
    joe: JoeView | None
    """None: not in play."""
    players: tuple[PlayerView, ...]
    you: int | None
    hand: tuple[CardName, ...]
    """Cards this seat may still choose this round or has in hand; empty for spectators."""
    turn: TurnView | None
    speeds: Speeds
    ranking: tuple[int, ...] | None
    """Rank of each seat once the game is over (N-END-4)."""
    winners: tuple[int, ...]


WRITER = Writer(
    NiagaraView,
    most={
        **dict.fromkeys(("order", "players"), SEATS),
        **dict.fromkeys(("hand", "played"), WIDTH),
        **dict.fromkeys(("canoes", "cargo", "done"), 2),
        "deposits": 5,
        "reached": 3,
        "moves": MOST_MOVES,
    },
    words={"card": Words(["hidden", None, *CARDS], low=HIDDEN), SwirlName: Words(SWIRLS)},
    given=("options", "ranking", "winners"),
    room=Room.dtype,
)


def _fill(sheet: Sheet, states: States, seat: int) -> None:
    steps.show(sheet.room, states, 0, seat, sheet.record)


def _given(states: States) -> tuple[object, ...]:
    return (options_of(states[0]),)


SHOWING = Showing(WRITER, steps.show, _fill, _given)


def cards_in(hand: int) -> tuple[CardName, ...]:
    """List the cards of a hand's bit mask."""
    return tuple(name for card, name in enumerate(CARDS) if hand >> card & 1)
