"""Say what is secret in Niagara; see `support.secrecy`."""

from __future__ import annotations

import random

import numpy as np

from eddyline.games.niagara.rules.state import FREE, NONE
from support.niagara import NIAGARA

SECRET = ("card", "rescue")
LEAKS = {
    "everything": {name: lambda states, name=name: states[name] for name in SECRET},
    "cards": {"card": lambda states: states["card"]},
    "rescues": {"rescue": lambda states: states["rescue"]},
    "hands without the card": {"hand": lambda states: states["hand"] & ~(1 << np.maximum(states["card"], 0))},
    "highest card": {"points": lambda states: states["card"].max(axis=1)},
    "price paid": {"stash": lambda states: states["stash"] - (states["rescue"] == 0).any()},
}
SEEN_LEAKS = {"card": lambda s, seat: s.card[seat], "rescue": lambda s, seat: s.rescue[seat, 0]}


def twins(states, seat: int) -> list:
    """Let all who owe a secret decision take one at random, a few times over, and go on to the next decision."""
    if len(NIAGARA.to_act(states)) < 2:
        return []
    made = [states.copy() for _ in range(12)]
    for number, twin in enumerate(made):
        _decide_in_secret(twin, random.Random(number))
    return made


def _decide_in_secret(states, dice: random.Random) -> None:
    for seat in sorted(NIAGARA.to_act(states)):
        while seat in NIAGARA.to_act(states):
            NIAGARA.doors.decide(states, 0, seat, dice.choice(NIAGARA.legal(states, seat)))
    while not NIAGARA.is_over(states) and not NIAGARA.to_act(states):
        NIAGARA.doors.advance(states, 0)


def variants(states, seat: int | None) -> list:
    """Lay other cards face down, and plan other rescues, wherever `seat` cannot look."""
    dice = random.Random(states.tobytes())
    copies = [states.copy() for _ in range(4)]
    for copy in copies:
        s = copy[0]
        for other in range(int(s.seats)):
            if other == seat:
                continue
            card, hand = int(s.card[other]), int(s.hand[other])
            if card != NONE and hand >> card & 1:
                s.card[other] = dice.choice([name for name in range(s.cycle) if hand >> name & 1])
            if (s.rescue[other] != NONE).any() or not int(s.waiting) >> other & 1:
                for canoe in range(2):
                    if s.phase == 0 and s.place[other, canoe] == 10:
                        s.rescue[other, canoe] = dice.choice([NONE, FREE, 0, 1, 2, 3, 4])
    return copies
