"""Make positions of Niagara that differ in what a seat cannot know; see `tests/bots/test_contract.py`."""

from __future__ import annotations

import random

from support.niagara import NIAGARA


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
