"""Fit the parameters of Canyon's search bots, and save them: `python tools/fit_canyon.py`.

There are three steps, each from a seed, on games for 3–6 players on the built-in boards:

1. `tricks` – what a card adds to a bid: least squares on the bids of voyageurs, by players, cards each and value.
2. `policy` – which card to play: a search without its tree rates the playable cards; a network learns to choose so that
   the loss relative to the best rating is minimal.
3. `value` – who wins from a position between rounds: games are played with that policy, and a network learns to predict
   the winner.

Steps 2 and 3 start from the package's current parameters, so another run refines them. The parameters in the package
come from these three steps, but from earlier scripts, with rules of thumb in step 2's simulations and steps as ratings:
about 28 700 bids, 96 434 decisions, and 314 332 positions from 77 840 games. They cannot be reproduced bit by bit.
Needs JAX and Optax, which the package itself does not.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax  # type: ignore[import-untyped]

from eddyline.bots import Budget
from eddyline.bots.canyon.card_policy import extract_card_features
from eddyline.bots.canyon.guide import GUIDE, Guide
from eddyline.bots.canyon.network import extract_features, map_features
from eddyline.bots.canyon.rollout import by_policy
from eddyline.bots.canyon.scratch import new_scratch
from eddyline.bots.canyon.voyageur import choose
from eddyline.bots.canyon.weights import (
    CARD_FEATURES,
    CARD_HIDDEN,
    FEATURES,
    FIRST,
    SECOND,
    WEIGHTS_FILE,
    NetworkScratch,
    Weights,
    load_weights,
)
from eddyline.engine.doors import CHANCE
from eddyline.engine.kernel import routine
from eddyline.engine.registry import game
from eddyline.games.canyon.rules.actions import BID, SUITS, VALUES
from eddyline.games.canyon.rules.board import CALM, SHELF
from eddyline.games.canyon.rules.state import TRACK, Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from eddyline.engine.records import Grid, States

    Parameters = dict[str, jax.Array]
    """The weights by name."""

CANYON = game("canyon")
MOST = 10
"""Rows per decision in a batch, one for each playable card."""


class Sizes(NamedTuple):
    """Set the amount of training data."""

    bids: int = 900
    """Bids per number of players and of cards each."""
    cards: int = 90_000
    """Card decisions."""
    rollouts: int = 240
    """Simulations for each card decision."""
    games: int = 20_000
    """Games from which positions between rounds are taken."""


class Player:
    """Play with the learnt policy, and return the networks' inputs."""

    def __init__(self, weights: States) -> None:
        """Use the weights learnt so far."""
        self._weights = weights
        self._scratches, _ = new_scratch()
        self._net_scratches = np.zeros(1, NetworkScratch.dtype)

    def decide(self, states: States, seat: int, word: int) -> int:
        """Decide with the learnt policy."""
        maps = map_features(int(states[0].board))
        args = (self._weights, self._scratches, self._net_scratches, np.uint64(word))
        return int(_by_policy(SHELF.table, maps, states, seat, *args))

    def card_features(self, states: States, seat: int) -> tuple[Grid, Grid]:
        """Return the playable cards and their features; no features for a single card."""
        count = _extract_card_features(SHELF.table, states, seat, self._scratches, self._net_scratches)
        if count == 1:
            count = 0
        return self._scratches[0].playable[:count].copy(), self._net_scratches[0].card_features[:count].copy()

    def features(self, states: States) -> Grid:
        """Return the features of all canoes between two rounds; rows of empty seats are 0."""
        maps = map_features(int(states[0].board))
        _extract_features(SHELF.table, maps, states, self._scratches, self._net_scratches)
        made: Grid = self._net_scratches[0].features.copy()
        made[int(states[0].seats) :] = 0
        return made


@routine
def _by_policy(
    boards: States,
    maps: States,
    states: States,
    seat: int,
    weights: States,
    scratches: States,
    net_scratches: States,
    word: np.uint64,
) -> int:
    s = states[0]
    return by_policy(boards[s.board], maps[0], weights[0], s, seat, scratches[0], net_scratches[0], word)


@routine
def _extract_card_features(boards: States, states: States, seat: int, scratches: States, net_scratches: States) -> int:
    s = states[0]
    return extract_card_features(boards[s.board], s, seat, scratches[0], net_scratches[0])


@routine
def _extract_features(boards: States, maps: States, states: States, scratches: States, net_scratches: States) -> None:
    s = states[0]
    extract_features(boards[s.board], maps[0], s, net_scratches[0], scratches[0].flood_rows)


def new_game(dice: np.random.Generator) -> States:
    """Set up a game, most often with four players and the board `canyon`."""
    players = int(dice.choice([3, 4, 4, 4, 5, 6]))
    board = str(dice.choice(["canyon", "canyon", "whirlpool"]))
    options = CANYON.parse_options(None, {"board": board, "skip_brown": bool(dice.random() < 0.2)}, players)
    return CANYON.new(options, players, int(dice.integers(1 << 30)))


def walk(states: States, dice: np.random.Generator) -> Iterator[int]:
    """Advance a game, and yield each seat that owes a decision, or −1 when a round is about to be dealt."""
    while waiting := CANYON.settle(states):
        if waiting == CHANCE:
            yield -1
            CANYON.doors.deal(states, 0, int(dice.integers(1 << 63)))
        else:
            yield min(CANYON.to_act(states))


# ---- what cards add to a bid ----------------------------------------------------------------------------------------


def fit_tricks(dice: np.random.Generator, size: int) -> Grid:
    """Collect bids of voyageurs, and fit the cards' contributions, [players, cards each, trump, value − 1]."""
    table = np.zeros(Weights.dtype["tricks"].shape)
    scratches, stack = new_scratch()
    calm = np.flatnonzero(SHELF.table[0].kind == CALM)
    for players in CANYON.players:
        seen: dict[int, list[tuple[Grid, int]]] = {cards: [] for cards in range(1, max(TRACK) + 1)}
        for cards, found in seen.items():
            while len(found) < size:
                states = CANYON.new(CANYON.parse_options(None, {}, players), players, int(dice.integers(players)))
                s: Any = states[0]
                s.place[:players] = dice.choice(calm, players, replace=False)
                s.phase, s.waiting, s.turn = Phase.DEAL, 0, 0
                s.space = s.round_number = TRACK.index(cards) + 1
                for seat in walk(states, dice):
                    if s.phase != Phase.BIDS:
                        if seat < 0:
                            continue
                        break
                    bid = int(choose(SHELF.table, states, 0, seat, int(dice.integers(1 << 30)), scratches, stack))
                    found.append((_counted(int(s.hand[seat]), int(s.trump)), bid - BID))
                    CANYON.doors.decide(states, 0, seat, bid)
        for group in ((1,), (2, 3), (4, 5, 6), (7, 8)):
            rows = [row for cards in group for row in seen[cards]]
            held, bids = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
            parts = np.linalg.solve(held.T @ held + 2 * np.eye(2 * VALUES), held.T @ bids)
            for cards in group:
                table[players, cards] = parts.reshape(2, VALUES)
    return table


def _counted(hand: int, trump: int) -> Grid:
    """Count the cards of a hand: by value, first those of other suits, then trumps."""
    made = np.zeros(2 * VALUES)
    for card in range(len(SUITS) * VALUES):
        if hand >> card & 1:
            made[card % VALUES + VALUES * (card // VALUES == trump // VALUES)] += 1
    return made


# ---- which card to play ---------------------------------------------------------------------------------------------


def rate_cards(dice: np.random.Generator, sizes: Sizes, weights: States) -> tuple[Grid, Grid]:
    """Let a search rate cards in its own, slightly random games: features [n, MOST, CARD_FEATURES], ratings."""
    player = Player(weights)
    card_features = np.zeros((sizes.cards, MOST, CARD_FEATURES), np.float32)
    ratings = np.full((sizes.cards, MOST), -np.inf, np.float32)
    done = 0
    while done < sizes.cards:
        states = new_game(dice)
        for seat in walk(states, dice):
            if seat < 0:
                continue
            action = player.decide(states, seat, int(dice.integers(1 << 63)))
            if states[0].phase == Phase.TRICKS and done < sizes.cards:
                cards, seen = player.card_features(states, seat)
                if len(cards):
                    rater = Guide(int(dice.integers(1 << 30)), Budget(seconds=None, rollouts=sizes.rollouts))
                    rater.settings = GUIDE._replace(tree_cards=-1)
                    rated = {one.decisions[0]: one.share for one in rater.think(states, seat).candidates}
                    card_features[done, : len(cards)] = seen
                    ratings[done, : len(cards)] = [rated[int(card)] for card in cards]
                    done += 1
                    best = max(rated, key=lambda card: rated[card])
                    action = best if dice.random() < 0.85 else int(dice.choice(cards))
            CANYON.doors.decide(states, 0, seat, action)
    return card_features, ratings


def policy_scores(parts: Parameters, card_features: jax.Array) -> jax.Array:
    """Score cards as `card_policy.choose_card` does."""
    return jax.nn.relu(card_features @ parts["inward"] + parts["inward_bias"]) @ parts["outward"]


def policy_loss(parts: Parameters, card_features: jax.Array, ratings: jax.Array) -> jax.Array:
    """Return the mean loss of the chosen card relative to the best."""
    known = jnp.isfinite(ratings)
    chosen = jax.nn.softmax(jnp.where(known, policy_scores(parts, card_features), -1e9))
    gains = jnp.where(known, 20 * ratings, 0)
    return (jnp.max(jnp.where(known, gains, -1e9), axis=1) - (chosen * gains).sum(axis=1)).mean()


# ---- who wins -------------------------------------------------------------------------------------------------------


def play_games(dice: np.random.Generator, count: int, weights: States) -> tuple[Grid, Grid, Grid]:
    """Play with the learnt policy: features of positions between rounds, shares of the win, occupied seats."""
    player = Player(weights)
    features: list[Grid] = []
    shares: list[Grid] = []
    seated: list[Grid] = []
    for _ in range(count):
        states = new_game(dice)
        kept = 0
        for seat in walk(states, dice):
            if seat >= 0:
                CANYON.doors.decide(states, 0, seat, player.decide(states, seat, int(dice.integers(1 << 63))))
            elif states[0].round_number > 1:
                features.append(player.features(states).astype(np.float16))
                kept += 1
        share = np.zeros(features[0].shape[0], np.float32)
        winners = CANYON.winners(states)
        share[list(winners)] = 1 / max(1, len(winners))
        shares += [share] * kept
        seated += [np.arange(len(share)) < int(states[0].seats)] * kept
    return np.array(features), np.array(shares), np.array(seated)


def value_scores(parts: Parameters, features: jax.Array) -> jax.Array:
    """Score canoes as `network.forward` does."""
    hidden = jax.nn.relu(features @ parts["first"] + parts["first_bias"])
    return jax.nn.relu(hidden @ parts["second"] + parts["second_bias"]) @ parts["last"]


def value_loss(parts: Parameters, features: jax.Array, shares: jax.Array, seated: jax.Array) -> jax.Array:
    """Return the cross entropy of the winners."""
    scores = jnp.where(seated, value_scores(parts, features.astype(jnp.float32)), -1e9)
    return -jnp.where(seated, shares * jax.nn.log_softmax(scores), 0).sum(axis=1).mean()


# ---- training -------------------------------------------------------------------------------------------------------


def started(dice: np.random.Generator, **shapes: tuple[int, ...]) -> Parameters:
    """Draw initial weights; biases, which have one row, start at 0."""
    return {
        name: jnp.asarray(dice.normal(size=shape) * (2 / shape[0]) ** 0.5 * (not name.endswith("bias")), jnp.float32)
        for name, shape in shapes.items()
    }


def descend(
    dice: np.random.Generator, loss: Callable[..., Any], parts: Parameters, data: tuple[Grid, ...], steps: int
) -> tuple[Parameters, float]:
    """Fit weights on nine tenths of the data; return them and the loss on the rest."""
    known = len(data[0]) * 9 // 10
    descent = optax.adamw(optax.cosine_decay_schedule(3e-3, steps), weight_decay=1e-4)
    memory = descent.init(parts)

    @jax.jit
    def step(parts: Parameters, memory: optax.OptState, *batch: Grid) -> tuple[Parameters, optax.OptState]:
        change, memory = descent.update(jax.grad(loss)(parts, *batch), memory, parts)
        return optax.apply_updates(parts, change), memory

    for _ in range(steps):
        rows = dice.integers(0, known, 1024)
        parts, memory = step(parts, memory, *(column[rows] for column in data))
    return parts, float(loss(parts, *(column[known:] for column in data)))


def main() -> None:
    """Fit, write the package's parameter file, and print the losses."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=2026)
    for name, size in Sizes()._asdict().items():
        parser.add_argument(f"--{name}", type=int, default=size)
    parser.add_argument("--out", type=Path, default=WEIGHTS_FILE)
    chosen = vars(parser.parse_args())
    out = chosen.pop("out")
    dice = np.random.default_rng(chosen.pop("seed"))
    sizes = Sizes(**chosen)
    weights = load_weights().copy()
    weights["tricks"] = fit_tricks(dice, sizes.bids)
    rated = rate_cards(dice, sizes, weights)
    shapes: dict[str, tuple[int, ...]] = {
        "inward": (CARD_FEATURES, CARD_HIDDEN),
        "inward_bias": (CARD_HIDDEN,),
        "outward": (CARD_HIDDEN,),
    }
    policy, lost = descend(dice, policy_loss, started(dice, **shapes), rated, 5000)
    for name, part in policy.items():
        weights[name] = part
    games = play_games(dice, sizes.games, weights)
    shapes = {"first": (FEATURES, FIRST), "first_bias": (FIRST,), "second": (FIRST, SECOND)}
    shapes |= {"second_bias": (SECOND,), "last": (SECOND,)}
    value, entropy = descend(dice, value_loss, started(dice, **shapes), games, 8000)
    for name, part in value.items():
        weights[name] = part
    np.savez(out, **{name: weights[name][0] for name in Weights.dtype.names or ()})
    print(json.dumps({"shares lost by a card": lost / 20, "entropy of the winner": entropy, **sizes._asdict()}))


if __name__ == "__main__":
    main()
