"""Show a position to one seat: redacted record -> what a player at the table sees."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args

import msgspec
import numpy as np
from msgspec.structs import replace

from eddyline.engine.parts import KEPT, part
from eddyline.engine.records import copied, fields_of, unpacked
from eddyline.games.niagara.rules.actions import ACTIONS, CANOES, CARDS, CanoeName, CardName, Paddle
from eddyline.games.niagara.rules.board import ARMS, DOCK, GEMS, LOST, PLACES, Arm, GemName, PlaceName
from eddyline.games.niagara.rules.cargo import CARGOES
from eddyline.games.niagara.rules.door import DOORS, MAX_LEGAL
from eddyline.games.niagara.rules.options import OPTION_FIELDS, Options, options_of
from eddyline.games.niagara.rules.paddling import Swirl
from eddyline.games.niagara.rules.state import (
    CLOUD,
    DOUBLE,
    DOUBLE_CANOE,
    HIDDEN,
    MOOSE,
    NONE,
    ONE_TWO_THREE,
    ROPE,
    Phase,
    Stage,
    State,
    Todo,
)
from eddyline.games.niagara.rules.steps import points_of, swirl_of
from eddyline.games.niagara.rules.whirlpool import NO_WHIRLPOOL
from eddyline.games.niagara.words.events import GoalName
from eddyline.games.niagara.words.narration import goals_reached

if TYPE_CHECKING:
    from collections.abc import Iterable

    from eddyline.engine.records import Grid, States


PhaseName = Literal["rescue", "cards", "paddling", "river", "over"]
PHASES: tuple[PhaseName, ...] = get_args(PhaseName)
SwirlName = Literal["perhaps", "surely"]
SWIRLS: dict[int, SwirlName | None] = {Swirl.NO: None, Swirl.PERHAPS: "perhaps", Swirl.SURELY: "surely"}


class OfSeat(Protocol):
    """Name the fields from which a player is shown: of the grids, one seat's row."""

    phase: int
    reached: int
    moose: int
    modules: int
    cycle: int
    newest_only: int
    place: Grid
    cargo: Grid
    sits_out: Grid
    stash: Grid
    card: int
    hand: int
    newest: int


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


def view(states: States, seat: int | None, ranking: tuple[int, ...] | None, winners: tuple[int, ...]) -> NiagaraView:
    """Describe a redacted record to the seat it was redacted for."""
    shown = _shown(states[:1].tobytes(), ranking, winners)
    if seat is None:
        return shown
    turn, s = shown.turn, states[0]
    if turn is not None and turn.seat == seat and s.waiting:
        turn = replace(turn, moves=_moves(states, seat))
    return replace(shown, you=seat, hand=cards_in(int(s.hand[seat])), turn=turn)


@lru_cache(maxsize=KEPT)
def _shown(record: bytes, ranking: tuple[int, ...] | None, winners: tuple[int, ...]) -> NiagaraView:
    """Describe a redacted record to a spectator; kept, because several seats may know no more."""
    plain = _plain(record)
    return NiagaraView(
        **plain,
        deposits=_deposits(record),
        players=tuple([_player(record, seat) for seat in range(len(plain["order"]))]),
        you=None,
        hand=(),
        turn=_turn(record) if plain["phase"] == "paddling" else None,
        speeds=_speeds(record),
        ranking=ranking,
        winners=winners,
    )


@part(
    State,
    *("phase", "seats", "round_number", "first", "weather", "arm", "cycle", "whirlpool", "beaver", "moose", "joe"),
    *("joe_gem", *OPTION_FIELDS),
)
def _plain(s: State) -> dict[str, Any]:
    """Return what is read from single numbers, by field of the view."""
    seats, number = s.seats, s.round_number
    return {
        "options": options_of(s),
        "round": number,
        "cycle_round": (number - 1) % s.cycle + 1,
        "cycle_length": s.cycle,
        "phase": PHASES[s.phase],
        "first": s.first,
        "order": tuple((s.first + turn) % seats for turn in range(seats)),
        "weather": s.weather,
        "next_arm": ARMS[s.arm],
        "whirlpool": None if s.whirlpool == NO_WHIRLPOOL else PLACES[s.whirlpool],
        "beaver": None if s.beaver == DOCK else PLACES[s.beaver],
        "moose": _moose(s) if s.modules & MOOSE else None,
        "joe": None if s.joe == DOCK else JoeView(place=PLACES[s.joe], cargo=_gem(s.joe_gem)),
    }


@lru_cache(maxsize=KEPT)
def cards_in(hand: int) -> tuple[CardName, ...]:
    """List the cards of a hand's bit mask."""
    return tuple(name for card, name in enumerate(CARDS) if hand >> card & 1)


def _moose(s: State) -> MooseView:
    seat, canoe = divmod(s.moose, 2)
    free = s.moose == NONE
    return MooseView(seat=None if free else seat, canoe=None if free else CANOES[canoe])


def _gem(gem: int) -> GemName | None:
    return None if gem == NONE else GEMS[gem]


def _gems(counts: Iterable[int]) -> dict[GemName, int]:
    return {gem: count for gem, count in zip(GEMS, counts, strict=True) if count}


@part(State, "deposit")
def _deposits(s: State) -> tuple[dict[GemName, int], ...]:
    return tuple(map(_gems, s.deposit.tolist()))


@part(
    State,
    *("phase", "reached", "moose", "modules", "cycle", "newest_only"),
    of_seat=("place", "cargo", "sits_out", "stash", "card", "hand", "newest"),
)
def _player(s: OfSeat, seat: int) -> PlayerView:
    """Show a player, from the rows of a seat."""
    stash = s.stash.tolist()
    played = (1 << s.cycle) - 1 & ~s.hand
    if s.newest_only:
        played = 0 if s.newest == NONE else 1 << s.newest
    # A game that ends with a goal ends before the ropes are untied (N-END-2).
    before_river = s.phase == Phase.PADDLING or (s.phase == Phase.OVER and s.reached != 0)
    ropes = s.card == ROPE and not s.hand >> ROPE & 1 and before_river
    canoes = zip(CANOES, s.place.tolist(), s.cargo.tolist(), s.sits_out.tolist(), strict=True)
    return PlayerView(
        seat=seat,
        canoes=tuple(
            CanoeView(
                name=name,
                place=PLACES[place],
                places=2 if canoe == DOUBLE and s.modules & DOUBLE_CANOE else 1,
                cargo=tuple(GEMS[gem] for gem in CARGOES[cargo + 1]),
                sits_out=bool(sits_out),
                tied=ropes and DOCK < place < LOST,
                moose=s.moose == 2 * seat + canoe,
            )
            for canoe, (name, place, cargo, sits_out) in enumerate(canoes)
        ),
        stash=_gems(stash),
        value=sum(count * (gem + 1) for gem, count in enumerate(stash)),
        goals=Goals(
            alike=max(stash),
            colours=sum(count > 0 for count in stash),
            total=sum(stash),
            reached=goals_reached(tuple(stash)),
        ),
        card=None if s.card == NONE else "hidden" if s.card == HIDDEN else CARDS[s.card],
        played=cards_in(played),
    )


def _turn(record: bytes) -> TurnView:
    states: States = np.ndarray(1, State.dtype, bytearray(record))
    s = unpacked(states[0])
    seat = int(s.active)
    canoe = None if s.canoe == NONE else CANOES[int(s.canoe)]
    # Plain ints: comparing a NumPy number with an enum member takes 4 µs.
    owing = [name for name, todo in zip(CANOES, s.todo.tolist(), strict=True) if todo != Todo.NOTHING]
    if canoe is None:
        points = {name: int(points_of(states, 0, seat, CANOES.index(name))) for name in owing}
    else:
        points = {canoe: int(s.points)}
    paddles = s.card[seat] not in (CLOUD, ROPE)
    return TurnView(
        seat=seat,
        card=CARDS[int(s.card[seat])],
        canoe=canoe,
        points=points,
        spare_points=int(s.slack),
        done=tuple(
            name
            for number, name in enumerate(CANOES)
            if paddles and name not in owing and s.place[seat, number] != LOST
        ),
        moves=(),
    )


def _moves(states: States, seat: int) -> tuple[Move, ...]:
    out = np.empty(MAX_LEGAL, np.int16)
    legal = (ACTIONS[action] for action in sorted(out[: DOORS.legal(states, 0, seat, out)].tolist()))
    return tuple(_move(states, seat, action) for action in legal if isinstance(action, Paddle))


def _move(states: States, seat: int, action: Paddle) -> Move:
    """Try a move on a copy, so that the rules determine its result."""
    tried = copied(states)
    DOORS.decide(tried, 0, seat, action.id)
    after: State = fields_of(tried)
    return Move(
        canoe=action.canoe,
        to=action.to,
        left=after.points if after.stage == Stage.WORKING_AFTER else 0,
        swirl=SWIRLS[swirl_of(states, 0, seat, CANOES.index(action.canoe), PLACES.index(action.to))],
    )


@part(State, "phase", "seats", "card", "hand", "active", "waiting", "weather")
def _speeds(s: State) -> Speeds:
    """Bound this round's pushes by the cards that may still be chosen or revealed, and the weather (N-FLOW-1)."""
    if s.phase in (Phase.RIVER, Phase.OVER):
        return Speeds(least=0, most=0)
    fixed: list[int] = []
    clouds_due = 0
    open_hands: list[int] = []
    for seat, (card, hand) in enumerate(zip(s.card.tolist()[: s.seats], s.hand.tolist(), strict=False)):
        if card in (NONE, HIDDEN):
            open_hands.append(hand)
        elif card == CLOUD:
            clouds_due += bool(hand & 1 or (s.active == seat and s.waiting))
        elif card < ONE_TWO_THREE:
            fixed.append(card)
    return _bounds(min(fixed, default=0), tuple(sorted(open_hands)), clouds_due, s.weather)


@lru_cache(maxsize=KEPT)
def _bounds(lowest_shown: int, open_hands: tuple[int, ...], clouds_due: int, weather: int) -> Speeds:
    """Compute what the open hands can still lead to; cached, because everybody at a table asks for much the same."""
    pushes = set()
    for choice in product(*(_extremes(hand) for hand in open_hands)):
        clouds = clouds_due + sum(card == CLOUD for card in choice)
        lowest = min((card for card in (lowest_shown, *choice) if CLOUD < card < ONE_TWO_THREE), default=0)
        pushes |= {max(0, lowest + there) for there in weathers(weather, clouds)}
    return Speeds(least=min(pushes), most=max(pushes))


def _extremes(hand: int) -> tuple[int, ...]:
    """Pick the cards of a hand that can bound the river: cloud, lowest and highest paddle card, an uncounted card."""
    paddles = [card for card in range(1, ONE_TWO_THREE) if hand >> card & 1]
    uncounted = [card for card in (ONE_TWO_THREE, ROPE) if hand >> card & 1]
    return tuple({*([CLOUD] if hand & 1 else []), *paddles[:1], *paddles[-1:], *uncounted[:1]})


def weathers(now: int, clouds: int) -> set[int]:
    """Return the weather values that a number of clouds can lead to (N-CLOUD-1, N-CLOUD-2)."""
    reachable = {now}
    for _ in range(clouds):
        reachable = {there + step for there in reachable for step in (-1, 1) if -1 <= there + step <= 2}
    return reachable
