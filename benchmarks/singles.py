"""Play single games through every interface that a learner may use, at random, as `peers.py` plays those of others.

Prints one JSON object; `engine.py` prints the same beside the peers of the same run. Seconds are processor time, and
include the choice of an action among those that the mask allows; games are given up after a thousand decisions.

    python benchmarks/singles.py --seconds 2 --runs 5
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

import eddyline
import eddyline.envs.gymnasium
from eddyline.engine.registry import GAMES
from eddyline.envs.openspiel import load
from eddyline.envs.pettingzoo import env, raw_env
from peers import timed

if TYPE_CHECKING:
    from collections.abc import Callable

    from eddyline.envs.pettingzoo import Seen

BOOL = np.dtype(np.bool_)
MOST = 1000
"""Number of decisions after which a game is given up."""
CHANCE = random.Random(1)  # noqa: S311 - for play, not for secrets


def _chosen(seen: Seen) -> int:
    # As bool: in the 1,083 numbers of Canyon's mask, NumPy takes longer to find the places than a step does.
    return int(CHANCE.choice(seen["action_mask"].view(BOOL).nonzero()[0]))


def _turns(make: Callable[..., raw_env], game_id: str) -> Callable[[], int]:
    table = make(game_id)

    def play() -> int:
        table.reset()
        moves = 0
        for _ in table.agent_iter(MOST):
            seen, _, over, _, _ = table.last()
            table.step(None if over else _chosen(seen))
            moves += not over
        return moves

    return play


def turns_unguarded(game_id: str) -> Callable[[], int]:
    """Step `raw_env` with the loop over agents, as PettingZoo's games are stepped."""
    return _turns(raw_env, game_id)


def turns(game_id: str) -> Callable[[], int]:
    """Step `env` with the loop over agents, as PettingZoo's games are stepped."""
    return _turns(env, game_id)


def seat(game_id: str) -> Callable[[], int]:
    """Step what `gymnasium.make` makes: one seat against three that play at random, whose decisions are not counted."""
    made = gymnasium.make(f"eddyline/{game_id.capitalize()}-v0")

    def play() -> int:
        seen, _ = made.reset()
        for number in range(1, MOST + 1):
            seen, _, over, _, _ = made.step(_chosen(seen))
            if over:
                return number
        return MOST

    return play


def match(game_id: str) -> Callable[[], int]:
    """Play a `Match`: everything checked, told and kept in its log."""

    def play() -> int:
        played = eddyline.new(game_id, players=4, seed=CHANCE.getrandbits(64))
        decisions = 0
        while not played.over and decisions < MOST:
            deciding = min(played.waiting)
            played.play(deciding, CHANCE.choice(played.legal(deciding)))
            decisions += 1
        return decisions

    return play


def spiel(game_id: str) -> Callable[[], int]:
    """Play in OpenSpiel with the loop of its own examples, as `oh_hell` is played."""
    rules = load(game_id, players=4)  # type: ignore[arg-type]

    def play() -> int:
        state = rules.new_initial_state()
        decisions = 0
        while not state.is_terminal() and decisions < MOST:
            decisions += not state.is_chance_node()
            state.apply_action(CHANCE.choice(state.legal_actions()))
        return decisions

    return play


SINGLES = {"raw_env": turns_unguarded, "env": turns, "gymnasium.make": seat, "Match": match, "openspiel": spiel}
"""By name: a function that prepares an interface and returns one that plays a game and counts."""


def measure_singles(game_id: str, runs: int, seconds: float) -> dict[str, Any]:
    """Play several runs of some seconds each through every interface; return the medians of decisions per second."""
    return {
        name: timed(prepare(game_id), runs, seconds) | {"how": (prepare.__doc__ or "").split("\n")[0]}
        for name, prepare in SINGLES.items()
    }


def main() -> int:
    """Measure every game, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.5, help="length of a run (default: 1.5)")
    parser.add_argument("--runs", type=int, default=5, help="runs of each interface (default: 5)")
    chosen = parser.parse_args()
    found = {game_id: measure_singles(game_id, chosen.runs, chosen.seconds) for game_id in GAMES}
    print(json.dumps({"benchmark": "singles", "games": found}, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
