"""List the ways a seat can play its turn, each with the paddler's judgement: what search chooses from.

A turn is listed once for every position it can end in, by whichever row of decisions leads there first. Where there are
more than `WIDTH` of them, those the paddler thinks least of are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from eddyline.bots.niagara.keys import public_key
from eddyline.bots.niagara.odds import foresee, read_hands
from eddyline.bots.niagara.planning import (
    LOOT,
    MALICE,
    card_score,
    decide,
    legal,
    others_prospects,
    price_score,
    spite,
)
from eddyline.bots.niagara.worth import judge, prepare
from eddyline.bots.search.forest import PLAN, grow, room, temper
from eddyline.engine.kernel import kernel, routine, wide
from eddyline.engine.records import Grid, record
from eddyline.games.niagara.rules.actions import SPARE, STEAL
from eddyline.games.niagara.rules.door import MAX_LEGAL
from eddyline.games.niagara.rules.state import CLOUD, Phase

if TYPE_CHECKING:
    from eddyline.bots.niagara.desk import Desk
    from eddyline.bots.niagara.outlook import Outlook
    from eddyline.bots.search.forest import Forest
    from eddyline.engine.records import States
    from eddyline.games.niagara.rules.state import State

WIDTH = 96
"""Turns kept at most."""
LEAVES = 4096
"""Rows of decisions tried at most."""


@record
class Sheet:
    """Scratch memory for listing turns."""

    dtype: ClassVar[np.dtype[Any]]

    offers: Annotated[Grid, np.int16, (PLAN + 1, MAX_LEGAL)]
    untried: Annotated[Grid, np.int16, (PLAN + 1,)]
    taken: Annotated[Grid, np.int16, (PLAN + 1,)]
    count: Annotated[int, np.int64]
    keys: Annotated[Grid, np.uint64, (WIDTH,)]
    scores: Annotated[Grid, np.float64, (WIDTH,)]
    lengths: Annotated[Grid, np.int16, (WIDTH,)]
    plans: Annotated[Grid, np.int16, (WIDTH, PLAN)]


@kernel
def note(sheet: Sheet, key: np.uint64, score: float, length: int) -> None:
    """Write the decisions in `sheet.taken` down, unless a turn with the same end or `WIDTH` better ones are there."""
    place = wide(sheet.count)
    for index in range(wide(sheet.count)):
        if sheet.keys[index] == key:
            return
    if place == WIDTH:
        place = 0
        for index in range(1, WIDTH):
            if sheet.scores[index] < sheet.scores[place]:
                place = index
        if sheet.scores[place] >= score:
            return
    else:
        sheet.count += 1
    sheet.keys[place] = key
    sheet.scores[place] = score
    sheet.lengths[place] = length
    for level in range(length):
        sheet.plans[place, level] = sheet.taken[level]


@routine
def score_end(before: State, after: State, seat: int, robs: bool, look: Outlook, desk: Desk) -> float:
    """Judge where a turn has led, as the paddler would."""
    if after.phase != Phase.PADDLING:
        return price_score(after, seat, look, desk)
    if after.card[seat] == CLOUD:
        score = MALICE * (others_prospects(before, seat, look, desk) - others_prospects(after, seat, look, desk))
        foresee(after, seat, seat, desk)
        return score + judge(after, seat, seat, look, desk)
    score = judge(after, seat, seat, look, desk)
    if robs:
        score += LOOT + spite(before, after, seat, look, desk)
    return score


@routine
def list_turns(s: State, seat: int, look: Outlook, desk: Desk, sheet: Sheet, stack: States) -> None:
    """Walk through every row of decisions to the end of the seat's turn; `stack` has PLAN + 2 positions."""
    sheet.count = 0
    prepare(s, look, desk)
    read_hands(s, seat, look, desk)
    foresee(s, seat, seat, desk)
    stack[0] = s
    level = 0
    leaves = 0
    sheet.untried[0] = legal(stack[0], seat, sheet.offers[0])
    while level >= 0 and leaves < LEAVES:
        if sheet.untried[level] == 0:
            level -= 1
            continue
        sheet.untried[level] -= 1
        action = wide(sheet.offers[level, sheet.untried[level]])
        sheet.taken[level] = action
        level += 1
        stack[level] = stack[level - 1]
        after = stack[level]
        decide(after, seat, action)
        if after.waiting >> seat & 1 and level < PLAN:
            sheet.untried[level] = legal(after, seat, sheet.offers[level])
            continue
        leaves += 1
        robs = False
        for index in range(level):
            robs = robs or STEAL <= sheet.taken[index] < SPARE
        key = public_key(after) ^ secret_key(after, seat)
        score = score_end(stack[0], after, seat, robs, look, desk)
        note(sheet, key, score, level)
        level -= 1


@kernel
def secret_key(s: State, seat: int) -> np.uint64:
    """Tell apart what `public_key` does not: the rescues that the seat has planned."""
    return np.uint64((wide(s.rescue[seat, 0]) + 1) << 8 | (wide(s.rescue[seat, 1]) + 1))


@routine
def grow_turns(
    forest: Forest,
    number: int,
    s: State,
    seat: int,
    heat: float,
    blind: float,
    look: Outlook,
    desk: Desk,
    sheet: Sheet,
    stack: States,
) -> bool:
    """Give a node its branches: the seat's cards, or its turns; False when there is no room for them."""
    if s.phase == Phase.CARDS:
        if not room(forest, wide(s.cycle)):
            return False
        list_cards(s, seat, look, desk, sheet, stack)
    else:
        if not room(forest, WIDTH):
            return False
        list_turns(s, seat, look, desk, sheet, stack)
    count = wide(sheet.count)
    first = grow(forest, number, count)
    for index in range(count):
        branch = forest.branches[first + index]
        branch.length = sheet.lengths[index]
        branch.prior = sheet.scores[index]
        for level in range(wide(sheet.lengths[index])):
            branch.plan[level] = sheet.plans[index, level]
    temper(forest, number, heat, blind)
    return True


@routine
def list_cards(s: State, seat: int, look: Outlook, desk: Desk, sheet: Sheet, stack: States) -> None:
    """List the cards of a seat's hand."""
    prepare(s, look, desk)
    read_hands(s, seat, look, desk)
    sheet.count = 0
    for card in range(wide(s.cycle)):
        if s.hand[seat] >> card & 1:
            place = wide(sheet.count)
            sheet.lengths[place] = 1
            sheet.plans[place, 0] = card
            sheet.scores[place] = card_score(s, seat, card, look, desk, stack)
            sheet.count = place + 1
