"""Play Canyon's games for training, by rules of thumb or with what was learnt so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.bots.canyon.card_policy import extract_card_features
from eddyline.bots.canyon.network import extract_features, map_features
from eddyline.bots.canyon.rollout import by_policy, by_rule
from eddyline.bots.canyon.scratch import new_scratch
from eddyline.bots.canyon.weights import NetworkScratch
from eddyline.engine.doors import CHANCE
from eddyline.engine.kernel import routine
from eddyline.engine.registry import game
from eddyline.games.canyon.rules.board import SHELF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from eddyline.engine.records import Grid, States
    from eddyline.training.folder import Arrays

CANYON = game("canyon")


class Player:
    """Decide for every seat, and return the networks' inputs."""

    def __init__(self, weights: States | None) -> None:
        """Use the weights learnt so far; without any, rules of thumb."""
        self._weights = weights
        self._scratches, _ = new_scratch()
        self._net_scratches = np.zeros(1, NetworkScratch.dtype)

    def decide(self, states: States, seat: int, word: int) -> int:
        """Decide with the learnt policy or the rules of thumb."""
        maps = map_features(int(states[0].board))
        if self._weights is None:
            return int(_by_rule(SHELF.table, maps, states, seat, self._scratches, np.uint64(word)))
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
def _by_rule(boards: States, maps: States, states: States, seat: int, scratches: States, word: np.uint64) -> int:
    s = states[0]
    return by_rule(boards[s.board], maps[0], s, seat, scratches[0], word)


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


def play_games(dice: np.random.Generator, count: int, weights: States | None) -> Arrays:
    """Play; return features of positions between rounds, shares of the win, and which seats are occupied."""
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
    return {"features": np.array(features), "shares": np.array(shares), "seated": np.array(seated)}
