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
from eddyline.games.niagara.paddling import WORK, can_rob, can_spend, gems_at
from eddyline.games.niagara.rescue import gems_left, owes_rescue, returns_free, still_lost
from eddyline.games.niagara.state import CLOUD, CYCLE, FREE, NONE, SEATS, Phase, RescueRule, State
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
    _check_phase(s, position)
    for seat in range(len(position.players)):
        _check_cards(s, position, seat)
        _check_lost(s, seat)
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


def _check_phase(s: State, position: Position) -> None:
    """Refuse a game that goes on after its end, or has ended before it (N-END-2, N-END-5)."""
    if position.first >= s.seats:
        raise _refuse("first", f"expected a seat from 0 to {s.seats - 1}, got {position.first}")
    if position.round > s.max_rounds:
        raise _refuse("round", f"expected at most max_rounds, {s.max_rounds}, got {position.round}")
    if s.phase in (Phase.RESCUE, Phase.CARDS) and s.reached:
        seat = next(seat for seat in range(s.seats) if int(s.reached) >> seat & 1)
        raise _refuse(f"players[{seat}].stash", "this stash reached a goal; the game ended with that round")
    if s.phase == Phase.OVER and not s.reached and position.round < s.max_rounds:
        raise _refuse("phase", f"nobody reached a goal, and round {position.round} is not the last: not 'over'")
    if (position.turn is not None) != (s.phase == Phase.PADDLING):
        raise _refuse("turn", f"expected a turn in the phase 'paddling' and none in {position.phase!r}")


def _check_cards(s: State, position: Position, seat: int) -> None:
    """Refuse cards that do not fit the round: hands shrink by one card a round (N-ROUND-4, N-ROUND-5)."""
    where, player = f"players[{seat}]", position.players[seat]
    turn = position.turn
    played = s.phase == Phase.OVER
    if turn is not None:
        if turn.taken >= s.seats or turn.seat != (position.first + turn.taken) % s.seats:
            raise _refuse("turn.seat", f"seat {turn.seat} is not the one whose turn it is after {turn.taken} turns")
        played = (seat - position.first) % int(s.seats) <= turn.taken
    held = player.card is not None and player.card in player.hand
    if played and (player.card is None or held):
        raise _refuse(f"{where}.card", f"expected a revealed card that has left the hand, got {player.card!r}")
    if s.phase == Phase.RESCUE and player.card is not None:
        raise _refuse(f"{where}.card", f"expected none before the phase 'cards', got {player.card!r}")
    if not played and not held and (player.card is not None or s.phase == Phase.PADDLING):
        raise _refuse(f"{where}.card", f"expected a card that is still in the hand, got {player.card!r}")
    expected = CYCLE - (position.round - 1) % CYCLE - played
    if len(player.hand) != expected:
        raise _refuse(
            f"{where}.hand", f"expected {expected} cards now, in round {position.round}, got {len(player.hand)}"
        )
    if player.newest is not None and player.newest in player.hand:
        raise _refuse(f"{where}.newest", f"expected a card that has left the hand, got {player.newest!r}")


def _check_lost(s: State, seat: int) -> None:
    """Refuse rescues that were not possible (N-LOST-2, N-LOST-3, N-LOST-5)."""
    for canoe in range(2):
        where = f"players[{seat}].canoes[{canoe}]"
        if s.sits_out[seat, canoe] and (s.rescue_rule != RescueRule.SIT_OUT or s.phase == Phase.RESCUE):
            raise _refuse(where, "a canoe sits out with the option rescue='sit_out' only, and after the phase 'rescue'")
        price = int(s.rescue[seat, canoe])
        if price == NONE:
            continue
        if s.phase != Phase.RESCUE:
            raise _refuse(where, "a rescue is planned in the phase 'rescue' only")
        if price != FREE and gems_left(s, seat, price) < 0:
            raise _refuse(where, f"the stash has too few gems of {GEMS[price]} for this rescue")
        both = s.place[seat, 1 - canoe] == LOST and s.rescue[seat, 1 - canoe] != FREE
        if price == FREE and not (both and (s.rescue_rule == RescueRule.SIT_OUT or not s.stash[seat].any())):
            raise _refuse(where, "this canoe does not come back free")


def _read_turn(s: State, position: Position) -> None:
    turn = position.turn
    if turn is None:
        return
    s.active = turn.seat
    s.turns_taken = turn.taken
    s.canoe = _number(CANOES, turn.canoe)
    s.stage = STAGES.index(turn.stage)
    s.points = turn.points
    s.unloaded = _number(GEMS, turn.unloaded)
    for canoe in range(2):
        s.todo[canoe] = TODOS.index(turn.todo[canoe])
        _check_todo(s, turn, canoe)
    if (turn.canoe is None) != (turn.stage == "start"):
        raise _refuse("turn.canoe", f"expected a canoe unless the stage is 'start', got {turn.canoe!r}")
    if not _fits(s, turn):
        raise _refuse("turn", f"{turn.points} points and the cargo do not fit the card and the stage {turn.stage!r}")


def _check_todo(s: State, turn: TurnPosition, canoe: int) -> None:
    """Refuse a task that a canoe cannot have where it is (N-MOVE-3, N-MOVE-4)."""
    where, todo, place = f"turn.todo[{canoe}]", turn.todo[canoe], s.place[turn.seat, canoe]
    if turn.canoe == CANOES[canoe]:
        if todo == "nothing":
            raise _refuse(where, "the canoe that has begun is not done, expected 'must' or 'may'")
        return
    if todo == "nothing":
        return
    if place == LOST or s.card[turn.seat] == CLOUD:
        raise _refuse(where, "a lost canoe has nothing to do, nor has any canoe with a cloud")
    alone = s.place[turn.seat, 1 - canoe] == LOST
    expected = "may" if place == DOCK and not alone else "must"
    if todo != expected:
        raise _refuse(where, f"expected {expected!r} or 'nothing' of a canoe at {PLACES[place]!r}, got {todo!r}")


def _fits(s: State, turn: TurnPosition) -> bool:
    """Tell whether legal play can lead to this half-played turn: then it can be completed, too."""
    seat, points, card = turn.seat, turn.points, int(s.card[turn.seat])
    if turn.stage == "start":
        return points == card and turn.unloaded is None
    place, cargo = int(s.place[seat, s.canoe]), int(s.cargo[seat, s.canoe])
    if place in (DOCK, LOST) or card == CLOUD:
        return False
    if turn.stage == "robbing":
        return points == 0 and cargo == NONE and can_rob(s, seat, int(s.canoe))
    if SITE[place] == NONE or not 0 < points < card:
        return False
    if turn.stage == "working_before":
        loaded, unloaded = cargo != NONE, turn.unloaded is not None
        swapped = loaded and unloaded and cargo != s.unloaded
        return swapped if card - points == 2 * WORK else card - points == WORK and loaded != unloaded
    if turn.unloaded is None:
        return can_spend(s, seat, int(s.canoe), place, points)
    others = gems_at(s, int(SITE[place])) - int(s.deposit[SITE[place], s.unloaded])
    return points == WORK and cargo == NONE and others > 0


def _read_waiting(s: State, position: Position) -> None:
    seats = range(len(position.players))
    due: set[int] = set()
    least: set[int] = set()
    if s.phase == Phase.CARDS:
        due = least = {seat for seat in seats if s.card[seat] == NONE}
    elif s.phase == Phase.RESCUE:
        due = {seat for seat in seats if owes_rescue(s, seat)}
        forced = s.rescue_rule == RescueRule.FORCED
        least = {seat for seat in due if returns_free(s, seat) or (forced and still_lost(s, seat) == 2)}
    elif s.phase == Phase.PADDLING and s.card[s.active] == CLOUD:
        due = {int(s.active)}
    elif s.phase == Phase.PADDLING and (s.canoe != NONE or any(s.todo)):
        due = least = {int(s.active)}
    waiting = due if position.waiting is None else set(position.waiting)
    if not least <= waiting <= due:
        owing = sorted(due) if least == due else f"{sorted(due)}, at least {sorted(least)}"
        raise _refuse("waiting", f"expected the seats {owing}, got {sorted(waiting)}")
    s.waiting = sum(1 << seat for seat in waiting)
