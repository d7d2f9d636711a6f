"""Show a position to one seat: redacted record -> what a player at the table sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

import msgspec

from eddyline.engine.records import copied, unpacked
from eddyline.games.canyon.rules.actions import CARDS, SUITS, VALUES, SuitName
from eddyline.games.canyon.rules.board import RAPIDS, SHELF
from eddyline.games.canyon.rules.options import Options, options_of
from eddyline.games.canyon.rules.state import HIDDEN, NONE, TRACK, Phase, State
from eddyline.games.canyon.rules.tricks import bonus_of, points_of
from eddyline.games.canyon.words.events import Cell, Drift
from eddyline.games.canyon.words.paths import cell_of, drifting, ends_of, ways

if TYPE_CHECKING:
    from eddyline.engine.records import States

PhaseName = Literal["jetties", "deal", "bids", "tricks", "moving", "over"]
PHASES: tuple[PhaseName, ...] = get_args(PhaseName)
SpaceName = Literal["none", "start", "calm", "rapids", "gangway", "village"]
SPACES: tuple[SpaceName, ...] = get_args(SpaceName)
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


def view(states: States, seat: int | None, ranking: tuple[int, ...] | None, winners: tuple[int, ...]) -> CanyonView:
    """Describe a redacted record to the seat it was redacted for."""
    s = unpacked(states[0])
    rows, seats, turn = SHELF.lines[int(s.board)], int(s.seats), _only(int(s.waiting))
    order = tuple((int(s.dealer) + 1 + step) % seats for step in range(seats))
    trick = _cards(s, int(s.trick)) if s.phase == Phase.TRICKS else ()
    tricks = _tricks(s)
    return CanyonView(
        options=options_of(s),
        round=int(s.round_number),
        phase=PHASES[int(s.phase)],
        board=BoardView(name=SHELF.names.get(rows), rows=rows),
        dealer=int(s.dealer),
        order=order,
        track=TRACK,
        space=int(s.space),
        cards=TRACK[int(s.space) - 1],
        trump=None if s.trump == NONE else CARDS[int(s.trump)],
        leader=int(s.lead[int(s.trick)]) if s.phase in {Phase.BIDS, Phase.TRICKS} else None,
        led=SUITS[CARDS.index(trick[0].card) // VALUES] if trick else None,
        trick=trick,
        last_trick=tricks[-1] if tricks else None,
        tricks=tricks[-1:] if s.last_trick_only else tricks,
        players=tuple(_player(states, s, order.index(other), other) for other in range(seats)),
        you=seat,
        hand=() if seat is None else cards_in(int(s.hand[seat])),
        turn=turn,
        ends=_ends(states, turn) if s.phase == Phase.MOVING and turn is not None else (),
        prospects=_prospects(states, seat) if s.phase == Phase.BIDS and seat is not None else (),
        risk=_risk(states, seat) if s.phase == Phase.BIDS and seat is not None else (),
        free_jetties=_free_jetties(s) if s.phase == Phase.JETTIES else (),
        ranking=ranking,
        winners=winners,
    )


def cards_in(hand: int) -> tuple[str, ...]:
    """List the cards of a hand's bit mask, by suit and value."""
    return tuple(name for card, name in enumerate(CARDS) if hand >> card & 1)


def _only(waiting: int) -> int | None:
    """Return the seat of a bit mask with one seat in it."""
    return waiting.bit_length() - 1 if waiting.bit_count() == 1 else None


def finished_tricks(s: State) -> int:
    """Count the tricks of this round that are over."""
    return int(s.trick) + (s.phase in {Phase.MOVING, Phase.OVER})


def _tricks(s: State) -> tuple[Trick, ...]:
    return tuple(Trick(cards=_cards(s, number), winner=int(s.lead[number + 1])) for number in range(finished_tricks(s)))


def _cards(s: State, number: int) -> tuple[TrickCard, ...]:
    """List the cards of a trick, from its leader on."""
    seats = int(s.seats)
    found = []
    for step in range(seats):
        seat = (int(s.lead[number]) + step) % seats
        card = int(s.played[number][seat])
        if card != NONE:
            found.append(TrickCard(seat=seat, card=CARDS[card]))
    return tuple(found)


def _player(states: States, s: State, turn: int, seat: int) -> PlayerView:
    """Show a player whose move comes after `turn` others; `states` is the same record for compiled rules."""
    place, bid, left = int(s.place[seat]), int(s.bid[seat]), int(s.left[seat])
    b = SHELF.table[s.board]
    hope = _hope(s, seat)
    moved = s.phase == Phase.OVER or (s.phase == Phase.MOVING and turn < int(s.turn) + (s.waiting == 0))
    drifts = hope == "missed" and not moved and b.kind[place] == RAPIDS
    settled = s.phase in {Phase.MOVING, Phase.OVER}
    held = s.phase in {Phase.BIDS, Phase.TRICKS}
    return PlayerView(
        seat=seat,
        cell=None if place == NONE else cell_of(place),
        on="none" if place == NONE else SPACES[int(b.kind[place])],
        distance=int(b.distance[b.start[0] if place == NONE else place]),
        bid="hidden" if bid == HIDDEN else None if bid == NONE else bid,
        tricks=int(s.tricks[seat]),
        hope=hope,
        hand_size=TRACK[int(s.space) - 1] - sum(int(row[seat]) != NONE for row in s.played) if held else 0,
        points=int(s.points[seat]) if settled else None,
        bonus=int(bonus_of(states[0], seat)) if settled else None,
        moved=moved,
        drifts=drifting(states, seat) if drifts else (),
        arrived=left != NONE,
        points_left=None if left == NONE else left,
    )


def _hope(s: State, seat: int) -> Hope | None:
    bid, tricks = int(s.bid[seat]), int(s.tricks[seat])
    if bid in {NONE, HIDDEN}:
        return None
    if tricks == bid:
        return "made"
    return "open" if tricks < bid <= tricks + TRACK[int(s.space) - 1] - finished_tricks(s) else "missed"


def _ends(states: States, seat: int) -> tuple[End, ...]:
    found, points = ways(states[0], seat), int(states[0].points[seat])
    ends = []
    for place in ends_of(states, seat):
        path = found[place]
        used = len(path) - 1
        ends.append(End(column=path[-1].column, row=path[-1].row, used=used, left=points - used, path=path))
    return tuple(ends)


def _prospects(states: States, seat: int) -> tuple[Prospect, ...]:
    """Count what every bid brings, as the rules do after the last trick, on a copy."""
    after = copied(states)
    s = after[0]
    b, here = SHELF.table[s.board], int(s.place[seat])
    s.phase = Phase.MOVING
    found = []
    for tricks in range(TRACK[int(s.space) - 1] + 1):
        s.bid[seat] = s.tricks[seat] = tricks
        points = s.points[seat] = int(points_of(b, s, seat))
        end = min(ends_of(after, seat), default=here)
        nearer = b.distance[end] < b.distance[here]
        found.append(Prospect(tricks=tricks, points=points, path=ways(s, seat)[end if nearer else here]))
    return tuple(found)


def _risk(states: States, seat: int) -> tuple[Drift, ...]:
    s = states[0]
    return drifting(states, seat) if SHELF.table[s.board].kind[int(s.place[seat])] == RAPIDS else ()


def _free_jetties(s: State) -> tuple[Cell, ...]:
    taken = {int(place) for place in s.place}
    return tuple(cell_of(jetty) for jetty in SHELF.table[s.board].start if int(jetty) not in taken)
