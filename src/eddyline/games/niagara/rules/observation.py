"""Compute the observation for learners: what one seat may know, as a row of small numbers.

Seats are relative: the observer comes first, then the others clockwise, always six of them, so that one network can
play any seat with any number of players. Only actions use absolute seats (`steal 3b ruby`), for which there is the
piece `seat`. The river, whose places never change, is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eddyline.engine.kernel import kernel
from eddyline.engine.pieces import pieces
from eddyline.games.niagara.rules.actions import CARDS
from eddyline.games.niagara.rules.secrets import face_down
from eddyline.games.niagara.rules.state import NONE, SEATS, Phase

if TYPE_CHECKING:
    from eddyline.engine.pieces import Seen
    from eddyline.games.niagara.rules.state import State

MOST = 127
"""Limit for counts of rounds, because observations consist of single bytes."""


PIECES = pieces(
    ("players", (), 2, 6, "number of players; entries of empty seats are 0, or −1 where −1 means none"),
    ("seat", (), 0, 5, "the observer's own seat, for actions that name seats"),
    ("modules", (6,), 0, 1, "expansions played: double canoe, whirlpool, Spirits cards, beaver, moose, Diamond Joe"),
    ("preserver_step", (), -1, 1, "1: the life preserver passes to the left, clockwise; −1: to the right"),
    ("rescue_rule", (), 0, 2, "option `rescue`: optional, forced, sit_out"),
    ("break_ties", (), 0, 1, "1: option `tie_break` is gem_value"),
    ("number", (), 1, 127, "number of the round; 127: that or later"),
    ("rounds_left", (), 0, 127, "rounds after this one until `max_rounds`; 127: that many or more"),
    ("phase", (), 0, 4, "rescue, cards, paddling, arms for roped canoes, over"),
    ("decides", (SEATS,), 0, 1, "who owes a decision; in secret choices, only the observer"),
    ("first", (), 0, 5, "who has the life preserver"),
    ("turns_taken", (), 0, 5, "number of finished turns of phase 2"),
    ("weather", (), -1, 2, "weather"),
    ("arm", (), 0, 1, "the arm that the next push moves: left, right"),
    (
        "whirlpool",
        (),
        0,
        10,
        "place of the whirlpool, numbered as below; 0: none, 10: comes back with the next disc",
    ),
    ("beaver", (), 0, 10, "place of the beaver; 0: not in the river"),
    ("joe", (), 0, 10, "place of Diamond Joe; 0: not in play"),
    ("joe_gem", (), -1, 4, "Diamond Joe's gem, or −1"),
    ("deposit", (5, 5), 0, 20, "gems by deposit and colour: amethyst, diamond, amber, sapphire, ruby"),
    ("place", (SEATS, 2), -1, 10, "place of each canoe: dock, 1–5, 6L, 7L, 6R, 7R, lost"),
    (
        "cargo",
        (SEATS, 2),
        -1,
        19,
        "cargo of each canoe: −1 nothing, 0–4 a gem, 5–19 the pairs 00 01 02 03 04 11 … 44",
    ),
    ("sits_out", (SEATS, 2), 0, 1, "1: lost, and missing this round"),
    ("moose", (SEATS, 2), 0, 1, "1: has the moose"),
    ("stash", (SEATS, 5), 0, 20, "gems brought ashore, by colour"),
    ("reached", (SEATS,), 0, 1, "1: has reached the goal"),
    ("hand", (SEATS, len(CARDS)), 0, 1, "cards in hand: cloud, 1–7, 1/2/3, rope; the others' hands are public, too"),
    ("card", (SEATS,), -1, 9, "card of this round, numbered as in the hand; −1: none yet, or face down"),
    ("rescue", (2,), -1, 5, "price the observer has promised for each lost canoe: a gem, 5: free, −1: none"),
    ("active", (), -1, 5, "whose turn it is in phase 2"),
    ("canoe", (), -1, 1, "canoe in the middle of its plan"),
    ("stage", (), 0, 3, "stage of its plan: not begun, works where it started, works where it ended, meets somebody"),
    ("points", (), 0, 9, "paddle points it has left; those of the card when no canoe has begun"),
    ("slack", (), 0, 9, "points that may be left over"),
    ("worked", (6,), 0, 1, "colours it has unloaded in this turn, and whether it has loaded"),
    ("may_rob", (), 0, 1, "1: it may still steal where it is"),
    ("robbed", (SEATS, 2), 0, 1, "1: it has robbed that canoe in this turn"),
    ("todo", (2,), 0, 2, "what each of the active seat's canoes owes: nothing, may move, must move"),
)
"""The pieces of an observation: name, shape, minimum, maximum, meaning."""


@kernel
def relative(s: State, seat: int, observer: int) -> int:
    """Return a seat's clockwise distance from the observer; NONE stays NONE."""
    if seat == NONE:
        return NONE
    return seat - observer if seat >= observer else seat - observer + int(s.seats)


@kernel
def observe(s: State, observer: int, seen: Seen) -> None:
    """Write what a seat may know: the same for a full state and for one redacted for that seat.

    Which other seats still owe a rescue is left out: being asked twice would reveal that a seat has not declined
    (N-LOST-0).
    """
    seen.players = s.seats
    seen.seat = observer
    for module in range(6):
        seen.modules[module] = int(s.modules) >> module & 1
    seen.preserver_step = s.preserver_step
    seen.rescue_rule = s.rescue_rule
    seen.break_ties = s.break_ties
    seen.number = min(int(s.round_number), MOST)
    seen.rounds_left = min(int(s.max_rounds) - int(s.round_number), MOST)
    seen.phase = s.phase
    seen.first = relative(s, int(s.first), observer)
    seen.turns_taken = s.turns_taken
    seen.weather = s.weather
    seen.arm = s.arm
    seen.whirlpool = s.whirlpool
    seen.beaver = s.beaver
    seen.joe = s.joe
    seen.joe_gem = s.joe_gem
    for site in range(5):
        for gem in range(5):
            seen.deposit[site, gem] = s.deposit[site, gem]
    secret = s.phase in (Phase.CARDS, Phase.RESCUE)
    waiting = int(s.waiting) & (1 << observer if secret else -1)
    seats = int(s.seats)
    for other in range(seats):
        observe_player(
            s, observer + other if observer + other < seats else observer + other - seats, other, waiting, seen
        )
    card = int(s.card[observer])
    seen.card[0] = card
    for canoe in range(2):
        seen.rescue[canoe] = s.rescue[observer, canoe]
        seen.todo[canoe] = s.todo[canoe]
    seen.active = relative(s, int(s.active), observer)
    seen.canoe = s.canoe
    seen.stage = s.stage
    seen.points = s.points
    seen.slack = s.slack
    for bit in range(6):
        seen.worked[bit] = int(s.worked) >> bit & 1
    seen.may_rob = s.may_rob


@kernel
def observe_player(s: State, seat: int, other: int, waiting: int, seen: Seen) -> None:
    """Write the public information about a player; a card is public once it has left the hand (N-ROUND-5)."""
    seen.decides[other] = waiting >> seat & 1
    for canoe in range(2):
        seen.place[other, canoe] = s.place[seat, canoe]
        seen.cargo[other, canoe] = s.cargo[seat, canoe]
        seen.sits_out[other, canoe] = s.sits_out[seat, canoe]
        seen.moose[other, canoe] = int(s.moose) == 2 * seat + canoe
        seen.robbed[other, canoe] = int(s.robbed) >> (2 * seat + canoe) & 1
    for gem in range(5):
        seen.stash[other, gem] = s.stash[seat, gem]
    seen.reached[other] = int(s.reached) >> seat & 1
    hand = int(s.hand[seat])
    for card in range(len(CARDS)):
        seen.hand[other, card] = hand >> card & 1
    seen.card[other] = NONE if face_down(s, seat) else s.card[seat]
