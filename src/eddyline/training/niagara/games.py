"""Play games for the value network: paddlers, some of them absent-minded.

They decide at random now and then, so that the network also sees positions that sensible play does not reach. Every
position before a choice of cards is kept, with each seat's final share of the win.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.bots.niagara.lone_canoe import solve_lone_canoe
from eddyline.bots.niagara.moving import decide, legal
from eddyline.bots.niagara.planning import choose
from eddyline.bots.niagara.scratch import new_scratch
from eddyline.engine.kernel import routine, wide
from eddyline.engine.random import below, seeded, stir
from eddyline.engine.registry import game
from eddyline.games.niagara.rules import phases
from eddyline.games.niagara.rules.options import MODULES
from eddyline.games.niagara.rules.state import SEATS, Phase, State

if TYPE_CHECKING:
    from eddyline.engine.records import Grid, States
    from eddyline.training.folder import Arrays

NIAGARA = game("niagara")
LONGEST = 120
"""Maximum number of positions kept per game."""
HELD_OUT = 20
"""One game in this many, the first of a part among them, is held out to test the fit."""
ABSENT_MINDED = (0, 0, 30, 100, 200)
"""Maximum numbers of random decisions per thousand; one of these is chosen for each game."""


@routine
def play(
    states: States, seed: int, absent: Grid, solutions: States, scratches: States, stack: States, kept: States
) -> int:
    """Play a game to the end; return the number of positions written to `kept`."""
    s = states[0]
    scratch = scratches[0]
    word = seeded(seed)
    count = 0
    while not phases.is_over(s):
        waiting = phases.to_act(s)
        if waiting == 0:
            phases.advance(s)
            continue
        if s.phase == Phase.CARDS and waiting == (1 << wide(s.seats)) - 1 and count < len(kept):
            kept[count] = s
            count += 1
        seat = 0
        while not waiting >> seat & 1:
            seat += 1
        word = stir(word)
        if below(word, 1000) < absent[seat]:
            word = stir(word)
            decisions = 0
            while phases.to_act(s) >> seat & 1 and (decisions == 0 or s.phase == Phase.PADDLING):
                choices = legal(s, seat, scratch.offers[0])
                word = stir(word)
                decide(s, seat, int(scratch.offers[0, below(word, choices)]))
                decisions += 1
        else:
            length = choose(states, 0, seat, wide(seed & 0xFF_FFFF), solutions, scratches, stack)
            for index in range(length):
                decide(s, seat, int(scratch.turn_plan[index]))
    return count


def any_setup(dice: np.random.Generator) -> tuple[int, str | None, dict[str, object]]:
    """Choose the number of players, a preset and modules."""
    preset = list(NIAGARA.presets)[dice.integers(4)]
    kind = dice.integers(3)
    options: dict[str, object] = {}
    if kind == 1:
        options = dict.fromkeys(MODULES, True)
    elif kind == 2:
        options = {module: True for module in MODULES if dice.random() < 0.4}
    return int(dice.integers(2, 7 if set(options) - {"diamond_joe"} else 6)), preset, options


def play_games(dice: np.random.Generator, games: int, *, base: bool) -> Arrays:
    """Play; return the positions, each seat's share of the win, and whether the position is held out."""
    scratches, stack = new_scratch()
    kept = np.zeros(LONGEST, State.dtype)
    found: list[tuple[States, Grid, Grid]] = []
    for number in range(games):
        players, preset, options = (4, None, {}) if base else any_setup(dice)
        chosen = NIAGARA.parse_options(preset, options, players)
        states = NIAGARA.new(chosen, players, int(dice.integers(1 << 62)))
        least = ABSENT_MINDED[dice.integers(len(ABSENT_MINDED))] + 1
        absent = np.array([dice.integers(least) for _ in range(SEATS)], np.int64)
        count = play(states, int(dice.integers(1 << 40)), absent, solve_lone_canoe(players), scratches, stack, kept)
        shares = np.zeros(SEATS, np.float32)
        shares[:players] = np.array(NIAGARA.ranking(states, players)) == 1
        won = np.tile(shares / shares.sum(), (count, 1))
        found.append((kept[:count].copy(), won, np.full(count, number % HELD_OUT == 0)))
    names = ("positions", "won", "held_out")
    return {name: np.concatenate(column) for name, column in zip(names, zip(*found, strict=True), strict=True)}
