"""Let a search rate the playable cards, for the policy network to learn from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.bots import Budget
from eddyline.bots.canyon.guide import GUIDE
from eddyline.bots.canyon.weights import CARD_FEATURES
from eddyline.games.canyon.rules.state import Phase
from eddyline.training.canyon.games import CANYON, Player, new_game, walk
from eddyline.training.canyon.rebuilt import Searching

if TYPE_CHECKING:
    from eddyline.engine.records import States
    from eddyline.training.folder import Arrays

MOST = 10
"""Rows per decision, one for each playable card."""
BEST = 0.85
"""How often the best card is played on, rather than any."""


def rate_cards(dice: np.random.Generator, count: int, rollouts: int, weights: States, *, learnt: bool) -> Arrays:
    """Let a search without its tree rate cards in its own, slightly random games.

    The value network is learnt already; with `learnt` the policy is, too, otherwise rules of thumb stand in for it.
    """
    player = Player(weights if learnt else None)
    settings = GUIDE._replace(tree_cards=-1, learnt_policy=int(learnt))
    card_features = np.zeros((count, MOST, CARD_FEATURES), np.float32)
    ratings = np.full((count, MOST), -np.inf, np.float32)
    done = 0
    while done < count:
        states = new_game(dice)
        for seat in walk(states, dice):
            if done == count:
                break
            if seat < 0:
                continue
            action = player.decide(states, seat, int(dice.integers(1 << 63)))
            if states[0].phase == Phase.TRICKS:
                cards, seen = player.card_features(states, seat)
                if len(cards):
                    rater = Searching(weights, settings, int(dice.integers(1 << 30)), Budget(rollouts=rollouts))
                    rated = {one.decisions[0]: one.share for one in rater.think(states, seat).candidates}
                    card_features[done, : len(cards)] = seen
                    ratings[done, : len(cards)] = [rated[int(card)] for card in cards]
                    done += 1
                    best = max(rated, key=lambda card: rated[card])
                    action = best if dice.random() < BEST else int(dice.choice(cards))
            CANYON.doors.decide(states, 0, seat, action)
    return {"card_features": card_features, "ratings": ratings}
