"""Learn in turn what cards add to a bid, who wins from a position between rounds, and which card to play.

Nothing is taken from earlier weights. The first value network learns from games by rules of thumb. Then, pass by pass,
a search with what is known so far rates cards, the policy network learns from all ratings so far, games are played with
that policy, and a new value network learns from those.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from eddyline.bots.canyon.weights import (
    CARD_FEATURES,
    CARD_HIDDEN,
    FEATURES,
    FIRST,
    SECOND,
    WEIGHTS_FILE,
    Weights,
    load_weights,
)
from eddyline.engine.extras import extra
from eddyline.training.canyon.bids import DEALS, collect_bids, fit_bids
from eddyline.training.canyon.cards import rate_cards
from eddyline.training.canyon.games import play_games
from eddyline.training.fitting import Task, fit, held_out_loss, measured, started
from eddyline.training.recipe import Recipe
from eddyline.training.trainers import Trained, Trainer

with extra("train"):
    import jax
    import jax.numpy as jnp

if TYPE_CHECKING:
    from collections.abc import Iterator

    from eddyline.engine.records import Grid, States
    from eddyline.training.fitting import Parameters
    from eddyline.training.folder import Arrays, Folder

POLICY: dict[str, tuple[int, ...]] = {
    "inward": (CARD_FEATURES, CARD_HIDDEN),
    "inward_bias": (CARD_HIDDEN,),
    "outward": (CARD_HIDDEN,),
}
VALUE: dict[str, tuple[int, ...]] = {
    "first": (FEATURES, FIRST),
    "first_bias": (FIRST,),
    "second": (FIRST, SECOND),
    "second_bias": (SECOND,),
    "last": (SECOND,),
}
PER_SHARE = 20
"""The policy's loss is counted in twentieths of a win, so that its gradients are of the size that the rate is for."""


class CanyonRecipe(Recipe, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Set the amount of training data, and how it is fitted; `recipes.toml` says what the numbers are."""

    bids: int
    opening_games: int
    passes: int
    cards: int
    rollouts: int
    games: int
    cards_in_part: int
    games_in_part: int
    policy_rounds: int
    policy_rate: float
    value_rounds: int
    value_rate: float
    steps: int
    batch: int


def policy_loss(parts: Parameters, card_features: jax.Array, ratings: jax.Array) -> jax.Array:
    """Return the mean loss of the chosen card relative to the best; cards are scored as `choose_card` does."""
    known = jnp.isfinite(ratings)
    scores = jax.nn.relu(card_features @ parts["inward"] + parts["inward_bias"]) @ parts["outward"]
    chosen = jax.nn.softmax(jnp.where(known, scores, -1e9))
    gains = jnp.where(known, PER_SHARE * ratings, 0)
    return (jnp.max(jnp.where(known, gains, -1e9), axis=1) - (chosen * gains).sum(axis=1)).mean()


def expected_shares(parts: Any, features: Any, seated: Any) -> jax.Array:  # noqa: ANN401 - arrays of NumPy or JAX
    """Return the logarithms of all canoes' shares of the win, as `network.forward` scores them."""
    hidden = jax.nn.relu(jnp.asarray(features, jnp.float32) @ parts["first"] + parts["first_bias"])
    scores = jax.nn.relu(hidden @ parts["second"] + parts["second_bias"]) @ parts["last"]
    return jax.nn.log_softmax(jnp.where(seated, scores, -1e9))


def value_loss(parts: Parameters, features: jax.Array, shares: jax.Array, seated: jax.Array) -> jax.Array:
    """Return the cross entropy of the winners."""
    return -jnp.where(seated, shares * expected_shares(parts, features, seated), 0).sum(axis=1).mean()


def train(folder: Folder, recipe: CanyonRecipe) -> Trained:
    """Play, rate, fit and measure."""
    weights: States = np.zeros(1, Weights.dtype)

    def bids(number: int) -> Arrays:
        return collect_bids(folder.dice("bids", number), *DEALS[number], recipe.bids)

    weights["tricks"][0] = fit_bids(folder.collect("bids", len(DEALS), bids))
    games = _games(folder, recipe, "opening", recipe.opening_games, None)
    _learn(folder, _value_task(folder, recipe, 0, games), weights, VALUE)
    rated: list[Arrays] = []
    passes = [_one_pass(folder, recipe, number, weights, rated) for number in range(1, recipe.passes + 1)]
    value, policy, sizes = passes[-1]
    made = {name: weights[name][0] for name in Weights.dtype.names or ()}
    shipped = {name: load_weights()[name][0] for name in made}
    figures = {name: _figures(value, policy, parts) for name, parts in (("rebuilt", made), ("shipped", shipped))}
    return Trained(made, sizes | figures)


def _one_pass(
    folder: Folder, recipe: CanyonRecipe, number: int, weights: States, rated: list[Arrays]
) -> tuple[Task, Task, dict[str, Any]]:
    """Learn the policy and then the values anew, into `weights`; return what both were fitted to, and how much.

    What is rated in this pass is added to `rated`, which the policy learns from.
    """
    rated.append(_ratings(folder, recipe, f"cards-{number}", weights, learnt=number > 1))
    ratings = {name: np.concatenate([each[name] for each in rated]) for name in rated[0]}
    policy = _task(
        folder, recipe, f"policy-{number}", policy_loss, ratings, rounds=recipe.policy_rounds, rate=recipe.policy_rate
    )
    _learn(folder, policy, weights, POLICY)
    games = _games(folder, recipe, f"games-{number}", recipe.games, weights)
    value = _value_task(folder, recipe, number, games)
    _learn(folder, value, weights, VALUE)
    return value, policy, {"decisions": len(ratings["ratings"]), "positions": len(games["features"])}


def _figures(value: Task, policy: Task, parts: Arrays) -> dict[str, Any]:
    """Measure weights on what was held out of the last pass."""
    lost = round(held_out_loss(policy, parts) / PER_SHARE, 5)
    return measured(value, expected_shares, parts) | {"share lost by a card": lost}


def _games(folder: Folder, recipe: CanyonRecipe, stage: str, games: int, weights: States | None) -> Arrays:
    """Play games, and keep the positions between rounds."""
    size = recipe.games_in_part
    known = None if weights is None else weights.copy()
    return folder.collect(stage, games // size, lambda part: play_games(folder.dice(stage, part), size, known))


def _ratings(folder: Folder, recipe: CanyonRecipe, stage: str, weights: States, *, learnt: bool) -> Arrays:
    """Rate cards."""
    size = recipe.cards_in_part

    def part(number: int) -> Arrays:
        return rate_cards(folder.dice(stage, number), size, recipe.rollouts, weights, learnt=learnt)

    return folder.collect(stage, recipe.cards // size, part)


def _value_task(folder: Folder, recipe: CanyonRecipe, number: int, games: Arrays) -> Task:
    return _task(
        folder, recipe, f"value-{number}", value_loss, games, rounds=recipe.value_rounds, rate=recipe.value_rate
    )


def _task(
    folder: Folder,
    recipe: CanyonRecipe,
    name: str,
    loss: Any,  # noqa: ANN401 - with arrays of its own
    data: Arrays,
    *,
    rounds: int,
    rate: float,
) -> Task:
    """Fit to the first nine tenths of the data; the rest, of other games, is held out."""
    columns = [*data.values()]
    known = len(columns[0]) * 9 // 10

    def batches(number: int) -> Iterator[tuple[Grid, ...]]:
        dice = folder.dice(name, number)
        for _ in range(recipe.steps):
            rows = dice.integers(0, known, recipe.batch)
            yield tuple(column[rows] for column in columns)

    def tests() -> list[tuple[Grid, ...]]:
        return [tuple(column[known:] for column in columns)]

    return Task(name, loss, batches, tests, rounds, recipe.steps, rate)


def _learn(folder: Folder, task: Task, weights: States, shapes: dict[str, tuple[int, ...]]) -> None:
    """Fit a network, and put it among the weights."""
    for name, part in fit(folder, task, started(folder.dice(task.name, task.rounds), **shapes)).items():
        weights[name][0] = part


TRAINER = Trainer(CanyonRecipe, train, WEIGHTS_FILE, "eddyline.training.canyon.rebuilt:Rebuilt", "guide")
