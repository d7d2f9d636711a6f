"""Fit the value network of Niagara's guide, and write `src/eddyline/bots/niagara/value.npz`.

Paddlers play each other, some with random decisions, so that the network also sees positions that sensible play does
not reach; every position before a choice of cards is kept, with each seat's final share of the win. Half of the games
are the base game for four, the others have any preset, modules and number of players. The games are always the same;
the weights agree up to rounding.

    python tools/fit_niagara_value.py    # ten minutes on one core
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
import optax  # type: ignore[import-untyped]

from eddyline.bots.niagara.lone_canoe import solve_lone_canoe
from eddyline.bots.niagara.moving import decide, legal
from eddyline.bots.niagara.network import FEATURES, FIRST, SECOND, WEIGHTS_FILE, NetworkScratch, extract_features
from eddyline.bots.niagara.planning import choose
from eddyline.bots.niagara.scratch import new_scratch
from eddyline.engine.kernel import routine, wide
from eddyline.engine.random import below, seeded, stir
from eddyline.engine.registry import game
from eddyline.games.niagara.rules import phases
from eddyline.games.niagara.rules.options import MODULES
from eddyline.games.niagara.rules.state import SEATS, Phase, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from eddyline.engine.records import Grid, States

Parameters: TypeAlias = dict[str, jax.Array]
"""The arrays of the network's `Weights` by name."""
TrainingBatch: TypeAlias = tuple[jax.Array, jax.Array, jax.Array]
"""Features, shares won, and a mask of the occupied seats."""

NIAGARA = game("niagara")
LONGEST = 120
"""Maximum number of positions kept per game."""
BATCH = 2048
HELD_OUT = 20
"""One game in this many is held out to test the fit."""
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


@routine
def describe(positions: States, rows: Grid, net_scratches: States, out: Grid) -> None:
    """Write the features of every seat in some positions: float32[rows, seats, FEATURES]."""
    net_scratch = net_scratches[0]
    for row in range(len(rows)):
        s = positions[rows[row]]
        for seat in range(SEATS):
            for feature in range(out.shape[2]):
                out[row, seat, feature] = 0.0
            if seat < s.seats:
                extract_features(s, seat, net_scratch)
                for active in range(wide(net_scratch.count)):
                    out[row, seat, net_scratch.indices[active]] += net_scratch.values[active]


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


def play_games(games: int, seed: int, *, base: bool) -> tuple[States, Grid, Grid]:
    """Play, and return the positions, each seat's share of the win, and which positions are held out."""
    dice = np.random.default_rng(seed)
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
        if number % 5000 == 0:
            sys.stderr.write(f"game {number} of {games}\n")
    positions, shares_won, held_out = (np.concatenate(part) for part in zip(*found, strict=True))
    return positions, shares_won, held_out


def loss(weights: Parameters, seats: jax.Array, won: jax.Array, seated: jax.Array) -> jax.Array:
    """Return the cross entropy between the actual and the estimated shares of the win."""
    first = jax.nn.relu(seats @ weights["embed"] + weights["bias"])
    second = jax.nn.relu(first @ weights["join"] + weights["join_bias"])
    judged = jnp.where(seated, second @ weights["out"], -1e9)
    told = jax.nn.log_softmax(judged, -1)
    return -jnp.mean(jnp.sum(jnp.where(seated, won * told, 0.0), -1))


def first_weights(seed: int) -> Parameters:
    """Draw initial weights."""
    keys = jax.random.split(jax.random.PRNGKey(seed), 3)
    return {
        "embed": 0.15 * jax.random.normal(keys[0], (FEATURES, FIRST)),
        "bias": jnp.zeros(FIRST),
        "join": (2 / FIRST) ** 0.5 * jax.random.normal(keys[1], (FIRST, SECOND)),
        "join_bias": jnp.zeros(SECOND),
        "out": (1 / SECOND) ** 0.5 * jax.random.normal(keys[2], (SECOND,)),
    }


def batches(positions: States, won: Grid, rows: Grid) -> Iterator[TrainingBatch]:
    """Yield the positions of these rows in batches; an incomplete last batch is dropped."""
    net_scratches = np.zeros(1, NetworkScratch.dtype)
    dense = np.zeros((BATCH, SEATS, FEATURES), np.float32)
    for start in range(0, len(rows) - BATCH + 1, BATCH):
        part = rows[start : start + BATCH]
        describe(positions, part, net_scratches, dense)
        seated = np.arange(SEATS) < positions["seats"][part][:, np.newaxis]
        yield jnp.array(dense), jnp.array(won[part]), jnp.array(seated)


def fit(positions: States, won: Grid, held_out: Grid, epochs: int) -> tuple[Parameters, float]:
    """Fit the network; return it and its loss on the held-out games."""
    rows, tests = np.flatnonzero(~held_out), np.flatnonzero(held_out)
    dice = np.random.default_rng(0)
    weights = first_weights(0)
    optimizer = optax.adamw(optax.cosine_decay_schedule(3e-3, epochs * (len(rows) // BATCH)), weight_decay=1e-4)
    memory = optimizer.init(weights)

    @jax.jit
    def step(weights: Parameters, memory: object, batch: TrainingBatch) -> tuple[Parameters, object]:
        updates, memory = optimizer.update(jax.grad(loss)(weights, *batch), memory, weights)
        return optax.apply_updates(weights, updates), memory

    judged = 0.0
    for epoch in range(epochs):
        for batch in batches(positions, won, dice.permutation(rows)):
            weights, memory = step(weights, memory, batch)
        judged = float(np.mean(list(map(partial(_judged, weights), batches(positions, won, tests)))))
        sys.stderr.write(f"epoch {epoch + 1}: loss {judged:.4f} on games not fitted to\n")
    return weights, judged


def _judged(weights: Parameters, batch: TrainingBatch) -> float:
    return float(loss(weights, *batch))


def main() -> None:
    """Play games, fit the network, and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60_000, help="games of the base game, and as many others")
    parser.add_argument("--epochs", type=int, default=4)
    chosen = parser.parse_args()
    played = [play_games(chosen.games, seed, base=seed == 1) for seed in (1, 2)]
    positions, won, held_out = (np.concatenate(part) for part in zip(*played, strict=True))
    weights, judged = fit(positions, won, held_out, chosen.epochs)
    np.savez(WEIGHTS_FILE, allow_pickle=False, **{name: np.asarray(part) for name, part in weights.items()})
    sys.stdout.write(f"{len(positions)} positions, loss {judged:.4f} on games not fitted to\n")


if __name__ == "__main__":
    main()
