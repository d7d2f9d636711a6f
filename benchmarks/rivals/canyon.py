"""Play whole games of Canyon among voyageurs, each in a manner of its own, and note what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eddyline.bots.canyon.scratch import new_scratch
from eddyline.bots.canyon.voyageur import plan
from eddyline.engine.doors import CHANCE
from eddyline.engine.kernel import kernel, routine
from eddyline.engine.opening import LOWEST_SEAT
from eddyline.engine.random import derived, seeded, stir
from eddyline.engine.registry import game
from eddyline.games.canyon.rules import dealing, phases
from eddyline.games.canyon.rules.actions import PLAY, VALUES
from eddyline.games.canyon.rules.board import SHELF
from eddyline.games.canyon.rules.door import MAX_LEGAL
from eddyline.games.canyon.rules.state import NONE, Phase, State
from eddyline.games.canyon.rules.tricks import led_suit, legal_cards, trick_winner

if TYPE_CHECKING:
    from typing import Any

    from eddyline.engine.records import Grid, States

NOTED = ("snatched", "bid", "zero_bids", "exact", "trumps_led", "trumps_kept", "high_first")
SNATCHED, BID, ZERO_BIDS, EXACT, TRUMPS_LED, TRUMPS_KEPT, HIGH_FIRST = range(len(NOTED))
"""How often a trick is taken from somebody who has it, when only some cards would · the mean bid · how often it is
none · how often it is made · how often a trump is led, when other cards could be · how often another card is played
than a trump, when both could be · how high a card is, from the lowest (0) to the highest (1) that could be played."""


@kernel
def note_card(s: State, seat: int, card: int, out: Grid, noted: Grid) -> None:
    """Note a card as it is played."""
    count = legal_cards(s, seat, out)
    led = led_suit(s)
    best = NONE if led == NONE else int(s.played[int(s.trick), trick_winner(s)])
    trump = int(s.trump) // VALUES
    low, high = VALUES, NONE
    trumps, winning = 0, 0
    wins = False
    for index in range(count):
        each = int(out[index]) - PLAY
        low, high = min(low, each % VALUES), max(high, each % VALUES)
        trumps += each // VALUES == trump
        takes = led != NONE and ((each > best) if each // VALUES == best // VALUES else each // VALUES == trump)
        winning += takes
        wins = wins or (takes and each == card)
    if low < high:
        noted[seat, HIGH_FIRST, 0] += (card % VALUES - low) / (high - low)
        noted[seat, HIGH_FIRST, 1] += 1
    if 0 < trumps < count:
        noted[seat, TRUMPS_KEPT, 0] += card // VALUES != trump
        noted[seat, TRUMPS_KEPT, 1] += 1
        if led == NONE:
            noted[seat, TRUMPS_LED, 0] += card // VALUES == trump
            noted[seat, TRUMPS_LED, 1] += 1
    if 0 < winning < count:
        noted[seat, SNATCHED, 0] += wins
        noted[seat, SNATCHED, 1] += 1


@kernel
def note_round(s: State, noted: Grid) -> None:
    """Note the bids of a round when its tricks have been played."""
    for seat in range(int(s.seats)):
        noted[seat, BID, 0] += s.bid[seat]
        noted[seat, ZERO_BIDS, 0] += s.bid[seat] == 0
        noted[seat, EXACT, 0] += s.bid[seat] == s.tricks[seat]
        for each in (BID, ZERO_BIDS, EXACT):
            noted[seat, each, 1] += 1


@routine
def play(
    boards: States,
    states: States,
    likes: Grid,
    chance: int,
    seeds: Grid,
    scratches: States,
    stack: States,
    out: Grid,
    noted: Grid,
) -> None:
    """Play the game in record 0 to its end, with one row of likes for each seat."""
    s = states[0]
    b = boards[s.board]
    scratch = scratches[0]
    word = seeded(chance)
    while not phases.is_over(s):
        waiting = phases.to_act(s)
        if waiting == CHANCE:
            word = stir(word)
            dealing.deal(s, word)  # type: ignore[arg-type]
            continue
        if waiting == 0:
            playing = s.phase == Phase.TRICKS
            phases.advance(b, s, scratch.flood_rows)
            if playing and s.phase == Phase.MOVING:
                note_round(s, noted)
            continue
        seat = int(LOWEST_SEAT[waiting])
        for trait in range(likes.shape[1]):
            scratch.manner[trait] = likes[seat, trait]
        action = plan(b, s, seat, int(seeds[seat]), scratch, stack)
        if s.phase == Phase.TRICKS:
            note_card(s, seat, action - PLAY, out, noted)
        phases.decide(b, s, seat, action, scratch.flood_rows)


class Table:
    """Seat voyageurs in manners of their own."""

    noted = NOTED

    def __init__(self, seats: int) -> None:
        """Lay out what games with so many seats need."""
        self._seats = seats
        self._rules = game("canyon")
        self._scratches, self._stack = new_scratch()
        self._out = np.zeros(MAX_LEGAL, np.int16)

    def play(self, likes: np.ndarray[Any, Any], seed: int) -> tuple[tuple[int, ...], np.ndarray[Any, Any]]:
        """Play a game; return the winners and, by seat and what is noted, what they did (NaN: no occasion)."""
        options = self._rules.parse_options(None, {}, self._seats)
        states = self._rules.new(options, self._seats, derived(seed, "set-up"))
        seeds = np.array([derived(seed, "bot", seat) & 0xFFFF_FFFF for seat in range(self._seats)], np.int64)
        chance = derived(seed, "chance") >> 1
        noted = np.zeros((self._seats, len(NOTED), 2))
        play(SHELF.table, states, likes, chance, seeds, self._scratches, self._stack, self._out, noted)
        with np.errstate(invalid="ignore"):
            return self._rules.winners(states), noted[..., 0] / noted[..., 1]
