"""Write positions in the terms of rules.md, for tests, puzzles and bug reports; `set_up` reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from eddyline.engine.positions import as_it_is, written
from eddyline.games.canyon.rules.actions import CARDS, MOST_TRICKS, SIDE
from eddyline.games.canyon.rules.options import Options, options_of
from eddyline.games.canyon.rules.state import MOST_ROUNDS, NONE, SEATS, Phase, State
from eddyline.games.canyon.words.view import PHASES, PhaseName, cards_in

if TYPE_CHECKING:
    from eddyline.engine.records import States

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=SEATS - 1)]
Number = Annotated[int, msgspec.Meta(ge=0, le=MOST_TRICKS)]
Points = Annotated[int, msgspec.Meta(ge=0, le=MOST_TRICKS + 3)]
Trick = Annotated[tuple[str, ...], msgspec.Meta(max_length=SEATS)]
Coordinate = Annotated[int, msgspec.Meta(ge=0, le=SIDE - 1)]
FURTHER = as_it_is(State)


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class PlayerPosition(_Part, frozen=True, kw_only=True):
    """Describe a player's canoe, cards and bid."""

    cell: tuple[Coordinate, Coordinate] | None = None
    """Column and row of the canoe."""
    hand: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_TRICKS)] = ()
    bid: Number | None = None
    points: Points | None = None
    """Points of this round's move; None: as tricks, bid and place determine."""
    fallen: bool = False
    """Loses this round's turn (C-RAPID-3)."""
    left: Points | None = None
    """Points left over on arrival."""


class Position(_Part, frozen=True, kw_only=True):
    """Describe a whole position."""

    options: Options = Options()
    players: Annotated[tuple[PlayerPosition, ...], msgspec.Meta(min_length=3, max_length=6)]
    phase: PhaseName = "jetties"
    waiting: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=SEATS)] | None = None
    """Seats that owe a decision; None: the next seat, or nobody yet in the phase 'moving'."""
    round: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] = 1
    dealer: SeatNumber = 0
    trump: str | None = None
    """The card turned up."""
    tricks: Annotated[tuple[Trick, ...], msgspec.Meta(max_length=MOST_TRICKS)] = ()
    """Tricks of this round, each in the order in which it was played; the last may be incomplete."""
    moved: Annotated[int, msgspec.Meta(ge=0, le=SEATS)] = 0
    """Canoes whose move in this round is over."""
    further: FURTHER = FURTHER()  # type: ignore[valid-type]
    """Fields of the record that the fields above do not cover."""


def write(states: States) -> Position:
    """Describe a record so that `read` returns an equal one."""
    s: State = states[0]
    seats = range(int(s.seats))
    tricks: list[tuple[str, ...]] = []
    if s.phase in {Phase.TRICKS, Phase.MOVING, Phase.OVER}:
        for number in range(int(s.trick) + 1):
            order = [(int(s.lead[number]) + step) % len(seats) for step in seats]
            cards = tuple(CARDS[s.played[number, seat]] for seat in order if s.played[number, seat] != NONE)
            tricks += [cards] if cards else []
    return Position(
        options=options_of(s),
        players=tuple(_write_player(s, seat) for seat in seats),
        phase=PHASES[int(s.phase)],
        waiting=tuple(seat for seat in seats if int(s.waiting) >> seat & 1),
        round=int(s.round_number),
        dealer=int(s.dealer),
        trump=None if s.trump == NONE else CARDS[s.trump],
        tricks=tuple(tricks),
        moved=int(s.turn) + (not s.waiting) if s.phase in {Phase.MOVING, Phase.OVER} else 0,
        further=written(FURTHER, states),
    )


def _known(number: int) -> int | None:
    return None if number == NONE else int(number)


def _write_player(s: State, seat: int) -> PlayerPosition:
    place = int(s.place[seat])
    return PlayerPosition(
        cell=None if place == NONE else (place % SIDE, place // SIDE),
        hand=cards_in(int(s.hand[seat])),
        bid=_known(s.bid[seat]),
        points=_known(s.points[seat]),
        fallen=bool(int(s.fallen) >> seat & 1),
        left=_known(s.left[seat]),
    )
