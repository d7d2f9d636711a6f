"""Fit what a card adds to a bid: least squares on the bids of voyageurs, by players, cards each and value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from eddyline.bots.canyon.scratch import new_scratch
from eddyline.bots.canyon.voyageur import choose
from eddyline.bots.canyon.weights import Weights
from eddyline.games.canyon.rules.actions import BID, SUITS, VALUES
from eddyline.games.canyon.rules.board import CALM, SHELF
from eddyline.games.canyon.rules.state import TRACK, Phase
from eddyline.training.canyon.games import CANYON, walk

if TYPE_CHECKING:
    from eddyline.engine.records import Grid
    from eddyline.training.folder import Arrays

DEALS = [(players, cards) for players in CANYON.players for cards in range(1, max(TRACK) + 1)]
"""Number of players and of cards each: bids are collected for every pair."""
ALIKE = ((1,), (2, 3), (4, 5, 6), (7, 8))
"""Numbers of cards each that are fitted together."""
RIDGE = 2.0


def collect_bids(dice: np.random.Generator, players: int, cards: int, size: int) -> Arrays:
    """Let voyageurs bid on random deals: what they held, and what they bid."""
    scratches, stack = new_scratch()
    calm = np.flatnonzero(SHELF.table[0].kind == CALM)
    held: list[Grid] = []
    bids: list[int] = []
    while len(bids) < size:
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
            held.append(_counted(int(s.hand[seat]), int(s.trump)))
            bids.append(bid - BID)
            CANYON.doors.decide(states, 0, seat, bid)
    deal = np.tile(np.array([players, cards]), (len(bids), 1))
    return {"held": np.array(held), "bids": np.array(bids), "deal": deal}


def fit_bids(data: Arrays) -> Grid:
    """Fit the cards' contributions: [players, cards each, trump, value − 1]."""
    table: Grid = np.zeros(Weights.dtype["tricks"].shape, np.float32)
    players, cards = data["deal"].T
    for seats in CANYON.players:
        for group in ALIKE:
            rows = (players == seats) & np.isin(cards, group)
            held, bids = data["held"][rows], data["bids"][rows]
            parts = np.linalg.solve(held.T @ held + RIDGE * np.eye(2 * VALUES), held.T @ bids)
            table[seats, list(group)] = parts.reshape(2, VALUES)
    return table


def _counted(hand: int, trump: int) -> Grid:
    """Count the cards of a hand: by value, first those of other suits, then trumps."""
    made = np.zeros(2 * VALUES)
    for card in range(len(SUITS) * VALUES):
        if hand >> card & 1:
            made[card % VALUES + VALUES * (card // VALUES == trump // VALUES)] += 1
    return made
