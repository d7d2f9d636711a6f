"""Solve the game of a single canoe by value iteration: how soon it brings a gem home, how likely the falls take it.

A *lone canoe*, whose owner has no other, is solved for every hand, weather, arm and place: each round it plays its best
card, the others play a random card of theirs, the river flows. Its *errand* is to fetch a gem from site 0–4, or, errand
5, to bring home the gem it has. There are two values, both discounted by `DISCOUNT` per round: DELIVER, 1 for a gem
brought ashore, and LOSE, 1 for a canoe over the falls.

What a canoe can do with a card is computed with the rules themselves; none of them are repeated here.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np

from eddyline.engine.records import Grid, record
from eddyline.games.niagara.rules.board import DOCK, DRIFT, LOST, MAX_PUSHES, PLACES
from eddyline.games.niagara.rules.door import DOORS, MAX_LEGAL
from eddyline.games.niagara.rules.options import Options, write_options
from eddyline.games.niagara.rules.state import BASE_CARDS, BASE_HAND, CLOUD, NONE, Phase, State

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

_SPOTS = len(PLACES) * ERRANDS
_ASHORE, _NOWHERE = _SPOTS, _SPOTS + 1
"""Outcomes beside (place, errand): the gem is home; no outcome at all."""


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


def lowest_odds(others: int, least: int, most: int) -> Grid:
    """Return the odds of each lowest card, [0 … LOWEST], when `others` hold the cloud and cards `least` to `most`."""
    cards = [*range(least, most + 1), LOWEST]
    survive = np.array([np.mean([card >= low for card in cards]) ** others for low in range(LOWEST + 2)])
    odds: Grid = survive[:-1] - survive[1:]
    return odds


@cache
def solve_lone_canoe(players: int) -> States:
    """Solve the lone canoe for a number of players, as one record of `Solution`; takes half a second (cached)."""
    solver = _Solver()
    paces = [lowest_odds(players - 1, *pace) for pace in PACES]
    for _ in range(SWEEPS):
        # Short hands first: a card leaves a hand with one less, the last one a full hand.
        for hand in sorted(range(1, BASE_HAND + 1), key=int.bit_count):
            solver.values[:, hand] = solver.solve(hand, paces[0])
    solved: States = np.zeros(1, Solution.dtype)
    solution: Any = solved[0]
    for pace, odds in enumerate(paces):
        for hand in range(1, BASE_HAND + 1):
            solution.outcome[pace, :, hand] = np.moveaxis(solver.solve(hand, odds), 0, -2)
        solution.pace[pace] = odds @ np.arange(LOWEST + 1)
    solution.reach[:] = solution.outcome[0, :, 1:, :, DOCK, DELIVER, :HOMEWARD].mean(axis=(0, 1, 2))
    return solved


class _Solver:
    """Hold the values computed so far: [DELIVER or LOSE, hand, weather, arm, place, errand]."""

    def __init__(self) -> None:
        self.values = np.zeros((2, BASE_HAND + 1, WEATHERS, 2, len(PLACES), ERRANDS))
        self._outcomes = _outcomes()

    def solve(self, hand: int, odds: Grid) -> Grid:
        """Compute the values of a hand: those of the choice with the best DELIVER − `LOSS_WEIGHT` · LOSE."""
        choices = []
        for card in range(CARDS):
            if hand >> card & 1:
                later = self.values[:, hand & ~(1 << card) or BASE_HAND].copy()
                later[1, ..., LOST, :] = 1
                flat = later.reshape(2, WEATHERS, 2 * len(PLACES), ERRANDS)
                flowed = DISCOUNT * np.matmul(_flow(card, odds.tobytes()), flat)
                choices.append(self._choices(flowed.reshape(later.shape), card))
        all_choices = np.concatenate(choices, axis=3)
        best = np.argmax(all_choices[0] - LOSS_WEIGHT * all_choices[1], axis=2, keepdims=True)
        values: Grid = np.take_along_axis(all_choices, best[np.newaxis], axis=3)[:, :, :, 0]
        values[..., LOST, :] = 0
        return values

    def _choices(self, flowed: Grid, card: int) -> Grid:
        """List the values of all choices with a card: [2, weather, arm, choice, place, errand]."""
        if card == CLOUD:
            # The weather moves one step, at an end inwards; the canoe stays where it is.
            return np.stack([flowed[:, [1, 0, 1, 2]], flowed[:, [1, 2, 3, 2]]], axis=3)
        spots = np.zeros((2, WEATHERS, 2, _SPOTS + 2))
        spots[..., :_SPOTS] = flowed.reshape(2, WEATHERS, 2, _SPOTS)
        spots[0, ..., _ASHORE] = 1
        spots[1, ..., _NOWHERE] = 1000
        return spots[..., self._outcomes[card]]


@cache
def _flow(card: int, odds: bytes) -> Grid:
    """Tabulate this round's drift, given the own card: [weather, arm and place before, arm and place after]."""
    count = len(PLACES)
    matrix = np.zeros((WEATHERS, 2 * count, 2 * count))
    for weather, arm, place in product(range(WEATHERS), range(2), range(count)):
        for low, chance in enumerate(np.frombuffer(odds)):
            lowest = low % LOWEST if card == CLOUD else min(low, card)
            pushes = min(max(0, lowest + weather - 1), MAX_PUSHES)
            after = (arm + pushes) % 2 * count + int(DRIFT[arm, pushes, place])
            matrix[weather, arm * count + place, after] += chance
    return matrix


@cache
def _outcomes() -> Grid:
    """Tabulate the results of a turn: [card, choice, place, errand] -> place * ERRANDS + errand.

    A canoe at the dock may also stay there, as if its owner's other canoe had moved.
    """
    found = {
        (card, place, errand): sorted(_play(card, place, errand) | ({errand} if place == DOCK else set()))
        for card, place, errand in product(range(1, CARDS), range(len(PLACES) - 1), range(ERRANDS))
    }
    table = np.full((CARDS, max(map(len, found.values())), len(PLACES), ERRANDS), _NOWHERE)
    for (card, place, errand), spots in found.items():
        table[card, : len(spots), place, errand] = spots
    return table


def _play(card: int, place: int, errand: int) -> set[int]:
    """Play one turn of a lone canoe in every way and collect the outcomes that continue the errand."""
    if place == DOCK and errand == HOMEWARD:
        return set()
    start = _lone_canoe(card, place, errand)
    spots = set()
    todo = [start]
    legal = np.empty(MAX_LEGAL, np.int16)
    while todo:
        states = todo.pop()
        s = states[0]
        if s.waiting:
            for action in legal[: DOORS.legal(states, 0, 0, legal)].copy():
                after = states.copy()
                DOORS.decide(after, 0, 0, int(action))
                todo.append(after)
        elif s.stash.any():
            spots.add(_ASHORE)
        elif s.cargo[0, 0] != NONE:
            spots.add(int(s.place[0, 0]) * ERRANDS + HOMEWARD)
        elif errand != HOMEWARD:
            spots.add(int(s.place[0, 0]) * ERRANDS + errand)
    return spots


def _lone_canoe(card: int, place: int, errand: int) -> States:
    """Set up the turn of seat 0 with one canoe in the water and gems at the errand's site only."""
    states: States = np.zeros(1, State.dtype)
    s: Any = states[0]
    s.seats = 2
    write_options(Options(), s)
    DOORS.begin(states, 0, 0)
    s.deposit[:] = 0
    s.place[0] = (place, LOST)
    if errand == HOMEWARD:
        s.cargo[0, 0] = 0
    else:
        s.deposit[errand, errand] = 1
    s.card[:2] = card
    s.waiting = 0
    s.phase = Phase.CARDS
    DOORS.advance(states, 0)
    return states
