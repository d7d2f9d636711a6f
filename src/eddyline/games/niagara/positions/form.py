"""Write positions in the terms of rules.md, for tests, puzzles and bug reports; `set_up` reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeVar, get_args

import msgspec

from eddyline.engine.positions import as_it_is, written
from eddyline.engine.records import unpacked
from eddyline.games.niagara.rules.actions import CANOES, CARDS, CanoeName, CardName
from eddyline.games.niagara.rules.board import ARMS, DOCK, GEMS, PLACES, Arm, GemName, PlaceName
from eddyline.games.niagara.rules.cargo import CARGOES
from eddyline.games.niagara.rules.options import Options, options_of
from eddyline.games.niagara.rules.state import FREE, LOADING, MOST_ROUNDS, NONE, SEATS, Phase, State
from eddyline.games.niagara.rules.whirlpool import MAX_POINTS, NO_WHIRLPOOL
from eddyline.games.niagara.words.view import PHASES, PhaseName, cards_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from eddyline.engine.records import States

T = TypeVar("T")
Count = Annotated[int, msgspec.Meta(ge=0, le=100)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=SEATS - 1)]
TodoName = Literal["nothing", "may", "must"]
StageName = Literal["start", "working_before", "working_after", "meeting"]
Price = GemName | Literal["free"]
TODOS: tuple[TodoName, ...] = get_args(TodoName)
STAGES: tuple[StageName, ...] = get_args(StageName)
FURTHER = as_it_is(State)


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class CanoePosition(_Part, frozen=True, kw_only=True):
    """Place a canoe."""

    place: PlaceName = "dock"
    cargo: Annotated[tuple[GemName, ...], msgspec.Meta(max_length=2)] = ()
    sits_out: bool = False
    rescue: Price | None = None
    """Decided, but not shown yet (N-LOST-0)."""


class PlayerPosition(_Part, frozen=True, kw_only=True):
    """Describe a player's canoes, stash and cards."""

    canoes: tuple[CanoePosition, CanoePosition] = (CanoePosition(), CanoePosition())
    stash: dict[GemName, Count] = {}
    hand: Annotated[tuple[CardName, ...], msgspec.Meta(max_length=len(CARDS))] | None = None
    """None: a full hand."""
    card: CardName | None = None
    """Card chosen this round; face down as long as it is also in `hand`."""
    newest: CardName | None = None
    """Top of the pile of played cards."""


class CanoeNumber(_Part, frozen=True, kw_only=True):
    """Identify a canoe of any player."""

    seat: SeatNumber
    canoe: CanoeName


class JoePosition(_Part, frozen=True, kw_only=True):
    """Place Diamond Joe."""

    place: PlaceName = "1"
    cargo: GemName | None = None


class TurnPosition(_Part, frozen=True, kw_only=True):
    """Describe a turn of phase 2 that has begun."""

    seat: SeatNumber
    taken: Annotated[int, msgspec.Meta(ge=0, le=SEATS - 1)] = 0
    """Turns of this round that are over."""
    todo: tuple[TodoName, TodoName] = ("nothing", "nothing")
    canoe: CanoeName | None = None
    stage: StageName = "start"
    points: Annotated[int, msgspec.Meta(ge=0, le=MAX_POINTS)] = 0
    slack: Annotated[int, msgspec.Meta(ge=0, le=MAX_POINTS)] = 0
    """Points that may be left over (S-CARD-3, S-WHIRL-3)."""
    unloaded: Annotated[tuple[GemName, ...], msgspec.Meta(max_length=2)] = ()
    loaded: bool = False
    may_rob: bool = False
    robbed: Annotated[tuple[CanoeNumber, ...], msgspec.Meta(max_length=1)] = ()
    """Canoe that the moving canoe, a double canoe with a free place, has robbed on its disc (S-DOUBLE-2)."""


class Position(_Part, frozen=True, kw_only=True):
    """Describe a whole position."""

    options: Options = Options()
    players: Annotated[tuple[PlayerPosition, ...], msgspec.Meta(min_length=2, max_length=SEATS)]
    deposits: Annotated[tuple[dict[GemName, Count], ...], msgspec.Meta(max_length=5)] | None = None
    """Gems on the five deposits, upstream first; None: every gem not in a canoe or stash is on its own deposit."""
    phase: PhaseName = "cards"
    waiting: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=SEATS)] | None = None
    """Seats that owe a decision; None: as at the beginning of the phase."""
    round: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] = 1
    first: SeatNumber = 0
    weather: Annotated[int, msgspec.Meta(ge=-1, le=2)] = 0
    next_arm: Arm = "L"
    turn: TurnPosition | None = None
    whirlpool: PlaceName | None = None
    """None: on disc 3, where it begins, if it is in play; lost: it comes back with the next disc (S-WHIRL-1)."""
    beaver: PlaceName | None = None
    moose: CanoeNumber | None = None
    """Canoe that has it; None: no canoe."""
    joe: JoePosition | None = None
    """None: on disc 1 without a gem, if he is in play."""
    further: FURTHER = FURTHER()  # type: ignore[valid-type]
    """Fields of the record that the fields above do not cover."""


def write(states: States) -> Position:
    """Describe a record so that `read` returns an equal one."""
    s = unpacked(states[0])
    seats = range(int(s.seats))
    turn = None
    if s.phase == Phase.PADDLING:
        turn = TurnPosition(
            seat=int(s.active),
            taken=int(s.turns_taken),
            todo=(TODOS[int(s.todo[0])], TODOS[int(s.todo[1])]),
            canoe=_name(CANOES, s.canoe),
            stage=STAGES[int(s.stage)],
            points=int(s.points),
            slack=int(s.slack),
            unloaded=tuple(gem for colour, gem in enumerate(GEMS) if int(s.worked) >> colour & 1),
            loaded=bool(s.worked & LOADING),
            may_rob=bool(s.may_rob),
            robbed=tuple(_canoe_number(canoe) for canoe in range(2 * SEATS) if int(s.robbed) >> canoe & 1),
        )
    return Position(
        options=options_of(s),
        players=tuple(_write_player(s, seat) for seat in seats),
        deposits=tuple(_counts(row) for row in s.deposit),
        phase=PHASES[int(s.phase)],
        waiting=tuple(seat for seat in seats if int(s.waiting) >> seat & 1),
        round=int(s.round_number),
        first=int(s.first),
        weather=int(s.weather),
        next_arm=ARMS[int(s.arm)],
        turn=turn,
        whirlpool=None if s.whirlpool == NO_WHIRLPOOL else PLACES[int(s.whirlpool)],
        beaver=None if s.beaver == DOCK else PLACES[int(s.beaver)],
        moose=None if s.moose == NONE else _canoe_number(int(s.moose)),
        joe=None if s.joe == DOCK else JoePosition(place=PLACES[int(s.joe)], cargo=_name(GEMS, s.joe_gem)),
        further=written(FURTHER, states),
    )


def _canoe_number(canoe: int) -> CanoeNumber:
    return CanoeNumber(seat=canoe // 2, canoe=CANOES[canoe % 2])


def _name(names: tuple[T, ...], index: int) -> T | None:
    return None if index == NONE else names[int(index)]


def _counts(row: Iterable[int]) -> dict[GemName, int]:
    return {gem: int(count) for gem, count in zip(GEMS, row, strict=True) if count}


def _write_player(s: State, seat: int) -> PlayerPosition:
    first, second = (
        CanoePosition(
            place=PLACES[int(s.place[seat, canoe])],
            cargo=tuple(GEMS[gem] for gem in CARGOES[int(s.cargo[seat, canoe]) + 1]),
            sits_out=bool(s.sits_out[seat, canoe]),
            rescue="free" if s.rescue[seat, canoe] == FREE else _name(GEMS, s.rescue[seat, canoe]),
        )
        for canoe in range(2)
    )
    return PlayerPosition(
        canoes=(first, second),
        stash=_counts(s.stash[seat]),
        hand=cards_in(int(s.hand[seat])),
        card=_name(CARDS, s.card[seat]),
        newest=_name(CARDS, s.newest[seat]),
    )
