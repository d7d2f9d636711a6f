"""Explain why a decision is not legal: one sentence, the rule behind it, and a key for translations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from eddyline.engine.refusal import Refusal
from eddyline.games.canyon.rules.actions import ACTIONS, SIDE, SUITS, Action, Bid, Go, PlayCard
from eddyline.games.canyon.rules.board import CLOSED, GANGWAY, SHELF, START
from eddyline.games.canyon.rules.dealing import cards_each
from eddyline.games.canyon.rules.state import Phase
from eddyline.games.canyon.rules.tricks import led_suit
from eddyline.games.canyon.words.paths import ends_of, way_to
from eddyline.games.canyon.words.wording import say

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
"""Every reason has its message, `canyon_why_…`, in all languages."""


def why_not(states: States, seat: int, action_id: int) -> Refusal:
    """Explain why this action is not legal for a seat that owes a decision, in a state redacted for it."""
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
        return _no("C-SET-1", "jetty_first")
    cell = SIDE * action.row + action.column
    if SHELF.table[s.board].kind[cell] != START:
        return _no("C-SET-1", "no_jetty", **_place(cell))
    return _no("C-SET-1", "jetty_taken", **_place(cell))


def _no_bid(s: State, action: Action) -> Refusal:
    if not isinstance(action, Bid):
        return _no("C-BID-1", "bid_first")
    return _no("C-BID-1", "bid_too_high", most=int(cards_each(s)))


def _no_card(s: State, seat: int, action: Action) -> Refusal:
    if not isinstance(action, PlayCard):
        return _no("C-PLAY-1", "play_now")
    if not int(s.hand[seat]) >> action.id & 1:
        return _no("C-PLAY-1", "not_in_hand", card=action.card)
    led = int(led_suit(s))
    return _no("C-PLAY-1", "follow_suit", suit=SUITS[led])


def _no_move(states: States, seat: int, action: Action) -> Refusal:
    s = states[0]
    if not isinstance(action, Go):
        return _no("C-MOVE-1", "move_now")
    goal = SIDE * action.row + action.column
    kind, points = int(SHELF.table[s.board].kind[goal]), int(s.points[seat])
    if kind == CLOSED:
        return _no("C-MOVE-2", "closed_space", **_place(goal))
    if kind in {START, GANGWAY}:
        return _no("C-MOVE-4", "start_or_gangway")
    if goal == s.place[seat]:
        return _no("C-MOVE-3", "already_there")
    if any(goal == s.place[other] for other in range(int(s.seats))):
        return _no("C-MOVE-2", "space_taken", **_place(goal))
    if not way_to(states, seat, goal):
        return _no("C-MOVE-2", "out_of_reach", **_place(goal), points=points)
    far = SHELF.table[s.board].distance
    best = int(far[ends_of(states, seat)[0]])
    return _no("C-MOVE-3", "not_nearest", best=best, distance=int(far[goal]))


def _place(cell: int) -> dict[str, int]:
    return {"column": cell % SIDE, "row": cell // SIDE}


def _no(rule: str, reason: Reason, **values: str | int) -> Refusal:
    return Refusal(say(f"why_{reason}", values, "seat {}".format), rule, reason, values)
