"""Derive events from positions: what a decision did, and what followed when nobody had to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.events import GameOver
from eddyline.games.canyon.actions import ACTIONS, CARDS, Bid, Go, PlayCard
from eddyline.games.canyon.board import FALLS, RAPIDS, SHELF, VILLAGE
from eddyline.games.canyon.dealing import cards_each, in_order
from eddyline.games.canyon.events import (
    BidMade,
    BidsShown,
    CanoeArrived,
    CanoeBlocked,
    CanoeMoved,
    CanoesDrifted,
    CanoeStays,
    CardPlayed,
    Dealt,
    Drift,
    Event,
    JettyChosen,
    MarkerMoved,
    RoundSettled,
    Settled,
    TrickWon,
    TurnLost,
)
from eddyline.games.canyon.moving import canoe_at
from eddyline.games.canyon.paths import cell_of, ways
from eddyline.games.canyon.state import NONE, Phase
from eddyline.games.canyon.tricks import bonus_of

if TYPE_CHECKING:
    from eddyline.games.canyon.state import State


def tell_decision(s: State, seat: int, action_id: int) -> list[Event]:
    """List the events of a decision taken in position `s`; secret bids have none yet (C-BID-1)."""
    action = ACTIONS[action_id]
    match action:
        case PlayCard():
            return [CardPlayed(seat=seat, card=action.card)]
        case Bid():
            return [] if s.secret_bids else [BidMade(seat=seat, tricks=action.tricks)]
        case Go():
            if s.phase == Phase.JETTIES:
                return [JettyChosen(seat=seat, column=action.column, row=action.row)]
            return _tell_move(s, seat, action)


def _tell_move(s: State, seat: int, action: Go) -> list[Event]:
    goal = 32 * action.row + action.column
    path = ways(s, seat)[goal]
    used = len(path) - 1
    left = int(s.points[seat]) - used
    events: list[Event] = [CanoeMoved(seat=seat, path=path, used=used, left=left)]
    if SHELF.table[s.board].kind[goal] == VILLAGE:
        events.append(CanoeArrived(seat=seat, left=left))
    return events


def tell_advance(before: State, after: State, ranking: tuple[int, ...], winners: tuple[int, ...]) -> list[Event]:
    """List the events of one `advance` or `deal`; ranking and winners, of `after`, are used when the game is over."""
    match int(before.phase):
        case Phase.DEAL:
            return [_tell_deal(after)]
        case Phase.BIDS:
            if before.secret_bids:
                return [BidsShown(bids=tuple(int(bid) for bid in before.bid[: before.seats]))]
        case Phase.TRICKS:
            return _tell_trick(before, after)
        case Phase.MOVING:
            if after.phase == Phase.OVER:
                return [GameOver(ranking=ranking, winners=winners)]
            if after.phase == Phase.DEAL:
                return [MarkerMoved(space=int(after.space), dealer=int(after.dealer))]
            return _tell_turn(before, after)
    return []


def _tell_deal(after: State) -> Dealt:
    return Dealt(
        number=int(after.round_number),
        dealer=int(after.dealer),
        cards=int(cards_each(after)),
        trump=CARDS[after.trump],
        space=int(after.space),
    )


def _tell_trick(before: State, after: State) -> list[Event]:
    """Tell who won the trick that was on the table, if it was complete, and after the last one what it all is worth."""
    number, over = int(before.trick), after.phase == Phase.MOVING
    winner = int(after.lead[number + 1])
    if winner == NONE:
        return []
    first, seats = int(before.lead[number]), int(before.seats)
    cards = tuple(CARDS[before.played[number, (first + step) % seats]] for step in range(seats))
    events: list[Event] = [TrickWon(seat=winner, cards=cards, tricks=int(after.tricks[winner]), leads=not over)]
    if over:
        events.append(RoundSettled(players=tuple(_settled(after, seat) for seat in range(seats))))
    return events


def _settled(s: State, seat: int) -> Settled:
    return Settled(
        seat=seat,
        bid=int(s.bid[seat]),
        tricks=int(s.tricks[seat]),
        bonus=int(bonus_of(s, seat)),
        points=int(s.points[seat]),
    )


def _tell_turn(before: State, after: State) -> list[Event]:
    """Tell what happened to the canoe whose turn began, where its player has nothing to decide."""
    seat = int(in_order(after, int(after.turn)))
    if after.waiting:
        return []
    if int(after.fallen) >> seat & 1:
        return [TurnLost(seat=seat)]
    in_rapids, made = SHELF.table[before.board].kind[before.place[seat]] == RAPIDS, bonus_of(after, seat) > 0
    if in_rapids and not made:
        return [CanoesDrifted(seat=seat, chain=_chain(before, after, seat))]
    points = int(after.points[seat])
    if in_rapids or points == 0:
        return [CanoeStays(seat=seat)]
    return [CanoeBlocked(seat=seat, lapsed=points)]


def _chain(before: State, after: State, seat: int) -> tuple[Drift, ...]:
    """Follow the push from the canoe that missed its bid to the last one pushed (C-RAPID-2)."""
    drift, chain, pushed = SHELF.table[before.board].drift, [], seat
    while pushed != NONE:
        start, end = before.place[pushed], after.place[pushed]
        fell = bool(drift[start] == FALLS)
        chain.append(Drift(seat=pushed, start=cell_of(start), end=cell_of(end), fell=fell))
        pushed = NONE if fell else int(canoe_at(before, int(end)))
    return tuple(chain)
