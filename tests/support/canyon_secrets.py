"""Say what is secret in Canyon; see `support.secrecy`."""

from __future__ import annotations

import random

from eddyline.games.canyon.rules.state import NONE

SECRET = ("hand", "bid")
LEAKS = {name: {name: lambda states, name=name: states[name]} for name in SECRET}
SEEN_LEAKS = {"bid": lambda s, seat: s.bid[seat], "hand": lambda s, seat: int(s.hand[seat]) >> 7 & 1}


def twins(states, seat: int | None) -> list:
    """Deal the cards that a seat has not seen anew, and choose the others' secret bids anew, a few times over."""
    made = [states.copy() for _ in range(6)]
    for number, twin in enumerate(made):
        _shuffle(twin[0], seat, random.Random(number))
    return [twin for twin in made if twin.tobytes() != states.tobytes()]


def _shuffle(s, seat: int | None, dice: random.Random) -> None:
    seen = 0 if s.trump == NONE else 1 << int(s.trump)
    for card in s.played.flat:
        seen |= 0 if card == NONE else 1 << int(card)
    if seat is not None:
        seen |= int(s.hand[seat])
    unseen = [card for card in range(50) if not seen >> card & 1]
    dice.shuffle(unseen)
    for other in range(int(s.seats)):
        if other == seat:
            continue
        number = int(s.hand[other]).bit_count()
        s.hand[other] = sum(1 << unseen.pop() for _ in range(number))
        if s.secret_bids and s.phase == 2 and s.bid[other] != NONE:
            s.bid[other] = dice.randrange(number + 1)


variants = twins
