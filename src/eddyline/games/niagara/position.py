"""Write positions down and set them up: for tests, puzzles and bug reports, in the words of rules.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, get_args

import msgspec
import numpy as np

from eddyline.engine.game import PositionError
from eddyline.games.niagara.actions import CANOES, CARDS, CanoeName, CardName
from eddyline.games.niagara.board import ARMS, DOCK, GEMS, LOST, PLACES, SITE, SITES, Arm, GemName, PlaceName
from eddyline.games.niagara.narration import goals_reached
from eddyline.games.niagara.options import Options, options_of, write_options
from eddyline.games.niagara.rescue import owes_rescue
from eddyline.games.niagara.state import CLOUD, CYCLE, FREE, NONE, SEATS, Phase, State, Todo
from eddyline.games.niagara.view import PHASES, PhaseName, cards_in

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")
Count = Annotated[int, msgspec.Meta(ge=0, le=100)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=SEATS - 1)]
TodoName = Literal["nothing", "may", "must"]
StageName = Literal["start", "working_before", "working_after", "robbing"]
Price = GemName | Literal["free"]
TODOS: tuple[TodoName, ...] = get_args(TodoName)
STAGES: tuple[StageName, ...] = get_args(StageName)


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class CanoePosition(_Part, frozen=True, kw_only=True):
    """Place a canoe."""

    place: PlaceName = "dock"
    cargo: GemName | None = None
    sits_out: bool = False
    rescue: Price | None = None
    """Decided, but not shown yet (N-LOST-0)."""


class PlayerPosition(_Part, frozen=True, kw_only=True):
    """Give a player canoes, stash and cards."""

    canoes: tuple[CanoePosition, CanoePosition] = (CanoePosition(), CanoePosition())
    stash: dict[GemName, Count] = {}
    hand: tuple[CardName, ...] = CARDS
    card: CardName | None = None
    """Card chosen this round; as long as it is in `hand` too it lies face down."""
    newest: CardName | None = None
    """Top of the pile of played cards."""


class TurnPosition(_Part, frozen=True, kw_only=True):
    """Describe a turn of phase 2 that has begun."""

    seat: SeatNumber
    taken: Annotated[int, msgspec.Meta(ge=0, le=SEATS - 1)] = 0
    """Turns of this round that are over."""
    todo: tuple[TodoName, TodoName] = ("nothing", "nothing")
    canoe: CanoeName | None = None
    stage: StageName = "start"
    points: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    unloaded: GemName | None = None


class Position(_Part, frozen=True, kw_only=True):
    """Describe a whole position."""

    options: Options = Options()
    players: Annotated[tuple[PlayerPosition, ...], msgspec.Meta(min_length=2, max_length=5)]
    deposits: tuple[dict[GemName, Count], ...] | None = None
    """Gems on the five deposits, upstream first; None: whatever is not in canoes and stashes lies at home."""
    phase: PhaseName = "cards"
    waiting: tuple[SeatNumber, ...] | None = None
    """Seats that owe a decision; None: as at the beginning of the phase."""
    round: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 1
    first: SeatNumber = 0
    weather: Annotated[int, msgspec.Meta(ge=-1, le=2)] = 0
    next_arm: Arm = "L"
    turn: TurnPosition | None = None


def write(s: State) -> Position:
    """Write a record down so that `read` gives an equal one."""
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
            unloaded=_name(GEMS, s.unloaded),
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
    )


def _name(names: tuple[T, ...], index: int) -> T | None:
    return None if index == NONE else names[int(index)]


def _number(names: tuple[Any, ...], name: object) -> int:
    return NONE if name is None else names.index(name)


def _counts(row: Iterable[int]) -> dict[GemName, int]:
    return {gem: int(count) for gem, count in zip(GEMS, row, strict=True) if count}


def _write_player(s: State, seat: int) -> PlayerPosition:
    first, second = (
        CanoePosition(
            place=PLACES[int(s.place[seat, canoe])],
            cargo=_name(GEMS, s.cargo[seat, canoe]),
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


def read(message: object) -> np.ndarray[Any, np.dtype[Any]]:
    """Build the record of a position (a `Position` or its JSON form); raises PositionError naming what is wrong."""
    try:
        position = message if isinstance(message, Position) else msgspec.convert(message, Position)
    except msgspec.ValidationError as error:
        text = f"position refused: {error}"
        raise PositionError(text) from None
    states = np.zeros(1, State.dtype)
    s = states[0]
    s.seats = len(position.players)
    write_options(position.options, s)
    s.phase = PHASES.index(position.phase)
    s.round_number = position.round
    s.first = position.first
    s.weather = position.weather
    s.arm = ARMS.index(position.next_arm)
    s.active = s.canoe = s.unloaded = NONE
    for table in (s.cargo, s.rescue, s.card, s.newest):
        table[:] = NONE
    s.hand[:] = (1 << CYCLE) - 1
    for seat, player in enumerate(position.players):
        _read_player(s, seat, player)
    _read_deposits(s, position)
    _read_turn(s, position)
    _read_waiting(s, position)
    return states


def _refuse(where: str, what: str) -> PositionError:
    return PositionError(f"position refused: {what} - at `$.{where}`")


def _read_player(s: State, seat: int, player: PlayerPosition) -> None:
    where = f"players[{seat}]"
    for canoe, part in enumerate(player.canoes):
        place = PLACES.index(part.place)
        if part.cargo is not None and place in (DOCK, LOST):
            raise _refuse(f"{where}.canoes[{canoe}]", f"a canoe at {part.place!r} carries no gem, got {part.cargo!r}")
        if place != LOST and (part.sits_out or part.rescue is not None):
            raise _refuse(f"{where}.canoes[{canoe}]", f"only a lost canoe sits out or is rescued, got {part.place!r}")
        s.place[seat, canoe] = place
        s.cargo[seat, canoe] = _number(GEMS, part.cargo)
        s.sits_out[seat, canoe] = part.sits_out
        s.rescue[seat, canoe] = FREE if part.rescue == "free" else _number(GEMS, part.rescue)
    for gem, count in player.stash.items():
        s.stash[seat, GEMS.index(gem)] = count
    stash = [int(count) for count in s.stash[seat]]
    if goals_reached(stash):
        s.reached |= 1 << seat
    if len(set(player.hand)) != len(player.hand):
        raise _refuse(f"{where}.hand", f"expected each card at most once, got {', '.join(player.hand)}")
    s.hand[seat] = sum(1 << CARDS.index(card) for card in player.hand)
    s.card[seat] = _number(CARDS, player.card)
    s.newest[seat] = _number(CARDS, player.newest)


def _read_deposits(s: State, position: Position) -> None:
    seats = range(len(position.players))
    total = position.options.gems_per_deposit
    away = [
        int(s.stash[:, gem].sum()) + sum(int(s.cargo[seat, canoe] == gem) for seat in seats for canoe in range(2))
        for gem in range(len(GEMS))
    ]
    if position.deposits is None:
        for gem, name in enumerate(GEMS):
            if away[gem] > total:
                raise _refuse("players", f"expected at most {total} gems of {name}, got {away[gem]}")
            s.deposit[gem, gem] = total - away[gem]
        return
    if len(position.deposits) != len(SITES):
        raise _refuse("deposits", f"expected {len(SITES)} deposits, got {len(position.deposits)}")
    for site, counts in enumerate(position.deposits):
        for name, count in counts.items():
            s.deposit[site, GEMS.index(name)] = count
    for gem, name in enumerate(GEMS):
        number = away[gem] + int(s.deposit[:, gem].sum())
        if number != total:
            raise _refuse("deposits", f"expected {total} gems of {name} on deposits, canoes and stashes, got {number}")


def _read_turn(s: State, position: Position) -> None:
    seats = len(position.players)
    if position.first >= seats:
        raise _refuse("first", f"expected a seat from 0 to {seats - 1}, got {position.first}")
    turn = position.turn
    if (turn is not None) != (s.phase == Phase.PADDLING):
        raise _refuse("turn", f"expected a turn in the phase 'paddling' and none in {position.phase!r}")
    if turn is None:
        return
    if turn.taken >= seats or turn.seat != (position.first + turn.taken) % seats:
        raise _refuse("turn.seat", f"seat {turn.seat} is not the one whose turn it is after {turn.taken} turns")
    for seat in range(seats):
        card, hand = int(s.card[seat]), int(s.hand[seat])
        played = (seat - position.first) % seats <= turn.taken
        if card == NONE or bool(hand >> card & 1) == played:
            expected = "a revealed card that has left the hand" if played else "a card that is still in the hand"
            raise _refuse(f"players[{seat}].card", f"expected {expected}, got {position.players[seat].card!r}")
    s.active = turn.seat
    s.turns_taken = turn.taken
    s.canoe = _number(CANOES, turn.canoe)
    s.stage = STAGES.index(turn.stage)
    s.points = turn.points
    s.unloaded = _number(GEMS, turn.unloaded)
    for canoe in range(2):
        s.todo[canoe] = TODOS.index(turn.todo[canoe])
    _check_turn(s, turn)


def _check_turn(s: State, turn: TurnPosition) -> None:
    """Refuse a half-played turn that no legal play leads to: its decisions could not be completed."""
    card, points = int(s.card[turn.seat]), turn.points
    if (turn.canoe is None) != (turn.stage == "start"):
        raise _refuse("turn.canoe", f"expected a canoe unless the stage is 'start', got {turn.canoe!r}")
    if card == CLOUD:
        if turn.stage != "start" or any(s.todo):
            raise _refuse("turn", "with a cloud no canoe has anything to do")
        return
    for canoe in range(2):
        if s.todo[canoe] != Todo.NOTHING and s.place[turn.seat, canoe] == LOST:
            raise _refuse(f"turn.todo[{canoe}]", "a lost canoe has nothing to do")
        if turn.stage == "start" and (s.todo[canoe] == Todo.MAY) and s.place[turn.seat, canoe] != DOCK:
            raise _refuse(f"turn.todo[{canoe}]", "a canoe in the water must move, expected 'must'")
    if turn.stage == "start":
        allowed = points == card
    elif turn.stage == "robbing":
        allowed = points == 0 and s.place[turn.seat, s.canoe] not in (DOCK, LOST)
    else:
        allowed = points > 0 and (card - points) % 2 == 0 if turn.stage == "working_before" else points in (2, 4)
        allowed = allowed and points <= card and SITE[s.place[turn.seat, s.canoe]] != NONE
    if not allowed:
        raise _refuse("turn.points", f"{points} points do not fit card {CARDS[card]} and the stage {turn.stage!r}")
    if turn.stage == "working_after" and s.cargo[turn.seat, s.canoe] == NONE:
        site = int(SITE[s.place[turn.seat, s.canoe]])
        if not any(s.deposit[site, gem] > 0 and gem != s.unloaded for gem in range(5)):
            raise _refuse("turn", f"nothing lies at disc {SITES[site]} that the canoe could load")


def _read_waiting(s: State, position: Position) -> None:
    seats = range(len(position.players))
    due: set[int] = set()
    if s.phase == Phase.CARDS:
        due = {seat for seat in seats if s.card[seat] == NONE}
        for seat in due:
            if not int(s.hand[seat]):
                raise _refuse(f"players[{seat}].hand", "expected at least one card to choose from, got none")
    elif s.phase == Phase.RESCUE:
        due = {seat for seat in seats if owes_rescue(s, seat)}
    elif s.phase == Phase.PADDLING and (s.card[s.active] == CLOUD or s.canoe != NONE or any(s.todo)):
        due = {int(s.active)}
    waiting = due if position.waiting is None else set(position.waiting)
    if not waiting <= due:
        raise _refuse("waiting", f"expected seats among {sorted(due)}, got {sorted(waiting)}")
    s.waiting = sum(1 << seat for seat in waiting)
