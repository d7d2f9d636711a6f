"""Derive events from positions: what a decision did, and what followed when nobody had to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.events import GameOver
from eddyline.engine.records import fields_of
from eddyline.games.canyon.rules.actions import ACTIONS, CARDS, GO, Bid, Go, PlayCard
from eddyline.games.canyon.rules.board import RAPIDS, SHELF, VILLAGE
from eddyline.games.canyon.rules.dealing import cards_each, in_order
from eddyline.games.canyon.rules.state import NONE, Phase
from eddyline.games.canyon.rules.tricks import bonus_of
from eddyline.games.canyon.words.events import (
    BidMade,
    BidsShown,
    CanoeArrived,
    CanoeBlocked,
    CanoeMoved,
    CanoeStays,
    CardPlayed,
    Dealt,
    Event,
    JettyChosen,
    MarkerMoved,
    RoundSettled,
    Settled,
    TrickWon,
    TurnLost,
)
from eddyline.games.canyon.words.paths import drifted, way_to

if TYPE_CHECKING:
    from eddyline.engine.records import States
    from eddyline.games.canyon.rules.state import State


def tell_start(states: States) -> list[Event]:
    """Report where the round marker is and who deals first (C-SET-1)."""
    s: State = fields_of(states)
    return [MarkerMoved(space=s.space, dealer=s.dealer)]


def tell_decision(before: States, seat: int, action_id: int) -> list[Event]:
    """List the events of a decision taken in position `before`; secret bids have none yet (C-BID-1)."""
    s: State = fields_of(before)
    action = ACTIONS[action_id]
    match action:
        case PlayCard():
            return [CardPlayed(seat=seat, card=action.card)]
        case Bid():
            return [] if s.secret_bids else [BidMade(seat=seat, tricks=action.tricks)]
        case Go():
            if s.phase == Phase.JETTIES:
                return [JettyChosen(seat=seat, column=action.column, row=action.row)]
            return _tell_move(before, seat, action)


def _tell_move(before: States, seat: int, action: Go) -> list[Event]:
    s: State = fields_of(before)
    goal = action.id - GO
    path = way_to(before, seat, goal)
    used = len(path) - 1
    left = int(s.points[seat]) - used
    events: list[Event] = [CanoeMoved(seat=seat, path=path, used=used, left=left)]
    if SHELF.table[s.board].kind[goal] == VILLAGE:
        events.append(CanoeArrived(seat=seat, left=left))
    return events


def tell_advance(before: States, after: States, ranking: tuple[int, ...], winners: tuple[int, ...]) -> list[Event]:
    """List the events of one `advance` or `deal`; `ranking` and `winners` are used when the game is over."""
    was: State = fields_of(before)
    now: State = fields_of(after)
    match was.phase:
        case Phase.DEAL:
            return [_tell_deal(after)]
        case Phase.BIDS:
            if was.secret_bids:
                return [BidsShown(bids=tuple(int(bid) for bid in was.bid[: was.seats]))]
        case Phase.TRICKS:
            return _tell_trick(before, after)
        case Phase.MOVING:
            if now.phase == Phase.OVER:
                return [GameOver(ranking=ranking, winners=winners)]
            if now.phase == Phase.DEAL:
                return [MarkerMoved(space=now.space, dealer=now.dealer)]
            return _tell_turn(before, after)
    return []


def _tell_deal(after: States) -> Dealt:
    now: State = fields_of(after)
    return Dealt(
        number=now.round_number,
        dealer=now.dealer,
        cards=int(cards_each(after[0])),
        trump=CARDS[now.trump],
        space=now.space,
    )


def _tell_trick(before: States, after: States) -> list[Event]:
    """Report who won the trick on the table, if it was complete, and after the last one what all tricks are worth."""
    was: State = fields_of(before)
    now: State = fields_of(after)
    number = was.trick
    winner = int(now.lead[number + 1])
    if winner == NONE:
        return []
    over = now.phase == Phase.MOVING
    first, seats, played = int(was.lead[number]), was.seats, was.played[number]
    cards = tuple(CARDS[played[(first + step) % seats]] for step in range(seats))
    events: list[Event] = [TrickWon(seat=winner, cards=cards, tricks=int(now.tricks[winner]), leads=not over)]
    if over:
        events.append(RoundSettled(players=tuple(_settled(after, seat) for seat in range(seats))))
    return events


def _settled(after: States, seat: int) -> Settled:
    s: State = fields_of(after)
    return Settled(
        seat=seat,
        bid=int(s.bid[seat]),
        tricks=int(s.tricks[seat]),
        bonus=int(bonus_of(after[0], seat)),
        points=int(s.points[seat]),
    )


def _tell_turn(before: States, after: States) -> list[Event]:
    """Report what happened to the canoe whose turn began, if its player has nothing to decide."""
    was: State = fields_of(before)
    now: State = fields_of(after)
    if now.waiting:
        return []
    seat = int(in_order(after[0], now.turn))
    if now.fallen >> seat & 1:
        return [TurnLost(seat=seat)]
    in_rapids, made = SHELF.table[was.board].kind[was.place[seat]] == RAPIDS, bonus_of(after[0], seat) > 0
    if in_rapids and not made:
        return [drifted(before, after, seat)]
    points = int(now.points[seat])
    if in_rapids or points == 0:
        return [CanoeStays(seat=seat)]
    return [CanoeBlocked(seat=seat, lapsed=points)]
