"""Run a game of Niagara: who decides, what is legal, what follows; the only implementation (N-ROUND, N-END).

`decide` carries out one decision of a seat and nothing more; `advance` does what follows when nobody owes a decision:
the next turn's card is revealed, the river flows, a round begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.kernel import kernel, routine, wide
from eddyline.games.niagara.rules.actions import CARD
from eddyline.games.niagara.rules.board import DOCK
from eddyline.games.niagara.rules.joe import START
from eddyline.games.niagara.rules.listing import append
from eddyline.games.niagara.rules.plan import clear_plan
from eddyline.games.niagara.rules.rescue import begin_rescue, decide_rescue, finish_rescue, legal_rescue
from eddyline.games.niagara.rules.river import decide_arm, flow, legal_arms, settle
from eddyline.games.niagara.rules.state import DIAMOND_JOE, NONE, SEATS, WHIRLPOOL, Phase, Todo
from eddyline.games.niagara.rules.turn import begin_turn, decide_turn, legal_turn
from eddyline.games.niagara.rules.whirlpool import NO_WHIRLPOOL

if TYPE_CHECKING:
    from eddyline.engine.records import Grid
    from eddyline.games.niagara.rules.state import State


@kernel
def lay_out(s: State, first: int, arm: int) -> None:
    """Set up the game; `seats` and the options are already set (N-SET-1 … N-SET-8, S-WHIRL-1, J-JOE-1)."""
    s.round_number = 1
    s.first = first
    s.arm = arm
    s.weather = 0
    s.reached = 0
    s.whirlpool = 3 if s.modules & WHIRLPOOL else NO_WHIRLPOOL
    s.beaver = DOCK
    s.moose = NONE
    s.joe = START if s.modules & DIAMOND_JOE else DOCK
    s.joe_gem = NONE
    for seat in range(s.card.shape[0]):
        s.card[seat] = NONE
        s.hand[seat] = full_hand(s)
        s.newest[seat] = NONE
        for canoe in range(2):
            s.place[seat, canoe] = DOCK
            s.cargo[seat, canoe] = NONE
            s.sits_out[seat, canoe] = 0
            s.rescue[seat, canoe] = NONE
        for gem in range(5):
            s.stash[seat, gem] = 0
    for site in range(5):
        for gem in range(5):
            s.deposit[site, gem] = s.gems_per_deposit if site == gem else 0
    clear_turn(s)
    begin_cards(s)


@kernel
def begin(s: State, word: np.uint64) -> None:
    """Set up: the low half of the word draws the first player, the highest bit the first arm (N-SET-7, N-SET-8)."""
    lay_out(s, int(word & np.uint64(0xFFFF_FFFF)) % int(s.seats), int(word >> np.uint64(63)))


@kernel
def full_hand(s: State) -> int:
    """Return the bit mask of a full hand (N-SET-2, S-CARD-1)."""
    return (1 << int(s.cycle)) - 1


@kernel
def clear_turn(s: State) -> None:
    """Clear the last turn, so that equal positions are equal records."""
    s.turns_taken = 0
    s.active = NONE
    s.canoe = NONE
    clear_plan(s, 0)
    s.todo[0] = Todo.NOTHING
    s.todo[1] = Todo.NOTHING


@kernel
def begin_cards(s: State) -> None:
    """Ask everybody for a card (N-ROUND-5)."""
    s.phase = Phase.CARDS
    s.waiting = (1 << int(s.seats)) - 1


@kernel
def begin_round(s: State) -> None:
    """Pass the life preserver, return the cards after a cycle and begin phase 1 (N-ROUND-1, -3, -4)."""
    first = int(s.first) + int(s.preserver_step)
    if first < 0:
        first = int(s.seats) - 1
    s.first = first if first < s.seats else 0
    cycle_over = int(s.round_number) % int(s.cycle) == 0
    s.round_number += 1
    for seat in range(SEATS):
        s.card[seat] = NONE
        if cycle_over:
            s.hand[seat] = full_hand(s)
            s.newest[seat] = NONE
    clear_turn(s)
    s.phase = Phase.RESCUE
    begin_rescue(s)


@kernel
def to_act(s: State) -> int:
    """Return the seats that owe a decision as a bit mask; 0: `advance`, or the game is over."""
    return int(s.waiting)


@kernel
def is_over(s: State) -> bool:
    """Return whether the game has ended (N-END-2, N-END-5)."""
    return s.phase == Phase.OVER


@kernel
def legal(s: State, seat: int, out: Grid) -> int:
    """Write the ids of the seat's legal decisions to `out` and return their number, at least one if it owes one.

    Often, as in `turn`, a decision is written first and counted only if it is legal: legality is hard to predict, and a
    mispredicted branch costs more than a store that the next one overwrites.
    """
    if s.phase == Phase.PADDLING:
        if s.modules == 0:
            return legal_turn(s, wide(0), wide(seat), out)
        return legal_turn_with_modules(s, wide(seat), out)
    if s.phase == Phase.CARDS:
        return append(wide(s.hand[seat]), wide(CARD), out, wide(0))
    if s.phase == Phase.RESCUE:
        return legal_rescue(s, seat, out)
    return legal_arms(s, seat, out)


@routine
def legal_turn_with_modules(s: State, seat: int, out: Grid) -> int:
    """List the decisions of a turn in a game with modules.

    The same functions are compiled twice: for a constant `modules` of 0, all code of the modules is eliminated.
    """
    return legal_turn(s, wide(s.modules), seat, out)


@routine
def decide_turn_with_modules(s: State, seat: int, action: int) -> None:
    """Carry out a decision of a turn in a game with modules."""
    decide_turn(s, wide(s.modules), seat, action)


@kernel
def decide(s: State, seat: int, action: int) -> None:
    """Carry out a legal decision of a seat that owes one (unchecked)."""
    if s.phase == Phase.PADDLING:
        if s.modules == 0:
            decide_turn(s, wide(0), wide(seat), wide(action))
        else:
            decide_turn_with_modules(s, wide(seat), wide(action))
    elif s.phase == Phase.CARDS:
        s.card[seat] = action
        s.waiting &= ~(1 << seat)
    elif s.phase == Phase.RESCUE:
        decide_rescue(s, seat, action)
    else:
        decide_arm(s, seat, action)


@kernel
def advance(s: State) -> None:
    """Take one step when nobody owes a decision: the next turn, or the river and the next round."""
    if s.phase == Phase.CARDS:
        s.phase = Phase.PADDLING
        begin_turn(s, int(s.first))
    elif s.phase == Phase.RESCUE:
        finish_rescue(s)
        begin_cards(s)
    elif s.phase == Phase.RIVER:
        end_round(s)
    elif s.turns_taken + 1 < s.seats:
        s.turns_taken += 1
        seat = int(s.first) + int(s.turns_taken)
        begin_turn(s, seat if seat < s.seats else seat - int(s.seats))
    elif s.reached != 0:
        s.phase = Phase.OVER
        clear_turn(s)
    else:
        flow(s)
        if s.waiting == 0:
            end_round(s)
        else:
            clear_turn(s)
            s.phase = Phase.RIVER


@kernel
def end_round(s: State) -> None:
    """Finish phase 3 and begin the next round, unless this was the last (N-END-5)."""
    settle(s)
    if s.round_number >= s.max_rounds:
        s.phase = Phase.OVER
        clear_turn(s)
    else:
        begin_round(s)


@kernel
def gem_value(s: State, seat: int) -> int:
    """Sum the values of the stash: ruby 5, sapphire 4, amber 3, diamond 2, amethyst 1 (N-END-3)."""
    total = 0
    for gem in range(5):
        total += int(s.stash[seat, gem]) * (gem + 1)
    return total


@kernel
def has_won(s: State, seat: int) -> bool:
    """Return whether the seat has won: it reached a goal, and no other seat that did has more gem value (N-END-3)."""
    if not s.reached >> seat & 1:
        return False
    if s.break_ties == 1:
        for other in range(s.seats):
            if s.reached >> other & 1 and gem_value(s, other) > gem_value(s, seat):
                return False
    return True


@kernel
def winners(s: State, _ranks: Grid) -> int:
    """Return a bit mask of the winners; none at the round limit (N-END-5)."""
    mask = 0
    for seat in range(s.seats):
        mask |= int(has_won(s, seat)) << seat
    return mask


@kernel
def standing(s: State, seat: int) -> int:
    """Score a seat for the ranking: winners, then seats that reached a goal, then the rest, by gem value (N-END-4)."""
    if has_won(s, seat):
        return 2000
    return gem_value(s, seat) + (1000 if s.reached >> seat & 1 else 0)
