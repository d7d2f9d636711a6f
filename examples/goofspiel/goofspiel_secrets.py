"""Describe what is secret in Goofspiel, for the tests that run on every game (see `support.secrecy`)."""

from __future__ import annotations

import random

SECRET = ("bid",)
LEAKS = {"bid": {"bid": lambda states: states["bid"]}}
SEEN_LEAKS = {"points": lambda s, seat: s.bid[seat]}


def twins(states, seat):
    """Return states that differ only in bids that the seat cannot know."""
    made = [states.copy() for _ in range(6)]
    for number, twin in enumerate(made):
        s, dice = twin[0], random.Random(number)
        for other in range(int(s.seats)):
            if other != seat and s.waiting and s.bid[other] > 0:
                s.bid[other] = dice.choice([card for card in range(1, 14) if int(s.hand[other]) >> card - 1 & 1])
    return [twin for twin in made if twin.tobytes() != states.tobytes()]


variants = twins
