"""Fit a network by AdamW with a cosine schedule, in rounds that can be interrupted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import msgspec
import numpy as np

from eddyline.engine.extras import extra
from eddyline.training.folder import Arrays, Folder, write

with extra("train"):
    import jax
    import jax.numpy as jnp
    import optax  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from eddyline.engine.records import Grid

Parameters: TypeAlias = dict[str, jax.Array]
"""A network's arrays by name."""
WEIGHT_DECAY = 1e-4


class Task(NamedTuple):
    """Say what is to be fitted, and to what."""

    name: str
    loss: Callable[..., Any]
    """Of parameters and the arrays of a batch: the mean over the batch."""
    batches: Callable[[int], Iterable[tuple[Any, ...]]]
    """The batches of one round."""
    tests: Callable[[], Iterable[tuple[Any, ...]]]
    """The batches held out, which are never fitted to."""
    rounds: int
    steps: int
    """Batches in a round."""
    rate: float
    """Learning rate at the start; at the end it is 0."""


def fit(folder: Folder, task: Task, start: Parameters) -> Arrays:
    """Fit a network; return its arrays. After every round the loss on held-out data is written to `<name>.jsonl`."""
    descent = optax.adamw(
        optax.cosine_decay_schedule(task.rate, max(1, task.rounds * task.steps)), weight_decay=WEIGHT_DECAY
    )
    leaves, structure = jax.tree.flatten((start, descent.init(start)))

    @jax.jit
    def step(parts: Parameters, memory: Any, batch: tuple[Any, ...]) -> tuple[Parameters, Any]:  # noqa: ANN401 - Optax's own
        change, memory = descent.update(jax.grad(task.loss)(parts, *batch), memory, parts)
        return optax.apply_updates(parts, change), memory

    def one_round(number: int, state: Arrays) -> Arrays:
        parts, memory = _restored(structure, state, len(leaves))
        for batch in task.batches(number):
            parts, memory = step(parts, memory, batch)
        curve = np.append(state["curve"], held_out_loss(task, parts))
        _write_curve(folder, task.name, curve)
        return _kept(jax.tree.leaves((parts, memory))) | {"curve": curve}

    last = folder.advance(task.name, task.rounds, lambda: _kept(leaves) | {"curve": np.zeros(0)}, one_round)
    _write_curve(folder, task.name, last["curve"])
    parts, _ = _restored(structure, last, len(leaves))
    return {name: np.asarray(part) for name, part in parts.items()}


def held_out_loss(task: Task, parts: Any) -> float:  # noqa: ANN401 - arrays of NumPy or JAX by name
    """Return the mean loss on what was held out."""
    total, rows = 0.0, 0
    for batch in task.tests():
        total += float(jax.jit(task.loss)(parts, *batch)) * len(batch[0])
        rows += len(batch[0])
    return total / rows


def started(dice: np.random.Generator, **shapes: tuple[int, ...]) -> Parameters:
    """Draw initial weights; biases, whose names end in `bias`, start at 0."""
    return {
        name: jnp.asarray(dice.normal(size=shape) * (2 / shape[0]) ** 0.5 * (not name.endswith("bias")), jnp.float32)
        for name, shape in shapes.items()
    }


def measured(task: Task, expected_shares: Callable[..., jax.Array], parts: Arrays) -> dict[str, Any]:
    """Measure how well weights foretell shares of the win held out, each test with features, shares and seats taken."""
    told = jax.jit(expected_shares)
    expected, came = [], []
    for features, shares, seated in task.tests():
        expected.append(np.exp(np.asarray(told(parts, features, seated)))[seated])
        came.append(shares[seated])
    return {
        "loss": round(held_out_loss(task, parts), 4),
        "calibration": _calibration(np.concatenate(expected), np.concatenate(came)),
    }


def _calibration(expected: Grid, came: Grid) -> list[dict[str, float]]:
    """Compare expected shares of the win with what came, in fifths of the range; both in one column."""
    fifths = np.minimum((5 * expected).astype(int), 4)
    rows = [(expected[fifths == fifth], came[fifths == fifth]) for fifth in range(5)]
    return [
        {"expected": round(float(told.mean()), 4), "came": round(float(real.mean()), 4), "rows": len(told)}
        for told, real in rows
        if len(told)
    ]


def _kept(leaves: list[Any]) -> Arrays:
    return {f"leaf{index}": np.asarray(leaf) for index, leaf in enumerate(leaves)}


def _restored(structure: Any, state: Arrays, count: int) -> tuple[Parameters, Any]:  # noqa: ANN401 - JAX's own
    made: tuple[Parameters, Any] = jax.tree.unflatten(
        structure, [jnp.asarray(state[f"leaf{index}"]) for index in range(count)]
    )
    return made


def _write_curve(folder: Folder, name: str, curve: Grid) -> None:
    lines = (msgspec.json.encode({"round": number, "loss": float(loss)}) for number, loss in enumerate(curve, 1))
    write(folder.path / f"{name}.jsonl", b"\n".join(lines) + b"\n")
