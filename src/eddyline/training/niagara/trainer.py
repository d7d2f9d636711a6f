"""Fit the value network to the games: the positions' features in, each seat's share of the win out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from eddyline.bots.niagara.network import FEATURES, FIRST, SECOND, WEIGHTS_FILE, NetworkScratch, extract_features
from eddyline.engine.extras import extra
from eddyline.engine.kernel import routine, wide
from eddyline.games.niagara.rules.state import SEATS
from eddyline.training.fitting import Task, fit, measured, started
from eddyline.training.niagara.games import play_games
from eddyline.training.recipe import Recipe
from eddyline.training.trainers import Trained, Trainer

with extra("train"):
    import jax
    import jax.numpy as jnp

if TYPE_CHECKING:
    from collections.abc import Iterator

    from eddyline.engine.records import Grid, States
    from eddyline.training.fitting import Parameters
    from eddyline.training.folder import Folder


class NiagaraRecipe(Recipe, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Set the amount of training data, and how it is fitted."""

    games: int
    games_in_part: int
    """Games after which the work is saved."""
    epochs: int
    batch: int
    rate: float
    """Learning rate at the start."""


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


def batches(data: dict[str, Grid], rows: Grid, size: int) -> Iterator[tuple[Grid, Grid, Grid]]:
    """Yield the positions of these rows in batches: features, shares won, and which seats are occupied."""
    net_scratches = np.zeros(1, NetworkScratch.dtype)
    for start in range(0, len(rows), size):
        part = rows[start : start + size]
        dense = np.zeros((len(part), SEATS, FEATURES), np.float32)
        describe(data["positions"], part, net_scratches, dense)
        seated = np.arange(SEATS) < data["positions"]["seats"][part][:, np.newaxis]
        yield dense, data["won"][part], seated


def expected_shares(weights: Any, seats: Any, seated: Any) -> jax.Array:  # noqa: ANN401 - arrays of NumPy or JAX
    """Return the logarithms of all seats' shares of the win, as `network.estimate_shares` computes them."""
    first = jax.nn.relu(seats @ weights["embed"] + weights["bias"])
    second = jax.nn.relu(first @ weights["join"] + weights["join_bias"])
    return jax.nn.log_softmax(jnp.where(seated, second @ weights["out"], -1e9), -1)


def loss(weights: Parameters, seats: jax.Array, won: jax.Array, seated: jax.Array) -> jax.Array:
    """Return the cross entropy between the actual and the estimated shares of the win."""
    told = expected_shares(weights, seats, seated)
    return -jnp.mean(jnp.sum(jnp.where(seated, won * told, 0.0), -1))


def train(folder: Folder, recipe: NiagaraRecipe) -> Trained:
    """Play, fit and measure."""

    def part(number: int) -> dict[str, Grid]:
        return play_games(folder.dice("games", number), recipe.games_in_part, base=number % 2 == 0)

    data = folder.collect("games", recipe.games // recipe.games_in_part, part)
    rows, tests = np.flatnonzero(~data["held_out"]), np.flatnonzero(data["held_out"])
    steps = len(rows) // recipe.batch
    task = Task(
        name="value",
        loss=loss,
        # An incomplete last batch is dropped: every epoch leaves out other rows.
        batches=lambda epoch: batches(
            data, folder.dice("value", epoch).permutation(rows)[: steps * recipe.batch], recipe.batch
        ),
        tests=lambda: batches(data, tests, recipe.batch),
        rounds=recipe.epochs,
        steps=steps,
        rate=recipe.rate,
    )
    start = started(
        folder.dice("start", 0),
        embed=(FEATURES, FIRST), bias=(FIRST,), join=(FIRST, SECOND), join_bias=(SECOND,), out=(SECOND,),
    )  # fmt: skip
    weights = fit(folder, task, start)
    with np.load(WEIGHTS_FILE) as file:
        shipped = {name: file[name] for name in weights}  # it also tells what it comes from
    return Trained(
        weights,
        {
            "positions": len(rows),
            "rebuilt": measured(task, expected_shares, weights),
            "shipped": measured(task, expected_shares, shipped),
        },
    )


TRAINER = Trainer(NiagaraRecipe, train, WEIGHTS_FILE, "eddyline.training.niagara.rebuilt:Rebuilt", "guide")
