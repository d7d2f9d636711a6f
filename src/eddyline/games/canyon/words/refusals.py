"""Explain why a decision is not legal: one sentence, the rule that says so, and a key for other languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from eddyline.engine.refusal import Refusal
from eddyline.games.canyon.rules.actions import ACTIONS, SIDE, SUITS, Action, Bid, Go, PlayCard
from eddyline.games.canyon.rules.board import CLOSED, GANGWAY, SHELF, START
from eddyline.games.canyon.rules.dealing import cards_each
from eddyline.games.canyon.rules.state import Phase
from eddyline.games.canyon.rules.tricks import led_suit
from eddyline.games.canyon.words.paths import ends_of, ways

if TYPE_CHECKING:
    from eddyline.engine.records import States
    from eddyline.games.canyon.rules.state import State

Reason: TypeAlias = Literal[
    "jetty_first",
    "no_jetty",
    "jetty_taken",
    "bid_first",
    "bid_too_high",
    "play_now",
    "not_in_hand",
    "follow_suit",
    "move_now",
    "closed_space",
    "start_or_gangway",
    "space_taken",
    "already_there",
    "out_of_reach",
    "not_nearest",
]
"""Keys of the sentences below; clients keep them in other languages."""


def why_not(states: States, seat: int, action_id: int) -> Refusal:
    """Say why this action is not legal for a seat that owes a decision, in a state redacted for it."""
    s, action = states[0], ACTIONS[action_id]
    match int(s.phase):
        case Phase.JETTIES:
            return _no_jetty(s, action)
        case Phase.BIDS:
            return _no_bid(s, action)
        case Phase.TRICKS:
            return _no_card(s, seat, action)
        case _:
            return _no_move(states, seat, action)


def _no_jetty(s: State, action: Action) -> Refusal:
    if not isinstance(action, Go):
        return _no("First everybody chooses a start jetty.", "C-SET-1", "jetty_first")
    cell = SIDE * action.row + action.column
    if SHELF.table[s.board].kind[cell] != START:
        return _no(f"{_at(cell)} is no start jetty.", "C-SET-1", "no_jetty", **_place(cell))
    return _no(f"Another canoe begins at {_at(cell)}.", "C-SET-1", "jetty_taken", **_place(cell))


def _no_bid(s: State, action: Action) -> Refusal:
    if not isinstance(action, Bid):
        return _no("First everybody bids; cards and canoes come after that.", "C-BID-1", "bid_first")
    most = int(cards_each(s))
    cards = "1 card" if most == 1 else f"{most} cards"
    return _no(f"You hold {cards}: bid {most} at most.", "C-BID-1", "bid_too_high", most=most)


def _no_card(s: State, seat: int, action: Action) -> Refusal:
    if not isinstance(action, PlayCard):
        return _no("It is your turn to play a card.", "C-PLAY-1", "play_now")
    if not int(s.hand[seat]) >> action.id & 1:
        return _no(f"You do not hold the {action.card}.", "C-PLAY-1", "not_in_hand", card=action.card)
    led = int(led_suit(s))
    return _no(f"You can follow suit: play a {SUITS[led]}.", "C-PLAY-1", "follow_suit", suit=SUITS[led])


def _no_move(states: States, seat: int, action: Action) -> Refusal:
    s = states[0]
    if not isinstance(action, Go):
        return _no("The tricks are over; now your canoe moves.", "C-MOVE-1", "move_now")
    goal = SIDE * action.row + action.column
    kind, points = int(SHELF.table[s.board].kind[goal]), int(s.points[seat])
    if kind == CLOSED:
        return _no(f"No canoe can be on {_at(goal)}.", "C-MOVE-2", "closed_space", **_place(goal))
    if kind in {START, GANGWAY}:
        return _no("Nobody paddles back to a start jetty or to the gangway.", "C-MOVE-4", "start_or_gangway")
    if goal == s.place[seat]:
        return _no("Your canoe can come nearer to the village, so it has to.", "C-MOVE-3", "already_there")
    if any(goal == s.place[other] for other in range(int(s.seats))):
        return _no(f"There is a canoe on {_at(goal)} already.", "C-MOVE-2", "space_taken", **_place(goal))
    if goal not in ways(s, seat):
        with_points = "1 point" if points == 1 else f"{points} points"
        return _no(
            f"{_at(goal)} is out of reach with {with_points}.",
            "C-MOVE-2",
            "out_of_reach",
            **_place(goal),
            points=points,
        )
    far = SHELF.table[s.board].distance
    best = int(far[ends_of(states, seat)[0]])
    steps = "1 step" if best == 1 else f"{best} steps"
    return _no(
        f"You must come as near to the village as you can: {steps} from it, not {far[goal]}.",
        "C-MOVE-3",
        "not_nearest",
        best=best,
        distance=int(far[goal]),
    )


def _at(cell: int) -> str:
    return f"[{cell % SIDE},{cell // SIDE}]"


def _place(cell: int) -> dict[str, int]:
    return {"column": cell % SIDE, "row": cell // SIDE}


def _no(message: str, rule: str, reason: Reason, **values: str | int) -> Refusal:
    return Refusal(message, rule, reason, values)
