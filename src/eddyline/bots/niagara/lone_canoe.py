"""Solve the game of a single canoe by value iteration: how soon it brings a gem home, how likely the falls take it.

A *lone canoe*, whose owner has no other, is solved for every hand, weather, arm and place: each round it plays its best
card, the others play a random card of theirs, the river flows. Its *errand* is to fetch a gem from site 0–4, or, errand
5, to bring home the gem it has. There are two values, both discounted by `DISCOUNT` per round: DELIVER, 1 for a gem
brought ashore, and LOSE, 1 for a canoe over the falls.

What a canoe can do with a card is computed with the rules themselves; none of them are repeated here. A *spot* is what
a turn leads to, place * ERRANDS + errand. Everything is computed by kernels, so a browser has the same to the last bit.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from eddyline.bots.niagara.moving import decide, legal
from eddyline.engine.kernel import PLAIN, routine, wide
from eddyline.engine.records import Grid, record
from eddyline.games.niagara.rules.board import DOCK, DRIFT, LOST, MAX_PUSHES, PLACES
from eddyline.games.niagara.rules.door import MAX_LEGAL
from eddyline.games.niagara.rules.options import Options, write_options
from eddyline.games.niagara.rules.phases import lay_out
from eddyline.games.niagara.rules.state import BASE_CARDS, BASE_HAND, CLOUD, NONE, Phase, State
from eddyline.games.niagara.rules.turn import begin_turn

if TYPE_CHECKING:
    from eddyline.engine.records import States

DISCOUNT = 0.9
"""Value of a gem next round relative to one now: with about 15 rounds per game, a round is a tenth of what is left."""
LOSS_WEIGHT = 0.7
"""Cost, in gems, of losing a canoe over the falls: its price, less the value of the option to do without it."""
SWEEPS = 3
"""Sweeps of value iteration, each a cycle of hands; after them `DISCOUNT` reduces the remainder to a tenth."""

ERRANDS = 6
HOMEWARD = 5
CARDS = BASE_CARDS
WEATHERS = 4
LOWEST = 7
"""Highest value of the others' lowest card: 1–6, or 7 when they played only clouds."""

SPOTS = len(PLACES) * ERRANDS
ASHORE = LOST * ERRANDS
"""Spot of a canoe whose gem is home, and the number of spots in the game: no turn leads over the falls."""
MOST_DECISIONS = 8
"""Of one turn of a lone canoe."""
MOST_SPOTS = 16
"""That one turn may lead to."""
TURNED = np.array([[1, 1], [0, 2], [1, 3], [2, 2]], np.int8)
"""[weather + 1]: what a cloud may make of it; it moves one step, at an end inwards."""

PACES = ((1, 6), (1, 2), (2, 6), (3, 6), (4, 6), (5, 6))
"""Hands of the others (lowest and highest card) for which the coming round is solved; later rounds assume the first."""

DELIVER, LOSE = 0, 1


@record
class Solution:
    """Hold the solution for a number of players."""

    dtype: ClassVar[np.dtype[Any]]

    outcome: Annotated[Grid, np.float32, (len(PACES), WEATHERS, BASE_HAND + 1, 2, len(PLACES), 2, ERRANDS)]
    """[pace, weather + 1, hand, next arm, place, DELIVER or LOSE, errand]: the two values before a card is chosen."""
    pace: Annotated[Grid, np.float32, (len(PACES),)]
    """Mean lowest card of the others in the coming round, used to choose the pace."""
    reach: Annotated[Grid, np.float32, (5,)]
    """[site]: mean `DELIVER` from the dock over all hands and weathers: how easy the site is to reach."""


@record
class Workspace:
    """Hold intermediate results of the solver."""

    dtype: ClassVar[np.dtype[Any]]

    offers: Annotated[Grid, np.int16, (MOST_DECISIONS, MAX_LEGAL)]
    """Legal decisions, by level of the stack."""
    untried: Annotated[Grid, np.int16, (MOST_DECISIONS,)]
    reached: Annotated[Grid, np.int8, (SPOTS,)]
    """[spot]: 1 if the turn that is tried out leads to it."""
    spots: Annotated[Grid, np.int16, (CARDS, ASHORE, MOST_SPOTS)]
    """[card, spot]: those that a turn leads to, in ascending order; then the first again."""
    count: Annotated[Grid, np.int16, (CARDS, ASHORE)]
    pushes: Annotated[Grid, np.float64, (len(PACES), CARDS, WEATHERS, MAX_PUSHES + 1)]
    """[pace, own card, weather + 1, pushes]: chance of this number of pushes."""
    values: Annotated[Grid, np.float64, (BASE_HAND + 1, WEATHERS, 2, 2, SPOTS)]
    """[hand, weather + 1, next arm, DELIVER or LOSE, spot]: the values before a card is chosen, at the first pace."""
    flowed: Annotated[Grid, np.float64, (CARDS, WEATHERS, 2, 2, SPOTS)]
    """[card, weather + 1, next arm, DELIVER or LOSE, spot]: the values when the card was played and the river flows."""


def new_workspace() -> tuple[States, States]:
    """Allocate one record of `Workspace`, and a stack of positions, the first with the options of the base game."""
    stack: States = np.zeros(MOST_DECISIONS + 1, State.dtype)
    base: Any = stack[0]
    base.seats = 2
    write_options(Options(), base)
    return np.zeros(1, Workspace.dtype), stack


@cache
def solve_lone_canoe(players: int) -> States:
    """Solve the lone canoe for a number of players, as one record of `Solution` (cached)."""
    solutions: States = np.zeros(1, Solution.dtype)
    solve(players, solutions, *new_workspace())
    return solutions


@routine
def solve(players: int, solutions: States, workspaces: States, canoes: States) -> None:
    """Fill record 0 of `solutions`; the rest of the memory is from `new_workspace`, and may have been used before."""
    solution = solutions[0]
    work = workspaces[0]
    list_spots(work, canoes)
    tabulate_pushes(wide(players), solution, work)
    begin_values(work)
    for _ in range(SWEEPS):
        # Short hands first: a card leaves a hand with one less, the last one a full hand.
        for size in range(1, CARDS + 1):
            for hand in range(1, BASE_HAND + 1):
                held = 0
                for card in range(CARDS):
                    held += hand >> card & 1
                if held == size:
                    play(hand, wide(0), work)
                    keep_best(hand, wide(NONE), solution, work)
    for pace in range(len(PACES)):
        for hand in range(1, BASE_HAND + 1):
            play(hand, pace, work)
            keep_best(hand, pace, solution, work)
    average_reach(solution)


@routine
def list_spots(work: Workspace, canoes: States) -> None:
    """List what a turn with each card may lead to, from each spot: play it in every way.

    A canoe at the dock may also stay there, as if its owner's other canoe had moved.
    """
    lay_out(canoes[0], wide(0), wide(0))
    for card in range(1, CARDS):
        for spot in range(ASHORE):
            for reached in range(SPOTS):
                work.reached[reached] = reached == spot < ERRANDS
            level = 0
            if spot != DOCK * ERRANDS + HOMEWARD:
                level = 1
                set_out(canoes, card, spot)
                work.untried[1] = legal(canoes[1], wide(0), work.offers[1])
            while level > 0:
                if work.untried[level] == 0:
                    level -= 1
                    continue
                work.untried[level] -= 1
                action = wide(work.offers[level, work.untried[level]])
                canoes[level + 1] = canoes[level]
                s = canoes[level + 1]
                decide(s, wide(0), action)
                if s.waiting != 0:
                    level += 1
                    work.untried[level] = legal(s, wide(0), work.offers[level])
                else:
                    mark(s, spot % ERRANDS, work)
            keep_spots(card, spot, work)


@routine
def set_out(canoes: States, card: int, spot: int) -> None:
    """Begin the turn of a lone canoe in `canoes[1]`, with gems at the errand's site only."""
    canoes[1] = canoes[0]
    s = canoes[1]
    errand = spot % ERRANDS
    for site in range(5):
        s.deposit[site, site] = site == errand
    s.place[0, 0] = spot // ERRANDS
    s.place[0, 1] = LOST
    if errand == HOMEWARD:
        s.cargo[0, 0] = 0
    s.card[0] = card
    s.phase = Phase.PADDLING
    begin_turn(s, wide(0))


@routine
def mark(s: State, errand: int, work: Workspace) -> None:
    """Mark the spot to which a turn led, unless it put the gem back on a deposit."""
    home = 0
    for gem in range(5):
        home += s.stash[0, gem]
    if home > 0:
        work.reached[ASHORE] = 1
    elif s.cargo[0, 0] != NONE:
        work.reached[s.place[0, 0] * ERRANDS + HOMEWARD] = 1
    elif errand != HOMEWARD:
        work.reached[s.place[0, 0] * ERRANDS + errand] = 1


@routine
def keep_spots(card: int, spot: int, work: Workspace) -> None:
    """List the spots that are marked."""
    count = 0
    for reached in range(SPOTS):
        if work.reached[reached] == 1:
            work.spots[card, spot, count] = reached
            count += 1
    work.count[card, spot] = count
    for index in range(count, MOST_SPOTS):
        work.spots[card, spot, index] = work.spots[card, spot, 0]


@routine
def begin_values(work: Workspace) -> None:
    """Begin with no values, but those of what ends the game."""
    for hand in range(BASE_HAND + 1):
        for weather in range(WEATHERS):
            for arm in range(2):
                for spot in range(SPOTS):
                    work.values[hand, weather, arm, DELIVER, spot] = 0.0
                    work.values[hand, weather, arm, LOSE, spot] = 1.0 if spot >= ASHORE else 0.0
    for card in range(CARDS):
        for weather in range(WEATHERS):
            for arm in range(2):
                work.flowed[card, weather, arm, DELIVER, ASHORE] = 1.0


@routine
def average_reach(solution: Solution) -> None:
    """Compute how easy the sites are to reach."""
    for site in range(HOMEWARD):
        total = np.float32(0.0)
        for weather in range(WEATHERS):
            for hand in range(1, BASE_HAND + 1):
                for arm in range(2):
                    total += solution.outcome[0, weather, hand, arm, DOCK, DELIVER, site]
        solution.reach[site] = total / np.float32(WEATHERS * BASE_HAND * 2)


@routine
def survival(others: int, low: int, least: int, most: int) -> float:
    """Return the chance that no card is below `low` when `others` hold the cloud and cards `least` to `most`."""
    if low > LOWEST:
        return 0.0
    chance = 1.0
    for _ in range(others):
        chance *= (1 + max(0, most - max(least, low) + 1)) / (1 + most - least + 1)
    return chance


@routine
def tabulate_pushes(players: int, solution: Solution, work: Workspace) -> None:
    """Compute the chance of each number of pushes, and the mean lowest card of each pace."""
    for pace in range(len(PACES)):
        least, most = PACES[pace]
        for card in range(CARDS):
            for weather in range(WEATHERS):
                for pushes in range(MAX_PUSHES + 1):
                    work.pushes[pace, card, weather, pushes] = 0.0
        mean = 0.0
        for low in range(1, LOWEST + 1):
            chance = survival(players - 1, low, least, most) - survival(players - 1, low + 1, least, most)
            mean += low * chance
            for card in range(CARDS):
                lowest = low % LOWEST if card == CLOUD else min(low, card)
                for weather in range(WEATHERS):
                    pushes = min(max(0, lowest + weather - 1), MAX_PUSHES)
                    work.pushes[pace, card, weather, pushes] += chance
        solution.pace[pace] = mean


@routine
def play(hand: int, pace: int, work: Workspace) -> None:
    """Compute the values of all spots with each card of a hand, when it was played and the river flows."""
    for card in range(CARDS):
        if hand >> card & 1:
            left = hand & ~(1 << card)
            flow(card, BASE_HAND if left == 0 else left, pace, work)


if PLAIN:
    # Uncompiled, loops would take minutes. NumPy adds in the same order.
    def flow(card: int, left: int, pace: int, work: Workspace) -> None:
        """Compute the values of all spots when the river flows; `left` is the next round's hand."""
        later = work.values[left].reshape(WEATHERS, 2, 2, len(PLACES), ERRANDS)
        flowed = np.zeros((WEATHERS, 2, 2, LOST, ERRANDS))
        for pushes in range(MAX_PUSHES + 1):
            chance = work.pushes[pace, card, :, pushes].reshape(-1, 1, 1, 1)
            for arm in range(2):
                flowed[:, arm] += chance * later[:, (arm + pushes) % 2][:, :, DRIFT[arm, pushes, :LOST]]
        work.flowed[card, ..., :ASHORE] = DISCOUNT * flowed.reshape(WEATHERS, 2, 2, ASHORE)

    def keep_best(hand: int, pace: int, solution: Solution, work: Workspace) -> None:
        """Keep the values of the best card and spot: in `work.values` or, unless it is NONE, in the solution."""
        choices = [
            np.moveaxis(work.flowed[card][TURNED], 1, -1)[..., :ASHORE, :]
            if card == CLOUD
            else work.flowed[card][..., work.spots[card]]
            for card in range(CARDS)
            if hand >> card & 1
        ]
        every = np.concatenate(choices, axis=-1)
        best = np.argmax(every[:, :, DELIVER] - LOSS_WEIGHT * every[:, :, LOSE], axis=-1)
        made = np.take_along_axis(every, best[:, :, np.newaxis, :, np.newaxis], axis=-1)[..., 0]
        if pace == NONE:
            work.values[hand, ..., :ASHORE] = made
        else:
            by_place = made.reshape(WEATHERS, 2, 2, LOST, ERRANDS)
            solution.outcome[pace, :, hand, :, :LOST] = np.moveaxis(by_place, 2, 3)

else:

    @routine
    def flow(card: int, left: int, pace: int, work: Workspace) -> None:
        """Compute the values of all spots when the river flows; `left` is the next round's hand."""
        for weather in range(WEATHERS):
            for arm in range(2):
                for kind in range(2):
                    for spot in range(ASHORE):
                        work.flowed[card, weather, arm, kind, spot] = 0.0
                for pushes in range(MAX_PUSHES + 1):
                    chance = work.pushes[pace, card, weather, pushes]
                    if chance == 0.0:
                        continue
                    after = (arm + pushes) % 2
                    for kind in range(2):
                        for place in range(LOST):
                            end = int(DRIFT[arm, pushes, place])
                            for errand in range(ERRANDS):
                                work.flowed[card, weather, arm, kind, place * ERRANDS + errand] += (
                                    chance * work.values[left, weather, after, kind, end * ERRANDS + errand]
                                )
                for kind in range(2):
                    for spot in range(ASHORE):
                        work.flowed[card, weather, arm, kind, spot] *= DISCOUNT

    @routine
    def keep_best(hand: int, pace: int, solution: Solution, work: Workspace) -> None:
        """Keep the values of the best card and spot: in `work.values` or, unless it is NONE, in the solution."""
        for weather in range(WEATHERS):
            for arm in range(2):
                for spot in range(ASHORE):
                    best, deliver, lose = -1.0e9, 0.0, 0.0
                    for card in range(CARDS):
                        if not hand >> card & 1:
                            continue
                        for index in range(2 if card == CLOUD else work.count[card, spot]):
                            turned = int(TURNED[weather, index]) if card == CLOUD else weather
                            to = spot if card == CLOUD else int(work.spots[card, spot, index])
                            delivers = work.flowed[card, turned, arm, DELIVER, to]
                            loses = work.flowed[card, turned, arm, LOSE, to]
                            if delivers - LOSS_WEIGHT * loses > best:
                                best, deliver, lose = delivers - LOSS_WEIGHT * loses, delivers, loses
                    if pace == NONE:
                        work.values[hand, weather, arm, DELIVER, spot] = deliver
                        work.values[hand, weather, arm, LOSE, spot] = lose
                    else:
                        place, errand = spot // ERRANDS, spot % ERRANDS
                        solution.outcome[pace, weather, hand, arm, place, DELIVER, errand] = deliver
                        solution.outcome[pace, weather, hand, arm, place, LOSE, errand] = lose
