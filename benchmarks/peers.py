"""Measure well-known engines and environments as `engine.py` measures ours: random legal play on one core.

Prints one JSON object for the named peer, or for each of them. Every peer plays uniformly at random among the legal
decisions, in a separate process limited to one processor; seconds are the processor time of this process. Only
decisions of players are counted, neither cards dealt by chance nor resets.

    python benchmarks/peers.py open_spiel_rollouts --seconds 2 --runs 5
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
import types
import warnings
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from jax import Array
    from pgx import State as PgxState

PLAYERS = 4
"""Number of players where the peer's game allows it, as for the limits of `engine.py`."""


def open_spiel_rollouts() -> Callable[[], int]:
    """Roll out hands of `oh_hell` in C++, hundreds of games per call; dealing is excluded, to its advantage.

    The evaluator cannot be called from Python, so a tree search with one simulation calls it. All games of one deal
    have the same number of decisions: one bid per player, and all cards.
    """
    import pyspiel  # noqa: PLC0415 - each peer runs in a process of its own

    rollouts = 500
    rules = pyspiel.load_game("oh_hell", {"players": PLAYERS})
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    search = pyspiel.MCTSBot(rules, evaluator, 1.4, 1, 100, False, 1, False)
    chance = random.Random(1)  # noqa: S311 - for play, not for secrets

    def play() -> int:
        state = rules.new_initial_state()
        while state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
        search.mcts_search(state)
        decisions = 0
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            decisions += 1
        return rollouts * decisions

    return play


def open_spiel_games() -> Callable[[], int]:
    """Play whole games of `oh_hell`, including dealing, between random bots in C++: one call from Python per game."""
    import pyspiel  # noqa: PLC0415

    rules = pyspiel.load_game("oh_hell", {"players": PLAYERS})
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(PLAYERS)]
    seeds = count()

    def play() -> int:
        state = rules.new_initial_state()
        pyspiel.evaluate_bots(state, bots, next(seeds))
        return sum(action.player >= 0 for action in state.full_history())

    return play


def open_spiel_python() -> Callable[[], int]:
    """Play `oh_hell` with the loop of its own examples: one call from Python for every legal set and action."""
    import pyspiel  # noqa: PLC0415

    rules = pyspiel.load_game("oh_hell", {"players": PLAYERS})
    chance = random.Random(1)  # noqa: S311 - for play, not for secrets

    def play() -> int:
        state = rules.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(chance.choice(state.legal_actions()))
        return decisions

    return play


def pgx() -> Callable[[], int]:
    """Step 1,024 games of `connect_four` at once in a loop compiled by JAX; finished games restart."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    import jax  # noqa: PLC0415
    from jax import numpy as jnp  # noqa: PLC0415
    from pgx import make  # noqa: PLC0415
    from pgx.experimental.wrappers import auto_reset  # noqa: PLC0415

    games, steps = 1024, 64
    env = make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def one_step(state: PgxState, key: Array) -> tuple[PgxState, None]:
        choosing, resetting = jax.random.split(key)
        actions = jax.random.categorical(choosing, jnp.where(state.legal_action_mask, 0.0, -jnp.inf))
        return step(state, actions, jax.random.split(resetting, games)), None

    @jax.jit
    def many_steps(state: PgxState, key: Array) -> PgxState:
        return jax.lax.scan(one_step, state, jax.random.split(key, steps))[0]

    state = jax.vmap(env.init)(jax.random.split(jax.random.key(0), games))
    seeds = count(1)

    def play() -> int:
        nonlocal state
        state = jax.block_until_ready(many_steps(state, jax.random.key(next(seeds))))
        return games * steps

    return play


def pettingzoo() -> Callable[[], int]:
    """Play `connect_four` with the usual loop over agents and the observed action mask."""
    try:
        import pygame  # noqa: F401, PLC0415
    except ImportError:
        # It is only for rendering, which is not used here.
        sys.modules["pygame"] = types.ModuleType("pygame")
    import numpy as np  # noqa: PLC0415
    from pettingzoo.classic.connect_four.connect_four import env  # noqa: PLC0415

    game = env()
    chance = random.Random(1)  # noqa: S311 - for play, not for secrets

    def play() -> int:
        game.reset()
        moves = 0
        for _ in game.agent_iter():
            observed, _, terminated, truncated, _ = game.last()
            over = terminated or truncated
            game.step(None if over else chance.choice(np.flatnonzero(observed["action_mask"])))
            moves += not over
        return moves

    return play


def python_chess() -> Callable[[], int]:
    """Play `chess` with python-chess, whose board checks and keeps every move as `Match` does its decisions.

    Not among the requirements of development: `pip install chess` beside them.
    """
    import chess  # noqa: PLC0415

    chance = random.Random(1)  # noqa: S311 - for play, not for secrets

    def play() -> int:
        board = chess.Board()
        moves = 0
        while not board.is_game_over():
            board.push(chance.choice([*board.legal_moves]))
            moves += 1
        return moves

    return play


PEERS = {
    "open_spiel_rollouts": (open_spiel_rollouts, "oh_hell", "open_spiel"),
    "open_spiel_games": (open_spiel_games, "oh_hell", "open_spiel"),
    "open_spiel_python": (open_spiel_python, "oh_hell", "open_spiel"),
    "pgx": (pgx, "connect_four", "pgx"),
    "pettingzoo": (pettingzoo, "connect_four", "pettingzoo"),
    "python_chess": (python_chess, "chess", "chess"),
}
"""By name: a function that prepares the peer and returns one that plays and counts; the game; the package."""


def timed(play: Callable[[], int], runs: int, seconds: float) -> dict[str, Any]:
    """Play once beforehand, then for several runs of some seconds each; return the median of decisions per second."""
    play()
    found = []
    for _ in range(runs):
        decisions, start = 0, time.process_time()
        while (taken := time.process_time() - start) < seconds:
            decisions += play()
        found.append(decisions / taken)
    return {
        "decisions_per_s": round(statistics.median(found)),
        "spread": round((max(found) - min(found)) / statistics.median(found), 3),
    }


def measure(name: str, runs: int, seconds: float) -> dict[str, Any]:
    """Play several runs of some seconds each, and return the median."""
    prepare, game, package = PEERS[name]
    return {
        "game": game,
        **timed(prepare(), runs, seconds),
        "how": (prepare.__doc__ or "").split("\n")[0],
        "version": version(package),
    }


def measure_apart(name: str, runs: int, seconds: float) -> dict[str, Any]:
    """Measure in a separate process; for a peer that is not installed, report the reason."""
    command = [sys.executable, str(Path(__file__)), name, "--runs", str(runs), "--seconds", str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return {"failed": done.stderr.strip().rsplit("\n", 1)[-1]}
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> int:
    """Measure one peer here, or all of them in sequence, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peer", nargs="?", choices=PEERS, help="peer to measure (default: all)")
    parser.add_argument("--seconds", type=float, default=1.5, help="length of a run (default: 1.5)")
    parser.add_argument("--runs", type=int, default=5, help="number of runs (default: 5)")
    chosen = parser.parse_args()
    if chosen.peer is None:
        print(json.dumps({name: measure_apart(name, chosen.runs, chosen.seconds) for name in PEERS}, indent=2))
        return 0
    warnings.simplefilter("ignore")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(json.dumps(measure(chosen.peer, chosen.runs, chosen.seconds), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
