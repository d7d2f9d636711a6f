"""Measure copies: microseconds and bytes of a match, the environments, and a batch of 4,096 games. Prints JSON.

`copy` is `copy.deepcopy`, `own` is `Match.copy`, which does not know what will be dealt; `pickle` is writing one and
reading it, `bytes` its size. The ratio compares with a peer measured in the same run: of a match and an environment, a
deepcopy of Gymnasium's CartPole, whose state is four numbers; of a batch, NumPy's copy of the bytes that it holds. Each
time is the median of some rounds.

    python benchmarks/copies.py
"""

from __future__ import annotations

import copy
import json
import pickle
import statistics
import time
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from eddyline.engine.batch import Batch
from eddyline.engine.match import Match
from eddyline.engine.registry import game
from eddyline.envs.pettingzoo import parallel_env, raw_env
from eddyline.envs.vector import Tables

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = ("niagara", "canyon")
MANY = 4096
DECISIONS = 60
"""So long a log the match has that is copied."""


def microseconds(job: Callable[[], object], seconds: float = 0.1, rounds: int = 7) -> float:
    """Return the median time of a call over some rounds, each of them at least this long."""
    began, calls = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        job()
        calls += 1
    spent = []
    for _ in range(rounds):
        began = time.perf_counter()
        for _ in range(calls):
            job()
        spent.append((time.perf_counter() - began) / calls)
    return round(statistics.median(spent) * 1e6, 1)


def measured(original: object, peer: float) -> dict[str, float]:
    """Measure the copies of one object, as a multiple of the time of a peer."""
    took = microseconds(lambda: copy.deepcopy(original))
    return {
        "copy": took,
        "copy_to_peer": round(took / peer, 3),
        "pickle": microseconds(lambda: pickle.loads(pickle.dumps(original))),  # noqa: S301 - our own
        "bytes": len(pickle.dumps(original)),
    }


def in_mid_game(game_id: str) -> Match:
    """Return a match of four with some decisions behind it."""
    match, chance = Match.new(game(game_id), players=4, seed=1), np.random.default_rng(1)
    while len(match.log) < DECISIONS:
        seat = min(match.waiting)
        legal = match.legal(seat)
        match.play(seat, legal[chance.integers(len(legal))])
    return match


def begun(made: Any) -> Any:  # noqa: ANN401 - any environment
    """Start an environment's first game."""
    made.reset(seed=1)
    return made


def main() -> None:
    """Copy, print."""
    pole = begun(gymnasium.make("CartPole-v1"))
    peer = microseconds(lambda: copy.deepcopy(pole))
    told: dict[str, Any] = {"peer": {"CartPole": peer}}
    for game_id in GAMES:
        match = in_mid_game(game_id)
        batch = Batch(game(game_id), players=4, games=MANY, seed=1)
        held = np.zeros(sum(array.nbytes for array in (batch.states, batch.observations, batch.masks)), np.uint8)
        memory = microseconds(held.copy)
        seat = f"eddyline.envs.gymnasium:eddyline/{game_id.capitalize()}-v0"
        told[game_id] = {
            "match": measured(match, peer) | {"own": microseconds(match.copy)},
            "raw_env": measured(begun(raw_env(game_id)), peer),
            "parallel_env": measured(begun(parallel_env(game_id)), peer),
            "gymnasium.make": measured(begun(gymnasium.make(seat)), peer),
            f"batch of {MANY}": measured(batch, memory),
            f"tables of {MANY}": measured(begun(Tables(game_id, MANY)), memory),
        }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
