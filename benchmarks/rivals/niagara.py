"""Play whole games of Niagara among paddlers, each in a manner of its own, and note what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.bots.niagara.lone_canoe import solve_lone_canoe
from eddyline.bots.niagara.planning import choose
from eddyline.bots.niagara.scratch import new_scratch
from eddyline.engine.kernel import kernel, routine
from eddyline.engine.opening import LOWEST_SEAT
from eddyline.engine.random import derived
from eddyline.engine.registry import game
from eddyline.games.niagara.rules import phases
from eddyline.games.niagara.rules.actions import SPARE, STEAL
from eddyline.games.niagara.rules.board import DRIFT, LOST
from eddyline.games.niagara.rules.state import CLOUD, Phase, State

if TYPE_CHECKING:
    from typing import Any

    from eddyline.engine.records import Grid, States

NOTED = ("thefts", "risked", "falls", "gems", "colours", "alike", "early_pace", "worse_weather", "clouds_kept")
THEFTS, RISKED, FALLS, GEMS, COLOURS, ALIKE, EARLY_PACE, WORSE_WEATHER, CLOUDS_KEPT = range(len(NOTED))
"""Thefts · canoes that RISKY pushes would have taken, each round · canoes that the river took · gems at home at the
end · their colours · of one colour at most · the mean card of the first half of a hand · how often a cloud makes the
weather worse · cards played before the cloud."""
RISKY = 4
"""Pushes at which a canoe that would go over the falls was risked."""


@kernel
def note_card(s: State, seat: int, card: int, noted: Grid) -> None:
    """Note a card as it is chosen."""
    held = 0
    for each in range(int(s.cycle)):
        held += int(s.hand[seat]) >> each & 1
    if card == CLOUD:
        noted[seat, CLOUDS_KEPT, 0] += int(s.cycle) - held
        noted[seat, CLOUDS_KEPT, 1] += 1
    elif 2 * held > s.cycle:
        noted[seat, EARLY_PACE, 0] += card
        noted[seat, EARLY_PACE, 1] += 1


@kernel
def note_river(s: State, before: State, noted: Grid) -> None:
    """Note the canoes that the river might have taken, and those that it took."""
    for seat in range(int(s.seats)):
        for canoe in range(2):
            place = before.place[seat, canoe]
            if place != LOST:
                noted[seat, RISKED, 0] += DRIFT[int(before.arm), RISKY, int(place)] == LOST
                noted[seat, FALLS, 0] += s.place[seat, canoe] == LOST


@kernel
def note_end(s: State, noted: Grid) -> None:
    """Note what was carried home."""
    for seat in range(int(s.seats)):
        for gem in range(5):
            number = int(s.stash[seat, gem])
            noted[seat, GEMS, 0] += number
            noted[seat, COLOURS, 0] += number > 0
            noted[seat, ALIKE, 0] = max(noted[seat, ALIKE, 0], number)
        for each in (THEFTS, RISKED, FALLS, GEMS, COLOURS, ALIKE):
            noted[seat, each, 1] = 1.0


@routine
def play(
    states: States, likes: Grid, seeds: Grid, solutions: States, scratches: States, stack: States, noted: Grid
) -> None:
    """Play the game in record 0 to its end, with one row of likes for each seat; record 1 is for notes."""
    s = states[0]
    before = states[1]
    scratch = scratches[0]
    while not phases.is_over(s):
        waiting = phases.to_act(s)
        if waiting == 0:
            if s.phase == Phase.PADDLING:
                states[1] = s
                phases.advance(s)
                if s.phase in (Phase.RIVER, Phase.RESCUE, Phase.CARDS):
                    note_river(s, before, noted)
            else:
                phases.advance(s)
            continue
        seat = int(LOWEST_SEAT[waiting])
        for trait in range(likes.shape[1]):
            scratch.manner[trait] = likes[seat, trait]
        length = choose(states, 0, seat, int(seeds[seat]), solutions, scratches, stack)
        for index in range(length):
            action = int(scratch.turn_plan[index])
            if s.phase == Phase.CARDS:
                note_card(s, seat, action, noted)
            weather = int(s.weather)
            clouded = s.phase == Phase.PADDLING and s.card[seat] == CLOUD
            noted[seat, THEFTS, 0] += s.phase == Phase.PADDLING and STEAL <= action < SPARE
            phases.decide(s, seat, action)
            if clouded:
                noted[seat, WORSE_WEATHER, 0] += s.weather > weather
                noted[seat, WORSE_WEATHER, 1] += 1
    note_end(s, noted)


class Table:
    """Seat paddlers in manners of their own."""

    noted = NOTED

    def __init__(self, seats: int) -> None:
        """Lay out what games with so many seats need."""
        self._seats = seats
        self._rules = game("niagara")
        self._scratches, self._stack = new_scratch()
        self._solutions = solve_lone_canoe(seats)
        self._states = np.zeros(2, State.dtype)

    def play(self, likes: np.ndarray[Any, Any], seed: int) -> tuple[tuple[int, ...], np.ndarray[Any, Any]]:
        """Play a game; return the winners and, by seat and what is noted, what they did (NaN: no occasion)."""
        options = self._rules.parse_options(None, {}, self._seats)
        self._states[:1] = self._rules.new(options, self._seats, derived(seed, "set-up"))
        seeds = np.array([derived(seed, "bot", seat) & 0xFFFF_FFFF for seat in range(self._seats)], np.int64)
        noted = np.zeros((self._seats, len(NOTED), 2))
        play(self._states, likes, seeds, self._solutions, self._scratches, self._stack, noted)
        with np.errstate(invalid="ignore"):
            return self._rules.winners(self._states[:1]), noted[..., 0] / noted[..., 1]
